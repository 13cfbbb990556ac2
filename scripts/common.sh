# Sourced by quickstart, check and the other scripts: packages, parallelism, plain messages.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# The packages of packages.txt that this machine lacks.
missing_packages() {
  local name status
  grep -v '^#' "$repository/scripts/packages.txt" | while read -r name; do
    status=$(dpkg-query -W -f '${Status}' "$name" 2>/dev/null || true)
    [ "$status" = 'install ok installed' ] || echo "$name"
  done
}

# Installs what is missing, as root or through sudo; calls apt only if something is missing.
ensure_packages() {
  local missing as_root=()
  if ! command -v dpkg-query >/dev/null; then
    say "Not a Debian system: packages are left to you (scripts/packages.txt lists them by Debian's names)"
    return 0
  fi
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "these packages are missing and sudo is not here to install them: ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  "${as_root[@]}" apt-get -qq -o Acquire::Retries=3 update
  "${as_root[@]}" apt-get -qq -o Acquire::Retries=3 install -y --no-install-recommends "${missing[@]}"
}

# How many compilers may run at once: a file that includes Clang's headers takes about 1.2 GB.
jobs_for_memory() {
  local cores gigabytes_tenths by_memory
  cores=$(nproc)
  gigabytes_tenths=$(awk '/^MemAvailable/ { print int($2 / 104858) }' /proc/meminfo)
  by_memory=$((gigabytes_tenths / 12))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}

# configure_and_build PRESET [target…]: configures on the first call and leaves later ones to ninja.
configure_and_build() {
  local preset=$1
  shift
  if [ ! -f "$repository/build/$preset/build.ninja" ]; then
    (cd "$repository" && cmake --preset "$preset")
  fi
  cmake --build "$repository/build/$preset" --parallel "$(jobs_for_memory)" ${1:+--target "$@"}
}
