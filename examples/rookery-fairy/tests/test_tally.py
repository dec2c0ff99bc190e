"""The backend passes the suite that Rookery ships for the backends of others."""

import pytest
from rookery_fairy.tally import Tally

from rookery.backends import conformance


@pytest.mark.parametrize("case", conformance.CASES, ids=str)
def test_conforms(case: conformance.Case) -> None:
    """Each case raises what is wrong with an answer."""
    case.check(Tally())
