"""Rules about the text of the repository itself. Each takes [(path, text)] and returns findings."""

import re
from fnmatch import fnmatch

from repository import Finding, is_generated, source

MOST_LINES = 600
# Spelled with classes so that this file does not break its own rule.
UNFINISHED = re.compile(r"\b(T[O]DO|F[I]XME|X[X]X|not[ ]implemented|p[l]aceholder|d[u]mmy|for[ ]now)\b", re.IGNORECASE)
MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_./-])/(work|farm|root|tmp/[a-z]+[0-9]*)/")
CODE_LINE = re.compile(r'^TEAAL_CODE\((\w+),\s*"([^"]+)"\)', re.MULTILINE)

# Codes that no golden input can produce, and the test that covers each instead.
CODES_TESTED_ELSEWHERE = {
    "ir-syntax": "tests/unit/ir/text_test.cc",
    "ir-rule": "tests/exec/replay_test.cc",
    "manifest": "tests/unit/reference/expression_test.cc",
    "build-failed": "tests/unit/clang/frontend_test.cc",
    "run-failed": "tests/unit/cpu/launch_test.cc",
    "mismatch": "tests/exec/cli_run_test.cc",
    "no-device": "tests/exec/cli_run_test.cc",
    "internal": "tests/unit/driver/command_parts_test.cc",
}


def lines_matching(pattern, files, message):
    found = []
    for path, text in files:
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(Finding(path, number, f"{message}: {line.strip()[:80]}"))
    return found


def written_by_people(files):
    return [(path, text) for path, text in files if not is_generated(path)]


def long_file_findings(files):
    counted = ((path, text.count("\n")) for path, text in source(files))
    return [Finding(path, lines, f"{lines} lines; at most {MOST_LINES}") for path, lines in counted if lines > MOST_LINES]


def unfinished_findings(files):
    return lines_matching(UNFINISHED, written_by_people(files), "says itself that it is unfinished")


ROOMS = frozenset("api bench check cmake compiler docs examples generated include lessons program python quickstart "
                  "runtime scripts specs templates tests CMakeLists.txt CMakePresets.json LICENSE README.md "
                  "pyproject.toml".split())


def stray_findings(files):
    """What a run left at the top of the repository, where only its rooms are."""
    return [Finding(path, 1, "of no room of this repository") for path, _ in files
            if path.split("/")[0] not in ROOMS and not path.startswith(".")]


def machine_path_findings(files):
    return lines_matching(MACHINE_PATH, files, "a path of one machine")


def codes(files):
    """{code text: (line, enumerator)} of diagnostics.def."""
    text = dict(files)["compiler/support/diagnostics.def"]
    return {match[2]: (text[: match.start()].count("\n") + 1, match[1]) for match in CODE_LINE.finditer(text)}


def exception_problem(code, test, known, shown, texts):
    if code not in known:
        return "is not a code"
    if code in shown:
        return "is shown by a golden: drop the exception"
    if test not in texts:
        return f"is tested by {test}, which does not exist"
    if f"[{code}]" not in texts[test] and f"Code::{known[code][1]}" not in texts[test]:
        return f"is tested by {test}, which does not name it"
    return None


def code_findings(files, elsewhere=None):
    """Codes that no expected text under tests/golden shows, and exceptions that have become stale."""
    elsewhere = CODES_TESTED_ELSEWHERE if elsewhere is None else elsewhere
    known = codes(files)
    shown = set()
    for path, text in files:
        if path.startswith("tests/golden/") and path.endswith(".txt"):
            shown.update(re.findall(r"\[([a-z-]+)\]", text))
    texts = dict(files)
    found = []
    for code, (line, _) in known.items():
        if code not in shown and code not in elsewhere:
            found.append(Finding("compiler/support/diagnostics.def", line, f"[{code}] is shown by no golden"))
    for code, test in elsewhere.items():
        problem = exception_problem(code, test, known, shown, texts)
        if problem:
            found.append(Finding("tests/house/rules.py", 1, f"exception '{code}' {problem}"))
    return found


def template_findings(files):
    """Files of device functions that no test names."""
    tests = "".join(text for path, text in files if path.startswith("tests/") and not path.startswith("tests/house/"))
    templates = [path for path, _ in files if fnmatch(path, "templates/*.cuh")]
    return [Finding(path, 1, "no test names this file") for path in templates if path.rpartition("/")[2] not in tests]


def phase_findings(files):
    """Passes of the pipeline that the table of phases in the architecture page lacks or lists in another order."""
    texts = dict(files)
    passes = re.findall(r'^ +\{"(\w+)", "', texts["compiler/passes/pipeline.cc"], re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \|", texts["docs/ARCHITECTURE.md"], re.MULTILINE)
    shown = [name for name in rows if name in passes]
    message = f"the table of phases lists {shown}, the pipeline {passes}"
    return [] if shown == passes and passes else [Finding("docs/ARCHITECTURE.md", 1, message)]


PAGES_OF_WORDS = ("docs/*.md", "specs/README.md", "lessons/README.md", "lessons/INSTRUCTOR.md", "bench/README.md",
                  "bench/STAGING-DIARY.md", "examples/*/README.md")


def page_findings(files):
    """Pages that do not lead to the glossary, and a README too long to be read."""
    found = []
    for path, text in files:
        if any(fnmatch(path, page) for page in PAGES_OF_WORDS) and path != "docs/GLOSSARY.md" and "GLOSSARY.md)" not in text:
            found.append(Finding(path, 1, "no link to docs/GLOSSARY.md"))
        if path == "README.md" and text.count("\n") > 150:
            found.append(Finding(path, text.count("\n"), "more than 150 lines; docs/ has room"))
    return found
