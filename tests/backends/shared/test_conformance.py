"""Our backends pass the suite that ships with the package."""

from typing import Any

import pytest

from rookery.backends import Backend
from rookery.backends.conformance import CASES, Case

# What a backend cannot do yet: (backend, case) and why. Such a case must fail, so that no gap outlives its fix.
GAPS: dict[tuple[str, str], str] = {}


@pytest.mark.nojit
@pytest.mark.parametrize("case", CASES, ids=str)
def test_conforms(case: Case, backend: Backend[Any], request: pytest.FixtureRequest) -> None:
    if reason := GAPS.get((backend.name, case.name)):
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    case.check(backend)


def test_gaps_are_gaps_of_something() -> None:
    assert {case for _, case in GAPS} <= {case.name for case in CASES}
    assert len({case.name for case in CASES}) == len(CASES)
