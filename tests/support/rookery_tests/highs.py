"""HiGHS as a plug-in might have it: a solver of mixed integer programs, which finds an optimum and lists nothing."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rookery.backends import Backend, Capabilities, CompiledProgram, End, Level, Outcome, Request, Unsupported
from rookery.backends.contract.backend import Stream
from rookery.models import Maximize, Model, Satisfy
from rookery.models.model.model import over_variables


@dataclass(frozen=True)
class Program(CompiledProgram):
    """Rows and costs; `sense` is the sign of the goal, 0 without one."""

    model: Model


class Highs(Backend[Program]):
    """A column a variable, a row a constraint."""

    name: ClassVar[str] = "highs"
    summary: ClassVar[str] = "HiGHS: branch and cut"
    distributions: ClassVar[tuple[str, ...]] = ("highspy",)
    capabilities: ClassVar[Capabilities] = Capabilities(levels=frozenset({Level.ONE, Level.OPTIMUM}))

    def load(self) -> None:
        """Import highspy."""
        try:
            import highspy  # noqa: F401
        except ImportError as error:
            raise Unsupported(f"backend highs: {error}") from None

    def compile(self, model: Model, request: Request) -> Program:
        """Keep the model; its size in columns and rows."""
        return Program({"columns": model.variables, "rows": len(model.constraints)}, model)

    def run(self, program: Program, request: Request) -> Stream:
        """Give the best solution, or any."""
        import highspy

        model, solver = program.model, _load(program.model, request)
        solver.run()
        status, kinds = solver.getModelStatus(), highspy.HighsModelStatus
        request.effort.add(calls=1, nodes=max(0, solver.getInfo().mip_node_count))
        values = list(solver.getSolution().col_value)
        found = frozenset(v for v, value in enumerate(values) if value > 0.5)
        if solver.getInfo().primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible or (
            not model.variables and model.accepts(frozenset())
        ):
            yield found
        finished = status in (kinds.kOptimal, kinds.kInfeasible, kinds.kModelEmpty)
        yield Outcome(proven=finished, end=End.DONE if finished else End.TIME, raw_status=status.name)


def _load(model: Model, request: Request) -> Any:
    import highspy

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("random_seed", request.seed)
    if (left := request.deadline.left()) < float("inf"):
        solver.setOptionValue("time_limit", left)
    goal = {} if isinstance(model.goal, Satisfy) else over_variables(model.goal.terms())[0]
    for variable in range(model.variables):
        solver.addCol(float(goal.get(variable, 0)), 0.0, 1.0, 0, [], [])
        solver.changeColIntegrality(variable, highspy.HighsVarType.kInteger)
    for constraint in model.constraints:
        weights, constant = over_variables(constraint.terms())
        low = -highspy.kHighsInf if constraint.lower is None else float(constraint.lower - constant)
        high = highspy.kHighsInf if constraint.upper is None else float(constraint.upper - constant)
        solver.addRow(low, high, len(weights), list(weights), list(map(float, weights.values())))
    if isinstance(model.goal, Maximize):
        solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return solver
