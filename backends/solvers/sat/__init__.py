"""The backend `sat`: a model as clauses, for PySAT's solvers CaDiCaL and Glucose."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, End, Stream, Unsupported, Want
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.solvers.sat.cores import CoreGuided
from rookery.backends.solvers.sat.encode import CARDS, Program, encode_model
from rookery.backends.solvers.sat.search import ProgramSolver, list_solutions
from rookery.backends.threads import Channel, run_in_thread, stream_from_thread
from rookery.models import Model

SOLVERS = ("cadical195", "glucose42")


class Sat(Backend):
    """Clauses for a solver that learns clauses: lists by blocking each solution, optima by unsatisfiable cores."""

    name = "sat"
    summary = "PySAT (CaDiCaL, Glucose): good at listing all solutions and at proofs"
    packages: ClassVar[Mapping[str, str]] = {"pysat": "python-sat"}
    can = frozenset({"one", "best", "all", "count", "seed", "hint"})
    options: ClassVar[Mapping[str, str]] = {
        "solver": f"{' or '.join(SOLVERS)}; default {SOLVERS[0]}",
        "card": f"clauses for counts; one of {', '.join(CARDS)}; default {CARDS[0]}",
        **OPTIONS,
    }

    def compile(self, model: Model, ask: Ask) -> Program:
        """Encode the model; the seed shuffles variables and constraints."""
        try:
            import pysat.solvers  # noqa: F401
        except ImportError as error:
            raise Unsupported(
                f"backend sat needs python-sat ({error}); `pysat` is another library (satellite data):"
                " pip uninstall pysat; pip install python-sat"
            ) from error
        card, _ = ask.option("card", CARDS), ask.option("solver", SOLVERS)
        # PySAT's encoders replace the handler of Ctrl-C if they run in the main thread
        return run_in_thread(partial(encode_model, model, card, ask.seed, ask.want is Want.ONE))

    def describe(self, program: Program) -> list[str]:
        """Return the search, the bound that is known before it, and the number of clauses."""
        search = "list solutions" if program.cost is None else "unsatisfiable cores"
        bound = [f"bound: at least {program.bound}, by {program.bound_origin}"] if program.bound else []
        return [f"search: {search}", *bound, f"clauses: {len(program.clauses):,}"]

    def run(self, program: Program, ask: Ask) -> Stream:
        """Search in a thread: PySAT would replace the handler of Ctrl-C in the main one."""
        return stream_from_thread(partial(_search, program, ask))


def _search(program: Program, ask: Ask, channel: Channel) -> End:
    name = ask.option("solver", SOLVERS)
    solver = ProgramSolver(program, name, ask.deadline, channel)
    hint = program.literals(ask.hint)
    try:
        if program.cost is None:
            end = list_solutions(solver, ask, hint)
        else:
            end = CoreGuided(solver, program.cost, hint).run()
    finally:
        solver.close()
    return replace(end, note=f"{end.note} by {name}", statistics=dict(solver.statistics))
