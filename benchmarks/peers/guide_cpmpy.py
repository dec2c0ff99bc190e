"""CPMpy as its documentation shows it: n queens by `AllDifferent`, anything else by sums; `solveAll` lists."""

from typing import Any

from plain_cpmpy import Plain, PlainCpmpy
from tutorial import find_queens

from rookery.backends import End, Outcome, Request, Want
from rookery.backends.contract.backend import Stream
from rookery.models import Model


class Queens(Plain):
    """A column for each row."""

    __slots__ = ()


class GuideCpmpy(PlainCpmpy):
    """Lists by `solveAll`; one solution, and the best, by `solve`."""

    name = "cpmpy-by-hand"
    summary = "CPMpy as its documentation shows it"

    def compile(self, model: Model, request: Request) -> Plain:
        """Recognise n queens; anything else is sums of Booleans."""
        n = find_queens(model)
        return super().compile(model, request) if n is None else queens(n)

    def run(self, program: Any, request: Request) -> Stream:
        """Ask CPMpy's default solver."""
        if program.goal:
            return (yield from super().run(program, request))
        import cpmpy as cp

        found: list[frozenset[int]] = []
        solver = cp.SolverLookup.get("ortools", program.model)
        limit = {"time_limit": min(request.deadline.left(), 1e6)}
        if request.want is Want.ONE:
            if solver.solve(num_search_workers=request.workers, random_seed=request.seed, **limit):
                found.append(chosen(program))
        else:
            solver.solveAll(display=lambda: found.append(chosen(program)), **limit)
        status = solver.status().exitstatus.name
        yield from found
        done = status == "UNSATISFIABLE" or (status == "OPTIMAL" and request.want is not Want.ONE)
        ended = done or bool(found and request.want is Want.ONE)
        yield Outcome(proven=done, end=End.DONE if ended else End.TIME, raw_status=status)


def chosen(program: Any) -> frozenset[int]:
    """The solution that the variables hold."""
    n, values = len(program.variables), [int(each.value()) for each in program.variables]
    if isinstance(program, Queens):
        return frozenset(row * n + column for row, column in enumerate(values))
    return frozenset(number for number, true in enumerate(values) if true)


def queens(n: int) -> Queens:
    """The model of the documentation."""
    import cpmpy as cp

    column = cp.intvar(0, n - 1, shape=n)
    column = [column] if n == 1 else list(column)
    program = cp.Model(
        cp.AllDifferent(column),
        cp.AllDifferent([column[row] + row for row in range(n)]),
        cp.AllDifferent([column[row] - row for row in range(n)]),
    )
    return Queens(program, column, goal=False)
