#include "compiler/driver/manifest.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/describe.h"
#include "compiler/emit/emit.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/support/match.h"
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

// JSON has no infinities.
Json number(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

Json tensor(const einsum::Cascade& cascade, const SpecNames& names, const ir::Tensor& t) {
  const einsum::Tensor& checked = *cascade.find(names.tensor(t.name));
  Json out = {{"name", checked.name},         {"role", ir::name_of(ir::role_names, t.role)},
              {"ranks", checked.ranks},       {"rank_order", ranks(t.levels, names)},
              {"formats", formats(t.levels)}, {"chosen", checked.storage.chosen}};
  if (t.is_static) out["static"] = true;
  if (checked.absent != 0) out["default"] = number(checked.absent);
  add_parts(t.levels, names, out);
  return out;
}

Json tensors(const einsum::Cascade& cascade, const SpecNames& names, const ir::Program& program) {
  Json out = Json::array();
  for (const ir::Tensor& t : program.tensors) out.push_back(tensor(cascade, names, t));
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
  for (const ir::PatternWords::Rank& r : p.ranks)
    out["ranks"].push_back({{"rank", names.rank(r.root)}, {"axis", r.axis}, {"tile", r.tile}});
  out["group"] = p.group;
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

Json access(const einsum::Access& a) {
  Json indices = Json::array();
  for (const einsum::Index& index : a.indices) {
    Json terms = Json::array();
    for (const einsum::IndexTerm& t : index.terms)
      terms.push_back(
          {{"coefficient", t.coefficient}, {"symbol", t.symbol}, {"variable", t.variable}});
    indices.push_back(std::move(terms));
  }
  return {{"kind", "tensor"}, {"name", a.tensor}, {"indices", std::move(indices)}};
}

Json factor(const einsum::Factor& f) {
  return match(
      f, [](const einsum::Access& a) { return access(a); },
      [](const einsum::Scalar& s) { return Json{{"kind", "scalar"}, {"name", s.name}}; },
      [](const einsum::Constant& c) { return Json{{"kind", "constant"}, {"value", c.value}}; });
}

Json map(const einsum::Term& t) {
  Json out = Json::array();
  for (const einsum::MapStep& step : t.map) out.push_back(map_step_text(step));
  return out;
}

Json einsum_json(const einsum::Einsum& e) {
  Json terms = Json::array();
  for (const einsum::Term& t : e.terms) {
    Json factors = Json::array();
    for (const einsum::Factor& f : t.factors) factors.push_back(factor(f));
    terms.push_back({{"take", t.kind == einsum::Term::Kind::Take},
                     {"take_index", t.take},
                     {"sign", t.sign},
                     {"factors", std::move(factors)}});
    if (!t.map.empty()) terms.back()["map"] = map(t);
  }
  Json out = {{"text", expression_text(e)},
              {"output", access(e.output)},
              {"terms", std::move(terms)},
              {"rank_of", e.rank_of}};
  if (e.reduce != einsum::Reduce::Add) {
    out["reduce"] = einsum::name_of(e.reduce);
    out["identity"] = number(e.identity);
  }
  if (e.tensor_core) out["arithmetic"] = einsum::name_of(e.tensor_core->arithmetic);
  return out;
}

Json iteration(const einsum::Iteration& checked, const ir::Iteration& lowered) {
  Json out = {{"first", checked.first}, {"expressions", checked.count}};
  if (!checked.over.empty()) out["over"] = checked.over;
  if (lowered.times) {
    out["times"] = emit::size_text(lowered.times);
  } else {
    out["until_empty"] = checked.until_empty;
    out["at_most"] = lowered.at_most;
  }
  out["carry"] = Json::object();
  for (const auto& [to, from] : checked.carry) out["carry"][to] = from;
  return out;
}

}  // namespace

std::string manifest_text(const einsum::Cascade& cascade, const SpecNames& names,
                          const ir::Program& program, const CompileOptions& options) {
  Json out = {{"version", version},
              {"spec_path", std::filesystem::path(cascade.file->path).filename().string()},
              {"name", program.name},
              {"arch", options.arch},
              {"value_type", options.value_type},
              {"index_bits", options.index_bits},
              {"tensors", tensors(cascade, names, program)},
              {"views", views(names, program)}};
  out["symbols"] = Json::array();
  for (const auto& [name, value] : cascade.symbols)
    out["symbols"].push_back({{"name", name}, {"value", value}, {"default_expr", ""}});
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
  for (const ir::Kernel& k : program.kernels)
    out["kernels"].push_back({{"name", k.name}, {"depth", ir::depth_of(k.body)}});
  out["cascade"] = Json::array();
  for (const einsum::Einsum& e : cascade.einsums) out["cascade"].push_back(einsum_json(e));
  if (cascade.iteration) out["iteration"] = iteration(*cascade.iteration, *program.iteration);
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
