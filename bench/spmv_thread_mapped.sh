#!/usr/bin/env bash
# Thread-mapped SpMV beside cuSPARSE on real and generated matrices, as tab-separated rows (docs: bench/README.md).
#   bench/spmv_thread_mapped.sh TEAAL_BENCH_GPU MATRIX_FOLDER > rows.tsv
# Needs a GPU, NVRTC and cuSPARSE; no LLVM. Values are drawn from a seed, the vector too.
set -euo pipefail
bench=$1 folder=$2
root=$(cd "$(dirname "$0")/.." && pwd)
kernel=$root/generated/spmv_thread_mapped
sources=()
for file in "$folder"/*.mtx.gz; do sources+=("$(basename "$file" .mtx.gz)=$file,values=rand,seed=1"); done
sources+=("stencil27_128=stencil:n=128,points=27,seed=1")
sources+=("stencil5_3072=stencil:n=3072,points=5,seed=1")
sources+=("tridiagonal_16M=banded:shape=16777216x16777216,band=1,seed=1")
sources+=("uniform_4M_12=uniform:shape=4194304x4194304,row=12,seed=1")
sources+=("rmat_20_32=rmat:scale=20,ef=32,seed=1")
for one in "${sources[@]}"; do
  name=${one%%=*} source=${one#*=}
  timeout 300 "$bench" "$kernel.cu" "$kernel.manifest.json" "A=$source" B=dense:seed=2 --row --repeat=20 |
    sed "s|^|$name\t|" || echo "$name failed" >&2
done
