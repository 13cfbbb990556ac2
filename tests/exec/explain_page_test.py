"""The page of `teaalc explain --html` in headless Chromium: argument 1 is teaalc, argument 2 the folder of specs.

A script at the end of a copy of the page walks it and writes what it finds into the document, which --dump-dom prints.
Without Chromium the test is skipped (77); Debian's package is called chromium.
"""
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TEAALC, SPECS = sys.argv[1:3]
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
MATRIX = "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n"

# In front of everything: what goes wrong is kept.
WATCH = """<script>
window.problems = [];
addEventListener("error", e => problems.push(e.message));
console.error = (...what) => problems.push(what.join(" "));
</script>"""

WALK = """<script>
function press(key) { document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); }
const texts = query => [...document.querySelectorAll(query)].map(e => e.textContent);
function luminance(text) {
  const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}
function background(e) {
  for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor;
    if (!/rgba\\(.*, 0\\)|transparent/.test(c)) return c;
  }
  return "rgb(255, 255, 255)";
}
function contrast(e) {
  const [a, b] = [luminance(getComputedStyle(e).color), luminance(background(e))].sort((x, y) => y - x);
  return (a + .05) / (b + .05);
}
function walk() {
  const out = {};
  out.title = by("title").textContent;
  press("Home");
  out.first = by("where").textContent;
  press("ArrowRight");
  out.second = by("where").textContent;
  out.lanes = [...document.querySelectorAll("#places table")].map(t => [...t.rows].map(r => [...r.cells].map(c => c.textContent)));
  out.at = texts(".fibers .at");
  out.here = texts("#nests .here").map(t => t.trim());
  out.spec_here = texts("#spec .here");
  press("End");
  out.last = by("where").textContent;
  const nest = [...document.querySelectorAll("#nests pre div")];
  const sum = nest.find(d => d.textContent.includes("sum += A_values"));
  sum.click();
  out.chosen = texts("#nests .chosen").map(t => t.trim());
  sum.click();
  out.unchosen = document.querySelectorAll(".chosen").length;
  press("s");
  out.sides = [by("left").value, by("right").value];
  press("s");
  out.rows = texts("#all tr td:first-child");
  const other = [...document.querySelectorAll("#all td button")].find(b => b.getAttribute("aria-pressed") === "false");
  if (other) { other.click(); out.right = by("right").selectedOptions[0].textContent; }
  out.unnamed = [...document.querySelectorAll("button, select, input, canvas, pre")].filter(e => e.getAttribute("aria-hidden") !== "true" &&
    !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).map(e => e.outerHTML.slice(0, 80));
  out.pale = [...document.querySelectorAll("p, th, td, pre div, label, button, summary, figcaption, .bar span, h1, h2, .fibers span")]
    .filter(e => e.textContent.trim() && contrast(e) < 4.5).map(e => e.outerHTML.slice(0, 80));
  out.sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const begin = performance.now();
  for (let i = 0; i < 50; ++i) go(i % most_slots());
  out.step_ms = (performance.now() - begin) / 50;
  out.problems = window.problems;
  return out;
}
addEventListener("load", () => {
  let found;
  try { found = walk(); } catch (e) { found = {problems: [String(e.stack)]}; }
  document.body.append(Object.assign(document.createElement("pre"), {id: "found", textContent: JSON.stringify(found)}));
});
</script>"""


@unittest.skipUnless(CHROMIUM, "no chromium")
class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(self.folder.name, "a.tns"), "w", encoding="utf-8") as file:
            file.write(MATRIX)

    def page(self, *arguments):
        path = os.path.join(self.folder.name, "page.html")
        done = subprocess.run([TEAALC, "explain", *arguments, f"--html={path}"], cwd=self.folder.name, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def walked(self, page, width=1440, dark=False):
        path = os.path.join(self.folder.name, "walk.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page.replace("<head>", "<head>" + WATCH, 1).replace("</body>", WALK + "</body>"))
        options = ["--blink-settings=preferredColorScheme=0"] if dark else []
        done = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder.name}/profile",
             f"--window-size={width},1000", *options, "--dump-dom", "file://" + path],
            capture_output=True, text=True, timeout=240, check=False)
        found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
        self.assertTrue(found, done.stderr[-2000:])
        told = json.loads(html.unescape(found.group(1)))
        self.assertEqual(told["problems"], [])
        return told

    def spmv(self, *arguments):
        return self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "-D", "NUM_THREADS=2", "A=a.tns", "B=dense:",
                         "--machine=1x2", *arguments)

    # Rows of 3, 1, 0, 2 and 1 elements, two lanes: they open in the first slot, and visit (0, 0) and (1, 2) in the second.
    def test_steps_link_lanes_tensors_and_lines(self):
        found = self.walked(self.spmv("--orders=all"))
        self.assertEqual(found["title"], "Z[i] = A[i, j] * B[j]")
        self.assertEqual(found["first"], "slot 1 of 9: 2 lanes: opens a fiber")
        self.assertEqual(found["second"], "slot 2 of 9: 2 lanes: computes")
        self.assertEqual(found["last"], "slot 9 of 9: 1 lane: computes, 1 lane: waits for its warp")
        head, *lanes = found["lanes"][0]
        a, b = head.index("A"), head.index("B")
        self.assertEqual([(row[0], row[a], row[b]) for row in lanes], [("●w0.0", "[0, 0]", "[0]"), ("●w0.1", "[1, 2]", "[2]")])
        self.assertEqual(found["at"], ["0", "2"])
        nest, cuda = found["here"]
        self.assertRegex(nest, r"sum \+= A_values\(A_J_at\) \* B_values\(j\)")
        self.assertIn("sum = fmaf(A_values[A_J_at], B_values[j], sum);", cuda)
        self.assertEqual(len(found["spec_here"]), 1)
        self.assertIn("A[i, j] * B[j]", found["spec_here"][0])

    def test_lines_choose_lines(self):
        found = self.walked(self.spmv())
        self.assertEqual(len(found["chosen"]), 2)
        self.assertTrue(any("fmaf" in text for text in found["chosen"]), found["chosen"])
        self.assertEqual(found["unchosen"], 0)

    def test_orders_open_on_the_right(self):
        found = self.walked(self.spmv("--orders=all"))
        self.assertEqual(len(found["rows"]), 6)
        self.assertNotEqual(found["right"], "spmv_thread_mapped")

    def test_everything_has_a_name_and_can_be_read(self):
        page = self.spmv("--orders=all")
        for width in (500, 900, 1440):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    found = self.walked(page, width, dark)
                    self.assertEqual(found["unnamed"], [])
                    self.assertEqual(found["pale"], [])
                    self.assertLessEqual(found["sideways"], 0)

    def test_steps_are_quick(self):
        page = self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "--with=" + os.path.join(SPECS, "spmv_warp_per_row.yaml"),
                         "A=rmat:scale=7,ef=8,seed=1", "B=dense:")
        self.assertLess(len(page), 2_000_000)
        self.assertLess(self.walked(page)["step_ms"], 50)  # 16 on an idle machine


if __name__ == "__main__":
    if not CHROMIUM:
        print("skipped: no chromium")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
