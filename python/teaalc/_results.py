"""Results of libteaal as arrays of the inputs' kind."""

import ctypes
import functools
import sys

import numpy as np

from . import _arrays, _library as c
from ._arrays import NUMPY, kind_of


def stream_of(kind):
    """The current stream of the inputs' library; the default stream where it has none."""
    if kind == "torch":
        torch = sys.modules["torch"]
        if not torch.cuda.is_initialized():
            return 0
        raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)  # a tenth of the time of the public way
        return raw(0) if raw else torch.cuda.current_stream(0).cuda_stream
    return sys.modules["cupy"].cuda.get_current_stream().ptr if kind == "cupy" else 0


def maker(kind, like, shape, type_name):
    """Makes uninitialised memory for a result, where the inputs are; of JAX, whose arrays cannot be written, on the host."""
    if kind == "torch":
        torch = sys.modules["torch"]
        names = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "i32": "int32"}
        return functools.partial(torch.empty, shape, dtype=getattr(torch, names[type_name]), device=like.device)
    dtype = np.float32 if type_name == "bf16" and kind != "cupy" else NUMPY[type_name]
    return functools.partial((sys.modules["cupy"] if kind == "cupy" else np).empty, shape, dtype=dtype)


def finished(kind, array):
    """A result that lies on the host, as the inputs' kind."""
    if kind == "jax":
        return sys.modules["jax"].numpy.asarray(array)
    return array


def target(wanted):
    """A dense array to write results to, as a tensor of the library. TypeError: its own elements cannot be written."""
    flags = getattr(wanted, "flags", None)
    if _arrays.is_sparse(wanted):
        raise TypeError("cannot be written in place: give a dense array; sparse results are returned")
    if kind_of(wanted) == "jax" or (isinstance(wanted, np.ndarray) and not flags.writeable):
        raise TypeError("cannot be written in place: the array is read-only")
    out = _arrays.dense(wanted)
    if not _arrays.shares_memory(out.holds[0], wanted):
        raise TypeError("cannot be written in place: give an array of a number type, in steps that are not negative")
    return out


class Fetched:
    """Memory that the library fills."""

    def __init__(self):
        self.arrays = []
        self.allocate = c.ALLOCATOR(self._allocate)

    def _allocate(self, _context, size, _what):
        self.arrays.append(np.empty(size, dtype=np.uint8))
        return self.arrays[-1].ctypes.data

    def array(self, of):
        kind = c.TYPES[of.type]
        if of.elements == 0:
            return np.empty(0, dtype=NUMPY.get(kind, np.float32))
        for held in self.arrays:
            if held.ctypes.data == of.data:
                if kind == "bf16":
                    return (held.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
                return held.view(NUMPY[kind])
        raise AssertionError("an array that nobody allocated")


def _sparse_torch(like, shape, layout, arrays):
    import torch
    *indices, values = [torch.from_numpy(each) for each in arrays]
    indices = [each.to(torch.int64) for each in indices]
    if layout == c.COO:
        made = torch.sparse_coo_tensor(torch.stack(indices), values, shape, is_coalesced=True, check_invariants=False)
    else:
        make = torch.sparse_csr_tensor if layout == c.CSR else torch.sparse_csc_tensor
        made = make(*indices, values, shape, check_invariants=False)
    return made.to(device=like.device, dtype=like.dtype if like.dtype == torch.bfloat16 else made.dtype)


def _sparse_matrix(library, convert, shape, layout, arrays, as_array):
    """Of scipy.sparse or cupyx.scipy.sparse."""
    segments, coords, values = [convert(each) for each in arrays]
    if values.dtype == np.float16:
        values = values.astype(np.float32)  # neither library has matrices of it
    if values.dtype.kind == "i" and kind_of(values) == "cupy":
        values = values.astype(np.float64)
    name = ("csr" if layout == c.CSR else "csc") + ("_array" if as_array else "_matrix")
    return getattr(library, name)((values, coords, segments), shape=shape)


def sparse_result(kind, like, shape, fetched, tensor):
    """Fetched arrays as a sparse matrix of the inputs' kind; (coordinates, values) where that has none of so many ranks."""
    values = fetched.array(tensor.values)
    if tensor.layout == c.COO:
        indices = [fetched.array(tensor.coords[rank]) for rank in range(len(shape))]
    else:
        indices = [fetched.array(tensor.segments[0]), fetched.array(tensor.coords[0])]
    if kind == "torch":
        return _sparse_torch(like, tuple(shape), tensor.layout, [*indices, values])
    if tensor.layout == c.COO:
        return indices, values
    if kind == "cupy":
        from cupyx.scipy import sparse as device_sparse
        return _sparse_matrix(device_sparse, sys.modules["cupy"].asarray, tuple(shape), tensor.layout,
                              [*indices, values], False)
    from scipy import sparse
    as_array = any(each.__name__.endswith("_array") for each in type(like).__mro__)  # else a matrix
    return _sparse_matrix(sparse, np.asarray, tuple(shape), tensor.layout, [*indices, values], as_array)


class _OnDevice:
    """Memory of a GPU, for libraries that know the interface."""

    def __init__(self, of, kind):
        name = {"f16": "<f2", "bf16": "<i2", "f32": "<f4", "f64": "<f8", "i32": "<i4"}[kind]
        self.__cuda_array_interface__ = {"shape": (of.elements,), "typestr": name, "data": (of.data, False), "version": 2}


def copied(of, kind, like):
    """An array of the library's, which lives until the next launch, as one of the inputs' kind that lives on."""
    name = c.TYPES[of.type]
    if of.place == c.DEVICE and kind == "cupy":
        return sys.modules["cupy"].array(_OnDevice(of, name), copy=True)
    if of.place == c.DEVICE and kind == "torch":
        import torch
        if of.elements == 0:
            return maker(kind, like, (0,), name)()
        out = torch.as_tensor(_OnDevice(of, name), device=like.device).clone()
        return out.view(torch.bfloat16) if name == "bf16" else out
    if of.place == c.DEVICE:
        raise TypeError(f"values on a GPU, inputs of {kind}")
    size = c.SIZES[of.type] * of.elements
    data = np.frombuffer(ctypes.string_at(of.data, size), dtype=np.uint8) if size else np.empty(0, np.uint8)
    if name == "bf16":
        data = (data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    else:
        data = data.view(NUMPY[name]).copy()
    if kind == "torch":
        import torch
        out = torch.from_numpy(data)
        return (out.to(torch.bfloat16) if name == "bf16" else out).to(like.device)
    return finished(kind, data)
