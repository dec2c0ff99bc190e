"""The tests of the engine are of compiled kernels; small problems would otherwise be solved without."""

import pytest

from rookery.backends.engine.choose import samples
from rookery.core.kernels.kernel import PLAIN


@pytest.fixture(autouse=True, scope="session")
def compiled_kernels() -> None:
    """Compile every kernel, once."""
    for sample in samples():
        assert sample.kernel.wait(sample.arguments) or PLAIN
