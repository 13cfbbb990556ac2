from os import PathLike
from typing import Any, Iterable, Mapping

__version__: str

class Diagnostic:
    severity: str
    code: str
    message: str
    file: str
    line: int
    column: int
    length: int
    text: str

class Error(Exception):
    diagnostics: list[Diagnostic]

class SpecError(Error, ValueError): ...
class UsageError(Error, TypeError): ...
class RunError(Error, RuntimeError): ...
class InternalError(Error, RuntimeError): ...

class Csr:
    format: str
    segments: Any
    coords: Any
    values: Any
    shape: tuple[int, ...]
    def __init__(self, segments: Any, coords: Any, values: Any, shape: Iterable[int]) -> None: ...
    @property
    def dtype(self) -> Any: ...

class Report:
    text: str
    json: dict[str, Any]
    def __init__(self, text: str, data: dict[str, Any]) -> None: ...
    def _repr_html_(self) -> str: ...

class Kernel:
    device: str
    notes: list[Diagnostic]
    manifest: dict[str, Any]
    @property
    def cuda(self) -> str: ...
    @property
    def header(self) -> str: ...
    @property
    def inputs(self) -> dict[str, list[str]]: ...
    @property
    def outputs(self) -> dict[str, list[str]]: ...
    def __call__(
        self,
        *,
        out: Mapping[str, Any] | None = None,
        shape: Mapping[str, int] | None = None,
        values: Iterable[str] = (),
        **given: Any,
    ) -> Any: ...
    def repeat(self) -> None: ...
    def in_place(self) -> list[str]: ...
    def report(self) -> Report: ...

def load(
    spec: str | PathLike[str],
    *,
    format: Mapping[str, str] | None = None,
    type: str | None = None,
    device: str = "auto",
    store: Iterable[str] = (),
    static: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    **symbols: int,
) -> Kernel: ...

class Gradient:
    text: str
    seeds: dict[str, str]
    by: dict[str, str]

class Function:
    forward: Kernel
    gradient: Gradient
    wrt: list[str]
    @property
    def backward(self) -> Kernel: ...
    def __call__(self, *, shape: Mapping[str, int] | None = None, **given: Any) -> Any: ...

def grad(
    spec: str | PathLike[str],
    wrt: str | Iterable[str],
    *,
    format: Mapping[str, str] | None = None,
    **symbols: int,
) -> Gradient: ...

def differentiable(
    spec: str | PathLike[str],
    wrt: str | Iterable[str],
    *,
    format: Mapping[str, str] | None = None,
    type: str = "f32",
    device: str = "auto",
    backward: str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    **symbols: int,
) -> Function: ...

def einsum(
    expression: str,
    *,
    mapping: Mapping[str, Any] | str | None = None,
    format: Mapping[str, str] | None = None,
    type: str | None = None,
    device: str = "auto",
    out: Mapping[str, Any] | None = None,
    shape: Mapping[str, int] | None = None,
    **arrays: Any,
) -> Any: ...
