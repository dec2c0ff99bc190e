"""The backend `cpsat`: OR-Tools' CP-SAT, which learns clauses and bounds optima by linear relaxations."""

from collections.abc import Mapping
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, Stream
from rookery.backends.presolve.lowering import passes
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.solvers.cpsat.build import CpProgram
from rookery.models import Model

__all__ = ["CpProgram", "CpSat"]


class CpSat(Backend):
    """CP-SAT: a 0/1 variable each, variables for lines, exactly-one and at-most-one groups, linear sums."""

    name = "cpsat"
    summary = "OR-Tools CP-SAT: clause learning, and linear relaxations for optima"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}
    can = frozenset({"one", "best", "all", "count", "seed", "hint", "workers"})
    options = OPTIONS | passes.describe_options(passes.SWITCHES, passes.HELPS)

    def compile(self, model: Model, ask: Ask) -> CpProgram:
        """Build CP-SAT's model: with variables for lines if an optimum is sought, of squares alone to list."""
        from rookery.backends.solvers.cpsat.build import build_program

        passes.check(passes.SWITCHES, model, ask)
        lowered = passes.lower_model(model, ask, passes.option_values(passes.SWITCHES, ask.options))
        return build_program(lowered, ask.hint)

    def describe(self, program: CpProgram) -> list[str]:
        """Return the passes taken."""
        return list(program.steps)

    def run(self, program: CpProgram, ask: Ask) -> Stream:
        """Search in a separate thread; enumerate with one worker, even if more are requested."""
        from rookery.backends.solvers.cpsat.search import search_program

        return search_program(program, ask)
