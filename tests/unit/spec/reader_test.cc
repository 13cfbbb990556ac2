#include <gtest/gtest.h>

#include <random>

#include "compiler/spec/yaml_tree.h"
#include "tests/unit/spec/spec_text.h"

namespace teaal {
namespace {

spec::Spec read(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<spec::Spec> spec = spec::read_spec(test::source_of(text), diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(d);
  return spec ? *spec : spec::Spec{};
}

const char* const einsum_text = R"(einsum:
  declaration:
    A: [K, M]   # a comment
    B: [K]
    Z: [M]
  expressions:
    - Z[m] = A[k, m] * B[k]
)";

TEST(Reader, EveryNameHasItsPlace) {
  const spec::Spec spec = read(einsum_text);
  ASSERT_EQ(spec.declaration.size(), 3u);
  EXPECT_EQ(spec.declaration[0].name.value, "A");
  EXPECT_EQ(spec.declaration[0].ranks[1].value, "M");
  EXPECT_EQ(spec.declaration[0].ranks[1].where.line, 3);
  EXPECT_EQ(spec.declaration[0].ranks[1].where.column, 12);
  EXPECT_EQ(spec.declaration[0].ranks[1].where.length, 1);
  EXPECT_EQ(spec.expressions[0].where.line, 7);
  EXPECT_EQ(spec.expressions[0].where.column, 7);
  EXPECT_EQ(spec.expressions[0].where.length, 21);
}

TEST(Reader, ByteOrderMarkAndCarriageReturnsShiftNothing) {
  std::string text = "\xEF\xBB\xBF";
  for (const char* c = einsum_text; *c; ++c) text += *c == '\n' ? "\r\n" : std::string(1, *c);
  const spec::Spec spec = read(text);
  ASSERT_EQ(spec.expressions.size(), 1u);
  EXPECT_EQ(spec.expressions[0].value, "Z[m] = A[k, m] * B[k]");
  EXPECT_EQ(spec.expressions[0].where.line, 7);
  EXPECT_EQ(spec.expressions[0].where.column, 7);
  EXPECT_EQ(spec.declaration[0].ranks[0].where.column, 9);
}

TEST(Reader, QuotedTextBeginsBehindItsQuote) {
  const spec::Spec spec =
      read(R"(einsum: {declaration: {"A": [K], Z: []}, expressions: ['Z[] = A[k]']}
)");
  ASSERT_EQ(spec.expressions.size(), 1u);
  EXPECT_EQ(spec.expressions[0].where.column, 57);
  EXPECT_EQ(spec.declaration[0].name.where.column, 25);
}

TEST(Reader, AnchorsAliasesAndMergesAreResolved) {
  const spec::Spec spec = read(R"(einsum:
  declaration: &all
    A: &ranks [K, M]
    B: *ranks
    Z: []
  expressions: [&e "Z[] = A[k, m] * B[k, m]"]
)");
  ASSERT_EQ(spec.declaration.size(), 3u);
  EXPECT_EQ(spec.declaration[1].ranks[1].value, "M");
  EXPECT_EQ(spec.expressions[0].where.column, 21);
}

TEST(Reader, EmptySectionsAreAbsent) {
  const spec::Spec spec = read(std::string(einsum_text) +
                               "mapping:\n  rank-order:\n  partitioning:\n    Z:\n  loop-order: ~\n"
                               "format: null\narchitecture:\nbindings:\nparams:\n");
  ASSERT_EQ(spec.mapping.size(), 1u);
  EXPECT_TRUE(spec.mapping[0].partitioning.empty());
  EXPECT_FALSE(spec.mapping[0].loop_order);
  EXPECT_TRUE(spec.format.empty());
}

TEST(Reader, PartitioningsOfEveryKind) {
  const spec::Spec spec = read(std::string(einsum_text) + R"(mapping:
  partitioning:
    Z:
      K: [uniform_shape( 4 ), uniform_shape(TILE), uniform_occupancy(A.NNZ)]
      M: [nway_shape(3)]
      ( M0 ,K0 ): [flatten()]
      W: [follow(Q)]
)");
  using Kind = spec::PartitionOp::Kind;
  const auto& p = spec.mapping.at(0).partitioning;
  ASSERT_EQ(p.size(), 4u);
  EXPECT_EQ(std::get<int64_t>(p[0].ops[0].size.value), 4);
  EXPECT_EQ(std::get<std::string>(p[0].ops[1].size.value), "TILE");
  EXPECT_EQ(p[0].ops[2].kind, Kind::UniformOccupancy);
  EXPECT_EQ(p[0].ops[2].leader.value, "A");
  EXPECT_EQ(p[0].ops[2].leader.where.column, 70);
  EXPECT_EQ(p[1].ops[0].kind, Kind::NwayShape);
  ASSERT_EQ(p[2].ranks.size(), 2u);
  EXPECT_EQ(p[2].ranks[1].value, "K0");
  EXPECT_EQ(p[2].ranks[1].where.column, 13);
  EXPECT_EQ(p[2].ops[0].kind, Kind::Flatten);
  EXPECT_EQ(p[3].ops[0].leader.value, "Q");
}

TEST(Reader, SpaceTimeStampsAndSlip) {
  const spec::Spec spec = read(std::string(einsum_text) + R"(mapping:
  spacetime:
    Z:
      space: []
      time: [K.coord, M.pos]
      opt: slip
)");
  const spec::SpaceTime& s = *spec.mapping.at(0).spacetime;
  EXPECT_TRUE(s.space.empty());
  EXPECT_TRUE(s.slip);
  EXPECT_EQ(s.time[0].rank.value, "K");
  EXPECT_EQ(s.time[0].kind, spec::Stamp::Kind::Coordinate);
  EXPECT_EQ(s.time[1].kind, spec::Stamp::Kind::Position);
}

TEST(Reader, FormatsArchitectureAndBindings) {
  const spec::Spec spec = read(std::string(einsum_text) + R"(format:
  A:
    default: { rank-order: [M, K], root: {hbits: 8}, M: {format: u, pbits: 32}, K: {cbits: 16, layout: interleaved} }
architecture:
  Mine:
  - name: System
    attributes: {clock_frequency: 1000000000}
    local:
    - {name: Stage, class: Buffet, attributes: {width: 64, depth: inf}}
    subtree:
    - name: PE[0..7]
bindings:
  Z:
  - {config: Mine, prefix: tmp/z}
  - component: Stage
    bindings:
    - {tensor: A, rank: K, type: coord, format: default, evict-on: root, style: lazy}
    - {tensor: T, init-ranks: [M, K], final-ranks: [K, M]}
params: {TILE: 64}
)");
  const spec::TensorFormat& format = spec.format.at(0);
  EXPECT_EQ(format.ranks.at(0).kind, spec::RankFormat::Kind::Uncompressed);
  EXPECT_EQ(format.ranks.at(0).bits.at("pbits").value, 32);
  EXPECT_EQ(format.ranks.at(1).kind, spec::RankFormat::Kind::Compressed);
  EXPECT_TRUE(format.ranks.at(1).interleaved);
  const spec::ArchitectureLevel& root = spec.architecture.at(0).root;
  EXPECT_EQ(root.local.at(0).attributes.at(1).second.value, "inf");
  EXPECT_EQ(root.subtree.at(0).name.value, "PE");
  EXPECT_EQ(root.subtree.at(0).copies, 8);
  const spec::OutputBindings& bindings = spec.bindings.at(0);
  EXPECT_EQ(bindings.config->value, "Mine");
  EXPECT_EQ(bindings.prefix->value, "tmp/z");
  EXPECT_EQ(bindings.components.at(0).entries.at(0).find("evict-on")->value, "root");
  EXPECT_EQ(bindings.components.at(0).entries.at(1).find("init-ranks")->value, "[M, K]");
  EXPECT_EQ(spec.params.at(0).second.value, 64);
}

// Every diagnostic of a damaged spec has a place inside the file, and an empty result comes with an
// error.
TEST(Reader, DamagedTextIsDiagnosedNeverMore) {
  std::mt19937 random(7);
  const std::string base = std::string(einsum_text) +
                           "mapping:\n  partitioning:\n    Z:\n      (K, M): [flatten()]\n"
                           "      KM: [uniform_occupancy(A.4)]\n  loop-order:\n    Z: [KM1, KM0]\n";
  const std::string letters = "[]{}(),:-#&*!|>'\"%@`\n \tKMZ019.\\\x80\x04";
  for (int round = 0; round < 3000; ++round) {
    std::string text = base;
    for (int edit = 0; edit < 1 + round % 4; ++edit) {
      const size_t at = random() % text.size();
      const char letter = letters[random() % letters.size()];
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 5);
      else if (random() % 2 == 0)
        text.insert(at, 1, letter);
      else
        text[at] = letter;
    }
    const test::Checked checked = test::check_text(text);
    ASSERT_EQ(checked.cascade.has_value(), checked.diagnostics.ok()) << text << checked.text();
    const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (const Diagnostic& d : checked.diagnostics.all()) {
      ASSERT_TRUE(d.where.known()) << text << render(d);
      ASSERT_LE(d.where.line, lines) << text << render(d);
    }
  }
}

}  // namespace
}  // namespace teaal
