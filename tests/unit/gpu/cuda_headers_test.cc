// The toolkit's own headers against our declarations. Ours come first: the toolkit's macros rename
// functions.
#include "runtime/gpu/baseline_support.h"
#include "runtime/gpu/cublas.h"
#include "runtime/gpu/cuda_driver.h"
#include "runtime/gpu/cusparse.h"
#include "runtime/gpu/nvrtc.h"

#include <cublas_api.h>
#include <cuda.h>
#include <cusparse.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <nvrtc.h>

#include <type_traits>

// The header gives the plain name to the newest version, and declares no other.
#undef cuEventElapsedTime
#define cuEventElapsedTime cuEventElapsedTime_v2

// One of two in C++: the other is for old code, and inline.
cublasStatus_t the_cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                const void*, const void*, cudaDataType, int, const void*,
                                cudaDataType, int, const void*, void*, cudaDataType, int,
                                cublasComputeType_t, cublasGemmAlgo_t);
constexpr decltype(&the_cublasGemmEx) gemm_ex_of_the_toolkit = &cublasGemmEx;
#define cublasGemmEx the_cublasGemmEx

namespace {

// What matters to a call: the arguments' sizes and kinds. Enums are ints, every opaque struct is
// the same.
template <class T>
struct Abi {
  using type =
      std::conditional_t<std::is_enum_v<T>, int, std::conditional_t<std::is_class_v<T>, void, T>>;
};
template <class T>
struct Abi<const T> {
  using type = const typename Abi<T>::type;
};
template <class T>
struct Abi<T*> {
  using type = typename Abi<T>::type*;
};
template <class T>
struct Abi<T* const> {
  using type = typename Abi<T>::type* const;
};
template <class R, class... A>
struct Abi<R(A...)> {
  using type = typename Abi<R>::type(typename Abi<A>::type...);
};
// A descriptor that a function only reads is a pointer to const there, and the same pointer to us.
template <class T>
using Opaque = std::conditional_t<std::is_same_v<T, const void*>, void*, T>;
template <class T>
struct Loose {
  using type = T;
};
template <class R, class... A>
struct Loose<R(A...)> {
  using type = R(Opaque<A>...);
};
template <class Ours, class Theirs>
constexpr bool same_call =
    std::is_same_v<typename Loose<typename Abi<std::remove_pointer_t<Ours>>::type>::type,
                   typename Loose<typename Abi<std::remove_pointer_t<Theirs>>::type>::type>;

using namespace teaal::runtime::gpu;

#define TEAAL_SAME(result, name, parameters) \
  static_assert(same_call<result(*) parameters, decltype(&::name)>, #name);
TEAAL_NVRTC(TEAAL_SAME)
TEAAL_CUDA_DRIVER(TEAAL_SAME)
TEAAL_CUDA_DRIVER_NEWER(TEAAL_SAME)
TEAAL_CUBLAS(TEAAL_SAME)
TEAAL_CUBLAS_NEWER(TEAAL_SAME)
TEAAL_CUSPARSE(TEAAL_SAME)
TEAAL_CUSPARSE_NEWER(TEAAL_SAME)
#undef TEAAL_SAME
static_assert(!same_call<int (*)(int, float), int (*)(int, double)>);
static_assert(!same_call<int (*)(unsigned long long), int (*)(void*)>);

static_assert(CUDA_SUCCESS == cu_success && CUDA_ERROR_STUB_LIBRARY == cu_stub_library);
static_assert(CUDA_ERROR_NO_DEVICE == cu_no_device && CUDA_ERROR_NOT_FOUND == cu_not_found);
static_assert(CUDA_ERROR_ILLEGAL_ADDRESS == 700 && CUDA_ERROR_LAUNCH_TIMEOUT == 702);
static_assert(CUDA_ERROR_ASSERT == 710 && CUDA_ERROR_HARDWARE_STACK_ERROR == 714);
static_assert(CUDA_ERROR_LAUNCH_FAILED == 719);
static_assert(CU_STREAM_NON_BLOCKING == cu_stream_non_blocking);
static_assert(CU_EVENT_DEFAULT == cu_event_default);
static_assert(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK == int{cu_max_threads_per_block});
static_assert(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X == int{cu_max_block_x});
static_assert(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z == int{cu_max_block_x} + 2);
static_assert(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X == int{cu_max_grid_x});
static_assert(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z == int{cu_max_grid_x} + 2);
static_assert(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT == int{cu_multiprocessors});
static_assert(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE == int{cu_l2_bytes});
static_assert(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR == int{cu_compute_major});
static_assert(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR == int{cu_compute_minor});
static_assert(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ==
              int{cu_max_shared_per_block_optin});
static_assert(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK == int{cu_function_max_threads});
static_assert(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES == int{cu_function_static_shared});
static_assert(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ==
              int{cu_function_max_dynamic_shared});
static_assert(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION == cu_launch_early);
static_assert(sizeof(CUlaunchAttribute) == sizeof(CuLaunchAttribute));
static_assert(offsetof(CUlaunchAttribute, value) == offsetof(CuLaunchAttribute, value));
static_assert(sizeof(CUlaunchConfig) == sizeof(CuLaunchConfig));
static_assert(offsetof(CUlaunchConfig, sharedMemBytes) == offsetof(CuLaunchConfig, shared_bytes));
static_assert(offsetof(CUlaunchConfig, hStream) == offsetof(CuLaunchConfig, stream));
static_assert(offsetof(CUlaunchConfig, attrs) == offsetof(CuLaunchConfig, attributes));
static_assert(offsetof(CUlaunchConfig, numAttrs) == offsetof(CuLaunchConfig, count));
static_assert(CU_JIT_ERROR_LOG_BUFFER == int{cu_jit_error_log});
static_assert(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES == int{cu_jit_error_log_bytes});

static_assert(NVRTC_SUCCESS == nvrtc_success);

static_assert(CUBLAS_STATUS_SUCCESS == cublas_success);
static_assert(CUBLAS_OP_N == cublas_op_n && CUBLAS_OP_T == cublas_op_t);
static_assert(CUBLAS_SIDE_LEFT == cublas_side_left);
static_assert(CUBLAS_POINTER_MODE_HOST == cublas_pointer_host);
static_assert(CUBLAS_POINTER_MODE_DEVICE == cublas_pointer_device);
static_assert(CUBLAS_DEFAULT_MATH == cublas_math_default);
static_assert(CUBLAS_PEDANTIC_MATH == cublas_math_pedantic);
static_assert(CUBLAS_TF32_TENSOR_OP_MATH == cublas_math_tf32);
static_assert(CUBLAS_COMPUTE_32F == int{cublas_compute_f32});
static_assert(CUBLAS_GEMM_DEFAULT == int{cublas_algorithm_default});
static_assert(CUDA_R_32F == cuda_type_of(teaal::runtime::ElementType::F32));
static_assert(CUDA_R_16F == cuda_type_of(teaal::runtime::ElementType::F16));
static_assert(CUDA_R_16BF == cuda_type_of(teaal::runtime::ElementType::BF16));

static_assert(CUSPARSE_STATUS_SUCCESS == cusparse_success);
static_assert(CUSPARSE_OPERATION_NON_TRANSPOSE == cusparse_op_n);
static_assert(CUSPARSE_OPERATION_TRANSPOSE == cusparse_op_t);
static_assert(CUSPARSE_INDEX_BASE_ZERO == cusparse_base_zero);
static_assert(CUSPARSE_INDEX_32I == cusparse_index_32 && CUDA_R_32F == cusparse_f32);
static_assert(CUSPARSE_ORDER_ROW == cusparse_row_major);
static_assert(CUSPARSE_SPMV_ALG_DEFAULT == cusparse_spmv_default);
static_assert(CUSPARSE_SPMV_CSR_ALG1 == cusparse_spmv_csr_1);
static_assert(CUSPARSE_SPMV_CSR_ALG2 == cusparse_spmv_csr_2);
static_assert(CUSPARSE_SPMM_ALG_DEFAULT == cusparse_spmm_default);
static_assert(CUSPARSE_SPMM_CSR_ALG1 == cusparse_spmm_csr_1);
static_assert(CUSPARSE_SPMM_CSR_ALG2 == cusparse_spmm_csr_2);
static_assert(CUSPARSE_SPMM_CSR_ALG3 == cusparse_spmm_csr_3);
static_assert(CUSPARSE_SPMM_BLOCKED_ELL_ALG1 == cusparse_spmm_blocked);
static_assert(CUSPARSE_DENSETOSPARSE_ALG_DEFAULT == cusparse_to_sparse_default);
static_assert(CUSPARSE_SDDMM_ALG_DEFAULT == cusparse_sddmm_default);

#undef cuEventElapsedTime

TEST(CudaStub, ExportsEveryDriverFunctionByTheNameWeUse) {
  void* stub = dlopen(TEAAL_CUDA_STUB, RTLD_LAZY | RTLD_LOCAL);
  if (!stub) GTEST_SKIP() << "no stub of the driver: " << dlerror();
#define TEAAL_EXPORTED(result, name, parameters) EXPECT_NE(dlsym(stub, #name), nullptr) << #name;
  TEAAL_CUDA_DRIVER(TEAAL_EXPORTED)
  TEAAL_CUDA_DRIVER_NEWER(TEAAL_EXPORTED)
}

TEST(Toolkit, LibrariesHaveEveryFunctionWeUse) {
  if (nvrtc_library().path.empty()) GTEST_SKIP() << nvrtc_library().reason;
  EXPECT_TRUE(nvrtc().usable) << nvrtc().reason;
  EXPECT_TRUE(cublas().usable) << cublas().reason;
  EXPECT_TRUE(cusparse().usable) << cusparse().reason;
#define TEAAL_BOUND(result, name, parameters) \
  EXPECT_NE(cusparse_library().functions.name, nullptr) << #name;
  TEAAL_CUSPARSE_NEWER(TEAAL_BOUND)
#undef TEAAL_BOUND
  EXPECT_NE(cublas_library().functions.cublasGetStatusName, nullptr);
}

}  // namespace
