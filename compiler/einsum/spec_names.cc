#include "compiler/einsum/spec_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <string_view>

#include "compiler/einsum/expression.h"
#include "compiler/einsum/rank_tree.h"

namespace teaal::einsum {
namespace {

using Table = std::map<std::string, std::string>;

// A test holds these lists against the shipped kernels: a pass that makes a new name adds it here.
constexpr std::array cpp_words = std::to_array<std::string_view>(
    {"alignas",   "alignof",   "and",       "asm",          "auto",
     "bitand",    "bitor",     "bool",      "break",        "case",
     "catch",     "char",      "char16_t",  "char32_t",     "char8_t",
     "class",     "co_await",  "co_return", "co_yield",     "compl",
     "concept",   "const",     "consteval", "constexpr",    "constinit",
     "continue",  "decltype",  "default",   "define",       "defined",
     "delete",    "elif",      "endif",     "ifdef",        "ifndef",
     "stddef",    "stdint",    "do",        "double",       "dynamic_cast",
     "else",      "enum",      "explicit",  "export",       "extern",
     "false",     "final",     "float",     "for",          "friend",
     "goto",      "half",      "if",        "import",       "inline",
     "int",       "int2",      "int4",      "int8_t",       "int16_t",
     "int32_t",   "int64_t",   "linux",     "long",         "module",
     "mutable",   "namespace", "new",       "noexcept",     "not",
     "nullptr",   "operator",  "or",        "override",     "private",
     "protected", "ptrdiff_t", "public",    "register",     "reinterpret_cast",
     "requires",  "restrict",  "return",    "short",        "signed",
     "size_t",    "sizeof",    "static",    "std",          "struct",
     "switch",    "template",  "this",      "thread_local", "throw",
     "true",      "try",       "typedef",   "typeid",       "typename",
     "typeof",    "uint2",     "uint32_t",  "uint4",        "uint64_t",
     "uint8_t",   "uint16_t",  "union",     "unix",         "unsigned",
     "using",     "virtual",   "void",      "volatile",     "wchar_t",
     "while",     "xor"});

constexpr std::array cuda_words = std::to_array<std::string_view>(
    {"blockDim",   "blockIdx", "gridDim",   "threadIdx", "warpSize", "dim3",      "float2",
     "float4",     "double2",  "uchar4",    "CUDA",      "CUDACC",   "CUstream",  "cuda",
     "NULL",       "EOF",      "INFINITY",  "NAN",       "INT_MAX",  "INT32_MAX", "INT64_MAX",
     "UINT32_MAX", "INT_MIN",  "INT32_MIN", "INT64_MIN", "SIZE_MAX", "main",      "memcpy",
     "memset",     "printf",   "assert",    "malloc"});

// Functions that expressions call; with an f behind them, too.
constexpr std::array functions = std::to_array<std::string_view>(
    {"abs",   "acos",  "asin",  "atan", "cbrt",  "ceil", "cos",  "cosh", "erf",
     "exp",   "exp2",  "expm1", "fabs", "floor", "fma",  "fmax", "fmin", "fmod",
     "log",   "log10", "log1p", "log2", "max",   "min",  "pow",  "rint", "round",
     "rsqrt", "sin",   "sinh",  "sqrt", "tan",   "tanh", "trunc"});

// Types and macros of ours, and what kernels, launchers and headers are written with.
constexpr std::array own_words = std::to_array<std::string_view>(
    {"Arguments",  "Parameters", "RANK",      "TEAAL",    "TEAALC",   "addressable", "all",
     "allocate",   "allocation", "arguments", "array",    "at",       "batch",       "before",
     "begin",      "place",      "places",    "begun",    "behind",   "bits",        "block",
     "blocks",     "bytes",      "carried",   "carries",  "carry",    "chunk",       "chunks",
     "code",       "column",     "columns",   "config",   "constant", "context",     "coord",
     "coordinate", "coords",     "copies",    "copy",     "count",    "counts",      "cpu",
     "digit",      "digits",     "drop",      "each",     "early",    "element",     "elements",
     "emitted",    "entries",    "entry",     "extent",   "fiber",    "fibers",      "first",
     "found",      "four",       "free",      "from",     "gathers",  "give",        "grid",
     "group",      "groups",     "held",      "hold",     "identity", "include",     "indexable",
     "inner",      "items",      "kept",      "kernel",   "key",      "keys",        "lane",
     "lanes",      "largest",    "last",      "length",   "line",     "lines",       "list",
     "made",       "mark",       "masks",     "matrix",   "memory",   "moved",       "next",
     "number",     "of",         "offset",    "offsets",  "out",      "outer",       "own",
     "pair",       "pairs",      "parent",    "parities", "part",     "partial",     "parts",
     "pass",       "pending",    "piece",     "pool",     "pos",      "position",    "positions",
     "pragma",     "prepare",    "product",   "products", "rank",     "release",     "room",
     "rounds",     "row",        "rows",      "scalar",   "scan",     "searches",    "segments",
     "settle",     "share",      "shared",    "shares",   "shift",    "size",        "sizes",
     "slot",       "slots",      "sorted",    "span",     "spare",    "step",        "stop",
     "stored",     "stream",     "stride",    "sum",      "sums",     "symbol",      "table",
     "take",       "taken",      "teaal",     "teaalc",   "tensor",   "terms",       "thread",
     "threads",    "tile",       "tiles",     "to",       "total",    "turn",        "turns",
     "unit",       "unroll",     "used",      "valid",    "value",    "values",      "visited",
     "wanted",     "warp",       "warps",     "whole",    "width",    "without",     "word",
     "words",      "worker",     "workers",   "workspace"});

// What IR text is read by, beside the words above.
constexpr std::array ir_words = std::to_array<std::string_view>(
    {"async",     "await",  "barrier",      "binary", "by",    "call",    "dense",     "else",
     "end",       "fill",   "follow",       "in",     "inf",   "input",   "intersect", "kernels",
     "launch",    "lead",   "let",          "level",  "load",  "mask",    "mma",       "nan",
     "none",      "output", "intermediate", "over",   "plan",  "present", "program",   "read",
     "registers", "repeat", "resort",       "run",    "store", "time",    "where",     "write",
     "unite",     "union",  "var",          "view",   "views", "with",    "zero"});

template <class List>
bool begins_with_one(const List& words, std::string_view name) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return name == word || (name.starts_with(word) && name[word.size()] == '_');
  });
}

// `tanh`, `tanhf`, `__tanhf` are told apart by nobody who reads a kernel.
bool is_function(std::string_view name) {
  if (begins_with_one(functions, name)) return true;
  return name.ends_with('f') && std::find(functions.begin(), functions.end(),
                                          name.substr(0, name.size() - 1)) != functions.end();
}

std::string lower_case(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

// What the text has of a name: the name itself, and what begins with it.
struct Base {
  enum class Kind { Program, Rank, Variable, Tensor, Symbol };
  std::string text;
  Kind kind;

  // The parts of a rank, and the variables of their loops, have digits behind its name.
  bool has_parts() const { return kind == Kind::Rank || kind == Kind::Variable; }

  bool begins(const std::string& other) const {
    if (!other.starts_with(text)) return false;
    size_t end = text.size();
    while (has_parts() && end < other.size() &&
           std::isdigit(static_cast<unsigned char>(other[end])))
      ++end;
    return end == other.size() || other[end] == '_';
  }
};

// A tensor and a rank may share a name, and names may be called like a part of a rank would be:
// text has neither a tensor nor a part by its bare name.
bool may_share(const Base& a, const Base& b) {
  const Base& rank = a.kind == Base::Kind::Rank ? a : b;
  const Base& other = a.kind == Base::Kind::Rank ? b : a;
  if (rank.kind == Base::Kind::Variable && other.kind == rank.kind)
    return a.text != b.text && a.text.find('_') == b.text.find('_');
  if (rank.kind != Base::Kind::Rank || other.text.find('_') != std::string::npos) return false;
  if (other.kind == Base::Kind::Symbol) return other.text != rank.text;
  return other.kind == Base::Kind::Rank ? a.text != b.text : other.kind == Base::Kind::Tensor;
}

bool clash(const Base& a, const Base& b) {
  return (a.begins(b.text) || b.begins(a.text)) && !may_share(a, b);
}

// Chooses clear names, one after the other.
class Chooser {
 public:
  explicit Chooser(const std::string& program) { taken_.push_back({program, Base::Kind::Program}); }

  void rank(const std::string& name, Table& ranks) {
    if (ranks.contains(name)) return;
    choose(name, "RANK_", ranks, [](const std::string& clear) -> std::vector<Base> {
      return {{clear, Base::Kind::Rank}, {lower_case(clear), Base::Kind::Variable}};
    });
  }
  void tensor(const std::string& name, Table& tensors) {
    choose(name, "tensor_", tensors, [](const std::string& clear) -> std::vector<Base> {
      return {{clear, Base::Kind::Tensor}};
    });
  }
  // A size that bears the name of a rank is its extent.
  void symbol(const std::string& name, const Table& ranks, Table& symbols) {
    if (symbols.contains(name)) return;
    if (auto rank = ranks.find(name); rank != ranks.end()) {
      symbols.emplace(name, rank->second);
      return;
    }
    choose(name, "symbol_", symbols, [](const std::string& clear) -> std::vector<Base> {
      return {{clear, Base::Kind::Symbol}};
    });
  }

 private:
  template <class Bases>
  void choose(const std::string& name, const std::string& prefix, Table& table, Bases bases_of) {
    std::string clear = name;
    // With the prefix it begins with a word, but one that is this kind's own.
    bool given = true;
    while ((given && is_any_word(bases_of(clear))) || clashes(bases_of(clear))) {
      clear = prefix + clear;
      given = false;
    }
    table.emplace(name, clear);
    for (Base& base : bases_of(clear)) taken_.push_back(std::move(base));
  }
  static bool is_any_word(const std::vector<Base>& bases) {
    return std::any_of(bases.begin(), bases.end(), [](const Base& b) { return is_word(b.text); });
  }
  bool clashes(const std::vector<Base>& bases) const {
    return std::any_of(bases.begin(), bases.end(), [&](const Base& one) {
      return std::any_of(taken_.begin(), taken_.end(),
                         [&](const Base& other) { return clash(one, other); });
    });
  }

  std::vector<Base> taken_;
};

// ---- Every name of a cascade ----

// Calls with a reference to each place that holds a name.
struct Visitor {
  std::function<void(std::string&)> tensor, rank, symbol, variable;

  void size(spec::Size& s) const {
    if (auto* name = std::get_if<std::string>(&s.value)) symbol(*name);
  }
  void ranks(std::vector<std::string>& names) const {
    for (std::string& name : names) rank(name);
  }
  void access(Access& a) const {
    tensor(a.tensor);
    for (Index& index : a.indices)
      for (IndexTerm& t : index.terms) {
        if (!t.symbol.empty()) symbol(t.symbol);
        if (!t.variable.empty()) variable(t.variable);
      }
  }
  void op(spec::PartitionOp& o) const {
    if (o.kind != spec::PartitionOp::Kind::Flatten && o.kind != spec::PartitionOp::Kind::Follow)
      size(o.size);
    for (spec::PartitionOp::Share& share : o.shares) {
      tensor(share.tensor.value);
      if (share.most) size(*share.most);
    }
    if (o.leader.value.empty()) return;
    o.kind == spec::PartitionOp::Kind::Follow ? rank(o.leader.value) : tensor(o.leader.value);
  }
  void mapping(Einsum& e) const {
    for (Split& s : e.splits) {
      rank(s.root);
      for (spec::PartitionOp& o : s.ops) op(o);
    }
    for (Flattening& f : e.flattenings) {
      ranks(f.ranks);
      rank(f.result);
    }
    for (Loop& l : e.loops) {
      rank(l.name);
      rank(l.root);
      for (std::string& v : l.variables) variable(v);
    }
  }
  void bindings(Einsum& e) const {
    for (IntersectorBinding& b : e.intersectors) {
      rank(b.rank);
      if (!b.leader.empty()) tensor(b.leader);
    }
    for (PlacementBinding& b : e.placements) rank(b.rank);
    for (StagingBinding& b : e.stagings) {
      tensor(b.tensor);
      if (!b.evict_on.empty()) rank(b.evict_on);
      if (!b.rank.empty()) rank(b.rank);
    }
    if (e.buffer && !e.buffer->evict_on.empty()) rank(e.buffer->evict_on);
    for (SkipBinding& b : e.skips) rank(b.rank);
    if (e.row_class) {
      tensor(e.row_class->tensor);
      rank(e.row_class->rank);
      rank(e.row_class->root);
      if (!e.row_class->times.empty()) {
        tensor(e.row_class->times);
        rank(e.row_class->along);
        rank(e.row_class->times_rank);
      }
    }
    for (PatternView& p : e.patterns) {
      tensor(p.tensor);
      ranks(p.ranks);
    }
  }
  void einsum(Einsum& e) const {
    access(e.output);
    for (Term& t : e.terms)
      for (Factor& f : t.factors)
        if (auto* a = std::get_if<Access>(&f)) access(*a);
    for (std::string& v : e.variables) variable(v);
    Table rank_of;
    for (const auto& [v, r] : e.rank_of) {
      std::string name = v, bound = r;
      variable(name);
      rank(bound);
      rank_of.emplace(std::move(name), std::move(bound));
    }
    e.rank_of = std::move(rank_of);
    mapping(e);
    bindings(e);
  }
  void iteration(Iteration& i) const {
    if (!i.over.empty()) rank(i.over);
    if (i.times) size(*i.times);
    if (!i.until_empty.empty()) tensor(i.until_empty);
    for (auto& [to, from] : i.carry) {
      tensor(to);
      tensor(from);
    }
  }
  void cascade(Cascade& c) const {
    for (Tensor& t : c.tensors) {
      tensor(t.name);
      ranks(t.ranks);
      ranks(t.storage.rank_order);
      if (!t.storage.like.empty()) tensor(t.storage.like);
    }
    for (Einsum& e : c.einsums) einsum(e);
    if (c.iteration) iteration(*c.iteration);
  }
};

// Parts are called like their rank, with a digit behind.
Table parts_of(const Cascade& c) {
  Table out;
  for (const Einsum& e : c.einsums) {
    for (const Split& s : e.splits)
      for (size_t i = 0; i <= s.ops.size(); ++i) out.emplace(part_name(s.root, s.ops, i), s.root);
    for (const Loop& l : e.loops)
      if (l.name != l.root) out.emplace(l.name, l.root);
  }
  return out;
}

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

bool is_word(const std::string& name) {
  return begins_with_one(cpp_words, name) || begins_with_one(cuda_words, name) ||
         begins_with_one(own_words, name) || begins_with_one(ir_words, name) || is_function(name) ||
         name.starts_with("_") || name.starts_with("cuda");
}

SpecNames::SpecNames(const Cascade& cascade, const std::string& program) {
  Chooser choose(program);
  const Table parts = parts_of(cascade);
  Cascade copy = cascade;
  auto ignore = [](std::string&) {};
  // Ranks first: their names are read most.
  auto rank = [&](const std::string& name) {
    auto part = parts.find(name);
    choose.rank(part == parts.end() ? name : part->second, ranks_);
  };
  Visitor{ignore, rank, ignore, [&](std::string& v) { rank(upper_case(v)); }}.cascade(copy);
  for (const auto& [part, root] : parts) ranks_[part] = ranks_.at(root) + part.substr(root.size());
  for (const auto& [rank, clear] : ranks_)
    if (rank != clear) variables_.emplace(lower_case(rank), lower_case(clear));
  for (const Tensor& t : cascade.tensors) choose.tensor(t.name, tensors_);
  for (const Einsum& e : cascade.einsums)
    symbols_.emplace(blocks_at_once(e), tensors_.at(e.output.tensor) +
                                            blocks_at_once(e).substr(e.output.tensor.size()));
  Visitor{ignore, ignore, [&](std::string& s) { choose.symbol(s, ranks_, symbols_); }, ignore}
      .cascade(copy);
}

Cascade SpecNames::clear(Cascade out) const {
  auto by = [](const Table& table) {
    return [&table](std::string& name) {
      if (auto found = table.find(name); found != table.end()) name = found->second;
    };
  };
  auto variable = [&](std::string& name) {
    const std::string& clear = ranks_.at(upper_case(name));
    if (clear != upper_case(name)) name = lower_case(clear);
  };
  Visitor{by(tensors_), by(ranks_), by(symbols_), variable}.cascade(out);
  std::map<std::string, int64_t> bound;
  std::set<std::string> asked;
  for (const auto& [symbol, value] : out.symbols) {
    std::string name = symbol;
    by(symbols_)(name);
    if (out.asked.contains(symbol)) asked.insert(name);
    bound.emplace(std::move(name), value);
  }
  out.symbols = std::move(bound);
  out.asked = std::move(asked);
  return out;
}

std::string SpecNames::written(const Table& table, const std::string& clear) {
  for (const auto& [name, chosen] : table)
    if (chosen == clear) return name;
  return clear;
}

std::string SpecNames::text(const std::string& clear) const {
  std::string out;
  for (size_t i = 0; i < clear.size();) {
    size_t end = i;
    while (end < clear.size() && is_word_character(clear[end])) ++end;
    std::string word = clear.substr(i, end - i);
    for (const Table* table : {&tensors_, &ranks_, &symbols_, &variables_}) {
      std::string name = written(*table, word);
      if (name == word) continue;
      word = name;
      break;
    }
    out += word;
    if (end < clear.size()) out += clear[end++];
    i = end;
  }
  return out;
}

std::map<std::string, std::string> SpecNames::changed_ranks() const {
  std::map<std::string, std::string> out;
  for (const auto& [name, clear] : ranks_)
    if (name != clear) out.emplace(clear, name);
  return out;
}

}  // namespace teaal::einsum
