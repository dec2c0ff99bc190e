"""Small coverings in plain Python: the fewest by trying everything, and when the search of arrays takes over."""

from random import Random

import pytest
from rookery_tests.coverings import covering, coverings, symmetric
from rookery_tests.forced import force

import rookery as rk
from rookery.backends import Deadline, Request
from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Interim, Outcome, Solution, Split
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.cover import small
from rookery.backends.engine.cover.components import compile_selection
from rookery.models import Model


def searched(model: Model, request: Request | None = None) -> tuple[list[Solution], Outcome]:
    """What plain Python answers, or those to whom it hands on."""
    case = ModelCase(model, request or Request())
    program = small.compile_small(case)
    assert program is not None
    stream = Split(program.search(case.request))
    return [*stream], stream.outcome


def fewest(model: Model) -> int | None:
    """The number of variables of a solution that is proven to be the best."""
    found, outcome = searched(model)
    assert outcome.proven
    assert not any(model.violated(each) for each in found)
    assert outcome.bound == (len(found[-1]) if found else None)
    return outcome.bound


def test_small_symmetric_coverings_as_brute_force() -> None:
    """A choice that failed takes its images with it: under all symmetries, and under those that keep the first one."""
    for seed in range(60):
        hits, rivals, group = symmetric(Random(seed), 3)
        sizes = (size for size in range(1, 10) if coverings(hits, rivals, size))
        case = ModelCase(model := covering(hits, rivals, group=group), Request())
        if not case.decided:
            assert fewest(model) == next(sizes, None)


@pytest.mark.parametrize("seed", [0, 1])
def test_longer_searches_go_on_with_arrays(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "handed on")
    for problem in (rk.domination("queen", 5), rk.domination("bishop", 4, kind="independent")):
        told = []
        for compile_room in (small.compile_small, compile_selection):
            request = Request(seed=seed)
            program = compile_room(ModelCase(problem.model, request))
            assert program is not None
            told.append(([*program.search(request)], request.effort.statistics, program.explain()))
        assert told[0] == told[1]


def test_small_covering_tells_a_bound_at_its_deadline() -> None:
    program = small.compile_small(ModelCase(rk.domination("queen", 8).model, Request()))
    assert program is not None
    told = [*program.search(Request(deadline=Deadline(0)))]
    assert told == [Interim(bound=4), Outcome(proven=False, end=End.TIME, bound=4)]
