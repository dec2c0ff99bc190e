"""The fewest literals by asking for k of them, for k from a proven bound on: each k is refuted or found.

Counts have a fresh encoding each, which learns faster than one that grows. Symmetry breaking helps to refute and
hinders finding, so that it is an assumption: with it and without it the solver works in turns.
"""

from rookery.backends.answer import End
from rookery.backends.backend import Outcome
from rookery.backends.lowering import Cost
from rookery.backends.sat.formula import counted
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.program import SatProgram
from rookery.backends.streaming import Channel

FIRST_TURN = 2_000
SHARE = 4  # of the conflicts spent without symmetry breaking one for so many with it


class Ascending:
    """A search between `lower`, the proven bound on the count, and `upper`, the count of the best solution."""

    def __init__(self, oracle: Oracle, program: SatProgram, cost: Cost, channel: Channel) -> None:
        self._oracle, self._program, self._cost, self._channel = oracle, program, cost, channel
        self._counted = [program.literal(literal) for _, literal in cost.terms]
        self.lower = program.plan.bound
        self.upper: int | None = None

    def run(self) -> Outcome:
        """Search to the end."""
        self._oracle.prefer([-literal for literal in self._counted])
        if not self._oracle.solve():
            return Outcome(True, raw_status="UNSATISFIABLE")
        self._take(self._oracle)
        while self.upper is None or self.lower < self.upper:
            self._step()
        return Outcome(True, bound=self._cost.objective(self.lower), raw_status="OPTIMUM FOUND")

    def cut(self) -> Outcome:
        """The outcome when time has run out."""
        return Outcome(False, End.TIME, bound=self._cost.objective(self.lower), raw_status="UNKNOWN")

    def _step(self) -> None:
        """Refute the lowest count that is open, or find a solution of it."""
        oracle = self._oracle.another()
        try:
            oracle.load()
            oracle.prefer([-literal for literal in self._counted])
            self._limit(oracle)
            if self._answered(oracle):
                self._take(oracle)
            else:
                self.lower += 1
        finally:
            oracle.close()

    def _limit(self, oracle: Oracle) -> None:
        program = self._program
        if not self.lower:
            oracle.add([-literal] for literal in self._counted)
        else:
            clauses, oracle.top = counted(program.plan.card, "atmost", self.lower, self._counted, program.top)
            oracle.add(clauses)
        oracle.add(program.plan.leader)

    def _answered(self, oracle: Oracle) -> bool:
        guard = self._program.plan.guard
        if not guard:
            return bool(oracle.solve())
        turn = FIRST_TURN
        while (answer := oracle.solve([guard], turn)) is None:
            if (answer := oracle.solve([-guard], turn // SHARE)) is not None:
                break
            turn *= 2
        return answer

    def _take(self, oracle: Oracle) -> None:
        """Give a solution that is better than those before."""
        chosen = oracle.solution()
        weight = self._cost.weight(chosen)
        if self.upper is None or weight < self.upper:
            self.upper = weight
            self._channel.put(chosen)
