/* libteaal: TeAAL specs to kernels, and kernels run, from C99 and everything that calls C.
 *
 * A spec is compiled to a kernel; a run binds a kernel's inputs and outputs on a device, and is
 * launched as often as wanted. docs/C-API.md walks through it.
 *
 * Every function that can fail returns a teaal_status and adds what it found to the diagnostics
 * that it is given, which may be NULL. No exception leaves the library. Texts are UTF-8, belong to
 * the object they were asked of and live as long as it.
 *
 * Threads: different objects may be used by different threads at the same time. Options,
 * diagnostics and runs belong to one thread at a time; kernels are immutable; a device may be
 * shared: what runs do on it, one does after the other. Open a device a thread for runs at once.
 */
#ifndef TEAAL_TEAAL_H
#define TEAAL_TEAAL_H

#include <stddef.h>
#include <stdint.h>

#define TEAAL_API_VERSION 1
#define TEAAL_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* As the exit codes of teaalc. */
typedef enum teaal_status {
  TEAAL_OK = 0,
  TEAAL_WRONG_INPUT = 1, /* the spec or the data is wrong or not supported yet */
  TEAAL_USAGE = 2,       /* an argument of a function is wrong */
  TEAAL_FAILED_RUN = 3,  /* a launch failed, or there is no such device */
  TEAAL_BUG = 4          /* a bug of teaalc */
} teaal_status;

/* TEAAL_API_VERSION of the library: functions and members are added, never changed, in one. */
TEAAL_API int teaal_api_version(void);
/* "0.1.0" */
TEAAL_API const char* teaal_version(void);

/* ---- Diagnostics ---- */

typedef struct teaal_diagnostics teaal_diagnostics;
typedef enum teaal_severity { TEAAL_NOTE = 0, TEAAL_WARNING = 1, TEAAL_ERROR = 2 } teaal_severity;
typedef struct teaal_diagnostic {
  teaal_severity severity;
  const char* code; /* "unknown-key": stable */
  const char* message;
  const char* file;         /* "" where no file is meant */
  int line, column, length; /* from 1, in bytes; line 0: no place */
  const char* text;         /* all of it: place, message, the line with a caret below it, notes */
} teaal_diagnostic;

TEAAL_API teaal_diagnostics* teaal_diagnostics_new(void);
TEAAL_API void teaal_diagnostics_free(teaal_diagnostics*);
TEAAL_API void teaal_diagnostics_clear(teaal_diagnostics*);
TEAAL_API size_t teaal_diagnostics_count(const teaal_diagnostics*);
/* `index` is below the count. The texts live until the next change of the diagnostics. */
TEAAL_API teaal_diagnostic teaal_diagnostics_at(const teaal_diagnostics*, size_t index);

/* ---- Compiling ---- */

typedef struct teaal_options teaal_options;
TEAAL_API teaal_options* teaal_options_new(void);
TEAAL_API void teaal_options_free(teaal_options*);
/* The options of teaalc by their long names:
 *   define       NAME=size, as -D; again for more
 *   format       T=csr, T=M:U,K:C, …; again for more
 *   store        a tensor that shall have an array though others read it on; again for more
 *   static       an input that stays the same over many launches; again for more
 *   type         f32 f64 f16 bf16 i32        index-bits  8 16 32
 *   arch         sm_80 sm_86 sm_89 sm_90 …   fuse        auto off
 *   lines        on off each                 name        what kernels are called by
 *   cache        on off: builds are kept on disk (docs/CACHE.md); on
 *   convert      auto device host: where inputs are converted; auto is the host for the CPU
 *                executor, and for a GPU the GPU, but for small arrays that lie on the host */
TEAAL_API teaal_status teaal_options_set(teaal_options*, const char* name, const char* value,
                                         teaal_diagnostics*);

typedef struct teaal_kernel teaal_kernel;
/* `path` is what diagnostics call the text, and need not exist. `options` may be NULL. */
TEAAL_API teaal_status teaal_compile_text(const char* text, size_t bytes, const char* path,
                                          const teaal_options* options, teaal_kernel** kernel,
                                          teaal_diagnostics*);
TEAAL_API teaal_status teaal_compile_file(const char* path, const teaal_options* options,
                                          teaal_kernel** kernel, teaal_diagnostics*);
/* Runs that use it keep what they need. */
TEAAL_API void teaal_kernel_free(teaal_kernel*);
TEAAL_API const char* teaal_kernel_cuda(const teaal_kernel*);     /* as `teaalc -o kernel.cu` */
TEAAL_API const char* teaal_kernel_header(const teaal_kernel*);   /* as --emit=h */
TEAAL_API const char* teaal_kernel_manifest(const teaal_kernel*); /* JSON, docs/MANIFEST.md */

/* ---- Gradients ---- */

typedef struct teaal_gradient teaal_gradient;
/* Derives the spec of the gradients by `wrt`: names of inputs and scalars, with commas between. Of
 * `options`, define and format count: formats stand in the derived spec. docs/GRADIENTS.md. */
TEAAL_API teaal_status teaal_gradient_text(const char* text, size_t bytes, const char* path,
                                           const char* wrt, const teaal_options* options,
                                           teaal_gradient** gradient, teaal_diagnostics*);
TEAAL_API void teaal_gradient_free(teaal_gradient*);
TEAAL_API const char* teaal_gradient_spec(const teaal_gradient*); /* YAML */
/* The input of the derived spec that takes the derivative by an output ("dZ" of "Z"), and its
 * output that is the derivative by an input or scalar ("dA" of "A"); NULL if there is none. */
TEAAL_API const char* teaal_gradient_seed(const teaal_gradient*, const char* output);
TEAAL_API const char* teaal_gradient_by(const teaal_gradient*, const char* input);

/* ---- Devices ---- */

typedef struct teaal_device teaal_device;
/* `kind`: "cpu", "gpu", "auto" (the GPU if one is usable), or "checked": the CPU executor testing
 * every access. Of `options` only `cache` and `convert` count; may be NULL. A GPU is device 0, in
 * its primary context. */
TEAAL_API teaal_status teaal_device_open(const char* kind, const teaal_options* options,
                                         teaal_device** device, teaal_diagnostics*);
TEAAL_API void teaal_device_free(teaal_device*);
TEAAL_API const char* teaal_device_name(const teaal_device*);
TEAAL_API int teaal_device_is_gpu(const teaal_device*);

/* ---- Tensors ---- */

typedef enum teaal_type {
  TEAAL_I8 = 0,
  TEAAL_I16 = 1,
  TEAAL_I32 = 2,
  TEAAL_I64 = 3,
  TEAAL_F16 = 4,
  TEAAL_BF16 = 5,
  TEAAL_F32 = 6,
  TEAAL_F64 = 7
} teaal_type;
typedef enum teaal_place { TEAAL_HOST = 0, TEAAL_DEVICE = 1 } teaal_place;

typedef struct teaal_array {
  void* data; /* may be NULL if there are no elements */
  int64_t elements;
  teaal_type type;
  teaal_place place; /* TEAAL_DEVICE: memory of the GPU */
} teaal_array;

typedef enum teaal_layout {
  TEAAL_DENSE = 0, /* values, by strides */
  TEAAL_COO = 1,   /* coords[r] of rank r, values; any order, equal coordinates are added */
  TEAAL_CSR = 2,   /* two ranks: segments[0] (rows + 1 of them), coords[0], values */
  TEAAL_CSC = 3,   /* the same by columns */
  TEAAL_STORED = 4 /* as the manifest says: the arrays of each level, in storage order */
} teaal_layout;

#define TEAAL_MOST_RANKS 8
#define TEAAL_MOST_LEVELS 16

/* Set it to zeros first, then struct_bytes to sizeof(teaal_tensor). */
typedef struct teaal_tensor {
  size_t struct_bytes;
  teaal_layout layout;
  int32_t ranks;
  int64_t shape[TEAAL_MOST_RANKS];   /* of the declaration's ranks, in its order */
  int64_t strides[TEAAL_MOST_RANKS]; /* DENSE: in elements; all 0: row-major */
  teaal_array values;
  teaal_array segments[TEAAL_MOST_LEVELS];
  teaal_array coords[TEAAL_MOST_LEVELS];
  teaal_array masks[TEAAL_MOST_LEVELS]; /* STORED: B levels */
  /* STORED: B levels; results of C levels whose `cbits` in the manifest are not 0: the coordinate
   * at position p is bases[p / 64] + coords[p]. Inputs have plain coordinates, which are converted.
   */
  teaal_array bases[TEAAL_MOST_LEVELS];
} teaal_tensor;

/* ---- Runs ---- */

typedef struct teaal_run teaal_run;
/* The kernel and the device may be freed before the run. */
TEAAL_API teaal_status teaal_run_new(const teaal_kernel*, teaal_device*, teaal_run** run,
                                     teaal_diagnostics*);
TEAAL_API void teaal_run_free(teaal_run*);

/* The extent of a rank that no input fixes, a launch symbol, a scalar of the expressions. */
TEAAL_API teaal_status teaal_run_extent(teaal_run*, const char* rank, int64_t extent,
                                        teaal_diagnostics*);
TEAAL_API teaal_status teaal_run_symbol(teaal_run*, const char* name, int64_t value,
                                        teaal_diagnostics*);
TEAAL_API teaal_status teaal_run_scalar(teaal_run*, const char* name, double value,
                                        teaal_diagnostics*);

/* Binds an input; its arrays stay as they are until the run is freed or bound anew. Where they are
 * as the kernel wants them (the layout is how the manifest stores the tensor, types and widths are
 * its own, coordinates ascend in every fiber, the memory is the device's), they are used in place:
 * new values in them count at the next launch. Else they are converted, and copied, when the run is
 * prepared, by kernels where they lie on a GPU (option `convert`). teaal_run_in_place tells which.
 * Arrays are checked, but those on a GPU that are used in place are taken as they are. Binding
 * prepares the run anew, but for a tensor that differs from the one before in the addresses of its
 * arrays alone and is used in place; outputs likewise. Extents, symbols and scalars that are told
 * again change nothing. */
TEAAL_API teaal_status teaal_run_input(teaal_run*, const char* tensor, const teaal_tensor*,
                                       teaal_diagnostics*);
/* Where the elements of an output shall go: a DENSE tensor. In place as above; else every launch
 * copies, and waits for it. Outputs that are not bound are fetched. */
TEAAL_API teaal_status teaal_run_output(teaal_run*, const char* tensor, const teaal_tensor*,
                                        teaal_diagnostics*);
/* 1: the tensor's arrays are used in place, 0: it is converted. Known after teaal_run_prepare. */
TEAAL_API int teaal_run_in_place(const teaal_run*, const char* tensor);

/* Builds the kernels, converts and allocates; teaal_run_launch does it where it was not done. */
TEAAL_API teaal_status teaal_run_prepare(teaal_run*, void* stream, teaal_diagnostics*);
/* Device memory that the run holds besides inputs and outputs, as far as sizes are known before a
 * launch. 0 if it is not prepared. */
TEAAL_API int64_t teaal_run_workspace_bytes(const teaal_run*);

/* Launches on `stream` of the caller (a CUstream or cudaStream_t of the device's primary context;
 * NULL is the default stream) and returns without waiting for it, unless sizes of outputs are only
 * known by running, or an output is copied. The CPU executor ignores the stream and is done on
 * return. */
TEAAL_API teaal_status teaal_run_launch(teaal_run*, void* stream, teaal_diagnostics*);
/* Where the arrays of a bound tensor lie now; segments and coords are those of CSR and CSC. */
typedef struct teaal_moved {
  const char* tensor;
  void *values, *segments, *coords;
} teaal_moved;
/* The same for tensors that are bound, DENSE, CSR or CSC, and lie elsewhere than before: each is
 * bound once more, as it was but for its addresses, then all is launched. One call in place of many
 * where arrays are new each time. */
TEAAL_API teaal_status teaal_run_launch_at(teaal_run*, size_t tensors, const teaal_moved* moved,
                                           void* stream, teaal_diagnostics*);
/* Until what was launched last is done. */
TEAAL_API teaal_status teaal_run_wait(teaal_run*, teaal_diagnostics*);

/* Memory for an array of a fetched tensor, which `what` names ("C.values", "C.M.coords": one name
 * an array); NULL where there is none. Never asked for 0 bytes. */
typedef void* (*teaal_allocator)(void* context, size_t bytes, const char* what);
/* Copies an output of the last launch to host memory in one of the first four layouts, its values
 * in the kernel's type, coordinates in I32 and segments in I64. `tensor` is filled in; its
 * struct_bytes must be set. Elements equal to the tensor's default are left out but in DENSE. */
TEAAL_API teaal_status teaal_run_fetch(teaal_run*, const char* name, teaal_layout layout,
                                       teaal_allocator allocate, void* context,
                                       teaal_tensor* tensor, teaal_diagnostics*);
/* The arrays of an output where the last launch left them, STORED; they live until the next launch
 * or until the run is freed. */
TEAAL_API teaal_status teaal_run_stored(teaal_run*, const char* name, teaal_tensor* tensor,
                                        teaal_diagnostics*);

/* Launches once more, each step timed, and reports as `teaalc run` does, without reference math:
 * `format` is "text" or "json". The text lives until the next report of this run. */
TEAAL_API teaal_status teaal_run_report(teaal_run*, const char* format, const char** report,
                                        teaal_diagnostics*);

#ifdef __cplusplus
}
#endif

#endif
