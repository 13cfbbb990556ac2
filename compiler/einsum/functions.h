#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

// The functions that a map may use. Logic takes 0 as false and everything else as true, and gives 0
// or 1; so do comparisons.
namespace teaal::einsum {

enum class Function {
  Add,
  Sub,
  Mul,
  Div,
  Min,
  Max,
  Or,
  And,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Neg,
  Abs,
  Exp,
  Log,
  Sqrt,
  Tanh,
  Reciprocal,
  Not,
  Select,  // select(c, x, y): x where c is not 0, else y
};

struct FunctionRow {
  Function function;
  std::string_view name, infix;  // infix: empty if it is only called
  int arguments;
};

inline constexpr std::array function_rows = {
    FunctionRow{Function::Add, "add", "+", 2},
    FunctionRow{Function::Sub, "sub", "-", 2},
    FunctionRow{Function::Mul, "mul", "*", 2},
    FunctionRow{Function::Div, "div", "/", 2},
    FunctionRow{Function::Min, "min", "", 2},
    FunctionRow{Function::Max, "max", "", 2},
    FunctionRow{Function::Or, "or", "", 2},
    FunctionRow{Function::And, "and", "", 2},
    FunctionRow{Function::Equal, "eq", "==", 2},
    FunctionRow{Function::NotEqual, "ne", "!=", 2},
    FunctionRow{Function::Less, "lt", "<", 2},
    FunctionRow{Function::LessEqual, "le", "<=", 2},
    FunctionRow{Function::Greater, "gt", ">", 2},
    FunctionRow{Function::GreaterEqual, "ge", ">=", 2},
    FunctionRow{Function::Neg, "neg", "", 1},
    FunctionRow{Function::Abs, "abs", "", 1},
    FunctionRow{Function::Exp, "exp", "", 1},
    FunctionRow{Function::Log, "log", "", 1},
    FunctionRow{Function::Sqrt, "sqrt", "", 1},
    FunctionRow{Function::Tanh, "tanh", "", 1},
    FunctionRow{Function::Reciprocal, "reciprocal", "", 1},
    FunctionRow{Function::Not, "not", "", 1},
    FunctionRow{Function::Select, "select", "", 3},
};

constexpr const FunctionRow& row_of(Function function) {
  for (const FunctionRow& row : function_rows)
    if (row.function == function) return row;
  return function_rows.front();
}

// By name or by infix; null if there is none.
constexpr const FunctionRow* find_function(std::string_view text) {
  for (const FunctionRow& row : function_rows)
    if (row.name == text || (!row.infix.empty() && row.infix == text)) return &row;
  return nullptr;
}

// What `+` does: between the terms of an expression, and over the ranks that the output lacks.
enum class Reduce { Add, Mul, Min, Max, Or, And };

struct ReduceRow {
  Reduce reduce;
  Function function;
  double identity;
};

inline constexpr double infinite = __builtin_inf();
inline constexpr std::array reduce_rows = {
    ReduceRow{Reduce::Add, Function::Add, 0},
    ReduceRow{Reduce::Mul, Function::Mul, 1},
    ReduceRow{Reduce::Min, Function::Min, infinite},
    ReduceRow{Reduce::Max, Function::Max, -infinite},
    ReduceRow{Reduce::Or, Function::Or, 0},
    ReduceRow{Reduce::And, Function::And, 1},
};

constexpr const ReduceRow& row_of(Reduce reduce) {
  for (const ReduceRow& row : reduce_rows)
    if (row.reduce == reduce) return row;
  return reduce_rows.front();
}

constexpr std::string_view name_of(Reduce reduce) { return row_of(row_of(reduce).function).name; }

// The function of known arguments (null: of any value). Nothing where the result depends on an
// unknown one. A result that holds for every value of the unknown ones but those at which the
// arithmetic gives NaN counts as known: 0 * x is 0.
std::optional<double> apply(Function, const std::vector<std::optional<double>>& arguments);

}  // namespace teaal::einsum
