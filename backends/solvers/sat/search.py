"""Searches of a program by a SAT solver in a separate thread, by the kind of question.

Solutions one after the other, each excluded as soon as it is found.

The fewest literals by asking for counts: the lowest that is open is refuted, the highest that is open is found.

Each count has a fresh encoding, which learns faster than one that grows. Where variables stand for lines, a count of
the lines of each direction, no more of which hold a piece than there are pieces, is refuted far sooner. Symmetry
breaking helps to refute and hinders finding, so that two solvers take turns: one with it from below, one without it
from collections import Counter
from above.
"""

from collections import Counter
from dataclasses import replace

from rookery.backends.contract import Ask, End, Reason, Solution, Want
from rookery.backends.fleet.streaming import Channel
from rookery.backends.presolve.cost import Cost
from rookery.backends.solvers.sat.cores import CoreGuided
from rookery.backends.solvers.sat.encode import SatProgram, encode_count, encode_leader
from rookery.backends.solvers.sat.oracle import Oracle
from rookery.backends.solvers.sat.shortcut import Shortcut
from rookery.core.deadline import OutOfTime
from rookery.models.model.weighted_sums import Clause

SOON = 5_000  # conflicts after which a solution that is not found is probably refuted


class Listing:
    """One solution, all of them up to a limit, or how many."""

    def __init__(self, oracle: Oracle, program: SatProgram, ask: Ask, channel: Channel) -> None:
        self._oracle, self._program, self._ask, self._channel = oracle, program, ask, channel
        self._counting = ask.want is Want.COUNT
        self._count = 0
        self._channel.count = 0 if self._counting else None

    def run(self) -> End:
        """Search to the end, or to as many as are wanted."""
        one = self._ask.want is Want.ONE
        most = 1 if one else self._ask.limit
        if self._program.plan.eager:
            self._oracle.prefer(self._program.names)
        while self._find_next():
            if self._count == most:
                return self._outcome(False, Reason.DONE if one else Reason.SOLUTIONS, "SATISFIABLE")
        return self._outcome(True, Reason.DONE, "UNSATISFIABLE")

    def time_out(self) -> End:
        """The outcome when time has run out."""
        return self._outcome(False, Reason.TIME, "UNKNOWN")

    def _find_next(self) -> bool:
        if not (self._oracle.solve() if self._count else self._find_first()):
            return False
        solution = self._oracle.solution()
        self._count += 1
        if self._counting:
            self._channel.count = self._count
        else:
            self._channel.put(solution)
        self._oracle.add([[self._program.literal(literal) for literal in self._program.blocking.clause(solution)]])
        return True

    def _find_first(self) -> bool:
        """Search for one solution; after long there is probably none, which symmetry breaking shows sooner."""
        found = self._oracle.begin(self._program.hint, SOON if self._program.plan.breaks else None)
        if found is None:
            _add_leader(self._oracle, self._program)
            found = self._oracle.solve()
        return bool(found)

    def _outcome(self, proven: bool, end: Reason, raw: str) -> End:
        return End(proven, end, self._count if self._counting else None, note=raw)


FIRST_TURN = 10_000
SHARE = 8  # conflicts from above for each one from below
OF_LINES = "totalizer"  # refuted 6 queens on 13x13 with 67,000 conflicts, the modulo totaliser with 100,000


class Ascending:
    """A search between `lower`, the proven bound on the count, and `upper`, the count of the best solution."""

    def __init__(self, oracle: Oracle, program: SatProgram, cost: Cost, channel: Channel, shortcut: Shortcut) -> None:
        self._oracle, self._program, self._cost, self._channel = oracle, program, cost, channel
        self._shortcut, self._best = shortcut, Solution()
        self._counted_literals = [program.literal(literal) for literal in cost.weights]
        self._sides: dict[str, tuple[int, Oracle]] = {}
        self.lower = program.plan.bound
        self.upper: int | None = None

    def run(self) -> End:
        """Search to the end."""
        self._oracle.prefer([-literal for literal in self._counted_literals])
        if not self._oracle.begin(self._program.hint):
            return End(True, note="UNSATISFIABLE")
        self._take_solution(self._oracle)
        try:
            # Narrow the gap from below, and in turn from above where that is another solver's work
            turn = FIRST_TURN
            while self.upper is not None and self.lower < self.upper:
                gap = self.lower, self.upper
                self._work("below", self.lower, turn if self._program.plan.breaks else None)
                if self._program.plan.breaks and self.lower < self.upper:
                    self._work("above", self.upper - 1, turn // SHARE)
                turn = 2 * turn if gap == (self.lower, self.upper) else FIRST_TURN
                self._take_shortcut()
        finally:
            for _, oracle in self._sides.values():
                oracle.close()
        return End(True, bound=self._cost.objective(self.lower), note="OPTIMUM FOUND")

    def time_out(self) -> End:
        """The outcome when time has run out."""
        return End(False, Reason.TIME, bound=self._cost.objective(self.lower), note="UNKNOWN")

    def _take_shortcut(self) -> None:
        """Look for better solutions without the solvers, if these take long."""
        for _, oracle in self._sides.values():
            for better in self._shortcut.run(oracle, self._best, self.lower):
                self._take_better(better)

    def _work(self, side: str, count: int, conflicts: int | None) -> None:
        """Ask whether `count` are enough, within some conflicts."""
        oracle = self._oracle_at(side, count)
        answer = oracle.solve((), conflicts)
        if answer:
            self._take_solution(oracle)
        elif answer is False:
            self.lower = count + 1

    def _oracle_at(self, side: str, count: int) -> Oracle:
        """The solver of one side, a new one when its count has changed."""
        if side in self._sides:
            before, oracle = self._sides[side]
            if before == count:
                return oracle
            del self._sides[side]
            oracle.close()
        oracle = self._oracle.another()
        self._sides[side] = count, oracle
        oracle.load()
        oracle.prefer([-literal for literal in self._counted_literals])
        if side == "below" and self._program.plan.breaks:
            _add_leader(oracle, self._program)
        self._limit(oracle, count)
        return oracle

    def _limit(self, oracle: Oracle, count: int) -> None:
        if not count:
            oracle.add([-literal] for literal in self._counted_literals)
            return
        plan = self._program.plan
        _add_count(oracle, plan.card, count, self._counted_literals)
        for family in plan.families:
            _add_count(oracle, OF_LINES if plan.card == "auto" else plan.card, count, family)

    def _take_solution(self, oracle: Oracle) -> None:
        """Give a solution that is better than those before."""
        self._take_better(oracle.solution())

    def _take_better(self, solution: Solution) -> None:
        weight = self._cost.weight(solution)
        if self.upper is None or weight < self.upper:
            self.upper, self._best = weight, solution
            self._channel.bound = self._cost.objective(self.lower)
            self._channel.put(solution)


def _add_count(oracle: Oracle, card: str, count: int, literals: Clause) -> None:
    """Demand that at most `count` literals are true."""
    clauses, oracle.top = encode_count(card, "atmost", count, literals, oracle.top)
    oracle.add(clauses)


def _add_leader(oracle: Oracle, program: SatProgram) -> None:
    """Break symmetries."""
    clauses, oracle.top = encode_leader(program, oracle.top)
    oracle.add(clauses)


def search_program(program: SatProgram, ask: Ask, channel: Channel) -> End:
    """Put solutions into the channel, and say how it ended and which solver says so."""
    effort = Counter[str](clauses=len(program.clauses))
    oracle = Oracle(program, ask.deadline, channel, effort)
    search = _search(oracle, program, ask, channel)
    try:
        oracle.load()
        outcome = search.run()
    except OutOfTime:
        outcome = search.time_out()
    finally:
        oracle.close()
    return replace(outcome, note=f"{outcome.note} by {program.solver}", statistics=dict(effort))


def _search(oracle: Oracle, program: SatProgram, ask: Ask, channel: Channel) -> Listing | CoreGuided | Ascending:
    if program.cost is None:
        return Listing(oracle, program, ask, channel)
    shortcut = Shortcut(program.source, ask.deadline, ask.seed)
    search = Ascending if program.plan.search == "ascending" else CoreGuided
    return search(oracle, program, program.cost, channel, shortcut)
