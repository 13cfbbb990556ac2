"""Counts test cases for ./check: every GoogleTest case of a program, one for any other ctest entry.

usage: count_tests.py CTEST.xml NOTES_FILE
Prints "passed failed skipped"; NOTES_FILE gets a line for each failed and each skipped case.
"""

import re
import sys
import xml.etree.ElementTree
from pathlib import Path

RAN = re.compile(r"^\[=+\] (\d+) tests? from .* ran\.", re.MULTILINE)
PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.", re.MULTILINE)
SKIPPED = re.compile(r"^\[  SKIPPED \] (\d+) tests?", re.MULTILINE)
NAMED = re.compile(r"^\[  (FAILED |SKIPPED) \] (\w[\w/]*\.[\w/]+)", re.MULTILINE)


def number(pattern, text):
    found = pattern.search(text)
    return int(found[1]) if found else 0


def entry_counts(status, output):
    """{outcome: cases} of one ctest entry, whose status is ctest's "run", "fail" or another for skipped entries."""
    counts = {"passed": number(PASSED, output), "skipped": number(SKIPPED, output), "failed": 0}
    if RAN.search(output):
        counts["failed"] = number(RAN, output) - counts["passed"] - counts["skipped"]
        if status == "fail":
            counts["failed"] = max(counts["failed"], 1)
        return counts
    own = {"run": "passed", "fail": "failed"}.get(status, "skipped")
    return {outcome: int(outcome == own) for outcome in ("passed", "failed", "skipped")}


def notes(name, counts, output):
    if not RAN.search(output):
        return [f"{outcome:<8} {name}" for outcome in ("failed", "skipped") if counts[outcome]]
    lines = sorted({f"{kind.strip().lower():<8} {name}: {case}" for kind, case in NAMED.findall(output)})
    for outcome in ("failed", "skipped"):
        named = sum(line.startswith(outcome) for line in lines)
        if counts[outcome] > named:
            lines.append(f"{outcome:<8} {name}: {counts[outcome] - named} not named")
    return lines


def main():
    total = {"passed": 0, "failed": 0, "skipped": 0}
    lines = []
    for case in xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        counts = entry_counts(case.get("status"), output)
        lines += notes(case.get("name"), counts, output)
        for outcome, cases in counts.items():
            total[outcome] += cases
    Path(sys.argv[2]).write_text("".join(line + "\n" for line in lines))
    print(total["passed"], total["failed"], total["skipped"])


if __name__ == "__main__":
    main()
