"""The schema of the spec language beside the reader: the same keys, every spec passes, misspelt keys do not.

usage: schema_test.py TEAALC
"""

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import yaml

try:
    import jsonschema
except ImportError:
    print("SKIPPED: no python3-jsonschema")
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent.parent
TEAALC = sys.argv.pop(1)
SCHEMA = json.loads(subprocess.run([TEAALC, "--emit=schema"], capture_output=True, text=True, check=True).stdout)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
SHARED = Path(os.environ.get("TEAAL_SHARED", ROOT.parent / "shared"))

# What the reader knows in order to say where it belongs.
FOR_MESSAGES = {"einsum": {"expression"}, "": {"operators", "iterate"}}
# Specs of the corpus with a key that the reader ignores with a warning, or a partitioning that it refuses.
ODD = {"integ_example9": "partitions"}

SPEC = """
einsum:
  declaration: { A: [K, M], Z: [M] }
  expressions: ["Z[m] = A[k, m]"]
  operators: { Z: { map: "a" } }
  iterate: { times: 2 }
mapping:
  partitioning: { Z: { K: [uniform_shape(4)] } }
  loop-order: { Z: [M, K1, K0] }
  spacetime: { Z: { space: [M], time: [K1, K0] } }
format:
  A: { default: { rank-order: [K, M], root: { hbits: 0 }, M: { format: C } } }
architecture:
  gpu:
    - name: System
      local: [{ name: Buffer, class: Buffet }]
bindings:
  Z:
    - config: gpu
    - component: Buffer
      bindings: [{ tensor: A, rank: K }]
variants: { Z: [{ where: { tensor: A, rank: M, occupancy: [0, inf] }, mapping: { loop-order: [M, K] } }] }
tune: { format: { A: [csr] }, loop-order: { Z: [[K1, M, K0]] } }
suits: [{ of: A, when: [row.mean < 8], speed: 1, why: "rows are short" }]
"""

# Definitions of the schema, and where SPEC has such a section.
SECTIONS = {
    "": [],
    "einsum": ["einsum"],
    "operators-of": ["einsum", "operators", "Z"],
    "iterate": ["einsum", "iterate"],
    "mapping": ["mapping"],
    "spacetime-of": ["mapping", "spacetime", "Z"],
    "root": ["format", "A", "default", "root"],
    "rank-format": ["format", "A", "default", "M"],
    "level": ["architecture", "gpu", 0],
    "component": ["architecture", "gpu", 0, "local", 0],
    "binding-item": ["bindings", "Z", 1],
    "binding": ["bindings", "Z", 1, "bindings", 0],
    "variant": ["variants", "Z", 0],
    "suitability": ["suits", 0],
}


def with_key(path, key):
    spec = yaml.safe_load(SPEC)
    at = spec
    for step in path:
        at = at[step]
    at[key] = 1
    return spec


def said(spec):
    text = json.dumps(spec)
    return subprocess.run([TEAALC, "-", "-o", "/dev/null"], input=text, capture_output=True, text=True, check=False).stderr


def keys_of(definition):
    return set((SCHEMA["definitions"][definition] if definition else SCHEMA)["properties"])


def known_to_reader(path):
    listed = re.search(r"unknown key 'qqqqqqqqqqqq' in .* is ignored; known here: (.*?) \[", said(with_key(path, "qqqqqqqqqqqq")))
    return set(re.findall(r"'([^']+)'", listed[1])) if listed else set()


def corpus():
    return sorted((SHARED / "corpus" / "specs").glob("*/spec.yaml"))


class Schema(unittest.TestCase):
    def test_is_a_schema(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        self.assertEqual([], list(VALIDATOR.iter_errors(yaml.safe_load(SPEC))))

    def test_keys_are_those_of_the_reader(self):
        for definition, path in SECTIONS.items():
            known = known_to_reader(path)
            self.assertTrue(known, definition)
            self.assertEqual(keys_of(definition), known - FOR_MESSAGES.get(definition, set()), definition)

    def test_every_section_that_is_closed_is_compared(self):
        closed = {name for name, value in SCHEMA["definitions"].items() if value.get("additionalProperties") is False}
        # tensor-format has ranks beside its keys; tests are read by another command.
        self.assertEqual(closed, set(SECTIONS) - {""} | {"tensor-format", "test", "expectation"})

    def test_keys_of_tests(self):
        source = (ROOT / "compiler/driver/commands/test_file.cc").read_text()
        read_one = source[source.index("void read_one("):source.index("void read_text(")]
        self.assertEqual(keys_of("test"), set(re.findall(r'{"([a-z]+)", ', read_one)))
        expected = source[source.index("void read_expectation("):source.index("double tolerance(")]
        self.assertEqual(keys_of("expectation"), set(re.findall(r'{"([a-z]+)", ', expected)))

    def test_partitionings_are_those_of_the_reader(self):
        spec = yaml.safe_load(SPEC)
        spec["mapping"]["partitioning"]["Z"]["K"] = ["qqqqqqqq(4)"]
        named = set(re.findall(r"'([A-Za-z_]+)'", said(spec).split("TeAAL knows")[1].splitlines()[0]))
        examples = {example.split("(")[0] for example in SCHEMA["definitions"]["partition"]["examples"]}
        self.assertEqual(named, examples)
        pattern = SCHEMA["definitions"]["partition"]["pattern"]
        self.assertTrue(all(re.search(pattern, example) for example in SCHEMA["definitions"]["partition"]["examples"]))

    def test_misspelt_keys_fail(self):
        for definition, path in SECTIONS.items():
            for key in sorted(keys_of(definition)):
                self.assertFalse(VALIDATOR.is_valid(with_key(path, key + "x")), f"{key}x in {definition or 'the spec'}")

    def test_shipped_specs_pass(self):
        specs = sorted((ROOT / "specs").rglob("*.yaml")) + sorted((ROOT / "lessons").rglob("*.yaml"))
        self.assertGreater(len(specs), 70)
        for spec in specs:
            self.assertEqual([], [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(spec.read_text()))], spec)

    def test_corpus_passes(self):
        if not corpus():
            if os.environ.get("CI"):
                self.fail("no shared corpus")
            self.skipTest("no shared corpus")
        for spec in corpus():
            errors = [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(spec.read_text()))]
            odd = ODD.get(spec.parent.name)
            self.assertTrue(odd in " ".join(errors) if odd else not errors, f"{spec}: {errors}")


if __name__ == "__main__":
    unittest.main()
