"""As much of Torch as teaalc asks of it, over NumPy, for machines without Torch: tensors on the host in every layout.

Tests are written against Torch's own interface and run on it where it is installed; test_inputs.py tells which it was.
"""

import collections
import sys
import types

import numpy as np
from scipy import sparse


class _Name(str):
    """A dtype or a layout."""

    def __str__(self):
        return f"torch.{str.__str__(self)}"


_TYPES = ("float16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool", "complex64")
float16, float32, float64, int8, uint8, int16, int32, int64, bool, complex64 = map(_Name, _TYPES)
bfloat16 = _Name("bfloat16")
_LAYOUTS = ("strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc")
strided, sparse_coo, sparse_csr, sparse_csc, sparse_bsr, sparse_bsc = map(_Name, _LAYOUTS)
_Device = collections.namedtuple("_Device", "type index")
cuda = types.SimpleNamespace(is_available=lambda: False, is_initialized=lambda: False)


class Tensor:
    def __init__(self, layout, shape, parts, coalesced=False):
        self.layout, self.shape, self._parts, self._coalesced = globals()[layout], tuple(shape), parts, coalesced
        self.device, self.is_cuda = _Device("cpu", None), False
        self.requires_grad = False

    @property
    def _array(self):
        assert str(self.layout) == "torch.strided", f"asked of a tensor of layout {self.layout}"
        return self._parts["values"]

    @property
    def dtype(self):
        return _Name(self._parts["values"].dtype.name)

    def _part(self, name):
        if name not in self._parts:
            raise RuntimeError(f"a tensor of layout {self.layout} has no {name}")
        return from_numpy(self._parts[name])

    def detach(self):
        return self

    cpu = detach

    def numpy(self):
        return self._array

    def data_ptr(self):
        return self._array.ctypes.data

    def numel(self):
        return self._array.size

    def stride(self):
        return tuple(step // self._array.itemsize for step in self._array.strides)

    def contiguous(self):
        return from_numpy(np.ascontiguousarray(self._array))

    def t(self):
        return from_numpy(self._array.T)

    def is_complex(self):
        return self._parts["values"].dtype.kind == "c"

    def is_floating_point(self):
        return self._parts["values"].dtype.kind == "f"

    def is_neg(self):
        return False

    def to(self, kind=None, *, dtype=None, device=None):
        return from_numpy(self._array.astype(str.__str__(kind or dtype))) if str(self.layout) == "torch.strided" else self

    def int(self):
        return self.to(int32)

    def long(self):
        return self.to(int64)

    def float(self):
        return self.to(float32)

    def double(self):
        return self.to(float64)

    def values(self):
        return self._part("values")

    def crow_indices(self):
        return self._part("crow_indices")

    def col_indices(self):
        return self._part("col_indices")

    def ccol_indices(self):
        return self._part("ccol_indices")

    def row_indices(self):
        return self._part("row_indices")

    def sparse_dim(self):
        return len(self._parts["indices"])

    def is_coalesced(self):
        return self._coalesced

    def indices(self):
        if not self._coalesced:
            raise RuntimeError("indices of a tensor that is not coalesced")
        return from_numpy(self._parts["indices"])

    def coalesce(self):
        keys, place = np.unique(self._parts["indices"], axis=1, return_inverse=True)
        sums = np.zeros(keys.shape[1], self._parts["values"].dtype)
        np.add.at(sums, place.ravel(), self._parts["values"])
        return Tensor("sparse_coo", self.shape, {"indices": keys, "values": sums}, coalesced=True)

    def to_dense(self):
        if str(self.layout) == "torch.strided":
            return self
        parts = self._parts
        if "indices" in parts:
            out = np.zeros(self.shape, parts["values"].dtype)
            np.add.at(out, tuple(parts["indices"]), parts["values"])
            return from_numpy(out)
        by_rows = "crow_indices" in parts
        names = ("col_indices", "crow_indices") if by_rows else ("row_indices", "ccol_indices")
        make = sparse.csr_matrix if by_rows else sparse.csc_matrix
        return from_numpy(make((parts["values"], *(parts[name] for name in names)), self.shape).toarray())

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, at):
        return from_numpy(self._array[at])

    def __setitem__(self, at, value):
        self._array[at] = value

    def __add__(self, other):
        return from_numpy(self._array + getattr(other, "_array", other))

    def __sub__(self, other):
        return from_numpy(self._array - other)

    def __mul__(self, other):
        return from_numpy(self._array * other)

    def reshape(self, *shape):
        return from_numpy(self._array.reshape(*shape))

    def __iter__(self):
        return (from_numpy(each) for each in self._array)


Tensor.__module__ = "torch"


def from_numpy(array):
    return Tensor("strided", array.shape, {"values": array})


def empty(shape, dtype, device):
    return from_numpy(np.empty(shape, str.__str__(dtype)))


def arange(end, device):
    return from_numpy(np.arange(end))


def searchsorted(ascending, wanted, right):
    return from_numpy(np.searchsorted(ascending.numpy(), wanted.numpy(), side="right" if right else "left"))


def broadcast_tensors(*tensors):
    return [from_numpy(each) for each in np.broadcast_arrays(*(tensor.numpy() for tensor in tensors))]


def stack(tensors):
    return from_numpy(np.stack([each.numpy() for each in tensors]))


def sparse_coo_tensor(indices, values, size, is_coalesced=False, check_invariants=None):
    return Tensor("sparse_coo", size, {"indices": indices.numpy(), "values": values.numpy()}, is_coalesced)


def _compressed(layout, names):
    def make(compressed, plain, values, size, check_invariants=None):
        parts = dict(zip((*names, "values"), (compressed.numpy(), plain.numpy(), values.numpy())))
        return Tensor(layout, size, parts)
    return make


sparse_csr_tensor = _compressed("sparse_csr", ("crow_indices", "col_indices"))
sparse_bsr_tensor = _compressed("sparse_bsr", ("crow_indices", "col_indices"))
sparse_csc_tensor = _compressed("sparse_csc", ("ccol_indices", "row_indices"))
sparse_bsc_tensor = _compressed("sparse_bsc", ("ccol_indices", "row_indices"))


def install():
    """Makes it what `import torch` gives in this process."""
    sys.modules["torch"] = sys.modules[__name__]
    return sys.modules[__name__]
