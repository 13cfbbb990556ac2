"""The files of this repository, as the rules see them."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GENERATED = ("generated/", "tests/golden/", "tests/fuzz/seeds/")
CODE = (".h", ".cc", ".cuh", ".cu", ".def", ".py")


@dataclass(frozen=True)
class Finding:
    path: str
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


def listed(root):
    """Paths relative to `root`: what git tracks or would add; without git, every file outside build/."""
    run = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                         capture_output=True, text=True)
    if run.returncode == 0 and run.stdout:
        return sorted(name for name in set(run.stdout.splitlines()) if (root / name).is_file())
    files = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return sorted(name for name in files if not name.startswith(("build/", ".git/")))


def read(root, names):
    """[(path, text)] of the text files among `names`."""
    texts = []
    for name in names:
        data = (root / name).read_bytes()
        if b"\0" not in data:
            texts.append((name, data.decode("utf-8", "replace")))
    return texts


def repository():
    return read(ROOT, listed(ROOT))


def is_generated(name):
    return name.startswith(GENERATED)


def source(files):
    """The code that people write here."""
    return [(name, text) for name, text in files if name.endswith(CODE) and not is_generated(name)]
