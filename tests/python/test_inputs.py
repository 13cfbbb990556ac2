"""Arrays and sparse matrices that the package takes: every kind, layout and type, by what comes out of a product.

Torch and JAX are asked where they are installed, else stand-ins of them; of CuPy, which needs a GPU, a stand-in's arrays are
looked at as the library sees them.
"""

import types
import unittest
import unittest.mock
import warnings

import common  # first: it skips where NumPy is missing
from common import SPMV, matrix
import numpy as np
from scipy import sparse

import teaalc
from teaalc import _library, _sparse

warnings.filterwarnings("ignore", module="torch")
torch = common.library("torch")
if torch is None:
    import stand_in_torch
    torch = stand_in_torch.install()
REAL_TORCH = torch.__name__ == "torch"

VECTOR = np.arange(1, 21, dtype=np.float64)
CASTS = ("f32", "f64")


def spmv(a, type="f64", format=None):
    b = torch.from_numpy(VECTOR) if hasattr(a, "is_cuda") else VECTOR
    return teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=b, type=type, format=format, device="cpu")


def shuffled(compressed):
    """The same matrix, the entries of each row (or column) in the other order, every entry in two halves."""
    out = compressed.copy()
    out.indptr = out.indptr * 2
    out.indices = np.repeat(np.concatenate([compressed.indices[b:e][::-1] for b, e in
                                            zip(compressed.indptr, compressed.indptr[1:])]), 2)
    out.data = np.repeat(np.concatenate([compressed.data[b:e][::-1] for b, e in
                                         zip(compressed.indptr, compressed.indptr[1:])]) / 2, 2)
    return type(compressed)((out.data, out.indices, out.indptr), shape=compressed.shape)


class Dense(unittest.TestCase):
    def test_every_type(self):
        kinds = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32,
                 np.float64, np.longdouble, bool, ">i8", ">f4", ">u2"]
        for kind in kinds:
            a = matrix().toarray().astype(kind)
            for type in CASTS:
                with self.subTest(kind=kind, type=type):
                    np.testing.assert_array_equal(spmv(a, type), a.astype(float) @ VECTOR)

    def test_every_order(self):
        whole = np.zeros((62, 45), dtype=np.float64)
        whole[:60, :40] = matrix(60, 40).toarray()
        views = {"rows": whole[:30, :20].copy(), "columns": np.asfortranarray(whole[:30, :20]), "part": whole[3:33, 5:25],
                 "steps": whole[:60:2, :40:2], "backwards": whole[29::-1, 19::-1], "turned": whole[:20, :30].T,
                 "repeated": np.broadcast_to(whole[0, :20], (30, 20)), "unaligned": unaligned(whole[:30, :20])}
        for name, view in views.items():
            for format in ("dense", "csr", "csc", "J:U,I:U"):
                with self.subTest(view=name, format=format):
                    np.testing.assert_array_equal(spmv(view, format={"A": format}), view @ VECTOR)

    def test_where_it_is_converted(self):
        for where, listed in (("device", True), ("host", False)):
            kernel = teaalc.load(SPMV, type="f64", format={"A": "csc"}, device="cpu", options={"convert": where})
            np.testing.assert_array_equal(kernel(A=matrix(), B=VECTOR), matrix() @ VECTOR)
            self.assertEqual("list A on the CPU executor" in kernel.report().text, listed, where)
        with self.assertRaisesRegex(teaalc.UsageError, "convert"):
            teaalc.load(SPMV, options={"convert": "nowhere"})

    def test_in_place_by_columns(self):
        kernel = teaalc.load(SPMV, type="f64", format={"A": "J:U,I:U"}, device="cpu")
        a = np.asfortranarray(matrix().toarray().astype(np.float64))
        kernel(A=a, B=VECTOR)
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        kernel(A=np.ascontiguousarray(a), B=VECTOR)
        self.assertEqual(kernel.in_place(), ["B", "Z"])
        kernel(A=a[:, ::-1], B=[float(x) for x in VECTOR])  # copied before the library sees them
        self.assertEqual(kernel.in_place(), ["Z"])

    def test_what_is_no_number(self):
        hidden = np.ma.masked_array(np.ones((30, 20)), mask=np.eye(30, 20, dtype=bool))
        for a in (np.ones((30, 20), dtype=complex), np.full((30, 20), "3"), np.full((30, 20), None), hidden,
                  np.zeros((30, 20), dtype="M8[s]"), sparse.csr_matrix(np.eye(30, 20) * 1j)):
            with self.subTest(dtype=a.dtype), self.assertRaisesRegex(TypeError, "^A: "):
                spmv(a)

    def test_where_results_may_be_written(self):
        kernel = teaalc.load(SPMV, type="f64", device="cpu")
        a, wrong = np.ones((30, 20)), np.zeros(30)
        wrong.flags.writeable = False
        for out in (wrong, [0.0] * 30, np.zeros(30)[::-1], np.zeros(30, dtype=bool), sparse.csr_matrix((30, 1))):
            with self.assertRaisesRegex(TypeError, r"out\['Z'\]: cannot be written"):
                kernel(A=a, B=VECTOR, out={"Z": out})
        with self.assertRaisesRegex(TypeError, "C is no input and no scalar"):
            kernel(A=a, B=VECTOR, C=wrong)


def unaligned(array):
    """At an odd address."""
    memory = np.zeros(array.nbytes + 1, dtype=np.uint8)
    out = memory[1:].view(array.dtype).reshape(array.shape)
    out[...] = array
    return out


def moved(a, by):
    """As many entries in each row, in other columns and of other values."""
    out = sparse.csr_matrix((a.data * by, (a.indices + by) % a.shape[1], a.indptr.copy()), shape=a.shape)
    out.sort_indices()
    return out


class Again(unittest.TestCase):
    """Calls that take the run of an earlier one, and such that may not."""

    def setUp(self):
        self.kernel = teaalc.load(SPMV.replace("= A", "= a * A"), format={"A": "csr"}, type="f64", device="cpu")

    def call(self, rows, vector, **given):
        z = self.kernel(A=teaalc.Csr(rows.indptr, rows.indices, rows.data, rows.shape), B=vector, **given)
        return z, self.kernel._last

    def test_new_arrays_and_numbers(self):
        a = matrix(dtype=np.float64)
        first, run = self.call(a, VECTOR, a=2)
        for by, scale in ((1, 2), (1, 3), (2, 3), (7, 0)):
            z, again = self.call(moved(a, by), VECTOR + by, a=scale)
            self.assertIs(again, run)
            np.testing.assert_array_equal(z, scale * (moved(a, by) @ (VECTOR + by)))
        np.testing.assert_array_equal(first, 2 * (a @ VECTOR))  # nobody writes there again

    def test_a_number_that_changes_where_it_is(self):
        a, number = matrix(dtype=np.float64), np.array(2.0)
        for value in (2.0, 5.0):
            number[...] = value
            np.testing.assert_array_equal(self.call(a, VECTOR, a=number)[0], value * (a @ VECTOR))

    def test_outputs_that_are_given(self):
        a, outs = matrix(dtype=np.float64), [np.full(30, -1.0) for _ in range(3)]
        runs = set()
        for out in outs:
            z, run = self.call(a, VECTOR, a=1, out={"Z": out})
            self.assertIs(z, out)
            np.testing.assert_array_equal(out, a @ VECTOR)
            runs.add(run)
        self.assertEqual(len(runs), 1)
        made, other = self.call(a, VECTOR, a=1)
        self.assertFalse(any(np.shares_memory(made, out) for out in outs))
        self.assertNotIn(other, runs)

    def test_what_is_not_alike(self):
        a = matrix(dtype=np.float64)
        _, run = self.call(a, VECTOR, a=1)
        with self.assertRaisesRegex(teaalc.UsageError, "scalar a has no value"):
            self.call(a, VECTOR)
        with self.assertRaisesRegex(TypeError, "nothing is no input"):
            self.call(a, VECTOR, a=1, nothing=1)
        z, other = self.call(a, np.repeat(VECTOR, 2)[::2], a=1)  # in other steps
        np.testing.assert_array_equal(z, a @ VECTOR)
        self.assertIsNot(other, run)
        outside = a.copy()
        outside.indices = outside.indices + 1000
        with self.assertRaises(teaalc.SpecError):
            self.call(outside, VECTOR, a=1)
        np.testing.assert_array_equal(self.call(a, VECTOR, a=1)[0], a @ VECTOR)


class Scipy(unittest.TestCase):
    def test_every_layout_to_every_format(self):
        want = matrix(dtype=np.float64) @ VECTOR
        for kind in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
            for format in ("dense", "csr", "csc", "I:C,J:C", "J:U,I:B"):
                with self.subTest(kind=kind, format=format):
                    np.testing.assert_array_equal(spmv(matrix(kind=kind), format={"A": format}), want)

    def test_unsorted_and_twice(self):
        a = matrix(dtype=np.float64)
        blocks = sparse.bsr_matrix((np.repeat(np.ones((2, 3, 5)), 2, axis=0), np.array([2, 2, 0, 0]),
                                    np.array([0, 4] + [4] * 9)), shape=(30, 20))
        twice = sparse.coo_matrix((np.array([1.0, 2, 4]), ([7, 0, 7], [3, 1, 3])), shape=(30, 20))
        for given in (shuffled(a), shuffled(a.tocsc()), blocks, twice):
            for format in ("dense", "csr", "csc"):
                with self.subTest(kind=given.format, format=format):
                    np.testing.assert_array_equal(spmv(given, format={"A": format}), given.toarray() @ VECTOR)

    def test_true_twice_is_true(self):
        yes = np.array([True, True, True])
        for a in (sparse.coo_matrix((yes, ([4, 4, 5], [2, 2, 0])), shape=(30, 20)),
                  sparse.csr_matrix((yes, [2, 2, 0], [0] * 5 + [2] + [3] * 25), shape=(30, 20))):
            np.testing.assert_array_equal(spmv(a), a.toarray().astype(float) @ VECTOR)
            self.assertEqual(a.nnz, 3)  # as it was

    def test_every_type(self):
        for kind in (np.int8, np.uint8, np.int64, np.uint32, np.float32, np.float64, bool):
            for layout in ("csr", "coo"):
                a = matrix(kind=layout).astype(kind)
                with self.subTest(kind=kind, layout=layout):
                    np.testing.assert_array_equal(spmv(a), a.toarray().astype(float) @ VECTOR)

    def test_half_precision(self):  # which SciPy has not
        a = matrix()
        half = teaalc.Csr(a.indptr, a.indices, a.data.astype(np.float16), a.shape)
        np.testing.assert_array_equal(spmv(half), a.astype(float) @ VECTOR)

    def test_wide_coordinates_are_copied_once(self):
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"}, device="cpu")
        a = matrix(dtype=np.float64)
        kernel(A=a, B=VECTOR)
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        out = np.zeros(30)
        wide = teaalc.Csr(a.indptr.astype(np.int64), a.indices.astype(np.int64), a.data, a.shape)
        kernel(A=wide, B=VECTOR, out={"Z": out})
        self.assertEqual(kernel.in_place(), ["B", "Z"])
        a.data *= 2  # values are the matrix's own
        kernel.repeat()
        np.testing.assert_array_equal(out, a @ VECTOR)
        wide.coords[0] += 2**32  # must not come round to a coordinate that there is
        with self.assertRaisesRegex(teaalc.SpecError, "outside"):
            kernel(A=wide, B=VECTOR)

    @unittest.skipUnless(hasattr(sparse, "coo_array") and hasattr(sparse.coo_array((2, 2)), "coords"),
                         "this SciPy has no arrays of other than two ranks")
    def test_one_rank(self):
        b = sparse.coo_array(np.array([0.0, 3, 0, 4]))
        for given in (b, b.tocsr()):
            z = teaalc.einsum("Z[i] = A[i] * B[i]", A=np.arange(4.0), B=given, device="cpu")
            np.testing.assert_array_equal(z, [0, 3, 0, 12])

    def test_results_are_alike(self):
        a = matrix(20, 20)
        for given, format, kind in ((a, "csr", sparse.csr_matrix), (a, "csc", sparse.csc_matrix),
                                    (sparse.csr_array(a), "csr", sparse.csr_array),
                                    (sparse.coo_array(a), "csc", sparse.csc_array)):
            z = teaalc.einsum("C[m, n] = A[m, k] * B[k, n]", A=given, B=given, format={"C": format}, device="cpu")
            self.assertIs(type(z), kind)
            np.testing.assert_array_equal(z.toarray(), (a @ a).toarray())
        indices, values = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=a, B=np.ones(20), format={"Z": "I:C"}, device="cpu")
        self.assertEqual(len(indices), 1)
        np.testing.assert_array_equal(values, a.toarray().sum(axis=1)[indices[0]])

    def test_half_precision_results(self):  # which are f32 in a matrix
        half = matrix().toarray().astype(np.float16)
        z = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=half, B=half, format={"C": "csr"}, device="cpu")
        np.testing.assert_array_equal(z.toarray(), (matrix() @ matrix().T).toarray())

    def test_what_is_no_matrix(self):
        with self.assertRaisesRegex(TypeError, "A: a .*Operator is no array"):
            spmv(sparse.linalg.aslinearoperator(matrix()))


class Torch(unittest.TestCase):
    """Torch's own, or the stand-in's."""

    def layouts(self, kind):
        a = matrix().astype(kind)
        wide = {name: torch.from_numpy(each.astype(np.int64)) for name, each in
                {"rows": a.indptr, "columns": a.indices, "csc": a.tocsc().indptr, "csc rows": a.tocsc().indices}.items()}
        blocks = a.tobsr((5, 4))
        turned = a.T.tobsr((4, 5))  # columns of blocks
        coo = a.tocoo()
        yield "strided", torch.from_numpy(a.toarray())
        yield "by columns", torch.from_numpy(a.T.toarray()).t()
        yield "csr", torch.sparse_csr_tensor(wide["rows"], wide["columns"], torch.from_numpy(a.data), size=a.shape)
        yield "csc", torch.sparse_csc_tensor(wide["csc"], wide["csc rows"], torch.from_numpy(a.tocsc().data), size=a.shape)
        yield "bsr", torch.sparse_bsr_tensor(*map(torch.from_numpy, (blocks.indptr, blocks.indices, blocks.data)),
                                             size=a.shape)
        yield "bsc", torch.sparse_bsc_tensor(*map(torch.from_numpy, (turned.indptr, turned.indices,
                                                                     turned.data.swapaxes(1, 2).copy())), size=a.shape)
        indices = np.stack([coo.row, coo.col]).astype(np.int64)[:, ::-1].copy()
        yield "coo", torch.sparse_coo_tensor(torch.from_numpy(indices), torch.from_numpy(coo.data[::-1].copy()), size=a.shape)
        twice = np.concatenate([indices, indices], axis=1)
        yield "coo, twice", torch.sparse_coo_tensor(torch.from_numpy(twice), torch.from_numpy(
            np.concatenate([coo.data[::-1], np.zeros_like(coo.data)])), size=a.shape)

    def test_every_layout_and_type(self):
        for kind in (np.float32, np.float64, np.int32, np.int64, np.uint8):
            want = matrix().astype(kind).toarray().astype(float) @ VECTOR
            for name, a in self.layouts(kind):
                for format in (None, "csr", "csc"):
                    with self.subTest(layout=name, kind=kind, format=format):
                        z = spmv(a, format={"A": format} if format else None)
                        self.assertIsInstance(z, torch.Tensor)
                        np.testing.assert_array_equal(z.numpy(), want)

    def test_blocks_stay_where_they_are(self):
        empty = [torch.from_numpy(each) for each in (np.zeros(7, np.int64), np.zeros(0, np.int64), np.zeros((0, 5, 4)))]
        np.testing.assert_array_equal(spmv(torch.sparse_bsr_tensor(*empty, size=(30, 20))).numpy(), np.zeros(30))
        blocks = dict(self.layouts(np.float64))["bsr"]
        with unittest.mock.patch.object(_sparse, "_host", side_effect=AssertionError("copied to the host")):
            np.testing.assert_array_equal(spmv(blocks).numpy(), matrix().toarray() @ VECTOR)

    def test_in_place(self):
        a = matrix(dtype=np.float64)
        arrays = [torch.from_numpy(each) for each in (a.indptr, a.indices, a.data)]
        narrow = torch.sparse_csr_tensor(*arrays, size=a.shape)
        kernel = teaalc.load(SPMV, type="f64", format={"A": "csr"}, device="cpu")
        b, out = torch.from_numpy(VECTOR), torch.from_numpy(np.zeros(30))
        self.assertIs(kernel(A=narrow, B=b, out={"Z": out}), out)
        self.assertEqual(kernel.in_place(), ["A", "B", "Z"])
        wide = torch.sparse_csr_tensor(arrays[0].long(), arrays[1].long(), arrays[2], size=a.shape)
        kernel(A=wide, B=b, out={"Z": out})
        self.assertEqual(kernel.in_place(), ["B", "Z"])
        wide.values()[0] = 100
        kernel.repeat()
        np.testing.assert_array_equal(out.numpy(), wide.to_dense().numpy() @ VECTOR)
        with self.assertRaisesRegex(TypeError, r"out\['Z'\]: cannot be written"):
            kernel(A=narrow, B=b, out={"Z": torch.from_numpy(np.zeros(30, dtype=bool))})

    def test_sparse_results(self):
        a = matrix(20, 20, dtype=np.float64)
        given = torch.from_numpy(a.toarray())
        for format, layout in (("csr", "torch.sparse_csr"), ("csc", "torch.sparse_csc")):
            z = teaalc.einsum("C[m, n] = A[m, k] * B[k, n]", A=given, B=given, format={"C": format}, device="cpu")
            self.assertEqual(str(z.layout), layout)
            np.testing.assert_array_equal(z.to_dense().numpy(), (a @ a).toarray())
        z = teaalc.einsum("Z[i] = A[i, j] * B[j]", A=given, B=torch.from_numpy(VECTOR), format={"Z": "I:C"}, device="cpu")
        self.assertEqual((str(z.layout), tuple(z.shape)), ("torch.sparse_coo", (20,)))
        np.testing.assert_array_equal(z.to_dense().numpy(), a @ VECTOR)

    def test_refused(self):
        with self.assertRaisesRegex(TypeError, "A: elements of type torch.complex64"):
            spmv(torch.from_numpy(np.ones((30, 20), dtype=np.complex64)))
        hybrid = torch.sparse_coo_tensor(torch.from_numpy(np.array([[0, 1]])), torch.from_numpy(np.ones((2, 20))),
                                         size=(30, 20))
        with self.assertRaisesRegex(TypeError, "A: a sparse tensor with 1 dense ranks"):
            spmv(hybrid)

    @unittest.skipUnless(REAL_TORCH, "Torch is not installed")
    def test_views_and_places(self):
        a = torch.from_numpy(matrix(dtype=np.float64).toarray())
        turned = torch.imag((a + 1j * a).conj())  # lies as a, and means -a
        np.testing.assert_array_equal(spmv(turned).numpy(), -(a.numpy() @ VECTOR))
        weight = torch.nn.Parameter(a)
        np.testing.assert_array_equal(spmv(weight).numpy(), a.numpy() @ VECTOR)
        np.testing.assert_array_equal(spmv(a.bfloat16().to_sparse_bsr((5, 4))).numpy(), a.numpy() @ VECTOR)
        with self.assertRaisesRegex(TypeError, "A: a tensor on meta"):
            spmv(a.to("meta"))
        batch = torch.stack([a, a]).to_sparse_csr()
        with self.assertRaisesRegex(TypeError, "T: a batch of matrices"):
            teaalc.einsum("Z[i] = T[b, i, j]", T=batch, device="cpu")
        z = teaalc.einsum("C[m, n] = A[m, k] * B[n, k]", A=a.bfloat16(), B=a.bfloat16(), format={"C": "csr"}, device="cpu")
        self.assertEqual(z.dtype, torch.bfloat16)


def stand_in(module, name, **attributes):
    return type(name, (types.SimpleNamespace,), {"__module__": module})(**attributes)


class Jax(unittest.TestCase):
    """Sparse arrays of JAX, whose padding means nothing."""

    def matrices(self, a):
        jax = common.library("jax")
        if jax:
            from jax.experimental import sparse as sparse_of_jax
            dense = jax.numpy.asarray(a.toarray())
            yield sparse_of_jax.BCOO.fromdense(dense, nse=a.nnz + 7)
            yield sparse_of_jax.BCSR.fromdense(dense, nse=a.nnz + 7)
            return
        coo, pad = a.tocoo(), np.zeros((7, 2), np.int32) + a.shape
        yield stand_in("jax.experimental.sparse.bcoo", "BCOO", shape=a.shape, dtype=a.dtype, n_batch=0, n_dense=0,
                       data=np.append(a.data, np.zeros(7)), indices=np.concatenate([np.stack([coo.row, coo.col], axis=1), pad]))
        yield stand_in("jax.experimental.sparse.bcsr", "BCSR", shape=a.shape, dtype=a.dtype, n_batch=0, n_dense=0,
                       data=np.append(a.data, np.zeros(7)), indices=np.append(a.indices, pad[:, 1]), indptr=a.indptr)

    def test_padded(self):
        a = matrix()
        a.eliminate_zeros()
        kernel = teaalc.load(SPMV, format={"A": "csr"}, device="cpu")
        for given in self.matrices(a):
            tensor = _sparse.given(given).tensor
            self.assertEqual(tensor.values.elements, a.nnz)
            with self.subTest(kind=type(given).__name__):
                z = np.empty(30, dtype=np.float32)
                kernel(A=given, B=VECTOR, out={"Z": z})
                np.testing.assert_array_equal(z, a @ VECTOR)

    def test_batches(self):
        batch = stand_in("jax.experimental.sparse.bcoo", "BCOO", shape=(2, 3, 4), dtype=np.float32, n_batch=1, n_dense=0,
                         data=None, indices=None)
        with self.assertRaisesRegex(TypeError, "a batch of sparse arrays"):
            _sparse.given(batch)


class Cupy(unittest.TestCase):
    """Arrays on a GPU as the library is shown them; nobody reads them here."""

    def array(self, host, gpu=0):
        interface = dict(host.__array_interface__, version=3)
        return stand_in("cupy", "ndarray", dtype=host.dtype, shape=host.shape, device=types.SimpleNamespace(id=gpu),
                        strides=host.strides, data=types.SimpleNamespace(ptr=host.ctypes.data),
                        __cuda_array_interface__=interface, astype=lambda kind: self.array(host.astype(kind)),
                        copy=lambda: self.array(host.copy()))

    def matrix(self, a, wide=False):
        def summed():
            a.sum_duplicates()
            out.__dict__.update(vars(self.matrix(a)))
        indices = a.indices.astype(np.int64) if wide else a.indices
        out = stand_in("cupyx.scipy.sparse._csr", "csr_matrix", format=a.format, shape=a.shape, dtype=a.dtype,
                       has_canonical_format=a.has_canonical_format, indptr=self.array(a.indptr), tocoo=None,
                       indices=self.array(indices), data=self.array(a.data), sum_duplicates=summed)
        out.copy = lambda: out
        return out

    def test_csr_lies_where_it_is(self):
        a = matrix()
        given = _sparse.given(self.matrix(a))
        self.assertEqual((given.tensor.layout, given.copied), (_library.CSR, False))
        for array, own in ((given.tensor.segments[0], a.indptr), (given.tensor.coords[0], a.indices),
                           (given.tensor.values, a.data)):
            self.assertEqual((array.data, array.elements, array.place), (own.ctypes.data, own.size, _library.DEVICE))

    def test_wide_coordinates_stay_on_the_gpu(self):
        given = _sparse.given(self.matrix(matrix(), wide=True))
        coords = given.tensor.coords[0]
        self.assertEqual((_library.TYPES[coords.type], coords.place, given.copied), ("i32", _library.DEVICE, True))

    def test_types_that_the_library_has_not(self):
        for kind, name in ((bool, "i64"), (np.uint16, "i64"), (np.uint64, "f64"), (np.float16, "f16")):
            values = _sparse.given(self.array(np.ones(3, kind))).tensor.values
            self.assertEqual((_library.TYPES[values.type], values.place), (name, _library.DEVICE))

    def test_backwards(self):
        host = np.arange(12, dtype=np.float32).reshape(3, 4)
        for view in (host[::-1], host[:, ::-1]):
            tensor = _sparse.given(self.array(view)).tensor
            self.assertEqual((list(tensor.strides[:2]), tensor.values.elements), ([4, 1], 12))

    def test_unsorted_rows_are_sorted_first(self):
        given = _sparse.given(self.matrix(shuffled(matrix())))
        self.assertEqual(given.tensor.values.elements, matrix().nnz)

    def test_refused(self):
        with self.assertRaisesRegex(TypeError, "on GPU 1"):
            _sparse.given(self.array(np.ones(3, np.float32), gpu=1))
        with self.assertRaisesRegex(TypeError, "elements of type complex64 on a GPU"):
            _sparse.given(self.array(np.ones(3, np.complex64)))
        with self.assertRaisesRegex(TypeError, "gaps"):
            _sparse.given(teaalc.Csr(self.array(np.zeros(62, np.int32)[::2]), self.array(np.zeros(0, np.int32)),
                                     self.array(np.zeros(0, np.float32)), (30, 20)))


if __name__ == "__main__":
    print("Torch itself" if REAL_TORCH else "SKIPPED: Torch is not installed; a stand-in takes its part")
    unittest.main()
