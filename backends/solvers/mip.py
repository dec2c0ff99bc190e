"""The backend `mip`: HiGHS or SCIP through OR-Tools, in a process of its own; both compute in floating point."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor, inf, isfinite
from threading import TIMEOUT_MAX, Timer
from typing import Any, ClassVar

from rookery.backends.contract import Ask, Backend, End, Item, Reason, Unsupported
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.worker import Worker, WorkerLost
from rookery.core.deadline import checking_deadline
from rookery.core.runtime import EXPENDABLE
from rookery.models import BadInput, Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import Term, over_variables

# Solvers take a value for whole, and a row for satisfied, that is wrong by a millionth: with weights that sum to this
# the error of a row or of a bound stays below a fifth.
MAX_SUM = 100_000
SLACK = 1e-6  # by which a dual bound may be too large
GRACE = 0.5  # seconds that a solver has after its limit
MAX_SEEDS = 2**31 - 1
EXACT = {  # gaps of 0: HiGHS would stop at a ten-thousandth
    "highs": {"mip_rel_gap": "0", "mip_abs_gap": "0", "threads": "1"},
    "scip": {"limits/gap": "0", "limits/absgap": "0"},
}
NAMES = {"highs": "HiGHS", "scip": "SCIP"}
SEED = {"highs": "random_seed", "scip": "randomization/randomseedshift"}


@dataclass(frozen=True)
class Program:
    """A model and the solver that is asked."""

    model: Model
    solver: str


class Mip(Backend):
    """A 0/1 variable each, a linear row each constraint; the process may be killed, which no call of HiGHS allows."""

    name = "mip"
    summary = "HiGHS or SCIP by OR-Tools: linear relaxations and cuts, for one solution or the best; floating point"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}
    can = frozenset({"one", "best", "seed", "partial"})
    options: ClassVar[Mapping[str, str]] = OPTIONS | {
        "solver": "highs (the default) or scip",
        "mip.*": "any parameter of the solver, such as mip.presolve=off (HiGHS) or mip.limits/nodes=1000 (SCIP)",
        "log": "on: show the solver's log on standard error",
    }

    def compile(self, model: Model, ask: Ask) -> Program:
        """Refuse weights beyond floating point; the process builds the rows, which is faster than to send them."""
        solver = ask.option("solver", tuple(EXACT))
        for what in (*checking_deadline(model.constraints), model.goal):
            if not isinstance(what, Satisfy) and sum(abs(weight) for weight, _ in what.terms()) > MAX_SUM:
                raise Unsupported(
                    f"backend mip computes in floating point: weights that sum to more than {MAX_SUM:,} are too large "
                    "for it; use sat, which adds numbers of any size"
                )
        return Program(replace(model, name="x{}".format, symmetries=(), groups=()), solver)

    def run(self, program: Program, ask: Ask) -> Iterator[Item]:
        """Yield the best solution that the solver has found, its bound, and the end."""
        parameters = list_parameters(program, ask)
        if EXPENDABLE.is_set():
            yield from search(program, ask, parameters)
            return
        with Worker(shown=ask.option("log", ("off", "on")) == "on") as worker:
            left = ask.deadline.left()
            killer = Timer(min(left + GRACE, TIMEOUT_MAX), worker.kill)  # HiGHS looks at the clock now and then
            killer.start()
            try:
                yield from worker.stream(search, program, replace(ask, progress=None, store=None), parameters)
            except WorkerLost:
                if not ask.deadline.passed():
                    raise
                yield End(False, Reason.TIME, note=f"{NAMES[program.solver]}: stopped")
            finally:
                killer.cancel()


def list_parameters(program: Program, ask: Ask) -> dict[str, str]:
    """Return the solver's parameters: exact, with the seed, and those that the user has set."""
    parameters = dict(EXACT[program.solver])
    if ask.seed:
        parameters[SEED[program.solver]] = str(ask.seed % MAX_SEEDS)
    return parameters | {name[4:]: value for name, value in ask.options.items() if name.startswith("mip.")}


def search(program: Program, ask: Ask, parameters: Mapping[str, str]) -> Iterator[Item]:
    """Solve a program; called in the process of its own."""
    from ortools.linear_solver.python import model_builder

    if not program.model.variables:  # HiGHS decides nothing where there is nothing to choose
        if solved := program.model.accepts(frozenset()):
            yield frozenset()
        yield End(True, bound=program.model.value(frozenset()) if solved else None, note="no variables")
        return
    mip, chosen = build(program.model)
    solver = model_builder.Solver(program.solver)
    solver.set_solver_specific_parameters("\n".join(f"{name}={value}" for name, value in parameters.items()))
    solver.enable_output(ask.option("log", ("off", "on")) == "on")
    if (left := ask.deadline.left()) < inf:
        solver.set_time_limit_in_seconds(left)
    status = solver.solve(mip).name
    if status in ("INVALID_SOLVER_PARAMETERS", "MODEL_INVALID", "ABNORMAL"):
        raise BadInput(f"{program.solver}: {solver.status_string or status}")
    value = None
    if status in ("OPTIMAL", "FEASIBLE"):
        solution = frozenset(number for number, variable in enumerate(chosen) if solver.value(variable) > 0.5)
        value = program.model.value(solution)
        yield solution
    yield conclude(program, status, value, None if value is None else solver.best_objective_bound)


def build(model: Model) -> tuple[Any, list[Any]]:
    """Return OR-Tools' form of a model, with its variables."""
    from ortools.linear_solver.python import model_builder

    mip: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    variables = [mip.new_bool_var(f"x{number}") for number in range(model.variables)]

    def add_up(terms: Iterable[Term]) -> tuple[Any, int]:
        weights, constant = over_variables(terms)
        expression = model_builder.LinearExpr.weighted_sum([variables[each] for each in weights], [*weights.values()])
        return expression, constant

    for constraint in model.constraints:
        total, constant = add_up(constraint.terms())
        least = -inf if constraint.lower is None else constraint.lower - constant
        most = inf if constraint.upper is None else constraint.upper - constant
        mip.add_linear_constraint(total, least, most)
    if not isinstance(model.goal, Satisfy):
        total, constant = add_up(model.goal.terms())
        (mip.maximize if isinstance(model.goal, Maximize) else mip.minimize)(total + constant)
    return mip, variables


def conclude(program: Program, status: str, value: int | None, dual: float | None) -> End:
    """Return the end of a search; an optimum is proven if the bound, rounded with care, meets it."""
    goal = program.model.goal
    proven = status == "INFEASIBLE"
    bound = None
    if isinstance(goal, Minimize | Maximize) and dual is not None and isfinite(dual):
        slack = SLACK * max(1.0, abs(dual))
        bound = floor(dual + slack) if isinstance(goal, Maximize) else ceil(dual - slack)
        proven = value is not None and not program.model.better(bound, than=value)
    reason = Reason.DONE if status in ("OPTIMAL", "INFEASIBLE") else Reason.TIME
    how = ", proven by floating point" if proven else ""
    return End(proven, reason, bound=bound, note=f"{NAMES[program.solver]}: {status.lower()}{how}")
