"""SCIP and HiGHS through MathOpt: better solutions as they are found, lists by a cut a solution, honest bounds."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from math import ceil, inf, isfinite

from ortools.math_opt import model_pb2
from ortools.math_opt.python import mathopt
from ortools.util.python.solve_interrupter import SolveInterrupter

from rookery.backends.contract import Ask, End, Reason, Solution, Stream, Want
from rookery.backends.fleet.streaming import Channel, Stopped, stream_from_thread
from rookery.backends.solvers.mip import MAX_LISTED, MipProgram, too_many
from rookery.core.deadline import OutOfTime
from rookery.models.model.constraints import over_variables

SLACK = 1e-6  # by which a dual bound may be too large
MAX_SEEDS = 2**31 - 1
KINDS = {"scip": mathopt.SolverType.GSCIP, "highs": mathopt.SolverType.HIGHS}
NAMES = {"scip": "SCIP", "highs": "HiGHS"}
Values = Mapping[mathopt.Variable, float]


def search_program(program: MipProgram, ask: Ask) -> Stream:
    """Stream what the solver finds."""
    interrupter = SolveInterrupter()
    return stream_from_thread(partial(_search, program, ask, interrupter), stop=interrupter.interrupt)


def _search(program: MipProgram, ask: Ask, interrupter: SolveInterrupter, channel: Channel) -> End:
    search = Search(program, ask, channel, interrupter)
    try:
        return search.run()
    except OutOfTime:
        return search.conclude(None, Reason.TIME)


class Search:
    """One question put to a solver, again as long as it gives a solution that was not cut off while it searched."""

    def __init__(self, program: MipProgram, ask: Ask, channel: Channel, interrupter: SolveInterrupter) -> None:
        self._program, self._ask, self._channel, self._interrupter = program, ask, channel, interrupter
        self._model = build_model(program)
        self._variables = list(self._model.variables())[: program.lowered.own]
        self._lists = ask.want is not Want.ONE
        self._most = (ask.limit or MAX_LISTED + 1) if self._lists else 1
        self._found: set[Solution] = set()
        self._best: int | None = None
        self._nodes = 0
        channel.count = 0 if ask.want is Want.COUNT else None

    @property
    def _is_full(self) -> bool:
        return self._program.cost is None and len(self._found) >= self._most

    def run(self) -> End:
        """Search until the solver has proven something, or a limit has come."""
        while True:
            listens = self._program.solver == "scip"
            event = mathopt.CallbackRegistration(
                events={mathopt.Event.MIP_SOLUTION},
                add_lazy_constraints=self._lists and bool(self._variables),
            )
            result = mathopt.solve(
                self._model,
                KINDS[self._program.solver],
                params=self._parameters(),
                model_params=self._hint(),
                callback_reg=event if listens else None,
                cb=self._listen if listens else None,
                interrupter=self._interrupter if listens else None,
            )
            spent = result.solve_stats
            self._nodes += spent.node_count
            values = result.variable_values() if result.has_primal_feasible_solution() else None
            if values is not None:
                self._give(self._read_choice(values))
            if len(self._found) > MAX_LISTED:
                raise too_many()
            if self._is_full:
                return self.conclude(result, Reason.SOLUTIONS if self._lists else Reason.DONE)
            if not self._lists or values is None or not self._variables:
                return self.conclude(result, Reason.DONE if _is_decided(result) else Reason.TIME)
            self._model.add_linear_constraint(self._cut(self._read_choice(values)))

    def _parameters(self) -> mathopt.SolveParameters:
        left = self._ask.deadline.left()
        if left <= 0:
            raise OutOfTime
        return mathopt.SolveParameters(
            time_limit=timedelta(seconds=left) if left < inf else None,
            random_seed=self._ask.seed % MAX_SEEDS,
            threads=1 if self._program.solver == "scip" else None,  # MathOpt refuses them for HiGHS
            relative_gap_tolerance=0.0,  # HiGHS would stop at a ten-thousandth
            absolute_gap_tolerance=0.0,
        )

    def _hint(self) -> mathopt.ModelSolveParameters:
        """The literals to begin with; none if the solver lists, which it does in any order."""
        values = {self._variables[max(literal, ~literal)]: float(literal >= 0) for literal in self._ask.hint}
        hints = [mathopt.SolutionHint(variable_values=values)] if values and not self._lists else []
        return mathopt.ModelSolveParameters(solution_hints=hints)

    def _listen(self, data: mathopt.CallbackData) -> mathopt.CallbackResult:
        """Take a solution while the solver searches; one that is listed is cut off."""
        answer = mathopt.CallbackResult()
        if data.solution is None:
            return answer
        if self._program.cost is not None:
            bound = self._round_bound(data.mip_stats.dual_bound)
            self._channel.bound = None if bound is None else self._program.cost.objective(bound)
        chosen = self._read_choice(data.solution)
        try:
            if self._program.lowered.source.accepts(chosen):
                self._give(chosen)
        except Stopped:
            answer.terminate = True
        if self._lists and self._variables:
            answer.add_lazy_constraint(self._cut(chosen))
        answer.terminate = answer.terminate or self._is_full or self._channel.stopped.is_set()
        return answer

    def _read_choice(self, values: Values) -> Solution:
        return frozenset(number for number, variable in enumerate(self._variables) if values[variable] > 0.5)

    def _cut(self, chosen: Solution) -> mathopt.BoundedLinearExpression:
        """A cut that all solutions but one satisfy."""
        flipped = (1 - each if number in chosen else each for number, each in enumerate(self._variables))
        return mathopt.fast_sum(flipped) >= 1

    def _give(self, chosen: Solution) -> None:
        """Hand over a solution that is new, and better if there is a goal."""
        cost = self._program.cost
        if chosen in self._found or self._is_full:
            return
        if cost is not None:
            if self._best is not None and cost.weight(chosen) >= self._best:
                return
            self._best = cost.weight(chosen)
        self._found.add(chosen)
        if self._channel.count is None:
            self._channel.put(chosen)
        else:
            self._channel.count = len(self._found)

    def conclude(self, result: mathopt.SolveResult | None, end: Reason) -> End:
        """Conclude at the end; an optimum is proven if the bound, rounded with care, meets it."""
        reason = result.termination.reason if result else None
        infeasible = reason == mathopt.TerminationReason.INFEASIBLE
        bounds = result.termination.objective_bounds if result else None
        bound = None if infeasible or bounds is None else self._round_bound(bounds.dual_bound)
        proven = infeasible or (self._lists and not self._variables and bool(self._found))
        if self._program.cost is not None and self._best is not None:
            proven = bound is not None and bound >= self._best
        counted = len(self._found) if self._ask.want is Want.COUNT else None
        objective = None if bound is None or self._program.cost is None else self._program.cost.objective(bound)
        how = ", proven by floating point" if proven else ""
        note = f"{NAMES[self._program.solver]}: {reason.name.lower() if reason else 'not begun'}{how}"
        return End(proven, end, counted, objective, note, {"nodes": self._nodes})

    def _round_bound(self, dual: float | None) -> int | None:
        """The proven bound on the cost: the least whole number that is not below the dual bound less a tolerance."""
        if self._program.cost is None or dual is None or not isfinite(dual):
            return None
        return max(0, ceil(dual - SLACK * max(1.0, abs(dual))))


def _is_decided(result: mathopt.SolveResult) -> bool:
    return result.termination.reason in (mathopt.TerminationReason.OPTIMAL, mathopt.TerminationReason.INFEASIBLE)


def build_model(program: MipProgram) -> mathopt.Model:
    """MathOpt's model of a program, its objective the cost; filled in bulk, as a call for each term is slow."""
    proto = model_pb2.ModelProto()
    proto.variables.ids.extend(range(program.lowered.model.variables))
    proto.variables.lower_bounds.extend([0.0] * program.lowered.model.variables)
    proto.variables.upper_bounds.extend([1.0] * program.lowered.model.variables)
    proto.variables.integers.extend([True] * program.lowered.model.variables)
    for number, row in enumerate(program.rows):
        terms = sorted((variable, weight) for variable, weight in row.weights.items() if weight)
        most = sum(weight for _, weight in terms if weight > 0)
        least = sum(weight for _, weight in terms if weight < 0)
        proto.linear_constraints.ids.append(number)
        proto.linear_constraints.lower_bounds.append(row.least if row.least > least else -inf)
        proto.linear_constraints.upper_bounds.append(row.most if row.most < most else inf)
        proto.linear_constraint_matrix.row_ids.extend([number] * len(terms))
        proto.linear_constraint_matrix.column_ids.extend(variable for variable, _ in terms)
        proto.linear_constraint_matrix.coefficients.extend(weight for _, weight in terms)
    if program.cost is not None:
        weights, constant = over_variables(program.cost.terms())
        chosen = sorted((variable, weight) for variable, weight in weights.items() if weight)
        proto.objective.offset = constant
        proto.objective.linear_coefficients.ids.extend(variable for variable, _ in chosen)
        proto.objective.linear_coefficients.values.extend(weight for _, weight in chosen)
    return mathopt.Model.from_model_proto(proto)
