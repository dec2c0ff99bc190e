"""Solutions one after the other, each excluded as soon as it is found."""

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request
from rookery.backends.processes.streaming import Channel
from rookery.backends.sat.oracle import Oracle
from rookery.backends.sat.program import SatProgram


class Listing:
    """One solution, all of them up to a limit, or how many."""

    def __init__(self, oracle: Oracle, program: SatProgram, request: Request, channel: Channel) -> None:
        self._oracle, self._program, self._request, self._channel = oracle, program, request, channel
        self._counting = request.want is Want.COUNT
        self._count = 0
        self._channel.count = 0 if self._counting else None

    def run(self) -> Outcome:
        """Search to the end, or to as many as are wanted."""
        one = self._request.want is Want.ONE
        most = 1 if one else self._request.limit
        if self._program.plan.eager:
            self._oracle.prefer(self._program.names)
        while self._find_next():
            if self._count == most:
                return self._outcome(False, End.DONE if one else End.SOLUTIONS, "SATISFIABLE")
        return self._outcome(True, End.DONE, "UNSATISFIABLE")

    def cut(self) -> Outcome:
        """The outcome when time has run out."""
        return self._outcome(False, End.TIME, "UNKNOWN")

    def _find_next(self) -> bool:
        if not (self._oracle.solve() if self._count else self._oracle.begin(self._program.hint)):
            return False
        solution = self._oracle.solution()
        self._count += 1
        if self._counting:
            self._channel.count = self._count
        else:
            self._channel.put(solution)
        self._oracle.add([[self._program.literal(literal) for literal in self._program.blocking.clause(solution)]])
        return True

    def _outcome(self, proven: bool, end: End, raw: str) -> Outcome:
        return Outcome(proven, end, self._count if self._counting else None, raw_status=raw)
