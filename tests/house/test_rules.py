"""Each rule holds for this repository, and each finds what is planted for it."""

import unittest

from layers import layer_findings, table_findings
from links import link_findings
from repository import repository
from rules import (code_findings, long_file_findings, machine_path_findings, page_findings, phase_findings,
                   stray_findings, template_findings, unfinished_findings)

FILES = repository()
DEF = ("compiler/support/diagnostics.def", 'TEAAL_CODE(Arity, "arity")\nTEAAL_CODE(Internal, "internal")\n')


class Repository(unittest.TestCase):
    """The rules, on this repository."""

    def holds(self, findings):
        if findings:
            self.fail("\n" + "\n".join(map(str, findings)))

    def test_rooms_include_only_rooms_above_them(self):
        self.holds(layer_findings(FILES))

    def test_the_table_of_rooms_is_a_stair(self):
        self.holds(table_findings())

    def test_files_are_short(self):
        self.holds(long_file_findings(FILES))

    def test_nothing_says_that_it_is_unfinished(self):
        self.holds(unfinished_findings(FILES))

    def test_nothing_lies_about(self):
        self.holds(stray_findings(FILES))

    def test_no_path_of_one_machine(self):
        self.holds(machine_path_findings(FILES))

    def test_every_diagnostic_code_is_shown_by_a_golden(self):
        self.holds(code_findings(FILES))

    def test_every_template_has_a_test(self):
        self.holds(template_findings(FILES))

    def test_links_of_documents_resolve(self):
        self.holds(link_findings(FILES))

    def test_the_architecture_page_lists_the_passes(self):
        self.holds(phase_findings(FILES))

    def test_pages_lead_to_the_glossary(self):
        self.holds(page_findings(FILES))


class Planted(unittest.TestCase):
    """The rules find what breaks them, and nothing else."""

    def found(self, findings, *places):
        self.assertEqual(sorted(places), sorted(f"{finding.path}:{finding.line}" for finding in findings))

    def test_an_include_that_climbs_the_stairs(self):
        files = [("compiler/spec/a.cc", '#include <vector>\n#include "compiler/ir/nodes.h"\n#include "compiler/spec/spec.h"\n')]
        self.found(layer_findings(files), "compiler/spec/a.cc:2")

    def test_only_the_first_pass_sees_the_einsum(self):
        line = '#include "compiler/einsum/cascade.h"\n'
        self.found(layer_findings([("compiler/passes/mapping/order.cc", line), ("compiler/passes/build/build.cc", line)]),
                   "compiler/passes/mapping/order.cc:1")

    def test_the_runtime_sees_no_ir(self):
        self.found(layer_findings([("runtime/plan/a.cc", '#include "compiler/ir/nodes.h"\n')]), "runtime/plan/a.cc:1")

    def test_third_parties_outside_their_files(self):
        files = [("runtime/gpu/a.cc", "#include <llvm/IR/Module.h>\n#include <dlfcn.h>\n"),
                 ("compiler/emit/text.cc", '#include "clang/AST/Decl.h"\n'),
                 ("compiler/einsum/b.cc", "#include <yaml-cpp/yaml.h>\n#include <boost/any.hpp>\n")]
        self.found(layer_findings(files), "runtime/gpu/a.cc:1", "compiler/emit/text.cc:1", "compiler/einsum/b.cc:1",
                   "compiler/einsum/b.cc:2")

    def test_a_long_file_unless_it_is_generated(self):
        text = "int x;\n" * 601
        self.found(long_file_findings([("compiler/ir/a.cc", text), ("generated/a.cu", text)]), "compiler/ir/a.cc:601")

    def test_unfinished_words(self):
        word = "TO" + "DO"
        self.found(unfinished_findings([("docs/a.md", f"fine\n{word}: later\n"), ("docs/b.md", "methodology\n")]), "docs/a.md:2")

    def test_what_a_run_left(self):
        self.found(stray_findings([("sm/7/spec.yaml", ""), (".ci/run", ""), ("docs/a.md", "")]), "sm/7/spec.yaml:1")

    def test_machine_paths(self):
        path = "/ro" + "ot/x/y"
        self.found(machine_path_findings([("a.sh", f"cp {path} .\n"), ("b.sh", "cp $dir/root/x .\n")]), "a.sh:1")

    def test_a_code_without_a_golden(self):
        golden = ("tests/golden/errors/a.txt", "a.yaml:1:1: error: wrong [arity]\n")
        self.found(code_findings([DEF, golden], {}), "compiler/support/diagnostics.def:2")
        test = ("tests/t.cc", "EXPECT_EQ(code, Code::Internal);")
        self.found(code_findings([DEF, golden, test], {"internal": "tests/t.cc"}))

    def test_stale_exceptions_for_codes(self):
        golden = ("tests/golden/errors/a.txt", "[arity] [internal]\n")
        stale = {"internal": DEF[0], "gone": DEF[0]}
        self.assertEqual(2, len(code_findings([DEF, golden], stale)))
        unnamed = code_findings([DEF, ("tests/golden/a.txt", "[arity]"), ("tests/t.cc", "")], {"internal": "tests/t.cc"})
        self.assertEqual(1, len(unnamed))

    def test_a_template_without_a_test(self):
        files = [("templates/warp.cuh", ""), ("templates/scan.cuh", ""), ("tests/unit/a.cc", '"warp.cuh"')]
        self.found(template_findings(files), "templates/scan.cuh:1")

    def test_links_that_lead_nowhere(self):
        files = [("docs/a.md", "# One two\n[x](b.md) [y](#one-two) [z](https://example.org)\n[gone](c.md)\n[gone](#three)\n"),
                 ("docs/b.md", "`compiler/ir/` `docs/a.md`\n`compiler/gone.h`\n"), ("compiler/ir/nodes.h", "")]
        self.found(link_findings(files), "docs/a.md:3", "docs/a.md:4", "docs/b.md:2")

    def test_a_pass_that_the_architecture_page_lacks(self):
        pipeline = ("compiler/passes/pipeline.cc", '    {"build", "x", nullptr},\n    {"order", "x", order},\n')
        page = "| `build` | x |\n| `order` | x |\n| `text` | x |\n"
        self.found(phase_findings([pipeline, ("docs/ARCHITECTURE.md", page)]))
        self.found(phase_findings([pipeline, ("docs/ARCHITECTURE.md", "| `build` | x |\n")]), "docs/ARCHITECTURE.md:1")

    def test_pages_without_the_glossary(self):
        files = [("docs/a.md", "x\n"), ("docs/b.md", "[words](GLOSSARY.md)\n"), ("docs/GLOSSARY.md", "x\n"), ("README.md", "x\n" * 151)]
        self.found(page_findings(files), "docs/a.md:1", "README.md:151")


if __name__ == "__main__":
    unittest.main()
