"""The rules of a problem that contradict each other, found as a small core of a SAT solver.

What "keep these rules and no others" means is said in chess words: some placement breaks none of them, each judged as
in the whole problem. The clauses only lead there: "contradiction" follows from what the declaration says that each
rule demands, and "no contradiction" from a placement that the referee of chess accepts.

Constraints in groups that can be asked for alone: clauses with a selector for each unit that demands them.

A *unit* is what may be kept or dropped, such as a rule in chess words, or a row of a model. A group of constraints
holds as soon as all of its units are kept; a group without units always holds.

Which squares a contradiction is about: those that a rule about every square fails on, and attacks between givens.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations

from rookery.backends.contract import Solution
from rookery.backends.evidence.explaining.cores import Core, Size, Unit, find_small_core
from rookery.backends.evidence.explaining.packing import Packing, find_packing
from rookery.backends.explaining.asked import Asked
from rookery.core.deadline import OutOfTime
from rookery.models import AtMost, Maximize, Model, Problem
from rookery.models.boards.base import Cell
from rookery.models.model.constraints import Constraint
from rookery.models.problem.problem import Demand
from rookery.models.problems.registry import declare
from rookery.models.reading.given import plain_fixed
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Peaceful, Rule, Sighted
from rookery.models.referee.walking import Walked

Group = tuple[tuple[Unit, ...], Sequence[Constraint]]
Judge = Callable[[Solution, Collection[Unit]], Collection[Unit]]
GIVENS = "fixed", "forbidden", "allowed", "blocked", "excluded", "seed"  # arguments of a family
MAX_REFUSALS = 2_000  # solutions of one question that the judge may refuse


class Grouped(Asked[Unit]):
    """Units of which any set can be asked whether it contradicts itself.

    `judge` says which of some units a solution breaks that the clauses let pass; so "no contradiction" always comes
    with a witness that the judge accepts. Methods raise `OutOfTime`.
    """

    def __init__(
        self, variables: int, units: Iterable[Unit], groups: Iterable[Group[Unit]], judge: Judge[Unit], placed: int = 0
    ) -> None:
        super().__init__(variables, [*(((unit,), ()) for unit in units), *groups])
        self._placed, self._judge = placed, judge
        self._units = {selector: unit for unit, selector in self.selectors.items()}

    def contradiction(self, units: Collection[Unit]) -> frozenset[Unit] | None:
        """Some of these units that contradict each other; None if one solution keeps all, as the judge agrees."""
        for _ in range(MAX_REFUSALS):
            found = self.core(self.selectors[unit] for unit in units)
            if found is not None:
                return frozenset(self._units[literal] for literal in found)
            solution = self.solution()
            broken = self._judge(solution, units)
            if not broken:
                return None
            # The same placement never again while a unit that it breaks is kept
            other = [-(v + 1) if v in solution else v + 1 for v in range(self._placed)]
            for unit in broken:
                self._solver.add_clause([-self.selectors[unit], *other])
        raise OutOfTime


Rules = Collection[Rule]


def find_contradiction(problem: Problem) -> Core[Rule] | None:
    """Rules of a problem that contradict each other, as few as time allows; None if it has a solution.

    Raises `OutOfTime` if the deadline that is held comes before anything is known.
    """
    if plain := next(list_plain_cores(problem), None):
        return Core(plain, Size.MINIMAL)
    rules = list_demanding(problem)
    with closing(Contradictions(problem)) as contradictions:
        return find_small_core(rules, contradictions.core)


def list_demanding(problem: Problem) -> list[Rule]:
    """The rules that demand something, those in front that every problem of the family has."""
    rules = [rule for rule in problem.rules if not (isinstance(rule, Holds) and rule.count is None)]
    return sorted(rules, key=lambda rule: isinstance(rule, Fixed | Forbidden))


def list_plain_cores(problem: Problem) -> Iterator[frozenset[Rule]]:
    """Contradictions that are seen without a solver, which cannot count.

    These are two fixed pieces of which one attacks the other if peace is asked for, and a count too large for the peace
    that is asked for, if lines show it.
    """
    for peace in [rule for rule in problem.rules if isinstance(rule, Peaceful)][:1]:
        for met in Walked(problem.board, problem.fixed).meetings():
            yield frozenset([*(Fixed(square, problem.fixed[square]) for square in met), peace])
    for count in (rule for rule in problem.rules if isinstance(rule, Holds) and rule.count):
        for asked in (rule for rule in problem.rules if isinstance(rule, Peaceful | Sighted)):
            if find_packing_of_count(problem, count, [asked], quick=True):
                yield frozenset([count, asked])


def find_packing_of_count(problem: Problem, count: Holds, others: Rules, quick: bool = False) -> Packing | None:
    """A packing by some other rules that shows that fewer pieces fit than the count demands."""
    kept = [c for demand in list_demands(problem) if set(others).issuperset(demand.rules) for c in demand.constraints]
    first, size = problem.pieces.index(count.piece) * len(problem.board), len(problem.board)
    model = Model(problem.model.variables, kept, Maximize(range(first, first + size)))
    return None if count.count is None else find_packing(model, count.count - 1, quick=quick)


class Contradictions:
    """Contradictory sets of rules of a problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._demands = problem, list_demands(problem)
        # Whether some constraints hold for the givens and other rules together, so that fewer givens have other ones
        self._joint = [
            each.rules
            for each in self._demands
            if (len(each.rules) > 1 and any(isinstance(rule, Fixed | Forbidden) for rule in each.rules))
        ]
        rules, placed = list_demanding(problem), len(problem.pieces) * len(problem.board)
        groups: Iterator[Group[Rule]] = ((each.rules, each.constraints) for each in self._demands)
        self._grouped = Grouped(problem.model.variables, rules, groups, self._list_broken, placed)

    def close(self) -> None:
        """Free the solver's memory."""
        self._grouped.close()

    def core(self, rules: Rules) -> frozenset[Rule] | None:
        """Some of the rules that contradict each other; None if a placement keeps all of them."""
        if any(not set(joint) <= set(rules) for joint in self._joint) and (fewer := redeclare(self._problem, rules)):
            with closing(Contradictions(fewer)) as other:
                return other.core(rules)
        # Whether a placement that the declaration has found keeps the rules
        found = self._problem.known
        if found is not None and not self._list_broken(found, rules):
            return None
        return self._grouped.contradiction(rules)

    def _list_broken(self, solution: Solution, rules: Rules) -> list[Rule]:
        """The rules that the placement of a solution breaks, by the referee of chess."""
        walked = Walked(self._problem.board, self._problem.read(solution))
        return [rule for rule in rules if next(rule.faults(walked), None) is not None]


def redeclare(problem: Problem, rules: Rules) -> Problem | None:
    """The problem with those of its givens alone that are among the rules; None if that is the same one."""
    asked = problem.asked
    if asked is None:
        return None
    fixed = {square: piece for square, piece in problem.fixed.items() if Fixed(square, piece) in rules}
    forbidden = [square for square in problem.forbidden if Forbidden(square) in rules]
    if len(fixed) == len(problem.fixed) and len(forbidden) == len(problem.forbidden):
        return None
    # Each of these arguments forbids squares, or fixes them
    given = {name: value for name, value in asked.items() if name not in GIVENS}
    given |= {"fixed": plain_fixed(fixed, problem.pieces)} if fixed else {}
    return declare({**given, "forbidden": forbidden} if forbidden else given)


def list_demands(problem: Problem) -> list[Demand]:
    """List the demands of each rule; if the declaration does not say it, all rules together demand all constraints.

    A model that was changed since its declaration is such a case. One piece per square is part of every placement.
    """
    demands, there = problem.demands, {id(constraint) for constraint in problem.model.constraints}
    if not demands or not all(id(constraint) in there for demand in demands for constraint in demand.constraints):
        demands = (Demand(problem.rules, tuple(problem.model.constraints)),)
    demanding = set(list_demanding(problem))
    kept = [Demand(tuple(rule for rule in rules if rule in demanding), ours) for rules, ours in demands]
    return [*kept, Demand((), tuple(_one_each(problem)))]


def _one_each(problem: Problem) -> Iterator[AtMost]:
    size, pieces = len(problem.board), len(problem.pieces)
    if pieces > 1:
        yield from (AtMost(1, range(square, pieces * size, size)) for square in range(size))


def list_meetings(rules: Rules, problem: Problem) -> list[tuple[Cell, Cell]]:
    """The pairs of fixed squares among some rules of which one attacks the other, once each."""
    fixed = {rule.square: rule.piece for rule in rules if isinstance(rule, Fixed)}
    met = set(Walked(problem.board, fixed).meetings())
    return [pair for pair in combinations(sorted(fixed), 2) if pair in met or pair[::-1] in met]


def list_between(one: Cell, other: Cell, problem: Problem) -> list[Cell]:
    """The squares that a fixed piece passes on its way to another, whichever of the two attacks."""
    board = problem.board
    for start, end in ((one, other), (other, one)):
        for ray in map(list, board.rays(problem.fixed[start], start)):
            if (there := board.index(end)) in ray:
                return list(map(board.cell, ray[: ray.index(there)]))
    return []


def list_failing_squares(core: Rules, problem: Problem) -> tuple[Cell, ...]:
    """Places, few of them, on which a rule about every square cannot hold with the rest of a core.

    Empty if no rule of the core is about every square, or time runs out.
    """
    rule = next((each for each in core if each.each_square), None)
    own = next((each.constraints for each in list_demands(problem) if each.rules == (rule,)), ())
    if rule is None or len(own) != len(problem.board):
        return ()
    try:
        return tuple(map(problem.board.cell, _find_failing(rule, own, core, problem)))
    except OutOfTime:
        return ()


def _find_failing(rule: Rule, own: Sequence[Constraint], core: Rules, problem: Problem) -> list[int]:
    numbers, rest = range(len(own)), [each for each in core if each != rule]
    groups: list[Group[Rule | int]] = [((at,), (constraint,)) for at, constraint in enumerate(own)]
    groups += [(each.rules, each.constraints) for each in list_demands(problem) if rule not in each.rules]
    units = [*(each for each in list_demanding(problem) if each != rule), *numbers]
    grouped: Grouped[Rule | int] = Grouped(problem.model.variables, units, groups, lambda solution, units: ())

    def find_core(some: Collection[int]) -> frozenset[int] | None:
        found = grouped.contradiction([*rest, *some])
        return None if found is None else frozenset(each for each in found if isinstance(each, int))

    with closing(grouped):
        found = find_small_core(numbers, find_core)
        return sorted(found.units) if found else []
