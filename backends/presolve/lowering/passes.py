"""The passes that lead from a model to a program: the purpose of each and its effect.

Lex-leader symmetry breaking: of the solutions that symmetries map onto each other, only the least is kept.

Sound for one solution and for an optimum, never for counting or listing, and only with symmetries of this very model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.lowering.lines import add_line_variables
from rookery.backends.presolve.switches import is_lowered
from rookery.models import AtLeast, Model, Satisfy
from rookery.models.model.clauses import Partition, normalise
from rookery.models.model.model import Permutation

MAX_PERMUTATIONS = 15  # a torus has hundreds, and the first ones break the most
DEPTH = 60


def break_symmetries(model: Model, depth: int = DEPTH) -> Model:
    """The model with the clauses of the lex-leader, and their variables above its own."""
    clauses, top = lex_leader(model.symmetries, model.variables, depth)
    return replace(model, variables=top, constraints=(*model.constraints, *clauses), symmetries=(), moves=(), groups=())


def lex_leader(symmetries: Sequence[Permutation], top: int, depth: int = DEPTH) -> tuple[list[AtLeast], int]:
    """Clauses that no image of a solution is lexicographically less, and the number of variables with theirs.

    Only the first `depth` differing positions of each symmetry are compared: fewer clauses, sound as well.
    """
    clauses: list[AtLeast] = []
    for permutation in islice(symmetries, 1, MAX_PERMUTATIONS + 1):
        pairs = list(islice(_compared_pairs(permutation), depth))
        clauses.extend(_order_clauses(pairs, top))
        top += max(0, len(pairs) - 1)
    return clauses, top


def _compared_pairs(permutation: Permutation) -> Iterator[tuple[int, int]]:
    """Positions with their images, without those that are equal once the earlier ones are."""
    seen = set[tuple[int, int]]()
    for variable, image in enumerate(permutation):
        if variable != image and (image, variable) not in seen:
            seen.add((variable, image))
            yield variable, image


def _order_clauses(pairs: Sequence[tuple[int, int]], top: int) -> Iterator[AtLeast]:
    """The first of each pair is no greater than the second, as long as all before are equal."""
    for at, (one, other) in enumerate(pairs):
        so_far = (~(top + at - 1),) if at else ()
        yield AtLeast(1, (*so_far, ~one, other))
        if at < len(pairs) - 1:
            yield AtLeast(1, (*so_far, ~one, top + at))
            yield AtLeast(1, (*so_far, other, top + at))


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
    is_on = is_lowered(ask.options)
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
