"""Sparse matrices of SciPy, Torch, CuPy and JAX as tensors of libteaal.

CSR and CSC are shown as they lie; all else becomes coordinates, which the library sorts, adds up where they are equal, and
stores as the kernel wants it.
"""

import numpy as np

from . import _arrays, _library as c
from ._arrays import Csr, Given, kind_of


def _host(array):
    """On the host as a NumPy array; bf16 of Torch as f32."""
    if kind_of(array) == "torch":
        array = array.detach().cpu()
        return (array.float() if str(array.dtype) == "torch.bfloat16" else array).numpy()
    return array.get() if kind_of(array) == "cupy" else np.asarray(array)


def _narrow(coords):
    """Coordinates of 64 bits as the 32 that kernels read, where they lie; any other as they are."""
    if str(getattr(coords, "dtype", "")).replace("torch.", "") != "int64":
        return coords
    if kind_of(coords) == "torch" and coords.is_cuda:
        return coords.int()
    if kind_of(coords) == "cupy":
        return coords.astype(np.int32)
    host = _host(coords)
    # Those outside of 32 bits lie outside of the shape, too: the library shall see and refuse them.
    fits = host.size == 0 or (host.min() >= 0 and host.max() < 2**31)
    return host.astype(np.int32) if fits else host


def _compressed(layout, shape, segments, coords, values):
    out = Given(layout, tuple(shape))
    out.tensor.segments[0] = out.put(segments)
    narrow = _narrow(coords)
    out.tensor.coords[0] = out.put(narrow)
    out.tensor.values = out.put(values)
    out.copied = out.copied or narrow is not coords
    return out


def _coordinates(shape, coords, values):
    out = Given(c.COO, tuple(shape))
    for rank, each in enumerate(coords):
        out.tensor.coords[rank] = out.put(each)
    out.tensor.values = out.put(values)
    return out


def _torch_blocks(shape, segments, coords, blocks, by_columns):
    """Every element of blocks [position, height, width] that are compressed by rows, or columns, of blocks.

    Torch does it where the arrays are: on a GPU nothing travels, and nobody waits.
    """
    import torch  # the value is a tensor of it

    where, (height, width) = coords.device, blocks.shape[1:]
    coords = coords.long()
    along = torch.searchsorted(segments.long(), torch.arange(len(coords), device=where), right=True) - 1
    down, across = (coords, along) if by_columns else (along, coords)
    rows = down[:, None, None] * height + torch.arange(height, device=where)[None, :, None]
    columns = across[:, None, None] * width + torch.arange(width, device=where)[None, None, :]
    coordinates = [each.reshape(-1) for each in torch.broadcast_tensors(rows, columns)]
    return _coordinates(shape, coordinates, blocks.reshape(-1))


# What Torch calls the arrays of a layout: compressed indices, plain indices.
_TORCH_INDICES = {"csr": ("crow_indices", "col_indices"), "bsr": ("crow_indices", "col_indices"),
                  "csc": ("ccol_indices", "row_indices"), "bsc": ("ccol_indices", "row_indices")}


def _torch(value):
    layout = str(value.layout).rpartition("_")[2]
    value, shape = value.detach(), tuple(value.shape)
    if layout == "coo":
        if value.sparse_dim() != len(shape):
            raise TypeError(f"a sparse tensor with {len(shape) - value.sparse_dim()} dense ranks; give it dense")
        if not value.is_coalesced():
            value = value.coalesce()
        return _coordinates(shape, list(value.indices()), value.values())
    if layout not in _TORCH_INDICES:
        raise TypeError(f"a tensor of layout {value.layout}; give it strided, CSR, CSC, BSR, BSC or COO")
    segments, coords = (getattr(value, name)() for name in _TORCH_INDICES[layout])
    values = value.values()
    if len(shape) != 2 or len(values.shape) != (1 if layout in ("csr", "csc") else 3):
        raise TypeError("a batch of matrices, or one with dense ranks; give it as coordinates, or dense")
    if layout in ("csr", "csc"):
        return _compressed(c.CSR if layout == "csr" else c.CSC, shape, segments, coords, values)
    return _torch_blocks(shape, segments, coords, values, layout == "bsc")


def _of_bools(value):
    """True and true is true where an element is listed twice; the library would add."""
    if value.dtype == bool and not value.has_canonical_format:
        value = value.copy()
        value.sum_duplicates()
    return value


def _scipy(value):
    """Of SciPy, and of CuPy, whose matrices are alike."""
    if not hasattr(value, "tocoo"):
        raise TypeError(f"a {type(value).__name__} is no array and no sparse matrix")
    if value.format in ("csr", "csc") and len(value.shape) == 2:
        value = _of_bools(value)
        # Nobody looks at arrays on a GPU again.
        if kind_of(value) == "cupy" and not value.has_canonical_format:
            value = value.copy()
            value.sum_duplicates()
        return _compressed(c.CSR if value.format == "csr" else c.CSC, value.shape, value.indptr, value.indices,
                           value.data)
    value = _of_bools(value.tocoo())
    coords = getattr(value, "coords", None) or (value.row, value.col)
    return _coordinates(value.shape, coords, value.data)


def _jax(value):
    """BCOO and BCSR, through the host. What pads their arrays lies outside of the shape, or behind the last segment."""
    if not {"n_batch", "n_dense", "indices"} <= set(dir(value)):
        raise TypeError(f"a {type(value).__name__} of JAX; give a BCOO or BCSR, or a dense array")
    if value.n_batch or value.n_dense:
        raise TypeError("a batch of sparse arrays, or one with dense ranks; give a BCOO without either, or dense")
    indices, data = np.asarray(value.indices), np.asarray(value.data)
    if hasattr(value, "indptr"):
        segments = np.asarray(value.indptr)
        return _compressed(c.CSR, value.shape, segments, indices[: segments[-1]], data[: segments[-1]])
    inside = (indices < np.asarray(value.shape)).all(axis=1)
    return _coordinates(value.shape, list(indices[inside].T), data[inside])


def given(value):
    """Any array or sparse matrix as a tensor of the library. TypeError: it cannot be one."""
    if not _arrays.is_sparse(value):
        return _arrays.dense(value)
    if isinstance(value, Csr):
        return _compressed(c.CSR, value.shape, value.segments, value.coords, value.values)
    return {"torch": _torch, "jax": _jax}.get(kind_of(value), _scipy)(value)
