"""A SAT solver that keeps a deadline, and the search that lists solutions with it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from time import perf_counter

from rookery.backends.contract import Ask, End, Reason, Solution, Want
from rookery.backends.solvers.sat.encode import Program
from rookery.backends.threads import Channel, Stopped
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models.model.weighted_sums import Clause

SHORT_SECONDS, LONG_SECONDS = 0.1, 0.5  # of a slice; outside them its conflicts are doubled or halved
MIN_SLICE, FIRST_SLICE, MAX_SLICE = 2, 2_000, 25_000  # conflicts
WORK = 10**8  # literals times conflicts of a slice
PACE = 6e-8  # seconds for a literal and conflict, until the first slice is measured
BATCH = 1_000  # clauses between two looks at the clock
HINT_CONFLICTS = 100  # to complete a hint; if they do not suffice it only says which values come first
SOON = 5_000  # conflicts after which a solution that is not found is probably refuted
COUNTED = ("conflicts", "propagations", "restarts")


class SlicedSolver:
    """A solver loaded with a program; `solve` and `load` raise `OutOfTime` and `Stopped`.

    CaDiCaL holds Python's interpreter lock while it searches and cannot be interrupted, but it keeps a limit on
    conflicts. The limit of a slice depends on the size of the program, on the pace of the slices before, and on the
    time that is left.
    """

    def __init__(self, program: Program, name: str, deadline: Deadline, channel: Channel) -> None:
        from pysat.solvers import Solver

        self.program, self.channel, self.top = program, channel, program.top
        self.statistics = Counter[str](clauses=len(program.clauses))
        self._name, self._deadline = name, deadline
        self._variables = {name: variable for variable, name in enumerate(program.names[: program.model.variables])}
        literals = 1 + sum(map(len, program.clauses))
        self._most = max(MIN_SLICE, min(MAX_SLICE, WORK // literals))
        self._slice = min(self._most, FIRST_SLICE)
        self._pace = PACE * literals
        self._is_void = False
        self._solver = Solver(name)

    def load(self) -> None:
        """Give the solver the clauses of the program."""
        for start in range(0, len(self.program.clauses), BATCH):
            self._check()
            self.add(self.program.clauses[start : start + BATCH])

    def another(self) -> "SlicedSolver":
        """A second solver for the same program, not loaded yet; the work of both is counted together."""
        other = SlicedSolver(self.program, self._name, self._deadline, self.channel)
        other.statistics = self.statistics
        return other

    def close(self) -> None:
        """Free the solver's memory, after its work is counted."""
        said = self._solver.accum_stats() or {}
        self.statistics.update({key: said[key] for key in COUNTED if key in said})
        self._solver.delete()

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses; an empty clause, which not every solver takes, is never satisfied."""
        for clause in clauses:
            if clause:
                self._solver.add_clause(clause)
            else:
                self._is_void = True

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these values first."""
        self._solver.set_phases([*literals])

    def begin(self, hint: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Return whether there is a solution, preferably the hint or one near to it; None as `solve` does."""
        if hint:
            self.prefer(hint)
        return bool(hint and self.solve(hint, HINT_CONFLICTS)) or self.solve((), conflicts)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether there is a solution under assumptions; None if `conflicts` did not suffice to tell."""
        answer, left = (False, 0) if self._is_void else (None, conflicts)
        while answer is None and (left is None or left > 0):
            self._check()
            wanted = self._slice if left is None else min(left, self._slice)
            # As many conflicts as fit before the deadline
            limit = int(max(MIN_SLICE, min(wanted, self._deadline.left() / self._pace)))
            start = perf_counter()
            self._solver.conf_budget(limit)
            answer = self._solver.solve_limited(assumptions=list(assumptions))
            if answer is None:
                self._measure(perf_counter() - start, limit)
                left = None if left is None else left - limit
        return answer

    def _measure(self, seconds: float, conflicts: int) -> None:
        """Adjust the slice; by large steps only, as slices change the course of a search."""
        self._pace = seconds / conflicts
        if seconds > LONG_SECONDS:
            self._slice = max(MIN_SLICE, self._slice // 2)
        elif seconds < SHORT_SECONDS:
            self._slice = min(self._most, self._slice * 2)

    def _check(self) -> None:
        if self.channel.stopped.is_set():
            raise Stopped
        self._deadline.check()

    def values(self) -> list[int]:
        """The literals that the solution found last makes true; variables in no clause are missing, and false."""
        values: list[int] = self._solver.get_model()
        return values

    def solution(self) -> Solution:
        """The solution found last, as variables of the model."""
        known = self._variables
        return frozenset([known[each] for each in self.values() if each in known])

    def core(self) -> list[int]:
        """Assumptions that contradict each other, out of those given last."""
        return list(self._solver.get_core() or ())


def list_solutions(solver: SlicedSolver, ask: Ask, hint: Sequence[int]) -> End:
    """Find one solution, all of them or their number; exclude each solution once it is found."""
    program, channel, counting = solver.program, solver.channel, ask.want is Want.COUNT
    count, most = 0, 1 if ask.want is Want.ONE else ask.limit
    proven, reason, note = True, Reason.DONE, "UNSATISFIABLE"
    channel.count = 0 if counting else None
    try:
        solver.load()
        found = solver.begin(hint, SOON if program.leader else None)
        if found is None:
            solver.add(program.leader)
            found = solver.solve()
        while found:
            solution, count = solver.solution(), count + 1
            if counting:
                channel.count = count
            else:
                channel.put(solution)
            if count == most:
                reason = Reason.DONE if ask.want is Want.ONE else Reason.SOLUTIONS
                proven, note = False, "SATISFIABLE"
                break
            solver.add([program.literals(program.blocking.clause(solution))])
            found = solver.solve()
    except OutOfTime:
        proven, reason, note = False, Reason.TIME, "UNKNOWN"
    return End(proven, reason, count if counting else None, note=note)
