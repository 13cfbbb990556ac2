// What is listed where kernels run, here on the CPU executor in checked mode, beside what the host
// makes of the same arrays: the same canonical lists.
#include "runtime/plan/device/list.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "runtime/plan/cpu_backend.h"
#include "runtime/tensor/value_type.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::plan {
namespace {

constexpr auto U = LevelFormat::Uncompressed, C = LevelFormat::Compressed, B = LevelFormat::Bitmask;

class DeviceLists : public testing::Test {
 protected:
  DeviceArray there(const Array& array) {
    const auto bytes = std::as_bytes(std::span(array.bytes));
    DeviceArray out{backend->allocate("given", bytes.size(), diagnostics), array.type,
                    static_cast<int64_t>(array.size())};
    EXPECT_TRUE(backend->upload(*out.memory, bytes, diagnostics));
    return out;
  }
  template <class T>
  DeviceArray array(const std::vector<T>& values) {
    return there(Array::of(std::span(values)));
  }
  DeviceLayout layout_of(const Stored& stored, const std::vector<int64_t>& shape) {
    DeviceLayout out;
    out.shape = shape;
    for (size_t l = 0; l < stored.levels.size(); ++l) {
      const Level& level = stored.levels[l];
      out.levels.push_back({level.format, stored.rank_order[l], there(level.segments),
                            there(level.coords), there(level.masks), there(level.bases)});
    }
    out.values = there(stored.values);
    return out;
  }
  // 3 × 4: row 0 has (0, 2), (3, 3), row 2 has (1, 5).
  DeviceLayout rows() {
    DeviceLayout out;
    out.shape = {3, 4};
    out.levels = {{U, 0}, {C, 1, array<int32_t>({0, 2, 2, 3}), array<int32_t>({0, 3, 1})}};
    out.values = array<float>({2, 3, 5});
    return out;
  }
  std::optional<DeviceList> list(const DeviceLayout& layout, double absent = 0) {
    diagnostics = {};
    auto out = list_on_device(layout, {"A", absent}, *backend, diagnostics);
    for (const std::string& finding : backend->take_findings()) ADD_FAILURE() << finding;
    return out;
  }
  void expect_list(const DeviceLayout& layout, const Coo& want, double absent = 0) {
    const auto got = list(layout, absent);
    ASSERT_TRUE(got) << messages(diagnostics);
    const auto here = download(*got, *backend, diagnostics);
    ASSERT_TRUE(here);
    EXPECT_EQ(here->shape, want.shape);
    EXPECT_EQ(here->coords, want.coords);
    EXPECT_EQ(here->values, want.values);
  }
  void expect_refused(const DeviceLayout& layout, const std::string& why) {
    EXPECT_FALSE(list(layout));
    EXPECT_EQ(messages(diagnostics), why.empty() ? "" : "error: A: " + why + " [tensor-range]\n");
  }

  std::unique_ptr<Backend> backend = make_cpu_backend({true, false, 1});
  Diagnostics diagnostics;
  std::mt19937 random{17};
};

TEST_F(DeviceLists, unroll_what_the_host_packed) {
  const std::vector<int64_t> extents = {1, 2, 5, 13, 40};
  constexpr ElementType types[] = {ElementType::F32, ElementType::F64, ElementType::F16,
                                   ElementType::BF16, ElementType::I32};
  constexpr int bits[] = {16, 32, 64};
  for (int round = 0; round < 60 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<int64_t> shape(1 + random() % 3);
    for (int64_t& extent : shape) extent = extents[random() % extents.size()];
    if (shape.size() == 3) shape[2] = std::min<int64_t>(shape[2], 5);
    const double absent = random() % 2 == 0 ? 0 : -1;
    Coo coo = random_coo(shape, static_cast<double>(random() % 11) / 10, random());
    StorageRequest request;
    request.value_type = types[random() % 5];
    request.position_bits = bits[random() % 3];
    request.coordinate_bits = std::array{8, 16, 32}[random() % 3];
    request.absent = absent;
    for (size_t r = 0; r < shape.size(); ++r) {
      request.rank_order.push_back(static_cast<int>(r));
      request.formats.push_back(std::array{U, C, B}[random() % 3]);
    }
    std::ranges::shuffle(request.rank_order, random);
    const auto stored = pack(coo, request, diagnostics);
    ASSERT_TRUE(stored) << messages(diagnostics);
    expect_list(layout_of(*stored, shape), unpack(*stored, shape, absent), absent);
  }
}

TEST_F(DeviceLists, sort_and_add_coordinates) {
  for (const double density : {0.0, 0.1, 0.9}) {
    const Coo once = random_coo({20, 30}, density, 5);
    Coo all = once;
    std::vector<size_t> order;
    for (size_t e = 0; e < once.entries(); ++e) {
      order.push_back(e);
      if (e % 3 == 0) order.push_back(e);
    }
    std::ranges::shuffle(order, random);
    all.coords = {{}, {}};
    all.values.clear();
    std::vector<int64_t> rows;
    std::vector<int16_t> columns;
    for (const size_t e : order) {
      all.coords[0].push_back(once.coords[0][e]);
      all.coords[1].push_back(once.coords[1][e]);
      // Some sums are zero; the order of three terms matters.
      all.values.push_back(e % 6 == 0 ? 1e17 * (static_cast<double>(all.entries() % 2) - 0.5)
                                      : once.values[e]);
      rows.push_back(once.coords[0][e]);
      columns.push_back(static_cast<int16_t>(once.coords[1][e]));
    }
    DeviceLayout layout;
    layout.shape = all.shape;
    layout.coords = {array(rows), array(columns)};
    layout.values = array(all.values);
    canonicalize(all);
    drop_absent(all);
    expect_list(layout, all);
  }
}

TEST_F(DeviceLists, take_dense_elements_by_strides) {
  DeviceLayout layout;
  layout.shape = {2, 3};
  layout.levels = {{U, 0}, {U, 1}};
  layout.strides = {1, 4};  // by columns, with a gap
  layout.values = array<int64_t>({1, 0, 77, 77, 0, 4, 77, 77, 5, 0});
  expect_list(layout, {{2, 3}, {{0, 0, 1}, {0, 2, 1}}, {1, 5, 4}});
  expect_list(layout, {{2, 3}, {{0, 0, 1, 1, 1}, {1, 2, 0, 1, 2}}, {0, 5, 0, 4, 0}}, 1);
}

TEST_F(DeviceLists, use_what_is_canonical_where_it_lies) {
  const DeviceLayout layout = rows();
  const auto got = list(layout);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->values, layout.values.memory);
  expect_list(layout, {{3, 4}, {{0, 0, 2}, {0, 3, 1}}, {2, 3, 5}});
}

TEST_F(DeviceLists, sort_rows_that_are_not_sorted) {
  DeviceLayout layout = rows();
  layout.levels[1].coords = array<int32_t>({3, 0, 1});
  expect_list(layout, {{3, 4}, {{0, 0, 2}, {0, 3, 1}}, {3, 2, 5}});
  layout.levels[1].coords = array<int32_t>({3, 3, 1});
  expect_list(layout, {{3, 4}, {{0, 2}, {3, 1}}, {5, 5}});
}

TEST_F(DeviceLists, refuse_arrays_that_contradict_one_another) {
  const std::string segments = "segments or masks contradict the arrays beside them",
                    outside = "a coordinate lies outside its rank";
  DeviceLayout layout = rows();
  for (const std::vector<int32_t>& wrong : std::vector<std::vector<int32_t>>{
           {1, 2, 2, 3}, {0, 3, 2, 3}, {0, 2, 2, 4}, {0, 2, 2, 2}, {0, -1, 2, 3}}) {
    layout.levels[1].segments = array(wrong);
    expect_refused(layout, segments);
  }
  layout.levels[1].segments = array<int32_t>({0, 2, 3});
  expect_refused(layout, "there are too few or too many segments");
  for (const int32_t wrong : {-1, 4}) {
    layout = rows();
    layout.levels[1].coords = array<int32_t>({0, wrong, 1});
    expect_refused(layout, outside);
  }
  layout = rows();
  layout.values = array<float>({2, 3});
  expect_refused(layout, "values are missing");
  layout.levels[1] = {B, 1, {}, {}, array<int32_t>({9, 0, 2}), array<int32_t>({0, 2, 2, 3})};
  layout.values = array<float>({2, 3, 5});
  expect_list(layout, {{3, 4}, {{0, 0, 2}, {0, 3, 1}}, {2, 3, 5}});
  layout.levels[1].masks = array<int32_t>({9, 16, 0});
  expect_refused(layout, segments);
  layout.levels[1].masks = array<int32_t>({9, 1, 2});
  expect_refused(layout, segments);
  layout = {
      {3, 4}, {}, {array<int64_t>({0}), array<int64_t>({int64_t{1} << 32})}, {}, array<float>({1})};
  expect_refused(layout, outside);
}

TEST_F(DeviceLists, leave_to_the_host_what_keys_do_not_hold) {
  DeviceLayout layout;
  layout.shape = {1 << 30, 1 << 30, 1 << 30};
  layout.coords = {array<int32_t>({1}), array<int32_t>({1}), array<int32_t>({1})};
  layout.values = array<float>({1});
  expect_refused(layout, "");
}

}  // namespace
}  // namespace teaal::runtime::plan
