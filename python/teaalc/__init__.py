"""TeAAL specs as functions of arrays: compiled to CUDA, run on a GPU or on the CPU executor.

    import numpy as np, teaalc
    z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=np.eye(3), B=np.ones(3))

    spmv = teaalc.load("spmv.yaml", NUM_THREADS=256, format={"A": "csr"})
    z = spmv(A=scipy_matrix, B=vector)
    print(spmv.cuda); spmv.report()

Arrays of NumPy, SciPy, Torch, CuPy and JAX are taken; results are of the inputs' kind. docs/PYTHON.md says more.
"""

import ctypes
import json
import re
import threading
from pathlib import Path

from . import _arrays, _gradients, _library, _results, _runs
from ._arrays import Csr
from ._gradients import Function, Gradient
from ._library import Diagnostic, Error, InternalError, RunError, SpecError, UsageError, lib
from ._report import Report

__all__ = ["Csr", "Diagnostic", "Error", "Function", "Gradient", "InternalError", "Kernel", "Report", "RunError",
           "SpecError", "UsageError", "differentiable", "einsum", "grad", "load", "__version__"]
__version__ = lib.teaal_version().decode()

_devices = threading.local()


_OF_DEVICES = ("convert", "cache")  # options that a device has, not only a compile


def _device(kind, options=()):
    """A device a thread and way to open it, so that runs of several threads do not wait for one another."""
    opened = _devices.__dict__.setdefault("opened", {})
    key = (kind, *options)
    if key not in opened:
        at = _options(options)
        try:
            opened[key] = _library.Handle("device", "teaal_device_open", kind.encode(), at)
        finally:
            lib.teaal_options_free(at)
    return opened[key]


def _options(options):
    at = ctypes.c_void_p(lib.teaal_options_new())
    try:
        for name, value in options:
            _library.call("teaal_options_set", at, name.encode(), str(value).encode())
    except _library.Error:
        lib.teaal_options_free(at)
        raise
    return at


def _like(kind, arrays):
    """The first array of a library, whose device and type of matrix results take; None where inputs are of none."""
    found = next((value for value in arrays.values() if _arrays.kind_of(value) == kind), None)
    return found.values if isinstance(found, Csr) else found


class Kernel:
    """A compiled spec. Call it with its inputs and scalars by name.

    `inputs` and `outputs` map names to ranks, as the spec declares them; an array of tensor T has one extent a rank of T.
    `manifest` is docs/MANIFEST.md's, as a dict; `notes` are the Diagnostics of the compile; `device` is what was asked for.
    """

    def __init__(self, text, path, options, device):
        at = _options(options)
        try:
            data = text.encode()
            self._handle = _library.Handle("kernel", "teaal_compile_text", data, len(data), str(path).encode(), at)
        finally:
            lib.teaal_options_free(at)
        self.device = device
        self._of_device = tuple(sorted((name, str(value)) for name, value in options if name in _OF_DEVICES))
        self.notes = [d for d in self._handle.found if d.severity != "error"]
        self.manifest = json.loads(lib.teaal_kernel_manifest(self._handle.at))
        self._tensors = {t["name"]: t for t in self.manifest["tensors"]}
        self._results = {name: set(self._tensors[name]["formats"]) <= {"U"} for name in self.outputs}  # is it dense?
        self._runs, self._last, self._kind = _runs.Runs(), None, None

    @property
    def cuda(self):
        """The text of kernel.cu, as `teaalc SPEC -o kernel.cu` writes it."""
        return lib.teaal_kernel_cuda(self._handle.at).decode()

    @property
    def header(self):
        """The text of kernel.h."""
        return lib.teaal_kernel_header(self._handle.at).decode()

    @property
    def inputs(self):
        """Of each input its ranks, in the order of its array's extents; a name → list of names."""
        return {t["name"]: t["ranks"] for t in self.manifest["tensors"] if t["role"] == "input"}

    @property
    def outputs(self):
        """Of each output its ranks, in the order of its array's extents; a name → list of names."""
        return {t["name"]: t["ranks"] for t in self.manifest["tensors"] if t["role"] == "output"}

    def __repr__(self):
        expressions = "; ".join(e["text"] for e in self.manifest["cascade"])
        return f"<teaalc.Kernel {self.manifest['name']}: {expressions}>"

    def __call__(self, *, out=None, shape=None, values=(), **given):
        """Runs the kernel: `kernel(A=…, B=…, a=2.5)`.

        Each input has the shape of its ranks, scalars are numbers. `shape` maps ranks that no input fixes to extents.
        `out` maps outputs to arrays that are written in place and returned; of the compressed outputs that `values` names
        only the stored values are returned. One output is returned as it is, several as a
        dict. On a GPU the launch goes to the current stream of Torch or CuPy and is not waited for. Arrays that lie as
        those of an earlier call did, read where they are, take what was prepared for it: the last four are kept.
        """
        arrays = {name: value for name, value in given.items() if name in self._tensors}
        numbers = [name for name in given if name not in arrays] if len(given) > len(arrays) else ()
        rest = (tuple(values), tuple(shape.items()) if shape else (), *numbers)
        named = {**arrays, **{f"out {name}": array for name, array in out.items()}} if out else arrays
        asked = _runs.Asked(named, rest)
        run = self._runs.take(asked.key)
        is_again = run is not None
        if not is_again:
            run = self._prepared(arrays, asked.kind, shape or {}, out or {})
        for name in numbers:
            if name not in self.manifest["scalars"]:
                raise TypeError(f"{name} is no input and no scalar of {self!r}")
            run.scalar(name, given[name])
        results = {name: out[name] if out and name in out else make() for name, make in run.makes.items()}
        if is_again:
            run.launch_at([*asked.addresses[: len(arrays)], *(_runs.described(r)[1] for r in results.values())],
                          asked.stream)
        else:
            for name, result in results.items():
                run.bind_output(name, result)
            run.launch(asked.stream)
        if is_again or (asked.key and not any(run.copied(name) for name in (*run.inputs, *run.targets))):
            self._runs.keep(asked.key, run)
        if self._last is not None and self._last is not run:
            self._last.let_go()
        self._last, self._kind, run.held = run, asked.kind, (arrays, results)
        return self._returned(run, results, arrays, out, values)

    def _prepared(self, arrays, kind, shape, out):
        """A run with these inputs, which knows how to make memory for its outputs."""
        bound = _runs.shown(arrays)
        run = _runs.Run(self._handle, self._device_for(bound), bound)
        run.extents = self._extents(run, shape)
        like = _like(kind, arrays)
        for name, is_dense in self._results.items():
            if name in out:
                run.makes[name] = None  # such calls bring their own
            elif is_dense:
                run.makes[name] = self._maker(name, run.extents, kind, like)
        return run

    def _returned(self, run, results, arrays, out, values):
        for name in self._results:
            if name not in results:
                like = _like(self._kind, arrays)
                results[name] = (_gradients.stored_values(run, name, self._kind, like) if name in values
                                 else self._fetch(run, name, self._kind, like))
            elif not out or name not in out:
                results[name] = _results.finished(self._kind, results[name])
        return next(iter(results.values())) if len(results) == 1 else results

    def repeat(self):
        """Launches the last call once more, on the same arrays and whatever they hold by then; its results are written where
        they are. On a GPU it goes to the current stream and is not waited for."""
        _library.call("teaal_run_launch", self._ran().at, _results.stream_of(self._kind))

    def in_place(self):
        """Of the last call: which inputs and outputs the kernel used where they were, without a copy."""
        run = self._ran()
        return [name for name in self._tensors if not run.copied(name)]

    def report(self):
        """Runs the last call once more, timed, and reports as `teaalc run` does. Returns a Report."""
        run, texts = self._ran(), []
        for form in (b"text", b"json"):
            text = ctypes.c_char_p()
            _library.call("teaal_run_report", run.at, form, ctypes.byref(text))
            texts.append(text.value.decode())
        return Report(texts[0], json.loads(texts[1]))

    def _ran(self):
        if self._last is None:
            raise TypeError("the kernel was not called yet")
        return self._last

    def _device_for(self, bound):
        on_gpu = any(given.tensor.values.place == _library.DEVICE for given in bound.values())
        return _device("gpu" if on_gpu and self.device == "auto" else self.device, self._of_device)

    def _maker(self, name, extents, kind, like):
        """Makes memory for a dense output."""
        ranks = self._tensors[name]["ranks"]
        missing = [rank for rank in ranks if rank not in extents]
        if missing:
            raise TypeError(f"nothing fixes the extent of rank {missing[0]}; give shape={{'{missing[0]}': n}}")
        return _results.maker(kind, like, [extents[rank] for rank in ranks], self.manifest["value_type"])

    def _extents(self, run, shape):
        extents = dict(shape)
        for rank, extent in shape.items():
            _library.call("teaal_run_extent", run.at, rank.encode(), extent)
        for name, given in run.inputs.items():
            for at, rank in enumerate(self._tensors[name]["ranks"][: given.tensor.ranks]):
                extents.setdefault(rank, given.tensor.shape[at])
        return extents

    def _fetch(self, run, name, kind, like):
        ranks = self._tensors[name]["ranks"]
        memory, tensor = _results.Fetched(), _library.Tensor()
        tensor.struct_bytes = ctypes.sizeof(tensor)
        by_columns = self._tensors[name]["rank_order"] != ranks
        layout = _library.COO if len(ranks) != 2 else _library.CSC if by_columns else _library.CSR
        _library.call("teaal_run_fetch", run.at, name.encode(), layout, memory.allocate, None, ctypes.byref(tensor))
        return _results.sparse_result(kind, like, list(tensor.shape[: len(ranks)]), memory, tensor)


def _text_of(spec):
    """Of a path or the text itself: the text, and what to call it."""
    text = str(spec)
    if "\n" in text:
        return text, "spec.yaml"
    path = Path(spec)
    return path.read_text(encoding="utf-8"), path


def load(spec, *, format=None, type=None, device="auto", store=(), static=(), options=None, **symbols):
    """Compiles a spec, a path or the YAML text itself (which has more than one line), to a Kernel.

    `symbols` bind sizes of the spec, as -D. `format` maps tensors to stored formats ("csr", "M:U,K:C"), `type` is that of
    values ("f32"), `store` names tensors that shall be stored though others read them on, `static` inputs that stay the
    same. `options` maps further options of teaal_options_set ("arch", "fuse", …; "convert": where inputs that kernels do not
    read as they lie are converted, "auto", "device" or "host"). `device` is "auto" (the GPU if there is one), "cpu", "gpu" or
    "checked". Raises SpecError, which shows each error at its place.
    """
    text, path = _text_of(spec)
    chosen = [("define", f"{name}={value}") for name, value in symbols.items()]
    chosen += [("format", f"{name}={value}") for name, value in (format or {}).items()]
    chosen += [("store", name) for name in store] + [("static", name) for name in static]
    chosen += [("type", type)] if type else []
    chosen += list((options or {}).items())
    return Kernel(text, path, chosen, device)


def grad(spec, wrt, *, format=None, **symbols):
    """The spec of the gradients of `spec` (a path or YAML text) by the inputs and scalars that `wrt` lists, as a Gradient.

    `format` and `symbols` are as of `load`; formats stand in the derived spec. `load(str(grad(spec, ["A"])))` compiles it.
    """
    text, path = _text_of(spec)
    wrt = [wrt] if isinstance(wrt, str) else list(wrt)
    at = _options([("define", f"{name}={value}") for name, value in symbols.items()] +
                  [("format", f"{name}={value}") for name, value in (format or {}).items()])
    try:
        return _gradients.derive(text, path, wrt, at, _WORDS.findall(text))
    finally:
        lib.teaal_options_free(at)


def differentiable(spec, wrt, *, format=None, type="f32", device="auto", backward=None, options=None, **symbols):
    """A spec as a Function of Torch tensors or JAX arrays that can be differentiated by the inputs in `wrt`.

    `format` says which inputs are "csr"; the others are dense, whatever the spec says. `backward` is a spec to use in
    place of the derived one, such as that with a mapping. In Torch it is a custom operator with fake and autograd kernels
    and a rule for vmap, on the current stream; in JAX a custom_vjp whose kernels run on the host's copy of the arrays.
    """
    wrt = [wrt] if isinstance(wrt, str) else list(wrt)
    inputs = load(spec, format=format, type=type, device=device, options=options, **symbols).inputs
    formats = {name: "dense" for name, ranks in inputs.items() if ranks}
    formats.update(format or {})
    forward = load(spec, format=formats, type=type, device=device, options=options, **symbols)
    derived = grad(spec, wrt, format=formats, **symbols)

    def load_backward():
        return load(backward or str(derived), type=type, device=device, options=options)

    return Function(forward, derived, load_backward, wrt)


_WORDS = re.compile(r"[A-Za-z_]\w*")
_ACCESS = re.compile(r"([A-Za-z_]\w*)\s*\[([^\]]*)\]")
_kernels = {}


def _declaration(expression):
    declared = {}
    for name, indices in _ACCESS.findall(expression):
        variables = [index.strip() for index in indices.split(",")] if indices.strip() else []
        for index in variables:
            if not re.fullmatch(r"[a-z]\w*", index):
                raise TypeError(f"index '{index}' of {name} is no lower-case variable; write a spec and load it")
        ranks = [index.upper() for index in variables]
        if declared.setdefault(name, ranks) != ranks:
            raise TypeError(f"{name} has ranks {declared[name]} and {ranks}; write a spec and load it")
    return declared


def einsum(expression, *, mapping=None, format=None, type=None, device="auto", out=None, shape=None, **arrays):
    """Computes an expression, such as `einsum("Z[i] = A[i, j] * B[j]", A=a, B=b)`.

    Tensors have lower-case indices; the rank of index i is I. `mapping` is the section of that name, a dict or YAML text.
    Inputs keep their own storage (CSR, CSC, dense), `format` says otherwise, of the output, too ({"Z": "csr"}). `type` is
    that of values; by default the widest of the inputs'. Returns the result, shaped by the left-hand side's indices.
    """
    declared = _declaration(expression)
    formats = {name: _arrays.layout_of(value) for name, value in arrays.items() if name in declared}
    formats = {name: text for name, text in formats.items() if text and declared[name]}
    formats.update(format or {})
    types = [_arrays.type_of(value) for name, value in arrays.items() if name in declared]
    if type is None:
        type = next((t for t in ("f64", "f32", "bf16", "f16") if t in types), "f32")
    spec = {"einsum": {"declaration": declared, "expressions": [expression]}}
    text = json.dumps(spec, indent=1)
    if isinstance(mapping, str):
        text = f"einsum: {json.dumps(spec['einsum'])}\nmapping:\n" + "".join(
            f"  {line}\n" for line in mapping.splitlines())
    elif mapping is not None:
        text = json.dumps({**spec, "mapping": mapping}, indent=1)
    key = (text, tuple(sorted(formats.items())), type, device)
    if key not in _kernels:
        _kernels[key] = load(text, format=formats, type=type, device=device)
    return _kernels[key](out=out, shape=shape, **arrays)
