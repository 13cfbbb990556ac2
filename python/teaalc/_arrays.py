"""Arrays of NumPy, SciPy, Torch, CuPy and JAX as tensors of libteaal, and back."""

import ctypes
import sys

import numpy as np

from . import _library as c

_NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16, "f32": np.float32,
          "f64": np.float64}
_NAMES = {np.dtype(kind): name for name, kind in _NUMPY.items()}


class Csr:
    """A matrix as the arrays of its rows: `segments` (one more than there are rows), `coords` (ascending in each row) and
    `values`, of any library; `shape` is (rows, columns)."""

    format = "csr"

    def __init__(self, segments, coords, values, shape):
        self.segments, self.coords, self.values, self.shape = segments, coords, values, tuple(shape)

    @property
    def dtype(self):
        return self.values.dtype


def _module_of(value):
    return type(value).__module__.partition(".")[0]


def kind_of(value):
    """numpy, scipy, torch, cupy or jax: what results shall be."""
    if isinstance(value, Csr):
        return kind_of(value.values)
    top = _module_of(value)
    return {"scipy": "scipy", "torch": "torch", "cupy": "cupy", "cupyx": "cupy", "jax": "jax", "jaxlib": "jax"}.get(
        top, "numpy")


def is_sparse(value):
    if isinstance(value, Csr):
        return True
    kind = kind_of(value)
    if kind == "torch":
        return str(value.layout) != "torch.strided"
    return kind == "scipy" or _module_of(value) == "cupyx"


def layout_of(value):
    """The name of a stored format that has this value's own arrays: dense, csr, csc; None for others."""
    if not is_sparse(value):
        return "dense"
    if isinstance(value, Csr):
        return "csr"
    name = str(value.layout).rpartition("_")[2] if kind_of(value) == "torch" else getattr(value, "format", "")
    return name if name in ("csr", "csc") else None


def type_of(value):
    """The library's name of the element type; None for types that it converts."""
    if isinstance(value, Csr):
        value = value.values
    dtype = getattr(value, "dtype", None)
    if "bfloat16" in str(dtype):
        return "bf16"
    if kind_of(value) == "torch":
        dtype = str(dtype).replace("torch.", "")
        dtype = {"bool": "uint8"}.get(dtype, dtype)
    try:
        return _NAMES.get(np.dtype(dtype))
    except TypeError:
        return None


class Given:
    """A tensor as the library sees it; holds the arrays that it points into."""

    def __init__(self, layout, shape):
        self.tensor = c.Tensor()
        self.tensor.struct_bytes = ctypes.sizeof(c.Tensor)
        self.tensor.layout = layout
        self.tensor.ranks = len(shape)
        if len(shape) > c.MOST_RANKS:
            raise TypeError(f"{len(shape)} ranks; at most {c.MOST_RANKS}")
        for rank, extent in enumerate(shape):
            self.tensor.shape[rank] = extent
        self.holds = []

    def put(self, array, strides=None):
        pointer, elements, kind, place, held = strided_memory(array, strides)
        self.holds.append(held)
        return c.Array(pointer, elements, c.TYPES.index(kind), place)


def _plain(array):
    """The same with a type that the library has, on the host as a NumPy array."""
    if isinstance(array, np.ndarray):
        out = array
    elif hasattr(array, "__dlpack__") and not hasattr(array, "__array__"):
        out = np.from_dlpack(array)
    else:
        out = np.asarray(array)
    if out.dtype not in _NAMES:
        out = out.astype(np.int64 if out.dtype.kind in "bu" and out.dtype.itemsize < 8 else np.float64)
    return out if out.dtype.isnative else out.astype(out.dtype.newbyteorder("="))


def _torch_memory(array, strides):
    kind = type_of(array)
    if kind is None:
        import torch
        array = array.to(torch.int32 if not array.is_floating_point() else torch.float64)
        kind = type_of(array)
    array = array.detach()
    if strides is None:
        array = array.contiguous()
    elements = 1 + sum((n - 1) * s for n, s in zip(array.shape, array.stride())) if array.numel() else 0
    if strides is not None:
        strides[:] = array.stride()
    return array.data_ptr(), elements, kind, c.DEVICE if array.is_cuda else c.HOST, array


def strided_memory(array, strides=None):
    """(pointer, elements reached, type, place, what to hold); `strides`, a list, is filled in elements."""
    if kind_of(array) == "torch":
        return _torch_memory(array, strides)
    interface = getattr(array, "__cuda_array_interface__", None)
    host = None
    if interface is None:
        host = _plain(array)
        if strides is None or any(s < 0 or s % host.itemsize for s in host.strides):
            host = np.ascontiguousarray(host)
        interface = host.__array_interface__
    kind = type_of(host) if host is not None else type_of(array)
    if kind is None:
        raise TypeError(f"elements of type {array.dtype} on a GPU; convert them")
    shape, size = interface["shape"], c.SIZES[c.TYPES.index(kind)]
    steps = interface.get("strides")
    steps = [step // size for step in steps] if steps else list(np.cumprod([1, *shape[:0:-1]])[::-1]) if shape else []
    elements = int(1 + sum((n - 1) * s for n, s in zip(shape, steps))) if 0 not in shape else 0
    if strides is not None:
        strides[:] = [int(s) for s in steps]
    return interface["data"][0], elements, kind, c.HOST if host is not None else c.DEVICE, \
        host if host is not None else array


def dense(array):
    """A dense tensor over the array's own memory where that can be."""
    strides = []
    if kind_of(array) == "torch" or hasattr(array, "__cuda_array_interface__"):
        out = Given(c.DENSE, tuple(array.shape))
    else:
        array = _plain(array)
        out = Given(c.DENSE, array.shape)
    out.tensor.values = out.put(array, strides)
    if any(n > 1 for n in array.shape):  # else strides are of no matter, and all 0 means row-major
        for rank, stride in enumerate(strides):
            out.tensor.strides[rank] = stride
    return out


def _compressed(layout, shape, segments, coords, values):
    out = Given(layout, shape)
    out.tensor.segments[0] = out.put(segments)
    out.tensor.coords[0] = out.put(coords)
    out.tensor.values = out.put(values)
    return out


def _coordinates(shape, coords, values):
    out = Given(c.COO, shape)
    for rank, each in enumerate(coords):
        out.tensor.coords[rank] = out.put(each)
    out.tensor.values = out.put(values)
    return out


def _torch_sparse(value):
    layout = str(value.layout)
    shape = tuple(value.shape)
    if layout == "torch.sparse_csr":
        return _compressed(c.CSR, shape, value.crow_indices(), value.col_indices(), value.values())
    if layout == "torch.sparse_csc":
        return _compressed(c.CSC, shape, value.ccol_indices(), value.row_indices(), value.values())
    if layout == "torch.sparse_coo":
        value = value.coalesce()
        return _coordinates(shape, list(value.indices()), value.values())
    return _torch_sparse(value.to_sparse_csr())  # blocks


def given(value):
    """Any array or sparse matrix as a tensor of the library."""
    if not is_sparse(value):
        return dense(value)
    if isinstance(value, Csr):
        return _compressed(c.CSR, value.shape, value.segments, value.coords, value.values)
    if kind_of(value) == "torch":
        return _torch_sparse(value)
    if value.format in ("csr", "csc"):
        return _compressed(c.CSR if value.format == "csr" else c.CSC, value.shape, value.indptr, value.indices,
                           value.data)
    value = value.tocoo()
    return _coordinates(value.shape, [value.row, value.col], value.data)


def stream_of(kind):
    """The current stream of the inputs' library; the default stream where it has none."""
    if kind == "torch":
        import torch
        return torch.cuda.current_stream().cuda_stream if torch.cuda.is_available() else 0
    return sys.modules["cupy"].cuda.get_current_stream().ptr if kind == "cupy" else 0


def empty(kind, like, shape, type_name):
    """Uninitialised memory for a result, where the inputs are; of JAX, whose arrays cannot be written, on the host."""
    if kind == "torch":
        import torch
        names = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "i32": "int32"}
        return torch.empty(shape, dtype=getattr(torch, names[type_name]), device=like.device)
    if kind == "cupy":
        return sys.modules["cupy"].empty(shape, dtype=_NUMPY[type_name])
    if type_name == "bf16":
        return np.empty(shape, dtype=np.float32)
    return np.empty(shape, dtype=_NUMPY[type_name])


def finished(kind, array):
    """A result that lies on the host, as the inputs' kind."""
    if kind == "jax":
        return sys.modules["jax"].numpy.asarray(array)
    return array


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
            return np.empty(0, dtype=_NUMPY.get(kind, np.float32))
        for held in self.arrays:
            if held.ctypes.data == of.data:
                if kind == "bf16":
                    return (held.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
                return held.view(_NUMPY[kind])
        raise AssertionError("an array that nobody allocated")


def sparse_result(kind, like, shape, fetched, tensor):
    """Fetched arrays as a sparse matrix of the inputs' kind; (coordinates, values) where that has none."""
    values = fetched.array(tensor.values)
    if tensor.layout == c.CSR:
        segments, coords = fetched.array(tensor.segments[0]), fetched.array(tensor.coords[0])
        if kind == "torch":
            import torch
            parts = [torch.from_numpy(part) for part in (segments, coords.astype(np.int64), values)]
            return torch.sparse_csr_tensor(*parts, size=tuple(shape)).to(like.device)
        if kind == "cupy":
            cupy = sys.modules["cupy"]
            from cupyx.scipy import sparse as device_sparse
            return device_sparse.csr_matrix(tuple(cupy.asarray(part) for part in (values, coords, segments)), shape)
        from scipy import sparse
        return sparse.csr_matrix((values, coords, segments), shape=tuple(shape))
    return [fetched.array(tensor.coords[rank]) for rank in range(len(shape))], values


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
            return empty(kind, like, (0,), name)
        out = torch.as_tensor(_OnDevice(of, name), device=like.device).clone()
        return out.view(torch.bfloat16) if name == "bf16" else out
    if of.place == c.DEVICE:
        raise TypeError(f"values on a GPU, inputs of {kind}")
    size = c.SIZES[of.type] * of.elements
    data = np.frombuffer(ctypes.string_at(of.data, size), dtype=np.uint8) if size else np.empty(0, np.uint8)
    if name == "bf16":
        data = (data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    else:
        data = data.view(_NUMPY[name]).copy()
    if kind == "torch":
        import torch
        out = torch.from_numpy(data)
        return (out.to(torch.bfloat16) if name == "bf16" else out).to(like.device)
    return finished(kind, data)
