"""What `teaalc explain --trace --svg` writes, read by parsers: argument 1 is teaalc, argument 2 the folder of specs."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

TEAALC, SPECS = sys.argv[1:3]
MATRIX = "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n"
SVG = "{http://www.w3.org/2000/svg}"


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("a.tns", MATRIX)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def teaalc(self, *arguments):
        return subprocess.run([TEAALC, *arguments], cwd=self.folder.name, capture_output=True, text=True, check=False)

    def explain(self, *arguments, matrix="a.tns", symbols=("-D", "NUM_THREADS=2")):
        spec = os.path.join(SPECS, "spmv_thread_mapped.yaml")
        done = self.teaalc("explain", spec, *symbols, f"A={matrix}", "B=dense:", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def trace(self, *arguments, **named):
        done = self.explain("--trace=t.json", *arguments, **named)
        return json.loads(self.read("t.json")), done

    def test_a_trace_has_every_slot_of_every_lane(self):
        trace, _ = self.trace("--machine=1x2")
        events = [e for e in trace["traceEvents"] if e["ph"] == "X"]
        lanes = {}
        for event in events:
            if event["tid"] > 0:
                lanes.setdefault(event["tid"], []).append((event["ts"], event["dur"], event["name"]))
        # Rows of 3, 1, 0, 2 and 1 elements, two at a time: each round opens and goes as far as the longer one.
        self.assertEqual(sorted(lanes[1]), [
            (0, 1, "open"), (1, 1, "compute"), (2, 1, "compute"), (3, 1, "compute"), (4, 1, "open"),
            (5, 2, "masked"), (7, 1, "open"), (8, 1, "compute")])
        self.assertEqual(sum(dur for _, dur, name in lanes[2] if name == "masked"), 4)

    def test_a_trace_says_where_lanes_are(self):
        trace, _ = self.trace("--machine=1x2")
        visits = [e for e in trace["traceEvents"] if e["ph"] == "X" and e["name"] == "compute"]
        at = [tuple(e["args"]["at"]["A"]) for e in sorted(visits, key=lambda e: (e["ts"], e["tid"]))]
        self.assertEqual(at, [(0, 0), (1, 2), (0, 1), (0, 3), (3, 0), (3, 3), (4, 1)])
        for visit in visits:
            self.assertEqual(visit["args"]["at"].get("B", [visit["args"]["at"]["A"][1]]), [visit["args"]["at"]["A"][1]])
            self.assertIn("B", visit["args"]["statement"])
            self.assertGreater(visit["args"]["line"], 0)

    def test_processes_and_threads_have_names(self):
        trace, _ = self.trace("--machine=2x2", symbols=("-D", "NUM_THREADS=4"))
        names = {(e["name"], e["pid"], e["tid"]): e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M"}
        self.assertEqual(names["process_name", 2, 0], "spmv_thread_mapped: warp 1")
        self.assertEqual(names["thread_name", 2, 2], "lane 1")
        for event in trace["traceEvents"]:
            if event["ph"] == "X":
                self.assertIn(("thread_name", event["pid"], event["tid"]), names)

    def test_a_trace_that_grows_too_large_says_what_it_leaves_out(self):
        done = self.teaalc("explain", os.path.join(SPECS, "spmv_thread_mapped.yaml"), "-D", "NUM_THREADS=64",
                           "A=rand:shape=3000x3000,density=0.1,seed=1", "B=dense:", "--trace=t.json", "--machine=2x32")
        self.assertEqual(done.returncode, 0, done.stderr)
        trace = json.loads(self.read("t.json"))
        self.assertEqual(len(trace["otherData"]["left out"]), 1)
        self.assertIn(trace["otherData"]["left out"][0], done.stderr)
        self.assertLess(os.path.getsize(self.path("t.json")), 100_000_000)
        self.assertGreater(len(trace["traceEvents"]), 1000)

    def picture(self, *arguments, **named):
        self.explain("--svg=p.svg", *arguments, **named)
        return ElementTree.fromstring(self.read("p.svg"))

    def test_a_picture_stands_alone(self):
        root = self.picture()
        self.assertEqual(root.tag, SVG + "svg")
        self.assertIn("spmv_thread_mapped", root.find(SVG + "desc").text)
        self.assertEqual(root.find(SVG + "title").text, "Z[i] = A[i, j] * B[j]")
        ids = {e.get("id") for e in root.iter() if e.get("id")}
        for element in root.iter():
            self.assertNotIn(element.tag.removeprefix(SVG), ("script", "image", "use", "a", "foreignObject"))
            self.assertFalse(any("href" in name for name in element.attrib))
            fill = element.get("fill", "")
            if fill.startswith("url("):
                self.assertIn(fill[5:-1], ids)
        self.assertEqual(root.get("viewBox").split()[2:], [root.get("width"), root.get("height")])

    def test_the_picture_of_the_readme_is_what_explain_draws(self):
        # To draw it anew: these arguments, in the root of the repository, with --svg=docs/who-waits.svg.
        self.picture(matrix="rmat:scale=4,ef=3,seed=3", symbols=("-D", "NUM_THREADS=8"))
        with open(os.path.join(SPECS, "..", "docs", "who-waits.svg"), encoding="utf-8") as file:
            self.assertEqual(self.read("p.svg"), file.read())

    def test_a_picture_draws_the_slots(self):
        root = self.picture("--machine=1x2")
        bars = {p.get("fill"): p.get("d").count("M") for p in root.findall(SVG + "path") if p.get("stroke-width") == "0.4"}
        # The first element of each of four rows moves I, the others J; five rows open, and lanes wait for six slots.
        self.assertEqual(bars, {"#004488": 4, "#bb5566": 3, "url(#w5)": 5, "url(#w1)": 6})

    def test_legend_tells_kinds_by_pattern(self):
        root = self.picture()
        patterns = {p.get("id"): p for p in root.iter(SVG + "pattern")}
        marks = [p.find(SVG + "path").get("d") if p.find(SVG + "path") is not None else "filled" for p in patterns.values()]
        self.assertEqual(len(marks), len(set(marks)))
        swatches = [r.get("fill")[5:-1] for r in root.findall(SVG + "rect") if r.get("fill").startswith("url(")]
        self.assertEqual(sorted(swatches), sorted(patterns))

    def test_a_picture_stays_small(self):
        done = self.teaalc("explain", os.path.join(SPECS, "spmv_warp_per_row.yaml"), "A=rmat:scale=10,ef=8,seed=1", "B=dense:",
                           "--svg=p.svg", "--machine=4x32")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("A column is", self.read("p.svg"))
        self.assertLess(os.path.getsize(self.path("p.svg")), 500_000)

    def test_nothing_that_is_read_is_overwritten(self):
        spec = os.path.join(SPECS, "spmv_thread_mapped.yaml")
        for option in ("--trace", "--svg", "--html"):
            for target, what in (("a.tns", "input A"), (spec, "the spec")):
                done = self.teaalc("explain", spec, "A=a.tns", "B=dense:", f"{option}={target}")
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(f"would overwrite {what}", done.stderr)
        self.assertEqual(self.read("a.tns"), MATRIX)
        done = self.teaalc("explain", spec, "A=a.tns", "B=dense:", "--svg=x", "--trace=./x")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse(os.path.exists(self.path("x")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
