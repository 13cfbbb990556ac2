// Every vendor baseline against host loops in f64.
#include <algorithm>

#include "runtime/gpu/baselines.h"
#include "tests/unit/gpu/selftest_checks.h"

namespace teaal::runtime::gpu {
namespace {

constexpr double f32_bound = 1e-5, tf32_bound = 3e-3;

struct HostCsr {
  int rows, columns;
  std::vector<int> segments, coords;
  std::vector<float> values;
};

// Uneven rows, some of them empty.
HostCsr random_csr(int rows, int columns, unsigned seed) {
  HostCsr out{rows, columns, {0}, {}, {}};
  std::mt19937 generator(seed);
  for (int row = 0; row < rows; ++row) {
    const double density = row % 7 == 3 ? 0 : row % 97 == 5 ? 0.5 : 0.02;
    std::bernoulli_distribution kept(density);
    for (int column = 0; column < columns; ++column)
      if (kept(generator)) out.coords.push_back(column);
    out.segments.push_back(static_cast<int>(out.coords.size()));
  }
  out.values = random_floats(out.coords.size(), seed + 1);
  return out;
}

struct DeviceCsr {
  std::shared_ptr<Buffer> segments, coords, values;
  CsrMatrix view;
};

std::optional<DeviceCsr> upload(Device& device, const HostCsr& a, Diagnostics& d) {
  DeviceCsr out{on_device(device, a.segments, d),
                on_device(device, a.coords, d),
                on_device(device, a.values, d),
                {}};
  if (!out.segments || !out.coords || !out.values) return std::nullopt;
  out.view = {a.rows,
              a.columns,
              static_cast<int64_t>(a.coords.size()),
              out.segments->address(),
              out.coords->address(),
              out.values->address()};
  return out;
}

// A result and the sum of the magnitudes that went into it.
struct Expected {
  std::vector<double> value, scale;
  explicit Expected(size_t count) : value(count), scale(count) {}
  void add(size_t at, double term) {
    value[at] += term;
    scale[at] += std::abs(term);
  }
};

// Runs each baseline twice on a poisoned output: a run must not lean on the one before.
void check_all(Device& device, Checks& checks, std::optional<std::vector<Baseline>> baselines,
               Buffer& z, const Expected& want, const Diagnostics& prepared) {
  if (!checks.works(baselines, "baselines are prepared", prepared)) return;
  checks.show(prepared);
  for (const Baseline& baseline : *baselines) {
    double worst = 0;
    Diagnostics d;
    bool ran = true;
    for (int i = 0; i < 2 && ran; ++i) {
      ran = z.fill(0xff, d) && baseline.run() && device.synchronize(d);
      if (ran) worst = std::max(worst, worst_error(on_host<float>(z, d), want.value, want.scale));
    }
    const bool tf32 = baseline.name.find("TF32") != std::string::npos;
    auto times = time_us(device, baseline.run, 3, 21, false, d);
    if (times) std::sort(times->begin(), times->end());
    char seen[160];
    std::snprintf(seen, sizeof seen, "error %.1e, %.1f us, prepared in %.0f us", worst,
                  times ? (*times)[10] : NAN, baseline.prepare_us);
    checks.that(ran && times && worst <= (tf32 ? tf32_bound : f32_bound), baseline.name,
                ran ? seen : *baseline.failure);
    if (!d.ok()) checks.show(d);
  }
}

void check_spmv(Device& device, Checks& checks) {
  Diagnostics d;
  const HostCsr a = random_csr(3001, 2003, 11);
  const std::vector<float> x = random_floats(a.columns, 12);
  Expected want(a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int p = a.segments[i]; p < a.segments[i + 1]; ++p)
      want.add(i, double{a.values[p]} * x[a.coords[p]]);
  auto da = upload(device, a, d);
  auto dx = on_device(device, x, d), dz = Buffer::allocate(device, a.rows * sizeof(float), d);
  if (!checks.works(da && dx && dz, "SpMV's operands", d)) return;
  check_all(device, checks, cusparse_spmv(device, da->view, dx->address(), dz->address(), d), *dz,
            want, d);
}

void check_spmm(Device& device, Checks& checks) {
  Diagnostics d;
  const int n = 37;
  const HostCsr a = random_csr(701, 503, 21);
  const std::vector<float> b = random_floats(size_t(a.columns) * n, 22);
  Expected want(size_t(a.rows) * n);
  for (int i = 0; i < a.rows; ++i)
    for (int p = a.segments[i]; p < a.segments[i + 1]; ++p)
      for (int j = 0; j < n; ++j)
        want.add(size_t(i) * n + j, double{a.values[p]} * b[size_t(a.coords[p]) * n + j]);
  auto da = upload(device, a, d);
  auto db = on_device(device, b, d);
  auto dz = Buffer::allocate(device, want.value.size() * sizeof(float), d);
  if (!checks.works(da && db && dz, "SpMM's operands", d)) return;
  check_all(device, checks, cusparse_spmm(device, da->view, db->address(), n, dz->address(), d),
            *dz, want, d);
}

void check_sddmm(Device& device, Checks& checks) {
  Diagnostics d;
  const int k = 29;
  const HostCsr a = random_csr(401, 307, 31);
  const std::vector<float> b = random_floats(size_t(a.rows) * k, 32),
                           c = random_floats(size_t(k) * a.columns, 33);
  Expected sampled(a.coords.size()), scaled(a.coords.size());
  for (int i = 0; i < a.rows; ++i)
    for (int p = a.segments[i]; p < a.segments[i + 1]; ++p)
      for (int l = 0; l < k; ++l) {
        const double term = double{b[size_t(i) * k + l]} * c[size_t(l) * a.columns + a.coords[p]];
        sampled.add(p, term);
        scaled.add(p, a.values[p] * term);
      }
  auto da = upload(device, a, d);
  std::vector<float> by_columns(c.size());
  for (size_t l = 0; l < size_t(k); ++l)
    for (size_t j = 0; j < size_t(a.columns); ++j) by_columns[j * k + l] = c[l * a.columns + j];
  auto db = on_device(device, b, d), dc = on_device(device, c, d),
       dt = on_device(device, by_columns, d);
  auto dz = Buffer::allocate(device, a.coords.size() * sizeof(float), d);
  if (!checks.works(da && db && dc && dt && dz, "SDDMM's operands", d)) return;
  auto all = cusparse_sddmm(device, da->view, {db->address(), dc->address(), dt->address(), k},
                            dz->address(), d);
  if (!checks.works(all && all->size() == 3, "all SDDMM baselines", d)) return;
  check_all(device, checks, std::vector{(*all)[0], (*all)[2]}, *dz, sampled, d);
  check_all(device, checks, std::vector{(*all)[1]}, *dz, scaled, d);
}

void check_gemm(Device& device, Checks& checks) {
  Diagnostics d;
  const int m = 131, n = 67, k = 257;
  const std::vector<float> a = random_floats(size_t(m) * k, 41),
                           b = random_floats(size_t(k) * n, 42);
  Expected want(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        want.add(size_t(i) * n + j, double{a[size_t(i) * k + l]} * b[size_t(l) * n + j]);
  auto da = on_device(device, a, d), db = on_device(device, b, d);
  auto dc = Buffer::allocate(device, want.value.size() * sizeof(float), d);
  if (!checks.works(da && db && dc, "GEMM's operands", d)) return;
  check_all(device, checks,
            cublas_gemm(device, m, n, k, da->address(), db->address(), dc->address(), d), *dc, want,
            d);
}

// fp16 holds small integers, and their products' sums are exact in f32.
std::vector<Half> halves(const std::vector<float>& values) {
  std::vector<Half> out;
  for (float value : values) {
    Half half{0};
    if (value != 0) {
      const int exponent = std::ilogb(value);
      const auto fraction =
          static_cast<unsigned>((std::fabs(value) / std::ldexp(1.0F, exponent) - 1) * 1024);
      half.bits = static_cast<uint16_t>((value < 0 ? 0x8000U : 0U) |
                                        static_cast<unsigned>(exponent + 15) << 10 | fraction);
    }
    out.push_back(half);
  }
  return out;
}

std::vector<float> small_integers(size_t count, unsigned seed) {
  std::vector<float> out = random_floats(count, seed);
  for (float& value : out) value = std::round(value * 8);
  return out;
}

void check_gemm_16(Device& device, Checks& checks) {
  Diagnostics d;
  const int m = 64, n = 48, k = 96;
  const std::vector<float> a = small_integers(size_t(m) * k, 43),
                           b = small_integers(size_t(k) * n, 44);
  Expected want(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        want.add(size_t(i) * n + j, double{a[size_t(i) * k + l]} * b[size_t(l) * n + j]);
  auto da = on_device(device, halves(a), d), db = on_device(device, halves(b), d);
  auto dc = Buffer::allocate(device, want.value.size() * sizeof(float), d);
  if (!checks.works(da && db && dc, "the operands of a GEMM of 16 bits", d)) return;
  check_all(device, checks,
            cublas_gemm_16(device, ElementType::F16, m, n, k, da->address(), db->address(),
                           dc->address(), d),
            *dc, want, d);
}

// Two of four blocks in each of three rows of blocks.
void check_blocked_spmm(Device& device, Checks& checks) {
  Diagnostics d;
  const int block = 32, rows = 96, columns = 128, n = 64;
  const std::vector<int> coords = {0, 2, 1, 3, 2, 3};
  std::vector<float> a(size_t(rows) * columns);
  const std::vector<float> full = small_integers(a.size(), 45),
                           b = small_integers(size_t(columns) * n, 46);
  for (int i = 0; i < rows; ++i)
    for (int which = 0; which < 2; ++which)
      for (int j = 0; j < block; ++j) {
        const size_t at = size_t(i) * columns + coords[i / block * 2 + which] * block + j;
        a[at] = full[at];
      }
  Expected want(size_t(rows) * n);
  for (int i = 0; i < rows; ++i)
    for (int l = 0; l < columns; ++l)
      for (int j = 0; j < n; ++j)
        want.add(size_t(i) * n + j, double{a[size_t(i) * columns + l]} * b[size_t(l) * n + j]);
  auto dcoords = on_device(device, coords, d);
  auto dz = Buffer::allocate(device, want.value.size() * sizeof(float), d);
  for (ElementType type : {ElementType::F32, ElementType::F16}) {
    const bool half = type == ElementType::F16;
    auto da = half ? on_device(device, halves(a), d) : on_device(device, a, d);
    auto db = half ? on_device(device, halves(b), d) : on_device(device, b, d);
    if (!checks.works(dcoords && da && db && dz, "the operands of a product of blocks", d)) return;
    const BlockedMatrix blocks{rows,          columns, block, 2 * block, dcoords->address(),
                               da->address(), type};
    check_all(device, checks,
              cusparse_blocked_spmm(device, blocks, db->address(), n, dz->address(), d), *dz, want,
              d);
  }
}

void check_gemv(Device& device, Checks& checks) {
  Diagnostics d;
  const int m = 517, k = 1031;
  const std::vector<float> a = random_floats(size_t(m) * k, 51), x = random_floats(k, 52);
  Expected want(m);
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l) want.add(i, double{a[size_t(i) * k + l]} * x[l]);
  auto da = on_device(device, a, d), dx = on_device(device, x, d);
  auto dz = Buffer::allocate(device, m * sizeof(float), d);
  if (!checks.works(da && dx && dz, "GEMV's operands", d)) return;
  check_all(device, checks,
            cublas_gemv(device, m, k, da->address(), dx->address(), dz->address(), d), *dz, want,
            d);
}

void check_dot(Device& device, Checks& checks) {
  Diagnostics d;
  const int n = 1'000'003;
  const std::vector<float> x = random_floats(n, 61), y = random_floats(n, 62);
  Expected want(1);
  for (int i = 0; i < n; ++i) want.add(0, double{x[i]} * y[i]);
  auto dx = on_device(device, x, d), dy = on_device(device, y, d);
  auto dz = Buffer::allocate(device, sizeof(float), d);
  if (!checks.works(dx && dy && dz, "dot's operands", d)) return;
  check_all(device, checks, cublas_dot(device, n, dx->address(), dy->address(), dz->address(), d),
            *dz, want, d);
}

// Nothing to compute is no failure.
void check_empty(Device& device, Checks& checks) {
  Diagnostics d;
  const HostCsr a{5, 4, {0, 0, 0, 0, 0, 0}, {}, {}};
  const std::vector<float> x = random_floats(4, 71);
  auto da = upload(device, a, d);
  auto dx = on_device(device, x, d), dz = Buffer::allocate(device, 5 * sizeof(float), d);
  if (!checks.works(da && dx && dz, "an empty matrix", d)) return;
  check_all(device, checks, cusparse_spmv(device, da->view, dx->address(), dz->address(), d), *dz,
            Expected(5), d);
}

}  // namespace

void check_baselines(Device& device, Checks& checks) {
  check_spmv(device, checks);
  check_spmm(device, checks);
  check_sddmm(device, checks);
  check_gemm(device, checks);
  check_gemm_16(device, checks);
  check_blocked_spmm(device, checks);
  check_gemv(device, checks);
  check_dot(device, checks);
  check_empty(device, checks);
}

}  // namespace teaal::runtime::gpu
