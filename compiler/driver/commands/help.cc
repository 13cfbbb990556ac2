#include "compiler/driver/commands/help.h"

#include <fmt/format.h>

#include "compiler/driver/compile.h"
#include "compiler/support/version.h"

namespace teaal::driver {
namespace {

const char* const exit_codes =
    R"(Exit codes
  0  all is well
  1  the spec or the data is wrong or not supported yet; diagnostics say where and how to fix it
  2  the command line is wrong
  3  results differ from reference math, a run failed, or --device=gpu found no GPU
  4  a bug of teaalc: please report it with the files that it names
)";

const char* const sources =
    R"(Sources of inputs
  A=web.mtx                     Matrix Market, also .mtx.gz; every symmetry; complex fields are refused
  A=web.mtx,values=rand,seed=1  a pattern matrix gets seeded values
  A=t.tns   A=t.npy             FROSTT text (`# shape 3 4 5` in front, 1-based), NumPy
  A=m.safetensors,tensor=w      one tensor of a safetensors file
  A=w.f32,shape=64x64           raw little-endian floats; without shape= as generators
  A=rand:shape=8x8,density=0.1,seed=1
                                generated: rand uniform rmat stencil banded blockwise identity dense …; without
                                shape= it takes the extents that other inputs or --shape fix
  a=2.5                         a scalar of the expressions; a stride as in I[g * q], g=2
)";

std::string pass_list() {
  std::string out = "Passes, in order (for --print-after, --stop-after, --from and --emit)\n";
  for (const std::string& pass : pass_names())
    out += fmt::format("  {:<18} {}\n", pass, pass_summary(pass));
  return out;
}

}  // namespace

HelpText compile_help() {
  return {
      R"(  teaalc SPEC [-o kernel.cu] [options]           compile a spec to CUDA
  teaalc run   SPEC T=source… [options]          compile, run, check against reference math, report
  teaalc check SPEC… [options]                   run specs on many generated inputs
  teaalc bench SPEC T=source… [options]          time it, beside vendor libraries
  teaalc compare A.yaml B.yaml T=source…         count what several mappings do, side by side
  teaalc explain SPEC T=source… [options]        show who waits and why, and other loop orders
  teaalc tune SPEC… T=source… [-o best.yaml]     search sizes, formats, loop orders and specs for the fastest
  teaalc grad  SPEC --wrt=A,B [-o FILE]          derive the spec of its gradients
  teaalc test  PATH… [options]                   run the tests that specs carry
  teaalc cache [--clear]                         where builds are kept, and what they take
  teaalc COMMAND --help                          more about each
)",
      R"(teaalc compiles TeAAL specs to CUDA kernels. A spec is a YAML file: `einsum` says what is computed, `mapping` how (loop
order, partitioning, what is spread over space and what over time), `format` how tensors are stored, `architecture` and
`bindings` what runs where. Change a line of it and another correct kernel comes out.
)",
      fmt::format(R"(Example: sparse matrix times vector, a row a thread
  einsum:
    declaration: {{ A: [I, J], B: [J], Z: [I] }}
    expressions: ["Z[i] = A[i, j] * B[j]"]
  mapping:
    partitioning: {{ Z: {{ I: [uniform_shape(NUM_THREADS)] }} }}
    loop-order:   {{ Z: [I1, I0, J] }}
    spacetime:    {{ Z: {{ space: [I0], time: [I1, J] }} }}

  teaalc spmv.yaml -o kernel.cu                    the kernel, its launcher inside
  teaalc spmv.yaml -o kernel.cu --emit=h,manifest  also kernel.h and kernel.manifest.json
  teaalc spmv.yaml -D NUM_THREADS=65536 -o -       to standard output
  teaalc spmv.yaml --stop-after=order -o spmv.ir   the IR behind a pass; its text is whole
  teaalc spmv.ir --from=order -o kernel.cu         on from there: the same kernel, or that of the edited text
  teaalc run spmv.yaml A=web.mtx B=rand: -o Z=z.mtx
  teaalc --emit=schema > spec.schema.json          the language, for editors

--emit takes cu, h, manifest, ptx, spec, einsum, ir and the names of passes (the IR behind each); files get the stem of the
output: kernel.cu, kernel.h, kernel.manifest.json, kernel.ptx, kernel.spec, kernel.einsum, kernel.ir, kernel.PASS.ir
(the stem of the spec, in this folder, if the output is a device such as /dev/null).
 A file named run, check, bench, compare, explain, tune, grad, test or cache is compiled as ./run.

{}
{})",
                  pass_list(), exit_codes)};
}

HelpText run_help() {
  return {
      "  teaalc run SPEC T=source… [NAME=scalar]… [options]\n",
      R"(Compiles SPEC, runs it on the GPU if one is usable (else on the CPU executor, which runs the same kernel text), compares every
output with f64 reference math and prints a report. Inputs are the tensors that the spec reads before it writes them.
)",
      fmt::format(R"(Examples
  teaalc run spmv.yaml A=web.mtx.gz B=rand:density=1
  teaalc run spmv.yaml A=rand:shape=1000x1000,density=0.01 B=dense: -o Z=z.tns --json
  teaalc run spmv.yaml A=web.mtx B=dense: --format A=csc --device=cpu --checked

{}
{})",
                  sources, exit_codes)};
}

HelpText check_help() {
  return {
      "  teaalc check SPEC… [T=source…] [--cases=N] [--seed=S] [options]\n",
      R"(Runs SPEC on many inputs and compares every output with f64 reference math: on the CPU executor in checked mode (races,
bounds, uninitialised reads, barriers) and on the GPU where there is one. Inputs, scalars and shapes that are not given are
generated: extents 0, 1, 2, primes, a warp and one more or less, a few hundreds; densities from empty to full. Several specs,
or all of a folder, are checked one after another.
)",
      fmt::format(R"(Examples
  teaalc check spmv.yaml
  teaalc check spmv.yaml A=web.mtx --cases=200 --seed=7
  teaalc check specs/ --cases=5

A failing case is printed with the command that repeats it.

{}
{})",
                  sources, exit_codes)};
}

HelpText bench_help() {
  return {
      "  teaalc bench SPEC T=source… [--repeat=N] [options]\n",
      R"(Runs and verifies SPEC, then times it: on a GPU by events, with caches cold and warm, beside the routine of cuSPARSE or cuBLAS
that computes the same expression, if there is one; on the CPU by the wall clock. Conversion (packing, re-sorting, uploading)
has columns of its own. Losses are printed like wins.
)",
      fmt::format(R"(Examples
  teaalc bench spmv.yaml A=web.mtx B=dense:
  teaalc bench spmv.yaml A=rmat:scale=20 B=dense: --repeat=50 --json

{}
{})",
                  sources, exit_codes)};
}

HelpText compare_help() {
  return {
      "  teaalc compare A.yaml B.yaml… T=source… [options]\n",
      R"(Runs several specs on the same inputs and shows what each does, a column a spec: first what is the same on every machine
(multiplications, visits in vain, loads, re-sorts, …), then slots of a GPU's warps, then the time that was taken. Times of the CPU
executor are labelled as emulation: it runs the threads of a kernel one after the other, and they say nothing about a GPU.
)",
      fmt::format(R"(Examples
  teaalc compare spmv_thread_mapped.yaml spmv_warp_per_row.yaml A=web.mtx B=dense:
  teaalc compare inner.yaml outer.yaml A=rand:shape=64x64,density=0.1 B=rand:density=0.1 --json

docs/EXPLAIN.md defines every number.

{}
{})",
                  sources, exit_codes)};
}

HelpText explain_help() {
  return {
      "  teaalc explain SPEC T=source… [--with=OTHER.yaml,…] [--orders=all|I,J;J,I] [--html=FILE] "
      "[--svg=FILE] [--trace=FILE] [--measured=run.json,…] "
      "[options]\n",
      R"(Runs SPEC thread by thread in an interpreter and shows, slot by slot, what each lane does: computes, opens a fiber, searches, visits
in vain, or waits and for what. It counts reads of every tensor, compares SPEC with other specs, and compiles and counts other loop
orders of it; those that the compiler refuses are shown with its words. No GPU is needed.
)",
      fmt::format(R"(Examples
  teaalc explain spmv_thread_mapped.yaml -D NUM_THREADS=8 A=rmat:scale=6 B=dense:
  teaalc explain spmv_thread_mapped.yaml --with=spmv_warp_per_row.yaml A=web.mtx B=dense: --machine=gpu
  teaalc explain gemm_naive.yaml A=dense:shape=24x24 B=dense:shape=24x24 --orders=all --html=gemm.html
  teaalc explain spmv_thread_mapped.yaml A=web.mtx B=dense: --svg=lanes.svg --trace=lanes.json

A slot is one turn of one warp that has to wait for a load. docs/EXPLAIN.md defines it, and every number.

{}
{})",
                  sources, exit_codes)};
}

HelpText tune_help() {
  return {
      "  teaalc tune SPEC… T=source… [--budget=60s] [--orders=all] [-o best.yaml] [options]\n",
      R"(Searches for the fastest mapping on these inputs: other values of the spec's symbols (those that its `tune:` lists, else powers
of two around the given ones), formats and loop orders that `tune:` lists, and further specs that compute the same. On a GPU
every candidate is run and timed: all of them a few times, then the better ones again. Without one, a time is predicted from
counts, because emulation says nothing about a GPU. The result of the best one is compared with reference math. Ctrl-C ends
the search and prints what was found; a second one ends the program.
)",
      fmt::format(R"(Examples
  teaalc tune spmv_group_mapped.yaml A=web.mtx B=dense: -o best.yaml
  teaalc tune spmv_group_mapped.yaml spmv_nonzero_split.yaml spmv_thread_mapped.yaml A=web.mtx B=dense: --budget=5m
  teaalc tune gemm_naive.yaml A=dense:shape=64x64 B=dense:shape=64x64 --orders=all --json

In a spec
  tune:
    ROWS: [4, 8, 16, 32]
    format: {{ A: ["U,C", "C,C"] }}
    loop-order: {{ Z: [[M, K], [K, M]] }}

docs/TUNE.md has the rules.

{}
{})",
                  sources, exit_codes)};
}

HelpText grad_help() {
  return {
      "  teaalc grad SPEC --wrt=A,B [--format T=csr]… [-o FILE]\n",
      R"(Derives, from SPEC, the spec of its gradients: given dZ, the derivative of a loss by each element of the output Z, it computes dA
and dB, the derivatives by the inputs (or scalars) A and B. Sums, products, maps, max and min have gradients; what has none is
refused at its place. The gradient of a compressed input is computed where the input holds a value, and stored like it.
)",
      fmt::format(R"(Examples
  teaalc grad spmv.yaml --wrt=A,B                  to standard output: read it, map it, keep it
  teaalc grad spmv.yaml --wrt=B -o spmv_grad.yaml
  teaalc run spmv_grad.yaml A=web.mtx dZ=dense: -o dB=db.npy

The derived spec has no mapping: write one as for any other. docs/GRADIENTS.md has the rules.

{})",
                  exit_codes)};
}

HelpText test_help() {
  return {
      "  teaalc test PATH… [-j N] [--device=auto|cpu|gpu] [--junit=FILE] [--update] [--list] "
      "[--only=NAME]\n",
      R"(Runs the tests that specs carry in their section `tests:`, or in NAME.test.yaml beside them; a PATH is a spec, a file of
tests or a folder, which is searched. Each test names inputs and what must come out; results are compared with that and with
f64 reference math. A line a test; the exit code is 3 if one fails.
)",
      fmt::format(R"(A test
  tests:
    - name: small
      inputs: {{ A: "rand:shape=30x20,density=0.2,seed=1", B: "dense:" }}
      symbols: {{ NUM_THREADS: 64 }}
      formats: [ {{ A: csr }}, {{ A: csc }} ]      # each is tried; {{ A: csc }} alone is one
      mappings: [ spec, auto, other.yaml ]     # each is tried; a file is a spec that computes the same
      expect:
        Z: {{ file: small.z.tns, rtol: 1e-6 }}

Files are sought beside the file that names them. --update writes the files that tests expect anew.

{})",
                  exit_codes)};
}

HelpText cache_help() {
  return {
      "  teaalc cache [--clear]\n",
      R"(Says where builds are kept, how many there are and what they take; --clear removes them. The folder is $TEAAL_CACHE_DIR, else
$XDG_CACHE_HOME/teaalc, else ~/.cache/teaalc. run, check, bench and test keep there what they compile and build, and find it
again by everything that changes it; --no-cache leaves the folder alone. What was not used for the longest time goes first when
all takes more than $TEAAL_CACHE_SIZE (512M; such as 2G, or 0 to keep nothing).
)",
      exit_codes};
}

std::string version_text() { return fmt::format("teaalc {}", version); }

}  // namespace teaal::driver
