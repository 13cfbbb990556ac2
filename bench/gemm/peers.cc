#include "bench/gemm/peers.h"

#include <algorithm>
#include <cmath>

#include "runtime/plan/backend.h"
#include "runtime/tensor/values.h"

namespace teaal::bench::gemm {

using namespace runtime;

const std::vector<std::pair<std::string, std::string>>& embedded_files();

// C[m, n] = A[m, k] * B[k, n] and where C is put.
struct Peers::Product {
  const Case& what;
  Operand &a, &b;
  Expected& expected;
  std::shared_ptr<gpu::Buffer> c;
  std::vector<float> host;

  int64_t m() const { return a.rows; }
  int64_t n() const { return b.columns; }
  int64_t k() const { return a.columns; }
};

namespace {

constexpr int warm_up = 3, sampled_rows = 32, sampled_columns = 64;

std::string text_of(const Diagnostics& diagnostics, const std::string& otherwise) {
  return diagnostics.all().empty() ? otherwise : diagnostics.all().front().message;
}

std::vector<int64_t> drawn(int count, int64_t extent, uint64_t seed) {
  std::vector<int64_t> out;
  Random random(seed);
  for (int i = 0; i < count && extent > 0; ++i)
    out.push_back(static_cast<int64_t>(random.below(static_cast<uint64_t>(extent))));
  return out;
}

// Products in f64 at some rows times some columns.
std::vector<Sample> sample(const Operand& a, const Operand& b) {
  std::vector<Sample> out;
  std::vector<int64_t> columns = drawn(sampled_columns, b.columns, 2);
  for (int64_t i : drawn(sampled_rows, a.rows, 1)) {
    std::vector<double> sums(columns.size()), magnitudes(columns.size());
    for (int64_t k = 0; k < a.columns; ++k) {
      double value = a.dense[static_cast<size_t>(i * a.columns + k)];
      if (value == 0) continue;
      for (size_t s = 0; s < sums.size(); ++s) {
        const double term = value * b.dense[static_cast<size_t>(k * b.columns + columns[s])];
        sums[s] += term;
        magnitudes[s] += std::fabs(term);
      }
    }
    for (size_t s = 0; s < sums.size(); ++s)
      out.push_back({static_cast<size_t>(i * b.columns + columns[s]), sums[s], magnitudes[s]});
  }
  return out;
}

bool has_empty_rows(const Operand& b) {
  std::vector<bool> seen(static_cast<size_t>(b.rows));
  for (int32_t row : b.list.coords[0]) seen[static_cast<size_t>(row)] = true;
  return std::ranges::find(seen, false) != seen.end();
}

// The columns of blocks that each row of blocks has; `width` columns of elements in all.
std::vector<int32_t> block_columns(const Operand& a, int64_t& width) {
  std::vector<int32_t> out;
  for (int64_t i = 0; i < a.rows / a.blocks.slice; ++i) {
    std::vector<bool> full = a.blocks.mask(i, 0);
    width = 0;
    for (size_t j = 0; j < full.size(); ++j) {
      if (!full[j]) continue;
      out.push_back(static_cast<int32_t>(j));
      width += a.blocks.slice;
    }
  }
  return out;
}

}  // namespace

std::optional<double> Peers::time(const std::function<bool()>& work, Diagnostics& diagnostics) {
  auto times = gpu::time_us(device_, work, warm_up, repeat_, false, diagnostics);
  if (!times) return std::nullopt;
  return plan::median(*times);
}

bool Peers::check(Product& product, Measurement& out, Diagnostics& diagnostics) {
  if (!product.c->download(product.host.data(), product.c->bytes(), diagnostics)) return false;
  out.error = compare(product.host, product.expected);
  return true;
}

void Peers::add(std::string who, const std::optional<std::vector<gpu::Baseline>>& baselines,
                size_t which, const Diagnostics& remarks, Product& product,
                std::vector<Measurement>& out) {
  Measurement made{std::move(who)};
  Diagnostics failures;
  if (!baselines || baselines->size() <= which) {
    made.failure = text_of(remarks, "not there");
  } else {
    const gpu::Baseline& baseline = (*baselines)[which];
    bool ran = product.c->fill(0xff, failures) && baseline.run();
    std::optional<double> us;
    if (ran && check(product, made, failures)) us = time(baseline.run, failures);
    if (us) made.main_us = made.total_us = *us;
    if (!us) made.failure = ran ? text_of(failures, "failed") : *baseline.failure;
  }
  out.push_back(std::move(made));
}

bool Peers::expect(const Product& product, Expected& expected, Diagnostics& diagnostics) {
  size_t elements = static_cast<size_t>(product.m() * product.n());
  auto multiply = [&](uint64_t a, uint64_t b, std::vector<float>& to) {
    auto baselines = gpu::cublas_gemm(device_, product.m(), product.n(), product.k(), a, b,
                                      product.c->address(), diagnostics);
    to.resize(elements);
    if (baselines && product.c->fill(0xff, diagnostics) && baselines->front().run())
      return product.c->download(to.data(), product.c->bytes(), diagnostics);
    diagnostics.error(Code::RunFailed, {},
                      "cuBLAS in fp32 did not run, and nothing can be compared without it");
    return false;
  };
  if (!multiply(product.a.address, product.b.address, expected.reference) ||
      !multiply(product.a.squares->address(), product.b.squares->address(), expected.squares))
    return false;
  expected.samples = sample(product.a, product.b);
  return true;
}

bool Peers::measure(const Case& what, Operand& a, Operand& b, Expected& expected,
                    std::vector<Measurement>& out, Diagnostics& diagnostics) {
  Product product{what, a, b, expected, nullptr, {}};
  product.host.resize(static_cast<size_t>(a.rows * b.columns));
  product.c = gpu::Buffer::allocate(device_, product.host.size() * sizeof(float), diagnostics);
  if (!product.c || !expect(product, expected, diagnostics)) return false;
  Diagnostics remarks;
  auto f32 = gpu::cublas_gemm(device_, product.m(), product.n(), product.k(), a.address, b.address,
                              product.c->address(), remarks);
  add("cuBLAS fp32", f32, 0, remarks, product, out);
  if (!all_) return true;
  add("cuBLAS TF32", f32, 1, remarks, product, out);
  auto bf16 =
      gpu::cublas_gemm_16(device_, ElementType::BF16, product.m(), product.n(), product.k(),
                          a.bf16->address(), b.bf16->address(), product.c->address(), remarks);
  add("cuBLAS bf16", bf16, 0, remarks, product, out);
  if (has_empty_rows(b) && what.family != Family::Independent &&
      !add_packed(product, out, diagnostics))
    return false;
  return what.family != Family::Blocks || add_blocks(product, out, diagnostics);
}

bool Peers::add_packed(Product& product, std::vector<Measurement>& out, Diagnostics& diagnostics) {
  if (!packing_)
    packing_ = gpu::Module::from_cuda(device_, {embedded_files().front().second, "pack_active.cu"},
                                      {}, BuildCache::standard(), diagnostics);
  if (!packing_) return false;
  const auto m = static_cast<int>(product.m()), n = static_cast<int>(product.n()),
             k = static_cast<int>(product.k());
  int count = 0;
  auto bytes = [](int64_t elements) { return static_cast<size_t>(elements) * sizeof(float); };
  auto active = gpu::Buffer::allocate(device_, bytes(k), diagnostics);
  auto list = gpu::Buffer::allocate(device_, bytes(k), diagnostics);
  auto counter = gpu::Buffer::allocate(device_, sizeof(int), diagnostics);
  auto packed_a = gpu::Buffer::allocate(device_, product.a.values->bytes(), diagnostics);
  auto packed_b = gpu::Buffer::allocate(device_, product.b.values->bytes(), diagnostics);
  if (!active || !list || !counter || !packed_a || !packed_b) return false;
  uint64_t a = product.a.address, b = product.b.address;
  uint64_t to_active = active->address(), to_list = list->address(), to_count = counter->address(),
           to_a = packed_a->address(), to_b = packed_b->address();
  auto run = [&](const char* kernel, int blocks, int threads, std::vector<const void*> arguments) {
    gpu::LaunchConfig config;
    config.grid[0] = static_cast<uint32_t>(blocks);
    config.block[0] = static_cast<uint32_t>(threads);
    std::vector<void*> plain;
    for (const void* argument : arguments) plain.push_back(const_cast<void*>(argument));
    return gpu::launch(device_, *packing_, kernel, config, plain, diagnostics);
  };
  auto find = [&] {
    return run("find_active", (k + 7) / 8, 256, {&b, &to_active, &k, &n}) &&
           run("list_active", 1, 1024, {&to_active, &to_list, &to_count, &k});
  };
  auto gather = [&] {
    return run("gather_rows", count, 256, {&b, &to_list, &to_b, &n}) &&
           run("gather_columns", m, 256, {&a, &to_list, &to_a, &k, &count});
  };
  if (!find() || !counter->download(&count, sizeof count, diagnostics) || !gather()) return false;
  Diagnostics remarks;
  auto smaller = gpu::cublas_gemm(device_, m, n, count, to_a, to_b, product.c->address(), remarks);
  add("pack + cuBLAS fp32", smaller, 0, remarks, product, out);
  Measurement& made = out.back();
  if (!made.failure.empty()) return true;
  auto find_us = time(find, diagnostics), gather_us = time(gather, diagnostics);
  auto all_us = time([&] { return find() && gather() && smaller->front().run(); }, diagnostics);
  if (!find_us || !gather_us || !all_us) return false;
  made.before = {{"list", *find_us}, {"gather", *gather_us}};
  made.total_us = *all_us;
  return true;
}

bool Peers::add_blocks(Product& product, std::vector<Measurement>& out, Diagnostics& diagnostics) {
  int64_t width = 0;
  std::vector<int32_t> coords = block_columns(product.a, width);
  auto on_gpu = on_device(device_, coords, diagnostics);
  if (!on_gpu || !operands_.add_f16(product.a, diagnostics) ||
      !operands_.add_f16(product.b, diagnostics))
    return false;
  for (ElementType type : {ElementType::F32, ElementType::F16}) {
    const bool half = type == ElementType::F16;
    const uint64_t a = half ? product.a.f16->address() : product.a.address,
                   b = half ? product.b.f16->address() : product.b.address;
    gpu::BlockedMatrix blocks{
        product.m(), product.k(), product.a.blocks.slice, width, on_gpu->address(), a, type};
    Diagnostics remarks;
    auto made =
        gpu::cusparse_blocked_spmm(device_, blocks, b, product.n(), product.c->address(), remarks);
    add(half ? "Blocked-ELL fp16" : "Blocked-ELL fp32", made, 0, remarks, product, out);
  }
  return true;
}

}  // namespace teaal::bench::gemm
