"""The stairs of the house: which room may include which, and which file may include which third party."""

import re
from fnmatch import fnmatch

from repository import Finding

OWN = ("compiler/", "runtime/", "templates/", "api/", "include/", "program/", "tests/", "bench/")
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')

# room: the rooms it may include besides itself. A room may name only rooms above it in this list.
ROOMS = {
    "compiler/support": [],
    "templates": [],
    "compiler/clang": ["compiler/support"],
    "compiler/spec": ["compiler/support"],
    "compiler/einsum": ["compiler/support", "compiler/spec"],
    "compiler/grad": ["compiler/support", "compiler/spec", "compiler/einsum"],
    "compiler/ir": ["compiler/support"],
    "compiler/passes": ["compiler/support", "compiler/ir"],
    "compiler/emit": ["compiler/support", "templates", "compiler/clang", "compiler/ir"],
    "runtime": [],
    "runtime/cache": ["runtime"],
    "runtime/tensor": ["compiler/support", "runtime"],
    "compiler/interpret": ["compiler/support", "compiler/ir", "runtime", "runtime/tensor"],
    "runtime/manifest": ["compiler/support", "runtime"],
    "runtime/reference": ["compiler/support", "runtime", "runtime/tensor", "runtime/manifest"],
    "runtime/cpu": ["compiler/support", "compiler/clang", "runtime", "runtime/cache"],
    "runtime/gpu": ["compiler/support", "runtime", "runtime/cache", "runtime/tensor", "runtime/manifest"],
    "runtime/plan": ["compiler/support", "templates", "runtime", "runtime/cache", "runtime/tensor", "runtime/manifest",
                     "runtime/cpu", "runtime/gpu"],
    "runtime/report": ["compiler/support", "runtime", "runtime/tensor", "runtime/manifest", "runtime/reference",
                       "runtime/gpu", "runtime/plan"],
    "compiler/driver": ["compiler/", "runtime"],
    "include": [],
    "api": ["include", "compiler/support", "compiler/clang", "runtime", "runtime/cache", "runtime/tensor",
            "runtime/manifest", "runtime/plan", "runtime/report", "compiler/driver"],
    "program": ["include", "api", "compiler/support", "compiler/spec", "compiler/emit", "compiler/driver", "runtime/tensor"],
}

# Files that may include more than their room: the first pass turns the einsum into IR, and the list of passes starts there.
MORE = {
    "compiler/passes/build/*": ["compiler/einsum", "compiler/spec"],
    "compiler/passes/passes.h": ["compiler/einsum"],
    "compiler/passes/pipeline.*": ["compiler/einsum"],
}

CLANG_USERS = ["compiler/clang/*", "compiler/emit/clang_*", "runtime/cpu/*", "tests/unit/clang/*", "tests/unit/cpu/*"]
CUDA_USERS = ["tests/*"]  # the program opens CUDA's libraries with declarations of its own

# third party: the files that may include it.
THIRD_PARTY = {
    "fmt/": ["*"],
    "nlohmann/": ["*"],
    "yaml-cpp/": ["compiler/spec/*", "tests/*"],
    "clang/": CLANG_USERS,
    "llvm/": CLANG_USERS,
    "CLI/": ["compiler/driver/*", "program/*", "tests/smith/*"],
    "zlib.h": ["runtime/tensor/*", "tests/unit/tensor/*"],
    "gtest/": ["tests/*"],
    "gmock/": ["tests/*"],
    "benchmark/": ["bench/*"],
    "cu": CUDA_USERS,
    "nvrtc.h": CUDA_USERS,
}

POSIX = {"dlfcn.h", "link.h", "malloc.h", "fcntl.h", "unistd.h", "signal.h", "stddef.h", "stdint.h", "stdlib.h", "string.h", "spawn.h", "poll.h", "glob.h", "time.h"}


def room_of(path):
    """The room a file stands in, or None outside the rooms (tests, bench)."""
    folder = path.rpartition("/")[0]
    while folder and folder not in ROOMS:
        folder = folder.rpartition("/")[0]
    return folder or None


def allowed(path, target_room):
    room = room_of(path)
    if target_room == room:
        return True
    rooms = list(ROOMS[room])
    for pattern, more in MORE.items():
        rooms += more if fnmatch(path, pattern) else []
    return any(target_room == name or (room == "compiler/driver" and target_room.startswith(name)) for name in rooms)


def is_standard(name):
    return "/" not in name and "." not in name or name in POSIX or name.startswith("sys/")


def third_party_finding(path, name):
    for prefix, patterns in THIRD_PARTY.items():
        if name.startswith(prefix):
            if any(fnmatch(path, pattern) for pattern in patterns):
                return None
            return f"includes <{name}>, which only {', '.join(patterns)} may include"
    return None if is_standard(name) else f"includes <{name}>, a third party that tests/house/layers.py does not know"


def own_finding(path, name):
    target = room_of(name)
    if room_of(path) is None or target is None or allowed(path, target):
        return None
    return f'includes "{name}": {room_of(path)} may include only {", ".join(ROOMS[room_of(path)]) or "itself"}'


def include_finding(path, quoted, angled):
    if quoted and quoted.startswith(OWN):
        return own_finding(path, quoted)
    if quoted and "/" not in quoted:
        return f'includes "{quoted}": includes start at the repository root'
    return third_party_finding(path, angled or quoted)


def layer_findings(files):
    found = []
    for path, text in files:
        if not path.startswith(OWN) or not path.endswith((".h", ".cc", ".def")):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            include = INCLUDE.match(line)
            message = include and include_finding(path, *include.groups())
            if message:
                found.append(Finding(path, number, message))
    return found


def table_findings():
    """A row that names a room below itself, or a room that does not exist."""
    found = []
    above = []
    for room, may in ROOMS.items():
        for name in may:
            if name not in above and room != "compiler/driver":
                found.append(Finding("tests/house/layers.py", 0, f"{room} may include {name}, which is not above it"))
        above.append(room)
    return found
