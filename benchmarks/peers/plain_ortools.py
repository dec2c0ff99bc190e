"""OR-Tools as its guide shows it: n queens by `add_all_different`, anything else by sums; CP-SAT enumerates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from queens import find_queens

from rookery.backends import Ask, Backend, End, Reason, Want
from rookery.backends.contract import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy


@dataclass(frozen=True)
class Program:
    """A CP-SAT model with its variables: one Boolean for each square, or for queens one column for each row."""

    model: Any
    variables: list[Any]
    goal: bool
    queens: bool


class PlainOrtools(Backend):
    """CP-SAT on sums written with operators, without groups or symmetries."""

    name = "ortools-by-hand"
    summary = "OR-Tools as its guide shows it"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}
    can = frozenset({"one", "best", "all", "count", "seed"})

    def compile(self, model: Model, ask: Ask) -> Program:
        """Write the model."""
        from ortools.sat.python import cp_model

        program = cp_model.CpModel()
        if n := find_queens(model):
            column = [program.new_int_var(0, n - 1, f"x{row}") for row in range(n)]
            for sign in (0, 1, -1):
                program.add_all_different(column[row] + sign * row for row in range(n))
            return Program(program, column, goal=False, queens=True)
        x = [program.new_bool_var(f"x{number}") for number in range(model.variables)]

        def true(literal: int) -> Any:
            return x[literal] if literal >= 0 else 1 - x[~literal]

        for constraint in model.constraints:
            total = sum(map(true, constraint.literals))
            match constraint:
                case AtMost(bound, _):
                    program.add(total <= bound)
                case AtLeast(bound, _):
                    program.add(total >= bound)
                case Exactly(bound, _):
                    program.add(total == bound)
                case Linear(weights, literals, lower, upper):
                    weighted = sum(w * true(literal) for w, literal in zip(weights, literals, strict=True))
                    if lower is not None:
                        program.add(weighted >= lower)
                    if upper is not None:
                        program.add(weighted <= upper)
        if not isinstance(model.goal, Satisfy):
            aim = sum(w * true(literal) for w, literal in model.goal.terms())
            (program.minimize if isinstance(model.goal, Minimize) else program.maximize)(aim)
        return Program(program, x, goal=not isinstance(model.goal, Satisfy), queens=False)

    def run(self, program: Any, ask: Ask) -> Stream:
        """Solve; let CP-SAT enumerate if more than one solution is wanted."""
        from ortools.sat.python import cp_model

        one = program.goal or ask.want is Want.ONE
        solver, found = cp_model.CpSolver(), make_collector(program)
        solver.parameters.num_workers = (ask.workers or 1) if one else 1
        solver.parameters.random_seed = ask.seed
        solver.parameters.enumerate_all_solutions = not one
        solver.parameters.max_time_in_seconds = min(ask.deadline.left(), 1e9)
        status = solver.solve(program.model, found)
        yield from found.solutions[-1:] if program.goal else found.solutions
        done = status == cp_model.INFEASIBLE or (status == cp_model.OPTIMAL and (program.goal or not one))
        ended = done or bool(found.solutions and one and not program.goal)
        bound = round(solver.best_objective_bound) if program.goal and found.solutions else None
        yield End(done, Reason.DONE if ended else Reason.TIME, bound=bound, note=solver.status_name(status))


def make_collector(program: Any) -> Any:
    """Return a callback that keeps each solution as the set of its true variables."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.solutions: list[frozenset[int]] = []

        def on_solution_callback(self) -> None:
            values = [self.value(x) for x in program.variables]
            n = len(values)
            chosen = (r * n + c for r, c in enumerate(values)) if program.queens else (v for v in range(n) if values[v])
            self.solutions.append(frozenset(chosen))

    return Collector()
