// Made by teaalc 0.1.0 from gemm_joint_lists.yaml; do not edit.
//   PA[g, k] = A[g, h, k]
//     loops G (space), K3 (space), K2 (space), K1 (space), H1 (space), K0, H0
//     maps by A[g, h, k] != 0
//     reduces by or from 0
//   PB[j, k] = B[k, j, i]
//     loops J (space), K2 (space), K1 (space), I1 (space), K0, I0
//     maps by B[k, j, i] != 0
//     reduces by or from 0
//   L[g, j, k] = PA[g, k] * PB[j, k]
//     loops G (space), J (space), K2 (space), K1 (space), K0
//   C[g, h, j, i] = L[g, j, k] * A[g, h, k] * B[k, j, i]
//     loops G (space), J (space), H4 (space), I4 (space), K2, K1, H3 (space), I3 (space), K0, H2, H1 (space), H0, I2, I1 (space), I0
//     maps by A[g, h, k] * B[k, j, i] * (L[g, j, k] != 0)
//   stored A[G:U, K:U, H:U], B[K:U, J:U, I:U], PA[G:U, K:U], PB[J:U, K:U], L[G:U, J:U, K:U], C[G:U, H:U, J:U, I:U]
//   teaalc gemm_joint_lists.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_joint_lists_H
#define TEAALC_gemm_joint_lists_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_joint_lists_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_joint_lists_position;
#else
typedef int32_t gemm_joint_lists_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_joint_lists_workspace_bytes gemm_joint_lists_workspace_bytes_64
#define gemm_joint_lists_launch gemm_joint_lists_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_joint_lists_arguments {
  /* A: G:U, K:U, H:U */
  const gemm_joint_lists_value* A_values;
  /* B: K:U, J:U, I:U */
  const gemm_joint_lists_value* B_values;
  /* C: G:U, H:U, J:U, I:U */
  gemm_joint_lists_value* C_values;
  int64_t extent_G;
  int64_t extent_H;
  int64_t extent_K;
  int64_t extent_J;
  int64_t extent_I;
} gemm_joint_lists_arguments;

/* Bytes of device memory that gemm_joint_lists_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_joint_lists_workspace_bytes(const gemm_joint_lists_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_joint_lists_error_text. Allocates nothing and throws nothing. */
int gemm_joint_lists_launch(const gemm_joint_lists_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_joint_lists_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
