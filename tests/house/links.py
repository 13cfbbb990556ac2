"""Every link and every repository path in a document leads somewhere."""

import re
from posixpath import dirname, join, normpath

from repository import Finding

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:compiler|runtime|templates|specs|tests|bench|docs|scripts|cmake|generated)/[\w./-]*)`")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def folders(paths):
    found = set()
    for path in paths:
        while path := dirname(path):
            found.add(path)
    return found


def link_problem(document, link, texts, known):
    if re.match(r"[a-z]+:", link):
        return None
    name, _, fragment = link.partition("#")
    target = normpath(join(dirname(document), name)) if name else document
    if target not in known:
        return f"link to {link}: there is no {target}"
    if fragment and target in texts and fragment not in map(anchor, HEADING.findall(texts[target])):
        return f"link to {link}: {target} has no such heading"
    return None


def link_findings(files):
    texts = dict(files)
    known = set(texts) | folders(texts)
    found = []
    for document, text in files:
        if not document.endswith(".md"):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            problems = [link_problem(document, link, texts, known) for link in LINK.findall(line)]
            problems += [f"`{path}` does not exist" for path in PATH.findall(line) if path.rstrip("/") not in known]
            found += [Finding(document, number, problem) for problem in problems if problem]
    return found
