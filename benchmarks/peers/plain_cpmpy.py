"""CPMpy as its documentation shows it: n queens with AllDifferent, anything else as sums of Booleans."""

import sys
from typing import Any

from rookery.backends import Backend, CompiledProgram, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy


class Plain(CompiledProgram):
    """A CPMpy model with its Booleans."""

    __slots__ = ("goal", "model", "variables")

    def __init__(self, model: Any, variables: Any, goal: bool) -> None:
        super().__init__({"variables": len(variables), "constraints": len(model.constraints)})
        for name, value in (("model", model), ("variables", variables), ("goal", goal)):
            object.__setattr__(self, name, value)


class PlainCpmpy(Backend[Plain]):
    """CPMpy's default solver on sums of Booleans."""

    name = "cpmpy"
    summary = "plain CPMpy, which translates to CP-SAT"
    distributions = ("cpmpy", "ortools")

    def load(self) -> None:
        """Import CPMpy, without HiGHS: its library and that of OR-Tools do not go together in one process."""
        sys.modules.setdefault("highspy", None)  # type: ignore[arg-type]
        try:
            import cpmpy
        except ImportError as error:
            raise Unsupported(f"{error}: pip install cpmpy") from error
        assert cpmpy

    def compile(self, model: Model, request: Request) -> Plain:
        """Write sums; the translation to a solver's model is part of the search here, as CPMpy has it."""
        import cpmpy as cp

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
        return Plain(program, x, not isinstance(model.goal, Satisfy))

    def run(self, program: Any, request: Request) -> Stream:
        """Solve; list by CPMpy's own `solveAll`-like loop of forbidding what was found."""
        import cpmpy as cp

        solver = cp.SolverLookup.get("ortools", program.model)
        while True:
            left = request.deadline.left()
            if left <= 0:
                yield Outcome(proven=False, end=End.TIME)
                return
            limit = {} if left > 1e9 else {"time_limit": left}
            found = solver.solve(num_search_workers=request.workers, random_seed=request.seed, **limit)
            status = solver.status().exitstatus.name
            if not found:
                done = status == "UNSATISFIABLE"
                yield Outcome(proven=done, end=End.DONE if done else End.TIME, raw_status=status)
                return
            chosen = frozenset(number for number, each in enumerate(program.variables) if each.value())
            yield chosen
            if program.goal:
                done = status == "OPTIMAL"
                yield Outcome(proven=done, end=End.DONE if done else End.TIME, raw_status=status)
                return
            if request.want is Want.ONE:
                yield Outcome(proven=False)
                return
            x = program.variables
            solver += cp.sum([x[v] if v in chosen else 1 - x[v] for v in range(len(x))]) <= len(x) - 1
