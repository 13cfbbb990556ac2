"""The page of `teaalc explain --html` in headless Chromium: argument 1 is teaalc, argument 2 the folder of specs.

A script at the end of a copy of the page walks it and writes what it finds into the document, which --dump-dom prints.
Without Chromium the test is skipped (77); Debian's package is called chromium.
"""
import html
import itertools
import json
import math
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
  // Every picture has a table of the same numbers beside it.
  out.untold = [...document.querySelectorAll("main [role=img]")].filter(e => !e.closest("#overview, .strip, #curve, .places")?.parentElement.querySelector("details .scroll, table")).map(e => e.outerHTML.slice(0, 80));
  const numbers = [...document.querySelectorAll("details")];
  numbers.forEach(d => d.fill());
  out.numbers = numbers.map(d => [d.querySelector("summary").textContent, [...d.querySelectorAll("tr")].map(r => [...r.cells].map(c => c.textContent))]);
  out.pale.push(...[...document.querySelectorAll("details td, details th, summary")].filter(e => contrast(e) < 4.5).map(e => e.outerHTML.slice(0, 80)));
  // Focus goes where it was when a button draws the page anew.
  const left = document.querySelector("#overview .side") || document.querySelector("#theme");
  left.focus(); left.click();
  out.focused = document.activeElement.getAttribute("aria-label") || document.activeElement.id;
  out.kept = left.getAttribute("aria-label") || left.id;
  // Everything that answers to a click can be reached by Tab, in the order of the document.
  const stops = [...document.querySelectorAll("button, select, input, summary, [tabindex]")].filter(e => e.offsetParent && !e.closest("dialog"));
  out.unreachable = stops.filter(e => e.tabIndex !== 0 || e.disabled).map(e => e.outerHTML.slice(0, 80));
  out.stops = stops.length;
  // Lines by arrows.
  const spec = document.querySelector('#nests pre[data-what="The spec"]'), arrow = key => spec.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const before_arrows = by("where").textContent;
  arrow("ArrowDown"); arrow("ArrowDown"); arrow("ArrowUp");
  const active = spec.querySelector(".active");
  out.line = [spec.getAttribute("aria-activedescendant") === active.id, active.getAttribute("aria-selected"), by("where").textContent === before_arrows];
  // In black, each kind of work (and each depth of a rank) still has a shape of its own.
  const themed = colors, shape = (kind, depth) => {
    const c = document.createElement("canvas");
    paint(sized(c, 16, 12), kind, 0, 0, 16, 12, depth < 0 ? undefined : ranks[0], depth);
    return [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data].join();
  };
  colors = new Proxy({}, {get: () => "#000", set: () => true});
  const shapes = [...kinds.filter(k => k[0] !== "c").map(k => shape(k[0], -1)), ...[0, 1, 2, 3, 4].map(d => shape("c", d))];
  colors = themed;
  out.alike = shapes.length - new Set(shapes).size;
  out.rank_colors = [0, 1, 2, 3, 4].map(n => getComputedStyle(document.documentElement).getPropertyValue("--r" + n).trim());
  out.ranges = [[], [3], [0, 1], [0, 1, 2], [0, 2, 3, 5, 6, 7, 8]].map(ranges);
  window.dispatchEvent(new Event("beforeprint"));
  out.printed = [document.documentElement.dataset.theme, [...document.querySelectorAll("details")].every(d => d.open && d.querySelector("td"))];
  window.dispatchEvent(new Event("afterprint"));
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

# An order with J outside on the right, at its second slot.
ORDER = """<script>
addEventListener("load", () => {
  sides[1] = panes.findIndex(p => p.name.startsWith("J "));
  choose(); go(1);
  const pre = document.querySelectorAll('#nests pre[data-what="CUDA text"]')[1];
  const told = {order: panes[sides[1]].name, cuda: pre ? pre.textContent : "", marked: pre ? pre.querySelectorAll(".here").length : 0, problems: window.problems};
  document.body.append(Object.assign(document.createElement("pre"), {id: "found", textContent: JSON.stringify(told)}));
});
</script>"""

# What is left of red, green and blue (linear) without one kind of cone: Machado, Oliveira and Fernandes, A physiologically-based
# model for simulation of color vision deficiency, 2009, severity 1.
SIGHTS = {"all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
          "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
          "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))}


def linear(colour):
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))]


def lab(rgb):
    """CIE L*a*b* under D65 of linear sRGB."""
    r, g, b = (min(max(v, 0), 1) for v in rgb)
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


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
        self.assertEqual(kernels[1][1:7], ["1", "5", "0 B", "32", "–", "0"])

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
        self.assertEqual(found["ranges"], ["", "3", "0, 1", "0 to 2", "0, 2, 3, 5 to 8"])
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
                    self.assertEqual(found["untold"], [])
                    self.assertEqual(found["focused"], found["kept"])
                    self.assertEqual(found["unreachable"], [])
                    self.assertGreater(found["stops"], 20)
                    self.assertEqual(found["line"], [True, "true", True])
                    self.assertEqual(found["alike"], 0)
                    self.assertEqual(found["printed"], ["light", True])
                    self.colours_differ(found["rank_colors"])

    def colours_differ(self, colours):
        """As seen with all cones, without those for red, without those for green; CIE76 of 15 is far beyond a glance's doubt."""
        for name, matrix in SIGHTS.items():
            seen = [lab([sum(m * c for m, c in zip(row, linear(colour))) for row in matrix]) for colour in colours]
            for (i, a), (j, b) in itertools.combinations(enumerate(seen), 2):
                self.assertGreater(math.dist(a, b), 15, (name, colours[i], colours[j]))

    def test_pictures_have_their_numbers(self):
        numbers = dict(self.walked(self.spmv())["numbers"])
        # Lane 0 has rows 0, 2 and 4: it opens three times and visits three elements and one.
        self.assertEqual(numbers["Lanes in numbers"][0], ["lane", "computes", "opens a fiber", "waits for its warp", "at work"])
        self.assertEqual([row[:4] for row in numbers["Lanes in numbers"][1:]], [["●w0.0", "4", "3", "2"], ["●w0.1", "3", "2", "4"]])
        self.assertEqual(numbers["The bars in numbers"][1][:4], ["spmv_thread_mapped", "9", "39 %", "28 %"])
        self.assertEqual(numbers["The curve in numbers"][0], ["cache, sectors", "spmv_thread_mapped"])

    def test_orders_have_their_cuda_text(self):
        page = self.spmv("--orders=all")
        found = self.walked(page, walk=ORDER)
        self.assertIn("J I1 |I0|", found["order"])
        self.assertIn("__global__", found["cuda"])
        self.assertGreater(found["marked"], 0)

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
