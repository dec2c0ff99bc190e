"""The backend `mip`: integer programs for SCIP or HiGHS, which compute in floating point."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, CompiledProgram, Request, Stream, Unsupported
from rookery.backends.contract.cost import Cost
from rookery.backends.contract.reductions import OPTIONS
from rookery.backends.presolve.lowering import passes
from rookery.backends.presolve.lowering.passes import Lowered
from rookery.core.deadline import checking_deadline
from rookery.models import Model, Satisfy
from rookery.models.model.clauses import window
from rookery.models.model.constraints import Weights, over_variables

# Solvers take a value for whole, and a row for satisfied, that is wrong by a millionth: with weights that sum to this
# the error of a row or of a bound stays below a fifth.
MAX_SUM = 100_000
MAX_LISTED = 1_000
SCIP, HIGHS = "scip", "highs"
CHOICES: passes.Choices = {**passes.SWITCHES, "lowering.symmetry": ("off", "lex"), "solver": (SCIP, HIGHS)}
HELPS = {
    **passes.HELPS,
    "lowering.symmetry": "lex: keep the lexicographically least of symmetric solutions, for one solution or an optimum",
    "solver": "scip gives each better solution as it is found and lists; highs does neither",
}


@dataclass(frozen=True, slots=True)
class MipRow:
    """A sum of weighted variables that lies between two numbers, both included."""

    weights: Weights
    least: int
    most: int


@dataclass(frozen=True)
class MipProgram(CompiledProgram):
    """Rows over 0/1 variables, the first of which are the model's, and what is to be made small, if anything."""

    solver: str
    lowered: Lowered
    rows: tuple[MipRow, ...]
    cost: Cost | None


def build_program(lowered: Lowered, solver: str) -> MipProgram:
    """The rows of a model in normal form; what is known of the optimum is one row more."""
    cost = Cost.of(lowered.source)
    rows = tuple(checking_deadline(_rows(lowered, cost)))
    size = {
        "variables": lowered.model.variables,
        "constraints": len(rows),
        "literals": sum(len(row.weights) for row in rows),
    }
    return MipProgram(size, solver, lowered, rows, cost)


def _rows(lowered: Lowered, cost: Cost | None) -> Iterator[MipRow]:
    for constraint in lowered.model.constraints:
        weights, constant = over_variables(constraint.terms())
        least, most = window(constraint)
        yield MipRow(weights, least - constant, most - constant)
    if cost is not None and lowered.bound:
        weights, constant = over_variables(cost.terms())
        yield MipRow(weights, lowered.bound - constant, sum(map(abs, weights.values())))


def too_many() -> Unsupported:
    """The refusal of a list that would be made by too many cuts: each one makes the next solution dearer."""
    return Unsupported(f"backend mip lists at most {MAX_LISTED:,} solutions, a cut each; use sat or backtracking")


def check_sums(model: Model) -> None:
    """Raise `Unsupported` for weights whose sum is too large to differ from the next one in floating point."""
    cost = Cost.of(model)
    largest = max((abs(weight) for c in model.constraints for weight, _ in c.terms()), default=0)
    for terms in (*(c.terms() for c in model.constraints if largest > 1), *([cost.terms()] if cost else [])):
        if sum(abs(weight) for weight, _ in terms) > MAX_SUM:
            raise Unsupported(
                f"backend mip computes in floating point: weights that sum to more than {MAX_SUM:,} are too large "
                "for it; use sat, which adds numbers of any size"
            )


__all__ = ["Mip", "MipHere", "MipProgram"]


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

    def compile(self, model: Model, request: Request) -> MipProgram:
        """A row each constraint after the passes: with variables for lines if an optimum is sought."""
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
    """MIP in a separate process, which may print, cannot be interrupted otherwise (HiGHS) and meets no highspy.

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
