"""Constraints in groups that can be asked for alone: clauses with a selector for each unit that demands them.

A unit is what may be kept or dropped, such as a rule in chess words, or a row of a model. A group of constraints holds
as soon as all of its units are kept; a group without units always holds.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from rookery.backends.contract.backend import Solution
from rookery.backends.processes.streaming import Channel
from rookery.backends.sat import DEFAULT as SOLVER
from rookery.backends.sat import Sat
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.program import Blocking, SatProgram
from rookery.models.base.deadline import Deadline, OutOfTime, look
from rookery.models.cnf.model_clauses import ModelClauses
from rookery.models.model import Constraint

Unit = TypeVar("Unit", bound=Hashable)
Group = tuple[tuple[Unit, ...], Sequence[Constraint]]
Judge = Callable[[Solution, Collection[Unit]], Collection[Unit]]
CONFLICTS = 1_000
MOST_REFUSALS = 2_000  # solutions of one question that the judge may refuse


class Grouped(Generic[Unit]):
    """Units of which any set can be asked whether it contradicts itself.

    `judge` says which of some units a solution breaks that the clauses let pass; so "no contradiction" is always told
    with a witness that the judge accepts. Methods raise `OutOfTime`.
    """

    def __init__(
        self, variables: int, units: Iterable[Unit], groups: Iterable[Group[Unit]], judge: Judge[Unit], placed: int = 0
    ) -> None:
        Sat().load()
        self._placed, self._judge = placed, judge
        clauses = ModelClauses(variables)
        self._selectors = {unit: clauses.fresh() for unit in units}
        self._units = {selector: unit for unit, selector in self._selectors.items()}
        for demanding, constraints in groups:
            off = [-self._selectors[unit] for unit in demanding]
            first = len(clauses.clauses)
            clauses.extend(constraints)
            clauses.clauses[first:] = ([*off, *clause] for clause in clauses.clauses[first:])
        self._oracle = Oracle(_make_program(clauses, variables), Deadline().or_held(), Channel())
        self._oracle.load()

    def close(self) -> None:
        """Free the solver's memory."""
        self._oracle.close()

    def core(self, units: Collection[Unit]) -> frozenset[Unit] | None:
        """Some of these units that contradict each other; None where one solution keeps all, as the judge agrees."""
        for at in range(MOST_REFUSALS):
            look()
            self._prefer(at % 2 == 1)
            if not self._solve([self._selectors[unit] for unit in units]):
                return frozenset(self._units[literal] for literal in self._oracle.core())
            solution = self._oracle.solution()
            broken = self._judge(solution, units)
            if not broken:
                return None
            self._refuse(solution, broken)
        raise OutOfTime

    def _prefer(self, occupied: bool) -> None:
        """Try few pieces first, then many, in turn: what rules refuse that no clause says is mostly at one end."""
        if self._placed:
            self._oracle.prefer([v + 1 if occupied else -(v + 1) for v in range(self._placed)])

    def _refuse(self, solution: Solution, broken: Collection[Unit]) -> None:
        """The same placement never again while a unit that it breaks is kept."""
        other = [-(v + 1) if v in solution else v + 1 for v in range(self._placed)]
        self._oracle.add([-self._selectors[unit], *other] for unit in broken)

    def _solve(self, assumptions: Sequence[int]) -> bool:
        """Whether there is a solution, with a look at the clock now and then."""
        while (answer := self._oracle.solve(assumptions, CONFLICTS)) is None:
            look()
        return answer


def _make_program(clauses: ModelClauses, variables: int) -> SatProgram:
    size = {"literals": sum(map(len, clauses.clauses))}
    names = range(1, variables + 1)
    return SatProgram(size, SOLVER, names, clauses.top, clauses.clauses, (), None, Blocking((), ()))
