"""Random problems of every family, with random questions to every backend: the oracle tries every placement."""

from functools import cache
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle.case import free
from oracle.trying import truth
from rookery_tests import wrong_backends as wrong
from rookery_tests.cases import FAMILIES, Case, declare, draw_case
from rookery_tests.judge import LARGE, is_overfull, judge
from rookery_tests.questions import BACKENDS, draw_question
from rookery_tests.shattering import hurry

import rookery as rk
from rookery.backends import Backend, Want
from rookery.models.problems.registry import OURS

randoms = st.randoms(use_true_random=False)


@given(randoms)
def test_random_cases(random: Random) -> None:
    problem = draw_case(random)
    for backend in BACKENDS:
        case = draw_question(random, problem, backend)
        assert not judge(case), case


@given(randoms)
def test_two_workers_answer_alike(random: Random) -> None:
    """Workers change hands after each few nodes, so that small searches are shared too."""
    case = draw_case(random)
    assume(not is_overfull(case) and max(case.costs, default=0) < LARGE)
    problem, right, want = declare(case), truth(case), random.choice(list(Want))
    for backend in ("backtracking", *["cpsat"] * (want is Want.ONE)):
        with pytest.MonkeyPatch.context() as patch:
            hurry(patch)
            one, two = (rk.solve(problem, backend, want, workers=workers) for workers in (1, 2))
        assert (one.status, one.objective, one.count) == (two.status, two.objective, two.count), case
        assert (two.complete, two.objective) == (True, right.best), case
        assert two.count == min(len(right.placements), 1 if want is Want.ONE else len(right.placements)), case
        assert want is not Want.ALL or set(one.solutions) == set(two.solutions), case


@cache
def draw_cases(count: int) -> list[Case]:
    """Return random cases that are the same in each run."""
    randoms = [Random(f"case {number}") for number in range(count)]
    return [draw_question(random, draw_case(random), random.choice(BACKENDS)) for random in randoms]


def test_random_cases_reach_every_corner() -> None:
    cases = draw_cases(400)
    assert {case.family for case in cases} == set(FAMILIES) == set(OURS) - {"n-queens"}  # which are placements
    assert {case.want for case in cases} == {"one", "all", "count"}
    assert {0, 1} <= {len(free(case)) for case in cases}
    assert any(is_overfull(case) for case in cases)
    assert any(case.family == "placement" and case.each[0] == len(case.cells) for case in cases)
    for name in ("torus", "shape", "holes", "fixed", "forbidden", "symmetry", "limit", "hint", "options", "through"):
        assert any(getattr(case, name) for case in cases), name
    solvable = [bool(truth(case).placements) for case in cases[:100] if not is_overfull(case)]
    assert 0.3 < sum(solvable) / len(solvable) < 0.9


WRONG = (
    wrong.Careless, wrong.Stranger, wrong.Repeating, wrong.Worsening, wrong.Boasting, wrong.Contented, wrong.Omitting,
    wrong.Despairing, wrong.Miscounting, wrong.Pessimist, wrong.Relaxing, wrong.Forgetful,
)  # fmt: skip


@pytest.mark.parametrize("backend", [kind() for kind in WRONG], ids=lambda backend: backend.lie)
def test_random_cases_find_wrong_backends(backend: Backend) -> None:
    families = ("placement", "domination", "k-fold")
    small = [c for c in draw_cases(400) if c.family in families and len(c.pieces) == 1 and len(c.cells) <= 8]
    assert any(is_refuted(case.but(options=(), seed=0, hint=()), backend) for case in small)


def is_refuted(case: Case, backend: Backend) -> bool:
    try:
        return bool(judge(case, backend))
    except Exception:
        return True
