"""What a user does with emitted files: headers alone, kernels alone, and the example program linked with both.

usage: example_test.py headers|kernels|program
Exit code 77: there is no nvcc, nothing was tried.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = sorted((ROOT / "generated").rglob("*.cu"))
HEADERS = sorted((ROOT / "generated").rglob("*.h"))
SKIPPED = 77
AT_ONCE = 2  # compilers
C_WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
NVCC_WARNINGS = ["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror"]
BROKEN_COMMENT = re.compile(r"\n +\* ")  # the formatter breaks long ones in the `.cu`
ARGUMENTS = re.compile(r"typedef struct (\w+_arguments) \{.*?\} \1;", re.DOTALL)


def nvcc():
    return os.environ.get("NVCC") or shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def run_all(commands, folder):
    """Runs [(what, argv)] in an empty folder, prints those that failed and returns how many did."""

    def failed(command):
        what, argv = command
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{what}: exit code {done.returncode} of {' '.join(argv)}\n{done.stdout}{done.stderr}")
        return done.returncode != 0

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(failed, commands))


def differing_arguments():
    """A `.cu` repeats the declarations of its header: both must say the same, else callers pass a wrong struct."""

    def arguments(path):
        found = ARGUMENTS.search(path.read_text())
        return found and " ".join(BROKEN_COMMENT.sub(" ", found[0]).split())

    wrong = [h.name for h in HEADERS if not arguments(h) or arguments(h) != arguments(h.with_suffix(".cu"))]
    for name in wrong:
        print(f"{name}: its arguments are not those of the launcher")
    return len(wrong)


def headers(folder):
    """Every header compiles alone, as C99 and as C++11, and declares the arguments that its launcher takes."""
    languages = {"c": "-std=c99", "c++": "-std=c++11"}
    commands = [(f"{header.name} as {language}",
                 ["g++" if language == "c++" else "gcc", "-x", language, standard, "-fsyntax-only", *C_WARNINGS, str(header)])
                for header in HEADERS for language, standard in languages.items()]
    return run_all(commands, folder) + differing_arguments()


def target(kernel):
    """What nvcc compiles a kernel for: the architecture of its manifest. Those with an `a` want the long form."""
    arch = json.loads(kernel.with_suffix(".manifest.json").read_text())["arch"]
    number = arch.removeprefix("sm_")
    return f"-gencode=arch=compute_{number},code=sm_{number}" if arch.endswith("a") else f"-arch={arch}"


def kernels(folder):
    """Every kernel compiles alone, with no include path and no warning."""
    return run_all([(kernel.name, [nvcc(), target(kernel), *NVCC_WARNINGS, "-c", str(kernel), "-o", f"{kernel.stem}.o"])
                    for kernel in KERNELS], folder)


def program(folder):
    """The example program builds with its own script, without a warning."""
    script = ROOT / "examples" / "link_launcher" / "build.sh"
    wrong = run_all([("link_launcher", ["env", f"NVCC={nvcc()}", str(script), folder, *NVCC_WARNINGS])], folder)
    return wrong or int(not (Path(folder) / "link_launcher").exists())


def main():
    suite = {"headers": headers, "kernels": kernels, "program": program}[sys.argv[1]]
    if not KERNELS or len(KERNELS) != len(HEADERS):
        print(f"generated/ holds {len(KERNELS)} kernels and {len(HEADERS)} headers")
        return 1
    if suite is not headers and not nvcc():
        print("skipped: there is no nvcc; put it on the PATH or name it in NVCC")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        return 1 if suite(folder) else 0


if __name__ == "__main__":
    sys.exit(main())
