"""Functions of specs in JAX: kernels run as callbacks on the host, with a custom_vjp."""

import functools

import jax
import numpy as np

_TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i32": np.int32}


def _callback(call, sizes, scalars, arrays):
    dtype = _TYPES[call.kernel.manifest["value_type"]]
    shapes = [jax.ShapeDtypeStruct(call.shape_of(name, arrays, sizes), dtype) for name in call.outputs]

    def run(*host):
        return [np.asarray(result, dtype) for result in call([np.asarray(a) for a in host], sizes, scalars)]

    return jax.pure_callback(run, shapes, *arrays, vmap_method="sequential")


def function(of):
    """arrays, sizes, scalars → a list of results, differentiable by what `of` is."""
    call = of._call

    @functools.partial(jax.custom_vjp, nondiff_argnums=(1, 2))
    def run(arrays, sizes, scalars):
        return _callback(call, sizes, scalars, arrays)

    def forward(arrays, sizes, scalars):
        return run(arrays, sizes, scalars), arrays

    def backward(sizes, scalars, arrays, seeds):
        given = of.adjoint_arrays(arrays, dict(zip(call.outputs, seeds)))
        made = _callback(of._adjoint(), of.adjoint_sizes(sizes), of.adjoint_scalars(scalars), given)
        gradients = of.by_argument(made)
        return ([_cotangent(g, a) for g, a in zip(gradients, arrays)],)

    run.defvjp(forward, backward)
    return lambda arrays, sizes, scalars: run([jax.numpy.asarray(a) for a in arrays], tuple(sizes), tuple(scalars))


# Integers have cotangents of JAX's own empty type; what no one asked for has zeros.
def _cotangent(gradient, array):
    if not jax.numpy.issubdtype(array.dtype, jax.numpy.floating):
        return np.zeros(array.shape, dtype=jax.dtypes.float0)
    return jax.numpy.zeros_like(array) if gradient is None else gradient.astype(array.dtype)
