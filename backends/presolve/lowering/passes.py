"""The passes that lead from a model to a program: the purpose of each, its switch, and its effect.

Lex-leader symmetry breaking: of the solutions that symmetries map onto each other, only the least is kept.

Sound for one solution and for an optimum, never for counting or listing, and only with symmetries of this very model.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.lowering.lines import add_line_variables
from rookery.models import AtLeast, BadInput, Model, Satisfy
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


Choices = Mapping[str, tuple[str, ...]]
LARGE = 40_000  # variables from which on looking for a first solution asks for other means: a board of 200x200
LARGEST_SHARE = (
    0.27  # a queen's clauses shrink to this on 6x6, on larger boards further; a nightrider's on 10x10 do not
)
SWITCHES: Choices = {
    "lowering.lines": ("auto", "on", "off"),
    "lowering.counts": ("on", "off"),
    "lowering.symmetry": ("auto", "off", "lex"),
    "lowering.bound": ("all", "counting", "off"),
}
HELPS = {
    "lowering.lines": "add a variable per line of a rider; auto: for optima where the clauses shrink to a quarter",
    "lowering.counts": "leave out cardinality constraints that exactly-one groups imply",
    "lowering.symmetry": "lex: keep the lexicographically least of symmetric solutions, for one solution or an optimum;"
    " auto: for an optimum where some variables are defined by others",
    "lowering.bound": "compute a bound on the optimum first: by counting, and by the lines of a grid",
}


def describe_options(choices: Choices, texts: Mapping[str, str]) -> dict[str, str]:
    """The help of each option: its effect and its values, the default first."""
    return {name: f"{texts[name]}; one of {', '.join(values)}; default {values[0]}" for name, values in choices.items()}


def option_values(choices: Choices, options: Mapping[str, str]) -> dict[str, str]:
    """The value of each option, the default is its first one; raises `BadInput` for an invalid value."""
    for name, values in choices.items():
        if options.get(name, values[0]) not in values:
            raise BadInput(f"option {name}={options[name]}: accepted are {', '.join(values)}")
    return {name: options.get(name, values[0]) for name, values in choices.items()}


def check(choices: Choices, model: Model, ask: Ask) -> None:
    """Refuse values that an option does not take, and symmetry breaking where it loses solutions."""
    values = option_values(choices, ask.options)
    listing = ask.want is not Want.ONE and isinstance(model.goal, Satisfy)
    if values["lowering.symmetry"] == "lex" and listing:
        raise BadInput("option lowering.symmetry=lex: it removes solutions that the question lists or counts")


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


def lower_model(model: Model, ask: Ask, values: Mapping[str, str]) -> Lowered:
    """A model after all passes that are switched on."""
    steps = [f"model: {describe_size(model)}"]
    lowered = model
    for name, step in _passes(model, ask, values):
        before, lowered = lowered, step(lowered)
        steps.append(f"pass {name}: {'nothing to do' if lowered is before else describe_size(lowered)}")
    bound, origin = known_bound(model, values["lowering.bound"])
    bound_step = (f"bound: at least {bound}, by {origin}",) if bound else ()
    return Lowered(model, lowered, (*steps, *bound_step), bound, origin)


Pass = Callable[[Model], Model]


def _passes(model: Model, ask: Ask, values: Mapping[str, str]) -> list[tuple[str, Pass]]:
    """The passes to take, in this order: symmetries are permutations of the variables of the model alone."""
    taken: list[tuple[str, Pass]] = []
    one = ask.want is Want.ONE
    optimum = one and not isinstance(model.goal, Satisfy)
    lines, symmetry = values["lowering.lines"], values["lowering.symmetry"]
    if lines == "on" or (lines == "auto" and optimum):
        share = 1.0 if lines == "on" else LARGEST_SHARE
        taken.append(("lines", keep_symmetries(partial(add_line_variables, total_share=share))))
    if one and (symmetry == "lex" or (symmetry == "auto" and optimum and has_definitions(model))):
        taken.append(("symmetry", break_symmetries))
    taken.append(("counts" if values["lowering.counts"] == "on" else "normal", _normal_pass(values)))
    return taken


def has_definitions(model: Model) -> bool:
    """Return whether some clause says that one variable follows from others, as where auxiliary ones are defined.

    Such models are mostly refuted by trying cases, and that is shorter without images: the
    largest minimal domination by 6x6 queens took SAT 10.4 s and takes 2.0 s. Coverings are bounded in better ways.
    """
    clauses = (each.literals for each in model.constraints if isinstance(each, AtLeast) and each.bound == 1)
    return any(min(each) < 0 <= max(each) for each in clauses if each)


def keep_symmetries(step: Pass) -> Pass:
    """A pass that adds variables, with the symmetries of those before kept for the lex-leader to read."""

    def lower_and_keep(model: Model) -> Model:
        lowered = step(model)
        return model if lowered is model else replace(lowered, symmetries=model.symmetries)

    return lower_and_keep


def _normal_pass(values: Mapping[str, str]) -> Pass:
    def normalise_model(model: Model) -> Model:
        partition = Partition.of(model) if values["lowering.counts"] == "on" else Partition((-1,) * model.variables, ())
        return replace(model, constraints=tuple(normalise(model, partition)))

    return normalise_model


def describe_size(model: Model) -> str:
    """Describe the size of a model."""
    constraints = model.constraints
    clauses = sum(isinstance(constraint, AtLeast) and constraint.bound == 1 for constraint in constraints)
    literals = sum(len(constraint.literals) for constraint in constraints)
    return (
        f"{model.variables:,} variables, {len(constraints):,} constraints ({clauses:,} clauses), {literals:,} literals"
    )
