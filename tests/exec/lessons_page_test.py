"""The page of all lessons, as scripts/lessons_page.py makes it: argument 1 is teaalc, argument 2 the repository."""
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TEAALC, ROOT = sys.argv[1], Path(sys.argv[2])
VOID = {"meta", "img", "br", "hr", "input", "link"}


class Page(html.parser.HTMLParser):
    """Elements in order, with what they say; elements that are not closed in their order are errors."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.errors = [], [], []
        self.feed(text)
        self.errors += self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self.open.append((tag, len(self.elements) - 1))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.errors.append(f"</{tag}> behind {self.open[-1:]}")
        elif self.open:
            self.open.pop()

    def handle_data(self, data):
        for _, at in self.open:
            self.elements[at][2] += data

    def all(self, tag):
        return [(attributes, text) for name, attributes, text in self.elements if name == tag]


class LessonsPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lessons.html")
            subprocess.run([sys.executable, ROOT / "scripts/lessons_page.py", f"--teaalc={TEAALC}", "-o", path], check=True)
            cls.text = Path(path).read_text(encoding="utf-8")
        cls.page = Page(cls.text)
        cls.folders = sorted((p for p in (ROOT / "lessons").iterdir() if p.is_dir()), key=lambda p: int(p.name.split("-")[0]))

    # A report of one mapping of the first lesson; the other lessons stay as they are.
    def test_has_columns_of_time_where_a_report_is_given(self):
        with tempfile.TemporaryDirectory() as folder:
            reports = Path(folder) / "measured" / self.folders[0].name
            reports.mkdir(parents=True)
            run = [TEAALC, "run", "specs/spmv_thread_mapped.yaml", "A=rmat:scale=6,ef=8,seed=1", "B=dense:", "--device=cpu", "--json"]
            report = json.loads(subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
            report["device"] |= {"kind": "gpu", "name": "a GPU"}
            report["kernel"]["us"] = 4.25
            (reports / "run.json").write_text(json.dumps(report), encoding="utf-8")
            path = os.path.join(folder, "lessons.html")
            subprocess.run([sys.executable, ROOT / "scripts/lessons_page.py", f"--teaalc={TEAALC}", f"--measured={folder}/measured",
                            "-o", path], check=True)
            page = Page(Path(path).read_text(encoding="utf-8"))
        self.assertEqual(page.errors, [])
        tables = [text for _, text in page.all("table")]
        self.assertTrue(tables[0].split("spmv_warp_per_row")[0].endswith("4.25"), tables[0])
        self.assertTrue(tables[0].endswith("–"), tables[0])
        self.assertEqual([("measured, µs" in text) for text in tables], [True] + [False] * (len(tables) - 1))
        self.assertNotIn("measured, µs", self.text)

    def test_is_well_formed(self):
        self.assertEqual(self.page.errors, [])
        self.assertLess(len(self.text), 2_000_000)

    def test_needs_no_network(self):
        for _, attributes, _ in self.page.elements:
            for name in ("src", "href", "srcset", "action"):
                target = attributes.get(name, "#")
                self.assertTrue(target.startswith(("#", "data:")), target)
        self.assertNotIn("@import", self.text)
        self.assertNotRegex(self.text, r"url\((?!#)")

    def test_has_every_lesson_in_order(self):
        ids = [a.get("id") for a, _ in self.page.all("article")]
        self.assertEqual(ids, [f.name for f in self.folders])
        self.assertEqual([int(i.split("-")[0]) for i in ids], list(range(1, len(ids) + 1)))
        for a, _ in self.page.all("a"):
            self.assertIn(a["href"][1:], ids)

    def test_answers_open_last(self):
        for (_, text), folder in zip(self.page.all("article"), self.folders):
            with self.subTest(folder.name):
                self.assertLess(text.index("Question."), text.index("See."))
                self.assertLess(text.index("See."), text.rindex("Answer"))
        answers = [a for a, text in self.page.all("details") if text.startswith("Answer")]
        self.assertEqual(len(answers), len(self.folders))
        self.assertFalse(any("open" in a for a in answers))

    def test_has_every_number_and_spec(self):
        for (_, text), folder in zip(self.page.all("article"), self.folders):
            source = (folder / "README.md").read_text(encoding="utf-8")
            for line in source.splitlines():
                if line.startswith("|") and not line.startswith("|--"):
                    for cell in line.strip("|").split("|"):
                        self.assertIn(cell.strip(), text)
            for spec in folder.glob("*.yaml"):
                self.assertIn(spec.read_text(encoding="utf-8"), text)

    def test_has_a_picture_of_every_explained_command(self):
        commands = sum(len(re.findall(r"^teaalc explain", (f / "README.md").read_text(encoding="utf-8"), re.M)) for f in self.folders)
        pictures = self.page.all("img")
        self.assertEqual(len(pictures), commands)
        for attributes, _ in pictures:
            self.assertIn("slots", attributes["alt"])

    def test_no_markup_is_left(self):
        for attributes, text in self.page.all("p"):
            self.assertNotRegex(text, r"\*\*|\]\(|```", attributes)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
