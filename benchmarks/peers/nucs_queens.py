"""NuCS, the constraint solver in Python and numba, on its own model of n queens."""

from typing import Any

from tutorial import Queens, queens_of

from rookery.backends import Backend, Capabilities, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import Model


class Nucs(Backend[Queens]):
    """The example that NuCS ships, with its default search."""

    name = "nucs"
    summary = "NuCS on its own example of n queens"
    distributions = ("nucs", "numba")
    capabilities = Capabilities(seeds=False)

    def load(self) -> None:
        """Import NuCS; its first solver compiles, or loads, its kernels."""
        try:
            from nucs.examples.queens.queens_problem import QueensProblem
            from nucs.solvers.backtrack_solver import BacktrackSolver
        except ImportError as error:
            raise Unsupported(f"{error}: pip install nucs") from error
        next(iter(BacktrackSolver(QueensProblem(4), log_level="ERROR").solve()), None)

    def compile(self, model: Model, request: Request) -> Queens:
        """Recognise n queens."""
        n = queens_of(model)
        return Queens({"variables": n}, n)

    def run(self, program: Queens, request: Request) -> Stream:
        """Give all solutions; NuCS has no clock, so it is looked at between them."""
        from nucs.examples.queens.queens_problem import QueensProblem
        from nucs.solvers.backtrack_solver import BacktrackSolver

        n, count = program.n, 0
        solver: Any = BacktrackSolver(QueensProblem(n), log_level="ERROR")
        for columns in solver.solve():
            count += 1
            if request.want is not Want.COUNT:
                yield frozenset(row * n + int(columns[row]) for row in range(n))
            if request.deadline.passed():
                yield Outcome(proven=False, end=End.TIME, count=count if request.want is Want.COUNT else None)
                return
        yield Outcome(proven=True, count=count if request.want is Want.COUNT else None)
