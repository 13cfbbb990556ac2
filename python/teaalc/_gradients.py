"""Specs of gradients, and specs as functions that Torch and JAX differentiate."""

import ctypes
import hashlib
import threading

from . import _arrays, _library, _results
from ._library import lib


class Gradient:
    """The derived spec of gradients: `str(gradient)` is its YAML. `seeds` maps each output to the input that takes the
    derivatives by it ("Z" to "dZ"), `by` each input to the output that holds the derivatives by it ("A" to "dA")."""

    def __init__(self, text, seeds, by):
        self.text, self.seeds, self.by = text, seeds, by

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<teaalc.Gradient by {', '.join(self.by)}>"


def derive(text, path, wrt, options, outputs):
    """The Gradient of a spec's text; `options` is a handle of the library's."""
    data = text.encode()
    handle = _library.Handle("gradient", "teaal_gradient_text", data, len(data), str(path).encode(),
                             ",".join(wrt).encode(), options)

    def names(function, of):
        found = {name: getattr(lib, function)(handle.at, name.encode()) for name in of}
        return {name: value.decode() for name, value in found.items() if value}

    return Gradient(lib.teaal_gradient_spec(handle.at).decode(), names("teaal_gradient_seed", outputs),
                    names("teaal_gradient_by", wrt))


class _Call:
    """A kernel as a function of arrays alone: of each tensor its array, or segments, coordinates and values of CSR."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.tensors = {t["name"]: t for t in kernel.manifest["tensors"]}
        self.inputs, self.outputs = list(kernel.inputs), list(kernel.outputs)
        self.sparse = {name: set(t["formats"]) != {"U"} and bool(t["ranks"]) for name, t in self.tensors.items()}
        for name in self.inputs:
            if self.sparse[name] and self.tensors[name]["formats"] != "UC":
                raise TypeError(f"{name} is stored as {self.tensors[name]['formats']}; give the formats dense or csr")
        for name in self.outputs:
            if self.sparse[name] and not self.tensors[name].get("like"):
                raise TypeError(f"{name} is compressed with a structure of its own, which nobody knows before a run; "
                                f"store it dense, or like an input")
        used = [name for name in self.inputs] + self.outputs
        self.ranks = sorted({rank for name in used for rank in self.tensors[name]["ranks"]})
        self.scalars = list(kernel.manifest.get("scalars", []))

    def arguments(self):
        """(argument, tensor) in their order; values of CSR have the tensor's name."""
        out = []
        for name in self.inputs:
            parts = ["_segments", "_coords", ""] if self.sparse[name] else [""]
            out += [(name + part, name) for part in parts]
        return out

    def given(self, arrays, sizes):
        """The kernel's keyword arguments."""
        held = dict(zip([argument for argument, _ in self.arguments()], arrays))
        extents = dict(zip(self.ranks, sizes))
        out = {}
        for name in self.inputs:
            if self.sparse[name]:
                shape = tuple(extents[rank] for rank in self.tensors[name]["ranks"])
                out[name] = _arrays.Csr(held[name + "_segments"], held[name + "_coords"], held[name], shape)
            else:
                out[name] = held[name]
        return out

    def shape_of(self, name, arrays, sizes):
        """Of what is returned for an output: of one that is like an input, its values."""
        like = self.tensors[name].get("like")
        if self.sparse[name]:
            names = [argument for argument, _ in self.arguments()]
            return tuple(arrays[names.index(like)].shape)
        extents = dict(zip(self.ranks, sizes))
        return tuple(extents[rank] for rank in self.tensors[name]["ranks"])

    def __call__(self, arrays, sizes, scalars):
        values = [name for name in self.outputs if self.sparse[name]]
        results = self.kernel(shape=dict(zip(self.ranks, sizes)), values=values, **self.given(arrays, sizes),
                              **dict(zip(self.scalars, scalars)))
        return [results[name] for name in self.outputs] if len(self.outputs) > 1 else [results]


class Function:
    """A spec as a differentiable function of Torch tensors or JAX arrays: call it with its inputs by name.

    Dense inputs are strided arrays of the spec's shapes; inputs whose format is csr are `teaalc.Csr`, or Torch's CSR
    tensors, and are differentiated by their values. Scalars are numbers. `forward` is the Kernel, `gradient` the derived
    spec, `backward` its Kernel.
    """

    _lock = threading.Lock()

    def __init__(self, forward, gradient, load_backward, wrt):
        self.forward, self.gradient, self.wrt = forward, gradient, list(wrt)
        self._call, self._load, self._backward = _Call(forward), load_backward, None
        self._torch, self._jax = None, None
        formats = {name: t["formats"] for name, t in self._call.tensors.items()}
        if any(set(formats[name]) != {"U"} and formats[name] for name in gradient.seeds):
            raise TypeError("outputs are dense where they are differentiated")

    @property
    def backward(self):
        return self._adjoint().kernel

    def _adjoint(self):
        with self._lock:
            if self._backward is None:
                self._backward = _Call(self._load())
        return self._backward

    def __call__(self, *, shape=None, **given):
        """Results as the inputs' kind: one as it is, several as a dict."""
        call = self._call
        arrays, extents = [], dict(shape or {})
        for name in call.inputs:
            if name not in given:
                raise TypeError(f"input {name} is missing")
            parts, own = _parts(given.pop(name), call.sparse[name], name)
            arrays += parts
            if len(own) != len(call.tensors[name]["ranks"]):
                raise TypeError(f"{name} has ranks {call.tensors[name]['ranks']}, not {len(own)}")
            extents.update(zip(call.tensors[name]["ranks"], own))
        missing = [rank for rank in call.ranks if rank not in extents]
        if missing:
            raise TypeError(f"nothing fixes the extent of rank {missing[0]}; give shape={{'{missing[0]}': n}}")
        sizes = [int(extents[rank]) for rank in call.ranks]
        scalars = [float(given.pop(name)) for name in call.scalars]
        if given:
            raise TypeError(f"{next(iter(given))} is no input of {call.kernel!r}")
        kinds = {_arrays.kind_of(array) for array in arrays}
        run = self._jax_function() if "jax" in kinds else self._torch_function()
        results = run(arrays, sizes, scalars)
        return results[0] if len(results) == 1 else dict(zip(call.outputs, results))

    def _torch_function(self):
        if self._torch is None:
            from ._torch import function
            self._torch = function(self)
        return self._torch

    def _jax_function(self):
        if self._jax is None:
            from ._jax import function
            self._jax = function(self)
        return self._jax

    # What both need of the backward pass.

    def adjoint_arrays(self, arrays, seeds):
        """The arguments of the backward kernel, from those of the forward kernel and the seeds by output."""
        held = dict(zip([argument for argument, _ in self._call.arguments()], arrays))
        held.update({seed: seeds[output] for output, seed in self.gradient.seeds.items()})
        return [held[argument] for argument, _ in self._adjoint().arguments()]

    def adjoint_sizes(self, sizes):
        extents = dict(zip(self._call.ranks, sizes))
        return [extents[rank] for rank in self._adjoint().ranks]

    def adjoint_scalars(self, scalars):
        held = dict(zip(self._call.scalars, scalars))
        return [held[name] for name in self._adjoint().scalars]

    def by_argument(self, gradients):
        """Gradients as the backward kernel returns them, for each argument of the forward kernel; None where none is."""
        found = dict(zip(self._adjoint().outputs, gradients))
        own = {name: found[gradient] for name, gradient in self.gradient.by.items()}
        return [own.get(argument) for argument, _ in self._call.arguments()]

    def name(self, what):
        """A name for registries: equal specs have equal ones."""
        text = self.forward.cuda + self.forward.device + str(self.gradient)
        return f"{what}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _parts(value, sparse, name):
    """The arrays of an input, and its shape."""
    if not sparse:
        if _arrays.is_sparse(value):
            raise TypeError(f"{name} is stored dense here; format={{'{name}': 'csr'}} takes CSR")
        return [value], tuple(value.shape)
    if isinstance(value, _arrays.Csr):
        return [value.segments, value.coords, value.values], tuple(value.shape)
    if _arrays.kind_of(value) == "torch" and _arrays.layout_of(value) == "csr":
        return [value.crow_indices(), value.col_indices(), value.values()], tuple(value.shape)
    raise TypeError(f"{name} is stored as CSR: give teaalc.Csr(segments, coords, values, shape)")


def stored_values(run, name, kind, like):
    """A copy of the values of an output where the launch left them, as an array of the inputs' kind."""
    tensor = _library.Tensor()
    tensor.struct_bytes = ctypes.sizeof(tensor)
    _library.call("teaal_run_stored", run.at, name.encode(), ctypes.byref(tensor))
    return _results.copied(tensor.values, kind, like)
