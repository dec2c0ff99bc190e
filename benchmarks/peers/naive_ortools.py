"""CP-SAT as one first writes it: Booleans, sums with operators, no groups that it could recognise."""

from typing import Any

from rookery.backends import Backend, CompiledProgram, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy


class Naive(CompiledProgram):
    """A CP-SAT model with its variables."""

    __slots__ = ("goal", "model", "variables")

    def __init__(self, model: Any, variables: list[Any], goal: bool) -> None:
        super().__init__({"variables": len(variables), "constraints": len(model.proto.constraints)})
        for name, value in (("model", model), ("variables", variables), ("goal", goal)):
            object.__setattr__(self, name, value)


class NaiveOrtools(Backend[Naive]):
    """Every constraint as `sum(...) <= bound`; solutions are listed by solving again with the last one forbidden."""

    name = "naive-ortools"
    summary = "CP-SAT as one first writes it: Booleans and sums"
    distributions = ("ortools",)

    def load(self) -> None:
        """Import ortools."""
        try:
            from ortools.sat.python import cp_model  # noqa: F401
        except ImportError as error:
            raise Unsupported(f"{error}: pip install ortools") from error

    def compile(self, model: Model, request: Request) -> Naive:
        """Write sums."""
        from ortools.sat.python import cp_model

        program = cp_model.CpModel()
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
        return Naive(program, x, not isinstance(model.goal, Satisfy))

    def run(self, program: Any, request: Request) -> Stream:
        """Solve, forbid the solution, solve again."""
        from ortools.sat.python import cp_model

        found = 0
        while True:
            left = request.deadline.left()
            if left <= 0:
                yield Outcome(proven=False, end=End.TIME)
                return
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = request.workers
            solver.parameters.random_seed = request.seed
            if left < 1e9:
                solver.parameters.max_time_in_seconds = left
            status = solver.solve(program.model)
            if status == cp_model.INFEASIBLE:
                yield Outcome(proven=True)
                return
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                yield Outcome(proven=False, end=End.TIME)
                return
            chosen = frozenset(number for number, x in enumerate(program.variables) if solver.boolean_value(x))
            found += 1
            yield chosen
            if program.goal:
                proven = status == cp_model.OPTIMAL
                bound = round(solver.best_objective_bound)
                yield Outcome(proven, End.DONE if proven else End.TIME, bound=bound)
                return
            if request.want is Want.ONE:
                yield Outcome(proven=False)
                return
            x = program.variables
            program.model.add(sum(x[v] if v in chosen else 1 - x[v] for v in range(len(x))) <= len(x) - 1)
