"""Every family on every small board: all solutions, their number and the optimum, against trying every placement."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from oracle.case import space
from rookery_tests.cases import Case
from rookery_tests.judge import judge
from rookery_tests.questions import BACKENDS

BOARDS: list[dict[str, Any]] = [
    *({"rows": rows, "columns": columns} for rows, columns in ((1, 1), (1, 4), (2, 3), (3, 3), (4, 3), (4, 4))),
    {"rows": 3, "columns": 3, "torus": True},
    {"rows": 2, "columns": 4, "torus": True},
    {"rows": 3, "columns": 4, "shape": "cylinder"},
    {"rows": 3, "columns": 3, "holes": ((1, 1),)},
    {"rows": 4, "columns": 4, "holes": ((0, 0), (2, 1))},
]
SINGLES: list[tuple[str, ...]] = [
    (piece,) for piece in ("Q", "R", "B", "N", "K", "fR", "fN", "fWbF")
]  # the last three look one way
PAIRS: list[tuple[str, ...]] = [("Q", "N"), ("R", "B"), ("K", "fR"), ("fN", "B")]
ASKED: dict[str, tuple[list[tuple[str, ...]], list[dict[str, Any]]]] = {  # pieces and parameters of each family
    "placement": (SINGLES, [{"each": (n,)} for n in (None, 0, 2)] + [{"each": (None,), "kind": "maximal"}]),
    "placement of two": (PAIRS, [{"each": (1, None)}, {"each": (2, 1)}, {"each": (None, None), "kind": "maximal"}]),
    "domination": (SINGLES, [{"kind": kind} for kind in ("plain", "independent", "total", "perfect")]),
    "domination from the border": (SINGLES, [{"allowed": "border"}, {"allowed": "border", "kind": "total"}]),
    "k-fold": (SINGLES, [{"times": 2}, {"times": 2, "closed": True}]),
    "sighted": (PAIRS, [{"each": (1, None)}, {"each": (2, 1), "pawns": 1}]),
    "guards by cost": (PAIRS, [{"each": (None,) * 2, "costs": (3, 2), "through": each} for each in (False, True)]),
    "guards": (PAIRS, [{"each": (1, None), "kind": kind} for kind in ("plain", "independent", "total")]),
    "coverage": (SINGLES + PAIRS, [{"each": (2, 1)}, {"each": (1, 1), "goal": "fewest"}]),
    "coverage in peace": (SINGLES + PAIRS, [{"each": (2, 1), "kind": "independent"}]),
    "armies": ([piece * 2 for piece in SINGLES[:5]] + PAIRS[:1], [{}, {"size": 1}]),
    "regions": (SINGLES, [{}]),
}


def list_cases(name: str) -> Iterator[Case]:
    pieces, parameters = ASKED[name]
    family = name.split()[0]
    for board, some, more, given in product(BOARDS, pieces, parameters, (False, True)):
        case = Case(family, pieces=some, **board, **more)
        case = case.but(each=case.each[: len(some)])
        if given and (family == "armies" or len(case.cells) < 3):
            continue
        if given:
            case = case.but(fixed=((*case.cells[0], 0),), forbidden=(case.cells[-1],))
        if space(case) <= 70_000 and sum(each for each in case.each if isinstance(each, int)) <= len(case.cells):
            yield case


@pytest.mark.parametrize("name", ASKED)
def test_small_boards(name: str) -> None:
    for at, case in enumerate(list_cases(name)):
        if at % 4 == 0:
            check_case(case, BACKENDS[at % len(BACKENDS)], at)


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ASKED)
def test_more_small_boards(name: str, backend: str) -> None:
    """Each problem is put to one backend."""
    for at, case in enumerate(list_cases(name), start=BACKENDS.index(backend)):
        if at % len(BACKENDS) == 0:
            check_case(case, backend, at // len(BACKENDS))


def check_case(case: Case, backend: str, at: int) -> None:
    if backend == "python-constraint" and space(case) > 5_000:
        backend = "auto"  # python-constraint takes seconds
    symmetry = not case.shape and at % 2 == 1 and at % 3 < 2  # the oracle knows no symmetries of cylinders
    question = case.but(backend=backend, want=("all", "count", "one")[at % 3], symmetry=symmetry)
    assert not judge(question), question
