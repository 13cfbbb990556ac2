"""A spiking layer: products of spikes, few of which are not 0, and dense weights, by kernels made of one spec.

    currents = layer.linear(spikes, weights)                      # spikes @ weights, differentiable
    currents = layer.linear(spikes, weights, transposed=True)     # spikes @ weights.T
    torch.vmap(layer.linear, in_dims=(0, None))(spikes, weights)

Work grows with the events, not with the neurons. Spikes are float or bool; gradients of weights are event-driven, those
of float spikes stand at every neuron, as surrogate gradients want them.
"""

import functools

import teaalc
import torch

SPEC = """
einsum:
  declaration: { S: [B, K], W: [K, N], Z: [B, N] }
  expressions:
    - Z[b, n] = S[b, k] * W[k, n]
"""


def listed_in_blocks(output, row, inner, chunk, warp, resident):
    """The mapping of a sum of few rows of a matrix over N, which are where S is not 0 along its rank `inner`.

    Blocks list those places in shared memory, from dense spikes, so nothing is converted before. A block has 4096 columns of
    a row of the result, so that few lists are made twice; a warp has `warp` of them, and a lane four of each 128.
    """
    return f"""
mapping:
  partitioning:
    {output}:
      {inner}: [uniform_shape({chunk})]
      N: [uniform_shape(4096), uniform_shape({warp}), uniform_shape(128), uniform_shape(4)]
  loop-order: {{ {output}: [{row}, N4, {inner}1, N3, {inner}0, N2, N1, N0] }}
  spacetime: {{ {output}: {{ space: [{row}, N4, N3, N1], time: [{inner}1, {inner}0, N2, N0] }} }}
format:
  S:
    default: {{ rank-order: [B, K], B: {{ format: U }}, K: {{ format: U }} }}
    events: {{ rank-order: [B, K], view-of: default, {row}: {{ format: U }}, {inner}: {{ format: C }} }}
bindings:
  {output}:
  - config: gpu
  - {{ component: Block, resident: {resident}, bindings: [{{ rank: {row} }}, {{ rank: N4 }}] }}
  - {{ component: Warp, bindings: [{{ rank: N3 }}] }}
  - {{ component: Lane, bindings: [{{ rank: N1 }}] }}
  - {{ component: Shared, bindings: [{{ tensor: S, rank: {inner}, type: elem, format: events, evict-on: {inner}1 }}] }}
"""


# The gradient of spikes where there is one, 0 elsewhere. A block lists 4096 neurons of a row, a warp has a spike, a lane four
# columns; four blocks a multiprocessor leave a thread 64 registers, and waits enough to hide.
AT_EVENTS = """
einsum:
  declaration: { S: [B, K], W: [K, N], dZ: [B, N], dS: [B, K] }
  expressions:
    - dS[b, k] = S[b, k] * dZ[b, n] * W[k, n]
  operators:
    dS: { map: "dZ * W * (S != 0)" }
mapping:
  partitioning: { dS: { K: [uniform_shape(4096)], N: [uniform_shape(128), uniform_shape(4)] } }
  loop-order: { dS: [B, K1, K0, N2, N1, N0] }
  spacetime: { dS: { space: [B, K1, K0, N1], time: [N2, N0] } }
format:
  S:
    default: { rank-order: [B, K], B: { format: U }, K: { format: U } }
    events: { rank-order: [B, K], view-of: default, B: { format: U }, K: { format: C } }
bindings:
  dS:
  - config: gpu
  - { component: Block, resident: 4, bindings: [{ rank: B }, { rank: K1 }] }
  - { component: Warp, bindings: [{ rank: K0 }] }
  - { component: Lane, bindings: [{ rank: N1 }] }
  - { component: Shared, bindings: [{ tensor: S, rank: K, type: elem, format: events, evict-on: K1 }] }
"""


@functools.cache
def kernels(type_name, device):
    """Forward, by the weights, and by the spikes at the events. All take dense spikes."""
    by_weights = str(teaalc.grad(SPEC, "W")).partition("format:")[0]  # the mapping says how S is stored
    options = {"type": type_name, "device": device}
    return (teaalc.load(SPEC + listed_in_blocks("Z", "B", "K", 4096, warp=512, resident=4), format={"W": "dense"}, **options),
            teaalc.load(by_weights + listed_in_blocks("dW", "K", "B", 1024, warp=1024, resident=8), format={"dZ": "dense"}, **options),
            teaalc.load(AT_EVENTS, format={"W": "dense", "dZ": "dense", "dS": "dense"}, **options))


def kernels_for(tensor):
    names = {torch.float16: "f16", torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16"}
    return kernels(names[tensor.dtype], "auto" if tensor.is_cuda else "cpu")


@torch.library.custom_op("teaalc_spiking::linear", mutates_args=())
def _linear(spikes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    forward, _, _ = kernels_for(weights)
    return forward(S=spikes.to(weights.dtype), W=weights.contiguous())


@torch.library.custom_op("teaalc_spiking::by_weights", mutates_args=())
def _by_weights(spikes: torch.Tensor, currents: torch.Tensor) -> torch.Tensor:
    _, backward, _ = kernels_for(currents)
    return backward(S=spikes.to(currents.dtype), dZ=currents.contiguous())


@_linear.register_fake
def _(spikes, weights):
    return weights.new_empty(spikes.shape[0], weights.shape[1])


@_by_weights.register_fake
def _(spikes, currents):
    return currents.new_empty(spikes.shape[1], currents.shape[1])


# A batch of spike trains before the same weights is one of more rows.
@_linear.register_vmap
def _(info, in_dims, spikes, weights):
    if in_dims[1] is None:
        batch = spikes.movedim(in_dims[0], 0)
        made = _linear(batch.reshape(-1, batch.shape[-1]), weights)
        return made.reshape(*batch.shape[:-1], -1), 0
    own = [[t if dim is None else t.select(dim, i) for t, dim in zip((spikes, weights), in_dims)]
           for i in range(info.batch_size)]
    return torch.stack([_linear(*each) for each in own]), 0


def _setup(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def _backward(ctx, currents):
    spikes, weights = ctx.saved_tensors
    by_spikes = currents @ weights.t() if ctx.needs_input_grad[0] else None
    return by_spikes, _by_weights(spikes, currents) if ctx.needs_input_grad[1] else None


_linear.register_autograd(_backward, setup_context=_setup)


def linear(spikes, weights, transposed=False):
    """spikes[B, K] @ weights[K, N], or @ weights[N, K].T: currents[B, N], in the type of the weights."""
    return _linear(spikes, weights.t() if transposed else weights)
