"""The passes that lead from a model to a program: the purpose of each and its effect."""

from dataclasses import dataclass, replace

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.lowering.lex_leader import break_symmetries
from rookery.backends.presolve.lowering.lines import add_line_variables
from rookery.backends.presolve.switches import is_lowered
from rookery.models import AtLeast, Model, Satisfy
from rookery.models.model.clauses import Partition, normalise

LARGE = 40_000  # variables from which on looking for a first solution asks for other means: a board of 200x200
LARGEST_SHARE = (
    0.27  # a queen's clauses shrink to this on 6x6, on larger boards further; a nightrider's on 10x10 do not
)


@dataclass(frozen=True)
class Lowered:
    """A model in normal form, whose first `own` variables are those of the `source`, and the effect of each pass.

    `bound` is a lower bound on what the goal counts, 0 if it is unknown; `origin` names its source.
    """

    source: Model
    model: Model
    steps: tuple[str, ...]
    bound: int = 0
    origin: str = ""

    @property
    def own(self) -> int:
        """The number of the source's variables."""
        return self.source.variables


def lower_model(model: Model, ask: Ask) -> Lowered:
    """Return a model in normal form, for an optimum with variables for lines, symmetries broken and a bound."""
    steps = [f"model: {describe_size(model)}"]
    lowered, bound, origin = model, 0, ""
    is_on = is_lowered(ask)
    if is_on and ask.want is Want.ONE and not isinstance(model.goal, Satisfy):
        lowered = add_line_variables(model, total_share=LARGEST_SHARE)
        if lowered is not model:
            steps.append(f"pass lines: {describe_size(lowered)}")
        if has_definitions(model):
            lowered = break_symmetries(replace(lowered, symmetries=model.symmetries))
            steps.append(f"pass symmetry: {describe_size(lowered)}")
        bound, origin = known_bound(model)
    partition = Partition.of(lowered) if is_on else Partition((-1,) * lowered.variables, ())
    lowered = replace(lowered, constraints=tuple(normalise(lowered, partition)))
    steps.append(f"normal form: {describe_size(lowered)}")
    if bound:
        steps.append(f"bound: at least {bound}, by {origin}")
    return Lowered(model, lowered, tuple(steps), bound, origin)


def has_definitions(model: Model) -> bool:
    """Return whether some clause says that one variable follows from others, as where auxiliary ones are defined.

    Such models are mostly refuted by trying cases, and that is shorter without images: the
    largest minimal domination by 6x6 queens took SAT 10.4 s and takes 2.0 s. Coverings are bounded in better ways.
    """
    clauses = (each.literals for each in model.constraints if isinstance(each, AtLeast) and each.bound == 1)
    return any(min(each) < 0 <= max(each) for each in clauses if each)


def describe_size(model: Model) -> str:
    """Describe the size of a model."""
    constraints = model.constraints
    clauses = sum(isinstance(constraint, AtLeast) and constraint.bound == 1 for constraint in constraints)
    literals = sum(len(constraint.literals) for constraint in constraints)
    return (
        f"{model.variables:,} variables, {len(constraints):,} constraints ({clauses:,} clauses), {literals:,} literals"
    )
