"""CP-SAT's search: parameters by what is wanted, solutions streamed out of its callback, an honest outcome."""

from functools import partial
from itertools import compress
from typing import Any

from ortools.sat.python import cp_model

from rookery.backends.contract import Ask, End, Reason, Solution, Stream, Unsupported, Want
from rookery.backends.fleet.streaming import Channel, Stopped, stream_from_thread
from rookery.backends.presolve.lowering.passes import LARGE
from rookery.backends.solvers.cpsat.build import CpProgram

MAX_SEEDS = 2**31 - 1
Parameters = Any


def search_program(program: CpProgram, ask: Ask) -> Stream:
    """Stream as CP-SAT finds them."""
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.random_seed = ask.seed % MAX_SEEDS
    if ask.want is not Want.ONE:
        # One worker always: with more, CP-SAT loses and repeats solutions and still says OPTIMAL
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.linearization_level = 0
        if program.has_choices:
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
            solver.parameters.symmetry_level = 0
    elif program.cost is not None:
        # Clauses in the linear relaxation (without them the bound stays at 0) and no cuts (they cost more than they
        # give)
        solver.parameters.num_workers = ask.workers or 1
        solver.parameters.absolute_gap_limit = (
            0.0  # else a gap of 1e-4 in floating point is none: from 2 ** 53 on a gap of units
        )
        _set_bounding(solver.parameters)
        if (ask.workers or 1) > 1:
            solver.parameters.use_lns = False
            for worker in range(ask.workers or 1):
                own = type(solver.parameters)()
                own.name = f"bounding{worker}"
                own.random_seed = (ask.seed + worker) % MAX_SEEDS
                _set_bounding(own)
                solver.parameters.subsolver_params.extend([own])
                solver.parameters.subsolvers.extend([own.name])
    else:
        solver.parameters.num_workers = ask.workers or 1
        if program.variables >= LARGE:
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.symmetry_level = 0
    return stream_from_thread(partial(_solve, solver, program, ask), stop=solver.stop_search)


def _solve(solver: cp_model.CpSolver, program: CpProgram, ask: Ask, channel: Channel) -> End:
    listener = Listener(program, ask, channel)
    if (left := ask.deadline.left()) < float("inf"):
        solver.parameters.max_time_in_seconds = max(0.0, left)
    status = solver.status_name(solver.solve(program.model, listener))
    said, statistics = solver.response_proto, dict[str, int]()
    if solver.parameters.num_workers == 1:  # of several workers CP-SAT counts the work of only one
        statistics = {
            "nodes": said.num_branches,
            "conflicts": said.num_conflicts,
            "propagations": said.num_binary_propagations + said.num_integer_propagations,
            "restarts": said.num_restarts,
        }
    if status == "MODEL_INVALID":
        raise Unsupported(f"CP-SAT refuses the model: {' '.join(program.model.validate().split())[:200]}")
    finished = status in ("OPTIMAL", "INFEASIBLE")
    ended = Reason.SOLUTIONS if listener.full else Reason.DONE if finished else Reason.TIME
    counted = listener.count if ask.want is Want.COUNT else None
    proven = finished and not listener.full and not (listener.one_of_many and listener.count)
    return End(proven, ended, counted, _read_bound(said, program, status), status, statistics)


def _read_bound(response: Any, program: CpProgram, status: str = "") -> int | None:
    """The bound of the objective that a response proves; CP-SAT says 0 if it had no time to prove anything."""
    if program.cost is None or status == "INFEASIBLE":
        return None
    bound: int = response.inner_objective_lower_bound
    trusted = bound != 0 or status == "OPTIMAL"
    return program.cost.objective(max(0, bound + program.constant if trusted else 0))


class Listener(cp_model.CpSolverSolutionCallback):
    """Hands solutions over while CP-SAT searches, or counts them."""

    def __init__(self, program: CpProgram, ask: Ask, channel: Channel) -> None:
        super().__init__()
        self._program, self._ask, self._channel = program, ask, channel
        self._best: int | None = None
        self.count = 0
        self.full = False
        self._channel.count = 0 if ask.want is Want.COUNT else None
        self.one_of_many = program.cost is None and ask.want is Want.ONE

    def on_solution_callback(self) -> None:
        """Take a solution; CP-SAT calls this, with several workers too, one at a time."""
        solution = frozenset(compress(range(self._program.variables), self.response_proto.solution))
        self.count += 1
        try:
            if self._ask.want is Want.COUNT:
                self._channel.count = self.count
            else:
                self._give(solution)
        except Stopped:
            self.stop_search()
        self.full = self.count == self._ask.limit
        if self.full or self._channel.stopped.is_set():
            self.stop_search()

    def _give(self, solution: Solution) -> None:
        if self._program.cost is not None:
            value = self._program.cost.weight(solution)
            if self._best is not None and value >= self._best:
                return
            self._best = value
            self._channel.bound = _read_bound(self.response_proto, self._program)
        self._channel.put(solution)


def _set_bounding(parameters: Parameters) -> None:
    parameters.linearization_level = 2
    parameters.cut_level = 0
