#include "compiler/spec/partition_op.h"

#include <fmt/format.h>

#include <algorithm>

namespace teaal::spec {
namespace {

using Kind = PartitionOp::Kind;

struct OpRow {
  const char* name;
  Kind kind;
  const char* usage;
};
constexpr OpRow op_table[] = {
    {"uniform_shape", Kind::UniformShape, "uniform_shape(128)"},
    {"nway_shape", Kind::NwayShape, "nway_shape(4)"},
    {"uniform_occupancy", Kind::UniformOccupancy, "uniform_occupancy(A.128)"},
    {"merge_path", Kind::MergePath, "merge_path(A.2048)"},
    {"DRT", Kind::Drt, "DRT(B, A)"},
    {"flatten", Kind::Flatten, "flatten()"},
    {"follow", Kind::Follow, "follow(Q)"},
};

// `name(argument)`: the pieces, each with its place.
struct Call {
  Name name, argument;
};

Name piece(const Name& whole, size_t begin, size_t end) {
  while (begin < end && whole.value[begin] == ' ') ++begin;
  while (end > begin && whole.value[end - 1] == ' ') --end;
  Name out{whole.value.substr(begin, end - begin), whole.where};
  out.where.column += static_cast<int>(begin);
  out.where.length = static_cast<int>(end - begin);
  return out;
}

std::vector<std::string> op_names() {
  std::vector<std::string> out;
  for (const OpRow& row : op_table) out.emplace_back(row.name);
  return out;
}

void refuse(Reader& in, const SourceRange& where, const std::string& message) {
  in.diagnostics().error(Code::BadValue, where, message);
}

std::optional<Call> read_call(Reader& in, const Name& text) {
  const size_t open = text.value.find('(');
  const std::string& s = text.value;
  if (open != std::string::npos && s.back() == ')')
    return Call{piece(text, 0, open), piece(text, open + 1, s.size() - 1)};
  std::string guess = nearest(s.substr(0, open), op_names());
  refuse(in, text.where,
         fmt::format("'{}' is no partitioning; write it with parentheses, as in {}", s,
                     guess.empty()        ? "uniform_shape(128)"
                     : guess == "flatten" ? "flatten()"
                     : guess == "DRT"     ? "DRT(B, A)"
                                          : guess + "(128)"));
  return std::nullopt;
}

const OpRow* find_op(Reader& in, const Call& call) {
  for (const OpRow& row : op_table)
    if (call.name.value == row.name) return &row;
  const std::string guess = nearest(call.name.value, op_names());
  refuse(in, call.name.where,
         guess.empty() ? fmt::format("unknown partitioning '{}'; TeAAL knows {}", call.name.value,
                                     quoted_list(op_names()))
                       : fmt::format("unknown partitioning '{}'; did you mean '{}'?",
                                     call.name.value, guess));
  return nullptr;
}

std::optional<Size> read_size(Reader& in, const Name& text, const OpRow& row) {
  if (is_name(text.value)) return Size{text.value, text.where};
  std::optional<int64_t> value = parse_integer(text.value);
  if (value && *value > 0) return Size{*value, text.where};
  refuse(in, text.where,
         text.value.empty()
             ? fmt::format("{} needs a size, as in {}", row.name, row.usage)
             : fmt::format("'{}' is no size; write a positive integer or a symbol, as in {}",
                           text.value, row.usage));
  return std::nullopt;
}

// `A.128`: the leader and the size.
bool read_leader_and_size(Reader& in, const Name& argument, const OpRow& row, PartitionOp& op) {
  const size_t dot = argument.value.find('.');
  op.leader = piece(argument, 0, dot == std::string::npos ? 0 : dot);
  if (dot == std::string::npos || !is_name(op.leader.value)) {
    refuse(in, argument.where,
           fmt::format("'{}' names no leader; write the tensor, a dot and the size, as in {}",
                       argument.value, row.usage));
    return false;
  }
  std::optional<Size> size = read_size(in, piece(argument, dot + 1, argument.value.size()), row);
  if (size) op.size = *size;
  return size.has_value();
}

// `B, A`, or `B.4096, A`: tensors, and how many of their elements a tile has at most.
bool read_shares(Reader& in, const Name& argument, const OpRow& row, PartitionOp& op) {
  for (size_t begin = 0; begin <= argument.value.size();) {
    const size_t end = std::min(argument.value.find(',', begin), argument.value.size());
    const Name one = piece(argument, begin, end);
    begin = end + 1;
    const size_t dot = std::min(one.value.find('.'), one.value.size());
    PartitionOp::Share share{piece(one, 0, dot), std::nullopt};
    if (!is_name(share.tensor.value)) {
      refuse(
          in, one.where,
          fmt::format("'{}' names no tensor; write tensors, the one that stays longest first, as "
                      "in {}",
                      one.value, row.usage));
      return false;
    }
    if (dot < one.value.size()) {
      share.most = read_size(in, piece(one, dot + 1, one.value.size()), row);
      if (!share.most) return false;
    }
    op.shares.push_back(std::move(share));
  }
  return true;
}

bool read_argument(Reader& in, const Call& call, const OpRow& row, PartitionOp& op) {
  switch (row.kind) {
    case Kind::UniformShape:
    case Kind::NwayShape: {
      std::optional<Size> size = read_size(in, call.argument, row);
      if (size) op.size = *size;
      return size.has_value();
    }
    case Kind::UniformOccupancy:
    case Kind::MergePath:
      return read_leader_and_size(in, call.argument, row, op);
    case Kind::Drt:
      return read_shares(in, call.argument, row, op);
    case Kind::Flatten:
      if (!call.argument.value.empty())
        refuse(in, call.argument.where, "flatten takes no argument; write flatten()");
      return call.argument.value.empty();
    case Kind::Follow:
      break;
  }
  op.leader = call.argument;
  return in.check_name(call.argument, "the rank to follow");
}

std::optional<PartitionOp> read_op(Reader& in, const Name& text) {
  std::optional<Call> call = read_call(in, text);
  const OpRow* row = call ? find_op(in, *call) : nullptr;
  if (!row) return std::nullopt;
  PartitionOp op;
  op.kind = row->kind;
  op.where = text.where;
  if (!read_argument(in, *call, *row, op)) return std::nullopt;
  return op;
}

// A flow list splits a call at its commas: `[DRT(B, A)]` is `DRT(B` and `A)`. The pieces are joined
// again.
std::vector<Name> call_texts(Reader& in, const Node& list) {
  std::vector<Name> out;
  bool open = false;
  for (const NodePtr& item : list.items) {
    std::optional<Name> text = in.text(*item, "a partitioning");
    if (!text) continue;
    if (open) {
      out.back().value += ", " + text->value;
      out.back().where.length =
          text->where.line == out.back().where.line
              ? text->where.column + text->where.length - out.back().where.column
              : out.back().where.length;
    } else {
      out.push_back(*text);
    }
    open = out.back().value.find('(') != std::string::npos &&
           out.back().value.find(')') == std::string::npos;
  }
  return out;
}

}  // namespace

std::vector<PartitionOp> read_partition_ops(Reader& in, const Entry& entry) {
  std::vector<PartitionOp> out;
  const std::string how = entry.value->kind == Node::Kind::Scalar
                              ? fmt::format("write [{}]", entry.value->text)
                              : "write a list such as [uniform_shape(4)]";
  if (!in.is_list(*entry.value, fmt::format("the partitioning of rank {}", entry.key.value), how))
    return out;
  for (const Name& text : call_texts(in, *entry.value))
    if (std::optional<PartitionOp> op = read_op(in, text)) out.push_back(*op);
  return out;
}

}  // namespace teaal::spec
