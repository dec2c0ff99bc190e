"""The passes that lead from a model to a program: what each is for, how it is switched, and what it did."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request
from rookery.backends.lowering.bounds import known_bound
from rookery.backends.lowering.lines import add_line_variables
from rookery.backends.lowering.symmetry import break_symmetries
from rookery.models import AtLeast, BadInput, Model, Satisfy
from rookery.models.cnf.normal import Partition, normalise

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
    """The help of each option: what it does and what it takes, the default first."""
    return {name: f"{texts[name]}; one of {', '.join(values)}; default {values[0]}" for name, values in choices.items()}


def option_values(choices: Choices, options: Mapping[str, str]) -> dict[str, str]:
    """The value of each option, the first one where none is given; raises `BadInput` for one that it does not take."""
    for name, values in choices.items():
        if options.get(name, values[0]) not in values:
            raise BadInput(f"option {name}={options[name]}: accepted are {', '.join(values)}")
    return {name: options.get(name, values[0]) for name, values in choices.items()}


def check(choices: Choices, model: Model, request: Request) -> None:
    """Refuse values that an option does not take, and symmetry breaking where it loses solutions."""
    values = option_values(choices, request.options)
    listing = request.want is not Want.ONE and isinstance(model.goal, Satisfy)
    if values["lowering.symmetry"] == "lex" and listing:
        raise BadInput("option lowering.symmetry=lex: it removes solutions that the question lists or counts")


@dataclass(frozen=True)
class Lowered:
    """A model in normal form, whose first `own` variables are those of the `source`, and what each pass did.

    `bound` is a lower bound on what the goal counts, 0 where none is known; `origin` says where it comes from.
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

    @property
    def lines(self) -> bool:
        """Whether a pass has found lines."""
        return any(step.startswith("pass lines") and not step.endswith("nothing to do") for step in self.steps)

    @property
    def crossed(self) -> bool:
        """Whether a clause joins three lines or more, as a queen's do; a bishop's or a rook's are two."""
        return any(
            isinstance(c, AtLeast) and c.bound == 1 and sum(literal >= self.own for literal in c.literals) > 2
            for c in self.model.constraints
        )


def lower_model(
    model: Model, request: Request, values: Mapping[str, str], known: tuple[int, str] | None = None
) -> Lowered:
    """A model after all passes that are switched on; its bound may be `known` from before."""
    steps = [f"model: {describe_size(model)}"]
    lowered = model
    for name, step in _passes(model, request, values):
        before, lowered = lowered, step(lowered)
        steps.append(f"pass {name}: {'nothing to do' if lowered is before else describe_size(lowered)}")
    bound, origin = known or known_bound(model, values["lowering.bound"])
    bound_step = (f"bound: at least {bound}, by {origin}",) if bound else ()
    return Lowered(model, lowered, (*steps, *bound_step), bound, origin)


Pass = Callable[[Model], Model]


def _passes(model: Model, request: Request, values: Mapping[str, str]) -> list[tuple[str, Pass]]:
    """The passes to take, in this order: symmetries are permutations of the variables of the model alone."""
    taken: list[tuple[str, Pass]] = []
    one = request.want is Want.ONE
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
    """Whether some clause says that one variable follows from others, as where auxiliary ones are defined.

    Such models are mostly refuted by trying cases, and that is shorter without images: upper domination by 6x6 queens
    took SAT 10.4 s and takes 2.0 s, three quarters fewer conflicts. Coverings are bounded in better ways.
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
    """How large a model is."""
    constraints = model.constraints
    clauses = sum(isinstance(constraint, AtLeast) and constraint.bound == 1 for constraint in constraints)
    literals = sum(len(constraint.literals) for constraint in constraints)
    return (
        f"{model.variables:,} variables, {len(constraints):,} constraints ({clauses:,} clauses), {literals:,} literals"
    )
