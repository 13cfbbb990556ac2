#include "compiler/driver/manifest.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compiler/emit/emit.h"
#include "compiler/emit/launcher_interface.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text/head.h"
#include "compiler/support/version.h"

namespace teaal::driver {
namespace {

using Json = nlohmann::ordered_json;

std::string formats(const std::vector<ir::Level>& levels) {
  std::string out;
  for (const ir::Level& level : levels) out += ir::name_of(ir::format_names, level.format);
  return out;
}

using einsum::SpecNames;

Json ranks(const std::vector<ir::Level>& levels, const SpecNames& names) {
  Json out = Json::array();
  for (const ir::Level& level : levels) out.push_back(names.rank(level.rank));
  return out;
}

Json part(const ir::Level& level, const SpecNames& names) {
  if (!level.tile) return nullptr;
  Json snaps = Json::array();
  for (const ir::Expr& snap : level.snaps) snaps.push_back(emit::size_text(snap));
  return {{"name", names.rank(ir::level_name(level))},
          {"tile", emit::size_text(level.tile)},
          {"snaps", std::move(snaps)}};
}

// Left out where every level is a whole rank.
void add_parts(const std::vector<ir::Level>& levels, const SpecNames& names, Json& out) {
  if (std::ranges::none_of(levels, [](const ir::Level& level) { return level.tile != nullptr; }))
    return;
  out["parts"] = Json::array();
  for (const ir::Level& level : levels) out["parts"].push_back(part(level, names));
}

// Left out where no level has narrow coordinates.
void add_cbits(const std::vector<ir::Level>& levels, Json& out) {
  if (std::ranges::none_of(levels, [](const ir::Level& level) { return level.cbits != 0; })) return;
  out["cbits"] = Json::array();
  for (const ir::Level& level : levels) out["cbits"].push_back(level.cbits);
}

// JSON has no infinities.
Json number(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

Json tensor(const ir::Tensor& t, const SpecNames& names) {
  Json written = Json::array();
  for (const std::string& rank : t.ranks) written.push_back(names.rank(rank));
  Json out = {{"name", names.tensor(t.name)}, {"role", ir::name_of(ir::role_names, t.role)},
              {"ranks", std::move(written)},  {"rank_order", ranks(t.levels, names)},
              {"formats", formats(t.levels)}, {"chosen", t.chosen}};
  if (!t.like.empty()) out["like"] = names.tensor(t.like);
  if (t.is_static) out["static"] = true;
  if (t.absent != 0) out["default"] = number(t.absent);
  add_parts(t.levels, names, out);
  add_cbits(t.levels, out);
  return out;
}

Json tensors(const SpecNames& names, const ir::Program& program) {
  Json out = Json::array();
  for (const ir::Tensor& t : program.tensors) out.push_back(tensor(t, names));
  return out;
}

Json views(const SpecNames& names, const ir::Program& program) {
  Json out = Json::array();
  for (const ir::View& v : program.views) {
    out.push_back({{"name", v.name},
                   {"tensor", names.tensor(v.tensor)},
                   {"rank_order", ranks(v.levels, names)},
                   {"formats", formats(v.levels)}});
    add_parts(v.levels, names, out.back());
    add_cbits(v.levels, out.back());
    if (!v.like.empty()) out.back()["like"] = v.like;
    for (const ir::Expr& e : v.positions) out.back()["positions"].push_back(emit::size_text(e));
  }
  return out;
}

// ---- The plan ----

Json argument(const ir::Param& p) {
  using Kind = ir::Param::Kind;
  Json out = {{"name", p.name}};
  switch (p.kind) {
    case Kind::Segments:
    case Kind::Coords:
    case Kind::Masks:
    case Kind::Bases:
      out["kind"] = ir::name_of(ir::param_names, p.kind);
      out["view"] = p.view;
      out["level"] = p.level;
      if (p.written) out["written"] = true;
      break;
    case Kind::Values:
      out["kind"] = "values";
      out["view"] = p.view;
      out["written"] = p.written;
      break;
    case Kind::Int:
    case Kind::Size:
      out["kind"] = p.kind == Kind::Int ? "int32" : "int64";
      out["expr"] = emit::size_text(p.value);
      break;
    case Kind::Scalar:
      out["kind"] = "scalar";
      out["scalar"] = p.view;
      break;
    case Kind::Workspace:
      out["kind"] = "workspace";
      out["workspace"] = p.view;
      out["written"] = p.written;
      break;
  }
  return out;
}

Json launch_step(const ir::Step& s, const ir::Program& program) {
  Json out = {{"kind", "launch"}, {"kernel", s.name}};
  for (const ir::Kernel& k : program.kernels) {
    if (k.name != s.name) continue;
    const ir::Launch& launch = s.args.empty() ? k.launch : s.launch;
    out["grid"] = emit::size_text(launch.grid);
    out["block"] = emit::size_text(launch.block);
    if (k.shared_bytes) out["shared_bytes"] = k.shared_bytes;
    if (k.carveout >= 0) out["carveout"] = k.carveout;
    if (k.early) out["early"] = true;
    out["args"] = Json::array();
    for (const ir::Param& p : s.args.empty() ? k.params : s.args)
      out["args"].push_back(argument(p));
  }
  if (s.once) out["once"] = true;
  return out;
}

Json step(const ir::Step& s, const ir::Program& program) {
  Json out = {{"kind", ir::name_of(ir::step_names, s.kind)}};
  switch (s.kind) {
    case ir::Step::Kind::Launch:
      return launch_step(s, program);
    case ir::Step::Kind::Resort:
    case ir::Step::Kind::Zero:
    case ir::Step::Kind::Assemble:
      out["view"] = s.name;
      break;
    case ir::Step::Kind::Read:
      out["name"] = s.name;
      out["workspace"] = s.array;
      out["at"] = emit::size_text(s.value);
      break;
    case ir::Step::Kind::Rounds:
      out["name"] = s.name;
      break;
    case ir::Step::Kind::Carry:
      out["view"] = s.name;
      out["from"] = s.array;
      if (s.count.empty()) break;
      out["name"] = s.count;
      out["value"] = emit::size_text(s.value);
      break;
    case ir::Step::Kind::Repeat:
      out["name"] = s.name;
      out["times"] = emit::size_text(s.value);
      break;
  }
  if (s.once) out["once"] = true;
  for (const ir::Step& inner : s.body) out["steps"].push_back(step(inner, program));
  return out;
}

// ---- Patterns and skips, to be counted ----

Json pattern(const ir::PatternWords& p, const SpecNames& names) {
  Json out = {
      {"workspace", p.workspace}, {"tensor", names.tensor(p.tensor)}, {"ranks", Json::array()}};
  for (const ir::PatternWords::Rank& r : p.ranks) {
    Json rank = {{"rank", names.rank(r.root)}, {"axis", r.axis}, {"tile", r.tile}};
    if (r.stated != r.tile) rank["stated"] = r.stated;
    out["ranks"].push_back(std::move(rank));
  }
  out["group"] = p.group;
  if (p.gapless) out["gapless"] = true;
  return out;
}

Json skip(const ir::SkippedLoop& s, const SpecNames& names) {
  Json out = {{"kernel", s.kernel},
              {"rank", names.rank(s.rank)},
              {"along", names.rank(s.root)},
              {"step", s.step},
              {"at", ir::name_of(ir::place_names, s.at)},
              {"by", ir::name_of(ir::skip_names, s.kind)},
              {"covers", Json::array()}};
  for (const ir::SkippedLoop::Covered& c : s.covers)
    out["covers"].push_back({{"rank", names.rank(c.root)}, {"tile", c.coordinates}});
  out["times"] = emit::size_text(s.times);
  out["patterns"] = s.patterns;
  if (!s.listed.empty()) out["listed"] = s.listed;
  return out;
}

// ---- The einsums, for reference math ----

Json index(const ir::Einsum::Index& terms, const SpecNames& names) {
  Json out = Json::array();
  for (const ir::Einsum::IndexTerm& t : terms)
    out.push_back({{"coefficient", t.coefficient},
                   {"symbol", names.symbol(t.symbol)},
                   {"variable", t.variable}});
  return out;
}

Json factor(const ir::Einsum::Factor& f, const SpecNames& names) {
  using Kind = ir::Einsum::Factor::Kind;
  if (f.kind == Kind::Scalar) return {{"kind", "scalar"}, {"name", f.name}};
  if (f.kind == Kind::Constant) return {{"kind", "constant"}, {"value", f.value}};
  Json indices = Json::array();
  for (const ir::Einsum::Index& at : f.at) indices.push_back(index(at, names));
  return {{"kind", "tensor"}, {"name", names.tensor(f.name)}, {"indices", std::move(indices)}};
}

Json term(const ir::Einsum::Term& t, const SpecNames& names) {
  Json factors = Json::array();
  for (const ir::Einsum::Factor& f : t.factors) factors.push_back(factor(f, names));
  Json out = {{"take", t.takes},
              {"take_index", t.taken},
              {"sign", t.sign},
              {"factors", std::move(factors)}};
  if (!t.map.empty()) out["map"] = t.map;
  return out;
}

Json einsum_json(const ir::Einsum& e, const SpecNames& names) {
  Json terms = Json::array();
  for (const ir::Einsum::Term& t : e.terms) terms.push_back(term(t, names));
  Json rank_of = Json::object();
  for (const auto& [variable, rank] : e.rank_of) rank_of[variable] = names.rank(rank);
  Json out = {{"text", names.text(ir::expression_text(e))},
              {"output", factor(e.output, names)},
              {"terms", std::move(terms)},
              {"rank_of", std::move(rank_of)}};
  if (e.reduction != ir::AssignOp::Add) {
    out["reduce"] = ir::name_of(ir::reduction_names, e.reduction);
    out["identity"] = number(e.identity);
  }
  if (e.arithmetic) out["arithmetic"] = ir::name_of(ir::arithmetic_names, *e.arithmetic);
  return out;
}

Json iteration(const ir::Iteration& i, const SpecNames& names) {
  Json out = {{"first", i.first}, {"expressions", i.count}};
  if (!i.over.empty()) out["over"] = names.rank(i.over);
  if (i.times) {
    out["times"] = emit::size_text(i.times);
  } else {
    out["until_empty"] = names.tensor(i.until_empty);
    out["at_most"] = i.at_most;
  }
  out["carry"] = Json::object();
  for (const auto& [to, from] : i.carry) out["carry"][names.tensor(to)] = names.tensor(from);
  return out;
}

}  // namespace

std::string manifest_text(const ir::Program& program, const SpecNames& names,
                          const CompileOptions& options) {
  Json out = {{"version", version},
              {"spec_path", program.source},
              {"name", program.name},
              {"arch", options.arch},
              {"value_type", options.value_type},
              {"index_bits", options.index_bits},
              {"tensors", tensors(names, program)},
              {"views", views(names, program)}};
  if (emit::uses_offsets(program)) out["most_in_offsets"] = ir::most_in_offsets(options.index_bits);
  out["symbols"] = Json::array();
  for (const auto& [name, value] : program.bound)
    out["symbols"].push_back(
        {{"name", names.symbol(name)}, {"value", value}, {"default_expr", ""}});
  for (const ir::Symbol& s : program.symbols) {
    out["symbols"].push_back(
        {{"name", names.symbol(s.name)}, {"default_expr", emit::size_text(s.fallback)}});
    if (names.symbol(s.name) != s.name) out["symbols"].back()["in_sizes"] = s.name;
  }
  for (const auto& [clear, rank] : names.changed_ranks()) out["ranks_in_sizes"][clear] = rank;
  out["scalars"] = program.scalars;
  out["counts"] = Json::array();
  for (const ir::Count& c : program.counts)
    out["counts"].push_back({{"name", c.name}, {"tensor", names.tensor(c.tensor)}});
  out["sizes"] = Json::array();
  for (const ir::NamedSize& s : program.sizes)
    out["sizes"].push_back({{"name", s.name}, {"expr", emit::size_text(s.value)}});
  out["workspaces"] = Json::array();
  for (const ir::Workspace& w : program.workspaces) {
    out["workspaces"].push_back({{"name", w.name}, {"elements", emit::size_text(w.elements)}});
    if (w.type != ir::Type::Value)
      out["workspaces"].back()["type"] = ir::name_of(ir::type_names, w.type);
  }
  for (const ir::PatternWords& p : program.patterns) out["patterns"].push_back(pattern(p, names));
  for (const ir::SkippedLoop& s : program.skipped) out["skips"].push_back(skip(s, names));
  out["kernels"] = Json::array();
  for (const ir::Kernel& k : program.kernels) {
    Json kernel = {{"name", k.name}, {"depth", ir::depth_of(k.body)}};
    if (k.threads && k.resident > 0) kernel["resident"] = k.resident;
    out["kernels"].push_back(std::move(kernel));
  }
  out["cascade"] = Json::array();
  for (const ir::Einsum& e : program.einsums) out["cascade"].push_back(einsum_json(e, names));
  if (program.iteration) out["iteration"] = iteration(*program.iteration, names);
  out["plan"] = Json::array();
  for (const ir::Step& s : program.steps) out["plan"].push_back(step(s, program));
  out["notes"] = Json::array();
  for (const std::string& note : program.notes) out["notes"].push_back(names.text(note));
  out["promises"] = {{"deterministic", "bitwise the same on every run of one device"},
                     {"race_free", "no atomics; every output element has one writer at a time"},
                     {"nan_policy", "structural"},
                     {"coordinate_bits", std::to_string(options.index_bits)},
                     {"position_bits",
                      std::to_string(options.index_bits) + ", or 64 with TEAAL_POSITION_BITS=64"}};
  return out.dump(2) + "\n";
}

}  // namespace teaal::driver
