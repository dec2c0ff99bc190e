"""CP-SAT's search: parameters by what is wanted, solutions streamed out of its callback, an honest outcome."""

from functools import partial
from itertools import compress
from typing import Any

from ortools.sat.python import cp_model

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream, Unsupported
from rookery.backends.fleet.streaming import Channel, Stopped, stream_from_thread
from rookery.backends.presolve.lowering.passes import LARGE
from rookery.backends.solvers.cpsat.build import CpProgram

MAX_SEEDS = 2**31 - 1
Parameters = Any


def search_program(program: CpProgram, request: Request) -> Stream:
    """Stream as CP-SAT finds them."""
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.random_seed = request.seed % MAX_SEEDS
    if request.want is not Want.ONE:
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
        solver.parameters.num_workers = request.workers
        solver.parameters.absolute_gap_limit = (
            0.0  # else a gap of 1e-4 in floating point is none: from 2 ** 53 on a gap of units
        )
        _set_bounding(solver.parameters)
        if request.workers > 1:
            solver.parameters.use_lns = False
            for worker in range(request.workers):
                own = type(solver.parameters)()
                own.name = f"bounding{worker}"
                own.random_seed = (request.seed + worker) % MAX_SEEDS
                _set_bounding(own)
                solver.parameters.subsolver_params.extend([own])
                solver.parameters.subsolvers.extend([own.name])
    else:
        solver.parameters.num_workers = request.workers
        if program.variables >= LARGE:
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.symmetry_level = 0
    return stream_from_thread(partial(_solve, solver, program, request), stop=solver.stop_search)


def _solve(solver: cp_model.CpSolver, program: CpProgram, request: Request, channel: Channel) -> Outcome:
    listener = Listener(program, request, channel)
    if (left := request.deadline.left()) < float("inf"):
        solver.parameters.max_time_in_seconds = max(0.0, left)
    status = solver.status_name(solver.solve(program.model, listener))
    # Report CP-SAT's statistics; of several workers it counts the work of only one, which says little
    request.effort.add(calls=1)
    said = solver.response_proto
    if solver.parameters.num_workers == 1:
        request.effort.add(
            decisions=said.num_branches,
            conflicts=said.num_conflicts,
            propagations=said.num_binary_propagations + said.num_integer_propagations,
            restarts=said.num_restarts,
            lp_iterations=said.num_lp_iterations,
            booleans=said.num_booleans,
        )
    if status == "MODEL_INVALID":
        raise Unsupported(f"CP-SAT refuses the model: {' '.join(program.model.validate().split())[:200]}")
    finished = status in ("OPTIMAL", "INFEASIBLE")
    ended = End.SOLUTIONS if listener.full else End.DONE if finished else End.TIME
    counted = listener.count if request.want is Want.COUNT else None
    proven = finished and not listener.full and not (listener.one_of_many and listener.count)
    return Outcome(proven, ended, counted, _read_bound(said, program, status), status)


def _read_bound(response: Any, program: CpProgram, status: str = "") -> int | None:
    """The bound of the objective that a response proves; CP-SAT says 0 if it had no time to prove anything."""
    if program.cost is None or status == "INFEASIBLE":
        return None
    bound: int = response.inner_objective_lower_bound
    trusted = bound != 0 or status == "OPTIMAL"
    return program.cost.objective(max(0, bound + program.constant if trusted else 0))


class Listener(cp_model.CpSolverSolutionCallback):
    """Hands solutions over while CP-SAT searches, or counts them."""

    def __init__(self, program: CpProgram, request: Request, channel: Channel) -> None:
        super().__init__()
        self._program, self._request, self._channel = program, request, channel
        self._best: int | None = None
        self.count = 0
        self.full = False
        self._channel.count = 0 if request.want is Want.COUNT else None
        self.one_of_many = program.cost is None and request.want is Want.ONE

    def on_solution_callback(self) -> None:
        """Take a solution; CP-SAT calls this, with several workers too, one at a time."""
        solution = frozenset(compress(range(self._program.variables), self.response_proto.solution))
        self.count += 1
        try:
            if self._request.want is Want.COUNT:
                self._channel.count = self.count
            else:
                self._give(solution)
        except Stopped:
            self.stop_search()
        self.full = self.count == self._request.limit
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
