"""libteaal through ctypes: include/teaal/teaal.h, in Python's words."""

import ctypes
import os
import threading
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_void_p
from pathlib import Path

MOST_RANKS, MOST_LEVELS = 8, 16
HOST, DEVICE = 0, 1
DENSE, COO, CSR, CSC, STORED = range(5)
TYPES = ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
SIZES = (1, 2, 4, 8, 2, 2, 4, 8)


class Array(Structure):
    _fields_ = [("data", c_void_p), ("elements", c_int64), ("type", c_int), ("place", c_int)]


class Tensor(Structure):
    _fields_ = [
        ("struct_bytes", c_size_t), ("layout", c_int), ("ranks", c_int32), ("shape", c_int64 * MOST_RANKS),
        ("strides", c_int64 * MOST_RANKS), ("values", Array), ("segments", Array * MOST_LEVELS),
        ("coords", Array * MOST_LEVELS), ("masks", Array * MOST_LEVELS), ("bases", Array * MOST_LEVELS),
    ]


class Moved(Structure):
    _fields_ = [("tensor", c_char_p), ("values", c_void_p), ("segments", c_void_p), ("coords", c_void_p)]


class FoundDiagnostic(Structure):
    _fields_ = [("severity", c_int), ("code", c_char_p), ("message", c_char_p), ("file", c_char_p), ("line", c_int),
                ("column", c_int), ("length", c_int), ("text", c_char_p)]


ALLOCATOR = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_char_p)

_FUNCTIONS = {
    "teaal_api_version": (c_int, []),
    "teaal_version": (c_char_p, []),
    "teaal_diagnostics_new": (c_void_p, []),
    "teaal_diagnostics_free": (None, [c_void_p]),
    "teaal_diagnostics_count": (c_size_t, [c_void_p]),
    "teaal_diagnostics_at": (FoundDiagnostic, [c_void_p, c_size_t]),
    "teaal_options_new": (c_void_p, []),
    "teaal_options_free": (None, [c_void_p]),
    "teaal_options_set": (c_int, [c_void_p, c_char_p, c_char_p, c_void_p]),
    "teaal_compile_text": (c_int, [c_char_p, c_size_t, c_char_p, c_void_p, POINTER(c_void_p), c_void_p]),
    "teaal_kernel_free": (None, [c_void_p]),
    "teaal_kernel_cuda": (c_char_p, [c_void_p]),
    "teaal_kernel_header": (c_char_p, [c_void_p]),
    "teaal_kernel_manifest": (c_char_p, [c_void_p]),
    "teaal_gradient_text": (c_int, [c_char_p, c_size_t, c_char_p, c_char_p, c_void_p, POINTER(c_void_p), c_void_p]),
    "teaal_gradient_free": (None, [c_void_p]),
    "teaal_gradient_spec": (c_char_p, [c_void_p]),
    "teaal_gradient_seed": (c_char_p, [c_void_p, c_char_p]),
    "teaal_gradient_by": (c_char_p, [c_void_p, c_char_p]),
    "teaal_device_open": (c_int, [c_char_p, c_void_p, POINTER(c_void_p), c_void_p]),
    "teaal_device_free": (None, [c_void_p]),
    "teaal_device_name": (c_char_p, [c_void_p]),
    "teaal_device_is_gpu": (c_int, [c_void_p]),
    "teaal_run_new": (c_int, [c_void_p, c_void_p, POINTER(c_void_p), c_void_p]),
    "teaal_run_free": (None, [c_void_p]),
    "teaal_run_extent": (c_int, [c_void_p, c_char_p, c_int64, c_void_p]),
    "teaal_run_scalar": (c_int, [c_void_p, c_char_p, c_double, c_void_p]),
    "teaal_run_input": (c_int, [c_void_p, c_char_p, POINTER(Tensor), c_void_p]),
    "teaal_run_output": (c_int, [c_void_p, c_char_p, POINTER(Tensor), c_void_p]),
    "teaal_run_in_place": (c_int, [c_void_p, c_char_p]),
    "teaal_run_launch": (c_int, [c_void_p, c_void_p, c_void_p]),
    "teaal_run_launch_at": (c_int, [c_void_p, c_size_t, POINTER(Moved), c_void_p, c_void_p]),
    "teaal_run_wait": (c_int, [c_void_p, c_void_p]),
    "teaal_run_fetch": (c_int, [c_void_p, c_char_p, c_int, ALLOCATOR, c_void_p, POINTER(Tensor), c_void_p]),
    "teaal_run_stored": (c_int, [c_void_p, c_char_p, POINTER(Tensor), c_void_p]),
    "teaal_run_report": (c_int, [c_void_p, c_char_p, POINTER(c_char_p), c_void_p]),
}


def _open():
    """The library named by TEAAL_LIBRARY, else the package's own, else the system's."""
    named = os.environ.get("TEAAL_LIBRARY")
    own = sorted(Path(__file__).parent.glob("lib*/libteaal.so*"))
    library = ctypes.CDLL(named or (str(own[0]) if own else "libteaal.so.0"))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.teaal_api_version() != 1:
        raise ImportError(f"libteaal has version {library.teaal_api_version()} of its C API; this package needs 1")
    return library


lib = _open()


class Diagnostic:
    """One finding: severity ("note", "warning", "error"), code, message, file, line, column, and text with a caret."""

    def __init__(self, found):
        self.severity = ("note", "warning", "error")[found.severity]
        self.code, self.message, self.file = found.code.decode(), found.message.decode(), found.file.decode()
        self.line, self.column, self.length = found.line, found.column, found.length
        self.text = found.text.decode()

    def __repr__(self):
        return self.text.rstrip()


class Error(Exception):
    """What libteaal refuses; its text shows each error at its place, with a caret. `diagnostics` lists them."""

    def __init__(self, diagnostics):
        self.diagnostics = diagnostics
        super().__init__("\n".join(d.text.rstrip() for d in diagnostics if d.severity == "error"))


class SpecError(Error, ValueError):
    """The spec or the data is wrong, or not supported yet."""


class UsageError(Error, TypeError):
    """An argument is wrong or missing."""


class RunError(Error, RuntimeError):
    """A run failed, or there is no such device."""


class InternalError(Error, RuntimeError):
    """A bug of teaalc."""


_ERRORS = {1: SpecError, 2: UsageError, 3: RunError, 4: InternalError}


class _Findings:
    """Where functions add what they found."""

    def __init__(self):
        self.at = lib.teaal_diagnostics_new()

    def __del__(self):
        lib.teaal_diagnostics_free(self.at)


_unused = threading.local()  # its `findings` are those of a call that found nothing: the next one takes them


def call(function, *arguments):
    """Calls a function whose last parameter takes diagnostics; returns what it found, or raises."""
    findings = _unused.__dict__.pop("findings", None) or _Findings()
    status = getattr(lib, function)(*arguments, findings.at)
    count = lib.teaal_diagnostics_count(findings.at)
    if not status and not count:
        _unused.findings = findings
        return []
    found = [Diagnostic(lib.teaal_diagnostics_at(findings.at, i)) for i in range(count)]
    if status:
        raise _ERRORS[status](found)
    return found


class Handle:
    """An object of the library, freed with this one."""

    def __init__(self, kind, make, *arguments):
        self._free = getattr(lib, f"teaal_{kind}_free")
        out = c_void_p()
        self.found = call(make, *arguments, byref(out))
        self.at = out

    def __del__(self):
        if getattr(self, "at", None):
            self._free(self.at)
