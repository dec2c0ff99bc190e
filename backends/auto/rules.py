"""Which backends suit a model, by its structure and size; the figures are in `benchmarks/auto_rules.toml`.

A rule sees what the constraints are, never what pieces are called. The first that fits gives an order: the first
backend of it runs, with more workers the next ones beside it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request
from rookery.backends.selection.selection import Selection, rows, selection
from rookery.models import AtLeast, AtMost, Exactly, Minimize, Model, Satisfy

LARGE = 20_000  # variables: a board of 141x141
SMALL = 100
FEW = 30
DENSE = 0.15  # the share of all variables that hit an item on average
OWN, CPSAT, SAT = "backtracking", "cpsat", "sat"


class Kind(StrEnum):
    """What a model is made of."""

    ROWS = "a choice in each row"
    COVER = "items to hit with few"
    OPEN = "items to hit with few, none by its own variable"
    PACKING = "as many as possible without conflict"
    SELECTION = "a selection in bounds"
    GENERAL = "no selection"


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules look at: variables, structure, density of the items, and what is wanted.

    `first` asks for any solution, `listed` for several; `priced` says that something is to cost little or to be worth
    much, and not just to be as many as possible.
    """

    variables: int
    kind: Kind | None
    density: float
    first: bool
    listed: bool
    goal: bool
    priced: bool

    @classmethod
    def of(cls, model: Model, request: Request) -> "Traits":
        """The traits of a question; the structure of a large model is not looked for where any solution will do."""
        goal = not isinstance(model.goal, Satisfy)
        first = request.want is Want.ONE and not goal
        if first and model.variables >= LARGE:
            return cls(model.variables, None, 0.0, first, False, goal, False)
        chosen = selection(model)
        return cls(
            model.variables,
            kind(model, chosen),
            _density(chosen),
            first,
            request.want is not Want.ONE,
            goal,
            _priced(model),
        )


def kind(model: Model, chosen: Selection | None) -> Kind:
    """What a model is made of."""
    if chosen is None:
        return Kind.GENERAL
    if chosen.goal > 0:
        return Kind.PACKING
    if chosen.goal == 0:
        return Kind.ROWS if rows(chosen) is not None else Kind.SELECTION
    return Kind.OPEN if _open(model) else Kind.COVER


def _open(model: Model) -> bool:
    """Whether no item is hit by the variable of its own number, as where squares are attacked but never occupied."""
    items = [c.literals for c in model.constraints if isinstance(c, AtLeast | Exactly) and c.bound == 1]
    items = [item for item in items if len(item) > 1]
    return len(items) > 1 and not any(number in item for number, item in enumerate(items))


def _priced(model: Model) -> bool:
    """Whether something is to be small or worth much, or is kept at such an optimum by a bound on many variables."""
    goal, many = model.goal, model.variables / 3
    if not isinstance(goal, Satisfy):
        return isinstance(goal, Minimize) or len(set(goal.weights or (1,))) > 1
    return any(isinstance(c, AtMost) and c.bound > 1 and len(c.literals) > many for c in model.constraints)


def _density(chosen: Selection | None) -> float:
    if chosen is None or not chosen.items:
        return 1.0
    return sum(map(len, chosen.items)) / (len(chosen.items) * max(1, chosen.variables))


@dataclass(frozen=True, slots=True)
class Rule:
    """Which backends, in which order, when it fits; `reason` is told to who asks."""

    fits: Callable[[Traits], bool]
    order: tuple[str, ...]
    reason: str


RULES = (
    Rule(
        lambda t: t.first and t.variables >= LARGE, (SAT, CPSAT, OWN),
        f"any solution of a large model (from {LARGE:,} variables): native counts of a SAT solver find it first",
    ),
    Rule(
        lambda t: t.kind is Kind.GENERAL and t.priced and t.variables > FEW, (SAT, CPSAT, OWN),
        "a least cost or largest worth: clauses are learned, bounds come from unsatisfiable cores",
    ),
    Rule(
        lambda t: t.kind is Kind.OPEN and not t.listed and t.variables > SMALL, (SAT, CPSAT, OWN),
        "a cover whose items are never hit by their own variable: unsatisfiable cores prove it soonest",
    ),
    Rule(
        lambda t: t.kind is Kind.COVER and not t.listed and t.variables > SMALL and t.density < DENSE,
        (CPSAT, SAT, OWN), "a cover with few options an item: the linear relaxation bounds it",
    ),
    Rule(lambda t: True, (OWN, SAT, CPSAT), "our own search is made for it, or it is small"),
)  # fmt: skip


def chosen(model: Model, request: Request) -> tuple[tuple[str, ...], str]:
    """The backends that suit a question, the best first, and why."""
    traits = Traits.of(model, request)
    rule = next(rule for rule in RULES if rule.fits(traits))
    found = "" if traits.kind is None else f"{traits.kind.value}, {traits.variables:,} variables: "
    return rule.order, f"{found}{rule.reason}"
