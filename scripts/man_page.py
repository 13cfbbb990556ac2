#!/usr/bin/env python3
"""Writes the manual page teaalc.1 from what the program says of itself.

usage: man_page.py TEAALC [FILE]      to standard output without FILE
"""

import os
import re
import subprocess
import sys
from pathlib import Path

# The program's help is not wrapped, so that an entry is a line.
ENVIRONMENT = dict(os.environ, COLUMNS="100000")
VARIABLES = [
    ("TEAAL_CACHE_DIR", "The folder of kept builds. Else it is XDG_CACHE_HOME/teaalc, else ~/.cache/teaalc."),
    ("TEAAL_CACHE_SIZE", "The most that kept builds take: 2G, 512M or a number of bytes. 512 MiB where it is not set."),
    ("COLUMNS", "How wide help texts are, where it is not to be as wide as the terminal."),
    ("NO_COLOR", "No colors, whatever the terminal can."),
]
PAGES = "Specs are installed in /usr/share/teaalc/specs, pages about the language and the program in /usr/share/doc/teaalc/docs, below the prefix."


def said(program, *words):
    return subprocess.run([program, *words], env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout


def commands(help_text):
    """[(name, what it is for)], from the usage lines; the name of a compile is empty."""
    return [(found[1] or "", found[2]) for line in help_text.splitlines()
            if (found := re.match(r"  teaalc (?:([a-z]+) )? *[A-Z\[].*?  +(\S.*)$", line))]


def roff(text):
    """A line of text as roff reads it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def blocks(help_text):
    """The help text as [(title, lines)]; text in front of a title has none."""
    out = [("", [])]
    lines = help_text.splitlines()
    for i, line in enumerate(lines):
        titled = line and not line[0].isspace() and i + 1 < len(lines) and lines[i + 1].startswith("  ")
        if titled and (i == 0 or not lines[i - 1]):
            out.append((line, []))
        elif not line:
            out.append(("", []))
        else:
            out[-1][1].append(line)
    return [(title, body) for title, body in out if title or body]


def option_entries(lines):
    out = []
    for line in lines:
        head, _, text = line.strip().partition("  ")
        if line.startswith("  ") and not line.startswith("     "):
            out += ["", ".TP", ".B " + roff(head)]
            line = text
        if line.strip():
            out.append(roff(line.strip()))
    return [line for line in out if line]


def literal(lines):
    return [".nf", *(roff(line) for line in lines), ".fi"]


def body(help_text):
    out = []
    for title, lines in blocks(help_text):
        heading = title.rstrip(":")
        if heading in ("Usage", "Exit codes"):
            continue
        if heading.startswith(("Options", "Positionals")):
            out += [".SS " + roff(heading), *option_entries(lines)]
        elif title:
            out += [".SS " + roff(heading), *literal(lines)]
        elif lines[0].startswith(" "):
            out += ["", ".PP", *literal(lines)]
        else:
            out += [".PP", *(roff(line) for line in lines)]
    return [line for line in out if line]


def exit_codes(help_text):
    return [line for title, lines in blocks(help_text) if title == "Exit codes" for line in lines]


def usage(help_text):
    return [line.strip() for title, lines in blocks(help_text) if title == "Usage" for line in lines]


def page(program):
    version = said(program, "--version").split()[1]
    whole = said(program, "--help")
    known = commands(whole)
    out = [f'.TH TEAALC 1 "" "teaalc {version}" "User Commands"', ".SH NAME",
           roff("teaalc") + " \\- compiler from TeAAL specs to CUDA kernels, which runs and checks them, too",
           ".SH SYNOPSIS", *literal(usage(whole)), ".SH DESCRIPTION", *body(whole)]
    for name in (name for name, _ in known if name):
        text = said(program, name, "--help")
        out += [".SH TEAALC " + name.upper(), *literal(usage(text)[:1]), *body(text)]
    out += [".SH EXIT STATUS"]
    for line in exit_codes(whole):
        code, _, meaning = line.strip().partition("  ")
        out += [".TP", ".B " + code, roff(meaning)]
    out += [".SH ENVIRONMENT"]
    for name, meaning in VARIABLES:
        out += [".TP", ".B " + name, roff(meaning)]
    out += [".SH FILES", roff(PAGES)]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    text = page(sys.argv[1])
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
