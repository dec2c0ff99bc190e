"""Greedy coverings: a solution within milliseconds, for a search that had no time to find one.

A covering is built up from nothing. If that fails, as it does where auxiliary variables say what is covered, a full
board is thinned out. A largest covering starts from a full board; if that is no solution, the variables that no row
needs are dropped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from heapq import heapify, heappop, heapreplace
from itertools import islice
from math import inf

from rookery.backends.contract import Solution
from rookery.core.deadline import OFTEN, Deadline
from rookery.models import Model
from rookery.models.model.constraints import Linear
from rookery.models.model.model import Minimize, Satisfy

Row = tuple[Sequence[int], Sequence[int], int | None, int | None]  # variables, their weights, at least, at most
Place = tuple[int, int]  # the number of a row, and the weight of a variable in it

Accepts = Callable[[Set[int]], bool]  # whether some of the first variables make a solution


def cover_greedily(model: Model, size: int, accepts: Accepts, deadline: Deadline) -> Solution | None:
    """Return an accepted covering among the first `size` variables; None if none is found in time."""
    if isinstance(model.goal, Satisfy):
        return None
    rows = [*_rows(model, size, deadline)]
    sign = 1 if isinstance(model.goal, Minimize) else -1
    costs = {literal: sign * weight for weight, literal in model.goal.terms()}
    if sign < 0:
        if not any(least for _, _, least, _ in rows):
            return None  # a packing
        filled = _fill(rows, size, costs)
        if deadline.passed() or accepts(filled):
            return None if deadline.passed() else frozenset(filled)
        lacking = [
            (least or 0) - sum(weight for variable, weight in zip(those, weights, strict=True) if variable in filled)
            for those, weights, least, _ in rows
        ]
        minimal = frozenset(_drop_needless(sorted(filled), _places(rows, size), lacking, costs))
        return minimal if not deadline.passed() and accepts(minimal) else None
    built = None if deadline.passed() else build_covering(rows, size, costs, deadline)
    if built is not None and accepts(built):
        return built
    return _thin(rows, size, costs, accepts, deadline)


def build_covering(rows: Sequence[Row], size: int, costs: Mapping[int, int], deadline: Deadline) -> Solution | None:
    """Return a minimal covering that is built up from nothing; None if none is found in time.

    Each step takes the variable that meets most of the remaining demand for its cost (Chvátal, A greedy heuristic for
    the set-covering problem, 1979), and fills no row beyond its bound.
    """
    places = _places(rows, size)
    need, space = [least or 0 for _, _, least, _ in rows], [inf if most is None else most for *_, most in rows]

    def worth(variable: int) -> float:
        """Return the demand that a variable would meet for each unit of its cost, negative for the heap."""
        met = sum(min(weight, need[row]) for row, weight in places[variable] if need[row] > 0)
        return -met / max(costs.get(variable, 0), 1e-9)

    heap = [(worth(variable), variable) for variable in range(size) if places[variable]]
    heapify(heap)
    chosen, left = list[int](), sum(1 for demand in need if demand > 0)
    while left and heap:
        if len(chosen) % OFTEN == 0 and deadline.passed():
            return None
        known, variable = heap[0]
        now = worth(variable)
        if now > known:  # an entry of an earlier step: a variable's worth never grows
            heapreplace(heap, (now, variable))
            continue
        heappop(heap)
        if now == 0:
            break
        if any(space[row] < weight for row, weight in places[variable]):
            continue
        chosen.append(variable)
        for row, weight in places[variable]:
            space[row] -= weight
            left -= need[row] > 0 >= need[row] - weight
            need[row] -= weight
    return None if left else frozenset(_drop_needless(chosen, places, need, costs))


def _thin(
    rows: Sequence[Row], size: int, costs: Mapping[int, int], accepts: Accepts, deadline: Deadline
) -> Solution | None:
    """Return a covering that is left when variables are dropped from a full board, the dearest first."""
    chosen = _fill(rows, size, costs)
    if deadline.passed() or not accepts(chosen):
        return None
    for variable in sorted(chosen, key=lambda each: -costs.get(each, 0)):
        if deadline.passed():
            break
        if accepts(chosen - {variable}):
            chosen.remove(variable)
    return frozenset(chosen)


def _fill(rows: Sequence[Row], size: int, costs: Mapping[int, int]) -> set[int]:
    """Return as many variables as the bounds of rows allow, taking the cheapest first."""
    space = [inf if most is None else most for *_, most in rows]
    places = _places(rows, size)
    chosen = set[int]()
    for variable in sorted(range(size), key=lambda each: costs.get(each, 0)):
        if all(space[row] >= weight for row, weight in places[variable]):
            chosen.add(variable)
            for row, weight in places[variable]:
                space[row] -= weight
    return chosen


def _places(rows: Sequence[Row], size: int) -> list[list[Place]]:
    """Return the rows in which each variable stands."""
    places: list[list[Place]] = [[] for _ in range(size)]
    for number, (variables, weights, *_) in enumerate(rows):
        for variable, weight in zip(variables, weights, strict=True):
            places[variable].append((number, weight))
    return places


def _rows(model: Model, size: int, deadline: Deadline) -> Iterator[Row]:
    """Yield the constraints on the first variables alone that have no negation and no negative weight."""
    constraints = iter(model.constraints)
    while not deadline.passed() and (batch := [*islice(constraints, OFTEN)]):
        for constraint in batch:
            variables = tuple(constraint.literals)
            weights = constraint.weights if isinstance(constraint, Linear) else (1,) * len(variables)
            if variables and min(variables) >= 0 and max(variables) < size and min(weights) >= 0:
                yield variables, weights, constraint.lower, constraint.upper


def _drop_needless(
    chosen: list[int], places: list[list[Place]], need: list[int], costs: Mapping[int, int]
) -> Iterator[int]:
    """Yield the chosen variables without those that no row needs; the dearest are dropped first, then the latest.

    `need` is what each row lacks, negative if it has more than it demands.
    """
    latest_first = chosen[::-1]
    for variable in sorted(latest_first, key=lambda each: -costs.get(each, 0)):
        if all(need[row] + weight <= 0 for row, weight in places[variable]):
            for row, weight in places[variable]:
                need[row] += weight
        else:
            yield variable
