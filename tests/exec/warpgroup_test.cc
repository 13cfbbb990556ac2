#include <gtest/gtest.h>

#include "tests/exec/staged.h"

// Products on the tensor cores of sm_90a, by templates/warpgroup.cuh: four warps together where the
// mapping lets them, else each for itself.
namespace teaal::exec {
namespace {

// Of cases whose matrices are copied line by line, and of those whose blocks take turns.
const std::string lines_of = "Lines_", turning_of = "Turning_";
// Of such that only the passes of any nest know: blocks share pieces that are no whole words of a
// pattern.
const std::string derived_lines_of = "DerivedLines_";

// Eight lanes and four warps along M, four lanes along N: 64 x 32 a block.
struct Mapping {
  std::string m = "[uniform_shape(64), uniform_shape(16), uniform_shape(2)]",
              n = "[uniform_shape(32), uniform_shape(8)]", k = "[uniform_shape(8)]";
  std::string order = "[M3, N2, K1, K0, M2, M1, N1, M0, N0]", space = "[M3, N2, M2, M1, N1]",
              time = "[K1, K0, M0, N0]", warps = "{rank: M2}", blocks = "{rank: M3}, {rank: N2}",
              lanes = "{rank: M1}, {rank: N1}";
  int depth = 3;
  std::string arithmetic = "tf32";
  std::string more = "";  // bindings
};

std::string parts_of(const Mapping& of) {
  return "{M: " + of.m + ", N: " + of.n + ", K: " + of.k + "}";
}

Staged mapped(const std::string& name, const Mapping& of,
              const std::string& tensors = "A: [M, K], B: [K, N], C: [M, N]",
              const std::string& expression = "C[m, n] = A[m, k] * B[k, n]") {
  Staged out = {name,     tensors,  expression, parts_of(of),
                of.order, of.space, of.time,    bound("Block", of.blocks)};
  out.bindings +=
      bound("Warp", of.warps) + bound("Lane", of.lanes) +
      bound("Shared",
            shared("A", "K0", "K1", of.depth) + ", " + shared("B", "K0", "K1", of.depth)) +
      bound("TensorCore", "{op: mul, type: " + of.arithmetic + "}, {op: add}") + of.more;
  out.arch = "sm_90a";
  out.densities = {0.6};
  return out;
}

Mapping with(Mapping m, std::string Mapping::* part, const std::string& value) {
  m.*part = value;
  return m;
}

std::vector<Staged> together() {
  const Mapping plain;
  std::vector<Staged> out;
  const auto add = [&](const std::string& name, const Mapping& m) -> Staged& {
    out.push_back(mapped(name, m));
    return out.back();
  };
  const Mapping of_halves = with(plain, &Mapping::k, "[uniform_shape(16)]");
  for (const char* arithmetic : {"tf32", "3xtf32"}) {
    add(std::string("By_") + arithmetic, with(plain, &Mapping::arithmetic, arithmetic));
    for (const char* type : {"f16", "bf16"})
      add(std::string("By_") + arithmetic + "_of_" + type,
          with(plain, &Mapping::arithmetic, arithmetic))
          .type = type;
  }
  add("By_bf16", with(of_halves, &Mapping::arithmetic, "bf16"));
  add("By_bf16_of_bf16", with(of_halves, &Mapping::arithmetic, "bf16")).type = "bf16";
  add("By_1xf16", with(of_halves, &Mapping::arithmetic, "1xf16"));
  for (const char* type : {"f32", "f16", "bf16"})
    add(std::string("By_3xf16_of_") + type, with(of_halves, &Mapping::arithmetic, "3xf16")).type =
        type;
  add("By_f16_of_f16", with(of_halves, &Mapping::arithmetic, "f16")).type = "f16";
  for (const char* columns : {"16", "64", "128", "256", "96"}) {
    const std::string each = std::to_string(std::stoi(columns) / 4);
    const Mapping wide =
        with(plain, &Mapping::n,
             std::string("[uniform_shape(") + columns + "), uniform_shape(" + each + ")]");
    add(std::string("Columns_") + columns, wide);
    add(std::string("Columns_") + columns + "_3xtf32", with(wide, &Mapping::arithmetic, "3xtf32"));
    Mapping halves = with(wide, &Mapping::arithmetic, "3xf16");
    halves.k = of_halves.k;
    add(std::string("Columns_") + columns + "_3xf16", halves);
  }
  Mapping deep = plain;
  deep.k = "[uniform_shape(72)]", deep.depth = 2;
  add("NineInstructions", deep);
  deep.k = "[uniform_shape(32)]", deep.depth = 4;
  add("FourBuffers", deep);
  deep.k = "[uniform_shape(64)]", deep.arithmetic = "3xtf32";
  add("LargeTiles", deep);
  deep.arithmetic = "3xf16";
  add("LargeTiles_3xf16", deep);
  // Sums of a lane in two loops, pairs in either; several blocks of rows.
  Mapping rows = plain;
  rows.m = "[uniform_shape(128), uniform_shape(32), uniform_shape(4)]";
  add("TwoBlocksOfRows", rows);
  const Mapping two_blocks = rows;
  rows.m = "[uniform_shape(192), uniform_shape(48), uniform_shape(16), uniform_shape(2)]";
  rows.order = "[M4, N2, K1, K0, M3, M1, N1, M2, N0, M0]", rows.space = "[M4, N2, M3, M1, N1]";
  rows.time = "[K1, K0, M2, N0, M0]", rows.blocks = "{rank: M4}, {rank: N2}";
  rows.warps = "{rank: M3}";
  add("ThreeBlocksOfRows", rows);
  Mapping columns = plain;
  columns.n = "[uniform_shape(64), uniform_shape(16), uniform_shape(4)]";
  columns.order = "[M3, N3, K1, K0, M2, M1, N1, N2, M0, N0]",
  columns.space = "[M3, N3, M2, M1, N1]";
  columns.time = "[K1, K0, N2, M0, N0]", columns.blocks = "{rank: M3}, {rank: N3}";
  for (const char* arithmetic : {"tf32", "3xtf32"})
    add(std::string("ColumnsApart_") + arithmetic, with(columns, &Mapping::arithmetic, arithmetic));
  // Two and four warpgroups.
  Mapping many = plain;
  many.m = "[uniform_shape(128), uniform_shape(16), uniform_shape(2)]";
  add("EightWarpsAlongRows", many);
  const Mapping many_rows = many;
  many.m = plain.m, many.n = "[uniform_shape(64), uniform_shape(32), uniform_shape(8)]";
  many.order = "[M3, N3, K1, K0, N2, M2, M1, N1, M0, N0]", many.space = "[M3, N3, N2, M2, M1, N1]";
  many.blocks = "{rank: M3}, {rank: N3}", many.warps = "{rank: N2}, {rank: M2}";
  add("WarpgroupsAlongColumns", many);
  many.m = "[uniform_shape(128), uniform_shape(64), uniform_shape(16), uniform_shape(2)]";
  many.order = "[M4, N3, K1, K0, M3, N2, M2, M1, N1, M0, N0]";
  many.space = "[M4, N3, M3, N2, M2, M1, N1]", many.blocks = "{rank: M4}, {rank: N3}";
  many.warps = "{rank: M3}, {rank: N2}, {rank: M2}", many.arithmetic = "3xtf32";
  add("WarpgroupsAlongBoth", many);
  // In a nest warps are numbered as the instruction wants them, whichever loop is the last.
  many.m = plain.m, many.n = "[uniform_shape(64), uniform_shape(32), uniform_shape(8)]";
  many.order = "[M3, N3, K1, K0, M2, N2, M1, N1, M0, N0]", many.space = "[M3, N3, M2, N2, M1, N1]";
  many.blocks = "{rank: M3}, {rank: N3}", many.warps = "{rank: M2}, {rank: N2}";
  add("LastWarpsAlongColumns", many);
  // The loop that fills tiles begins several times.
  Mapping twice_cut = plain;
  twice_cut.k = "[uniform_shape(32), uniform_shape(16)]";
  twice_cut.order = "[M3, N2, K2, K1, K0, M2, M1, N1, M0, N0]",
  twice_cut.time = "[K2, K1, K0, M0, N0]";
  for (const char* arithmetic : {"tf32", "3xtf32", "3xf16"})
    add(std::string("CutTwiceInTime_") + arithmetic,
        with(twice_cut, &Mapping::arithmetic, arithmetic));
  // Rows along N: the output's neighbours are a lane's rows.
  Mapping other;
  other.m = "[uniform_shape(16), uniform_shape(4)]";
  other.n = "[uniform_shape(128), uniform_shape(32), uniform_shape(4)]";
  other.order = "[M2, N3, K1, K0, N2, M1, N1, M0, N0]", other.space = "[M2, N3, N2, M1, N1]";
  other.blocks = "{rank: M2}, {rank: N3}", other.warps = "{rank: N2}";
  add("RowsAlongN", other);
  Mapping sums = plain;
  sums.more = bound("Registers", "{tensor: C, rank: M0, type: elem, evict-on: K1}");
  add("SumsOfTiles", sums);
  Mapping split = plain;
  split.k = "[uniform_shape(32), uniform_shape(8)]";
  split.order = "[M3, N2, K2, K1, K0, M2, M1, N1, M0, N0]", split.time = "[K2, K1, K0, M0, N0]";
  add("LoopRunsAgain", split);
  split.space = "[M3, N2, K2, M2, M1, N1]", split.time = "[K1, K0, M0, N0]";
  split.blocks += ", {rank: K2}";
  add("OverBlocks", split);
  Mapping split_halves = with(split, &Mapping::arithmetic, "3xf16");
  split_halves.k = "[uniform_shape(32), uniform_shape(16)]";
  add("OverBlocks_3xf16", split_halves);
  const Mapping split_blocks = split;
  Staged& listed = add("ListedTiles", plain);
  listed.bindings += bound("BlockIntersect", "{rank: K1, format: pattern, type: compact}");
  listed.patterns =
      "  A: {rank-order: [M3, K1, K0], M3: {format: U}, K1: {format: U}, K0: {format: B}}\n"
      "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";

  const std::string alike =
      "  A: {rank-order: [M3, K1, K0], M3: {format: U}, K1: {format: U}, K0: {format: B}}\n"
      "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";
  for (const char* arithmetic : {"tf32", "3xtf32", "3xf16", "bf16"})
    for (const char* rank : {"K0", "K1"}) {
      Mapping packed = with(plain, &Mapping::arithmetic, arithmetic);
      packed.k = "[uniform_shape(16)]";
      Staged& of = add(std::string("ListForAll_") + rank + "_" + arithmetic, packed);
      of.bindings += bound("GridIntersect", std::string("{rank: ") + rank + ", format: pattern}");
      of.patterns = alike;
      of.densities = {0.3, 0.02};
    }
  // Lists a block: rows are gathered.
  const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}");
  const auto gathered = [&](const std::string& name, const Mapping& m,
                            const std::string& of = "") -> Staged& {
    Staged& s = add("Gathered_" + name, m);
    s.bindings += lists;
    s.patterns = of.empty() ? alike : of;
    s.densities = {0.9, 0.08};
    return s;
  };
  for (const char* arithmetic : {"tf32", "3xtf32"})
    for (const char* type : {"f32", "f16"})
      gathered(std::string(arithmetic) + "_of_" + type,
               with(plain, &Mapping::arithmetic, arithmetic))
          .type = type;
  for (const char* arithmetic : {"bf16", "1xf16", "3xf16"})
    gathered(arithmetic, with(of_halves, &Mapping::arithmetic, arithmetic));
  gathered("EightWarpsAlongRows", many_rows);
  Mapping halves = with(many_rows, &Mapping::arithmetic, "3xf16");
  halves.k = "[uniform_shape(32)]";
  gathered("EightWarpsAlongRows_3xf16", halves);
  for (const char* type : {"f16", "bf16"})
    gathered(std::string("3xf16_of_") + type, with(of_halves, &Mapping::arithmetic, "3xf16")).type =
        type;
  gathered("StaticParts", with(of_halves, &Mapping::arithmetic, "3xf16")).statics = {"A", "B"};
  // Rows of either operand are copied, or not.
  for (const char* tensors :
       {"A: [K, M], B: [K, N], C: [M, N]", "A: [M, K], B: [N, K], C: [M, N]"}) {
    Staged& s = gathered(tensors[4] == 'K' ? "BothAsTheyAre" : "BothCopied",
                         with(of_halves, &Mapping::arithmetic, "3xf16"));
    s.declaration = tensors;
    s.expression =
        tensors[4] == 'K' ? "C[m, n] = A[k, m] * B[k, n]" : "C[m, n] = A[m, k] * B[n, k]";
  }
  gathered("RowsAlongN", other,
           "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
           "  B: {rank-order: [N3, K1, K0], N3: {format: U}, K1: {format: U}, K0: {format: B}}\n");
  for (const char* arithmetic : {"tf32", "3xtf32"}) {
    Mapping apart_ = with(two_blocks, &Mapping::arithmetic, arithmetic);
    apart_.n = "[uniform_shape(96), uniform_shape(24)]";
    gathered(std::string("SeveralInstructions_") + arithmetic, apart_);
  }
  Mapping deeper = plain;
  deeper.k = "[uniform_shape(72)]", deeper.depth = 2, deeper.arithmetic = "3xtf32";
  gathered("NineInstructions", deeper);
  Mapping again = split_blocks;
  gathered("OverBlocks", again);
  gathered("SumsOfTiles", sums);
  // The same where both operands' matrices have whole lines of 16 bits.
  Mapping in_lines = of_halves;
  in_lines.n = "[uniform_shape(64), uniform_shape(16)]";
  const auto lines = [&](const std::string& name, const Mapping& m) -> Staged& {
    Staged& s = gathered("", m);
    s.name = lines_of + name;
    return s;
  };
  for (const char* arithmetic : {"bf16", "1xf16", "3xf16"})
    for (const char* type : {"f32", "f16"})
      lines(std::string(arithmetic) + "_of_" + type,
            with(in_lines, &Mapping::arithmetic, arithmetic))
          .type = type;
  lines("f16_of_f16", with(in_lines, &Mapping::arithmetic, "f16")).type = "f16";
  in_lines.arithmetic = "3xf16";
  for (const int depth : {2, 4}) {
    Mapping buffers = in_lines;
    buffers.depth = depth, buffers.k = "[uniform_shape(32)]";
    lines("Buffers_" + std::to_string(depth), buffers);
  }
  lines("NineInstructions",
        with(with(in_lines, &Mapping::k, "[uniform_shape(144)]"), &Mapping::arithmetic, "bf16"))
      .densities = {0.9};
  lines("Columns_128", with(in_lines, &Mapping::n, "[uniform_shape(128), uniform_shape(32)]"));
  lines("Static", in_lines).statics = {"A", "B"};
  for (const char* tensors :
       {"A: [K, M], B: [K, N], C: [M, N]", "A: [M, K], B: [N, K], C: [M, N]"}) {
    Staged& s = lines(tensors[4] == 'K' ? "BothAsTheyAre" : "BothCopied", in_lines);
    s.declaration = tensors;
    s.expression =
        tensors[4] == 'K' ? "C[m, n] = A[k, m] * B[k, n]" : "C[m, n] = A[m, k] * B[n, k]";
  }
  Mapping twice =
      with(in_lines, &Mapping::n, "[uniform_shape(128), uniform_shape(64), uniform_shape(16)]");
  twice.order = "[M3, N3, K1, K0, N2, M2, M1, N1, M0, N0]";
  twice.space = "[M3, N3, N2, M2, M1, N1]";
  twice.blocks = "{rank: M3}, {rank: N3}", twice.warps = "{rank: N2}, {rank: M2}";
  const std::string small_tiles =
      "  A: {rank-order: [M3, K1, K0], M3: {format: U}, K1: {format: U}, K0: {format: B}}\n"
      "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";
  lines("TwoWarpgroups", twice).patterns = small_tiles;
  Mapping pieces = with(in_lines, &Mapping::k, "[uniform_shape(32), uniform_shape(16)]");
  pieces.order = split_blocks.order, pieces.space = split_blocks.space,
  pieces.time = split_blocks.time, pieces.blocks = split_blocks.blocks;
  lines("OverBlocks", pieces);
  lines("SumsOfTiles", with(in_lines, &Mapping::more, sums.more));
  pieces.k = "[uniform_shape(48), uniform_shape(16)]";
  const auto derived = [&](const std::string& name, const Mapping& m) -> Staged& {
    Staged& of = gathered("", m);
    of.name = derived_lines_of + name;
    of.densities = {0.02, 0.004};  // so that 64 rows have nothing at some k's
    return of;
  };
  for (const char* arithmetic : {"bf16", "1xf16", "3xf16"})
    for (const char* type : {"f32", "bf16"})
      derived(std::string(arithmetic) + "_of_" + type,
              with(pieces, &Mapping::arithmetic, arithmetic))
          .type = type;
  for (const int depth : {2, 4}) {
    Mapping buffers = pieces;
    buffers.depth = depth, buffers.k = "[uniform_shape(144), uniform_shape(48)]";
    derived("Buffers_" + std::to_string(depth), buffers);
  }
  derived("Columns_128", with(pieces, &Mapping::n, "[uniform_shape(128), uniform_shape(32)]"));
  derived("Static", pieces).statics = {"A", "B"};
  for (const char* arithmetic : {"3xf16", "bf16"})
    derived(std::string("OfBAlone_") + arithmetic, with(pieces, &Mapping::arithmetic, arithmetic))
        .patterns =
        "  B: {rank-order: [N2, K2, K1, K0], N2: {format: U}, K2: {format: U}, K1: {format: U}, "
        "K0: {format: B}}\n";
  // A pattern of a block's rows, of which a tile has half: what turned A round marks it alone.
  Mapping halves_in_time = with(in_lines, &Mapping::arithmetic, "bf16");
  halves_in_time.m = "[uniform_shape(128), uniform_shape(64), uniform_shape(16), uniform_shape(2)]";
  halves_in_time.order = "[M4, N2, M3, K1, K0, M2, M1, N1, M0, N0]";
  halves_in_time.space = "[M4, N2, M2, M1, N1]", halves_in_time.time = "[M3, K1, K0, M0, N0]";
  halves_in_time.blocks = "{rank: M4}, {rank: N2}";
  derived("HalvesInTime", halves_in_time).patterns =
      "  A: {rank-order: [M4, K1, K0], M4: {format: U}, K1: {format: U}, K0: {format: B}}\n"
      "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";
  Staged& turned = derived("BothCopied", pieces);
  turned.declaration = "A: [K, M], B: [N, K], C: [M, N]";
  turned.expression = "C[m, n] = A[k, m] * B[n, k]";
  // Blocks that take turns: the next piece's matrices are filled meanwhile.
  const auto turning = [&](const std::string& name, Mapping m, bool by_lists) {
    m.blocks.replace(m.blocks.find("}"), 1, ", style: persistent}");
    Staged& s = by_lists ? gathered("", m) : add("", m);
    s.name = turning_of + name;
    s.densities = {0.9, 0.02};
  };
  for (const char* arithmetic : {"tf32", "3xtf32"})
    for (const bool by_lists : {false, true})
      turning(arithmetic + std::string(by_lists ? "_gathered" : ""),
              with(plain, &Mapping::arithmetic, arithmetic), by_lists);
  turning("3xf16_gathered", in_lines, true);
  for (const int depth : {2, 4}) {
    Mapping buffers = plain;
    buffers.depth = depth;
    turning("Buffers_" + std::to_string(depth), buffers, false);
  }
  turning("OverBlocks", split_blocks, false);
  turning("OverBlocks_gathered", split_blocks, true);
  turning("SumsOfTiles", sums, true);
  Mapping turning_tiles =
      with(plain, &Mapping::blocks, "{rank: M3, style: persistent}, {rank: N2}");
  turning_tiles.more = bound("BlockIntersect", "{rank: K1, format: pattern, type: compact}");
  Staged& by_tiles = add(turning_of + "ListedTiles", turning_tiles);
  by_tiles.patterns = alike;
  by_tiles.densities = {0.9, 0.02};
  const auto einsum = [&](const std::string& name, const Mapping& m, const std::string& tensors,
                          const std::string& expression) -> Staged& {
    out.push_back(mapped(name, m, tensors, expression));
    return out.back();
  };
  einsum("Transposed", plain, "A: [K, M], B: [N, K], C: [N, M]", "C[n, m] = A[k, m] * B[n, k]");
  einsum("Scaled", plain, "A: [M, K], B: [K, N], C: [M, N]",
         "C[m, n] = 2 * A[m, k] * B[k, n] * 0.5");
  const std::string batch = "A: [P, M, K], B: [P, K, N], C: [P, M, N]",
                    batch_product = "C[p, m, n] = A[p, m, k] * B[p, k, n]";
  Mapping batched = plain;
  batched.order = "[P, M3, N2, K1, K0, M2, M1, N1, M0, N0]",
  batched.space = "[P, M3, N2, M2, M1, N1]";
  batched.blocks += ", {rank: P}";
  einsum("Batched", batched, batch, batch_product);
  batched.order = "[M3, N2, P, K1, K0, M2, M1, N1, M0, N0]", batched.space = plain.space;
  batched.blocks = plain.blocks, batched.time = "[P, K1, K0, M0, N0]";
  batched.more = bound("Registers", "{tensor: C, rank: M0, type: elem, evict-on: P}");
  einsum("BatchInTime", batched, batch, batch_product);
  Mapping two = plain;
  two.order = "[M3, N2, P, K1, K0, M2, M1, N1, M0, N0]", two.time = "[P, K1, K0, M0, N0]";
  einsum("TwoReductions", two, "A: [M, K, P], B: [P, K, N], C: [M, N]",
         "C[m, n] = A[m, k, p] * B[p, k, n]");
  Staged& ranks = einsum("TwoRanksOfRows", plain, "A: [P, M, K], B: [K, N], C: [P, M, N]",
                         "C[p, m, n] = A[p, m, k] * B[k, n]");
  ranks.partitioning =
      "{P: [uniform_shape(4), uniform_shape(2)], M: [uniform_shape(32), uniform_shape(8), "
      "uniform_shape(2)], N: [uniform_shape(32), uniform_shape(8)], K: [uniform_shape(8)]}";
  ranks.order = "[P2, M3, N2, K1, K0, M2, P1, M1, N1, P0, M0, N0]";
  ranks.space = "[P2, M3, N2, M2, P1, M1, N1]", ranks.time = "[K1, K0, P0, M0, N0]";
  ranks.bindings.replace(ranks.bindings.find("{rank: M1}"), 10, "{rank: P1}, {rank: M1}");
  ranks.bindings.replace(ranks.bindings.find("{rank: M3}"), 10, "{rank: P2}, {rank: M3}");
  return out;
}

// What makes warps multiply each for itself.
std::vector<Staged> apart() {
  const Mapping plain;
  std::vector<Staged> out = {mapped("OlderArchitecture", plain)};
  out.back().arch = "sm_90";
  Mapping one = plain;
  one.depth = 1;
  out.push_back(mapped("OneBuffer", one));
  Mapping narrow = plain;
  narrow.n = "[uniform_shape(8), uniform_shape(2)]";
  out.push_back(mapped("EightColumns", narrow));
  Mapping two = plain;
  two.m = "[uniform_shape(32), uniform_shape(16), uniform_shape(2)]";
  out.push_back(mapped("TwoWarps", two));
  return out;
}

const char* const by_warpgroup = "teaal_warpgroup_";

class Together : public testing::TestWithParam<Staged> {};
TEST_P(Together, IsWhatReferenceMathSays) {
  std::string text;
  const bool turning = GetParam().name.starts_with(turning_of);
  // One block for all, a number that divides nothing, and as the compiler would have it.
  if (turning)
    for (int64_t blocks : {1, 3}) expect_right(GetParam(), {{"C_blocks", blocks}});
  expect_right(GetParam(), {}, &text);
  // Sums that are stored inside of the reduction, and blocks of 512 threads, are the tiles of
  // `stage`, whose warps multiply each for itself.
  const bool apart = GetParam().name == "SumsOfTiles" || GetParam().name == "WarpgroupsAlongBoth";
  EXPECT_EQ(text.find(by_warpgroup) == std::string::npos, apart);
  const bool derived = GetParam().name.starts_with(derived_lines_of) ||
                       GetParam().name.starts_with(lines_of) ||
                       GetParam().name == turning_of + "3xf16_gathered";
  const bool lines = text.find("C_B_lines(") != std::string::npos ||
                     text.find("C_B_transposed_lines(") != std::string::npos;
  EXPECT_EQ(lines, derived);
  EXPECT_EQ(text.find("teaal_copy_listed_quad(") != std::string::npos, derived);
  // Kernels that write lines which nothing scales find the marks as well.
  if (derived && GetParam().name.ends_with("bf16_of_f32"))
    EXPECT_EQ(text.find("C_A_pattern("), std::string::npos);
}
class Apart : public testing::TestWithParam<Staged> {};
TEST_P(Apart, IsWhatReferenceMathSays) {
  std::string text;
  expect_right(GetParam(), {}, &text);
  EXPECT_EQ(text.find(by_warpgroup), std::string::npos);
}

// The CPU executor copies at once, and would not see a tile that comes too early: products of one
// part may run on into the next iteration, those of several have ended.
TEST(Buffers, are_filled_when_no_products_read_them) {
  for (const auto& [arithmetic, ahead] : {std::pair("tf32", "2"), std::pair("3xtf32", "3")}) {
    std::string text;
    expect_right(mapped("Buffers", with({}, &Mapping::arithmetic, arithmetic)), {}, &text);
    EXPECT_NE(text.find(std::string("k1_first < ") + ahead + ";"), std::string::npos) << arithmetic;
  }
}

INSTANTIATE_TEST_SUITE_P(Warpgroups, Together, testing::ValuesIn(together()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Warpgroups, Apart, testing::ValuesIn(apart()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
