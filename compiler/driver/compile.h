#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/einsum/spec_names.h"
#include "compiler/ir/program.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

// The compiler as one call: spec text (or IR text) in, artefact out. No files are touched.
namespace teaal::driver {

struct CompileOptions {
  einsum::Overrides overrides;
  std::string name;  // artefact name: the stem of the output file; C identifier after sanitising
  std::string value_type = "f32";  // f32, f64, f16, bf16 or i32
  int index_bits = 32;             // 8, 16 or 32: of coordinates, and of positions that fit
  std::string arch = "sm_90";
  bool formatted = true;  // false: the text is not laid out, which saves much of the time
  // --print-after: pass names whose IR is wanted, "all" for every pass; shown(pass, text) is called
  // in order.
  std::vector<std::string> print_after;
  std::function<void(const std::string& pass, const std::string& text)> shown;
  // Loop orders in place of the spec's, by output.
  std::map<std::string, std::vector<std::string>> loop_orders;
  int64_t lanes = 32;        // of a warp; other numbers than 32 are for counts alone
  bool keep_stages = false;  // what each pass leaves, in Artefact::stages
  bool kernel_text = true;   // false: the artefact has no cu and no header
  bool counted = false;      // the artefact has its nest: no cache keeps that
  std::string stop_after;  // stop behind this pass; the artefact then has no cu, header or manifest
  std::string from;   // a pass; the source is IR text as that pass leaves it, and no spec is read
  bool lines = true;  // #line marks in the kernels: into the spec, or into the IR text
  bool each_line = false;  // a mark in front of each line that one holds for
};

struct LoopOrder {
  struct Loop {
    std::string rank;
    bool in_space;
  };
  std::string output, expression;
  std::vector<Loop> loops;  // outermost first

  std::string text() const;  // "I1 |I0| J": those in space between bars
};
std::string loops_text(const std::vector<LoopOrder>&);  // "; " between

struct Artefact {
  std::string spec_text;    // --emit=spec: the spec as read, normalised YAML-like text; not from IR
  std::string einsum_text;  // --emit=einsum: the checked cascade
  std::string ir_text;      // the IR where compilation stopped (after the last pass run)
  std::string cu, header, manifest;
  // Where the loops are final and compressed results are not yet assembled: what counts are of.
  // Null, unless options ask for it.
  std::shared_ptr<const ir::Program> nest;
  // Behind each pass, in order; where they are kept. One program where a pass left it as it was.
  std::vector<std::pair<std::string, std::shared_ptr<const ir::Program>>> stages;
  passes::Target target;         // of the nest
  einsum::SpecNames names;       // what the spec calls the names of the nest
  std::vector<LoopOrder> loops;  // of each expression
  bool complete = false;         // false after stop_after
};

// Compiles. An internal error (a pass broke the verifier) is a diagnostic with code Internal (exit
// 4).
std::optional<Artefact> compile(const SourcePtr& spec, const CompileOptions&, Diagnostics&);

// What passes are told of the options.
passes::Target target_of(const CompileOptions&);

// The names of all passes, in order: for --help and for checking --print-after and --stop-after.
std::vector<std::string> pass_names();
// One line a pass: what it does.
std::string pass_summary(const std::string& pass);

}  // namespace teaal::driver
