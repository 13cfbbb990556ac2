"""Gradients from Python: beside finite differences with NumPy alone, beside Torch's and JAX's own where they are installed."""

import sys
import unittest
from pathlib import Path

from common import library  # first: it skips where NumPy is missing
import numpy as np
from scipy import sparse

import teaalc

torch, jax = library("torch"), library("jax")

SPMM = ("einsum:\n  declaration: { A: [I, J], B: [J, K], Z: [I, K] }\n"
        "  expressions:\n    - Z[i, k] = A[i, j] * B[j, k]\n")
LAYER = ("einsum:\n  declaration: { X: [M, K], W: [N, K], H: [M, N], Z: [M, N] }\n"
         "  expressions:\n    - H[m, n] = X[m, k] * W[n, k] * a\n    - Z[m, n] = H[m, n]\n"
         "  operators: { Z: { map: tanh } }\n")


def matrix(rows=5, columns=6, seed=1):
    return sparse.random(rows, columns, 0.4, format="csr", random_state=seed, dtype=np.float64)


class Derived(unittest.TestCase):
    def test_text_and_names(self):
        gradient = teaalc.grad(SPMM, ["A", "B"], format={"A": "csr", "B": "dense"})
        self.assertEqual((gradient.seeds, gradient.by), ({"Z": "dZ"}, {"A": "dA", "B": "dB"}))
        self.assertIn("dB[j, k] = dZ[i, k] * A[i, j]", str(gradient))
        self.assertIn("like: A", str(gradient))

    def test_errors_have_places(self):
        with self.assertRaisesRegex(teaalc.UsageError, "no input is named 'C'"):
            teaalc.grad(SPMM, "C")
        with self.assertRaisesRegex(teaalc.SpecError, r"(?s)reduction by 'mul'.*\^"):
            teaalc.grad(SPMM.rstrip() + "\n  operators: { Z: { reduce: mul } }\n", "A",
                        format={"A": "dense", "B": "dense"})

    def test_kernels(self):
        a, b = matrix(), np.random.default_rng(2).random((6, 3))
        gradient = teaalc.grad(SPMM, ["A", "B"], format={"A": "csr", "B": "dense"})
        seed = np.random.default_rng(3).random((5, 3))
        found = teaalc.load(str(gradient), type="f64", device="cpu")(A=a, B=b, dZ=seed)
        np.testing.assert_allclose(found["dB"], a.T @ seed)
        np.testing.assert_allclose(found["dA"].toarray(), (seed @ b.T) * (a.toarray() != 0))
        values = teaalc.load(str(gradient), type="f64", device="cpu")(A=a, B=b, dZ=seed, values=["dA"])["dA"]
        np.testing.assert_allclose(values, found["dA"].data)

    def test_csr_of_arrays(self):
        a, b = matrix(), np.ones((6, 3))
        own = teaalc.Csr(a.indptr, a.indices, a.data, a.shape)
        z = teaalc.load(SPMM, format={"A": "csr", "B": "dense"}, type="f64", device="cpu")(A=own, B=b)
        np.testing.assert_allclose(z, a @ b)


@unittest.skipUnless(torch, "Torch is not installed")
class Torch(unittest.TestCase):
    device = "cpu"

    def setUp(self):
        a = matrix()
        on = {"device": self.device}
        self.segments, self.coords = (torch.from_numpy(part.astype(np.int32)).to(**on) for part in (a.indptr, a.indices))
        self.values = torch.from_numpy(a.data).to(**on).requires_grad_()
        self.dense = torch.from_numpy(a.toarray()).to(**on)
        self.b = torch.rand(6, 3, dtype=torch.float64, **on).requires_grad_()
        self.spmm = teaalc.differentiable(SPMM, ["A", "B"], format={"A": "csr"}, type="f64",
                                          device="cpu" if self.device == "cpu" else "auto")

    def product(self, values, b):
        return self.spmm(A=teaalc.Csr(self.segments, self.coords, values, (5, 6)), B=b)

    def test_values(self):
        torch.testing.assert_close(self.product(self.values, self.b), self.dense @ self.b)

    def test_gradients_are_those_of_finite_differences(self):
        self.assertTrue(torch.autograd.gradcheck(self.product, (self.values, self.b)))

    def test_gradients_are_those_of_torch(self):
        own = torch.rand(6, 3, dtype=torch.float64, device=self.device)
        mine, theirs = own.clone().requires_grad_(), own.clone().requires_grad_()
        (self.product(self.values, mine) ** 2).sum().backward()
        ((self.dense @ theirs) ** 2).sum().backward()
        torch.testing.assert_close(mine.grad, theirs.grad)

    def test_operator_is_well_formed(self):
        from teaalc import _torch
        self.product(self.values, self.b)
        operator = _torch._operators[self.spmm.name("forward")]
        torch.library.opcheck(operator, (self.segments, self.coords, self.values, self.b, [5, 6, 3], []))

    def test_vmap(self):
        batch = torch.rand(4, 6, 3, dtype=torch.float64, device=self.device, requires_grad=True)
        made = torch.vmap(lambda b: self.product(self.values, b))(batch)
        torch.testing.assert_close(made, self.dense @ batch)
        (made ** 2).sum().backward()
        other = batch.detach().clone().requires_grad_()
        ((self.dense @ other) ** 2).sum().backward()
        torch.testing.assert_close(batch.grad, other.grad)

    def test_torch_csr(self):
        a = torch.sparse_csr_tensor(self.segments, self.coords, self.values, (5, 6))
        self.spmm(A=a, B=self.b).sum().backward()
        torch.testing.assert_close(self.values.grad, self.b.detach().sum(1)[self.coords.long()])

    def test_layer_with_a_scalar(self):
        layer = teaalc.differentiable(LAYER, ["X", "W"], type="f64",
                                      device="cpu" if self.device == "cpu" else "auto")
        x, w = (torch.rand(n, 4, dtype=torch.float64, device=self.device, requires_grad=True) for n in (3, 5))
        torch.testing.assert_close(layer(X=x, W=w, a=0.5), torch.tanh(0.5 * x @ w.T))
        self.assertTrue(torch.autograd.gradcheck(lambda x, w: layer(X=x, W=w, a=0.5), (x, w)))

    def test_spiking_layer(self):
        sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "spiking"))
        import layer
        fires = torch.rand(6, 12, device=self.device) < 0.3
        for transposed in (False, True):
            mine = torch.rand((8, 12) if transposed else (12, 8), device=self.device, requires_grad=True)
            theirs = mine.detach().clone().requires_grad_()
            made = layer.linear(fires, mine, transposed)
            dense = fires.float() @ (theirs.t() if transposed else theirs)
            torch.testing.assert_close(made, dense)
            (made ** 2).sum().backward()
            (dense ** 2).sum().backward()
            torch.testing.assert_close(mine.grad, theirs.grad)

    def test_wrong_arguments(self):
        with self.assertRaisesRegex(TypeError, "input B is missing"):
            self.spmm(A=teaalc.Csr(self.segments, self.coords, self.values, (5, 6)))
        with self.assertRaisesRegex(TypeError, "stored as CSR"):
            self.spmm(A=self.dense, B=self.b)
        with self.assertRaisesRegex(TypeError, "C is no input"):
            self.spmm(A=teaalc.Csr(self.segments, self.coords, self.values, (5, 6)), B=self.b, C=self.b)


@unittest.skipUnless(torch and torch.cuda.is_available(), "no GPU for Torch")
class TorchOnGpu(Torch):
    device = "cuda"


@unittest.skipUnless(jax, "JAX is not installed")
class Jax(unittest.TestCase):
    def setUp(self):
        jax.config.update("jax_enable_x64", True)
        a = matrix()
        self.a, self.parts = a, [jax.numpy.asarray(part) for part in (a.indptr, a.indices, a.data)]
        self.b = jax.numpy.asarray(np.random.default_rng(2).random((6, 3)))
        self.spmm = teaalc.differentiable(SPMM, ["A", "B"], format={"A": "csr"}, type="f64", device="cpu")

    def product(self, values, b):
        return self.spmm(A=teaalc.Csr(self.parts[0], self.parts[1], values, self.a.shape), B=b)

    def test_gradients(self):
        from jax.test_util import check_grads
        np.testing.assert_allclose(self.product(self.parts[2], self.b), self.a @ np.asarray(self.b))
        check_grads(self.product, (self.parts[2], self.b), 1, modes=["rev"])

    def test_jit_and_vmap(self):
        slope = jax.jit(jax.grad(lambda b: (self.product(self.parts[2], b) ** 2).sum()))
        a, b = self.a.toarray(), np.asarray(self.b)
        np.testing.assert_allclose(slope(self.b), 2 * a.T @ (a @ b))
        batch = jax.numpy.stack([self.b, 2 * self.b])
        np.testing.assert_allclose(jax.vmap(lambda b: self.product(self.parts[2], b))(batch), [a @ b, 2 * a @ b])


if __name__ == "__main__":
    unittest.main()
