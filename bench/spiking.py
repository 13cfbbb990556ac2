"""The spiking layer of examples/spiking beside dense Torch, forward and backward.

    TEAAL_LIBRARY=…/libteaal.so PYTHONPATH=python python3 bench/spiking.py [--sizes=BxKxN,…] [--small] > table.md

Prints a table in Markdown, times in µs, medians of 20 by the GPU's clock, and verifies every number: each product beside
f64, the layer's gradients beside those of Torch. Exit code 3 if one is off. On the GPU alone, a CUDA graph of eight
products: ours with dense spikes, events found anew, and Torch's of the same tensors. Calls are one from Python each. Without
a GPU it runs on the CPU executor, where times say nothing: `--small` then.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples" / "spiking"))
import layer  # noqa: E402

SIZES = "128x4096x4096,512x4096x4096,512x8192x8192,1024x16384x4096"
DENSITIES = (0.001, 0.005, 0.01)
device = "cuda" if torch.cuda.is_available() else "cpu"
wrong = []


def timed(f, repeat):
    f()
    times = []
    for _ in range(repeat):
        if device == "cuda":
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record(), f(), end.record(), end.synchronize()
            times.append(begin.elapsed_time(end) * 1000)
        else:
            start = time.perf_counter()
            f()
            times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times)


def on_gpu_alone(f, repeat, times=8):
    """Of one f() in a graph of several."""
    if device != "cuda":
        return timed(f, repeat)
    stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    with torch.cuda.stream(stream):
        f()  # what is prepared, is so for a stream
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, stream=stream):
        for _ in range(times):
            f()
    return timed(graph.replay, repeat) / times


def verify(what, found, expected, dtype):
    """Within what sums of these lengths round to: of the largest element 2^-9 in f16, 2^-17 in f32."""
    bound = expected.abs().max() * (2**-9 if dtype == torch.float16 else 2**-17)
    error = (found.double() - expected).abs().max()
    if not bool(error <= bound):
        wrong.append(f"{what}: off by {error:.3g}, at most {bound:.3g} is right")


def drawn(rows, neurons, density, as_bool, dtype):
    fires = torch.rand(rows, neurons, device=device) < density
    return fires if as_bool else fires * (torch.rand(rows, neurons, device=device) + 0.5).to(dtype)


def row_of(name, call, dense, repeat):
    cells = []
    for measure in (on_gpu_alone, timed):
        ours, theirs = measure(call, repeat), measure(dense, repeat)
        cells.append(f"{ours:.0f} | {theirs:.0f} | {theirs / ours:.1f}")
    return f"{name} | " + " | ".join(cells) + " |"


def products(size, density, dtype, as_bool, transposed, repeat):
    """The three products of a layer: lines of the table."""
    rows, inner, columns = size
    spikes = drawn(rows, inner, density, as_bool, dtype)
    stored = torch.randn(*((columns, inner) if transposed else (inner, columns)), device=device).to(dtype)
    seeds = torch.randn(rows, columns, device=device).to(dtype)
    weights = (stored.t() if transposed else stored).contiguous()
    typed = spikes.to(dtype)
    case = f"{rows}×{inner}×{columns}, {density:.1%}, {str(dtype)[6:]}, {'bool' if as_bool else 'float'}, " \
           f"{'NT' if transposed else 'T'}"
    forward, by_weights, by_spikes, _ = layer.kernels_for(weights)
    exact = typed.double()
    verify(case + " forward", forward(S=typed, W=weights), exact @ weights.double(), dtype)
    verify(case + " by weights", by_weights(S=typed, dZ=seeds)["dW"], exact.t() @ seeds.double(), dtype)
    expected = seeds.double() @ weights.double().t()
    verify(case + " by spikes", by_spikes(S=typed, W=weights, dZ=seeds), expected * (exact != 0), dtype)
    yield row_of(f"| {case} | Z", lambda: layer.linear(spikes, stored, transposed),
                 lambda: spikes.to(dtype) @ (stored.t() if transposed else stored), repeat)
    yield row_of(f"| {case} | dW", lambda: layer._by_weights(spikes, seeds), lambda: typed.t() @ seeds, repeat)
    yield row_of(f"| {case} | dS at events", lambda: by_spikes(S=spikes.to(dtype), W=weights, dZ=seeds),
                 lambda: seeds @ weights.t(), repeat)


def check_layer(dtype):
    """Gradients through autograd and vmap, beside those of dense Torch."""
    for transposed in (False, True):
        trains = drawn(3 * 16, 64, 0.1, False, dtype).reshape(3, 16, 64)
        stored = torch.randn(32, 64, device=device).to(dtype) if transposed else torch.randn(64, 32, device=device).to(dtype)
        mine = [t.clone().requires_grad_() for t in (trains, stored)]
        theirs = [t.double().requires_grad_() for t in (trains, stored)]
        made = torch.vmap(lambda s, w: layer.linear(s, w, transposed), in_dims=(0, None))(*mine)
        dense = theirs[0] @ (theirs[1].t() if transposed else theirs[1])
        weight = torch.randn_like(made)
        (made * weight).sum().backward()
        (dense * weight.double()).sum().backward()
        verify("vmap", made.detach(), dense.detach(), dtype)
        verify("vmap by spikes", mine[0].grad, theirs[0].grad, dtype)
        verify("vmap by weights", mine[1].grad, theirs[1].grad, dtype)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--small", action="store_true", help="one size that the CPU executor gets through")
    parser.add_argument("--repeat", type=int, default=20)
    options = parser.parse_args()
    sizes = "8x64x128" if options.small else options.sizes
    print(f"{torch.cuda.get_device_name() if device == 'cuda' else 'CPU executor: emulation'}, "
          f"Torch {torch.__version__}; µs\n")
    print("| case | product | on the GPU | dense Torch | × | a call | dense Torch | × |\n|---|---|--:|--:|--:|--:|--:|--:|")
    for dtype in (torch.float32, torch.float16):
        check_layer(dtype)
        for text in sizes.split(","):
            size = tuple(int(n) for n in text.split("x"))
            for density in DENSITIES if not options.small else (0.05,):
                for as_bool, transposed in ((False, False), (True, False), (True, True)):
                    for line in products(size, density, dtype, as_bool, transposed, options.repeat):
                        print(line, flush=True)
    print("\n" + ("\n".join(wrong) if wrong else "Every result is right."))
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
