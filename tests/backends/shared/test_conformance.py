"""Our backends pass the suite that ships with the package."""

from dataclasses import replace
from typing import Any

import pytest

from rookery.backends import Backend, Unsupported, backend
from rookery.backends.conformance import CASES, Case, NotConforming
from rookery.backends.conformance.conduct import CONDUCT
from rookery.backends.textbook import Textbook

# What a backend cannot do yet: (backend, case) and why. Such a case must fail, so that no gap outlives its fix.
GAPS: dict[tuple[str, str], str] = {}


@pytest.mark.slow
@pytest.mark.nojit
@pytest.mark.parametrize("case", CASES, ids=str)
def test_conforms(case: Case, any_backend: Backend[Any], request: pytest.FixtureRequest) -> None:
    if reason := GAPS.get((any_backend.name, case.name)):
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    case.check(any_backend)


def test_gaps_are_gaps_of_something() -> None:
    assert {case for _, case in GAPS} <= {case.name for case in CASES}
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.slow
def test_a_partial_backend_is_held_to_what_it_answers() -> None:
    """The textbook refuses what has weights, negations or bounds on a part, and answers the rest."""
    textbook, refused = backend("textbook"), []
    for case in CASES:
        try:
            case.ask(textbook)
        except Unsupported:
            refused.append(case.name)
    assert {"model: weights", "model: negated, at least", "1 of queen, 2 of knight on 4"} <= set(refused)
    assert not [name for name in refused if name in {case.name for case in CONDUCT}]
    assert len(refused) < len(CASES) / 4


def test_another_backend_may_refuse_nothing() -> None:
    class Choosy(Textbook):
        capabilities = replace(Textbook.capabilities, partial=False)

    (case,) = (case for case in CASES if case.name == "model: weights")
    case.check(Textbook())
    with pytest.raises(NotConforming, match="Unsupported: backend textbook takes items"):
        case.check(Choosy())
