"""Which backends suit a model, by its structure and size; the figures are in `benchmarks/auto_rules.toml`.

A rule sees what the constraints are, never what pieces are called. The first that fits gives an order: the first
backend of it runs, with more workers the next ones beside it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import comb

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request
from rookery.backends.selection.rivals import is_rivals
from rookery.backends.selection.rows import rows
from rookery.backends.selection.selection import Selection, selection
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy

LARGE = 20_000  # variables: a board of 141x141
SMALL = 100
MIDDLE = 300
FEW = 30
MANY = 1_000
DENSE = 0.15  # the share of the variables that may hit anything that hit an item on average
PAIRED = 0.15  # the share of pairs among the items from which on they make cliques; on boards only corners have any
VERTICES = 200  # of a graph whose vertex cover our own search finds, however few edges it has
JOINED = 0.1  # the share of all pairs that are edges from which on it finds those of larger graphs
OPTIONS = (
    12  # of an item on average, from which on our own search finds connected sets sooner; kings and knights have 9
)
OWN, CPSAT, SAT = "backtracking", "cpsat", "sat"


class Kind(StrEnum):
    """What a model is made of."""

    ROWS = "a choice in each row"
    COVER = "items to hit with few"
    OPEN = "items to hit with few, none by its own variable"
    PAIRS = "pairs to hit with few"
    SOME_PAIRS = "items to hit with few, many of them pairs"
    PACKING = "as many as possible without conflict"
    SELECTION = "a selection in bounds"
    RIVALS = "sets that rival for groups"  # for our own search, which the last rule asks
    GENERAL = "no selection"


class GoalKind(StrEnum):
    """What is to be had: little, cheap, dear, or anything else, such as as many as possible."""

    FEWEST = "as few as possible"
    CHEAPEST = "as cheap as possible"
    DEAREST = "as valuable as possible"
    APART = "as many as possible, some two never together"
    WEIGHED = "each with a cost or a value"
    ELSE = ""


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules look at: variables, structure, density of the items, and what is wanted.

    `first` asks for any solution, `listed` for several; `lazy` says that further clauses appear as they are broken.
    """

    variables: int
    kind: Kind | None
    density: float
    first: bool
    listed: bool
    goal: bool
    aim: GoalKind
    lazy: bool = False

    @classmethod
    def of(cls, model: Model, request: Request) -> "Traits":
        """The traits of a question; of a large model no more is looked for than rows where any solution will do."""
        goal = not isinstance(model.goal, Satisfy)
        first = request.want is Want.ONE and not goal
        if first and model.variables >= LARGE:
            rows = Kind.ROWS if _is_many_rows(model) else None
            return cls(model.variables, rows, 0.0, first, False, goal, GoalKind.ELSE)
        chosen = selection(model)
        return cls(
            model.variables,
            kind(model, chosen),
            _density(chosen),
            first,
            request.want is not Want.ONE,
            goal,
            aim(model),
            request.lazy is not None,
        )


def _is_many_rows(model: Model) -> bool:
    """Whether a large model is a choice in each of many rows, which our own search solves with tables of its size."""
    from rookery.backends.selection.lines import find_rows

    return find_rows(model, SMALL) is not None


def kind(model: Model, chosen: Selection | None) -> Kind:
    """What a model is made of."""
    if chosen is None:
        return Kind.RIVALS if is_rivals(model) else Kind.GENERAL
    if chosen.goal > 0:
        return Kind.PACKING
    if chosen.goal == 0:
        return Kind.ROWS if rows(chosen) is not None else Kind.SELECTION
    pairs = sum(len(item) == 2 for item in chosen.items)
    if chosen.items and pairs >= PAIRED * len(chosen.items):
        return Kind.PAIRS if pairs == len(chosen.items) else Kind.SOME_PAIRS
    return Kind.OPEN if _open(model) else Kind.COVER


def _open(model: Model) -> bool:
    """Whether no item is hit by the variable of its own number, as where squares are attacked but never occupied."""
    items = [c.literals for c in model.constraints if isinstance(c, AtLeast | Exactly) and c.bound == 1]
    items = [item for item in items if len(item) > 1]
    return len(items) > 1 and not any(number in item for number, item in enumerate(items))


def aim(model: Model) -> GoalKind:
    """What a model aims at, or is kept at where an optimum has become a bound on many variables."""
    match model.goal:
        case Minimize() as goal:
            return GoalKind.CHEAPEST if _weighs(goal) else GoalKind.FEWEST
        case Maximize() as goal:
            return GoalKind.DEAREST if _weighs(goal) else GoalKind.APART if _apart(model, goal) else GoalKind.ELSE
    many = model.variables / 3
    kept = any(isinstance(c, AtMost) and c.bound > 1 and len(c.literals) > many for c in model.constraints)
    if any(isinstance(c, Linear) and len(set(c.weights)) > 1 and len(c.literals) > many for c in model.constraints):
        return GoalKind.WEIGHED
    return GoalKind.FEWEST if kept else GoalKind.ELSE


def _weighs(goal: Minimize | Maximize) -> bool:
    return len(set(goal.weights or (1,))) > 1


def _apart(model: Model, goal: Maximize) -> bool:
    """Whether some clause forbids two of those that are counted, unless something stands between them."""
    counted = frozenset(goal.literals)
    clauses = (c.literals for c in model.constraints if isinstance(c, AtLeast) and c.bound == 1)
    return any(sum(~literal in counted for literal in clause) > 1 for clause in clauses)


def _density(chosen: Selection | None) -> float:
    if chosen is None or not chosen.items:
        return 1.0
    candidates = set[int]().union(*chosen.items)
    if all(len(item) == 2 for item in chosen.items):
        return len(chosen.items) / comb(len(candidates), 2)
    return sum(map(len, chosen.items)) / (len(chosen.items) * max(1, len(candidates)))


@dataclass(frozen=True, slots=True)
class RankingRule:
    """Which backends, in which order, when it fits; `reason` is told to who asks.

    With `trial` the first of them lists some solutions, and the next goes on where there are many.
    """

    fits: Callable[[Traits], bool]
    order: tuple[str, ...]
    reason: str
    trial: bool = False


RULES = (
    RankingRule(
        lambda t: t.lazy and (t.kind is Kind.GENERAL or t.density * t.variables < OPTIONS), (SAT, OWN, CPSAT),
        "clauses appear as they are broken, few options an item: unsatisfiable cores are kept between them",
    ),
    RankingRule(
        lambda t: t.lazy, (OWN, SAT, CPSAT),
        "clauses appear as they are broken, many options an item: our own search takes them as items",
    ),
    RankingRule(
        lambda t: t.first and t.variables >= LARGE and t.kind is not Kind.ROWS, (SAT, CPSAT, OWN),
        f"any solution of a large model (from {LARGE:,} variables): native counts of a SAT solver find it first",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.first and t.variables > FEW, (SAT, CPSAT, OWN),
        "any solution where no selection is seen: clauses are learned",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.listed and not t.goal and t.aim is GoalKind.ELSE and t.variables > SMALL,
        (SAT, OWN, CPSAT),
        "some solutions where no selection is seen: clauses are learned; our own search goes on where there are many",
        trial=True,
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.aim is GoalKind.CHEAPEST and t.variables > FEW, (CPSAT, SAT, OWN),
        "a least cost: the linear relaxation bounds it",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.aim in (GoalKind.DEAREST, GoalKind.APART) and t.variables > FEW,
        (SAT, CPSAT, OWN),
        "a largest weight, or a largest independent set: clauses are learned, bounds come from unsatisfiable cores",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.aim is GoalKind.FEWEST and t.variables > MIDDLE, (SAT, OWN, CPSAT),
        "as few as possible of a middling model: bounds come from unsatisfiable cores",
    ),
    RankingRule(
        lambda t: t.kind is Kind.PAIRS and not t.listed and (t.variables <= VERTICES or t.density >= JOINED),
        (OWN, SAT, CPSAT), "a vertex cover of a small or dense graph: our own search bounds it by cliques",
    ),
    RankingRule(
        lambda t: t.kind is Kind.PAIRS and not t.listed, (SAT, CPSAT, OWN),
        "a vertex cover of a large, sparse graph: cliques are unsatisfiable cores that need no search",
    ),
    RankingRule(
        lambda t: t.kind is Kind.SOME_PAIRS and not t.listed and t.variables > SMALL and t.density < DENSE,
        (SAT, CPSAT, OWN), "a cover with many pairs: their cliques are unsatisfiable cores that need no search",
    ),
    RankingRule(
        lambda t: t.kind in (Kind.OPEN, Kind.COVER) and not t.listed and t.variables > MANY and t.density < DENSE,
        (SAT, CPSAT, OWN), "a large cover with few options an item: unsatisfiable cores are small",
    ),
    RankingRule(
        lambda t: t.kind is Kind.OPEN and not t.listed and t.variables > SMALL and t.density < DENSE,
        (SAT, CPSAT, OWN),
        "a cover with few options an item, none its own variable: unsatisfiable cores prove it soonest",
    ),
    RankingRule(
        lambda t: t.kind is Kind.COVER and not t.listed and t.variables > SMALL and t.density < DENSE,
        (CPSAT, SAT, OWN), "a cover with few options an item: the linear relaxation bounds it",
    ),
    RankingRule(lambda t: True, (OWN, SAT, CPSAT), "our own search is made for it, or it is small"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ranking:
    """The backends that suit a question, the best first, and why; with `trial` the next may go on."""

    order: tuple[str, ...]
    reason: str
    trial: bool


def rank_backends(model: Model, request: Request) -> Ranking:
    """The backends that suit a question."""
    traits = Traits.of(model, request)
    rule = next(rule for rule in RULES if rule.fits(traits))
    found = "" if traits.kind is None else f"{traits.kind.value}, {traits.variables:,} variables: "
    return Ranking(rule.order, f"{found}{rule.reason}", rule.trial)
