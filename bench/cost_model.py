#!/usr/bin/env python3
"""What `teaalc` predicts of an H200 beside what Nsight Compute measures of the same kernels.

    bench/cost_model.py emit build/release/bin/teaalc FOLDER      kernels, predictions, and FOLDER/run.sh; no GPU needed
    sh FOLDER/run.sh teaal_bench_gpu                             where the GPU is: FOLDER/measured/*.csv
    bench/cost_model.py table FOLDER > table.md

Where FOLDER has nothing measured of a case, the table takes what bench/cost_model.tsv keeps of the last time.

Cases differ in loop order alone where a group says so: these have the default schedule. Standard library only.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "bench" / "cost_model.tsv"
TIMERS = ("teaal_spin",)  # kernels that keep the GPU busy while a run is queued
METRICS = ("gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum")


@dataclass(frozen=True)
class Case:
    group: str  # one einsum on one set of inputs: its cases have one rank correlation
    name: str
    spec: str  # of specs/, or YAML text
    sources: tuple  # "A=…" of each input
    defines: tuple = ()  # "COLUMNS=64": sizes of the spec
    shapes: tuple = ()  # "N=64": extents that no input fixes

    @property
    def key(self):
        return re.sub(r"[^A-Za-z0-9]+", "_", f"{self.group} {self.name}")


def ordered(group, einsum, declared, formats, orders, sources):
    """One einsum in the default schedule of several loop orders; formats: {tensor: rank-order and levels}."""
    out = einsum.split("[", 1)[0].strip()
    for order in orders:
        text = "einsum:\n  declaration:\n"
        text += "".join(f"    {tensor}: [{', '.join(ranks)}]\n" for tensor, ranks in declared.items())
        text += f"  expressions:\n    - {einsum}\nmapping:\n  loop-order:\n    {out}: [{', '.join(order)}]\nformat:\n"
        for tensor, levels in formats.items():
            stored = ", ".join(f"{rank}: {{format: {level}}}" for rank, level in levels)
            text += f"  {tensor}:\n    default: {{rank-order: [{', '.join(r for r, _ in levels)}], {stored}}}\n"
        yield Case(group, " ".join(order), text, sources)


def loop_orders():
    u = lambda ranks: [(r, "U") for r in ranks]
    yield from ordered("GEMM 512", "C[m, n] = A[m, k] * B[k, n]", {"A": "MK", "B": "KN", "C": "MN"},
                       {"A": u("MK"), "B": u("KN"), "C": u("MN")}, itertools.permutations("MNK"),
                       ("A=dense:shape=512x512,values=rand", "B=dense:shape=512x512,values=rand,seed=2"))
    yield from ordered("SpMM 16k x 32, N = 64", "C[m, n] = A[m, k] * B[k, n]", {"A": "MK", "B": "KN", "C": "MN"},
                       {"A": [("M", "U"), ("K", "C")], "B": u("KN"), "C": u("MN")}, ("MKN", "MNK", "NMK"),
                       ("A=uniform:shape=16384x16384,row=32", "B=dense:shape=16384x64,values=rand,seed=2"))
    yield from ordered("SDDMM 2k x 32, K = 64", "Z[m, n] = A[m, n] * B[m, k] * C[n, k]",
                       {"A": "MN", "B": "MK", "C": "NK", "Z": "MN"},
                       {"A": [("M", "U"), ("N", "C")], "B": u("MK"), "C": u("NK"), "Z": u("MN")[:1] + [("N", "U")]},
                       ("MNK", "MKN", "KMN"),
                       ("A=uniform:shape=2048x2048,row=32", "B=dense:shape=2048x64,values=rand,seed=2",
                        "C=dense:shape=2048x64,values=rand,seed=3"))
    yield from ordered("MTTKRP 400³, F = 32", "Z[i, f] = A[i, j, k] * B[j, f] * C[k, f]",
                       {"A": "IJK", "B": "JF", "C": "KF", "Z": "IF"},
                       {"A": [("I", "U"), ("J", "C"), ("K", "C")], "B": u("JF"), "C": u("KF"), "Z": u("IF")},
                       ("IJKF", "IJFK", "IFJK", "FIJK"),
                       ("A=rand:shape=400x400x400,density=0.005", "B=dense:shape=400x32,values=rand,seed=2",
                        "C=dense:shape=400x32,values=rand,seed=3"))
    yield from ordered("TTM 400³, F = 32", "Z[i, j, f] = A[i, j, k] * B[k, f]", {"A": "IJK", "B": "KF", "Z": "IJF"},
                       {"A": [("I", "U"), ("J", "U"), ("K", "C")], "B": u("KF"), "Z": u("IJF")},
                       ("IJKF", "IJFK", "IFJK", "FIJK"),
                       ("A=rand:shape=400x400x400,density=0.005", "B=dense:shape=400x32,values=rand,seed=2"))
    yield from ordered("outer product 4096", "Z[m, n] = A[m] * B[n]", {"A": "M", "B": "N", "Z": "MN"},
                       {"A": u("M"), "B": u("N"), "Z": u("MN")}, ("MN", "NM"),
                       ("A=dense:shape=4096,values=rand", "B=dense:shape=4096,values=rand,seed=2"))


def schedules():
    matrices = {"uniform 128k x 12": "uniform:shape=131072x131072,row=12", "stencil5 400²": "stencil:n=400,points=5",
                "R-MAT 16 x 16": "rmat:scale=16,ef=16"}
    for matrix, source in matrices.items():
        for name in ("thread_mapped", "warp_per_row", "group_mapped", "work_oriented", "nonzero_split"):
            yield Case(f"SpMV {matrix}", name, f"spmv_{name}", ("A=" + source, "B=dense:seed=2"))
    for matrix, source in {"uniform 16k x 32": "uniform:shape=16384x16384,row=32",
                           "R-MAT 14 x 16": "rmat:scale=14,ef=16", "stencil27 24³": "stencil:n=24,points=27"}.items():
        for name in ("group_per_row", "nonzero_split", "warp_per_row", "thread_mapped"):
            sizes = ("COLUMNS=64",) if name in ("group_per_row", "nonzero_split") else ()
            yield Case(f"SpMM {matrix}, N = 64", name, f"spmm_{name}", ("A=" + source, "B=dense:seed=2"), sizes,
                       ("N=64",))
    for matrix, (source, n) in {"R-MAT 14 x 16": ("rmat:scale=14,ef=16", 16384),
                                "uniform 16k x 32": ("uniform:shape=16384x16384,row=32", 16384)}.items():
        for name in ("nonzero_split", "group_per_row"):
            yield Case(f"SDDMM {matrix}, K = 64", name, f"sddmm_{name}",
                       ("A=" + source, f"B=dense:shape={n}x64,values=rand", f"C=dense:shape=64x{n},values=rand,seed=2"))
    for columns, chunk in ((256, 1024), (256, 4096), (512, 4096), (128, 4096)):
        yield Case("events 10 x 5000 x 5000", f"CHUNK {chunk}, COLUMNS {columns}", "events",
                   ("S=rand:shape=10x5000,density=0.001", "W=dense:shape=5000x5000,values=rand"),
                   (f"CHUNK={chunk}", f"COLUMNS={columns}"))
    for name in ("gemm_tiled", "gemm_split_k", "gemm_naive"):
        yield Case("GEMM 512, mapped", name, name,
                   ("A=dense:shape=512x512,values=rand", "B=dense:shape=512x512,values=rand,seed=2"))


def cases():
    yield from loop_orders()
    yield from schedules()


def spec_file(case, folder):
    if "\n" not in case.spec:
        return ROOT / "specs" / f"{case.spec}.yaml"
    file = folder / f"{case.key}.yaml"
    file.write_text(case.spec)
    return file


def flagged(flag, values):
    return [word for value in values for word in (flag, value)]


def emit_one(teaalc, case, folder, timeout):
    """A line of run.sh, or what went wrong."""
    spec, kernel, kept = spec_file(case, folder), folder / f"{case.key}.cu", folder / f"{case.key}.json"
    sizes, inputs = flagged("-D", case.defines), [*case.sources, *flagged("--shape", case.shapes)]
    done = subprocess.run([teaalc, spec, "-o", kernel, "--emit=manifest", "-q", *sizes], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return f"# {case.key}: {done.stderr}"
    if not kept.exists():
        try:
            done = subprocess.run([teaalc, "explain", spec, *inputs, *sizes, "--machine=gpu", "--json"],
                                  capture_output=True, text=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return f"# {case.key}: not counted within {timeout} s"
        if done.returncode:
            return f"# {case.key}: {done.stderr}"
        kept.write_text(json.dumps(json.loads(done.stdout)["mappings"][0]["predicted"]))
    return (f"ncu --csv --clock-control none --metrics {','.join(METRICS)} $1 {case.key}.cu {case.key}.manifest.json "
            f"{' '.join(inputs)} --run --no-verify > measured/{case.key}.csv 2>&1")


def emit(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        lines = list(pool.map(lambda c: emit_one(options.teaalc, c, options.folder, options.timeout), cases()))
    script = ("#!/bin/sh\n# Runs the kernels of this folder under ncu; $1: teaal_bench_gpu.\n"
              "cd \"$(dirname \"$0\")\" && mkdir -p measured\n")
    (options.folder / "run.sh").write_text(script + "\n".join(lines) + "\n")
    for line in lines:
        if line.startswith("#"):
            print(line, file=sys.stderr)


def measured(file):
    """{metric: sum over the kernels of one run} in µs and bytes; None where ncu says nothing. The program runs several
    times: the kernel that is launched least often is launched once a run."""
    text = file.read_text().splitlines()
    head = next((i for i, line in enumerate(text) if line.startswith('"ID"')), None)
    if head is None:
        return None
    scale = {"ns": 1e-3, "us": 1, "ms": 1e3, "nsecond": 1e-3, "usecond": 1, "msecond": 1e3, "byte": 1, "Kbyte": 1e3,
             "Mbyte": 1e6, "Gbyte": 1e9}
    values = {}  # (kernel, metric) to one of each launch
    for row in csv.DictReader(text[head:]):
        if row["Metric Name"] in METRICS and row["Kernel Name"] not in TIMERS:
            value = float(row["Metric Value"].replace(",", "")) * scale[row["Metric Unit"]]
            values.setdefault((row["Kernel Name"], row["Metric Name"]), []).append(value)
    runs = min(len(of) for of in values.values())
    sums = dict.fromkeys(METRICS, 0.0)
    for (_, metric), of in values.items():
        sums[metric] += statistics.median(of) * len(of) / runs
    return sums


def kept_measurements():
    """{(group, name): metrics as of measured(), and what the text has learnt since} of bench/cost_model.tsv."""
    lines = [line for line in KEPT.read_text().splitlines() if not line.startswith("#")]
    return {(row["einsum and data"], row["case"]): (
        {"gpu__time_duration.sum": float(row["us"]), "dram__bytes_read.sum": float(row["MB read"]) * 1e6}, row["since"])
            for row in csv.DictReader(lines, delimiter="\t")}


def measurement(case, folder, kept):
    """Its metrics and what the text has learnt since they were measured; None: it was never measured."""
    csv_file = folder / "measured" / f"{case.key}.csv"
    of = measured(csv_file) if csv_file.exists() else None
    return (of, "") if of else kept.get((case.group, case.name))


def kendall(pairs):
    """tau-b over (predicted, measured): 1 where all pairs stand in the same order; 2 % apart is a tie."""
    sign = lambda x, y: 0 if abs(x - y) <= 0.02 * max(x, y) else 1 if x > y else -1
    both = [(sign(a[0], b[0]), sign(a[1], b[1])) for a, b in itertools.combinations(pairs, 2)]
    untied = math.sqrt(sum(p != 0 for p, _ in both) * sum(m != 0 for _, m in both))
    return sum(p * m for p, m in both) / untied if untied else 1.0


def table(options):
    print("| einsum and data | loop order or schedule | µs predicted | measured | × | MB read predicted | measured | × |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    groups, bytes_off, times_off, changed, last = {}, [], [], {}, kept_measurements()
    for case in cases():
        kept, found = options.folder / f"{case.key}.json", measurement(case, options.folder, last)
        if not kept.exists() or not found:
            continue
        of, since = found
        if since:
            changed.setdefault(since, []).append(case)
        predicted = json.loads(kept.read_text())
        us, read = of["gpu__time_duration.sum"], of["dram__bytes_read.sum"]
        bytes_off.append(predicted["emptied_read_bytes"] / read)
        times_off.append(predicted["us"] / us)
        groups.setdefault(case.group, []).append((predicted["us"], us))
        print(f"| {case.group} | {case.name}{' †' if since else ''} | {predicted['us']:.4g} | {us:.4g} | {predicted['us'] / us:.2f} | "
              f"{predicted['emptied_read_bytes'] / 1e6:.3g} | {read / 1e6:.3g} | {bytes_off[-1]:.2f} |")
    spread = lambda ratios: math.exp(sum(abs(math.log(r)) for r in ratios) / len(ratios))
    near = sum(1 / 1.15 <= r <= 1.15 for r in bytes_off)
    for since, of in changed.items():
        print(f"\n† measured before its text had {since}: {len(of)} cases.")
    print(f"\n{len(bytes_off)} kernels; bytes within 15 %: {near}; off in the geometric mean: bytes "
          f"{spread(bytes_off):.2f} x, times {spread(times_off):.2f} x.\n")
    print("| einsum and data | cases | Kendall τ |\n|---|---:|---:|")
    for group, pairs in groups.items():
        if len(pairs) > 1:
            print(f"| {group} | {len(pairs)} | {kendall(pairs):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("emit")
    verb.add_argument("teaalc")
    verb.add_argument("folder", type=pathlib.Path)
    verb.add_argument("--timeout", type=float, default=120, help="seconds a case")
    verb.add_argument("--jobs", type=int, default=2)
    verb.set_defaults(do=emit)
    verb = verbs.add_parser("table")
    verb.add_argument("folder", type=pathlib.Path)
    verb.set_defaults(do=table)
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
