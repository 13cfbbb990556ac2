#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/explain/measured.h"
#include "compiler/driver/explain/moved.h"
#include "compiler/driver/insight/cost.h"
#include "compiler/driver/insight/count_report.h"
#include "compiler/driver/insight/counting.h"
#include "compiler/driver/insight/text_counts.h"
#include "compiler/driver/job.h"

// What `teaalc explain` shows: every number is computed here, in the interpreter, or in the
// compiler; the terminal, the JSON and the page only show them.
namespace teaal::driver {

// The loop nest of a mapping, one line a statement.
struct NestLine {
  std::string text;
  int statement = -1;  // of Counts::statements; -1: a brace, or the head of a kernel
  int spec_line = 0;   // 0: none
};

// A line of the emitted kernels.
struct CudaLine {
  std::string text;
  int statement = -1;  // as of NestLine; -1: none is known
  int spec_line = 0;
};

struct Mapping {
  std::string name;  // the spec's stem, or the loop order
  std::string loops;
  std::string spec;  // its text
  interpret::Counts counts;
  interpret::Counts on_gpu;  // counted on an H200's warps, whatever the machine; without a trace
  Moved moved;               // in `counts`
  TextCounts text;           // of the emitted kernels, for warps of 32 lanes; empty: not counted
  Prediction prediction;     // from those
  std::vector<NestLine> nest;
  std::vector<CudaLine> cuda;  // for warps of 32 lanes, whatever the machine; where asked for
  std::optional<Measured> measured;
};

// A loop order: counted, or refused in the compiler's own words.
struct OrderRow {
  std::string spec;   // the stem of the spec whose loops these are
  std::string loops;  // of the expression that changes; of several "S: I J"
  std::string tiles;  // "BK 8, BM 16"; empty: the spec's own
  std::optional<Mapping> mapping;
  std::string refusal;
  std::vector<std::string> held_still;  // tensors that lack the innermost rank
  bool is_spec = false;                 // the order of the spec
};

struct Explanation {
  std::vector<std::string> expressions;
  std::vector<std::string> inputs;  // "A 239 non-zeros of 64 x 64"
  interpret::Machine machine;
  int64_t cache_sectors = 8;
  std::vector<Mapping> mappings;  // the spec's, then those of --with
  std::vector<OrderRow> orders;   // of all specs; fastest first, refused ones last
  std::vector<std::string> notes;
};

// Bytes that all arrays move behind a cache of so many sectors.
int64_t dram_bytes(const interpret::Counts&, int64_t cache_sectors);
// Sectors that requests ask for, and those of them that the caches of multiprocessors do not have.
int64_t sectors(const interpret::Counts&);
int64_t l2_sectors(const interpret::Counts&);
// What is predicted to go to DRAM over the time measured, in GB/s.
double gb_per_s(const Mapping&);
// What costs most, by rules over the numbers; empty: nothing stands out.
std::string what_costs(const interpret::Counts&);

std::string to_text(const Explanation&, const runtime::report::TextOptions&, bool unicode);
// The same as JSON: {version, expressions, inputs, machine, cache_sectors, mappings [{name, loops,
// ranks, spec, counts, what_costs, nest [{text, statement, line}], cuda [the same],
// text (as text_counts_json), predicted (as prediction_json), measured {device, emulated, us,
// predicted_us, runs, dram_bytes (predicted), gb_per_s, sectors, l2_sectors (counted), ncu
// {dram_bytes, sectors, l2_sectors}}, trace}], orders
// [{spec, loops, tiles, refusal, what_costs, held_still, counts, …}], notes}. A trace is {whole,
// slots, warps
// [{lanes: ["3c2m"], statements: [[statement, slots], …]}]}, each lane as runs: d done, m masked, w
// wait, c compute, v vain, o open, p probe, s combine, t stage; `traces` false leaves them out. Its
// `places` are a list a lane: time since the entry before, form, position, …; `forms` say where
// positions lie: {tensor, ranks, shape, order, coordinates [a list a rank]}. `moved` are runs a
// lane over the slots in which it computes: the outermost of the mapping's `ranks` that moved, a
// letter of the alphabet; - where it is not known. Where there are too many slots (not whole),
// `longest` has those of one warp, and `sampled` the first ones of some.
nlohmann::ordered_json to_json(const Explanation&, bool traces);
// Chrome's trace format, which Perfetto opens: a process a warp of a mapping, a thread a lane, a
// microsecond a slot. What is too much for it is told in `left_out` and in the file.
std::string to_chrome_trace(const Explanation&, std::vector<std::string>& left_out);
// Lanes over slots, a panel a mapping, for papers: one file of shapes and text, without fonts,
// scripts or links; of many slots a stretch is drawn as what fills most of it, and says so.
std::string to_svg(const Explanation&);
// One file that needs nothing else; at most 2 MB, for which traces of orders are left out first.
std::string to_page(const Explanation&);

// Every order of the ranks, in the order of the alphabet; at most 120.
std::vector<std::vector<std::string>> all_orders(std::vector<std::string> ranks);

struct ExplainRequest {
  const Job* job = nullptr;
  const runtime::plan::Inputs* inputs = nullptr;
  interpret::Machine machine;
  int64_t trace_limit = 400'000;
  bool places = false;       // whether traces say where lanes are in tensors
  bool text = false;         // whether the emitted text is counted, too, and shown
  bool order_texts = false;  // whether that of loop orders is shown
  runtime::BuildCache cache = {};
  std::function<void(double share)> progress;
};
// `note`: why the emitted text is not counted, where it was asked for.
std::optional<Mapping> explain_mapping(const ExplainRequest&, const std::string& name,
                                       std::string& note, Diagnostics&);
// The loops whose orders are changed: those of the expression that has most.
std::vector<std::string> ordered_loops(const Job&);
// Sizes of tiles: of each symbol some.
using Tiles = std::vector<std::pair<std::string, std::vector<int64_t>>>;
struct OrderRequest {
  std::string
      orders;   // "all", or orders like "I,J;J,I", in which they are counted; empty: the spec's
  Tiles tiles;  // each order is counted with each combination of these sizes
};
// At most 240. What is no order of these loops goes to `others`.
std::vector<OrderRow> explain_orders(const ExplainRequest&, const OrderRequest&,
                                     std::vector<std::string>& others);

}  // namespace teaal::driver
