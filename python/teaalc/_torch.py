"""Functions of specs as custom operators of Torch: with fake kernels, autograd and a rule for vmap."""

import torch

_TYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
          "i32": torch.int32}
_operators = {}


def _schema(call):
    arguments = [f"Tensor t{i}" for i in range(len(call.arguments()))]
    results = ", ".join(["Tensor"] * len(call.outputs))
    return f"({', '.join(arguments + ['SymInt[] sizes', 'float[] scalars'])}) -> " + (
        results if len(call.outputs) == 1 else f"({results})")


def _result(tensors):
    return tensors[0] if len(tensors) == 1 else tuple(tensors)


def _operator(name, call):
    """The kernel as an operator teaalc::name(tensors…, sizes, scalars)."""
    dtype = _TYPES[call.kernel.manifest["value_type"]]

    def run(*arguments):
        *arrays, sizes, scalars = arguments
        return _result(call([array.contiguous() for array in arrays], [int(n) for n in sizes], scalars))

    def fake(*arguments):
        *arrays, sizes, _ = arguments
        return _result([arrays[-1].new_empty(call.shape_of(name, arrays, sizes), dtype=dtype)
                        for name in call.outputs])

    # One call for each element of the batch.
    def batched(info, in_dims, *arguments):
        *arrays, sizes, scalars = arguments
        results = []
        for i in range(info.batch_size):
            own = [a if dim is None else a.select(dim, i) for a, dim in zip(arrays, in_dims)]
            made = operator(*own, sizes, scalars)
            results.append([made] if torch.is_tensor(made) else list(made))
        stacked = [torch.stack(each) for each in zip(*results)]
        return _result(stacked), _result([0] * len(stacked))

    operator = torch.library.custom_op(f"teaalc::{name}", run, mutates_args=(), schema=_schema(call))
    operator.register_fake(fake)
    operator.register_vmap(batched)
    return operator


def _differentiable(function):
    """The forward operator; its gradient is an operator of the derived spec."""
    operator = _operator(function.name("forward"), function._call)
    outputs = function._call.outputs
    backward = {}

    def setup(ctx, inputs, output):
        *arrays, ctx.sizes, ctx.scalars = inputs
        ctx.save_for_backward(*arrays)

    def back(ctx, *seeds):
        if "operator" not in backward:
            backward["operator"] = _operator(function.name("backward"), function._adjoint())
        arrays = function.adjoint_arrays(ctx.saved_tensors, dict(zip(outputs, seeds)))
        made = backward["operator"](*arrays, function.adjoint_sizes(ctx.sizes), function.adjoint_scalars(ctx.scalars))
        gradients = function.by_argument([made] if torch.is_tensor(made) else list(made))
        return *gradients, None, None

    operator.register_autograd(back, setup_context=setup)
    return operator


def function(of):
    """arrays, sizes, scalars → a list of results, differentiable by what `of` is."""
    name = of.name("forward")
    if name not in _operators:  # an operator is registered once
        _operators[name] = _differentiable(of)
    operator = _operators[name]
    dtype = _TYPES[of.forward.manifest["value_type"]]
    is_index = [argument != tensor for argument, tensor in of._call.arguments()]

    def run(arrays, sizes, scalars):
        # Positions of 64 bits are used as they are, coordinates are not.
        typed = [a.to(torch.int32) if index and a.dtype != torch.int32 else a if index else a.to(dtype)
                 for a, index in zip(arrays, is_index)]
        made = operator(*typed, sizes, scalars)
        return [made] if torch.is_tensor(made) else list(made)

    return run
