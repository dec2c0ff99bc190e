"""The backend `cpsat`: OR-Tools' CP-SAT, which learns clauses and bounds optima by linear relaxations.

Its protocol buffer is filled in bulk, because a call for each literal is slow. It writes the negation of variable v as
-v - 1, as our models do.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import compress
from math import inf
from typing import Any, ClassVar

from rookery.backends.contract import Ask, Backend, End, Item, Reason, Unsupported, Want
from rookery.backends.presolve.cost import MAX_SUM, Cost
from rookery.backends.presolve.lowering.passes import LARGE, Lowered, lower_model
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.threads import Channel, Stopped, stream_from_thread
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Model
from rookery.models.model.clauses import window
from rookery.models.model.constraints import Constraint, Weights, over_variables, variable

MAX_SEEDS = 2**31 - 1


@dataclass(frozen=True)
class Program:
    """CP-SAT's model of a lowered one; CP-SAT minimises the cost less its `constant`."""

    model: Any
    lowered: Lowered
    cost: Cost | None
    constant: int


class CpSat(Backend):
    """A 0/1 variable each, variables for lines, exactly-one and at-most-one groups, linear sums."""

    name = "cpsat"
    summary = "OR-Tools CP-SAT: clause learning, and linear relaxations for optima"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}
    can = frozenset({"one", "best", "all", "count", "seed", "hint", "workers"})
    options = OPTIONS | {
        "cpsat.*": "any parameter of CP-SAT, such as cpsat.linearization_level=2",
        "log": "on: show the solver's log on standard error",
    }

    def compile(self, model: Model, ask: Ask) -> Program:
        """Build CP-SAT's model: with variables for lines if an optimum is sought, of squares alone to list."""
        from ortools.sat.python import cp_model

        lowered, cost, cp = lower_model(model, ask), Cost.of(model), cp_model.CpModel()
        if lowered.model.variables:
            first = cp.proto.variables.add()
            first.domain.extend([0, 1])
            cp.proto.variables.extend([first] * (lowered.model.variables - 1))
        for constraint in checking_deadline(lowered.model.constraints):
            add_constraint(cp.proto.constraints.add(), constraint)
        cp.proto.solution_hint.vars.extend(map(variable, ask.hint))
        cp.proto.solution_hint.values.extend(int(literal >= 0) for literal in ask.hint)
        constant = 0
        if cost is not None:
            weights, constant = over_variables(cost.terms())
            check_sum(weights)
            cp.proto.objective.vars.extend(list(weights))
            cp.proto.objective.coeffs.extend(list(weights.values()))
            if lowered.bound:
                cp.proto.objective.domain.extend([lowered.bound - constant, MAX_SUM])
        return Program(cp, lowered, cost, constant)

    def describe(self, program: Program) -> list[str]:
        """Return the passes taken."""
        return list(program.lowered.steps)

    def run(self, program: Program, ask: Ask) -> Iterator[Item]:
        """Search in a thread; list and count with one worker: with more, CP-SAT loses and repeats solutions."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        set_parameters(solver.parameters, program, ask)
        return stream_from_thread(partial(search, solver, program, ask), stop=solver.stop_search)


def add_constraint(proto: Any, constraint: Constraint) -> None:
    """Fill in CP-SAT's form of a constraint; raises `Unsupported` for sums beyond 64 bits."""
    match constraint:
        case AtLeast(1, literals):
            proto.bool_or.literals.extend(literals)
        case AtMost(1, literals):
            proto.at_most_one.literals.extend(literals)
        case Exactly(1, literals):
            proto.exactly_one.literals.extend(literals)
        case _:
            weights, constant = over_variables(constraint.terms())
            check_sum(weights)
            proto.linear.vars.extend(list(weights))
            proto.linear.coeffs.extend(list(weights.values()))
            proto.linear.domain.extend([side - constant for side in window(constraint)])


def check_sum(weights: Weights) -> None:
    """Raise `Unsupported` for weights whose sum CP-SAT does not take."""
    if sum(map(abs, weights.values())) > MAX_SUM:
        raise Unsupported(
            f"weights that sum to more than {MAX_SUM:,} are too large for CP-SAT; use sat, which adds numbers of "
            "any size"
        )


def set_parameters(parameters: Any, program: Program, ask: Ask) -> None:
    """Set CP-SAT's parameters by what is wanted, then those that the user has set."""
    workers = ask.workers or 1
    parameters.catch_sigint_signal = False
    parameters.random_seed = ask.seed % MAX_SEEDS
    parameters.num_workers = workers if ask.want is Want.ONE else 1
    parameters.log_search_progress = ask.option("log", ("off", "on")) == "on"
    parameters.log_to_stdout = False
    if (left := ask.deadline.left()) < inf:
        parameters.max_time_in_seconds = left
    if ask.want is not Want.ONE:
        parameters.enumerate_all_solutions = True
        parameters.linearization_level = 0
        if any(isinstance(each, Exactly) and each.choice is not None for each in program.lowered.source.constraints):
            # The model names finite-domain variables: backtracking in their order lists sooner
            parameters.search_branching = type(parameters).FIXED_SEARCH
            parameters.symmetry_level = 0
    elif program.cost is not None:
        set_bounding(parameters)
        # 1e-4 in floating point would end a search between 2**53 and a bound that is units away
        parameters.absolute_gap_limit = 0.0
        if workers > 1:
            parameters.use_lns = False
            for worker in range(workers):
                own = type(parameters)()
                own.name = f"bounding{worker}"
                own.random_seed = (ask.seed + worker) % MAX_SEEDS
                set_bounding(own)
                parameters.subsolver_params.extend([own])
                parameters.subsolvers.extend([own.name])
    elif program.lowered.own >= LARGE:
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
        parameters.symmetry_level = 0
    for name, value in ask.options.items():
        if name.startswith("cpsat.") and not parameters.merge_text_format(f"{name[6:]}: {value}"):
            raise BadInput(f"option {name}={value}: CP-SAT has no such parameter, or does not take this value")


def set_bounding(parameters: Any) -> None:
    """Put clauses into the linear relaxation, else bounds stay at 0; cuts cost more than they give."""
    parameters.linearization_level = 2
    parameters.cut_level = 0


def search(solver: Any, program: Program, ask: Ask, channel: Channel) -> End:
    """Let CP-SAT search; called in a thread of its own."""
    from ortools.sat.python import cp_model

    counts = ask.want is Want.COUNT
    found, best = 0, inf

    class Listener(cp_model.CpSolverSolutionCallback):
        """Takes solutions while CP-SAT searches; with several workers, too, one at a time."""

        def on_solution_callback(self) -> None:
            nonlocal found, best
            solution = frozenset(compress(range(program.lowered.own), self.response_proto.solution))
            if program.cost is not None:
                if program.cost.weight(solution) >= best:
                    return
                best = program.cost.weight(solution)
                channel.bound = read_bound(program, self.response_proto, decided=False)
            found += 1
            if counts:
                channel.count = found
            else:
                with suppress(Stopped):
                    channel.put(solution)
            if channel.stopped.is_set() or found == ask.limit:
                self.stop_search()

    solver.log_callback = partial(print, file=sys.stderr)
    status = solver.status_name(solver.solve(program.model, Listener()))
    if status == "MODEL_INVALID":
        raise Unsupported(f"CP-SAT refuses the model: {' '.join(program.model.validate().split())[:200]}")
    said = solver.response_proto
    decided = status in ("OPTIMAL", "INFEASIBLE")
    enough = program.cost is None and found == ask.most
    statistics = {"variables": program.lowered.model.variables, "constraints": len(program.lowered.model.constraints)}
    if solver.parameters.num_workers == 1:  # of several workers CP-SAT counts the work of one
        statistics |= {"nodes": said.num_branches, "conflicts": said.num_conflicts, "restarts": said.num_restarts}
        statistics["propagations"] = said.num_binary_propagations + said.num_integer_propagations
    return End(
        decided and not enough,
        Reason.DONE if decided or enough else Reason.TIME,
        found if counts else None,
        None if status == "INFEASIBLE" else read_bound(program, said, status == "OPTIMAL"),
        f"CP-SAT: {status.lower()}",
        statistics,
    )


def read_bound(program: Program, response: Any, decided: bool) -> int | None:
    """Return what a response proves of the objective; CP-SAT also says 0 if it had no time to prove anything."""
    if program.cost is None:
        return None
    bound: int = response.inner_objective_lower_bound
    return program.cost.objective(max(0, bound + program.constant if bound or decided else 0))
