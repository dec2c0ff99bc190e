"""CPMpy as its documentation shows it: n queens by `AllDifferent`, anything else by sums; `solveAll` lists."""

import sys
from typing import Any

from queens import find_queens

from rookery.backends import Backend, CompiledProgram, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy


class Program(CompiledProgram):
    """A CPMpy model with its variables: one Boolean for each square, or for queens one column for each row."""

    __slots__ = ("goal", "model", "queens", "variables")

    def __init__(self, model: Any, variables: list[Any], goal: bool, queens: bool) -> None:
        super().__init__({"variables": len(variables), "constraints": len(model.constraints)})
        for name, value in (("model", model), ("variables", variables), ("goal", goal), ("queens", queens)):
            object.__setattr__(self, name, value)

    def chosen(self) -> frozenset[int]:
        """Return the true variables of the solution that the solver has just found."""
        n, values = len(self.variables), [int(each.value()) for each in self.variables]
        if self.queens:
            return frozenset(row * n + column for row, column in enumerate(values))
        return frozenset(number for number, true in enumerate(values) if true)


class PlainCpmpy(Backend[Program]):
    """CPMpy's default solver."""

    name = "cpmpy-by-hand"
    summary = "CPMpy as its documentation shows it"
    distributions = ("cpmpy", "ortools")

    def load(self) -> None:
        """Import CPMpy, without HiGHS: its library and that of OR-Tools do not go together in one process."""
        sys.modules.setdefault("highspy", None)  # type: ignore[arg-type]
        try:
            import cpmpy
        except ImportError as error:
            raise Unsupported(f"{error}: pip install cpmpy") from error
        assert cpmpy

    def compile(self, model: Model, request: Request) -> Program:
        """Write the model; CPMpy translates it to that of a solver during the search."""
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

    def run(self, program: Any, request: Request) -> Stream:
        """Call `solve` for one solution or the best, else `solveAll`."""
        import cpmpy as cp

        found: list[frozenset[int]] = []
        solver = cp.SolverLookup.get("ortools", program.model)
        limit = {"time_limit": min(request.deadline.left(), 1e6)}
        one = program.goal or request.want is Want.ONE
        if one:
            if solver.solve(num_search_workers=request.workers, random_seed=request.seed, **limit):
                found.append(program.chosen())
        else:
            solver.solveAll(display=lambda: found.append(program.chosen()), **limit)
        status = solver.status().exitstatus.name
        yield from found
        done = status == "UNSATISFIABLE" or (status == "OPTIMAL" and (program.goal or not one))
        ended = done or bool(found and one and not program.goal)
        yield Outcome(proven=done, end=End.DONE if ended else End.TIME, raw_status=status)
