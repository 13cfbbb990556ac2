"""The Python package. On a GPU machine: TEAAL_LIBRARY=…/libteaal.so PYTHONPATH=python python3 tests/python/test_teaalc.py -v"""

import ast
import gc
import inspect
import json
import threading
import unittest
import unittest.mock
from pathlib import Path

from common import SPMV, library, matrix  # first: it skips where NumPy is missing
import numpy as np
from scipy import sparse

import teaalc


class Host(unittest.TestCase):
    def test_numpy(self):
        a, b = np.arange(12, dtype=np.float32).reshape(3, 4), np.arange(4, dtype=np.float32)
        z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b, device="cpu")
        self.assertEqual((type(z), z.dtype), (np.ndarray, np.float32))
        np.testing.assert_array_equal(z, a @ b)

    def test_views_and_types(self):
        a = np.arange(48, dtype=np.int64).reshape(8, 6)
        for view in (a, a.T, a[::2, 1:4], a[::-1], np.asfortranarray(a), a.astype(bool), a.astype(np.float64),
                     a.astype(">f4"), a.astype(np.uint8)):
            b = np.arange(view.shape[1])
            z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=view, B=b, device="cpu")
            np.testing.assert_array_equal(z, view.astype(float) @ b)

    def test_scipy_in_place(self):
        b = np.arange(20, dtype=np.float32)
        for kind, order in (("csr", ["I", "J"]), ("csc", ["J", "I"])):
            a = matrix(kind=kind)
            mapping = "mapping: " + json.dumps({"loop-order": {"Z": order}}) + "\n"
            spmv = teaalc.load(SPMV + mapping, format={"A": kind}, device="cpu")
            out = np.full(30, -1, dtype=np.float32)
            self.assertIs(spmv(A=a, B=b, out={"Z": out}), out)
            self.assertEqual(spmv.in_place(), ["A", "B", "Z"])
            np.testing.assert_array_equal(out, a @ b)
        spmv = teaalc.load(SPMV, format={"A": "csc"}, device="cpu")  # walked by rows: a copy, in that order
        np.testing.assert_array_equal(spmv(A=matrix(kind="csc"), B=b), a @ b)
        self.assertEqual(spmv.in_place(), ["B", "Z"])

    def test_calls_that_are_alike_take_one_run(self):
        kernel = teaalc.load("einsum:\n  declaration: { A: [M, K], B: [K, N], C: [M, N] }\n"
                             "  expressions:\n    - C[m, n] = a * A[m, k] * B[k, n]\n"
                             "mapping: { loop-order: { C: [M, K, N] } }\n", format={"A": "dense", "B": "dense"}, device="cpu")
        made, draw = [], np.random.default_rng(3)
        with unittest.mock.patch.object(teaalc._library, "call", side_effect=teaalc._library.call) as calls:
            for rows in (2, 3, 2, 4, 5, 6, 2, 3):
                for scale in (1, 2):
                    a, b = (draw.integers(-4, 5, size).astype(np.float32) for size in ((rows, 3), (3, rows)))
                    made.append((kernel(A=a, B=b, a=scale), scale * (a @ b)))
                made.append((kernel(A=a.T.copy().T, B=b, a=2), 2 * (a @ b)))  # lies by columns: another run
                kernel.repeat()
            prepared = [call for call in calls.call_args_list if call.args[0] == "teaal_run_new"]
        for found, wanted in made:
            np.testing.assert_array_equal(found, wanted)
        self.assertEqual(len(prepared), 2 * 7)  # the second 2 finds its own; 4, 5, 6 drove out what was before
        a = draw.integers(-4, 5, (2, 3)).astype(np.float32)
        self.assertEqual(kernel(A=a.astype(np.float64), B=a.T.copy(), a=1).tolist(), (a @ a.T).tolist())
        with self.assertRaisesRegex(TypeError, "no scalar"):
            kernel(A=a, B=a.T.copy(), a=1, c=2)

    def test_every_scipy_kind(self):
        b = np.arange(20, dtype=np.float64)
        for kind in ("csr", "csc", "coo", "bsr", "lil", "dok", "dia"):
            a = matrix(kind=kind, dtype=np.float64)
            np.testing.assert_array_equal(teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b, device="cpu"), a @ b)

    def test_sparse_results(self):
        a, b = matrix(30, 20), matrix(20, 25, seed=2)
        c = teaalc.einsum("C[m, n] = A[m, k] * B[k, n]", A=a, B=b, format={"C": "csr"}, device="cpu")
        self.assertTrue(sparse.isspmatrix_csr(c))
        self.assertEqual((c != a @ b).nnz, 0)

    def test_mapping_symbols_and_scalars(self):
        a, b = matrix(), np.arange(20, dtype=np.float32)
        mapping = {"partitioning": {"Z": {"I": ["uniform_shape(NUM_THREADS)"]}}, "loop-order": {"Z": ["I1", "I0", "J"]},
                   "spacetime": {"Z": {"space": ["I0"], "time": ["I1", "J"]}}}
        z = teaalc.einsum("Z[i] = a * A[i, j] * B[j]", A=a, B=b, a=2, mapping=mapping, device="cpu")
        np.testing.assert_array_equal(z, 2 * (a @ b))
        spec = SPMV + "mapping: " + json.dumps(mapping) + "\n"
        kernel = teaalc.load(spec, NUM_THREADS=8, device="checked")
        self.assertIn("NUM_THREADS", json.dumps(kernel.manifest["symbols"]))
        np.testing.assert_array_equal(kernel(A=a, B=b), a @ b)

    def test_several_outputs_and_shape(self):
        spec = ("einsum:\n  declaration: { A: [I], Y: [I], Z: [I, K] }\n"
                "  expressions:\n    - Y[i] = A[i] * A[i]\n    - Z[i, k] = A[i]\n")
        a = np.arange(5, dtype=np.float32)
        kernel = teaalc.load(spec, device="cpu")
        with self.assertRaisesRegex(TypeError, "rank K"):
            kernel(A=a)
        results = kernel(A=a, shape={"K": 2})
        np.testing.assert_array_equal(results["Y"], a * a)
        np.testing.assert_array_equal(results["Z"], np.stack([a, a], axis=1))

    def test_what_a_kernel_tells(self):
        kernel = teaalc.load(SPMV, device="cpu")
        self.assertIn("__global__", kernel.cuda)
        self.assertEqual((kernel.inputs, kernel.outputs), ({"A": ["I", "J"], "B": ["J"]}, {"Z": ["I"]}))
        with self.assertRaises(TypeError):
            kernel.report()
        kernel(A=matrix(), B=np.ones(20))
        gc.collect()
        report = kernel.report()
        self.assertIn("kernel time", str(report))
        page = report._repr_html_()
        self.assertEqual((page.count("<table>"), page.count("</table>")), (2, 2))
        for told in ("<td style=\"text-align: left\">A</td>", "30 × 20", "I:U,J:C", "kernel time", "emulation"):
            self.assertIn(told, page)
        self.assertIn("a &lt; b", teaalc.Report("", dict(report.json, notes=["a < b"]))._repr_html_())
        self.assertEqual(report.json["device"]["kind"], "cpu")

    def test_errors_have_places(self):
        with self.assertRaises(teaalc.SpecError) as caught:
            teaalc.load(SPMV.replace("B[j]", "C[j]"))
        self.assertIn("\n  ", str(caught.exception))
        self.assertIn("^", str(caught.exception))
        self.assertEqual((caught.exception.diagnostics[0].line, caught.exception.diagnostics[0].code), (4, "unknown-tensor"))
        kernel = teaalc.load(SPMV, device="cpu")
        with self.assertRaisesRegex(teaalc.UsageError, "input B is not bound"):
            kernel(A=matrix())
        with self.assertRaisesRegex(teaalc.SpecError, "rank J is 20 long in A, but 7 in B"):
            kernel(A=matrix(), B=np.ones(7))
        with self.assertRaises(TypeError):
            kernel(A=matrix(), B=np.ones(20), out={"Z": np.zeros(30, dtype=bool)})
        with self.assertRaises(TypeError):
            teaalc.einsum("Z[i] = A[i + 1]", A=np.ones(3))
        broken = matrix()
        broken.indices[0] = 99
        with self.assertRaises(teaalc.SpecError):
            kernel(A=broken, B=np.ones(20))

    def test_threads(self):
        wrong = []

        def work(seed):
            a, b = matrix(seed=seed), np.full(20, seed, dtype=np.float32)
            for _ in range(5):
                if not np.array_equal(teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b, device="cpu"), a @ b):
                    wrong.append(seed)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Stubs(unittest.TestCase):
    """What type checkers are told of the package is what it has."""

    def check(self, name, stub, function):
        told, own = stub.args, inspect.signature(function).parameters.values()
        for kind, arguments in ((inspect.Parameter.POSITIONAL_OR_KEYWORD, told.posonlyargs + told.args),
                                (inspect.Parameter.KEYWORD_ONLY, told.kwonlyargs),
                                (inspect.Parameter.VAR_KEYWORD, [told.kwarg] if told.kwarg else [])):
            self.assertEqual([a.arg for a in arguments], [p.name for p in own if p.kind == kind], name)

    def test_names_and_arguments(self):
        tree = ast.parse(Path(teaalc.__file__).with_suffix(".pyi").read_text())
        told = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual({*told, "__version__"}, set(teaalc.__all__))
        for name, node in told.items():
            thing = getattr(teaalc, name)
            if isinstance(node, ast.FunctionDef):
                self.check(name, node, thing)
                continue
            members = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
            for method, stub in members.items():
                found = vars(thing)[method]
                if callable(found):
                    self.check(f"{name}.{method}", stub, found)
            helpers = {"adjoint_arrays", "adjoint_sizes", "adjoint_scalars", "by_argument", "name"}  # of _torch and _jax
            public = {each for each, value in vars(thing).items() if callable(value) and not each.startswith("_")}
            self.assertLessEqual(public - helpers, set(members), name)


torch, cupy, jax = library("torch"), library("cupy"), library("jax")


@unittest.skipUnless(torch, "Torch is not installed")
class Torch(unittest.TestCase):
    def check(self, device):
        dense = torch.from_numpy(matrix().toarray()).to(device)
        b = torch.arange(20, dtype=torch.float32, device=device)
        for a in (dense, dense.to_sparse_csr(), dense.to_sparse_csc(), dense.to_sparse_coo()):
            z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b)
            self.assertEqual((z.device.type, z.dtype), (torch.device(device).type, torch.float32))
            torch.testing.assert_close(z, dense @ b)
        c = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=dense.to_sparse_csr(), B=dense, format={"C": "csr"})
        torch.testing.assert_close(c.to_dense(), dense @ dense.T)

    def test_host(self):
        self.check("cpu")

    @unittest.skipUnless(torch and torch.cuda.is_available(), "no GPU for Torch")
    def test_gpu(self):
        self.check("cuda")
        kernel = teaalc.load(SPMV, format={"A": "csr"})
        a = torch.from_numpy(matrix().toarray()).cuda().to_sparse_csr()
        a = torch.sparse_csr_tensor(a.crow_indices().int(), a.col_indices().int(), a.values(), a.shape)
        with torch.cuda.stream(torch.cuda.Stream()):
            b = torch.ones(20, device="cuda")
            z = kernel(A=a, B=b)
            doubled = z * 2
        torch.cuda.synchronize()
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        torch.testing.assert_close(doubled, 2 * (a.to_dense() @ b))


@unittest.skipUnless(cupy, "CuPy is not installed")
class Cupy(unittest.TestCase):
    def test_gpu(self):
        a, b = cupy.asarray(matrix().toarray()), cupy.arange(20, dtype=np.float32)
        z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b)
        self.assertIsInstance(z, cupy.ndarray)
        cupy.testing.assert_allclose(z, a @ b)


@unittest.skipUnless(jax, "JAX is not installed")
class Jax(unittest.TestCase):
    def test_arrays(self):
        a, b = jax.numpy.asarray(matrix().toarray()), jax.numpy.arange(20, dtype=np.float32)
        z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b)
        self.assertIsInstance(z, jax.Array)
        np.testing.assert_allclose(np.asarray(z), np.asarray(a @ b), rtol=1e-5)


if __name__ == "__main__":
    unittest.main()
