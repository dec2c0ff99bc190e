"""Small coverings in plain Python: the fewest by trying everything, and when the search of arrays takes over."""

from random import Random

import pytest
from rookery_tests.coverings import covering, coverings, symmetric, tight

import rookery as rk
from rookery.backends import Deadline, Request, Want
from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Interim, Outcome, Solution, Split
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import small
from rookery.backends.engine.cover.components import compile_selection
from rookery.models import AtLeast, AtMost, Minimize, Model


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


def test_random_coverings_are_solved_as_by_trying_everything() -> None:
    for seed in range(60):
        random = Random(seed)
        pieces = 2 + seed % 3
        hits, rivals = tight(random, random.choice((9, 14, 21)), 12, pieces)
        sizes = (size for size in range(1, 7) if coverings(hits, rivals, size))
        if (expected := next(sizes, None)) is not None:
            assert fewest(covering(hits, rivals)) == expected


def test_symmetric_coverings_are_solved_as_by_trying_everything() -> None:
    """A choice that failed takes its images with it: under all symmetries, and under those that keep the first one."""
    for seed in range(150):
        hits, rivals, group = symmetric(Random(seed), 3)
        sizes = (size for size in range(1, 10) if coverings(hits, rivals, size))
        case = ModelCase(model := covering(hits, rivals, group=group), Request())
        if not case.decided:
            assert fewest(model) == next(sizes, None)


# OEIS A075458, A075324, A006075; n rooks (Yaglom and Yaglom 1964)
@pytest.mark.parametrize(
    ("piece", "kind", "known"),
    [
        ("queen", "plain", (1, 2, 3, 3, 4, 5, 5, 5, 5)),
        ("queen", "independent", (1, 3, 3, 4, 4, 5, 5, 5, 5)),
        ("knight", "plain", (4, 4, 5, 8, 10, 12)),
        ("rook", "plain", (3, 4, 5, 6, 7, 8)),
    ],
)
def test_small_boards_are_dominated_without_arrays(
    piece: str, kind: str, known: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small.SmallCovering, "compile_arrays", None)
    for side, expected in enumerate(known, start=3):
        assert fewest(rk.domination(piece, side, kind=kind).model) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 1])
def test_what_takes_long_is_handed_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "MAX_LOOKS", 0)
    for problem in (rk.domination("queen", 5), rk.domination("bishop", 4, kind="independent")):
        told = []
        for compile_room in (small.compile_small, compile_selection):
            request = Request(seed=seed)
            program = compile_room(ModelCase(problem.model, request))
            assert program is not None
            told.append(([*program.search(request)], request.effort.statistics, program.explain()))
        assert told[0] == told[1]


def test_what_comes_after_a_long_search_is_handed_on() -> None:
    request = Request()
    request.effort.add(nodes=small.MAX_BEFORE + 1)
    searched(rk.domination("queen", 5).model, request)
    assert request.effort.statistics["calls"] > 1  # any number, and whether two suffice


def test_a_deadline_comes_first_and_a_bound_is_told() -> None:
    program = small.compile_small(ModelCase(rk.domination("queen", 8).model, Request()))
    assert program is not None
    told = [*program.search(Request(deadline=Deadline(0)))]
    assert told == [Interim(bound=4), Outcome(proven=False, end=End.TIME, bound=4)]


def test_rivals_and_bounds_may_leave_no_solution() -> None:
    rivals = tuple(AtMost(1, each) for each in ((0, 2), (0, 3), (1, 2), (1, 3)))
    rows = (AtLeast(1, (0, 1)), AtLeast(1, (2, 3)))
    assert fewest(Model(5, (*rows, *rivals), Minimize(range(5)))) is None
    assert fewest(Model(5, (*rows, AtMost(1, range(5))), Minimize(range(5)))) is None
    assert fewest(Model(5, (*rows, AtMost(2, range(5))), Minimize(range(5)))) == 2


def test_only_the_fewest_of_a_small_covering_are_looked_for() -> None:
    rows = (AtLeast(1, (0, 1, 2)), AtLeast(2, (0, 2, 3)))
    for model in (
        Model(4, rows, Minimize(range(4))),
        Model(4, (rows[0], AtLeast(2, range(4))), Minimize(range(4))),
        rk.placement("knight", 4).model,
        rk.domination("queen", 12).model,
    ):
        assert small.compile_small(ModelCase(model, Request())) is None
    model = rk.domination("queen", 5).model
    taken = {"workers": {"workers": 2}, "measured": {"measured": True}, "options": {"options": {"optimum": "search"}}}
    for other in ({"want": Want.COUNT}, *taken.values()):
        assert not isinstance(compile_model(model, Request(**other)), small.SmallCovering)  # type: ignore[arg-type]
    assert isinstance(compile_model(model, Request()), small.SmallCovering)
