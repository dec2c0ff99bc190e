"""Which squares a contradiction is about: those that a rule about every square fails on, and attacks between givens."""

from collections.abc import Collection, Sequence
from itertools import combinations

from rookery.backends.explaining.contradiction import Rules, list_demanding, list_demands
from rookery.backends.explaining.grouped import Group, Grouped
from rookery.backends.explaining.shrink import find_small_core
from rookery.models import Problem
from rookery.models.base.deadline import OutOfTime
from rookery.models.ground.protocol import Place
from rookery.models.model import Constraint
from rookery.models.referee.rules import Fixed, Rule
from rookery.models.referee.walking import meetings


def list_meetings(rules: Rules, problem: Problem) -> list[tuple[Place, Place]]:
    """The pairs of fixed squares among some rules of which one attacks the other, once each."""
    fixed = {rule.square: rule.piece for rule in rules if isinstance(rule, Fixed)}
    met = set(meetings(fixed, problem.board))
    return [pair for pair in combinations(sorted(fixed), 2) if pair in met or pair[::-1] in met]


def list_between(one: Place, other: Place, problem: Problem) -> list[Place]:
    """The squares that a fixed piece passes on its way to another, whichever of the two attacks."""
    board = problem.board
    for start, end in ((one, other), (other, one)):
        for ray in map(list, board.rays(problem.fixed[start], start)):
            if (there := board.index(end)) in ray:
                return list(map(board.square, ray[: ray.index(there)]))
    return []


def list_failing_squares(core: Rules, problem: Problem) -> tuple[Place, ...]:
    """Places, few of them, on which a rule about every square cannot hold beside the rest of a core.

    Empty where no rule of the core is about every square, or time runs out.
    """
    rule = next((each for each in core if each.each_square), None)
    own = next((each.constraints for each in list_demands(problem) if each.rules == (rule,)), ())
    if rule is None or len(own) != len(problem.board):
        return ()
    try:
        return tuple(map(problem.board.square, _find_failing(rule, own, core, problem)))
    except OutOfTime:
        return ()


def _find_failing(rule: Rule, own: Sequence[Constraint], core: Rules, problem: Problem) -> list[int]:
    numbers, rest = range(len(own)), [each for each in core if each != rule]
    groups: list[Group[Rule | int]] = [((at,), (constraint,)) for at, constraint in enumerate(own)]
    groups += [(each.rules, each.constraints) for each in list_demands(problem) if rule not in each.rules]
    units = [*(each for each in list_demanding(problem) if each != rule), *numbers]
    grouped: Grouped[Rule | int] = Grouped(problem.model.variables, units, groups, lambda solution, units: ())

    def find_core(some: Collection[int]) -> frozenset[int] | None:
        found = grouped.core([*rest, *some])
        return None if found is None else frozenset(each for each in found if isinstance(each, int))

    try:
        found = find_small_core(numbers, find_core)
        return sorted(found.units) if found else []
    finally:
        grouped.close()
