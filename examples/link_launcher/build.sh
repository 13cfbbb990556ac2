#!/usr/bin/env bash
# Builds the example with nvcc alone: build.sh [FOLDER [nvcc options]]. FOLDER (build/example) gets the program link_launcher.
#   NVCC   the compiler (nvcc)
#   ARCH   the GPU architecture (sm_90)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-$root/build/example}
[ $# -eq 0 ] || shift
mkdir -p "$folder"
set -x
"${NVCC:-nvcc}" -std=c++20 -arch="${ARCH:-sm_90}" "$@" -I"$root/generated" "$here/main.cc" \
  "$root/generated/spmv_thread_mapped.cu" "$root/generated/dot.cu" -o "$folder/link_launcher"
