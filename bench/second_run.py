"""How long `teaalc run` takes the first and the second time, for every shipped spec on small inputs.

    python3 bench/second_run.py [--teaalc=build/release/bin/teaalc] [SPEC…]

The command is that of the spec's head, on the CPU executor, extents of generated inputs cut to 64. A cache of its own is
empty at first. Prints a table, slowest second run first; fails if a second run builds anything.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SMALL = 64


def cut(word):
    sizes = re.match(r"(\w+=\w+:.*shape=)([\dx]+)(.*)", word)
    if not sizes:
        return word
    return sizes[1] + "x".join(str(min(int(size), SMALL)) for size in sizes[2].split("x")) + sizes[3]


def command(spec, folder):
    """The words behind `teaalc run` in the head of the spec; the source that the head describes is written to `folder`."""
    head = "".join(line[2:] or "\n" for line in spec.read_text().splitlines(True) if line.startswith("#"))
    words = re.search(r"\n  teaalc run ([^\n]*(\n   [^\n]*)*)", head)[1].split()
    source = re.search(r'source\.tns has one line "([^"]*)" behind "([^"]*)"', head)
    if source:
        (folder / "source.tns").write_text(f"{source[2]}\n{source[1]}\n")
    if source or "rmat:" in " ".join(words):  # these fix the extents of others
        return [word.replace("source.tns", str(folder / "source.tns")) for word in words]
    return [cut(word) for word in words]


def timed(words, environment):
    began = time.perf_counter()
    ran = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    return time.perf_counter() - began, ran


def main(arguments):
    program = ROOT / "build/release/bin/teaalc"
    names = []
    for argument in arguments:
        if argument.startswith("--teaalc="):
            program = Path(argument.partition("=")[2]).resolve()
        else:
            names.append(argument)
    specs = [Path(name).resolve() for name in names] or sorted((ROOT / "specs").rglob("*.yaml"))
    rows, wrong = [], 0
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "TEAAL_CACHE_DIR": place + "/cache"}
        for spec in specs:
            words = [str(program), "run", *command(spec, Path(place)), "--device=cpu"]
            first, _ = timed(words, environment)
            second, ran = timed(words, environment)
            if ran.returncode != 0 or "(from the cache)" not in ran.stdout:
                wrong += 1
                print(f"{spec.name}: exit code {ran.returncode}, or built again\n{ran.stderr}", file=sys.stderr)
            rows.append((second, first, spec.relative_to(ROOT)))
    print("  second    first  spec")
    for second, first, spec in sorted(rows, reverse=True):
        print(f"{second * 1e3:5.0f} ms {first * 1e3:5.0f} ms  {spec}")
    print(f"{sum(second <= 0.2 for second, _, _ in rows)} of {len(rows)} second runs take at most 200 ms")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
