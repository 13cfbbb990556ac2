"""The wheel: `pip wheel .` gives one for every Python, which is installed into fresh environments and tested there.

It compiles everything once more, so it runs where TEAAL_TRY_WHEEL=1 asks for it. It needs pip with its venv, and a
network or wheels for scikit-build-core, NumPy and SciPy; without one of these it is skipped, visibly.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("test_teaalc.py", "test_inputs.py")
SKIPPED = 77


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(SKIPPED)


def run(*command, **options):
    print("+", *command, flush=True)
    return subprocess.run(list(map(str, command)), check=False, **options).returncode


def environment_in(folder, python):
    """The Python of a fresh environment; None where there is no venv or pip for this one."""
    if run(python, "-m", "venv", folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) != 0:
        return None
    made = folder / "bin" / "python"
    return made if run(made, "-m", "pip", "--version") == 0 else None


def pythons():
    """Every Python from 3.11 on that is on the PATH, and this one."""
    found = [sys.executable] + [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    return list({os.path.realpath(each): each for each in found if each}.values())


def built(python, folder):
    """The wheel; compilers by the names that the other builds use, so that ccache knows their objects."""
    environment = {"CC": "cc", "CXX": "c++", **os.environ}
    if run(python, "-m", "pip", "wheel", ROOT, "--no-deps", "-w", folder, env=environment) != 0:
        sys.exit("the wheel cannot be built")
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1 or not re.fullmatch(r"teaalc-[\d.]+-py3-none-(many)?linux\w+\.whl", wheels[0].name):
        sys.exit(f"not one wheel for every Python: {[each.name for each in wheels]}")
    return wheels[0]


def tried(python, wheel, folder):
    """Whether the wheel works in this environment, away from the sources."""
    if run(python, "-m", "pip", "install", "-q", wheel, "scipy") != 0:
        return False
    environment = {name: value for name, value in os.environ.items() if name not in ("TEAAL_LIBRARY", "PYTHONPATH")}
    environment["TEAAL_CACHE_DIR"] = str(folder / "cache")
    where = "import sys, teaalc; print(sys.version, teaalc.__file__); sys.exit(not teaalc.__file__.startswith(sys.prefix))"
    return all(run(python, *command, cwd=folder, env=environment) == 0
               for command in [("-c", where)] + [(Path(__file__).with_name(test),) for test in TESTS])


def main():
    if os.environ.get("TEAAL_TRY_WHEEL") != "1":
        skip("it compiles everything once more; TEAAL_TRY_WHEEL=1 asks for that")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environments = [environment_in(folder / f"venv{i}", python) for i, python in enumerate(pythons())]
        environments = [each for each in environments if each]
        if not environments:
            skip("no Python with venv and pip")
        if run(environments[0], "-m", "pip", "install", "-q", "scikit-build-core>=0.10", stderr=subprocess.DEVNULL) != 0:
            skip("pip cannot get scikit-build-core")
        wheel = built(environments[0], folder)
        failed = [each for each in environments if not tried(each, wheel, folder)]
        print(f"{wheel.name}: {len(environments) - len(failed)} of {len(environments)} environments")
        sys.exit(bool(failed))


if __name__ == "__main__":
    main()
