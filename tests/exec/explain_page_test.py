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
// Red, green and blue from 0 to 1, and how much covers what lies below.
function parts(text) {
  const numbers = text.match(/[\\d.]+(?:e-?\\d+)?/g).map(Number), most = text.startsWith("color(") ? 1 : 255;
  return [...numbers.slice(0, 3).map(v => v / most), numbers[3] ?? 1];
}
function luminance(rgb) {
  const [r, g, b] = rgb.map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}
function background(e) {
  if (!e) return [1, 1, 1];
  const [r, g, b, a] = parts(getComputedStyle(e).backgroundColor);
  if (a === 1) return [r, g, b];
  const below = background(e.parentElement);
  return [r, g, b].map((v, i) => a * v + (1 - a) * below[i]);
}
function contrast(e) {
  const [a, b] = [luminance(parts(getComputedStyle(e).color).slice(0, 3)), luminance(background(e))].sort((x, y) => y - x);
  return (a + .05) / (b + .05);
}
const here_of = what => texts(`#nests pre[data-what="${what}"] .here`).map(t => t.trim());
function walk() {
  const out = {};
  out.title = by("title").textContent;
  press("Home");
  out.where = by("where").textContent;
  out.first = texts(".now")[0];
  press("ArrowRight");
  out.second = texts(".now")[0];
  out.spoken = [...document.querySelectorAll('#panes [aria-live="polite"]')].map(e => e.textContent);
  out.lanes = [...document.querySelectorAll("#panes table")].map(t => [...t.rows].map(r => [...r.cells].map(c => c.textContent)));
  press("t");
  out.at = texts(".fibers .at");
  press("t");
  out.here = ["The spec", "Loop nest", "CUDA text"].map(here_of);
  out.chips = [...document.querySelector("#overview .chips").querySelectorAll(".chip")].map(c => [c.textContent, c.className, c.style.getPropertyValue("--of")]);
  press("End");
  out.last = texts(".now")[0];
  const nest = [...document.querySelectorAll('#nests pre[data-what="Loop nest"] div')];
  const sum = nest.find(d => d.textContent.includes("sum += A_values"));
  if (sum) {
    sum.click();
    out.chosen = texts("#nests .chosen").map(t => t.trim());
    sum.click();
    out.unchosen = document.querySelectorAll(".chosen").length;
  }
  press("s");
  out.sides = [by("left").value, by("right")?.value];
  press("s");
  // A product on each side, wherever its slots are.
  press("p");
  press("Home");
  for (let i = 0; i < 3; ++i) press("ArrowRight");
  out.synced = [by("where").textContent, ...texts(".now").map(t => t.match(/Slot [0-9]+ of|[0-9]+ of [0-9]+ visits/g).join(" "))];
  press("p");
  by("cache").value = 0;
  by("cache").dispatchEvent(new Event("input"));
  out.cache = by("cache-is").textContent;
  out.dram = [...document.querySelectorAll("#traffic tr")].slice(1).map(r => [r.cells[0].textContent, r.cells[7].textContent]);
  out.asked = [...document.querySelectorAll("#asked table")].map(t => [...t.rows].map(r => [...r.cells].map(c => c.textContent.trim())));
  out.warps = texts(".warps span");
  out.rows = texts("#all tr td:nth-child(2)");
  const heads = [...document.querySelectorAll("#all th button")];
  if (heads.length) {
    const title = heads.find(b => b.textContent.startsWith("loads")).id;
    by(title).click();
    out.sorted = [by(title).closest("th").getAttribute("aria-sort"), texts("#all tr td:nth-child(11)").map(t => +t.replaceAll(",", "")).filter(n => !isNaN(n))];
  }
  const other = [...document.querySelectorAll("#all .to-right")].find(b => b.getAttribute("aria-pressed") === "false");
  if (other) { other.click(); out.right = by("right").selectedOptions[0].textContent; }
  press("?");
  out.keys = by("keys").open;
  by("keys").close();
  const paper = () => getComputedStyle(document.body).backgroundColor, before = paper();
  by("theme").click();
  out.themed = paper() !== before;
  by("theme").click();
  out.unnamed = [...document.querySelectorAll("button, select, input, canvas, pre")].filter(e => e.getAttribute("aria-hidden") !== "true" &&
    !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).map(e => e.outerHTML.slice(0, 80));
  out.pale = [...document.querySelectorAll("p, th, td, pre div, label, button, figcaption, .bar span, h1, h2, h3, .fibers span, .chip, .badge, .warps span, output")]
    .filter(e => e.textContent.trim() && contrast(e) < 4.5).map(e => e.outerHTML.slice(0, 80));
  out.sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const begin = performance.now();
  for (let i = 0; i < 50; ++i) go(i % most_positions());
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

LARGE = """<script>
addEventListener("load", () => {
  const told = {warps: [...document.querySelectorAll(".warps span")].map(e => e.textContent), drawn: warps_of(panes[0]).length, problems: window.problems};
  document.body.append(Object.assign(document.createElement("pre"), {id: "found", textContent: JSON.stringify(told)}));
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

    def walked(self, page, width=1440, dark=False, walk=WALK):
        path = os.path.join(self.folder.name, "walk.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page.replace("<head>", "<head>" + WATCH, 1).replace("</body>", walk + "</body>"))
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

    def walked_large(self, page):
        return self.walked(page, walk=LARGE)

    def spmv(self, *arguments):
        return self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "-D", "NUM_THREADS=2", "A=a.tns", "B=dense:",
                         "--machine=1x2", *arguments)

    # Rows of 3, 1, 0, 2 and 1 elements, two lanes: they open in the first slot, and visit (0, 0) and (1, 2) in the second.
    def test_steps_link_lanes_tensors_and_lines(self):
        found = self.walked(self.spmv("--orders=all"))
        self.assertEqual(found["title"], "Z[i] = A[i, j] * B[j]")
        self.assertEqual(found["where"], "slot 1 of 9")
        self.assertEqual(found["first"], "Slot 1 of 9. ● Warp 0: every lane opens a fiber. 0 of 7 visits that compute are done.")
        self.assertEqual(found["second"], "Slot 2 of 9. ● Warp 0: every lane computes (I moved). 2 of 7 visits that compute are done.")
        self.assertEqual(found["last"], "Slot 9 of 9. ● Warp 0: lane 0 computes (I moved); lane 1 waits for its warp. "
                         "7 of 7 visits that compute are done.")
        self.assertEqual(found["spoken"], [found["second"]])
        head, *lanes = found["lanes"][0]
        a, b = head.index("A"), head.index("B")
        self.assertEqual([(row[0], row[a], row[b]) for row in lanes], [("●w0.0", "[0, 0]", "[0]"), ("●w0.1", "[1, 2]", "[2]")])
        self.assertEqual(found["at"], ["0", "2"])
        (spec,), (nest,), (cuda,) = found["here"]
        self.assertIn("A[i, j] * B[j]", spec)
        self.assertRegex(nest, r"sum \+= A_values\(A_J_at\) \* B_values\(j\)")
        self.assertIn("sum = fmaf(A_values[A_J_at], B_values[j], sum);", cuda)

    def test_ranks_keep_their_colour(self):
        found = self.walked(self.spmv())
        self.assertEqual(found["chips"], [["I1", "chip", "var(--r0)"], ["I0", "chip space", "var(--r0)"], ["J", "chip", "var(--r1)"]])

    # The fourth product: thread by thread the second one of lane 0 in its first row, in slot 3; by warps that of row 1.
    def test_sides_go_to_the_same_product(self):
        page = self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "--with=" + os.path.join(SPECS, "spmv_warp_per_row.yaml"),
                         "A=a.tns", "B=dense:", "--machine=1x2")
        found = self.walked(page)
        self.assertEqual(found["synced"][0], "product 4 of 7")
        for told in found["synced"][1:]:
            self.assertGreaterEqual(int(re.search(r"(\d+) of 7 visits", told).group(1)), 4, told)
        self.assertEqual(len(found["synced"]), 3)

    # Behind a cache of one sector: every access that is not to the sector before comes from DRAM.
    def test_a_cache_can_be_sized(self):
        found = self.walked(self.spmv())
        self.assertIn("1 sectors, 32 B", found["cache"])
        self.assertEqual([name for name, _ in found["dram"]], ["A", "B", "Z"])

    # Five rows, one thread each: a warp of five lanes reads bounds (6 of them, in one sector) in two requests.
    def test_shows_what_the_text_asks_for(self):
        found = self.walked(self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "A=a.tns", "B=dense:"))
        arrays, kernels = found["asked"]
        segments = next(row for row in arrays if row[0] == "L A.J.segments")
        self.assertEqual(segments[1:], ["spmv_thread_mapped_Z", "40 B", "0 B", "2", "5.0", "2", "1.0", "1.0", "2.0"])
        self.assertEqual(kernels[1][1:6], ["1", "5", "0 B", "32", "0"])

    def test_lines_choose_lines(self):
        found = self.walked(self.spmv())
        self.assertEqual(len(found["chosen"]), 3)
        for mark in ("Z[i] = A[i, j] * B[j]", "sum += ", "fmaf"):
            self.assertTrue(any(mark in text for text in found["chosen"]), found["chosen"])
        self.assertEqual(found["unchosen"], 0)

    def test_orders_open_on_the_right_and_are_sorted(self):
        found = self.walked(self.spmv("--orders=all"))
        self.assertEqual(len(found["rows"]), 6)
        self.assertNotEqual(found["right"], "spmv_thread_mapped")
        way, loads = found["sorted"]
        self.assertEqual(way, "ascending")
        self.assertEqual(loads, sorted(loads))
        self.assertGreater(len(set(loads)), 1)

    def test_keys_and_theme(self):
        found = self.walked(self.spmv())
        self.assertTrue(found["keys"])
        self.assertTrue(found["themed"])

    # Rows of one element, which lanes open and visit: 2 slots. The grid has 270,336 lanes, 4 a warp; the other 29,664 rows are a
    # second round of 7,416 warps.
    def test_large_runs_are_distributions(self):
        page = self.page(os.path.join(SPECS, "spmv_thread_mapped.yaml"), "A=identity:shape=300000x300000", "B=dense:")
        self.assertLess(len(page), 2_000_000)
        found = self.walked_large(page)
        self.assertEqual(found["warps"], ["2 to 3 slots", "60,168 warps", "4 to 7 slots", "7,416 warps"])
        self.assertEqual(found["drawn"], 4)

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
                         "A=rand:shape=20000x20000,density=0.0005", "B=dense:")  # 595,376 lane-slots
        self.assertLess(len(page), 2_000_000)
        self.assertLess(self.walked(page)["step_ms"], 50)  # 16 on an idle machine


if __name__ == "__main__":
    if not CHROMIUM:
        print("skipped: no chromium")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
