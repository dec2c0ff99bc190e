"""The best solution by unsatisfiable cores: the algorithm OLL of RC2 (Morgado, Dodaro and Marques-Silva 2014).

Assume that nothing costs anything. While no solution allows that, take a core: assumptions that contradict each other,
so that one of their costs must be paid. That raises the proven bound; from now on assume that at most one of them is
paid, then two, and so on. The first solution that keeps all assumptions is the best. Unlike RC2 this search gives
better solutions as they come along, ends when bound and best solution meet, and keeps a deadline.

Cliques are cores that need no search. Assumptions of which at most one holds are rivals; of k assumptions that are all
rivals k - 1 are broken (the idea of RC2's "adapted at-most-one constraints", Ignatiev, Morgado and Marques-Silva 2019).
"""

from collections.abc import Sequence
from typing import NamedTuple

from rookery.backends.contract import End, Reason
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.structure.cliques import leave_out, list_exclusions, take_cliques
from rookery.backends.solvers.sat.search import ProgramSolver
from rookery.core.deadline import OutOfTime

MAX_PAIRS = 4_000_000  # of rivals
FIRST_TRY, TRIES = 1_000, 25_000  # conflicts to show that a core does without some literal


class Totalizer:
    """A count of literals in unary, whose bound can rise while the solver works."""

    def __init__(self, solver: ProgramSolver, literals: Sequence[int]) -> None:
        from pysat.card import ITotalizer

        self._solver, self._literals, self._bound = solver, literals, 1
        self._sum = ITotalizer(lits=list(literals), ubound=1, top_id=solver.top)
        self._add(self._sum.cnf.clauses)

    def __len__(self) -> int:
        return len(self._literals)

    def _add(self, clauses: list[list[int]]) -> None:
        self._solver.add(clauses)
        self._solver.top = max(self._solver.top, self._sum.top_id)

    def at_most(self, bound: int) -> int:
        """A literal that keeps the count at `bound` or below if it is assumed; 0 < bound < number of literals."""
        if bound > self._bound:
            self._sum.increase(ubound=bound, top_id=self._solver.top)
            self._bound = bound
            self._add(self._sum.cnf.clauses[-self._sum.nof_new :] if self._sum.nof_new else [])
        return -int(self._sum.rhs[bound])


class BoundedSum(NamedTuple):
    """An assumption: at most `bound` literals of the sum are true, or `weight` is paid."""

    totalizer: Totalizer
    bound: int
    weight: int


class CoreGuided:
    """A search between the proven bound on the cost and `upper`, the cost of the best solution."""

    def __init__(self, solver: ProgramSolver, cost: Cost, hint: Sequence[int]) -> None:
        self._solver, self._cost, self._hint = solver, cost, hint
        program = solver.program
        literals = program.literals(cost.weights)
        self._weights = {-literal: weight for literal, weight in zip(literals, cost.weights.values(), strict=True)}
        self._sums: dict[int, BoundedSum] = {}
        self._paid, self._known = 0, program.bound
        self.upper: int | None = None

    @property
    def _proven(self) -> int:
        return max(self._paid, self._known)

    @property
    def _open(self) -> bool:
        return self.upper is None or self._proven < self.upper

    def run(self) -> End:
        """Search to the end, or to the deadline."""
        try:
            if not self._find_first():
                return End(True, note="UNSATISFIABLE")
            self._solver.load()
            self._solver.add(self._solver.program.leader)
            self._pay_cliques()
            self._pay_cores()
        except OutOfTime:
            return End(False, Reason.TIME, bound=self._cost.objective(self._proven), note="UNKNOWN")
        return End(True, bound=self._cost.objective(self._proven), note="OPTIMUM FOUND")

    def _find_first(self) -> bool:
        """Return whether there is a solution; another solver finds it, since it would lead this one astray."""
        solver = self._solver.another()
        try:
            solver.load()
            solver.prefer(list(self._weights))
            return bool(self._take(solver.begin(self._hint), solver))
        finally:
            solver.close()

    def _take(self, answer: bool | None, solver: ProgramSolver) -> bool | None:
        """Give the solution that a solver has found if it is better than those before."""
        if answer:
            solution = solver.solution()
            weight = self._cost.weight(solution)
            if self.upper is None or weight < self.upper:
                self.upper = weight
                self._solver.channel.bound = self._cost.objective(self._proven)
                self._solver.channel.put(solution)
        return answer

    def _solve(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        return self._take(self._solver.solve(assumptions, conflicts), self._solver)

    def _pay_cliques(self) -> None:
        """Take the cores that clauses state: of each clique all assumptions but one are broken."""
        rivals = list_exclusions(self._solver.program.rivals, self._weights, MAX_PAIRS)
        for clique in take_cliques(rivals):
            weight = min(map(self._weights.__getitem__, clique))
            self._paid += weight * (len(clique) - 1)
            for literal in clique:
                self._charge(literal, weight)
                if literal not in self._weights:
                    leave_out(rivals, literal)
            self._solver.top += 1
            self._solver.add([[-self._solver.top, *clique]])
            self._weights[self._solver.top] = weight

    def _pay_cores(self) -> None:
        """Take cores until the solution found last pays no more than is proven; heavy assumptions come first."""
        stratum = max(self._weights.values(), default=1)
        while self._open:
            if not self._solve([literal for literal, weight in self._weights.items() if weight >= stratum]):
                core = self._shrink(self._solver.core())
                weight = min(map(self._weights.__getitem__, core))
                self._paid += weight
                for literal in core:
                    self._charge(literal, weight)
                if len(core) == 1:
                    self._solver.add([[-core[0]]])
                elif self._open:
                    self._relax(Totalizer(self._solver, [-literal for literal in core]), weight)
            elif self._open:
                lighter = [weight for weight in self._weights.values() if weight < stratum]
                stratum = max((weight for weight in lighter if 2 * weight <= stratum), default=min(lighter))

    def _shrink(self, core: list[int]) -> list[int]:
        """Drop literals that a core does without, the lightest first, as long as that is easy to show."""
        core.sort(key=self._weights.__getitem__)
        at, most = 0, FIRST_TRY
        while len(core) > 1 and at < len(core) and self._open:
            fewer = core[:at] + core[at + 1 :]
            answer = self._solve(fewer, most)
            if answer is None:
                break
            core, at, most = (core, at + 1, TRIES) if answer else (fewer, at, TRIES)
        return core

    def _charge(self, literal: int, weight: int) -> None:
        """Pay for a broken assumption; if it is a bound on a sum, assume the next one."""
        self._weights[literal] -= weight
        if not self._weights[literal]:
            del self._weights[literal]
        if broken := self._sums.pop(literal, None):
            self._assume(broken.totalizer, broken.bound + 1, broken.weight)

    def _relax(self, totalizer: Totalizer, weight: int) -> None:
        """Assume that at most one of a core's costs is paid, or as few as are possible."""
        bound = 1
        while bound < len(totalizer) and not self._solve([totalizer.at_most(bound)]):
            self._paid += weight
            bound += 1
            if not self._open:
                return
        self._assume(totalizer, bound, weight)

    def _assume(self, totalizer: Totalizer, bound: int, weight: int) -> None:
        if bound < len(totalizer):
            literal = totalizer.at_most(bound)
            self._weights[literal] = weight
            self._sums[literal] = BoundedSum(totalizer, bound, weight)
