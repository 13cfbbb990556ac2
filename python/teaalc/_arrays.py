"""Arrays of NumPy, SciPy, Torch, CuPy and JAX: what they are, and dense ones as tensors of libteaal."""

import ctypes
import functools

import numpy as np

from . import _library as c

NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16, "f32": np.float32,
         "f64": np.float64}
_NAMES = {np.dtype(kind): name for name, kind in NUMPY.items()}
_LIBRARIES = {"scipy": "scipy", "torch": "torch", "cupy": "cupy", "cupyx": "cupy", "jax": "jax", "jaxlib": "jax"}


class Csr:
    """A matrix as the arrays of its rows: `segments` (one more than there are rows), `coords` (ascending in each row) and
    `values`, of any library; `shape` is (rows, columns)."""

    format = "csr"

    def __init__(self, segments, coords, values, shape):
        self.segments, self.coords, self.values, self.shape = segments, coords, values, tuple(shape)

    @property
    def dtype(self):
        return self.values.dtype


@functools.cache
def _library_of(kind):
    """The module of the first of a type's classes that belongs to a library, and the library; "" if none does."""
    modules = (getattr(each, "__module__", "") for each in kind.__mro__)
    module = next((module for module in modules if module.partition(".")[0] in _LIBRARIES), "")
    return module, _LIBRARIES.get(module.partition(".")[0], "numpy")


@functools.cache
def _name_of(dtype):
    """The library's name of an element type of Torch or NumPy; None for types that it has not."""
    name = str(dtype).replace("torch.", "")
    if dtype is None:
        return None
    if name == "bfloat16":
        return "bf16"
    try:
        return _NAMES.get(np.dtype(name) if str(dtype).startswith("torch.") else np.dtype(dtype))
    except TypeError:
        return None


def kind_of(value):
    """numpy, scipy, torch, cupy or jax: what results shall be."""
    if isinstance(value, Csr):
        return kind_of(value.values)
    return _library_of(type(value))[1]


def is_sparse(value):
    if isinstance(value, Csr):
        return True
    module, library = _library_of(type(value))
    if library == "torch":
        return str(value.layout) != "torch.strided"
    return module.startswith(("scipy.", "cupyx.")) or ".sparse" in module


def layout_of(value):
    """The name of a stored format that has this value's own arrays: dense, csr, csc; None for others."""
    if not is_sparse(value):
        return "dense"
    if isinstance(value, Csr):
        return "csr"
    name = str(value.layout).rpartition("_")[2] if kind_of(value) == "torch" else getattr(value, "format", "")
    return name if name in ("csr", "csc") and len(value.shape) == 2 else None


def type_of(value):
    """The library's name of the element type; None for types that it has not."""
    if isinstance(value, Csr):
        value = value.values
    return _name_of(getattr(value, "dtype", None))


class Given:
    """A tensor as the library sees it; holds the arrays that it points into. `copied` tells that some are copies of what
    was given."""

    def __init__(self, layout, shape):
        self.tensor = c.Tensor()
        self.tensor.struct_bytes = ctypes.sizeof(c.Tensor)
        self.tensor.layout = layout
        self.tensor.ranks = len(shape)
        if len(shape) > c.MOST_RANKS:
            raise TypeError(f"{len(shape)} ranks; at most {c.MOST_RANKS}")
        for rank, extent in enumerate(shape):
            self.tensor.shape[rank] = extent
        self.holds, self.copied = [], False

    def put(self, array, strides=None):
        pointer, elements, kind, place, held = _strided_memory(array, strides)
        self.holds.append(held)
        self.copied = self.copied or not shares_memory(held, array)
        return c.Array(pointer, elements, c.TYPES.index(kind), place)


def _address(array):
    if kind_of(array) == "torch":
        return array.data_ptr()
    for name in ("__cuda_array_interface__", "__array_interface__"):
        if hasattr(array, name):
            return getattr(array, name)["data"][0]
    return None


def shares_memory(held, array):
    """Whether what the library is shown of an array are its own elements."""
    return held is array or (_address(held) == _address(array) and type_of(held) == type_of(array))


def _real(name):
    return TypeError(f"elements of type {name}; kernels take numbers that are real")


def plain(array):
    """The same on the host as a NumPy array, of a type that the library has."""
    if isinstance(array, np.ndarray):
        out = array
    elif hasattr(array, "__dlpack__") and not hasattr(array, "__array__"):
        out = np.from_dlpack(array)
    else:
        out = np.asarray(array)
    if np.ma.is_masked(out):
        raise TypeError("some elements are masked; fill them")
    if not out.dtype.isnative:
        out = out.astype(out.dtype.newbyteorder("="))
    if out.dtype not in _NAMES:
        if out.dtype.kind not in "biuf" and "float" not in out.dtype.name:
            raise _real(out.dtype)
        out = out.astype(np.int64 if out.dtype.kind in "biu" and out.dtype.itemsize < 8 else np.float64)
    return out


def _torch_of_known_type(array):
    """The tensor itself where it may be shown as it lies."""
    if (array.is_cuda or array.device.type == "cpu") and type_of(array) and not array.is_neg():
        return array.detach() if array.requires_grad else array
    if array.device.type not in ("cpu", "cuda"):
        raise TypeError(f"a tensor on {array.device}; kernels run on the host and on the first GPU")
    if array.is_complex():
        raise _real(array.dtype)
    if array.is_neg():
        array = array.resolve_neg()
    if type_of(array) is None:
        array = array.double() if array.is_floating_point() else array.long()
    return array.detach()


def _torch_memory(array, strides):
    array = _torch_of_known_type(array)
    if strides is None:
        array = array.contiguous()
    elif array.numel() == 0:
        strides[:] = [0] * len(array.shape)
    else:
        strides[:] = array.stride()
    elements = array.numel()
    if elements and strides:
        elements = 1 + sum((n - 1) * s for n, s in zip(array.shape, strides))
    if array.is_cuda:
        _first_gpu(array.device.index)
    return array.data_ptr(), elements, type_of(array), c.DEVICE if array.is_cuda else c.HOST, array


def _first_gpu(index):
    if index not in (None, 0):
        raise TypeError(f"an array on GPU {index}; kernels run on the first one, 0")


def _device_memory(array, any_strides):
    """Of what offers __cuda_array_interface__; (interface, type, the array)."""
    if kind_of(array) == "jax":
        array.block_until_ready()  # it computes on streams of its own
        _first_gpu(next(iter(array.devices())).id)
    if kind_of(array) == "cupy":
        _first_gpu(array.device.id)
    if type_of(array) is None:
        array = _of_known_type(array)
    interface = array.__cuda_array_interface__
    if any_strides and any(step < 0 for step in interface.get("strides") or ()):  # some lie in front of the first
        array = array.copy()
        interface = array.__cuda_array_interface__
    return interface, type_of(array), c.DEVICE, array


def _of_known_type(array):
    """By the array's own library, on the GPU; what holds each of its values."""
    dtype = np.dtype(array.dtype)
    if dtype.kind not in "biuf" or not hasattr(array, "astype"):
        raise TypeError(f"elements of type {array.dtype} on a GPU; convert them, as with .astype('float32')")
    return array.astype(np.int64 if dtype.kind in "biu" and dtype.itemsize < 8 else np.float64)


def _host_memory(array, any_strides):
    host = plain(array)
    if not any_strides or any(s < 0 or s % host.itemsize for s in host.strides):
        host = np.ascontiguousarray(host)
    return host.__array_interface__, type_of(host), c.HOST, host


def _strided_memory(array, strides=None):
    """(pointer, elements reached, type, place, what to hold); `strides`, a list, is filled in elements. Without it, the
    elements lie one behind the other."""
    if kind_of(array) == "torch":
        return _torch_memory(array, strides)
    on_device = hasattr(array, "__cuda_array_interface__")
    memory = _device_memory if on_device else _host_memory
    interface, kind, place, held = memory(array, strides is not None)
    shape, size = interface["shape"], c.SIZES[c.TYPES.index(kind)]
    steps = interface.get("strides")
    if steps is None:
        steps = [size * int(np.prod(shape[rank + 1:], dtype=np.int64)) for rank in range(len(shape))]
    elif strides is None and list(steps) != [size] and max(shape) > 1:
        raise TypeError("an array on a GPU with gaps between its elements; make it contiguous")
    steps = [int(step) // size for step in steps]
    elements = 1 + sum((n - 1) * s for n, s in zip(shape, steps)) if 0 not in shape else 0
    if strides is not None:
        strides[:] = steps
    return interface["data"][0], elements, kind, place, held


def dense(array):
    """A dense tensor over the array's own memory where that can be."""
    if kind_of(array) != "torch" and not hasattr(array, "__cuda_array_interface__"):
        whole = plain(array)
        out = Given(c.DENSE, whole.shape)
        out.copied = whole is not array and whole.flags.owndata
        array = whole
    else:
        out = Given(c.DENSE, tuple(array.shape))
    strides = []
    out.tensor.values = out.put(array, strides)
    if any(n > 1 for n in array.shape):  # else strides are of no matter, and all 0 means row-major
        for rank, stride in enumerate(strides):
            out.tensor.strides[rank] = stride
    return out
