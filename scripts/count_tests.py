"""Counts test cases for ./check: every GoogleTest case of a binary, one for any other ctest entry.

usage: count_tests.py CTEST.xml GTEST_FOLDER NOTES_FILE
Prints "passed failed skipped"; NOTES_FILE gets a line for each failed and each skipped case.
"""

import json
import sys
import xml.etree.ElementTree
from pathlib import Path


def gtest_cases(folder):
    """{binary: [(case name, 'passed' | 'failed' | 'skipped')]} from GoogleTest's JSON reports."""
    found = {}
    for report in sorted(folder.glob("*.json")):
        cases = found.setdefault(report.stem, [])
        for suite in json.loads(report.read_text()).get("testsuites", []):
            for case in suite["testsuite"]:
                name = f"{suite['name']}.{case['name']}"
                if case.get("failures"):
                    cases.append((name, "failed"))
                elif case["result"] == "SKIPPED":
                    cases.append((name, "skipped"))
                elif case["result"] == "COMPLETED":
                    cases.append((name, "passed"))
    return found


def ctest_entries(junit):
    """[(entry name, 'passed' | 'failed' | 'skipped')] from ctest's JUnit report."""
    outcomes = {"run": "passed", "fail": "failed"}
    entries = []
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        entries.append((case.get("name"), outcomes.get(case.get("status"), "skipped")))
    return entries


def all_cases(junit, folder):
    by_binary = gtest_cases(folder)
    for name, outcome in ctest_entries(junit):
        cases = by_binary.get(name, [])
        for case, case_outcome in cases:
            yield f"{name}: {case}", case_outcome
        crashed = outcome == "failed" and all(other != "failed" for _, other in cases)
        if not cases or crashed:
            yield name, outcome


def main():
    junit, folder, notes = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    lines = []
    for name, outcome in all_cases(junit, folder):
        counts[outcome] += 1
        if outcome != "passed":
            lines.append(f"{outcome:<12} {name}\n")
    notes.write_text("".join(lines))
    print(counts["passed"], counts["failed"], counts["skipped"])


if __name__ == "__main__":
    main()
