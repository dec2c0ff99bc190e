"""python-constraint: both lowerings against brute force and known values, deadlines, missing libraries."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from time import perf_counter

import pytest

from rookery.backends import Deadline, End, Outcome, Request, Status, Unsupported, Want, solve
from rookery.backends.backend import Solution
from rookery.backends.python_constraint import PythonConstraint, backend
from rookery.backends.python_constraint.covers import Cover
from rookery.backends.python_constraint.domains import Domains
from rookery.models import Board, Satisfy
from rookery.models.model import (
    AtLeast,
    AtMost,
    Constraint,
    Exactly,
    Goal,
    Linear,
    Maximize,
    Minimize,
    Model,
)
from rookery.models.pieces import BISHOP, KING, KNIGHT, QUEEN
from rookery.models.problems.dominating import domination
from rookery.models.problems.placing import placement

pytest.importorskip("constraint")
BACKEND = PythonConstraint()
GOALS: list[type[Minimize] | type[Maximize]] = [Minimize, Maximize]
BOUNDS: list[Callable[[int, Sequence[int]], Constraint]] = [AtMost, AtLeast, Exactly]
MOSTLY_CLAUSES = [*BOUNDS, AtLeast]


def ask(model: Model, want: Want = Want.ALL, **request: object) -> tuple[list[Solution], Outcome]:
    """What the backend says to a model: its solutions in order, and how it ended."""
    asked = Request(want, **request)  # type: ignore[arg-type]
    BACKEND.load()
    running = BACKEND.run(BACKEND.compile(model, asked), asked)
    solutions = []
    while True:
        try:
            solutions.append(next(running))
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return solutions, outcome


def brute(model: Model) -> set[Solution]:
    sets = (
        frozenset(chosen)
        for size in range(model.variables + 1)
        for chosen in combinations(range(model.variables), size)
    )
    return {chosen for chosen in sets if model.accepts(chosen)}


def literals(dice: random.Random, size: int, negated: bool = True) -> list[int]:
    chosen = dice.sample(range(size), dice.randint(0, size))
    return [~v if negated and dice.random() < 0.3 else v for v in chosen]


def some_constraint(dice: random.Random, size: int) -> Constraint:
    among = literals(dice, size)
    bound = dice.randint(-1, len(among))
    match dice.randrange(6):
        case 0:
            return AtMost(bound, among)
        case 1:
            return AtLeast(bound, among)
        case 2:
            return Exactly(bound, among)
        case 3:
            return AtMost(1, literals(dice, size, negated=False))
        case 4:
            group = literals(dice, size, negated=False)
            return Exactly(1, group, choice="group") if group and dice.random() < 0.5 else Exactly(1, group or [0])
        case _:
            low = dice.choice([None, dice.randint(-6, 4)])
            high = dice.choice([None, dice.randint(-4, 6)])
            return Linear(tuple(dice.randint(-4, 4) for _ in among), tuple(among), low, high)


def some_goal(dice: random.Random, size: int) -> Goal:
    among = literals(dice, size)
    kind = dice.choice(GOALS)
    return kind(among, tuple(dice.randint(-4, 4) for _ in among)) if dice.random() < 0.6 else kind(among)


def some_models(seed: int, goals: bool) -> Iterator[Model]:
    dice = random.Random(seed)
    for _ in range(60):
        size = dice.randint(1, 7)
        constraints = tuple(some_constraint(dice, size) for _ in range(dice.randint(0, 5)))
        yield Model(size, constraints, some_goal(dice, size) if goals else Satisfy())


def some_coverings(seed: int) -> Iterator[Model]:
    """Models of the kind that is lowered to pieces: clauses, rows of at most one, and few variables wanted."""
    dice = random.Random(seed)
    for _ in range(60):
        size = dice.randint(2, 7)
        kinds = [dice.choice(MOSTLY_CLAUSES) for _ in range(dice.randint(1, 6))]
        constraints = tuple(kind(1, dice.sample(range(size), dice.randint(1, size))) for kind in kinds)
        given = (Exactly(dice.randint(0, 1), (dice.randrange(size),)),) if dice.random() < 0.3 else ()
        sized = [dice.choice(BOUNDS)(dice.randint(0, size), range(size)) for _ in range(dice.choice([0, 0, 1, 2]))]
        yield Model(size, (*constraints, *given, *sized), Minimize(range(size)))


def same_solutions(model: Model, seed: int) -> None:
    wanted = brute(model)
    found, outcome = ask(model, seed=seed)
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert outcome.proven
    assert ask(model, Want.COUNT, seed=seed)[1].count == len(wanted)
    first, outcome = ask(model, Want.ONE, seed=seed)
    assert first == found[:1]
    assert wanted or outcome.proven


def same_optimum(model: Model, seed: int) -> None:
    wanted = brute(model)
    found, outcome = ask(model, Want.ONE, seed=seed)
    assert outcome.proven
    assert wanted.issuperset(found)
    values = [value for chosen in found for value in [model.value(chosen)] if value is not None]
    assert all(model.better(after, than=before) for before, after in pairwise(values))
    best = [value for chosen in wanted for value in [model.value(chosen)] if value is not None]
    optimum = (min(best) if isinstance(model.goal, Minimize) else max(best)) if best else None
    assert (values[-1] if values else None) == optimum
    assert outcome.bound == optimum
    if optimum is not None:
        same_solutions(model.at_optimum(optimum), seed)


@pytest.mark.parametrize("seed", range(8))
def test_random_models_have_the_solutions_of_brute_force(seed: int) -> None:
    for model in some_models(seed, goals=False):
        same_solutions(model, seed % 2 and seed)


@pytest.mark.parametrize("seed", range(8))
def test_random_models_have_the_optima_of_brute_force(seed: int) -> None:
    for model in some_models(seed, goals=True):
        same_optimum(model, seed % 2 and seed)


@pytest.mark.parametrize("seed", range(8))
def test_random_coverings_have_the_optima_of_brute_force(seed: int) -> None:
    forms = set()
    for model in some_coverings(seed):
        forms.add(type(BACKEND.compile(model, Request())))
        same_optimum(model, seed % 2 and seed)
    assert Cover in forms


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (Model(0, ()), 1),
        (Model(0, (AtLeast(1, ()),)), 0),
        (Model(0, (AtMost(0, ()), Exactly(0, ()))), 1),
        (Model(2, (Linear((), (), lower=1),)), 0),
        (Model(3, ()), 8),
        (Model(3, (AtLeast(4, (0, 1, 2)),)), 0),
        (Model(3, (AtMost(-1, (0, 1, 2)),)), 0),
        (Model(4, (AtMost(1, range(4)), AtLeast(2, range(4)), AtLeast(1, (0, 1)))), 0),
        (Model(1, (Exactly(1, (0,)), Exactly(0, (0,)))), 0),
        (Model(2, (Exactly(1, (0,)), Exactly(0, (1,)))), 1),
    ],
)
def test_edges_of_the_language(model: Model, count: int) -> None:
    assert len(brute(model)) == count
    same_solutions(model, seed=0)


def test_goals_over_nothing() -> None:
    for goal in (Minimize(()), Maximize(())):
        assert ask(Model(0, (), goal), Want.ONE) == ([frozenset()], Outcome(proven=True, bound=0))
        same_optimum(Model(2, (AtLeast(1, (0, 1)),), goal), seed=0)


def test_queens_become_one_variable_a_row() -> None:
    program = BACKEND.compile(placement(QUEEN, Board(8), 8).model, Request())
    assert isinstance(program, Domains)
    assert program.size == {"variables": 8, "values": 64, "constraints": 28}
    assert not program.totals


def test_kings_become_one_variable_a_square_of_four() -> None:
    program = BACKEND.compile(placement(KING, Board(8)).model, Request())
    assert isinstance(program, Domains)
    assert program.size["variables"] == 16


def test_fixed_queens_leave_smaller_domains() -> None:
    program = BACKEND.compile(placement(QUEEN, Board(8), 8, fixed=[(2, 2)]).model, Request())
    assert program.size["variables"] == 7
    assert program.size["values"] < 7 * 7


def test_domination_becomes_a_covering() -> None:
    program = BACKEND.compile(domination(QUEEN, Board(6)).model.at_optimum(3), Request())
    assert isinstance(program, Cover)
    assert program.size == {"variables": 3, "values": 36, "constraints": 1}


# OEIS A000170 (n queens), A075458 (domination), A075324 (independent domination): known_values.toml.
def test_eight_queens() -> None:
    answer = solve(placement(QUEEN, Board(8), 8), BACKEND, want="all")
    assert (answer.count, answer.complete, len(set(answer.solutions))) == (92, True, 92)
    assert solve(placement(QUEEN, Board(8), 8), BACKEND, want="count").count == 92
    assert solve(placement(QUEEN, Board(8), 8), BACKEND, want="all", up_to_symmetry=True).orbits == 12
    assert solve(placement(QUEEN, Board(3), 3), BACKEND).status is Status.INFEASIBLE


def test_minimum_dominating_sets_of_queens() -> None:
    answer = solve(domination(QUEEN, Board(6)), BACKEND, want="all")
    assert (answer.objective, answer.bound, answer.count, answer.complete) == (3, 3, 4, True)
    answer = solve(domination(QUEEN, Board(6), "independent"), BACKEND)
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 4, 4)


@pytest.mark.parametrize(("piece", "fewest"), [(QUEEN, 5), (BISHOP, 8), (KNIGHT, 14)], ids=str)
def test_the_inverse_queens_task_on_the_chessboard(piece: object, fewest: int) -> None:
    answer = solve(domination(piece, Board(8), "independent"), BACKEND)  # type: ignore[arg-type]
    assert (answer.status, answer.objective) == (Status.OPTIMAL, fewest)


def test_total_domination_of_one_square_is_infeasible() -> None:
    assert solve(domination(QUEEN, Board(1), "total"), BACKEND).status is Status.INFEASIBLE


def test_seeds_change_the_order_and_not_the_set() -> None:
    problem = placement(QUEEN, Board(6), 6)
    plain, other, again = (solve(problem, BACKEND, want="all", seed=seed).solutions for seed in (0, 7, 7))
    assert other == again
    assert plain != other
    assert set(plain) == set(other)


def test_a_limit_ends_the_stream() -> None:
    found, outcome = ask(placement(QUEEN, Board(8), 8).model, Want.ALL, limit=5)
    assert (len(found), outcome.proven, outcome.end) == (5, False, End.SOLUTIONS)


def test_the_deadline_is_kept_by_a_covering() -> None:
    start = perf_counter()
    answer = solve(domination(KNIGHT, Board(12)), BACKEND, seconds=1)  # 24 are needed: a long refutation of 23
    assert perf_counter() - start < 2
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= 24 <= answer.objective


def test_the_deadline_is_kept_by_finite_domains() -> None:
    start = perf_counter()
    answer = solve(placement(QUEEN, Board(14), 14), BACKEND, want="count", seconds=1)
    assert perf_counter() - start < 2
    assert (answer.complete, answer.end) == (False, End.TIME)
    assert 0 < answer.count < 365_596


def test_the_deadline_is_kept_where_nothing_constrains() -> None:
    start = perf_counter()
    found, outcome = ask(Model(60, ()), Want.COUNT, deadline=Deadline(0.3))
    assert perf_counter() - start < 1
    assert (found, outcome.proven, outcome.end) == ([], False, End.TIME)
    assert outcome.count


def test_a_deadline_that_passes_before_the_search_is_honest() -> None:
    model = domination(QUEEN, Board(12)).model
    found, outcome = ask(model, Want.ONE, deadline=Deadline(1e-9))
    assert (found, outcome) == ([], Outcome(proven=False, end=End.TIME))


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(Unsupported, match="at most 3,000,000 literals; this model has"):
        BACKEND.compile(placement(QUEEN, Board(1000), 1000).model, Request())
    with pytest.raises(Unsupported, match="at most 3,000,000 conflicting pairs"):
        BACKEND.compile(Model(1800, (AtMost(1, range(1800)),), Maximize(range(1800))), Request())


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        ({}, "backend python-constraint needs its library; run pip install python-constraint2"),
        (
            {"python-constraint": "1.4.0"},
            "the distribution python-constraint 1.4.0 holds the module `constraint`, which python-constraint2 needs; "
            "run pip uninstall python-constraint, then pip install --force-reinstall python-constraint2",
        ),
    ],
)
def test_a_wrong_library_is_refused(installed: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "installed", installed.get)
    with pytest.raises(Unsupported) as refused:
        BACKEND.load()
    assert str(refused.value) == said


def test_more_workers_are_refused() -> None:
    with pytest.raises(Unsupported, match="2 workers"):
        solve(placement(QUEEN, Board(4), 4), BACKEND, workers=2)
