"""The algorithms of the backend `textbook`: the answers of `auto` and of the books, their limits, what they refuse."""

import tracemalloc
from random import Random
from typing import Any

import pytest
from rookery_tests import known_values
from rookery_tests.small_models import asked, best_of, solutions_of
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Deadline, End, Question, Request, Unsupported, Want, backend, start
from rookery.backends.contract.question import WantLike
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.models import BadInput
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import Kind

TEXTBOOK = backend("textbook")
FEWEST = ("astar", "dp", "exhaustive")
SERIES: dict[Kind, str] = {
    "plain": "queen.gamma",
    "independent": "queen.independent_domination",
    "total": "queen.total_domination",
}

pytestmark = pytest.mark.nojit


def answer(problem: rk.Problem, strategy: str, want: WantLike = "one", **limits: Any) -> rk.Answer:
    return rk.solve(problem, want=want, options={"strategy": strategy, **limits.pop("options", {})}, **limits)


def queens(n: int, **givens: Any) -> rk.Problem:
    return rk.placement(QUEEN, rk.Board(n), count=n, **givens)


@pytest.mark.parametrize("strategy", FEWEST)
@pytest.mark.parametrize("kind", ["plain", "independent", "total"])
def test_the_fewest_queens_are_those_of_the_books(strategy: str, kind: Kind) -> None:
    known = {n: value for n, value in known_values.values(SERIES[kind]).items() if n <= (5 if kind == "total" else 6)}
    found = {n: answer(rk.domination(QUEEN, rk.Board(n), kind), strategy) for n in known}
    assert {n: each.objective for n, each in found.items()} == known
    assert all(each.complete and each.status == "optimal" for each in found.values())


@pytest.mark.parametrize("strategy", FEWEST)
@pytest.mark.parametrize("piece", [KNIGHT, KING, ROOK, rk.NIGHTRIDER], ids=str)
@pytest.mark.parametrize("kind", ["plain", "independent", "total", "perfect"])
def test_agrees_with_auto_on_other_pieces_and_boards(strategy: str, piece: rk.Piece, kind: Kind) -> None:
    for board in (rk.Board(3, 4), rk.Board(4, holes=[(1, 1)]), rk.Board(3, torus=True), rk.Board(1)):
        problem = rk.domination(piece, board, kind)
        own, auto = answer(problem, strategy), answer(problem, "auto")
        assert (own.status, own.objective, own.complete) == (auto.status, auto.objective, True)


@pytest.mark.parametrize(("strategy", "largest"), [("rows", 8), ("dp", 6), ("exhaustive", 6)])
def test_counts_and_lists_placements(strategy: str, largest: int) -> None:
    for n in range(1, largest + 1):
        counted = answer(queens(n), strategy, "count")
        assert (counted.count, counted.complete) == (known_values.values("queen.count")[n], True)
    listed = answer(queens(6), strategy, "all")
    assert set(listed.solutions) == set(answer(queens(6), "auto", "all").solutions)
    assert len(answer(queens(6), strategy).solutions) == 1


@pytest.mark.parametrize("strategy", ["dp", "exhaustive"])
def test_counts_and_lists_the_fewest(strategy: str) -> None:
    problem = rk.domination(QUEEN, rk.Board(5), "independent")
    auto = answer(problem, "auto", "all")
    listed, counted = answer(problem, strategy, "all"), answer(problem, strategy, "count")
    assert set(listed.solutions) == set(auto.solutions)
    assert (counted.count, counted.objective) == (auto.count, auto.objective)


@pytest.mark.parametrize("strategy", ["dp", "exhaustive"])
@pytest.mark.full
def test_finds_the_most(strategy: str) -> None:
    for n, most in {3: 4, 4: 4, 5: 9}.items():  # kings: ceil(n / 2) squared
        assert answer(rk.placement(KING, rk.Board(n)), strategy).objective == most


def selections(count: int) -> list[rk.Model]:
    """Random items, cliques, bounds and goals on up to seven variables."""
    return [_random(Random(number)) for number in range(count)]


def _random(random: Random) -> rk.Model:
    variables = random.randint(1, 7)

    def some() -> tuple[int, ...]:
        return tuple(random.sample(range(variables), random.randint(1, variables)))

    parts = [random.choice((rk.AtLeast, rk.AtMost, rk.Exactly))(1, some()) for _ in range(random.randint(0, 5))]
    whole = tuple(range(variables))
    bounds = [random.choice((rk.AtLeast, rk.AtMost))(random.randint(0, variables), whole)] * random.randint(0, 1)
    goal = random.choice((rk.Satisfy(), rk.Minimize(whole), rk.Maximize(whole)))
    return rk.Model(variables, (*parts, *bounds), goal)


@pytest.mark.parametrize("strategy", ["rows", *FEWEST])
def test_random_selections_as_by_trying_everything(strategy: str) -> None:
    tried = 0
    for model in selections(400):
        for want in Want if isinstance(model.goal, rk.Satisfy) else (Want.ONE,):
            try:
                found, outcome = asked(TEXTBOOK, model, want, options={"algorithm": strategy})
            except Unsupported:
                continue
            tried += 1
            assert outcome.proven or (want is Want.ONE and len(found) == 1)
            compare(model, want, found, outcome.count)
    assert tried > 60


def compare(model: rk.Model, want: Want, found: list[frozenset[int]], count: int | None) -> None:
    right = solutions_of(model)
    assert set(found) <= right
    assert len(set(found)) == len(found)
    if not isinstance(model.goal, rk.Satisfy):
        assert (model.value(found[-1]) if found else None) == best_of(model)
    elif want is Want.ONE:
        assert bool(found) == bool(right)
    else:
        assert (len(found) if count is None else count) == len(right)


def test_forced_choices_count_too() -> None:
    problem = rk.domination(QUEEN, rk.Board(5), fixed=[(0, 0)], forbidden=[(2, 2)])
    for strategy in FEWEST:
        assert answer(problem, strategy).objective == answer(problem, "auto").objective


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [(rk.domination(QUEEN, rk.Board(12), "independent"), "astar"), (rk.domination(QUEEN, rk.Board(8)), "dp")],
    ids=["astar", "dp"],
)
def test_the_memory_limit_ends_a_search(problem: rk.Problem, strategy: str) -> None:
    ended = answer(problem, strategy, options={"memory": "1M"})
    assert (ended.end, ended.complete, ended.solutions) == (End.MEMORY, False, ())
    assert ended.raw_status.startswith(f"{strategy}: ")
    assert "the memory limit is 1 MiB" in ended.raw_status


def test_astar_tells_a_bound_when_it_is_cut() -> None:
    ended = answer(rk.domination(QUEEN, rk.Board(12), "independent"), "astar", options={"memory": "2M"})
    assert ended.bound is not None
    assert 5 <= ended.bound <= 7  # i(Q_12) = 7, OEIS A075324


@pytest.mark.slow
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
@pytest.mark.part(4)
def test_the_deadline_ends_a_search(problem: rk.Problem, strategy: str) -> None:
    with within(5):
        ended = answer(problem, strategy, seconds=0.3)
    assert (ended.end, ended.complete) == (End.TIME, False)


@pytest.mark.full
def test_the_memory_that_is_counted_is_about_what_is_taken() -> None:
    request = Request(Want.ONE, options={"algorithm": "dp", "memory": "4M"}, deadline=Deadline(60))
    program = TEXTBOOK.compile(rk.domination(QUEEN, rk.Board(8), "independent").model, request)
    tracemalloc.start()
    try:
        list(TEXTBOOK.run(program, request))
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 1 << 20 < taken < 8 << 20


def test_a_seed_shuffles_and_keeps_the_answers() -> None:
    problem = rk.domination(QUEEN, rk.Board(6), "independent")
    found = {answer(problem, "astar", seed=seed).solutions[0] for seed in range(6)}
    assert len(found) > 1
    assert {len(placement) for placement in found} == {4}
    assert (
        answer(queens(6), "rows", "count", seed=3).count == answer(queens(6), "exhaustive", "count", seed=3).count == 4
    )


@pytest.mark.parametrize(
    ("problem", "strategy", "want", "shown"),
    [
        (rk.domination(QUEEN, rk.Board(5)), "rows", "one", "one choice a row"),
        (rk.placement(KNIGHT, rk.Board(4)), "rows", "one", "one choice a row"),
        (queens(65), "rows", "one", "up to 64 values a row"),
        (queens(5), "astar", "one", "the fewest"),
        (rk.domination(QUEEN, rk.Board(5)), "astar", "all", "finds one solution"),
        (rk.placement({QUEEN: None, KNIGHT: 1}, rk.Board(3)), "dp", "one", "other constraints"),
    ],
)
def test_refuses_before_it_searches(problem: rk.Problem, strategy: str, want: WantLike, shown: str) -> None:
    with pytest.raises(Unsupported, match=shown) as refused:
        start(problem, "backtracking", Question(Want(want), options={"strategy": strategy}))
    assert str(refused.value).startswith(f"strategy {strategy} ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (
            {"strategy": "a-star"},
            "unknown strategy 'a-star': did you mean astar.* there are auto, rows, astar, dp, exh",
        ),
        ({"strategy": "dp", "memory": "lots"}, "expected an amount such as 64M"),
        ({"strategy": "dp", "memory": "0M"}, "expected an amount"),
        ({"strategy": "rows", "memory": "1G"}, "option memory is for the strategies astar and dp"),
        ({"memory": "1G", "count": "search"}, "option memory is for"),
    ],
    ids=str,
)
def test_refuses_options_that_make_no_sense(options: dict[str, str], shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        rk.solve(queens(4), options=options)


def test_dp_takes_no_seed() -> None:
    with pytest.raises(Unsupported, match="takes no seed"):
        answer(queens(4), "dp", seed=1)


def test_the_size_of_a_search_is_told() -> None:
    problem = rk.domination(QUEEN, rk.Board(6), "independent")
    shown = {strategy: answer(problem, strategy).raw_status for strategy in FEWEST}
    assert "queue at most 118 states, 19 closed" in shown["astar"]
    assert "states after a candidate" in shown["dp"]
    assert "ways tested, at most one of each of 6 rows" in shown["exhaustive"]


def test_a_strategy_needs_a_selection() -> None:
    model = rk.Model(2, (rk.Linear((1, 2), (0, 1), lower=1, upper=2),))
    assert recognise_selection(model) is None
    with pytest.raises(Unsupported, match="other constraints"):
        asked(TEXTBOOK, model, options={"algorithm": "exhaustive"})
