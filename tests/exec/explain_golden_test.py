"""What `teaalc explain` tells of three specs, as text and as JSON: argument 1 is teaalc, argument 2 the repository.

Counts are worked out by hand here; the whole of what is told (but predictions, which have tests of their own) stands in
tests/golden/explain. TEAAL_UPDATE_GOLDEN=1 rewrites that: a person reads the diff.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TEAALC, ROOT = sys.argv[1], Path(sys.argv[2])
GOLDEN = ROOT / "tests/golden/explain"
# Rows of 3, 1, 0, 2 and 1 elements; and a mask.
MATRIX = "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n"
MASK = "# shape 5 4\n1 2 1\n1 3 1\n2 1 1\n2 3 1\n4 4 1\n"


class Golden(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, text in (("a.tns", MATRIX), ("m.tns", MASK)):
            (Path(self.folder.name) / name).write_text(text, encoding="utf-8")

    def explain(self, *arguments):
        done = subprocess.run([TEAALC, "explain", *arguments, "--machine=1x2"], cwd=self.folder.name, capture_output=True, text=True,
                              check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def same(self, name, told):
        path = GOLDEN / name
        if os.environ.get("TEAAL_UPDATE_GOLDEN"):
            path.write_text(told, encoding="utf-8")
        self.assertEqual(path.read_text(encoding="utf-8"), told)

    def told(self, spec, *arguments):
        """Compares what is told with what is kept; gives the summary and the mapping."""
        command = [str(ROOT / f"specs/{spec}.yaml"), *arguments]
        blocks = self.explain(*command).split("\n\n")
        self.same(f"{spec}.txt", "\n\n".join(b for b in blocks if "predicted on" not in b))
        mapping = json.loads(self.explain(*command, "--json"))["mappings"][0]
        kept = {key: mapping[key] for key in ("name", "loops", "ranks", "what_costs", "summary", "nest", "text")}
        kept["trace"] = {key: value for key, value in mapping["trace"].items() if key != "forms"}
        rows = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in kept.items()]
        self.same(f"{spec}.json", "{" + ",\n".join(rows) + "}\n")
        return dict(mapping["summary"]), mapping

    # Rows 0 and 1, 2 and 3, 4: each pair opens, then goes as far as its longer row: (1 + 3) + (1 + 2) + (1 + 1) slots. Work is 7
    # visits and 5 openings of 18 lane-slots; the rest waits. A row is two bounds; an element its coordinate and two values.
    def test_rows_on_lanes(self):
        counts, mapping = self.told("spmv_thread_mapped", "-D", "NUM_THREADS=2", "A=a.tns", "B=dense:")
        self.assertEqual([counts[k] for k in ("multiplications", "coordinates visited", "fibers opened", "slots")], ["7", "7", "5", "9"])
        self.assertEqual((counts["elements loaded"], counts["elements stored"]), (str(2 * 5 + 3 * 7), "5"))
        self.assertEqual((counts["at work"], counts["idle: waits for its warp"]), ("67 %", "33 %"))
        self.assertEqual(mapping["trace"]["warps"][0]["lanes"], ["1o3c1o2m1o1c", "1o1c2m1o2c2m"])
        # Lane 0 begins a row, goes on in it twice, and begins row 4; lane 1 begins row 1, then row 3, and goes on.
        self.assertEqual(mapping["trace"]["moved"], ["1a2b1a", "2a1b"])

    # A block a row of C, a lane a column: three products each, one behind the other, and nothing to open.
    def test_a_dense_product(self):
        counts, mapping = self.told("gemm_naive", "A=dense:shape=2x3", "B=dense:shape=3x2")
        self.assertEqual([counts[k] for k in ("multiplications", "coordinates visited", "fibers opened", "slots")], ["12", "0", "0", "6"])
        self.assertEqual((counts["elements loaded"], counts["elements stored"]), (str(2 * 12), "4"))
        self.assertEqual(counts["computing"], "100 %")
        self.assertEqual(mapping["trace"]["moved"], ["1a2c1a2c"] * 2)
        # Two blocks of one warp: a request an element of A and two neighbours of B, three times; and one that stores.
        asked = {a["array"]: (a["requests"], a["lanes"], a["sectors"]) for a in mapping["text"][0]["arrays"]}
        self.assertEqual(asked, {"A.values": (6, 12, 6), "B.values": (6, 12, 6), "C.values": (2, 4, 2)})

    # Row 0: (0, 1) in vain, 1 is in both, (3, 2) in vain. Row 1: (2, 0) in vain, 2 is in both. Row 3: (0, 3) in vain, 3 is in both.
    # A row opens two fibers, so rows 0 and 1 take 2 + 3 slots, 2 and 3 take 2 + 2, and row 4, which has no mask, 2.
    def test_fibers_that_meet(self):
        counts, mapping = self.told("masked_copy", "A=a.tns", "M=m.tns")
        self.assertEqual([counts[k] for k in ("multiplications", "visits that compute", "visits in vain", "fibers opened", "slots")],
                         ["0", "3", "4", "10", "11"])
        # Of A 3, 1 and 2 coordinates, of the mask 2, 2 and 1.
        self.assertEqual(counts["coordinates visited"], "11")
        self.assertEqual(mapping["trace"]["warps"][0]["lanes"], ["2o1v1c1v2o2m2o", "2o1v1c1m2o1v1c2m"])

    # Kernels follow one another: until the last one begins, warps without work wait for it.
    def test_lanes_add_up_over_several_kernels(self):
        told = self.explain(str(ROOT / "specs/spmv_nonzero_split.yaml"), "A=a.tns", "B=dense:", "--json")
        mapping = json.loads(told)["mappings"][0]
        self.assertGreater(len(mapping["counts"]["launches"]), 1)
        drawn = {}
        for warp in mapping["trace"]["warps"]:
            for lane in warp["lanes"]:
                for count, letter in re.findall(r"(\d+)([a-z])", lane):
                    drawn[letter] = drawn.get(letter, 0) + int(count)
        letters = {"combine": "s", "stage": "t"}
        counted = {letters.get(kind, kind[0]): slots for kind, slots in mapping["counts"]["work"].items() if slots}
        self.assertEqual(drawn, counted)
        self.assertEqual(sum(launch["slots"] for launch in mapping["counts"]["launches"]), mapping["counts"]["slots"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
