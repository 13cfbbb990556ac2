"""What the tests of the package share. Importing it ends a test that has no NumPy or SciPy, visibly."""

import sys

try:
    import numpy as np
    from scipy import sparse
except ImportError as missing:
    print(f"SKIPPED: {missing}; install python3-numpy and python3-scipy")
    sys.exit(77)

SPMV = "einsum:\n  declaration: { A: [I, J], B: [J], Z: [I] }\n  expressions:\n    - Z[i] = A[i, j] * B[j]\n"


def matrix(rows=30, columns=20, kind="csr", seed=1, dtype=np.float32):
    """Whole numbers up to 8, so that sums are exact in every type."""
    made = sparse.random(rows, columns, 0.2, format="csr", random_state=seed, dtype=np.float64)
    made.data = np.round(made.data * 8)
    return made.astype(dtype).asformat(kind)


def library(name):
    """The module, or None where it is not installed."""
    try:
        return __import__(name)
    except ImportError:
        return None
