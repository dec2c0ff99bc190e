"""Traits of a model and a question that the rules of the backend `auto` look at."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, pairwise
from math import comb, inf, sqrt

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.structure.parts import recognise_rows
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy

FEW, SMALL, MANY, LARGE = 30, 80, 980, 20_000  # variables, the last a board of 141x141
ALIKE = 0.2  # the share of the items that are moves of one, from which on a model is of a board
PAIRED = 0.15  # the share of pairs among the items from which on they make cliques; on boards only corners have any


class Kind(StrEnum):
    """Kind of a model, by its constraints."""

    ROWS = "a choice in each row"
    COVER = "items to hit with few"
    OPEN = "items to hit with few, none by its own variable"
    PAIRS = "items to hit with few, many of them pairs"
    PACKING = "as many as possible without conflict"
    SELECTION = "a selection in bounds"
    RIVALS = "sets that rival for groups"  # for our own search, which the last rule asks
    GENERAL = "no selection"


class GoalKind(StrEnum):
    """Kind of goal: few variables, cheap ones, dear ones, or anything else, such as as many as possible."""

    FEWEST = "as few as possible"
    CHEAPEST = "as cheap as possible"
    DEAREST = "as valuable as possible"
    APART = "as many as possible, some two never together"
    WEIGHED = "each with a cost or a value"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class Traits:
    """Traits that the rules look at: variables, structure, density of the items, and what is wanted.

    `first` asks for any solution, `listed` for several.
    `density` is the share of the variables that an item has on average; of a packing the share of all pairs that are
    rivals. `band` is the distance of the variables of an item, as a multiple of the square root of their number: on a
    board of as many rows as columns, over how many rows; it is infinite where few items are moves of one, as in graphs.
    `rivals` says that a covering has cliques. `options` is the number of
    variables of an item on average, or a clause without negations if no selection is seen; `even`, that all items have
    as many and all variables hit as many, as on a torus; `folded`, that some item is to be hit several times. `weighed`
    says that no selection is seen and a row has three different weights, as the bits of numbers have: it says little
    then before most of its variables are decided. `gap` is how far the best solution that is known may be from an
    optimum, as a share.
    """

    variables: int
    kind: Kind | None
    density: float
    first: bool
    listed: bool
    goal: bool
    goal_kind: GoalKind
    band: float = inf
    rivals: bool = False
    options: float = inf
    even: bool = False
    folded: bool = False
    weighed: bool = False

    @classmethod
    def of(cls, model: Model, ask: Ask) -> "Traits":
        """The traits of a question; of a large one the size alone if any solution will do."""
        goal = not isinstance(model.goal, Satisfy)
        first = ask.want is Want.ONE and not goal
        if first and model.variables >= LARGE:
            return cls(model.variables, None, 0.0, first, False, goal, GoalKind.OTHER)
        chosen = read_covering(model)
        return cls(
            model.variables,
            recognise_kind(model, chosen),
            _density(chosen),
            first,
            ask.want is not Want.ONE,
            goal,
            recognise_goal(model),
            _band(chosen, model.variables),
            chosen is not None and chosen.goal < 0 and bool(chosen.cliques),
            _options(model, chosen),
            chosen is not None and _is_even(chosen),
            chosen is not None and chosen.folded,
            chosen is None
            and any(isinstance(c, Linear) and len(set(map(abs, c.weights))) > 2 for c in model.constraints),
        )


def recognise_kind(model: Model, chosen: Covering | None) -> Kind:
    """The kind of a model."""
    if chosen is None:
        from rookery.backends.presolve.structure.rivals import is_rivals

        return Kind.RIVALS if is_rivals(model) else Kind.GENERAL
    if chosen.goal > 0:
        return Kind.PACKING
    if chosen.goal == 0:
        return Kind.ROWS if recognise_rows(chosen) is not None else Kind.SELECTION
    pairs = sum(len(item) == 2 for item in chosen.items)
    if chosen.items and pairs >= PAIRED * len(chosen.items):
        return Kind.PAIRS
    return Kind.OPEN if _open(model) else Kind.COVER


def _open(model: Model) -> bool:
    """Return whether no item has the option of its own number, as if squares are attacked but never occupied."""
    items = [c.literals for c in model.constraints if isinstance(c, AtLeast | Exactly) and c.bound == 1]
    items = [item for item in items if len(item) > 1]
    return len(items) > 1 and not any(number in item for number, item in enumerate(items))


def recognise_goal(model: Model) -> GoalKind:
    """The goal of a model, also where an optimum has become a bound on many variables."""
    match model.goal:
        case Minimize() as goal:
            return GoalKind.CHEAPEST if _weighs(goal) else GoalKind.FEWEST
        case Maximize() as goal:
            return GoalKind.DEAREST if _weighs(goal) else GoalKind.APART if _apart(model, goal) else GoalKind.OTHER
    many = model.variables / 3
    kept = any(isinstance(c, AtMost) and c.bound > 1 and len(c.literals) > many for c in model.constraints)
    if any(isinstance(c, Linear) and len(set(c.weights)) > 1 and len(c.literals) > many for c in model.constraints):
        return GoalKind.WEIGHED
    return GoalKind.FEWEST if kept else GoalKind.OTHER


def _weighs(goal: Minimize | Maximize) -> bool:
    return len(set(goal.weights or (1,))) > 1


def _apart(model: Model, goal: Maximize) -> bool:
    """Return whether two counted variables are forbidden together, perhaps unless something stands between."""
    counted = frozenset(goal.literals)
    single = [c for c in model.constraints if isinstance(c, AtLeast | AtMost) and c.bound == 1]
    clauses = (c.literals for c in single if isinstance(c, AtLeast))
    pairs = (c.literals for c in single if isinstance(c, AtMost))
    return any(sum(~literal in counted for literal in clause) > 1 for clause in clauses) or any(
        len(counted.intersection(pair)) > 1 for pair in pairs
    )


def _density(chosen: Covering | None) -> float:
    if chosen is not None and chosen.goal > 0:
        return sum(comb(len(clique), 2) for clique in chosen.cliques) / max(1, comb(len(chosen.free), 2))
    if chosen is None or not chosen.items:
        return 1.0
    candidates = set[int]().union(*chosen.items)
    if all(len(item) == 2 for item in chosen.items):
        return len(chosen.items) / comb(len(candidates), 2)
    return sum(map(len, chosen.items)) / (len(chosen.items) * max(1, len(candidates)))


def _band(chosen: Covering | None, variables: int) -> float:
    if chosen is None or chosen.infeasible or not chosen.items:
        return inf
    # Moves of one have one span: in a graph few items share one, so that nothing else is looked at.
    spans = Counter((len(item), max(item) - min(item)) for item in chosen.items)
    if max(spans.values()) < ALIKE * len(chosen.items):
        return inf
    items = [*map(sorted, chosen.items)]
    moves = Counter(tuple(each - item[0] for each in item) for item in items)
    if max(moves.values()) < ALIKE * len(items):
        return inf
    return max(_stretch(item, variables) for item in items) / sqrt(variables)


def _stretch(item: Sequence[int], variables: int) -> int:
    """The span of the numbers of an item if the last is followed by the first, as rows of a torus are."""
    return variables - max(after - before for before, after in pairwise((*item, item[0] + variables)))


def _options(model: Model, chosen: Covering | None) -> float:
    if chosen is None:
        clauses = (c.literals for c in model.constraints if isinstance(c, AtLeast) and c.bound == 1)
        items = [clause for clause in clauses if clause and min(clause) >= 0]
    else:
        items = list(chosen.items)
    return sum(map(len, items)) / len(items) if items else inf


def _is_even(chosen: Covering) -> bool:
    """Return whether all items have as many options, and all variables hit as many items."""
    hits = Counter(chain.from_iterable(chosen.items))
    return len(set(map(len, chosen.items))) == 1 and len({hits[variable] for variable in chosen.free}) == 1
