#!/usr/bin/env python3
"""What `teaalc` predicts of an H200 beside what was measured there (README.md, DIARY.md).

    bench/cost_model.py build/release/bin/teaalc [--matrices=FOLDER] [--only=TEXT] [--keep=FOLDER] > table.md

Counting needs no GPU. Every case is counted at the size at which it was measured; one that takes longer than --timeout
is said to. --keep stores the JSON of each case and takes what lies there as it is. Standard library only.
"""
import argparse
import itertools
import json
import math
import pathlib
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Case:
    group: str  # cases of one group differ in the schedule alone: they have one rank correlation
    name: str  # of the schedule
    spec: str
    arguments: tuple
    us: float  # measured


def spmv(group, source, **us):
    """SpMV on one matrix: a schedule's spec, and its time."""
    return [Case(group, name, "spmv_" + name, ("A=" + source, "B=dense:seed=2"), t) for name, t in us.items()]


def thread_mapped(folder):
    """README, "Thread-mapped SpMV": cold times on files of a folder."""
    times = {"bayer10": 10.3, "bcsstk33": 28.4, "chesapeake": 7.6, "cti": 6.3, "email-Enron": 237.0, "fe_pwt": 7.5,
             "finan512": 13.0, "memplus_graph": 81.9, "mesh_igea": 9.5, "musae_facebook": 93.5}
    for name, us in times.items():
        file = pathlib.Path(folder) / (name + ".mtx.gz")
        yield from spmv("SpMV " + name, f"{file},values=rand,seed=1", thread_mapped=us)


def events():
    """DIARY, "events": chunks and columns of one kernel, 10 x 5000 x 5000 at 0.1 %."""
    times = {(1024, 256, 32): 14.2, (2048, 256, 32): 12.8, (4096, 256, 32): 10.7, (5120, 256, 32): 9.9,
             (8192, 256, 32): 9.9, (4096, 128, 32): 17.3, (4096, 512, 32): 12.7}
    for (chunk, columns, _), us in times.items():
        yield Case("events 10 x 5000 x 5000", f"CHUNK {chunk}, COLUMNS {columns}", "events",
                   ("S=rand:shape=10x5000,density=0.001", "W=dense:shape=5000x5000,values=rand", "-D", f"CHUNK={chunk}",
                    "-D", f"COLUMNS={columns}"), us)


def sddmm():
    """README, "SDDMM", and DIARY: runs of RUN elements."""
    sources = {"R-MAT 16": ("rmat:scale=16,ef=16", 65536), "uniform 64k": ("uniform:shape=65536x65536,row=32", 65536)}
    times = {("R-MAT 16", 64): {4: 87, 8: 103, 16: 162, "rows": 943}, ("R-MAT 16", 128): {4: 121, "rows": 1562},
             ("uniform 64k", 64): {4: 145, 8: 164, 16: 270, "rows": 97}, ("uniform 64k", 128): {4: 239, "rows": 202}}
    for (matrix, k), of in times.items():
        source, n = sources[matrix]
        given = ("A=" + source, f"B=dense:shape={n}x{k},values=rand", f"C=dense:shape={k}x{n},values=rand,seed=2")
        for run, us in of.items():
            if run == "rows":
                yield Case(f"SDDMM {matrix}, K = {k}", "group_per_row", "sddmm_group_per_row", given, us)
            else:
                yield Case(f"SDDMM {matrix}, K = {k}", f"nonzero_split, RUN {run}", "sddmm_nonzero_split",
                           given + ("-D", f"RUN={run}"), us)


def spmm():
    """README, "SpMM"."""
    times = {("uniform 256k", 32): (167, None), ("uniform 256k", 64): (320, 494), ("uniform 256k", 128): (661, None),
             ("stencil27 64³", 32): (88, None), ("stencil27 64³", 64): (126, 331), ("stencil27 64³", 128): (209, None),
             ("R-MAT 18", 32): (None, 252), ("R-MAT 18", 64): (3660, 306), ("R-MAT 18", 128): (None, 450)}
    sources = {"uniform 256k": "uniform:shape=262144x262144,row=32,seed=1",
               "stencil27 64³": "stencil:n=64,points=27,seed=1", "R-MAT 18": "rmat:scale=18,ef=16,seed=1"}
    for (matrix, n), of in times.items():
        for name, us in zip(("group_per_row", "nonzero_split"), of):
            if us:
                yield Case(f"SpMM {matrix}, N = {n}", name, "spmm_" + name,
                           ("A=" + sources[matrix], "B=dense:seed=2", "--shape", f"N={n}", "-D", f"COLUMNS={n}"), us)


def cases(matrices):
    """Small ones first."""
    if matrices:
        yield from thread_mapped(matrices)
    yield from events()
    yield from sddmm()
    yield from spmv("SpMV R-MAT 20 x 16", "rmat:scale=20,ef=16", thread_mapped=7070, warp_per_row=465, work_oriented=322,
                    nonzero_split=179.2)
    yield from spmv("SpMV 1M x 12", "rand:shape=1000000x1000000,density=0.000012", thread_mapped=137, warp_per_row=188,
                    work_oriented=258)
    yield from spmm()
    yield from spmv("SpMV stencil5 3072²", "stencil:n=3072,points=5,seed=1", thread_mapped=129.0, nonzero_split=169.8)
    yield from spmv("SpMV stencil27 128³", "stencil:n=128,points=27,seed=1", thread_mapped=586.0, nonzero_split=166.5,
                    work_oriented=702)
    yield from spmv("SpMV uniform 4M x 12", "uniform:shape=4194304x4194304,row=12,seed=1", thread_mapped=466.6,
                    nonzero_split=397.4)
    yield from spmv("SpMV tridiagonal 16M", "banded:shape=16777216x16777216,band=1,seed=1", thread_mapped=172.0)
    yield from spmv("SpMV banded 17, 4M", "banded:shape=4194304x4194304,band=8", nonzero_split=207.0)
    yield from spmv("SpMV R-MAT 20 x 32", "rmat:scale=20,ef=32,seed=1", thread_mapped=12600.6)


class TooLong(Exception):
    pass


def counted(teaalc, case, options):
    """{predicted, counts} of a case."""
    kept = options.keep and options.keep / (f"{case.group} {case.name}".replace("/", "_") + ".json")
    if kept and kept.exists():
        return json.loads(kept.read_text())
    command = [teaalc, "explain", str(ROOT / "specs" / f"{case.spec}.yaml"), *case.arguments, "--machine=gpu", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout, check=False)
    except subprocess.TimeoutExpired as late:
        raise TooLong from late
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    mapping = json.loads(done.stdout)["mappings"][0]
    out = {"predicted": mapping["predicted"], "counts": mapping["counts"]}
    if kept:
        kept.write_text(json.dumps(out))
    return out


def kendall(pairs):
    """tau-a over (predicted, measured): 1 where all pairs stand in the same order."""
    sign = lambda x: (x > 0) - (x < 0)
    both = list(itertools.combinations(pairs, 2))
    return sum(sign(a[0] - b[0]) * sign(a[1] - b[1]) for a, b in both) / len(both)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teaalc")
    parser.add_argument("--matrices", help="a folder of .mtx.gz files")
    parser.add_argument("--only", default="", help="cases whose group or name has this text")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a case")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what is counted")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    rows, late, groups = [], [], {}
    print("| einsum and data | schedule | predicted | bound | measured | predicted / measured |")
    print("|---|---|---:|---|---:|---:|")
    for case in cases(options.matrices):
        if options.only not in f"{case.group} {case.name}":
            continue
        try:
            predicted = counted(options.teaalc, case, options)["predicted"]
        except TooLong:
            late.append(f"{case.group}, {case.name}")
            continue
        us = predicted["us"]
        rows.append(us / case.us)
        groups.setdefault(case.group, []).append((us, case.us))
        print(f"| {case.group} | {case.name} | {us:.4g} | {predicted['bound']} | {case.us:g} | {us / case.us:.2f} |",
              flush=True)
    if not rows:
        sys.exit("no case was counted")
    near = lambda by: sum(1 / by <= r <= by for r in rows)
    spread = math.exp(sum(abs(math.log(r)) for r in rows) / len(rows))
    print(f"\n{len(rows)} cases; within 1.25 x: {near(1.25)}, within 1.5 x: {near(1.5)}, within 2 x: {near(2)}; "
          f"geometric mean of how far off: {spread:.2f} x.\n")
    print("| einsum and data | schedules | Kendall τ |")
    print("|---|---:|---:|")
    for group, pairs in groups.items():
        if len(pairs) > 1:
            print(f"| {group} | {len(pairs)} | {kendall(pairs):.2f} |")
    if late:
        print(f"\nNot counted within {options.timeout:g} s: {'; '.join(late)}.")


if __name__ == "__main__":
    main()
