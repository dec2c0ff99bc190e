"""The backend `cpsat`: OR-Tools' CP-SAT, which learns clauses and bounds optima by linear relaxations."""

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, Request, Stream, Unsupported
from rookery.backends.contract.reductions import OPTIONS
from rookery.backends.presolve.lowering import passes
from rookery.backends.solvers.cpsat.build import CpProgram
from rookery.models import Model

__all__ = ["CpProgram", "CpSat"]


class CpSat(Backend[CpProgram]):
    """CP-SAT: a 0/1 variable each, variables for lines, exactly-one and at-most-one groups, linear sums."""

    name = "cpsat"
    summary = "OR-Tools CP-SAT: clause learning, and linear relaxations for optima"
    distributions = ("ortools",)
    capabilities = Capabilities(
        workers=frozenset({Want.ONE}),
        hints=True,
        options=OPTIONS | passes.describe_options(passes.SWITCHES, passes.HELPS),
    )

    def load(self) -> None:
        """Import ortools, which takes a third of a second."""
        try:
            from ortools.sat.python import cp_model  # noqa: F401
        except ImportError as error:
            raise Unsupported(f"backend cpsat needs OR-Tools ({error}): pip install ortools") from error

    def check(self, model: Model, request: Request) -> None:
        """Refuse values that options do not take, and symmetry breaking if it loses solutions."""
        passes.check(passes.SWITCHES, model, request)

    def compile(self, model: Model, request: Request) -> CpProgram:
        """Build CP-SAT's model: with variables for lines if an optimum is sought, of squares alone to list."""
        from rookery.backends.solvers.cpsat.build import build_program

        lowered = passes.lower_model(model, request, passes.option_values(passes.SWITCHES, request.options))
        return build_program(lowered, request.hint)

    def explain(self, program: CpProgram) -> list[str]:
        """The passes taken, and the size."""
        return [*program.steps, *super().explain(program)]

    def run(self, program: CpProgram, request: Request) -> Stream:
        """Search in a separate thread; enumerate with one worker, even if more are requested."""
        from rookery.backends.solvers.cpsat.search import search_program

        return search_program(program, request)
