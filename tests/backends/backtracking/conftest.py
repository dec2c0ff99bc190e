"""These tests are of compiled kernels, unless `NUMBA_DISABLE_JIT` is set; small problems would be solved without."""

import pytest

from rookery.backends.backtracking.ready import samples


@pytest.fixture(autouse=True)
def compiled() -> None:
    """Every kernel is compiled, or loaded, once in each process of the tests."""
    for sample in samples():
        if not sample.kernel.ready:
            sample.kernel.load(sample.types())
