"""A SAT solver that keeps a deadline."""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

from rookery.core.deadline import Deadline
from rookery.models.model.weighted_sums import Clause

MIN_SLICE, MAX_SLICE = 2, 25_000  # conflicts
WORK = 10**8  # literals times conflicts of a slice: about half a second
PACE = 6e-8  # seconds for a literal and conflict, until the first slice is measured


class SlicedSolver:
    """One of PySAT's solvers, which runs in slices.

    CaDiCaL holds Python's interpreter lock while it searches and cannot be interrupted, but it keeps a limit on
    conflicts. The limit of a slice depends on the size of the formula alone, so that a search takes the same course
    each time; only before the deadline it is what the pace of the last slice allows.

    Args:
        name: The solver's name in PySAT.
        clauses: The clauses that it will be given, for their size.
        look: Called before each slice; returns the deadline, or raises to end the search.
    """

    def __init__(self, name: str, clauses: Iterable[Clause], look: Callable[[], Deadline]) -> None:
        from pysat.solvers import Solver

        literals = 1 + sum(map(len, clauses))
        self._look = look
        self._slice = max(MIN_SLICE, min(MAX_SLICE, WORK // literals))
        self._pace = PACE * literals
        self._is_void = self._is_torn = False
        self._solver = Solver(name)

    def close(self) -> None:
        """Free the solver's memory; CaDiCaL would end the process if it was torn out of a search by Ctrl-C."""
        if not self._is_torn:
            self._solver.delete()

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses; an empty clause, which not every solver takes, is never satisfied."""
        for clause in clauses:
            if clause:
                self._solver.add_clause(clause)
            else:
                self._is_void = True

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these values first."""
        self._solver.set_phases([*literals])

    def solve(self, assumptions: Iterable[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether there is a solution under assumptions; None if `conflicts` did not suffice to tell.

        Raises `OutOfTime` at the deadline.
        """
        assumed, left = [*assumptions], conflicts
        answer = False if self._is_void else None
        while answer is None and (left is None or left > 0):
            deadline = self._look()
            deadline.check()
            wanted = self._slice if left is None else min(left, self._slice)
            # As many conflicts as fit before the deadline
            limit = int(max(MIN_SLICE, min(wanted, deadline.left() / self._pace)))
            start = perf_counter()
            self._solver.conf_budget(limit)
            try:
                answer = self._solver.solve_limited(assumptions=assumed)
            except Exception as error:
                self._is_torn = True
                if "interrupt" in str(error):  # PySAT raises its own error when Ctrl-C tears it out of a search
                    raise KeyboardInterrupt from None
                raise
            if answer is None:
                self._pace = (perf_counter() - start) / limit
                left = None if left is None else left - limit
        return answer

    def values(self) -> Sequence[int]:
        """Return the literals that the solution found last makes true; variables in no clause are missing."""
        return self._solver.get_model() or ()

    def core(self) -> list[int]:
        """Return some of the assumptions given last that contradict each other."""
        return [] if self._is_void else list(self._solver.get_core() or ())
