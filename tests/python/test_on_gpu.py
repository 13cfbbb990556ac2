"""What the package promises on a GPU, with Torch, CuPy and JAX: one claim a test, and a list of them at the end.

    TEAAL_LIBRARY=…/libteaal.so PYTHONPATH=python python3 tests/python/test_on_gpu.py [--without=cupy,jax] [--spiking]

A library that is missing and was not named by --without is a failure: nothing is proved then. --spiking also runs
bench/spiking.py, which takes a few minutes, and asks that event-driven products beat dense Torch. Exit code 77 without a GPU.
"""

import os
import re
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import Path

import common  # first: it skips where NumPy is missing
from common import SPMV, matrix
import numpy as np
from scipy import sparse

import teaalc
from teaalc import _sparse

ROOT = Path(__file__).resolve().parents[2]
VECTOR = np.arange(1, 21, dtype=np.float64)
WANTED = matrix(dtype=np.float64) @ VECTOR
FORMATS = ("dense", "csr", "csc", "I:C,J:C", "J:U,I:B")
without = [name for word in sys.argv[1:] if word.startswith("--without=") for name in word[10:].split(",")]
torch, cupy, jax = (None if name in without else common.library(name) for name in ("torch", "cupy", "jax"))


def has_gpu():
    """By the driver alone: none of the libraries need be there."""
    try:
        teaalc.load(SPMV, device="gpu")(A=matrix(), B=VECTOR)
        return True
    except teaalc.RunError:
        return False


def needs(name):
    """A failure where the library is missing, a skip where it was left out on purpose."""
    if name in without:
        raise unittest.SkipTest(f"--without={name}")
    if globals()[name] is None:
        raise AssertionError(f"{name} is not installed; --without={name} leaves its claims out")


def spmv(a, b, **more):
    return teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b, type="f64", **more)


def nothing_by_the_host():
    return unittest.mock.patch.object(_sparse, "_host", side_effect=AssertionError("copied to the host"))


class Host(unittest.TestCase):
    def test_arrays_of_the_host_run_on_the_gpu(self):
        """NumPy arrays and every matrix of SciPy run on the GPU; results are NumPy's and SciPy's."""
        for kind in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
            for format in FORMATS:
                with self.subTest(kind=kind, format=format):
                    z = spmv(matrix(kind=kind), VECTOR, format={"A": format}, device="gpu")
                    np.testing.assert_array_equal(z, WANTED)
        c = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=matrix(), B=matrix(), format={"C": "csr"}, device="gpu")
        self.assertTrue(sparse.issparse(c))
        np.testing.assert_array_equal(c.toarray(), (matrix() @ matrix().T).toarray())

    def test_report_is_of_the_gpu(self):
        """A report tells of the GPU, as HTML too."""
        kernel = teaalc.load(SPMV, device="gpu")
        kernel(A=matrix(), B=VECTOR)
        report = kernel.report()
        self.assertEqual(report.json["device"]["kind"], "gpu")
        self.assertNotIn("emulation", str(report))
        self.assertIn("<table>", report._repr_html_())


class Torch(unittest.TestCase):
    def setUp(self):
        needs("torch")
        self.b = torch.from_numpy(VECTOR).cuda()

    def layouts(self, kind):
        dense = torch.from_numpy(matrix().toarray()).cuda().to(kind)
        coo = dense.to_sparse_coo().coalesce()
        turned = torch.sparse_coo_tensor(coo.indices().flip(1), coo.values().flip(0), dense.shape)
        return {"strided": dense, "by columns": dense.t().contiguous().t(), "part": torch.cat([dense, dense], 1)[:, :20],
                "csr": dense.to_sparse_csr(), "csc": dense.to_sparse_csc(), "bsr": dense.to_sparse_bsr((5, 4)),
                "bsc": dense.to_sparse_bsc((5, 4)), "coo": coo, "coo, turned": turned,
                "coo, twice": torch.sparse_coo_tensor(coo.indices().repeat(1, 2), coo.values().repeat(2), dense.shape)}

    def test_every_layout_to_every_format(self):
        """Torch: strided, CSR, CSC, BSR, BSC and COO, of every type, to every format; nothing crosses to the host."""
        kinds = [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.uint8]
        with nothing_by_the_host():
            for kind in kinds:
                for name, a in self.layouts(kind).items():
                    for format in (None, *FORMATS):
                        with self.subTest(layout=name, kind=kind, format=format):
                            z = spmv(a, self.b, format={"A": format} if format else None)
                            self.assertEqual(z.device.type, "cuda")
                            times = 2 if name == "coo, twice" else 1
                            np.testing.assert_array_equal(z.cpu().numpy(), times * WANTED)

    def test_zero_copy(self):
        """Torch: arrays that lie as the kernel stores them are used where they are, and new values in them count."""
        csr = self.layouts(torch.float64)["csr"]
        a = torch.sparse_csr_tensor(csr.crow_indices().int(), csr.col_indices().int(), csr.values(), csr.shape)
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"})
        out = torch.zeros(30, dtype=torch.float64, device="cuda")
        self.assertIs(kernel(A=a, B=self.b, out={"Z": out}), out)
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        a.values().mul_(2)
        kernel.repeat()
        np.testing.assert_array_equal(out.cpu().numpy(), 2 * WANTED)

    def test_calls_that_are_alike(self):
        """Torch: calls with other tensors of the same shape take what was prepared, in place, each with its own result."""
        csr = self.layouts(torch.float64)["csr"]
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"})
        stream, found = torch.cuda.Stream(), []
        for i in range(12):
            a = torch.sparse_csr_tensor(csr.crow_indices().int(), csr.col_indices().int(), csr.values() * i, csr.shape)
            if i < 8:
                found.append(kernel(A=a, B=self.b))
            else:
                stream.wait_stream(torch.cuda.current_stream())
                with torch.cuda.stream(stream):
                    found.append(kernel(A=a, B=self.b))
                torch.cuda.current_stream().wait_stream(stream)
            self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        for i, z in enumerate(found):
            np.testing.assert_array_equal(z.cpu().numpy(), i * WANTED)

    def test_current_stream_without_a_wait(self):
        """Torch: the launch goes to the current stream, and the call returns before what is in front of it is done."""
        csr = self.layouts(torch.float64)["csr"]
        a = torch.sparse_csr_tensor(csr.crow_indices().int(), csr.col_indices().int(), csr.values(), csr.shape)
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"})
        kernel(A=a, B=self.b)
        torch.cuda.synchronize()
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            b = torch.zeros_like(self.b)
            torch.cuda._sleep(2_000_000_000)  # about a second
            b.copy_(self.b)
            z = kernel(A=a, B=b)
            self.assertFalse(stream.query(), "the call waited")
            doubled = 2 * z
        stream.synchronize()
        np.testing.assert_array_equal(doubled.cpu().numpy(), 2 * WANTED)

    def test_results(self):
        """Torch: dense and sparse results are tensors on the same GPU, in the inputs' type."""
        for kind in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
            a = self.layouts(kind)["strided"]
            for format, layout in (("csr", torch.sparse_csr), ("csc", torch.sparse_csc)):
                z = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=a, B=a, format={"C": format})
                self.assertEqual((z.layout, z.device.type, z.dtype), (layout, "cuda", kind))
                expected = (a.double() @ a.double().t()).to(kind)
                torch.testing.assert_close(z.to_dense(), expected)
        z = spmv(self.layouts(torch.float64)["csr"], self.b, format={"Z": "I:C"})
        self.assertEqual((z.layout, z.device.type), (torch.sparse_coo, "cuda"))
        np.testing.assert_array_equal(z.to_dense().cpu().numpy(), WANTED)

    def test_bools(self):
        """Torch: spikes of bools."""
        fires = self.layouts(torch.float64)["strided"] != 0
        for given in (fires, fires.to_sparse_csr()):
            torch.testing.assert_close(spmv(given, self.b), fires.double() @ self.b)


class Cupy(unittest.TestCase):
    def setUp(self):
        needs("cupy")
        from cupyx.scipy import sparse as device_sparse
        self.sparse, self.b = device_sparse, cupy.asarray(VECTOR)

    def check(self, z, wanted=WANTED):
        self.assertIsInstance(z, cupy.ndarray)
        np.testing.assert_array_equal(z.get(), wanted)

    def test_dense(self):
        """CuPy: dense arrays of every type and in every order."""
        host = matrix().toarray()
        for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"):
            with self.subTest(kind=kind):
                self.check(spmv(cupy.asarray(host.astype(kind)), self.b))
        self.check(spmv(cupy.asarray(host != 0), self.b), (host != 0) @ VECTOR)
        whole = cupy.zeros((60, 40))
        whole[::2, ::2] = cupy.asarray(host)
        views = {"columns": cupy.asfortranarray(cupy.asarray(host)), "steps": whole[::2, ::2],
                 "backwards": cupy.asarray(host[::-1, ::-1])[::-1, ::-1]}
        for name, view in views.items():
            for format in FORMATS:
                with self.subTest(view=name, format=format):
                    self.check(spmv(view, self.b, format={"A": format}))

    def test_sparse(self):
        """CuPy: CSR, CSC, COO and DIA to every format, unsorted and twice, of the types that it has."""
        with nothing_by_the_host():
            for kind in ("f4", "f8"):
                csr = self.sparse.csr_matrix(matrix().astype(kind))
                coo = csr.tocoo()
                last = cupy.arange(coo.nnz)[::-1]
                twice = cupy.concatenate([last, last])
                given = {"csr": csr, "csc": csr.tocsc(), "coo": coo, "dia": self.sparse.dia_matrix(matrix().todia().astype(kind)),
                         "coo, twice": self.sparse.coo_matrix((coo.data[twice] / 2, (coo.row[twice], coo.col[twice])),
                                                              shape=coo.shape)}
                for name, a in given.items():
                    for format in FORMATS:
                        with self.subTest(kind=kind, given=name, format=format):
                            self.check(spmv(a, self.b, format={"A": format}))

    def test_unsorted_rows(self):
        """CuPy: rows that are not sorted, and elements listed twice."""
        a = matrix(dtype=np.float64)
        order = np.concatenate([np.arange(b, e)[::-1] for b, e in zip(a.indptr, a.indptr[1:])]).repeat(2)
        given = self.sparse.csr_matrix((cupy.asarray(a.data[order] / 2), cupy.asarray(a.indices[order]),
                                        cupy.asarray(a.indptr * 2)), shape=a.shape)
        for format in FORMATS:
            with self.subTest(format=format):
                self.check(spmv(given, self.b, format={"A": format}))
        self.assertEqual(given.nnz, 2 * a.nnz)  # as it was
        yes = self.sparse.csr_matrix((cupy.ones(3, dtype=bool), cupy.asarray([2, 2, 0]), cupy.asarray([0, 2, 3])), shape=(2, 3))
        z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=yes, B=cupy.ones(3))
        self.check(z, [1, 1])  # true twice is true

    def test_zero_copy(self):
        """CuPy: arrays that lie as the kernel stores them are used where they are."""
        a = self.sparse.csr_matrix(matrix(dtype=np.float64))
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"})
        out = cupy.zeros(30)
        self.assertIs(kernel(A=a, B=self.b, out={"Z": out}), out)
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        a.data *= 2
        kernel.repeat()
        self.check(out, 2 * WANTED)

    def test_current_stream_without_a_wait(self):
        """CuPy: the launch goes to the current stream, and the call returns before what is in front of it is done."""
        a = self.sparse.csr_matrix(matrix(dtype=np.float64))
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"})
        kernel(A=a, B=self.b)
        spin = cupy.RawKernel("extern \"C\" __global__ void spin() { long long t = clock64(); "
                              "while (clock64() - t < 2000000000LL); }", "spin")
        spin.compile()
        stream = cupy.cuda.Stream(non_blocking=True)
        cupy.cuda.Device().synchronize()
        with stream:
            b = cupy.zeros(20)
            stream.synchronize()
            spin((1,), (1,), ())
            b[...] = self.b
            z = kernel(A=a, B=b)
            self.assertFalse(stream.done, "the call waited")
            doubled = 2 * z
        stream.synchronize()
        self.check(doubled, 2 * WANTED)

    def test_results(self):
        """CuPy: sparse results are matrices of CuPy."""
        a = self.sparse.csr_matrix(matrix(dtype=np.float64))
        for format, kind in (("csr", self.sparse.csr_matrix), ("csc", self.sparse.csc_matrix)):
            z = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=a, B=a, format={"C": format})
            self.assertIsInstance(z, kind)
            np.testing.assert_array_equal(z.toarray().get(), (matrix() @ matrix().T).toarray())
        half = cupy.asarray(matrix().toarray().astype(np.float16))
        z = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=half, B=half, format={"C": "csr"})
        np.testing.assert_array_equal(z.toarray().get(), (matrix() @ matrix().T).toarray())  # which it has in f32 alone

    def test_csr_of_arrays(self):
        """CuPy: teaalc.Csr of its arrays."""
        a = matrix(dtype=np.float64)
        own = teaalc.Csr(*map(cupy.asarray, (a.indptr, a.indices, a.data)), a.shape)
        self.check(spmv(own, self.b))


class Jax(unittest.TestCase):
    def setUp(self):
        needs("jax")
        jax.config.update("jax_enable_x64", True)
        self.b = jax.numpy.asarray(VECTOR)

    def test_dense(self):
        """JAX: dense arrays are read where they are on the GPU; results are JAX arrays."""
        self.assertEqual(next(iter(self.b.devices())).platform, "gpu", "JAX does not see the GPU")
        for kind in ("i1", "i4", "i8", "u1", "f2", "f4", "f8", "bool"):
            a = jax.numpy.asarray(matrix().toarray().astype(kind))
            with self.subTest(kind=kind):
                z = spmv(a, self.b)
                self.assertIsInstance(z, jax.Array)
                np.testing.assert_array_equal(np.asarray(z), matrix().toarray().astype(kind).astype(float) @ VECTOR)
        kernel = teaalc.load(SPMV, type="f64", format={"A": "dense"})
        kernel(A=jax.numpy.asarray(matrix().toarray().astype(np.float64)), B=self.b)
        self.assertEqual(kernel.in_place()[:2], ["A", "B"])

    def test_sparse(self):
        """JAX: BCOO and BCSR, padded, to every format."""
        from jax.experimental import sparse as sparse_of_jax
        dense = jax.numpy.asarray(matrix(dtype=np.float64).toarray())
        count = int((dense != 0).sum()) + 7
        for a in (sparse_of_jax.BCOO.fromdense(dense, nse=count), sparse_of_jax.BCSR.fromdense(dense, nse=count)):
            for format in FORMATS:
                with self.subTest(kind=type(a).__name__, format=format):
                    z = np.empty(30)
                    spmv(a, VECTOR, format={"A": format}, device="gpu", out={"Z": z})
                    np.testing.assert_array_equal(z, WANTED)


class Gradients(unittest.TestCase):
    def test_gradients(self):
        """Gradients: finite differences, Torch's and JAX's own, opcheck, vmap, custom_vjp; none of these tests is skipped."""
        ran = subprocess.run([sys.executable, ROOT / "tests/python/test_gradients.py", "-v"], capture_output=True, text=True,
                             check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        for line in ran.stderr.splitlines():
            allowed = ("jax" in without and "JAX" in line) or ("torch" in without and "Torch" in line)
            self.assertFalse("skipped" in line and not allowed, line)

    @unittest.skipUnless("--spiking" in sys.argv, "--spiking runs it")
    def test_spiking(self):
        """A spiking layer: right; faster than dense Torch, forward and backward, in f32 at 0.1 to 1 %, in f16 at 0.1 % but for dW."""
        needs("torch")
        ran = subprocess.run([sys.executable, ROOT / "bench/spiking.py"], capture_output=True, text=True, check=False)
        print(ran.stdout)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        rows = re.findall(r"^\| (.*) \| (\S.*) \| \d+ \| \d+ \| ([\d.]+) \| \d+ \| \d+ \| ([\d.]+) \|$", ran.stdout, re.MULTILINE)
        self.assertTrue(rows, ran.stdout)
        for case, product, kernel, call in rows:
            # In f16 dense Torch has tensor cores, and dW is a dense matrix to write whoever computes it. W first is turned
            # round for Z in each call.
            turns = "NT" in case and product == "Z"
            wins = not turns and ("float32" in case or
                                  ("0.1%" in case and product != "dW" and not case.startswith("128×")))
            with self.subTest(case=case, product=product):
                self.assertGreater(float(kernel), 1 if wins else 0)
                self.assertGreater(float(call), 1 if wins and "float32" in case else 0)


class Other(unittest.TestCase):
    def test_inputs_and_package(self):
        """The other tests of the package pass where a GPU is the default device."""
        for name in ("test_teaalc.py", "test_inputs.py"):
            ran = subprocess.run([sys.executable, ROOT / "tests/python" / name], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, name + "\n" + ran.stderr)


class Told(unittest.TextTestResult):
    """Also keeps what became of each claim."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.outcomes = {}

    def startTest(self, test):
        super().startTest(test)
        self.outcomes[test.shortDescription()] = "holds"

    def _failed(self, test):
        self.outcomes[test.shortDescription()] = "FAILS"

    def addError(self, test, err):
        super().addError(test, err)
        self._failed(test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failed(test)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self._failed(test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcomes[test.shortDescription()] = f"not tried: {reason}"


def main():
    if not has_gpu():
        print("SKIPPED: there is no GPU")
        return 77
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take most of the memory
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(resultclass=Told, verbosity=1).run(tests)
    for name, library in (("Torch", torch), ("CuPy", cupy), ("JAX", jax)):
        print(f"{name} {getattr(library, '__version__', 'is not here')}")
    for claim, outcome in result.outcomes.items():
        print(f"{outcome:12} {claim}")
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
