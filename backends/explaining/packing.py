"""Packings: a few constraints of a model that show, by counting alone, that no solution beats the optimum.

To make a sum small: constraints that ask for something, chosen so that no variable serves more than `times` of them
(for its weight). Each solution then pays their bounds together, divided by `times`: nine squares of which no king
guards two need nine kings. To make a sum large the same holds the other way round: constraints that allow something,
chosen so that each variable counts in `times` of them: eight rows that hold a queen each hold at most eight.
This is linear duality with whole numbers; a packing is found by any backend, and checked by addition.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rookery.backends.running.solve_model import solve_model
from rookery.models import AtMost, Exactly, Linear, Minimize, Model, Satisfy
from rookery.models.base.deadline import Deadline, OutOfTime, look, look_between
from rookery.models.model import Constraint, Weights, over_variables

MOST_TIMES = 3
SECONDS = 10.0
BACKEND = "cpsat"
MOST_TERMS = 1_000_000
MOST_CLIQUES = 20_000  # steps of their enumeration


@dataclass(frozen=True)
class Packing:
    """Constraints of which each variable counts in at most `times`: no value is below `bound`.

    Where `least` is false, each counts in at least `times`, and no value is above `bound`.
    """

    constraints: tuple[Constraint, ...]
    times: int
    bound: int
    least: bool = True

    def sides(self) -> list[int]:
        """What each constraint asks for, or allows, of its variables."""
        bounds = ((each.lower if self.least else each.upper) or 0 for each in self.constraints)
        constants = (over_variables(each.terms())[1] for each in self.constraints)
        return [bound - constant for bound, constant in zip(bounds, constants, strict=True)]


@dataclass(frozen=True)
class Row:
    """A constraint as a sum over variables that is at least `side`, or at most where the goal is to be large."""

    constraint: Constraint
    weights: Weights
    side: int


def find_packing(model: Model, optimum: int, seconds: float = SECONDS, quick: bool = False) -> Packing | None:
    """A packing that shows that no solution is better than `optimum`; None where none was found in time.

    `prove_bound` has added it up. `quick` looks for disjoint rows alone.
    """
    if isinstance(model.goal, Satisfy):
        return None
    least = isinstance(model.goal, Minimize)
    try:
        with Deadline(seconds).held():
            for times, rows in _try_packings(model, optimum, quick):
                packing = Packing(tuple(row.constraint for row in rows), times, optimum, least)
                bound = prove_bound(model, packing)
                if bound is not None and not model.better(bound, than=optimum):
                    return replace(packing, bound=bound)
    except OutOfTime:
        pass
    return None


def prove_bound(model: Model, packing: Packing) -> int | None:
    """What a packing proves of the value of each solution, added up anew; None where it proves nothing.

    Each of its constraints must be one of the model, or at most one of literals that the model excludes pair by pair.
    """
    if isinstance(model.goal, Satisfy) or not _follow(packing.constraints, model):
        return None
    least, empty, counted, total = isinstance(model.goal, Minimize), _list_empty(model), Counter[int](), 0
    for constraint in packing.constraints:
        weights, constant = over_variables(constraint.terms())
        side = constraint.lower if least else constraint.upper
        if side is None:
            return None
        counted.update(weights)
        total += side - constant
    goal, constant = over_variables(model.goal.terms())
    for variable in {*counted, *goal} - empty:
        spare = packing.times * goal.get(variable, 0) - counted[variable]
        if spare < 0 if least else spare > 0:
            return None
    return constant + (-(-total // packing.times) if least else total // packing.times)


def _follow(constraints: Sequence[Constraint], model: Model) -> bool:
    """Whether each constraint is one of the model, or at most one of some that exclude each other there."""
    known = {id(each) for each in model.constraints}
    others = [each for each in constraints if id(each) not in known and each not in model.constraints]
    if not all(isinstance(each, AtMost) and each.bound == 1 for each in others):
        return False
    excluded = _list_exclusions(model) if others else {}
    cliques = (set(each.literals) for each in others)
    return all(clique - {one} <= excluded.get(one, set()) for clique in cliques for one in clique)


def _list_empty(model: Model) -> set[int]:
    """The variables that the model says are false."""
    none = (each.literals for each in model.constraints if isinstance(each, Exactly) and each.bound == 0)
    return {literal for literals in none for literal in literals if literal >= 0}


def _list_exclusions(model: Model) -> dict[int, set[int]]:
    """For each variable those that an at-most-one, or exactly-one, of the model excludes beside it."""
    found: dict[int, set[int]] = {}
    for constraint in look_between(model.constraints):
        if (
            isinstance(constraint, AtMost | Exactly)
            and constraint.bound == 1
            and min(constraint.literals, default=-1) >= 0
        ):
            for one in constraint.literals:
                found.setdefault(one, set()).update(each for each in constraint.literals if each != one)
    return found


def _list_rows(model: Model, constraints: Iterable[Constraint]) -> Iterator[Row]:
    """The constraints that may serve: sums of weights above 0 with a bound on the side that counts."""
    least, empty, terms = isinstance(model.goal, Minimize), _list_empty(model), 0
    for constraint in look_between(constraints):
        side = constraint.lower if least else constraint.upper
        weights, constant = over_variables(constraint.terms())
        if side is None or not weights or min(weights.values()) < 0 or (least and side <= constant):
            continue
        terms += len(weights)
        if terms > MOST_TERMS:
            raise OutOfTime
        yield Row(constraint, {v: w for v, w in weights.items() if v not in empty}, side - constant)


def _grow_cliques(model: Model) -> Iterator[AtMost]:
    """Largest sets of variables that exclude each other pair by pair: four squares of which one holds a king.

    Bron and Kerbosch 1973, with pivots. Variables in no such set are left out.
    """
    excluded = _list_exclusions(model)
    waiting = [(set[int](), set(excluded), set[int]())]  # a clique, those that extend it, and those that did before
    for _ in range(MOST_CLIQUES):
        look()
        if not waiting:
            return
        clique, fresh, old = waiting.pop()
        if not fresh and not old and len(clique) > 2:
            yield AtMost(1, tuple(sorted(clique)))
        if fresh:
            pivot = max(sorted(fresh | old), key=lambda v: len(fresh & excluded[v]))
            for one in sorted(fresh - excluded[pivot]):
                waiting.append((clique | {one}, fresh & excluded[one], old & excluded[one]))
                fresh, old = fresh - {one}, old | {one}


def _try_packings(model: Model, optimum: int, quick: bool) -> Iterator[tuple[int, list[Row]]]:
    """Sets of rows that may prove the optimum, with the `times` of each: disjoint ones, all, what a search finds."""
    least, rows = isinstance(model.goal, Minimize), list(_list_rows(model, model.constraints))
    yield from ((1, found) for found in _list_disjoint(rows))
    if quick:
        return
    if least and rows:
        yield _count_all(rows, _goal_weights(model)[0])
    if not least:
        rows += _list_rows(model, _grow_cliques(model))
    yield from _search_all(model, rows, optimum)


def _list_disjoint(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that share no variable, taken in their order from each one on, such as all lines of one direction."""
    terms = sum(len(row.weights) for row in rows)
    for start in range(min(len(rows), 1 + MOST_TERMS // (1 + terms))):
        look()
        found, taken = list[Row](), set[int]()
        for row in (*rows[start:], *rows[:start]):
            if taken.isdisjoint(row.weights):
                taken.update(row.weights)
                found.append(row)
        yield found


def _search_all(model: Model, rows: Sequence[Row], optimum: int) -> Iterator[tuple[int, list[Row]]]:
    goal, constant = _goal_weights(model)
    for times in range(1, MOST_TIMES + 1):
        room = {variable: times * weight for variable, weight in goal.items()}
        if found := _search(rows, room, times * (optimum - constant), times, isinstance(model.goal, Minimize)):
            yield times, found


def _goal_weights(model: Model) -> tuple[Weights, int]:
    """The goal as a sum over the variables that may be true, and a constant."""
    assert not isinstance(model.goal, Satisfy)
    goal, constant = over_variables(model.goal.terms())
    empty = _list_empty(model)
    return {variable: weight for variable, weight in goal.items() if variable not in empty}, constant


def _count_all(rows: Sequence[Row], goal: Weights) -> tuple[int, list[Row]]:
    """All rows together, and how many of them a variable serves at most for its weight."""
    counted = Counter[int]()
    for row in rows:
        counted.update(row.weights)
    return max(-(-many // max(1, goal.get(v, 0))) for v, many in counted.items()), list(rows)


def _search(rows: Sequence[Row], room: Weights, value: int, times: int, least: bool) -> list[Row]:
    """Rows that fit into the room of each variable (or fill it) and add up to enough; none where there are none."""
    sums: dict[int, dict[int, int]] = {variable: {} for variable in room}
    for at, row in enumerate(rows):
        for variable, weight in row.weights.items():
            sums.setdefault(variable, {})[at] = weight
    fits: list[Constraint] = []
    for variable, terms in sums.items():
        limit = room.get(variable, 0)
        bounds = (None, limit) if least else (limit, None)
        if not least and limit <= 0:
            continue
        fits.append(Linear(tuple(terms.values()), tuple(terms), *bounds))
    enough = (value - times + 1, None) if least else (None, value + times - 1)
    fits.append(Linear(tuple(row.side for row in rows), tuple(range(len(rows))), *enough))
    left = Deadline().or_held().left()
    answer = solve_model(Model(len(rows), fits), BACKEND, seconds=max(0.01, min(left, SECONDS)))
    return [rows[at] for at in sorted(answer.solutions[0])] if answer.solutions else []
