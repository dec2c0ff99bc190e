"""The best solution by unsatisfiable cores: the algorithm OLL, as RC2 has it (Morgado, Dodaro, Marques-Silva 2014).

Assume that nothing costs anything. While that is impossible, take a core: some costs of which one at least must be
paid. It raises the proven bound; from now on assume that at most one of them is paid, then two, and so on. The first
solution that keeps all assumptions is the best. Unlike RC2 this gives better solutions as they come along, stops when
bound and best solution meet, and can be stopped.

Cliques of literals are cores that need no search. Where a clause says that one of two costs is paid, their assumptions
are rivals. Of k assumptions that are all rivals k - 1 are broken: a core of cost k - 1 (the idea of RC2's "adapted
at-most-one constraints", Ignatiev, Morgado and Marques-Silva 2019). In a covering by pairs, a vertex cover, these are
the cliques of its graph.

Sums in unary whose bound can rise while the solver works.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import neg

from rookery.backends.contract import End, Reason, Solution
from rookery.backends.fleet.streaming import Channel
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.structure.cliques import leave_out, list_exclusions, take_cliques
from rookery.backends.solvers.sat.encode import SatProgram
from rookery.backends.solvers.sat.oracle import Oracle
from rookery.backends.solvers.sat.shortcut import Shortcut

MAX_PAIRS = 4_000_000


class Totalizer:
    """A sum of literals; PySAT's incremental totaliser, whose clauses go to the oracle as they are needed."""

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        from pysat.card import ITotalizer

        self._oracle, self._literals = oracle, literals
        self._sum = ITotalizer(lits=list(literals), ubound=1, top_id=oracle.top)
        self._bound = 1
        self._take(self._sum.cnf.clauses)

    def __len__(self) -> int:
        return len(self._literals)

    def _take(self, clauses: list[list[int]]) -> None:
        self._oracle.add(clauses)
        self._oracle.top = max(self._oracle.top, self._sum.top_id)

    def at_most(self, bound: int) -> int:
        """A literal that, when it is assumed, keeps the sum at `bound` or below; 0 < bound < number of literals."""
        if bound > self._bound:
            self._sum.increase(ubound=bound, top_id=self._oracle.top)
            self._bound = bound
            self._take(self._sum.cnf.clauses[-self._sum.nof_new :] if self._sum.nof_new else [])
        return -int(self._sum.rhs[bound])


FIRST_TRY, TRIES = 1_000, 25_000


@dataclass(frozen=True, slots=True)
class BoundedSum:
    """An assumption on a sum: no more than `bound` of its literals are true, or `weight` is paid."""

    totalizer: Totalizer
    bound: int
    weight: int


class CoreGuided:
    """A search between `lower`, the proven bound on the weight, and `upper`, the weight of the best solution."""

    def __init__(self, oracle: Oracle, program: SatProgram, cost: Cost, channel: Channel, shortcut: Shortcut) -> None:
        self._oracle, self._cost, self._channel = oracle, cost, channel
        self._shortcut, self._best = shortcut, Solution()
        self._hint, self._groups = program.hint, program.plan.rivals
        self._costs = {program.literal(literal): weight for literal, weight in cost.weights.items()}
        self._negated = {literal for literal in self._costs if literal < 0}
        self._weights = {-literal: weight for literal, weight in self._costs.items()}
        self._levels: dict[int, BoundedSum] = {}
        self._stratum = max(self._weights.values(), default=1)
        self.lower, self._known = 0, program.plan.bound
        self.upper: int | None = None

    def run(self) -> End:
        """Search to the end."""
        if not self._find_first():
            return End(True, note="UNSATISFIABLE")
        self._pay_cliques()
        self._stratum = max(self._weights.values(), default=1)
        while self._open:
            if not self._solve(self._assumptions()):
                # Reduce a core to the literals that it needs, dropping the lightest first; keep all of it where the
                # test is hard
                core = self._oracle.core()
                core = sorted(core, key=self._weights.__getitem__)
                at, most = 0, FIRST_TRY
                while len(core) > 1 and at < len(core) and self._open:
                    fewer = core[:at] + core[at + 1 :]
                    answer = self._solve(fewer, most)
                    if answer is None:
                        break
                    core, at, most = (core, at + 1, TRIES) if answer else (fewer, at, TRIES)
                # Raise the bound by what the core costs at least, and replace its assumptions by weaker ones
                weight = min(self._weights[literal] for literal in core)
                self.lower += weight
                for literal in core:
                    self._charge(literal, weight)
                if len(core) == 1:
                    self._oracle.add([[-core[0]]])
                elif self._open:
                    self._relax(Totalizer(self._oracle, [-literal for literal in core]), weight)
            elif self._open:
                lighter = [weight for weight in self._weights.values() if weight < self._stratum]
                self._stratum = max((weight for weight in lighter if 2 * weight <= self._stratum), default=min(lighter))
            # Look for better solutions without the solver, where that takes long
            for better in self._shortcut.run(self._oracle, self._best, self._proven):
                self._give(better, self._cost.weight(better))
        return End(True, bound=self._cost.objective(self._proven), note="OPTIMUM FOUND")

    def _find_first(self) -> bool:
        """Return whether there is a solution: another solver finds the first, since it would lead this one astray."""
        oracle = self._oracle.another()
        try:
            oracle.load()
            oracle.prefer(list(self._weights))
            return bool(self._take_answer(oracle.begin(self._hint), oracle))
        finally:
            oracle.close()

    def time_out(self) -> End:
        """The outcome when time has run out."""
        return End(False, Reason.TIME, bound=self._cost.objective(self._proven), note="UNKNOWN")

    @property
    def _proven(self) -> int:
        return max(self.lower, self._known)

    @property
    def _open(self) -> bool:
        return self.upper is None or self._proven < self.upper

    def _solve(self, assumptions: list[int], conflicts: int | None = None) -> bool | None:
        return self._take_answer(self._oracle.solve(assumptions, conflicts), self._oracle)

    def _take_answer(self, answer: bool | None, oracle: Oracle) -> bool | None:
        """The oracle's answer; a solution that is better than those before is given."""
        if answer:
            weight = self._weigh(oracle.values())
            if self.upper is None or weight < self.upper:
                self._give(oracle.solution(), weight)
        return answer

    def _give(self, solution: Solution, weight: int) -> None:
        self.upper, self._best = weight, solution
        self._channel.bound = self._cost.objective(self._proven)
        self._channel.put(solution)

    def _weigh(self, values: Collection[int]) -> int:
        """The cost of a solution; there are thousands of solutions on large models, of which few are better."""
        costs = self._costs
        paid = costs.keys() & values
        missing = self._negated - paid
        if missing:
            missing.difference_update(map(neg, values))
        return sum(map(costs.__getitem__, paid)) + sum(map(costs.__getitem__, missing))

    def _assumptions(self) -> list[int]:
        """The assumptions that weigh enough to be considered yet: the heavy ones come first."""
        return [literal for literal, weight in self._weights.items() if weight >= self._stratum]

    def _charge(self, literal: int, weight: int) -> None:
        self._weights[literal] -= weight
        if not self._weights[literal]:
            del self._weights[literal]
        if level := self._levels.pop(literal, None):
            self._assume(level.totalizer, level.bound + 1, level.weight)

    def _relax(self, totalizer: Totalizer, weight: int) -> None:
        """Assume that at most one of the core's costs is paid, or as few as are possible."""
        bound = 1
        while bound < len(totalizer) and not self._solve([totalizer.at_most(bound)]):
            self.lower += weight
            bound += 1
            if not self._open:
                return
        self._assume(totalizer, bound, weight)

    def _pay_cliques(self) -> None:
        """Take the cores that can be read in the clauses: of each clique all assumptions but one are broken."""
        rivals = list_exclusions(self._groups, self._weights, MAX_PAIRS)
        for clique in take_cliques(rivals):
            weight = min(self._weights[literal] for literal in clique)
            self.lower += weight * (len(clique) - 1)
            for literal in clique:
                self._charge(literal, weight)
                if literal not in self._weights:
                    leave_out(rivals, literal)
            self._oracle.top += 1
            self._oracle.add([[-self._oracle.top, *clique]])
            self._weights[self._oracle.top] = weight

    def _assume(self, totalizer: Totalizer, bound: int, weight: int) -> None:
        if bound < len(totalizer):
            literal = totalizer.at_most(bound)
            self._weights[literal] = weight
            self._levels[literal] = BoundedSum(totalizer, bound, weight)
