"""The tests of the engine are of compiled kernels; small problems would otherwise be solved without."""

import pytest

from rookery.backends.engine.compile import samples
from rookery.core.kernels.compiler import wait_until_ready
from rookery.core.kernels.jit import PLAIN


@pytest.fixture(autouse=True, scope="session")
def compiled_kernels() -> None:
    """Compile every kernel, once; other processes wait and load the result."""
    if not PLAIN:
        for sample in samples():
            if not sample.kernel.ready:
                wait_until_ready(sample.kernel, sample.types(), tell=lambda _: None)
