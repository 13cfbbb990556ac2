"""Renders lessons/ to one page: questions, commands, tables, the picture that each command draws, specs, and answers that open when
asked for. The page needs no network; it is one file.

usage: lessons_page.py [--teaalc=PROGRAM] [--measured=FOLDER] [-o FILE]
  --teaalc   what draws the pictures (build/release/bin/teaalc); without such a program the page has none, and says so
  --measured reports of a GPU, by lesson: FOLDER/1-one-long-row/*.json of `teaalc run --json`, or *.csv of `ncu --csv`; the tables
             of these lessons get two columns more, the time predicted on an H200 and the time measured
  -o         where the page goes (lessons.html)
"""

import argparse
import base64
import html
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "lessons"

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --soft: #555; --line: #c9c9c9; --tint: #f4f4f1; --focus: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #ececec; --soft: #b5b5b5; --line: #474b50; --tint: #202327; --focus: #8ab4f8; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #333; --tint: #fff; } article { break-before: page; } }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
a { color: inherit; } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
pre, code { font: 13px/1.45 ui-monospace, monospace; } pre { overflow-x: auto; background: var(--tint); padding: .6rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
img { max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 4px; padding: .4rem .8rem; margin: .75rem 0; }
summary { cursor: pointer; font-weight: 600; }
"""

# Print opens what is closed; the page works as well without.
SCRIPT = """
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
"""


def lessons():
    """The folders, by their numbers."""
    return sorted((p for p in LESSONS.iterdir() if p.is_dir()), key=lambda p: int(p.name.split("-")[0]))


def inline(text, folder):
    """`code`, **bold**, *emphasis* and [links](to); a link that leads out of the page is left as its words."""
    parts = re.split(r"(`[^`]*`)", text)
    for i, part in enumerate(parts):
        if part.startswith("`"):
            parts[i] = f"<code>{html.escape(part[1:-1])}</code>"
            continue
        part = html.escape(part, quote=False)
        part = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", part)
        part = re.sub(r"\*(.+?)\*", r"<em>\1</em>", part)
        parts[i] = re.sub(r"\[(.+?)\]\((.+?)\)", lambda m: link(m, folder), part)
    return "".join(parts)


def link(match, folder):
    words, target = match.groups()
    to = (folder / target.split("#")[0]).resolve()
    if to.parent in lessons():
        return f'<a href="#{to.parent.name}">{words}</a>'
    return f"{words} ({to.relative_to(ROOT)})"


def table(lines, folder, times):
    """`times`: of what the first column names, the predicted and the measured one in µs (or None); none at all: no columns for them."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    if times:
        rows[0] += ["predicted, µs", "measured, µs"]
        for row in rows[2:]:
            row += ["–" if us is None else f"{us:.3g}" for us in times.get(row[0], (None, None))]
    head = "".join(f'<th scope="col">{inline(c, folder)}</th>' for c in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{inline(c, folder)}</td>" for c in row) + "</tr>" for row in rows[2:])
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Counts"><table><tr>{head}</tr>{body}</table></div>'


def blocks(text):
    """(kind, lines) of a page: code, table, or a paragraph; a title is a paragraph that begins with #."""
    block, code = [], False
    for line in text.splitlines() + [""]:
        if line.startswith("```"):
            if code:
                yield "code", block
            elif block:
                yield "text", block
            block, code = [], not code
        elif code or line.strip():
            block.append(line)
        elif block:
            yield ("table" if block[0].startswith("|") else "text"), block
            block = []


def commands(lines):
    """Command lines of a block of code, those that go on behind a backslash as one."""
    return [c for c in "\n".join(lines).replace("\\\n", " ").splitlines() if c.startswith("teaalc ")]


class Painter:
    """Draws what `teaalc explain` tells."""

    def __init__(self, teaalc, measured=None):
        self.teaalc = teaalc if Path(teaalc).is_file() else None
        self.measured = Path(measured) if measured else None

    def reports(self, folder):
        found = self.measured / folder.name if self.measured else None
        return sorted(p for p in found.iterdir() if p.suffix in (".json", ".csv")) if found and found.is_dir() else []

    def times(self, command, folder):
        """{name of a mapping or an order: (predicted, measured)} of an explained command whose lesson has reports."""
        words, reports = shlex.split(command), self.reports(folder)
        if self.teaalc is None or words[1] != "explain" or not reports:
            return {}
        done = subprocess.run([self.teaalc, *words[1:], "--json", "--measured=" + ",".join(map(str, reports))], cwd=ROOT,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{command}\n{done.stderr}")
        told = json.loads(done.stdout)
        out = {o["loops"].replace("|", ""): (o["mapping"]["predicted"]["us"], None) for o in told["orders"] if "mapping" in o}
        out |= {m["name"]: (m["predicted"]["us"], m.get("measured", {}).get("us")) for m in told["mappings"]}
        return out

    def picture(self, command):
        words = shlex.split(command)
        if self.teaalc is None or words[1] != "explain":
            return ""
        words = [w for w in words[1:] if not w.startswith("--orders=")]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.svg"
            done = subprocess.run([self.teaalc, *words, f"--svg={path}"], cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{command}\n{done.stderr}")
            svg = path.read_text(encoding="utf-8")
        told = html.escape(re.search(r"<desc[^>]*>(.*?)</desc>", svg, re.S).group(1), quote=True)
        data = base64.b64encode(svg.encode()).decode()
        return f'<p><img alt="Lanes over slots. {told}" src="data:image/svg+xml;base64,{data}"></p>'


def specs_of(folder):
    out = ""
    for spec in sorted(folder.glob("*.yaml")):
        text = html.escape(spec.read_text(encoding="utf-8"))
        out += f"<details><summary>{spec.name}</summary><pre>{text}</pre></details>"
    return out


def rendered(folder, painter):
    """An article; what is behind **Answer.** opens when asked for."""
    out, answered, times = "", False, {}
    for kind, lines in blocks((folder / "README.md").read_text(encoding="utf-8")):
        text = " ".join(lines)
        if kind == "table":
            out += table(lines, folder, times)
        elif kind == "code":
            times = {name: us for c in commands(lines) for name, us in painter.times(c, folder).items()}
            out += f'<pre tabindex="0">{html.escape(chr(10).join(lines))}</pre>' + "".join(map(painter.picture, commands(lines)))
        elif text.startswith("# "):
            number = folder.name.split("-")[0]
            out += f'<h2>{number}. {inline(text[2:], folder)}</h2>'
        elif text.startswith("**Answer.**"):
            out += specs_of(folder) + f"<details><summary>Answer</summary><p>{inline(text[11:].strip(), folder)}</p>"
            answered = True
        else:
            out += f"<p>{inline(text, folder)}</p>"
    return f'<article id="{folder.name}">{out}{"</details>" if answered else ""}</article>'


def title_of(folder):
    return (folder / "README.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


def page(painter):
    items = "".join(f'<li><a href="#{f.name}">{html.escape(title_of(f))}</a></li>' for f in lessons())
    note = "" if painter.teaalc else "<p>Pictures are missing: no teaalc drew them.</p>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Lessons: what a mapping does</title><style>{STYLE}</style></head><body><header><h1>What a mapping does: ten lessons</h1>"
        "<p>Each asks a question; guess before you read on. Every number is counted by teaalc, and every command can be repeated at the "
        "root of its repository. A <em>slot</em> is one turn of one warp that has to wait for a load; docs/EXPLAIN.md defines the "
        f"others.</p>{note}<nav aria-label='Lessons'><ol>{items}</ol></nav></header><main>"
        + "\n".join(rendered(f, painter) for f in lessons())
        + f"</main><script>{SCRIPT}</script></body></html>\n"
    )


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--teaalc", default=str(ROOT / "build/release/bin/teaalc"))
    parser.add_argument("-o", dest="output", default="lessons.html")
    parser.add_argument("--measured")
    options = parser.parse_args()
    Path(options.output).write_text(page(Painter(options.teaalc, options.measured)), encoding="utf-8")


if __name__ == "__main__":
    main()
