"""A SAT solver that keeps deadlines and can be left: it runs in slices."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

from rookery.backends.contract import Solution, Unsupported
from rookery.backends.fleet.streaming import Channel, Stopped
from rookery.backends.solvers.sat.encode import SatProgram
from rookery.core.deadline import Deadline, OutOfTime, checking_deadline
from rookery.core.runtime import HAS_THREADS
from rookery.models.model.weighted_sums import Clause

SHORT_SECONDS, LONG_SECONDS = 0.2, 1.0
MIN_SLICE, MAX_SLICE = 2, 25_000
WORK = 10**8
# Seconds a conflict and literal, as long as nothing is measured: four times as many in a browser, where a limit of 1 s
# was overrun by 0.4 s at queens' domination of 12x12, and by 0.1 s since.
GUESS = 1.5e-8 if HAS_THREADS else 6e-8
BATCH = 1_000
TRIES = 100
COUNTED = ("decisions", "conflicts", "propagations", "restarts")


class Oracle:
    """A solver loaded with a program; its methods raise `OutOfTime` and `Stopped`.

    The CaDiCaLs hold Python's interpreter lock while they search and cannot be interrupted, but they keep a limit on
    conflicts. A slice has as many as suit the size of the program, and fewer only if it takes longer than `LONG`
    seconds or the deadline is near: clocks change the course of a search, and may not meddle where all is well.
    """

    def __init__(
        self,
        program: SatProgram,
        deadline: Deadline,
        channel: Channel,
        effort: Counter[str] | None = None,
    ) -> None:
        from pysat.solvers import NoSuchSolverError, Solver

        self._program, self._deadline, self._channel = program, deadline, channel
        self._effort = Counter[str]() if effort is None else effort
        self._read = _make_reader(program.names)
        self._slice = self._most = max(MIN_SLICE, min(MAX_SLICE, WORK // max(1, program.size["literals"])))
        self._pace = GUESS * program.size["literals"]
        self._hopeless = self._is_torn = False
        self.top = program.top
        try:
            self._solver = Solver(name=program.solver)
        except NoSuchSolverError:
            raise Unsupported(f"this version of PySAT has no solver {program.solver}") from None

    def load(self) -> None:
        """Give the solver the program."""
        for start in range(0, len(self._program.clauses), BATCH):
            self.check()
            self.add(self._program.clauses[start : start + BATCH])
        for literals, bound in checking_deadline(self._program.at_mosts):
            self._solver.add_atmost(literals, bound)

    def until(self, deadline: Deadline) -> None:
        """Keep another deadline from now on: each of many questions may have its own."""
        self._deadline = deadline

    def another(self) -> "Oracle":
        """A second solver for the same program, not loaded yet."""
        return Oracle(self._program, self._deadline, self._channel, self._effort)

    def close(self) -> None:
        """Report the work of the solver, and free its memory.

        One that was torn out of a search is in no state for either: CaDiCaL would end the process.
        """
        if self._is_torn:
            return
        said = self._solver.accum_stats() or {}
        self._effort.update({name: said[name] for name in COUNTED if name in said})
        self._solver.delete()

    def add(self, clauses: Iterable[Clause]) -> None:
        """Demand more; an empty clause, which not every solver takes, can not be satisfied."""
        for clause in clauses:
            if clause:
                self._solver.add_clause(clause)
            else:
                self._hopeless = True

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these values first, if the solver can."""
        try:
            self._solver.set_phases([*literals])
        except NotImplementedError:
            return

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return if there is a solution under assumptions; None when that took more than `conflicts` conflicts."""
        if self._hopeless:
            return False
        left = conflicts
        while left is None or left > 0:
            slice_ = self._slice if left is None else min(left, self._slice)
            answer = self._solve_slice(assumptions, slice_)
            if answer is not None:
                return answer
            left = None if left is None else left - slice_
        return None

    def begin(self, hint: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Return whether there is a solution: the hint if it is one, or else one near to it; None as `solve` does."""
        if hint:
            self.prefer(hint)
        return bool(hint and self.solve(hint, TRIES)) or self.solve((), conflicts)

    def _solve_slice(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        self.check()
        # As many conflicts as fit before the deadline, by the pace of the last slice, or a guess
        left = self._deadline.left()
        conflicts = max(MIN_SLICE, int(left / self._pace)) if self._pace * conflicts > left else conflicts
        self._solver.conf_budget(conflicts)
        start = perf_counter()
        try:
            answer: bool | None = self._solver.solve_limited(assumptions=list(assumptions))
        except Exception as error:
            self._is_torn = True
            if "interrupt" in str(error):  # PySAT raises its own error when Ctrl-C tears it out of a search
                raise KeyboardInterrupt from None
            raise
        if answer is None:
            seconds = perf_counter() - start
            if seconds > LONG_SECONDS:
                self._slice = max(MIN_SLICE, self._slice // 2)
            elif seconds < SHORT_SECONDS:
                self._slice = min(self._most, self._slice * 2)
            self._pace = (perf_counter() - start) / conflicts
        return answer

    def check(self) -> None:
        """Raise if the search is to end."""
        if self._channel.stopped.is_set():
            raise Stopped
        if self._deadline.passed():
            raise OutOfTime

    def conflicts(self) -> int:
        """The number of conflicts so far, 0 if the solver does not report it."""
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def values(self) -> list[int]:
        """The literals that the solution found last makes true; variables that occur nowhere are missing, and false."""
        return list(self._solver.get_model())

    def solution(self) -> Solution:
        """The solution found last, in the model's variables."""
        return self._read(self._solver.get_model())

    def core(self) -> list[int]:
        """Assumptions that cannot hold together, out of those given last."""
        return list(self._solver.get_core() or ())


def _make_reader(names: Sequence[int]) -> Callable[[Iterable[int]], Solution]:
    """A function that gives the variables whose names are among some literals; names of auxiliary ones are left out.

    A walk through hints reads thousands of solutions: names in a row are compared and not looked up.
    """
    if isinstance(names, range) and names.step == 1:
        first, end = names.start, names.stop
        return lambda literals: frozenset([literal - first for literal in literals if first <= literal < end])
    known = {name: variable for variable, name in enumerate(names)}
    return lambda literals: frozenset([known[literal] for literal in literals if literal in known])
