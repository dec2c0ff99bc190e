"""Rules that choose backends for a model, by its structure and size.

A rule looks at the constraints, never at the names of pieces. The first that fits gives an order: the first backend of
it runs, with more workers the next ones run as well.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from rookery.backends.contract import Ask
from rookery.backends.solvers.auto.traits import FEW, LARGE, MANY, SMALL, GoalKind, Kind, Traits
from rookery.models import Model

MIDDLE = 300
DENSE = 0.13  # the share of the variables that may hit anything that hit an item on average
CLOSE = 2  # rows over which the squares of an item lie: less for one colour of ferzes, 2 for kings
NARROW = 5  # rows over which the squares of an item lie: 4 for knights, 6 for camels, 2 for kings
OPTIONS = 10  # of an item on average, from which on our own search is sooner; kings and knights have 9
OWN, CPSAT, SAT = "backtracking", "cpsat", "sat"


@dataclass(frozen=True, slots=True)
class RankingRule:
    """A rule with its backends, in order, for the models that it fits; `reason` is shown on request.

    With `trial` the first of them lists some solutions, and the next goes on if there are many.
    """

    fits: Callable[[Traits], bool]
    order: tuple[str, ...]
    reason: str
    trial: bool = False


RULES: tuple[RankingRule, ...] = (
    RankingRule(
        lambda t: t.first and t.variables >= LARGE, (SAT, CPSAT, OWN),
        f"any solution of a large model (from {LARGE:,} variables): native counts of a SAT solver find it first",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.first and t.variables > FEW, (SAT, CPSAT, OWN),
        "any solution where no selection is seen: clauses are learned",
    ),
    RankingRule(
        lambda t: (
            t.kind is Kind.GENERAL and t.listed and not t.goal and t.goal_kind is GoalKind.OTHER
            and t.variables > (FEW if t.options < OPTIONS or t.weighed else SMALL)
        ),
        (SAT, OWN, CPSAT),
        "some solutions where no selection is seen: clauses are learned; our own search goes on where there are many",
        trial=True,
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.goal_kind is GoalKind.CHEAPEST and t.variables > FEW, (CPSAT, SAT, OWN),
        "a least cost: the linear relaxation bounds it",
    ),
    RankingRule(
        lambda t: t.kind is Kind.GENERAL and t.goal_kind in (GoalKind.DEAREST, GoalKind.APART) and t.variables > FEW,
        (SAT, CPSAT, OWN),
        "a largest weight, or a largest independent set: clauses are learned, bounds come from unsatisfiable cores",
    ),
    RankingRule(
        lambda t: (
            t.kind is Kind.GENERAL and t.goal and t.goal_kind is GoalKind.OTHER
            and (t.options < OPTIONS or (t.weighed and t.variables > FEW))
        ),
        (SAT, OWN, CPSAT), "as many as possible with few options an item: bounds come from unsatisfiable cores",
    ),
    RankingRule(
        lambda t: (
            t.kind is Kind.GENERAL and t.goal_kind is GoalKind.FEWEST
            and (t.variables > MIDDLE or (t.weighed and t.variables > FEW))
        ),
        (SAT, OWN, CPSAT),
        "as few as possible of a middling model: bounds come from unsatisfiable cores",
    ),
    RankingRule(
        lambda t: (
            t.kind is Kind.PAIRS and not t.listed and t.variables > SMALL and t.density < DENSE
        ),
        (SAT, CPSAT, OWN), "a sparse cover with many pairs: their cliques are unsatisfiable cores that need no search",
    ),
    RankingRule(
        lambda t: t.kind in (Kind.OPEN, Kind.COVER) and not t.listed and t.even and t.variables <= MANY,
        (OWN, CPSAT, SAT), "a cover whose items have as many options each: its linear relaxation says little",
    ),
    RankingRule(
        lambda t: t.folded and not t.listed and t.variables > FEW and t.options < OPTIONS, (SAT, CPSAT, OWN),
        "a cover with few options an item, to be hit several times: clauses are learned",
    ),
    RankingRule(
        lambda t: (
            t.kind in (Kind.OPEN, Kind.COVER) and not t.listed and t.density < DENSE
            and t.variables > (SMALL if t.kind is Kind.OPEN else MANY)
        ),
        (SAT, CPSAT, OWN),
        "a cover with few options an item, large or none its own variable: unsatisfiable cores are small",
    ),
    RankingRule(
        lambda t: t.rivals and t.kind is Kind.COVER and not t.listed and t.variables > SMALL and t.band < CLOSE,
        (SAT, OWN, CPSAT), "a cover with few options an item, side by side, and rivals: unsatisfiable cores are small",
    ),
    RankingRule(
        lambda t: (
            t.rivals and t.kind is Kind.COVER and not t.listed and t.band == inf
            and SMALL < t.variables <= MIDDLE // 2 and t.options > 6
        ),
        (OWN, SAT, CPSAT), "a small cover with rivals, such as one colour of camels: our own search bounds it",
    ),
    RankingRule(
        lambda t: t.kind is Kind.COVER and not t.listed and t.variables > SMALL and t.band < NARROW,
        (OWN, CPSAT, SAT), "a cover with few options an item, near each other: a sweep refutes what takes long",
    ),
    RankingRule(
        lambda t: t.kind is Kind.COVER and not t.listed and t.variables > SMALL and t.options < OPTIONS,
        (CPSAT, SAT, OWN), "a cover with few options an item: the linear relaxation bounds it",
    ),
    RankingRule(
        lambda t: t.kind is Kind.PACKING and not t.listed and t.variables > MANY and t.density < DENSE,
        (SAT, CPSAT, OWN), "a large packing with few rivals each: unsatisfiable cores are small",
    ),
    RankingRule(
        lambda t: t.kind is Kind.PACKING and not t.listed and t.variables > SMALL and t.density < DENSE,
        (CPSAT, SAT, OWN), "a packing with few rivals each: the linear relaxation bounds it, by cliques",
    ),
    RankingRule(lambda t: True, (OWN, SAT, CPSAT), "our own search is made for it, or it is small"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ranking:
    """The backends that suit a question, the best first, and why; with `trial` the next may go on."""

    order: tuple[str, ...]
    reason: str
    trial: bool


def rank_backends(model: Model, ask: Ask) -> Ranking:
    """The backends that suit a question."""
    traits = Traits.of(model, ask)
    rule = next(rule for rule in RULES if rule.fits(traits))
    found = "" if traits.kind is None else f"{traits.kind.value}, {traits.variables:,} variables: "
    return Ranking(rule.order, f"{found}{rule.reason}", rule.trial)
