"""The suite for pytest: `pytest --pyargs rookery.backends.conformance --backend mine.py:Mine`."""

import pytest

from rookery.backends.conformance import CASES, Case
from rookery.backends.contract import Backend


@pytest.mark.parametrize("case", CASES, ids=str)
def test_conforms(case: Case, rookery_backend: Backend) -> None:
    """Each case raises what is wrong with an answer."""
    case.check(rookery_backend)
