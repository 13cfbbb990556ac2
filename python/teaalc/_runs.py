"""Runs of a kernel: prepared for one call, and taken again by calls that are like it but for where their arrays lie."""

import ctypes
import sys
import threading

import numpy as np

from . import _arrays, _library, _results, _sparse

_MOST = 4  # runs that a kernel keeps for a thread: each has its workspaces
_KINDS = ("numpy", "scipy", "jax", "cupy", "torch")  # results are of the last of these that an input is of


# What a value is described by: (all that a run was prepared for, its address, or those of segments, coordinates, values);
# None of what has to be looked at anew in each call.


def _torch_describer():
    torch = sys.modules["torch"]
    strided, by_rows, by_columns = torch.strided, torch.sparse_csr, torch.sparse_csc

    def described_torch(tensor):
        layout = tensor.layout
        if layout is strided:
            return (tensor.dtype, tensor.shape, tensor.stride(), tensor.device, tensor.is_neg()), tensor.data_ptr()
        if layout is by_rows:
            return _of_parts((layout, tensor.shape), tensor.crow_indices(), tensor.col_indices(), tensor.values())
        if layout is by_columns:
            return _of_parts((layout, tensor.shape), tensor.ccol_indices(), tensor.row_indices(), tensor.values())
        return None

    return described_torch


def _of_numpy(array):
    return (array.dtype, array.shape, array.strides), array.ctypes.data


def _of_cupy(array):
    return (array.dtype, array.shape, array.strides, array.device.id), array.data.ptr


def _of_csr(matrix):
    return _of_parts(matrix.shape, matrix.segments, matrix.coords, matrix.values)


def _of_parts(what, *parts):
    found = [described(each) for each in parts]
    if None in found:
        return None
    return (what, *(part for part, _ in found)), tuple(at for _, at in found)


def _nothing(_value):
    return None


_known = {}  # of a type: which of _KINDS it is, and what describes its values; None: each value says which kind


def _known_as(kind, value):
    library = _arrays.kind_of(value)
    describe = _nothing
    if issubclass(kind, _arrays.Csr):
        describe, library = _of_csr, None
    elif kind is np.ndarray:
        describe = _of_numpy
    elif library == "torch" and hasattr(value, "data_ptr"):
        describe = _torch_describer()
    elif library == "cupy" and not _arrays.is_sparse(value):
        describe = _of_cupy
    found = _known[kind] = (_KINDS.index(library) if library else None, describe)
    return found


def described(value):
    kind = type(value)
    return (_known.get(kind) or _known_as(kind, value))[1](value)


class Asked:
    """What a call asks for: arrays by name, outputs as "out NAME", and how results shall be.

    `kind` is the library of the results. `key` is what calls have in common that can take one run, None if they cannot;
    `addresses` are those of the arrays, in order.
    """

    __slots__ = ("kind", "stream", "key", "addresses")

    def __init__(self, arrays, rest):
        best, parts, addresses = 0, [], []
        for name, value in arrays.items():
            kind = type(value)
            of_kind, describe = _known.get(kind) or _known_as(kind, value)
            if of_kind is None:
                of_kind = _KINDS.index(_arrays.kind_of(value))
            if of_kind > best and not name.startswith("out "):
                best = of_kind
            found = describe(value)
            if found is None:
                parts = None
            elif parts is not None:
                parts.append(name)
                parts.append(found[0])
                addresses.append(found[1])
        self.kind = _KINDS[best]
        self.stream = _results.stream_of(self.kind)
        self.key = None if parts is None else (self.stream, rest, *parts)
        self.addresses = addresses


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
    """A kernel with its inputs and outputs on a device. `inputs` and `targets` are the tensors that it was shown, `makes`
    what makes memory for a dense output, by name. `held` are arrays that it may read and write."""

    def __init__(self, kernel, device, inputs):
        super().__init__("run", "teaal_run_new", kernel.at, device.at)
        self.inputs, self.targets, self.extents, self.makes, self.held = inputs, {}, None, {}, ()
        self._scalars, self._moved, self._slots = {}, None, ()
        for name, given in inputs.items():
            _library.call("teaal_run_input", self.at, name.encode(), ctypes.byref(given.tensor))

    def scalar(self, name, value):
        value = float(value)  # an array of one number may hold another in the next call
        if self._scalars.get(name) != value:
            _library.call("teaal_run_scalar", self.at, name.encode(), value)
            self._scalars[name] = value

    def bind_output(self, name, wanted):
        """Where an output goes."""
        given = self.targets[name] = _named(f"out[{name!r}]", _results.target, wanted)
        _library.call("teaal_run_output", self.at, name.encode(), ctypes.byref(given.tensor))

    def launch(self, stream):
        _library.call("teaal_run_launch", self.at, stream)

    def launch_at(self, addresses, stream):
        """With arrays that lie as those of the call before did: addresses of inputs and targets, in that order."""
        if self._moved is None:
            names = [name.encode() for name in (*self.inputs, *self.targets)]
            self._moved = (_library.Moved * len(names))(*((name,) for name in names))
            self._slots = list(self._moved)
            for given in (*self.inputs.values(), *self.targets.values()):
                given.holds = []
        for slot, at in zip(self._slots, addresses):
            if type(at) is int:
                slot.values = at
            else:
                slot.segments, slot.coords, slot.values = at
        if _library.lib.teaal_run_launch_at(self.at, len(self._slots), self._moved, stream, None):
            _library.call("teaal_run_launch_at", self.at, len(self._slots), self._moved, stream)  # it says what is wrong

    def copied(self, name):
        """Whether the library was shown a copy of what was given, or made one."""
        given = self.inputs.get(name) or self.targets.get(name)
        return (given is not None and given.copied) or not _library.lib.teaal_run_in_place(self.at, name.encode())

    def let_go(self):
        """Arrays that only this run still holds may be freed."""
        self.held = ()
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
