"""OR-Tools as its guide shows it: n queens by `add_all_different`, anything else by sums; CP-SAT enumerates."""

from typing import Any

from naive_ortools import Naive, NaiveOrtools
from tutorial import find_queens

from rookery.backends import End, Outcome, Request, Want
from rookery.backends.contract.backend import Stream
from rookery.models import Model


class Queens(Naive):
    """A column for each row; `n` is the side of the board."""

    __slots__ = ("n",)

    def __init__(self, model: Any, variables: list[Any]) -> None:
        super().__init__(model, variables, goal=False)
        object.__setattr__(self, "n", len(variables))


class PlainOrtools(NaiveOrtools):
    """Lists by `enumerate_all_solutions`; one solution, and the best, as the naive one."""

    name = "ortools-by-hand"
    summary = "OR-Tools as its guide shows it"

    def compile(self, model: Model, request: Request) -> Naive:
        """Recognise n queens; anything else is sums of Booleans."""
        n = find_queens(model)
        return super().compile(model, request) if n is None else queens(n)

    def run(self, program: Any, request: Request) -> Stream:
        """Have CP-SAT enumerate, where more than one solution is wanted."""
        if program.goal:
            return (yield from super().run(program, request))
        from ortools.sat.python import cp_model

        solver, found = cp_model.CpSolver(), collector(program)
        solver.parameters.num_workers = 1 if request.want is not Want.ONE else request.workers
        solver.parameters.random_seed = request.seed
        solver.parameters.enumerate_all_solutions = request.want is not Want.ONE
        solver.parameters.max_time_in_seconds = min(request.deadline.left(), 1e9)
        status = solver.solve(program.model, found)
        yield from found.solutions
        done = status == cp_model.INFEASIBLE or (status == cp_model.OPTIMAL and request.want is not Want.ONE)
        ended = done or bool(found.solutions and request.want is Want.ONE)
        yield Outcome(proven=done, end=End.DONE if ended else End.TIME, raw_status=solver.status_name(status))


def queens(n: int) -> Queens:
    """The model of the guide."""
    from ortools.sat.python import cp_model

    program = cp_model.CpModel()
    column = [program.new_int_var(0, n - 1, f"x{row}") for row in range(n)]
    program.add_all_different(column)
    program.add_all_different(column[row] + row for row in range(n))
    program.add_all_different(column[row] - row for row in range(n))
    return Queens(program, column)


def collector(program: Any) -> Any:
    """A callback that keeps each solution as the set of its variables."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.solutions: list[frozenset[int]] = []

        def on_solution_callback(self) -> None:
            values = [self.value(x) for x in program.variables]
            if isinstance(program, Queens):
                self.solutions.append(frozenset(row * program.n + column for row, column in enumerate(values)))
            else:
                self.solutions.append(frozenset(number for number, true in enumerate(values) if true))

    return Collector()
