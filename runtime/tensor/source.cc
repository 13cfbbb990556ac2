#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <new>

#include "runtime/tensor/generators.h"
#include "runtime/tensor/readers.h"
#include "runtime/tensor/values.h"

namespace teaal::runtime {
namespace {

struct FileForm {
  const char* ending;
  std::optional<Coo> (*read)(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                             FileTraits&);
  bool many = false;  // a file holds several tensors: `tensor=` says which
};
constexpr std::array file_forms = {FileForm{".mtx", read_mtx},
                                   FileForm{".mtx.gz", read_mtx},
                                   FileForm{".tns", read_tns},
                                   FileForm{".tns.gz", read_tns},
                                   FileForm{".npy", read_npy},
                                   FileForm{".f32", read_raw_f32},
                                   FileForm{".safetensors", read_safetensors, true}};

constexpr std::array generators = {
    Generator{"rand", generate_rand},           Generator{"uniform", generate_uniform},
    Generator{"rmat", generate_rmat},           Generator{"stencil", generate_stencil},
    Generator{"banded", generate_banded},       Generator{"tridiagonal", generate_tridiagonal},
    Generator{"blockwise", generate_blockwise}, Generator{"identity", generate_identity},
    Generator{"dense", generate_dense},         Generator{"powerlaw", generate_powerlaw},
    Generator{"roadlike", generate_roadlike},   Generator{"hypersparse", generate_hypersparse}};

// Where the path ends: at the first comma behind a known ending. Paths may hold commas themselves.
struct SplitPath {
  const FileForm* form = nullptr;
  size_t length = 0;
};

SplitPath split_path(const std::string& source) {
  for (size_t end = 0; end <= source.size(); ++end) {
    if (end < source.size() && source[end] != ',') continue;
    for (const FileForm& form : file_forms)
      if (std::string_view(source).substr(0, end).ends_with(form.ending)) return {&form, end};
  }
  return {};
}

std::string rank_text(const std::optional<int64_t>& extent) {
  return extent ? std::to_string(*extent) : "?";
}

// Merges what `shape=` says into what is known.
bool merge_shape_option(Options& options, KnownShape& known) {
  std::optional<std::vector<int64_t>> shape = options.take_extents("shape");
  if (!shape) return true;
  if (!shape_agrees(*shape, known, options.where("shape"), options.diagnostics())) return false;
  known.assign(shape->begin(), shape->end());
  return true;
}

void note_merged(size_t merged, SourceNotes& notes) {
  if (merged > 0)
    notes.notes.push_back(
        fmt::format("{} duplicate {} summed", merged, merged == 1 ? "entry was" : "entries were"));
}

void note_unusual_values(const Coo& coo, SourceNotes& notes) {
  size_t infinite = 0, inexact = 0;
  for (double value : coo.values) {
    infinite += !std::isfinite(value);
    inexact += std::fabs(value) > 0x1p53;
  }
  if (infinite > 0) notes.notes.push_back(fmt::format("{} values are NaN or infinite", infinite));
  if (inexact > infinite)
    notes.notes.push_back("values beyond 2^53 may have been rounded to the nearest double");
}

void finish_values(Coo& coo, const ValueRule& rule, const FileTraits& traits, SourceNotes& notes) {
  if (rule.kind) {
    assign_values(coo, *rule.kind, rule.seed, traits.symmetric);
    notes.notes.push_back("the file's values were replaced (values=)");
  } else if (traits.pattern) {
    notes.notes.push_back(
        "the file is a pattern: every entry has the value 1 (values=rand gives others)");
  }
}

std::optional<Coo> read_file(const std::string& source, const SplitPath& split, KnownShape known,
                             Diagnostics& diagnostics, SourceNotes& notes, double absent) {
  Options options(source, split.length + 1, diagnostics);
  ValueRule rule = take_value_rule(options);
  bool keep_zeros = options.take_flag("keep-zeros");
  FileTraits traits;
  traits.absent = absent;
  if (split.form->many) {
    traits.tensor = options.take_text("tensor").value_or("");
    traits.tensor_at = options.where("tensor");
  }
  if (!merge_shape_option(options, known) || !options.finish()) return std::nullopt;
  std::unique_ptr<ByteSource> bytes = open_bytes(source.substr(0, split.length), diagnostics);
  if (!bytes) return std::nullopt;
  std::optional<Coo> out = split.form->read(*bytes, known, diagnostics, notes, traits);
  if (!out) return std::nullopt;
  size_t merged = canonicalize(*out);
  finish_values(*out, rule, traits, notes);
  if (!traits.pattern || rule.kind)
    note_merged(merged, notes);
  else if (merged > 0)
    notes.notes.push_back(fmt::format("{} duplicate entries of the pattern were summed", merged));
  note_unusual_values(*out, notes);
  if (!keep_zeros) drop_absent(*out, absent);
  return out;
}

std::optional<Coo> run_generator(const Generator& generator, const std::string& source,
                                 KnownShape known, Diagnostics& diagnostics, SourceNotes& notes,
                                 ElementType value_type) {
  Options options(source, std::string_view(generator.name).size() + 1, diagnostics);
  ValueRule rule = take_value_rule(options);
  if (!merge_shape_option(options, known)) return std::nullopt;
  Generation generation{options, known, rule.seed, generator.generate};
  std::optional<Coo> out = generator.generate(generation);
  if (!options.finish() || !out) return std::nullopt;
  out->values.assign(out->coords.empty() ? out->entries() : out->coords[0].size(), 1);
  canonicalize(*out);
  ValueKind usual = value_type == ElementType::I32 ? ValueKind::Integers : ValueKind::Random;
  assign_values(*out, rule.kind.value_or(usual), rule.seed);
  notes.described = fmt::format("{}: generated", source);
  notes.shape_from_header = true;
  return out;
}

const Generator* find_generator(std::string_view kind) {
  for (const Generator& generator : generators)
    if (generator.name == kind) return &generator;
  return nullptr;
}

std::optional<Coo> unknown_source(const std::string& source, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const Generator& generator : generators) names.emplace_back(generator.name);
  std::string kind = source.substr(0, source.find_first_of(":,"));
  std::string guess = nearest(kind, names);
  if (kind.ends_with(".npz")) {
    diagnostics.error(Code::TensorSource, {},
                      fmt::format("'{}' is an archive of several arrays; write a sparse matrix as "
                                  ".mtx (scipy.io.mmwrite), a dense array as .npy (numpy.save)",
                                  kind));
    return std::nullopt;
  }
  Options options(source, source.size(), diagnostics);
  SourceRange where = options.whole();
  where.length = static_cast<int>(kind.size());
  diagnostics.error(
      Code::TensorSource, where,
      fmt::format("'{}' is neither a file that ends in .mtx, .mtx.gz, .tns, .tns.gz, .npy, .f32 or "
                  ".safetensors nor a generator{}; "
                  "generators: {}",
                  kind, guess.empty() ? "" : fmt::format(": did you mean '{}'?", guess),
                  quoted_list(names)));
  return std::nullopt;
}

std::optional<Coo> dispatch(const std::string& source, const KnownShape& known,
                            Diagnostics& diagnostics, SourceNotes& notes, double absent,
                            ElementType value_type) {
  if (known.size() > most_ranks) {
    diagnostics.error(
        Code::Unsupported, {},
        fmt::format("a tensor of {} ranks: at most {} can be read", known.size(), most_ranks));
    return std::nullopt;
  }
  if (const Generator* generator = find_generator(source.substr(0, source.find(':'))))
    return run_generator(*generator, source, known, diagnostics, notes, value_type);
  SplitPath split = split_path(source);
  if (split.form) return read_file(source, split, known, diagnostics, notes, absent);
  return unknown_source(source, diagnostics);
}

}  // namespace

bool shape_agrees(const std::vector<int64_t>& shape, const KnownShape& known,
                  const SourceRange& where, Diagnostics& diagnostics) {
  if (shape.size() != known.size()) {
    diagnostics.error(
        Code::ShapeMismatch, where,
        fmt::format("the shape here has {} rank{}, but the tensor is declared with {}",
                    shape.size(), shape.size() == 1 ? "" : "s", known.size()));
    return false;
  }
  for (size_t r = 0; r < shape.size(); ++r) {
    if (!known[r] || *known[r] == shape[r]) continue;
    std::vector<std::string> fixed;
    for (const auto& extent : known) fixed.push_back(rank_text(extent));
    diagnostics.error(
        Code::ShapeMismatch, where,
        fmt::format(
            "the extent of rank {} is {} here, but {} is fixed by --shape, shape= or another input "
            "(known so far: {}): make them agree",
            r + 1, shape[r], *known[r], fmt::join(fixed, " x ")));
    return false;
  }
  return true;
}

int64_t memory_limit() {
  constexpr int64_t most = int64_t{64} << 30;
  int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && page > 0 ? std::min(most, pages * page / 2) : int64_t{4} << 30;
}

std::optional<Coo> read_source(const std::string& source, const KnownShape& known,
                               Diagnostics& diagnostics, SourceNotes& notes, double absent,
                               ElementType value_type) {
  try {
    return dispatch(source, known, diagnostics, notes, absent, value_type);
  } catch (const std::bad_alloc&) {
    diagnostics.error(Code::TensorRange, {}, fmt::format("'{}' does not fit in memory", source));
    return std::nullopt;
  }
}

}  // namespace teaal::runtime
