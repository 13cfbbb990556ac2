#pragma once
#include <array>
#include <string_view>
#include <utility>

#include "compiler/ir/program.h"

// The one spelling of every enumerator in IR text.
namespace teaal::ir {

template <class E>
using NameTable = std::pair<E, std::string_view>;

inline constexpr std::array type_names = {
    NameTable<Type>{Type::Bool, "bool"}, NameTable<Type>{Type::Mask, "mask"},
    NameTable<Type>{Type::Int, "int"},   NameTable<Type>{Type::Coord, "coord"},
    NameTable<Type>{Type::Pos, "pos"},   NameTable<Type>{Type::Offset, "offset"},
    NameTable<Type>{Type::Size, "size"}, NameTable<Type>{Type::Value, "value"}};
// Infix operators; Min and Max are written as calls.
inline constexpr std::array infix_names = {
    NameTable<BinaryOp>{BinaryOp::Add, "+"},  NameTable<BinaryOp>{BinaryOp::Sub, "-"},
    NameTable<BinaryOp>{BinaryOp::Mul, "*"},  NameTable<BinaryOp>{BinaryOp::Div, "/"},
    NameTable<BinaryOp>{BinaryOp::Mod, "%"},  NameTable<BinaryOp>{BinaryOp::Eq, "=="},
    NameTable<BinaryOp>{BinaryOp::Lt, "<"},   NameTable<BinaryOp>{BinaryOp::Le, "<="},
    NameTable<BinaryOp>{BinaryOp::And, "&&"}, NameTable<BinaryOp>{BinaryOp::Or, "||"}};
inline constexpr std::array assign_names = {
    NameTable<AssignOp>{AssignOp::Set, "="},    NameTable<AssignOp>{AssignOp::Add, "+="},
    NameTable<AssignOp>{AssignOp::Mul, "*="},   NameTable<AssignOp>{AssignOp::Min, "min="},
    NameTable<AssignOp>{AssignOp::Max, "max="}, NameTable<AssignOp>{AssignOp::Or, "or="},
    NameTable<AssignOp>{AssignOp::And, "and="}};
inline constexpr std::array reduction_names = {
    NameTable<AssignOp>{AssignOp::Add, "add"}, NameTable<AssignOp>{AssignOp::Mul, "mul"},
    NameTable<AssignOp>{AssignOp::Min, "min"}, NameTable<AssignOp>{AssignOp::Max, "max"},
    NameTable<AssignOp>{AssignOp::Or, "or"},   NameTable<AssignOp>{AssignOp::And, "and"}};
inline constexpr std::array place_names = {
    NameTable<Place>{Place::Time, "time"},   NameTable<Place>{Place::Grid, "grid"},
    NameTable<Place>{Place::Block, "block"}, NameTable<Place>{Place::Thread, "thread"},
    NameTable<Place>{Place::Warp, "warp"},   NameTable<Place>{Place::Lane, "lane"}};
inline constexpr std::array memory_names = {NameTable<Memory>{Memory::Shared, "shared"},
                                            NameTable<Memory>{Memory::Registers, "registers"}};
inline constexpr std::array scope_names = {NameTable<Scope>{Scope::Block, "block"},
                                           NameTable<Scope>{Scope::Warp, "warp"}};
inline constexpr std::array copy_names = {
    NameTable<CopyWay>{CopyWay::Async, "async"}, NameTable<CopyWay>{CopyWay::Bulk, "bulk"},
    NameTable<CopyWay>{CopyWay::Laid, "laid"},   NameTable<CopyWay>{CopyWay::Load, "load"},
    NameTable<CopyWay>{CopyWay::Read, "read"},   NameTable<CopyWay>{CopyWay::Stream, "stream"},
    NameTable<CopyWay>{CopyWay::Store, "store"}, NameTable<CopyWay>{CopyWay::Write, "write"}};
inline constexpr std::array holds_names = {
    NameTable<Schedule::Staging::Holds>{Schedule::Staging::Holds::Elements, "elements"},
    NameTable<Schedule::Staging::Holds>{Schedule::Staging::Holds::Coords, "coords"},
    NameTable<Schedule::Staging::Holds>{Schedule::Staging::Holds::Payloads, "payloads"}};
inline constexpr std::array skip_names = {
    NameTable<Schedule::Skip::Kind>{Schedule::Skip::Kind::Unchosen, "unchosen"},
    NameTable<Schedule::Skip::Kind>{Schedule::Skip::Kind::Test, "test"},
    NameTable<Schedule::Skip::Kind>{Schedule::Skip::Kind::Walk, "walk"},
    NameTable<Schedule::Skip::Kind>{Schedule::Skip::Kind::Compact, "compact"}};
// As bindings and manifests name them.
inline constexpr std::array arithmetic_names = {
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::Tf32, "tf32"},
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::Tf32x3, "3xtf32"},
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::F16x1, "1xf16"},
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::F16x3, "3xf16"},
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::Bf16, "bf16"},
    NameTable<Schedule::TensorCore::Arithmetic>{Schedule::TensorCore::Arithmetic::F16, "f16"}};
inline constexpr std::array meet_names = {NameTable<Meet>{Meet::Unchosen, "intersect"},
                                          NameTable<Meet>{Meet::TwoFinger, "two_finger"},
                                          NameTable<Meet>{Meet::SkipAhead, "skip_ahead"},
                                          NameTable<Meet>{Meet::LeaderFollower, "leader_follower"}};
inline constexpr std::array role_names = {NameTable<Role>{Role::Input, "input"},
                                          NameTable<Role>{Role::Output, "output"},
                                          NameTable<Role>{Role::Intermediate, "intermediate"}};
inline constexpr std::array format_names = {NameTable<LevelFormat>{LevelFormat::Uncompressed, "U"},
                                            NameTable<LevelFormat>{LevelFormat::Compressed, "C"},
                                            NameTable<LevelFormat>{LevelFormat::Bitmask, "B"}};
inline constexpr std::array buffer_names = {
    NameTable<RowBuffer::Kind>{RowBuffer::Kind::Hash, "hash"},
    NameTable<RowBuffer::Kind>{RowBuffer::Kind::Dense, "dense"},
    NameTable<RowBuffer::Kind>{RowBuffer::Kind::Mask, "mask"}};
inline constexpr std::array combine_names = {
    NameTable<Combine>{Combine::None, "none"},     NameTable<Combine>{Combine::Lanes, "lanes"},
    NameTable<Combine>{Combine::Warps, "warps"},   NameTable<Combine>{Combine::Threads, "threads"},
    NameTable<Combine>{Combine::Shares, "shares"}, NameTable<Combine>{Combine::Copies, "copies"}};
inline constexpr std::array param_names = {
    NameTable<Param::Kind>{Param::Kind::Segments, "segments"},
    NameTable<Param::Kind>{Param::Kind::Coords, "coords"},
    NameTable<Param::Kind>{Param::Kind::Masks, "masks"},
    NameTable<Param::Kind>{Param::Kind::Bases, "bases"},
    NameTable<Param::Kind>{Param::Kind::Values, "values"},
    NameTable<Param::Kind>{Param::Kind::Int, "int"},
    NameTable<Param::Kind>{Param::Kind::Size, "size"},
    NameTable<Param::Kind>{Param::Kind::Scalar, "scalar"},
    NameTable<Param::Kind>{Param::Kind::Workspace, "workspace"}};
inline constexpr std::array step_names = {NameTable<Step::Kind>{Step::Kind::Resort, "resort"},
                                          NameTable<Step::Kind>{Step::Kind::Zero, "zero"},
                                          NameTable<Step::Kind>{Step::Kind::Rounds, "rounds"},
                                          NameTable<Step::Kind>{Step::Kind::Launch, "launch"},
                                          NameTable<Step::Kind>{Step::Kind::Read, "read"},
                                          NameTable<Step::Kind>{Step::Kind::Repeat, "repeat"},
                                          NameTable<Step::Kind>{Step::Kind::Carry, "carry"},
                                          NameTable<Step::Kind>{Step::Kind::Assemble, "assemble"}};

template <class E, size_t n>
constexpr std::string_view name_of(const std::array<NameTable<E>, n>& table, E value) {
  for (const auto& [key, name] : table)
    if (key == value) return name;
  return "?";
}

template <class E, size_t n>
constexpr const E* find_named(const std::array<NameTable<E>, n>& table, std::string_view name) {
  for (const auto& row : table)
    if (row.second == name) return &row.first;
  return nullptr;
}

// Larger binds tighter. Calls (min, max) never need parentheses.
constexpr int precedence(BinaryOp op) {
  switch (op) {
    case BinaryOp::Or:
      return 1;
    case BinaryOp::And:
      return 2;
    case BinaryOp::Eq:
      return 3;
    case BinaryOp::Lt:
    case BinaryOp::Le:
      return 4;
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return 5;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
      return 6;
    case BinaryOp::Min:
    case BinaryOp::Max:
      break;
  }
  return 7;
}

}  // namespace teaal::ir
