"""Runs clang-tidy on the .cc files whose last run was not clean with the same content.

A file's key covers the clang-tidy version, .clang-tidy, its compile command, its text and the text of every header of this
repository that it includes. Keys of clean runs are kept in scripts/tidy-clean.txt, which is committed with the change: a
fresh clone takes longer than all the tests to look at every file again.

Files that reach Clang's or LLVM's headers are left out unless --slow is given: clang-tidy searches those headers too, which takes
half a minute a file, and together longer than all the others.

usage: tidy.py --build BUILD [--jobs N] [--all] [--slow] [FILE…]
"""

import argparse
import concurrent.futures
import hashlib
import json
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-19"
CLEAN = ROOT / "scripts" / "tidy-clean.txt"
LLVM = re.compile(r'^\s*#\s*include\s+["<](clang|llvm)/', re.MULTILINE)
ROOMS = ("compiler", "runtime", "templates", "program")
OPTIMISATION = re.compile(r"(?<= )-O[0-3s] ")  # makes no difference to what is found
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def with_headers(path, seen):
    """`path` and the headers of this repository it reaches, added to `seen`."""
    if path in seen or not path.is_file():
        return seen
    seen.add(path)
    for name in INCLUDE.findall(path.read_text()):
        with_headers(ROOT / name, seen)
    return seen


def key(path, command, build, base):
    digest = hashlib.sha256(base)
    command = OPTIMISATION.sub("", command)
    digest.update(command.replace(str(build), "BUILD").replace(str(ROOT), "ROOT").encode())
    for part in sorted(with_headers(path, set())):
        digest.update(part.read_bytes())
    return digest.hexdigest()[:32]


def read_clean():
    """{file: its key when it was clean}."""
    lines = CLEAN.read_text().splitlines() if CLEAN.is_file() else []
    return {name: found for found, name in (line.split(" ", 1) for line in lines)}


def write_clean(clean):
    CLEAN.write_text("".join(f"{found} {name}\n" for name, found in sorted(clean.items())))


def is_slow(path):
    return any(LLVM.search(part.read_text()) for part in with_headers(path, set()))


def own_files(build):
    """{file: its compile command} for the compiler's and the runtime's files; tests prove themselves by running."""
    entries = json.loads((build / "compile_commands.json").read_text())
    commands = {}
    for entry in entries:
        path = Path(entry["directory"], entry["file"]).resolve()
        if path.is_file() and any(path.is_relative_to(ROOT / room) for room in ROOMS):
            commands[path] = entry.get("command") or " ".join(entry["arguments"])
    return commands


def lint(path, build):
    """(seconds, clean, clang-tidy's findings)."""
    began = time.monotonic()
    run = subprocess.run([TIDY, "--quiet", "-p", str(build), str(path)], cwd=ROOT, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return time.monotonic() - began, run.returncode == 0, run.stdout.strip()


def lint_all(jobs, files, build):
    """Yields (file, seconds, clean, findings) as runs end."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = {pool.submit(lint, path, build): path for path in files}
        for done in concurrent.futures.as_completed(runs):
            yield (runs[done], *done.result())


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", type=Path, required=True)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--all", action="store_true", help="also files that were clean")
    options.add_argument("--slow", action="store_true", help="also files that reach Clang's or LLVM's headers")
    options.add_argument("files", nargs="*", type=Path)
    chosen = options.parse_args()

    known = read_clean()
    version = subprocess.run([TIDY, "--version"], check=True, capture_output=True).stdout
    base = version + (ROOT / ".clang-tidy").read_bytes()
    build = chosen.build.resolve()
    keys = {path: key(path, command, build, base) for path, command in own_files(build).items()}
    wanted = {path.resolve() for path in chosen.files} or {path for path in keys if chosen.slow or not is_slow(path)}
    stale = sorted(path for path in wanted & set(keys)
                   if chosen.all or known.get(str(path.relative_to(ROOT))) != keys[path])
    print(f"{len(stale)} of {len(wanted)} files changed since they were last clean", flush=True)

    bad = 0
    for path, seconds, clean, findings in lint_all(chosen.jobs, stale, chosen.build):
        name = str(path.relative_to(ROOT))
        print(f"{seconds:6.1f} s  {name}" if clean else f"{seconds:6.1f} s  {name}\n{findings}", flush=True)
        bad += not clean
        if clean:
            known[name] = keys[path]
            write_clean({name: found for name, found in known.items() if (ROOT / name) in keys})
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(stale) - bad} clean, {bad} not; {spent.ru_utime + spent.ru_stime:.0f} s of processor time")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
