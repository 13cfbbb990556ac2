/* Sparse matrix times vector through libteaal: the matrix in CSR and the vector in this program's
 * own arrays. */
#include <stdio.h>
#include <string.h>
#include <teaal/teaal.h>

static const char spec[] =
    "einsum:\n"
    "  declaration: { A: [I, J], B: [J], Z: [I] }\n"
    "  expressions:\n"
    "    - Z[i] = A[i, j] * B[j]\n";

static int failed(const teaal_diagnostics* found) {
  for (size_t i = 0; i < teaal_diagnostics_count(found); ++i)
    fputs(teaal_diagnostics_at(found, i).text, stderr);
  return 1;
}

int main(int argc, char** argv) {
  int32_t segments[] = {0, 2, 2, 3}, coords[] = {0, 3, 1};
  float values[] = {2, 3, 5}, b_values[] = {1, 10, 0, 100}, z_values[3];

  teaal_diagnostics* found = teaal_diagnostics_new();
  teaal_kernel* kernel = NULL;
  teaal_device* device = NULL;
  teaal_run* run = NULL;
  if (teaal_compile_text(spec, strlen(spec), "spmv.yaml", NULL, &kernel, found) ||
      teaal_device_open(argc > 1 ? argv[1] : "cpu", NULL, &device, found) ||
      teaal_run_new(kernel, device, &run, found))
    return failed(found);

  teaal_tensor a = {.struct_bytes = sizeof a, .layout = TEAAL_CSR, .ranks = 2, .shape = {3, 4}};
  a.segments[0] = (teaal_array){segments, 4, TEAAL_I32, TEAAL_HOST};
  a.coords[0] = (teaal_array){coords, 3, TEAAL_I32, TEAAL_HOST};
  a.values = (teaal_array){values, 3, TEAAL_F32, TEAAL_HOST};
  teaal_tensor b = {.struct_bytes = sizeof b, .layout = TEAAL_DENSE, .ranks = 1, .shape = {4}};
  b.values = (teaal_array){b_values, 4, TEAAL_F32, TEAAL_HOST};
  teaal_tensor z = {.struct_bytes = sizeof z, .layout = TEAAL_DENSE, .ranks = 1, .shape = {3}};
  z.values = (teaal_array){z_values, 3, TEAAL_F32, TEAAL_HOST};

  if (teaal_run_input(run, "A", &a, found) || teaal_run_input(run, "B", &b, found) ||
      teaal_run_output(run, "Z", &z, found) || teaal_run_launch(run, NULL, found) ||
      teaal_run_wait(run, found))
    return failed(found);
  printf("%s: Z = %g %g %g\n", teaal_device_name(device), z_values[0], z_values[1], z_values[2]);

  teaal_run_free(run);
  teaal_device_free(device);
  teaal_kernel_free(kernel);
  teaal_diagnostics_free(found);
  return 0;
}
