"""A problem in a SAT solver whose rules can be switched on and off."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Generic, TypeVar

from rookery.backends.contract import Solution
from rookery.core.deadline import Deadline
from rookery.core.files import Closing
from rookery.models.model.clauses import ModelClauses
from rookery.models.model.constraints import Constraint

Unit = TypeVar("Unit", bound=Hashable)
SOLVER = "cadical153"
MIN_CONFLICTS, MAX_CONFLICTS = 2, 25_000  # of a slice
WORK = 10**8  # literals times conflicts of a slice: about half a second
PACE = 1.5e-8  # seconds for a literal and conflict, until the first slice is measured


class Asked(Closing, Generic[Unit]):
    """Constraints in a SAT solver with a selector for each unit, such as a rule; questions are sets of assumptions.

    Literal v + 1 says that variable v is true. The constraints of a group hold while the selectors of all its units are
    assumed; a group without units always holds. Questions keep the deadline that is held, and raise `OutOfTime`.
    """

    def __init__(self, variables: int, groups: Iterable[tuple[Iterable[Unit], Sequence[Constraint]]]) -> None:
        from pysat.solvers import Solver

        clauses = ModelClauses(variables)
        self.selectors: dict[Unit, int] = {}
        for units, constraints in groups:
            for unit in units:
                if unit not in self.selectors:
                    self.selectors[unit] = clauses.fresh()
            off = [-self.selectors[unit] for unit in units]
            first = len(clauses.clauses)
            clauses.extend(constraints)
            clauses.clauses[first:] = ([*off, *clause] for clause in clauses.clauses[first:])
        self.clauses, self._variables, self._is_torn = clauses.clauses, variables, False
        literals = 1 + sum(map(len, self.clauses))
        self._slice, self._pace = max(MIN_CONFLICTS, min(MAX_CONFLICTS, WORK // literals)), PACE * literals
        self._solver = Solver(SOLVER, bootstrap_with=[clause for clause in self.clauses if clause])
        self._is_void = [] in self.clauses  # an empty clause, which the solver does not take

    def close(self) -> None:
        """Free the solver's memory; CaDiCaL would end the process if it was torn out of a search by Ctrl-C."""
        if not self._is_torn:
            self._solver.delete()

    def solve(self, literals: Iterable[int]) -> bool:
        """Return whether some solution makes these literals true, selectors among them.

        CaDiCaL holds the interpreter's lock and cannot be interrupted, but keeps a limit on conflicts: it runs in
        slices, shorter ones near the deadline.
        """
        deadline, assumed = Deadline().or_held(), [*literals]
        found = False if self._is_void else None
        while found is None:
            deadline.check()
            conflicts = int(max(MIN_CONFLICTS, min(self._slice, deadline.left() / self._pace)))
            self._solver.conf_budget(conflicts)
            start = monotonic()
            try:
                found = self._solver.solve_limited(assumptions=assumed)
            except Exception as error:
                self._is_torn = True
                if "interrupt" in str(error):  # PySAT raises its own error when Ctrl-C tears it out of a search
                    raise KeyboardInterrupt from None
                raise
            if found is None:
                self._pace = (monotonic() - start) / conflicts
        return found

    def solution(self) -> Solution:
        """The solution that `solve` found last, as the variables that are true."""
        return frozenset(each - 1 for each in self._solver.get_model() or () if 0 < each <= self._variables)

    def core(self, literals: Iterable[int]) -> frozenset[int] | None:
        """Return some of these literals that contradict each other; None if a solution makes all of them true."""
        if self.solve(literals):
            return None
        return frozenset() if self._is_void else frozenset(self._solver.get_core() or ())

    def forced(self, known: Sequence[int], among: Iterable[int]) -> Iterator[int]:
        """Yield those of some literals, from the last to the first, that every solution with the known ones makes true.

        Each solution met on the way drops all literals that it makes false (the backbone, by iterated questions).
        Nothing is forced if there is no solution.
        """
        left = self._keep_true(among) if self.solve(known) else []
        while left:
            literal = left.pop()
            if self.solve([*known, -literal]):
                left = self._keep_true(left)
            else:
                yield literal

    def _keep_true(self, literals: Iterable[int]) -> list[int]:
        true = self.solution()
        return [each for each in literals if (abs(each) - 1 in true) == (each > 0)]
