"""CPMpy as its documentation shows it: n queens by `AllDifferent`, anything else by sums; `solveAll` lists."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from queens import find_queens

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy


@dataclass(frozen=True)
class Program:
    """A CPMpy model with its variables: one Boolean for each square, or for queens one column for each row."""

    model: Any
    variables: list[Any]
    goal: bool
    queens: bool

    def chosen(self) -> frozenset[int]:
        """Return the true variables of the solution that the solver has just found."""
        n, values = len(self.variables), [int(each.value()) for each in self.variables]
        if self.queens:
            return frozenset(row * n + column for row, column in enumerate(values))
        return frozenset(number for number, true in enumerate(values) if true)


class PlainCpmpy(Backend):
    """CPMpy's default solver."""

    name = "cpmpy-by-hand"
    summary = "CPMpy as its documentation shows it"
    packages: ClassVar[Mapping[str, str]] = {"cpmpy": "cpmpy", "ortools": "ortools"}
    can = frozenset({"one", "best", "all", "count", "seed"})

    def compile(self, model: Model, ask: Ask) -> Program:
        """Write the model; CPMpy translates it to that of a solver during the search."""
        # without HiGHS: its library and that of OR-Tools do not go together in one process
        sys.modules.setdefault("highspy", None)  # type: ignore[arg-type]
        import cpmpy as cp

        if n := find_queens(model):
            column = cp.intvar(0, n - 1, shape=n)
            column = [column] if n == 1 else list(column)
            diagonals = ([column[row] + sign * row for row in range(n)] for sign in (0, 1, -1))
            return Program(cp.Model(*map(cp.AllDifferent, diagonals)), column, goal=False, queens=True)
        x = cp.boolvar(shape=model.variables, name="x")
        x = [x] if model.variables == 1 else list(x)
        program = cp.Model()

        def true(literal: int) -> Any:
            return x[literal] if literal >= 0 else 1 - x[~literal]

        for constraint in model.constraints:
            total = cp.sum([true(literal) for literal in constraint.literals])
            match constraint:
                case AtMost(bound, _):
                    program += total <= bound
                case AtLeast(bound, _):
                    program += total >= bound
                case Exactly(bound, _):
                    program += total == bound
                case Linear():
                    raise Unsupported("this peer knows no weights")
        if not isinstance(model.goal, Satisfy):
            aim = cp.sum([w * true(literal) for w, literal in model.goal.terms()])
            (program.minimize if isinstance(model.goal, Minimize) else program.maximize)(aim)
        return Program(program, x, goal=not isinstance(model.goal, Satisfy), queens=False)

    def run(self, program: Any, ask: Ask) -> Stream:
        """Call `solve` for one solution or the best, else `solveAll`."""
        import cpmpy as cp

        found: list[frozenset[int]] = []
        solver = cp.SolverLookup.get("ortools", program.model)
        limit = {"time_limit": min(ask.deadline.left(), 1e6)}
        one = program.goal or ask.want is Want.ONE
        if one:
            if solver.solve(num_search_workers=ask.workers or 1, random_seed=ask.seed, **limit):
                found.append(program.chosen())
        else:
            solver.solveAll(display=lambda: found.append(program.chosen()), **limit)
        status = solver.status().exitstatus.name
        yield from found
        done = status == "UNSATISFIABLE" or (status == "OPTIMAL" and (program.goal or not one))
        ended = done or bool(found and one and not program.goal)
        yield End(proven=done, reason=Reason.DONE if ended else Reason.TIME, note=status)
