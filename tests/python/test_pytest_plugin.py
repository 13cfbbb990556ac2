"""The plugin for pytest: which files it collects, what it runs, what it shows. Skipped, visibly, without pytest."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import pytest  # noqa: F401
except ImportError as missing:
    print(f"SKIPPED: {missing}; install python3-pytest")
    sys.exit(77)

SPEC = "einsum:\n  declaration: { A: [I], Z: [I] }\n  expressions: [\"Z[i] = 2 * A[i]\"]\n"
GOOD = "tests:\n  - { name: doubled, inputs: { A: a.tns }, expect: { Z: [2, 0, 6] }, devices: [cpu, checked] }\n"
BAD = "  - { name: tripled, inputs: { A: a.tns }, expect: { Z: [2, 0, 9] } }\n"


class Plugin(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("a.tns", "# shape 3\n1 1\n3 3\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def pytest(self, *options):
        line = [sys.executable, "-m", "pytest", "-p", "pytest_teaalc", "-p", "no:cacheprovider", "-v", *options]
        return subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)

    def test_an_item_a_test_and_a_device(self):
        self.write("own.yaml", SPEC + GOOD)
        ran = self.pytest("--teaalc-device=auto")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("own.yaml::doubled (cpu) PASSED", ran.stdout)
        self.assertIn("own.yaml::doubled (checked) PASSED", ran.stdout)
        ran = self.pytest("--teaalc-device=checked")
        self.assertIn("1 passed", ran.stdout)
        self.assertNotIn("(cpu)", ran.stdout)

    def test_a_failure_shows_where_results_differ(self):
        self.write("own.yaml", SPEC + GOOD + BAD)
        ran = self.pytest("--teaalc-device=cpu")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn("1 failed, 1 passed", ran.stdout)
        self.assertIn("Z[2] is 6, expected 9", ran.stdout)
        self.assertNotIn("Traceback", ran.stdout)

    def test_which_files(self):
        self.write("own.yaml", SPEC + GOOD)
        self.write("own.test.yaml", GOOD)  # comes with own.yaml
        self.write("apart.yaml", SPEC)
        self.write("apart.test.yaml", GOOD)
        self.write("other_project.yaml", "tests:\n  - lint\n")
        ran = self.pytest("--teaalc-device=cpu")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("3 passed", ran.stdout)

    def test_what_cannot_be_read_is_an_error(self):
        self.write("own.yaml", SPEC + "tests: [{ input: { A: a.tns } }]\n")
        self.write("gpu.yaml", SPEC + GOOD.replace("cpu, checked", "gpu"))
        ran = self.pytest("--teaalc-device=cpu")
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn("did you mean 'inputs'?", ran.stdout)
        self.assertIn("1 error", ran.stdout)

    def test_no_command(self):
        self.write("own.yaml", SPEC + GOOD)
        ran = self.pytest("--teaalc=/nowhere/teaalc")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("/nowhere/teaalc is no command", ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
