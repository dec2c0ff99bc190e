"""Clauses that appear when a solution breaks them: valid everywhere, so that all solvers of a program share them."""

from dataclasses import dataclass, field

from rookery.backends.contract.backend import Solution
from rookery.backends.sat.program import SatProgram
from rookery.models.base.lazy import Cuts
from rookery.models.cnf.clause_list import Clause


@dataclass
class Refinement:
    """The clauses that were broken so far, in the solver's literals; `cuts` names more, None where there are none."""

    program: SatProgram
    cuts: Cuts | None = None
    clauses: list[Clause] = field(default_factory=list)

    def refine(self, solution: Solution) -> bool:
        """Whether a solution breaks clauses, which are kept."""
        before = len(self.clauses)
        for clause in () if self.cuts is None else self.cuts(solution):
            self.clauses.append([self.program.literal(literal) for literal in clause])
        return len(self.clauses) > before
