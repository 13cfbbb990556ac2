"""A spiking layer: products of spikes, few of which are not 0, and dense weights, by kernels each of which is a spec.

    currents = layer.linear(spikes, weights)                      # spikes @ weights, differentiable
    currents = layer.linear(spikes, weights, transposed=True)     # spikes @ weights.T
    torch.vmap(layer.linear, in_dims=(0, None))(spikes, weights)

Work grows with the events, not with the neurons. Spikes are float or bool; gradients of weights are event-driven, those
of float spikes stand at every neuron, as surrogate gradients want them.
"""

import functools
from pathlib import Path

import teaalc
import torch


TYPES = {torch.float16: "f16", torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16"}


@functools.cache
def kernels(dtype, is_cuda):
    """Forward, by the weights, by the spikes at the events, and forward of weights[N, K]. All take dense spikes."""
    specs = Path(__file__).parent
    return tuple(teaalc.load(specs / f"{name}.yaml", type=TYPES[dtype], device="auto" if is_cuda else "cpu")
                 for name in ("forward", "by_weights", "by_spikes", "forward_turned"))


def kernels_for(tensor):
    return kernels(tensor.dtype, tensor.is_cuda)


@torch.library.custom_op("teaalc_spiking::linear", mutates_args=())
def _linear(spikes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    forward, _, _, turned = kernels_for(weights)
    spikes = spikes.to(weights.dtype)
    if weights.is_contiguous():
        return forward(S=spikes, W=weights)
    if weights.t().is_contiguous():
        return turned(S=spikes, W=weights.t())["Z"]
    return forward(S=spikes, W=weights.contiguous())


@torch.library.custom_op("teaalc_spiking::by_weights", mutates_args=())
def _by_weights(spikes: torch.Tensor, currents: torch.Tensor) -> torch.Tensor:
    _, backward, _, _ = kernels_for(currents)
    return backward(S=spikes.to(currents.dtype), dZ=currents.contiguous())["dW"]


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
