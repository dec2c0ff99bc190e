"""The backend `mip`: integer programs for SCIP or HiGHS, which compute in floating point."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, Stream, Unsupported, Want
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.lowering import passes
from rookery.backends.presolve.lowering.passes import Lowered
from rookery.backends.presolve.switches import OPTIONS
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
class MipProgram:
    """Rows over 0/1 variables, the first of which are the model's, and what is to be made small, if anything."""

    solver: str
    lowered: Lowered
    rows: tuple[MipRow, ...]
    cost: Cost | None


def build_program(lowered: Lowered, solver: str) -> MipProgram:
    """The rows of a model in normal form; what is known of the optimum is one row more."""
    cost = Cost.of(lowered.source)
    rows = tuple(checking_deadline(_rows(lowered, cost)))
    return MipProgram(solver, lowered, rows, cost)


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


class MipHere(Backend):
    """A 0/1 variable each, a linear row each constraint, solved in this process; the library prints to its stderr."""

    name = "mip"
    summary = "OR-Tools MathOpt with SCIP or HiGHS: linear relaxations and cuts; proofs by floating point"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}
    can = frozenset({"one", "best", "all", "count", "seed", "hint", "partial"})
    options = passes.describe_options(CHOICES, HELPS) | OPTIONS

    def _check(self, model: Model, ask: Ask) -> None:
        """Refuse values that floating point cannot distinguish, and lists that are too long for a cut per solution."""
        passes.check(CHOICES, model, ask)
        check_sums(model)
        if ask.want is Want.ONE or not isinstance(model.goal, Satisfy):
            return
        if ask.options.get("solver") == HIGHS:
            raise Unsupported("option solver=highs: it finds one solution or an optimum; to list or count leave it out")
        if (ask.limit or 0) > MAX_LISTED:
            raise too_many()

    def compile(self, model: Model, ask: Ask) -> MipProgram:
        """A row each constraint after the passes: with variables for lines if an optimum is sought."""
        self._check(model, ask)
        values = passes.option_values(CHOICES, ask.options)
        return build_program(passes.lower_model(model, ask, values), values["solver"])

    def describe(self, program: MipProgram) -> list[str]:
        """Return the passes taken."""
        return list(program.lowered.steps)

    def run(self, program: MipProgram, ask: Ask) -> Stream:
        """Search in a thread of this process."""
        from rookery.backends.solvers.mip.search import search_program

        return search_program(program, ask)


class Mip(MipHere):
    """MIP in a separate process, which may print, cannot be interrupted otherwise (HiGHS) and meets no highspy.

    The process builds the program again: that is faster than sending it.
    """

    def run(self, program: MipProgram, ask: Ask) -> Stream:
        """Give what the process finds; its start counts as search."""
        from rookery.backends.fleet.race import Competitor, Race

        return Race([Competitor(self.name, MipHere(), ask)], program.lowered.source, ask).run()
