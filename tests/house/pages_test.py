"""Runs what documents show: files are written, commands are run, and what they print must be what the page says.

usage: pages_test.py TEAALC [--update] PAGE…

A block ```yaml NAME (or ```text NAME) is a file. In a block ```console a line `$ COMMAND` is run by bash in the folder of the page's
files, where `teaalc` is the program and `specs` the shipped specs; the lines behind it are what it prints, errors too, up to the next command. A line `…` stands for
any lines. Times, rates, and how many threads the host has may differ; so may the blanks between columns. `$ COMMAND  # exit N` ends with
exit code N. --update writes the output of commands anew, but for those with `…`, which must agree.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^```(\w*) ?(.*)$")
ANY = "…"
ROOT = Path(__file__).resolve().parent.parent.parent
# What differs from run to run, from machine to machine.
VARYING = [
    (re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)? (?:ns|µs|ms|s|min)\b"), "TIME"),
    (re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)? GB/s"), "RATE"),
    (re.compile(r"median of \d+ runs?"), "median"),
    (re.compile(r"\d+ host threads?"), "THREADS"),
    (re.compile(r"max error \d+(?:\.\d+)?(?:e-\d+)? of"), "max error X of"),
    (re.compile(r"  +"), " "),
]


def usual(line):
    for pattern, name in VARYING:
        line = pattern.sub(name, line)
    return line.strip()


def agrees(shown, printed):
    """Whether the printed lines are the shown ones, any where that says `…`."""
    if not shown:
        return not printed
    if shown[0].strip() == ANY:
        return any(agrees(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and usual(shown[0]) == usual(printed[0]) and agrees(shown[1:], printed[1:])


class Page:
    def __init__(self, path, teaalc, folder):
        self.path, self.folder = path, folder
        self.environment = dict(os.environ, TEAAL_CACHE_DIR=str(folder / ".cache"), COLUMNS="120",
                                PATH=f"{teaalc.parent}:{os.environ['PATH']}")
        self.failures, self.commands = [], 0

    def execute(self, command):
        wanted = re.search(r"  # exit (\d+)$", command)
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode != (int(wanted[1]) if wanted else 0):
            self.failures.append(f"{self.path}: `{command}` ended with {done.returncode}:\n{done.stdout}")
        self.commands += 1
        return [line.rstrip() for line in done.stdout.splitlines()]

    def console(self, lines):
        """The block with what its commands print now."""
        out = []
        steps = []
        for line in lines:
            if line.startswith("$ "):
                steps.append((line, []))
            elif steps[-1][0].endswith("\\") and not steps[-1][1]:
                steps[-1] = (steps[-1][0] + "\n" + line, [])
            else:
                steps[-1][1].append(line)
        for command, shown in steps:
            printed = self.execute(command[2:])
            same = agrees(shown, printed)
            if not same:
                self.failures.append("\n".join([f"{self.path}: {command}", "--- the page says", *shown, "--- it prints", *printed]))
            keep = same or any(line.strip() == ANY for line in shown)
            out += [command, *(shown if keep else printed)]
        return out

    def run(self):
        """The page's text with what its commands print now."""
        out, block, kind, name = [], None, "", ""
        for line in self.path.read_text(encoding="utf-8").splitlines():
            fence = FENCE.match(line)
            if block is None and fence:
                block, kind, name = [], fence[1], fence[2]
            elif block is not None and line == "```":
                if kind == "console":
                    block = self.console(block)
                elif name:
                    (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                    (self.folder / name).write_text("\n".join(block) + "\n", encoding="utf-8")
                out += block
                block = None
            elif block is not None:
                block.append(line)
                continue
            out.append(line)
        return "\n".join(out) + "\n"


def main():
    words = sys.argv[1:]
    update = "--update" in words
    teaalc, *pages = [Path(word).resolve() for word in words if word != "--update"]
    wrong = 0
    for path in pages:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "specs").symlink_to(ROOT / "specs")
            page = Page(path, teaalc, Path(folder))
            text = page.run()
        if update:
            path.write_text(text, encoding="utf-8")
        if page.commands == 0:
            page.failures.append(f"{path}: shows no command")
        print("\n\n".join(page.failures) or f"{path.name}: {page.commands} commands")
        wrong += bool(page.failures)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
