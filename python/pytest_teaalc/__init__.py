"""The tests that specs carry, in pytest: an item each, run by `teaalc test` (docs/TESTS.md).

A module of its own, so that pytest loads neither NumPy nor libteaal for it.
"""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

_DEVICES = ("auto", "cpu", "gpu", "checked")
_NONE_FOUND = "no tests were found"  # what `teaalc test` says where no test is for the device


class SpecFailure(Exception):
    """A test of a spec that failed; its text is what `teaalc test` said."""


def pytest_addoption(parser):
    group = parser.getgroup("teaalc", "tests that specs carry")
    group.addoption("--teaalc", metavar="FILE", help="the command that runs them")
    group.addoption("--teaalc-device", choices=_DEVICES, default="auto", help="where those run that name no device")


def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".yaml" and _carries_tests(file_path):
        return SpecFile.from_parent(parent, path=file_path)
    return None


def _has_sections(path, *names):
    text = path.read_text(errors="replace")
    return all(re.search(rf"^{name}:", text, re.MULTILINE) for name in names)


def _carries_tests(path):
    """A spec with tests, or NAME.test.yaml unless its tests come with those of NAME.yaml."""
    if not path.name.endswith(".test.yaml"):
        return _has_sections(path, "einsum", "tests")
    spec = path.with_name(path.name.removesuffix(".test.yaml") + ".yaml")
    return _has_sections(path, "tests") and not (spec.is_file() and _has_sections(spec, "einsum", "tests"))


def _command(config):
    """What --teaalc or TEAALC names, else the one that came with the package, else that on the PATH."""
    named = config.getoption("--teaalc") or os.environ.get("TEAALC")
    brought = Path(sysconfig.get_path("scripts")) / "teaalc"
    found = shutil.which(named or (brought if brought.is_file() else "teaalc"))
    if not found:
        raise pytest.UsageError(f"specs carry tests, but {named or 'teaalc'} is no command: name one with --teaalc=FILE")
    return found


class SpecFile(pytest.File):
    def test(self, *options):
        """`teaalc test` on the file, done."""
        device = f"--device={self.config.getoption('--teaalc-device')}"
        line = [_command(self.config), "test", str(self.path), device, *options]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def collect(self):
        listed = self.test("--list")
        if listed.returncode == 2 and _NONE_FOUND in listed.stderr:
            return
        if listed.returncode != 0:
            raise self.CollectError(listed.stderr)
        for line in listed.stdout.splitlines():
            yield SpecTest.from_parent(self, name=line.split("\t", 1)[1])


class SpecTest(pytest.Item):
    def runtest(self):
        done = self.parent.test("--quiet", f"--only={self.name}")
        if done.returncode != 0:
            raise SpecFailure(done.stdout + done.stderr)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, SpecFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name
