"""Writes generated/STEM.cu for every specs/STEM.yaml, or with --check compares and writes nothing.

usage: regenerate.py [--check] [TEAALC]
"""

import difflib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEAALC = "build/release/bin/teaalc"


def compiled(teaalc, spec):
    """The kernel text, or None after its diagnostics are shown."""
    run = subprocess.run([teaalc, spec, "-o", "-"], cwd=ROOT, capture_output=True, text=True)
    if run.returncode == 0:
        return run.stdout
    print(f"{spec}: exit {run.returncode}\n{run.stderr}")
    return None


def show_difference(kernel, old, new):
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"{kernel} (checked in)", f"{kernel} (today)", lineterm="")
    print("\n".join(list(lines)[:40]))


def main():
    check = "--check" in sys.argv[1:]
    teaalc = Path(next((name for name in sys.argv[1:] if name != "--check"), ROOT / TEAALC)).resolve()
    specs = sorted((ROOT / "specs").glob("*.yaml"))
    expected = {ROOT / "generated" / f"{spec.stem}.cu" for spec in specs}
    bad = 0
    for kernel in set((ROOT / "generated").glob("*.cu")) - expected:
        print(f"{kernel.relative_to(ROOT)}: no spec makes it")
        bad += 1
    for spec in specs:
        kernel = ROOT / "generated" / f"{spec.stem}.cu"
        old = kernel.read_text() if kernel.is_file() else ""
        new = compiled(teaalc, spec.relative_to(ROOT).as_posix())
        if new is None:
            bad += 1
        elif new != old and check:
            show_difference(kernel.relative_to(ROOT), old, new)
            bad += 1
        elif new != old:
            kernel.write_text(new)
            print(f"wrote {kernel.relative_to(ROOT)}")
    print(f"{len(specs)} specs, {bad} stale or failed" + (" (scripts/regenerate.py writes them anew)" if bad and check else ""))
    return 1 if bad or not specs else 0


if __name__ == "__main__":
    sys.exit(main())
