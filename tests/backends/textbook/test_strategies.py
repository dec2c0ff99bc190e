"""The algorithms of the backend `textbook`: the answers of `auto` and of the books, their limits, what they refuse."""

from itertools import product
from random import Random
from typing import Any

import pytest
from rookery_tests import known_values
from rookery_tests.models import random_model
from rookery_tests.small_models import asked, best_of, solutions_of
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Backend, Question, Reason, Unsupported, Want, backend, start
from rookery.backends.contract import WantLike
from rookery.models import BadInput
from rookery.models.pieces.piece import KNIGHT, QUEEN

TEXTBOOK = backend("textbook")
FEWEST = ("astar", "dp", "exhaustive")


def solve_by(problem: rk.Problem, strategy: str, want: WantLike = "one", **limits: Any) -> rk.Answer:
    return rk.solve(problem, want=want, options={"strategy": strategy, **limits.pop("options", {})}, **limits)


def queens(n: int, **givens: Any) -> rk.Problem:
    return rk.placement(QUEEN, rk.Board(n), count=n, **givens)


@pytest.mark.parametrize(("strategy", "largest"), [("rows", 8), ("dp", 6), ("exhaustive", 6)])
def test_strategies_count_and_list_placements(strategy: str, largest: int) -> None:
    for n in range(1, largest + 1):
        counted = solve_by(queens(n), strategy, "count")
        assert (counted.count, counted.complete) == (known_values.values("queen.count")[n], True)
    listed = solve_by(queens(6), strategy, "all")
    assert set(listed.solutions) == set(solve_by(queens(6), "auto", "all").solutions)
    assert len(solve_by(queens(6), strategy).solutions) == 1


@pytest.mark.parametrize("strategy", ["rows", *FEWEST])
def test_strategies_answer_random_selections_as_brute_force(strategy: str) -> None:
    tried = 0
    for shape, seed in product(("covering", "selection", "rows", "pairs", "union", "symmetric"), range(15)):
        model = random_model(Random(f"{shape} {seed}"), shape, most=7)
        for want in Want if isinstance(model.goal, rk.Satisfy) else (Want.ONE,):
            try:
                found, outcome = asked(TEXTBOOK, model, want, options={"strategy": strategy})
            except Unsupported:
                continue
            tried += 1
            assert outcome.proven or (want is Want.ONE and len(found) == 1)
            require_right(model, want, found, outcome.count)
    assert tried > 15


def require_right(model: rk.Model, want: Want, found: list[frozenset[int]], count: int | None) -> None:
    right = solutions_of(model)
    assert set(found) <= right
    assert len(set(found)) == len(found)
    if not isinstance(model.goal, rk.Satisfy):
        assert (model.value(found[-1]) if found else None) == best_of(model)
    elif want is Want.ONE:
        assert bool(found) == bool(right)
    else:
        assert (len(found) if count is None else count) == len(right)


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [(rk.domination(QUEEN, rk.Board(12), "independent"), "astar"), (rk.domination(QUEEN, rk.Board(8)), "dp")],
    ids=["astar", "dp"],
)
def test_strategies_keep_their_memory_limit(problem: rk.Problem, strategy: str) -> None:
    ended = solve_by(problem, strategy, options={"memory": "1M"})
    assert (ended.end, ended.complete, ended.solutions) == (Reason.MEMORY, False, ())
    assert ended.note.startswith(f"{strategy}: ")
    assert "the memory limit is 1 MiB" in ended.note


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [
        (rk.domination(QUEEN, rk.Board(14), "independent"), "astar"),
        (rk.domination(QUEEN, rk.Board(9)), "dp"),
        (rk.domination(QUEEN, rk.Board(9)), "exhaustive"),
        (queens(40), "rows"),
    ],
    ids=["astar", "dp", "exhaustive", "rows"],
)
def test_strategies_keep_their_deadline(problem: rk.Problem, strategy: str) -> None:
    with within(5):
        ended = solve_by(problem, strategy, seconds=0.3)
    assert (ended.end, ended.complete) == (Reason.TIME, False)


@pytest.mark.parametrize(
    ("problem", "strategy", "want", "shown"),
    [
        (rk.domination(QUEEN, rk.Board(5)), "rows", "one", "one choice a row"),
        (queens(65), "rows", "one", "up to 64 values a row"),
        (queens(5), "astar", "one", "the fewest"),
        (rk.domination(QUEEN, rk.Board(5)), "astar", "all", "looks for the fewest"),
        (rk.placement({QUEEN: None, KNIGHT: 1}, rk.Board(3)), "dp", "one", "other constraints"),
    ],
)
def test_strategies_refuse_other_questions(problem: rk.Problem, strategy: str, want: WantLike, shown: str) -> None:
    with pytest.raises(Unsupported, match=shown) as refused:
        rk.solve(problem, "backtracking", Want(want), options={"strategy": strategy})
    assert str(refused.value).startswith(f"strategy {strategy} ")
    assert "\n" not in str(refused.value)


GUARDS = rk.domination(QUEEN, rk.Board(5))


@pytest.mark.parametrize("strategy", FEWEST)
@pytest.mark.parametrize("asked", ["backtracking", "textbook"])
def test_strategy_means_a_backend_with_an_option(strategy: str, asked: str) -> None:
    short = rk.solve(GUARDS, asked, options={"strategy": strategy})
    long = rk.solve(GUARDS, "textbook", options={"strategy": strategy})
    assert (short.backend, short.note) == ("textbook", long.note)
    assert short.note.startswith(f"{strategy}: ")
    assert (short.solutions, short.objective) == (long.solutions, 3)


@pytest.mark.parametrize(("strategy", "options"), [("auto", {}), ("frontier", {"count": "frontier"})], ids=str)
@pytest.mark.parametrize("asked", ["backtracking", backend("backtracking")], ids=["name", "backend"])
def test_auto_and_frontier_stay_with_our_own_search(
    strategy: str, options: dict[str, str], asked: str | Backend
) -> None:
    run = start(GUARDS, asked, Question(want="count", options={"strategy": strategy}))
    assert (run.backend.name, dict(run.question.options)) == ("backtracking", options)


@pytest.mark.parametrize(
    ("asked", "options", "shown"),
    [
        ("auto", {"strategy": "a-star"}, "did you mean astar"),
        ("auto", {"strategy": "dp", "memory": "lots"}, "memory"),
        ("auto", {"strategy": "rows", "memory": "1G"}, "memory"),
        ("backtracking", {"strategy": "dpp"}, "did you mean dp"),
        ("backtracking", {"strategy": "frontier", "count": "listing"}, "say the same"),
        ("backtracking", {"strategy": "dp", "without": "symmetry"}, "no option 'without'"),
        ("sat", {"strategy": "dp"}, "no option 'strategy'"),
        ("backtracking", {"count": "both"}, "option count=both: accepted are auto, search, frontier"),
    ],
    ids=str,
)
def test_option_that_makes_no_sense_is_refused(asked: str, options: dict[str, str], shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        rk.solve(GUARDS, asked, options=options)
