"""The backend `mip`: integer programs for SCIP or HiGHS, which compute in floating point."""

from importlib.util import find_spec

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, Request, Stream, Unsupported
from rookery.backends.contract.reductions import OPTIONS
from rookery.backends.presolve.lowering import passes
from rookery.backends.solvers.mip.program import MAX_LISTED, MipProgram, build_program, check_sums, too_many
from rookery.models import Model, Satisfy

__all__ = ["Mip", "MipHere", "MipProgram"]

SCIP, HIGHS = "scip", "highs"
CHOICES: passes.Choices = {**passes.SWITCHES, "lowering.symmetry": ("off", "lex"), "solver": (SCIP, HIGHS)}
HELPS = {
    **passes.HELPS,
    "lowering.symmetry": "lex: keep the lexicographically least of symmetric solutions, for one solution or an optimum",
    "solver": "scip gives each better solution as it is found and lists; highs does neither",
}


class MipHere(Backend[MipProgram]):
    """A 0/1 variable each, a linear row each constraint, solved in this process; the library prints to its stderr."""

    name = "mip"
    summary = "OR-Tools MathOpt with SCIP or HiGHS: linear relaxations and cuts; proofs by floating point"
    distributions = ("ortools",)
    capabilities = Capabilities(hints=True, partial=True, options=passes.describe_options(CHOICES, HELPS) | OPTIONS)

    def load(self) -> None:
        """Import MathOpt, which takes a third of a second."""
        try:
            from ortools.math_opt.python import mathopt  # noqa: F401
        except ImportError as error:
            raise Unsupported(f"backend mip needs OR-Tools ({error}): pip install ortools") from error

    def check(self, model: Model, request: Request) -> None:
        """Refuse values that floating point cannot distinguish, and lists that are too long for a cut per solution."""
        passes.check(CHOICES, model, request)
        check_sums(model)
        if request.want is Want.ONE or not isinstance(model.goal, Satisfy):
            return
        if request.options.get("solver") == HIGHS:
            raise Unsupported("option solver=highs: it finds one solution or an optimum; to list or count leave it out")
        if (request.limit or 0) > MAX_LISTED:
            raise too_many()

    def takes_lazy(self, model: Model, request: Request) -> bool:
        """Always: rows may be added while it searches (SCIP), or between two searches."""
        return True

    def compile(self, model: Model, request: Request) -> MipProgram:
        """A row each constraint after the passes: with variables for lines where an optimum is sought."""
        values = passes.option_values(CHOICES, request.options)
        return build_program(passes.lower_model(model, request, values), values["solver"])

    def explain(self, program: MipProgram) -> list[str]:
        """The passes taken, and the size."""
        return [*program.lowered.steps, *super().explain(program)]

    def run(self, program: MipProgram, request: Request) -> Stream:
        """Search in a thread of this process."""
        from rookery.backends.solvers.mip.search import search_program

        return search_program(program, request)


class Mip(MipHere):
    """MIP in a process of its own, which may print, cannot be interrupted otherwise (HiGHS) and meets no highspy.

    The process builds the program again: that is faster than sending it.
    """

    def load(self) -> None:
        """See that MathOpt is there; the process imports it."""
        if find_spec("ortools") is None or find_spec("ortools.math_opt") is None:
            raise Unsupported("backend mip needs OR-Tools with MathOpt: pip install ortools")

    def run(self, program: MipProgram, request: Request) -> Stream:
        """Give what the process finds; its start counts as search."""
        from rookery.backends.fleet.race import Competitor, Race

        return Race([Competitor(self.name, MipHere(), request)], program.lowered.source, request).run()
