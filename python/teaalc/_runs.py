"""Runs of a kernel: prepared for one call, and taken again by calls that are like it but for where their arrays lie."""

import ctypes
import threading

import numpy as np

from . import _arrays, _library, _results, _sparse

_MOST = 4  # runs that a kernel keeps for a thread: each has its workspaces


def _of_torch(tensor):
    layout = str(tensor.layout)
    if layout == "torch.strided":
        return (tensor.dtype, tensor.shape, tensor.stride(), tensor.device, tensor.is_neg()), (tensor.data_ptr(),)
    if layout not in ("torch.sparse_csr", "torch.sparse_csc"):
        return None
    along, across = ("crow", "col") if layout == "torch.sparse_csr" else ("ccol", "row")
    parts = (getattr(tensor, f"{along}_indices")(), getattr(tensor, f"{across}_indices")(), tensor.values())
    return _of_parts((layout, tensor.shape), parts)


def _of_numpy(array):
    return (array.dtype, array.shape, array.strides), (array.ctypes.data,)


def _of_parts(what, parts):
    found = [described(each) for each in parts]
    if None in found:
        return None
    return (what, *(part for part, _ in found)), tuple(at for _, (at,) in found)


def _of_cupy(array):
    return (array.dtype, array.shape, array.strides, array.device.id), (array.data.ptr,)


def described(value):
    """(all that a run was prepared for, addresses); None of what has to be looked at anew in each call."""
    if type(value) is np.ndarray:
        return _of_numpy(value)
    if isinstance(value, _arrays.Csr):
        return _of_parts(value.shape, (value.segments, value.coords, value.values))
    if hasattr(value, "data_ptr"):
        return _of_torch(value)
    return _of_cupy(value) if _arrays.kind_of(value) == "cupy" and not _arrays.is_sparse(value) else None


def key_of(arrays, rest):
    """What calls have in common that can take one run, and the addresses of their arrays by name. None: they cannot."""
    parts, addresses = [], {}
    for name, value in arrays.items():
        found = described(value)
        if found is None:
            return None, addresses
        parts.append((name, found[0]))
        addresses[name] = found[1]
    return (tuple(parts), rest), addresses


def _named(name, make, value):
    """make(value); what is wrong with the value is told by its name."""
    try:
        return make(value)
    except TypeError as wrong:
        raise TypeError(f"{name}: {wrong}") from wrong


def shown(tensors):
    """Of each array, by name, what the library is shown."""
    return {name: _named(name, _sparse.given, value) for name, value in tensors.items()}


class Run(_library.Handle):
    """A kernel with its inputs and outputs on a device. `inputs` and `targets` are the tensors that it was shown."""

    def __init__(self, kernel, device, inputs):
        super().__init__("run", "teaal_run_new", kernel.at, device.at)
        self.inputs, self.targets, self.extents = inputs, {}, None
        self._known = {}  # addresses that the library was told last, by name

    def bind(self, name, value, addresses):
        """An input; where `addresses` are given, this one lies there and else as the one before."""
        given = self.inputs[name]
        if addresses is not None:
            given.move(value, addresses)
        self._tell("teaal_run_input", name, given, addresses)

    def _tell(self, function, name, given, addresses):
        """The library remembers what it was told: nothing is said twice."""
        if addresses is None or self._known.get(name) != addresses:
            _library.call(function, self.at, name.encode(), ctypes.byref(given.tensor))
            self._known[name] = addresses

    def bind_output(self, name, wanted):
        """Where an output goes; an array that lies as the one of the call before, if there was one."""
        given, addresses = self.targets.get(name), None
        if given is None:
            given = self.targets[name] = _named(f"out[{name!r}]", _results.target, wanted)
        else:
            addresses = described(wanted)[1]
            given.move(wanted, addresses)
        self._tell("teaal_run_output", name, given, addresses)

    def copied(self, name):
        """Whether the library was shown a copy of what was given, or made one."""
        given = self.inputs.get(name) or self.targets.get(name)
        return (given is not None and given.copied) or not _library.lib.teaal_run_in_place(self.at, name.encode())

    def let_go(self):
        """Arrays that only this run still holds may be freed."""
        for given in (*self.inputs.values(), *self.targets.values()):
            given.holds = []


class Runs:
    """The runs that a kernel keeps, those of a thread for itself; the one used last stands last."""

    def __init__(self):
        self._kept = threading.local()

    def take(self, key):
        return self._kept.__dict__.setdefault("runs", {}).pop(key, None) if key else None

    def keep(self, key, run):
        runs = self._kept.__dict__.setdefault("runs", {})
        runs[key] = run
        if len(runs) > _MOST:
            del runs[next(iter(runs))]
