"""The rules of a problem that contradict each other, found as a small core of a SAT solver.

What "keep these rules and no others" means is said in chess words: some placement breaks none of them, each judged as
in the whole problem. The clauses only lead there: "contradiction" follows from what the declaration says that each
rule demands, and "no contradiction" from a placement that the referee of chess accepts.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from rookery.backends.contract.backend import Solution
from rookery.backends.explaining.grouped import Group, Grouped
from rookery.backends.explaining.packing import Packing, find_packing
from rookery.backends.explaining.shrink import Core, Size, find_small_core
from rookery.models import AtMost, Maximize, Model, Problem
from rookery.models.problem import Demand
from rookery.models.problems.registry import declare, families
from rookery.models.referee.faults import faults
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Peaceful, Rule, Sighted
from rookery.models.referee.walking import meetings

Rules = Collection[Rule]


def find_contradiction(problem: Problem) -> Core[Rule] | None:
    """Rules of a problem that contradict each other, as few as time allows; None where it has a solution.

    Raises `OutOfTime` where the deadline that is held comes before anything is known.
    """
    if plain := _find_meeting(problem) or _find_crowd(problem):
        return Core(frozenset(plain), Size.MINIMAL)
    rules = list_demanding(problem)
    contradictions = Contradictions(problem)
    try:
        return find_small_core(rules, contradictions.core)
    finally:
        contradictions.close()


def list_demanding(problem: Problem) -> list[Rule]:
    """The rules that demand something, those in front that every problem of the family has."""
    rules = [rule for rule in problem.rules if not (isinstance(rule, Holds) and rule.count is None)]
    return sorted(rules, key=lambda rule: isinstance(rule, Fixed | Forbidden))


def _find_meeting(problem: Problem) -> tuple[Rule, ...] | None:
    """Two fixed pieces of which one attacks the other where peace is asked for; no solver is needed to see it."""
    peace = next((rule for rule in problem.rules if isinstance(rule, Peaceful)), None)
    if peace is None:
        return None
    met = next(iter(meetings(problem.fixed, problem.board)), None)
    return None if met is None else (*(Fixed(square, problem.fixed[square]) for square in met), peace)


def _find_crowd(problem: Problem) -> tuple[Rule, ...] | None:
    """A count too large for the peace that is asked for, where lines show it: solvers of clauses cannot count."""
    for count in (rule for rule in problem.rules if isinstance(rule, Holds) and rule.count):
        for peace in (rule for rule in problem.rules if isinstance(rule, Peaceful | Sighted)):
            if find_packing_of_count(problem, count, [peace], quick=True):
                return count, peace
    return None


def find_packing_of_count(problem: Problem, count: Holds, others: Rules, quick: bool = False) -> Packing | None:
    """What shows, by some other rules, that fewer pieces fit than are counted."""
    kept = [c for demand in list_demands(problem) if set(others).issuperset(demand.rules) for c in demand.constraints]
    first, size = problem.pieces.index(count.piece) * len(problem.board), len(problem.board)
    model = Model(problem.model.variables, kept, Maximize(range(first, first + size)))
    return None if count.count is None else find_packing(model, count.count - 1, quick=quick)


class Contradictions:
    """Which sets of rules of a problem contradict themselves."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._demands = problem, list_demands(problem)
        self._joint = [each.rules for each in self._demands if _mixes_givens(each)]
        rules, placed = list_demanding(problem), len(problem.pieces) * len(problem.board)
        groups: Iterator[Group[Rule]] = ((each.rules, each.constraints) for each in self._demands)
        self._grouped = Grouped(problem.model.variables, rules, groups, self._list_broken, placed)

    def close(self) -> None:
        """Free the solver's memory."""
        self._grouped.close()

    def core(self, rules: Rules) -> frozenset[Rule] | None:
        """Some of the rules that contradict each other; None where a placement keeps all of them."""
        if any(not set(joint) <= set(rules) for joint in self._joint) and (fewer := self._redeclare(rules)):
            return _ask(fewer, lambda other: other.core(rules))
        if self._known_to_keep(rules):
            return None
        return self._grouped.core(rules)

    def _list_broken(self, solution: Solution, rules: Rules) -> list[Rule]:
        """The rules that the placement of a solution breaks, by the referee of chess."""
        problem = self._problem
        placement = problem.read(solution)
        return [rule for rule in rules if any(True for _ in faults(rule, placement, problem.board, problem.rules))]

    def _known_to_keep(self, rules: Rules) -> bool:
        """Whether a placement that the declaration has found keeps the rules."""
        found = self._problem.found
        return found is not None and not self._list_broken(found, rules)

    def _redeclare(self, rules: Rules) -> Problem | None:
        """The problem with those of its givens alone that are among the rules; None where that is the same one."""
        asked = self._problem.asked
        if asked is None or asked.family not in families():
            return None
        fixed = {square: piece for square, piece in asked.fixed.items() if Fixed(square, piece) in rules}
        forbidden = tuple(square for square in asked.forbidden if Forbidden(square) in rules)
        if len(fixed) == len(asked.fixed) and len(forbidden) == len(asked.forbidden):
            return None
        return declare(replace(asked, fixed=fixed, forbidden=forbidden))


def _ask(problem: Problem, ask: Callable[[Contradictions], frozenset[Rule] | None]) -> frozenset[Rule] | None:
    other = Contradictions(problem)
    try:
        return ask(other)
    finally:
        other.close()


def _mixes_givens(demand: Demand) -> bool:
    """Whether some constraints hold for the givens and other rules together, so that fewer givens have other ones."""
    return len(demand.rules) > 1 and any(isinstance(rule, Fixed | Forbidden) for rule in demand.rules)


def list_demands(problem: Problem) -> list[Demand]:
    """What each rule demands; where the declaration does not say it, all rules together demand all constraints.

    A model that was changed since its declaration is such a case. One piece a square is part of what a placement is.
    """
    told, there = problem.demands, {id(constraint) for constraint in problem.model.constraints}
    if not told or not all(id(constraint) in there for demand in told for constraint in demand.constraints):
        told = (Demand(problem.rules, tuple(problem.model.constraints)),)
    demanding = set(list_demanding(problem))
    kept = [Demand(tuple(rule for rule in rules if rule in demanding), ours) for rules, ours in told]
    return [*kept, Demand((), tuple(_one_each(problem)))]


def _one_each(problem: Problem) -> Iterator[AtMost]:
    size, pieces = len(problem.board), len(problem.pieces)
    if pieces > 1:
        yield from (AtMost(1, range(square, pieces * size, size)) for square in range(size))
