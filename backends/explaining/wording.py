"""Rules, constraints and packings in words."""

from collections.abc import Callable, Iterator, Sequence

from rookery.backends.explaining.packing import Packing
from rookery.models import AtLeast, AtMost, Exactly, Linear
from rookery.models.base.words import amount
from rookery.models.model import Constraint
from rookery.models.referee.rules import Forbidden, Rule
from rookery.models.referee.words import describe_rule

MOST_NAMES = 12
VALUE = {True: "cost", False: "weight"}
Name = Callable[[int], str]


def describe_rules(rules: Sequence[Rule]) -> Iterator[str]:
    """Rules in words, a line each; forbidden squares share one."""
    forbidden = [rule.square for rule in rules if isinstance(rule, Forbidden)]
    yield from (describe_rule(rule) for rule in rules if not isinstance(rule, Forbidden))
    if forbidden:
        yield f"{', '.join(map(str, forbidden))} {'is' if len(forbidden) == 1 else 'are'} forbidden"


def describe_packing(packing: Packing, weighted: bool = False) -> str:
    """What a packing shows, in a sentence; `weighted` where pieces count with their worth or cost."""
    many, total = len(packing.constraints), sum(packing.sides())
    alone = packing.times == 1 and not weighted and total == many
    count = f"{packing.times}{f' times its {VALUE[packing.least]}' if weighted else ''}"
    if packing.least:
        marked = f"No fewer than {packing.bound}: the {amount(many, 'marked square')}"
        if alone:
            return f"{marked} each need a piece, and no piece dominates two of them."
        return f"{marked} need {amount(total, 'piece')} in total, and no piece counts for more than {count} of them."
    groups = f"No more than {packing.bound}: every square is in one of {amount(many, 'group')}, marked by letters"
    if alone:
        return f"{groups}, and no group holds two pieces."
    return f"{groups}, which hold at most {total} pieces in total, and each piece counts in {count} of them or more."


def describe_constraint(constraint: Constraint, name: Name) -> str:
    """A row of a model in words: `at most 1 of queen@0,0, queen@0,1`."""
    names = [name(literal) if literal >= 0 else f"not {name(~literal)}" for literal in constraint.literals[:MOST_NAMES]]
    more = len(constraint.literals) - len(names)
    if isinstance(constraint, Linear):
        names = [f"{weight} * {each}" for weight, each in zip(constraint.weights, names, strict=False)]
    listed = ", ".join([*names, *([f"and {more:,} more"] if more else [])]) or "nothing"
    match constraint:
        case AtMost(bound):
            return f"at most {bound} of {listed}"
        case AtLeast(bound):
            return f"at least {bound} of {listed}"
        case Exactly(bound):
            return f"exactly {bound} of {listed}"
        case Linear(lower=lower, upper=upper):
            sides = [f"at least {lower}"] * (lower is not None) + [f"at most {upper}"] * (upper is not None)
            return f"the sum of {listed} is {' and '.join(sides) or 'anything'}"
