"""The solver of a program, and the search that lists solutions with it."""

from collections import Counter
from collections.abc import Sequence

from rookery.backends.contract import Ask, End, Reason, Solution, Want
from rookery.backends.solvers.sat.encode import Program
from rookery.backends.solvers.sat.sliced import SlicedSolver
from rookery.backends.threads import Channel, Stopped
from rookery.core.deadline import Deadline, OutOfTime

BATCH = 1_000  # clauses between two looks at the clock
HINT_CONFLICTS = 100  # to complete a hint; if they do not suffice it only says which values come first
SOON = 5_000  # conflicts after which a solution that is not found is probably refuted
COUNTED = ("conflicts", "propagations", "restarts")


class ProgramSolver(SlicedSolver):
    """A solver for a program; `solve` and `load` raise `OutOfTime`, and `Stopped` if nobody reads the channel.

    `top` is the largest number of a variable, which searches raise as they add clauses.
    """

    def __init__(self, program: Program, name: str, deadline: Deadline, channel: Channel) -> None:
        super().__init__(name, program.clauses, self._check)
        self.program, self.channel, self.top = program, channel, program.top
        self.statistics = Counter[str](clauses=len(program.clauses))
        self._name, self._deadline = name, deadline
        self._variables = {name: variable for variable, name in enumerate(program.names[: program.model.variables])}

    def _check(self) -> Deadline:
        if self.channel.stopped.is_set():
            raise Stopped
        return self._deadline

    def load(self) -> None:
        """Give the solver the clauses of the program."""
        for start in range(0, len(self.program.clauses), BATCH):
            self._check().check()
            self.add(self.program.clauses[start : start + BATCH])

    def another(self) -> "ProgramSolver":
        """Return a second solver for the same program, not loaded yet; the work of both is counted together."""
        other = ProgramSolver(self.program, self._name, self._deadline, self.channel)
        other.statistics = self.statistics
        return other

    def close(self) -> None:
        """Free the solver's memory, after its work is counted."""
        said = self._solver.accum_stats() or {}
        self.statistics.update({key: said[key] for key in COUNTED if key in said})
        super().close()

    def begin(self, hint: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Return whether there is a solution, preferably the hint or one near to it; None as `solve` does."""
        if hint:
            self.prefer(hint)
        return bool(hint and self.solve(hint, HINT_CONFLICTS)) or self.solve((), conflicts)

    def solution(self) -> Solution:
        """Return the solution found last, as variables of the model."""
        known = self._variables
        return frozenset([known[each] for each in self.values() if each in known])


def list_solutions(solver: ProgramSolver, ask: Ask, hint: Sequence[int]) -> End:
    """Find one solution, all of them or their number; exclude each solution once it is found."""
    program, channel, counting = solver.program, solver.channel, ask.want is Want.COUNT
    count = 0
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
            if count == ask.most:
                proven, note = False, "SATISFIABLE"
                break
            solver.add([program.literals(program.blocking.clause(solution))])
            found = solver.solve()
    except OutOfTime:
        proven, reason, note = False, Reason.TIME, "UNKNOWN"
    return End(proven, reason, count if counting else None, note=note)
