"""Rules, constraints and packings in words."""

from collections.abc import Callable, Iterator, Sequence

from rookery.backends.explaining.packing import Packing
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model
from rookery.models.base.words import amount
from rookery.models.model import Constraint, over_variables
from rookery.models.referee.rules import Forbidden, Rule
from rookery.models.referee.words import describe_rule

MOST_NAMES = 12
Name = Callable[[int], str]


def describe_rules(rules: Sequence[Rule]) -> Iterator[str]:
    """Rules in words, a line each; forbidden squares share one."""
    forbidden = [rule.square for rule in rules if isinstance(rule, Forbidden)]
    yield from (describe_rule(rule) for rule in rules if not isinstance(rule, Forbidden))
    if forbidden:
        yield f"{', '.join(map(str, forbidden))} {'is' if len(forbidden) == 1 else 'are'} forbidden"


def describe_packing(model: Model, packing: Packing) -> str:
    """What a packing shows, in a sentence."""
    least, many, times = isinstance(model.goal, Minimize), len(packing.constraints), packing.times
    constants = [over_variables(each.terms())[1] for each in packing.constraints]
    sides = [(each.lower if least else each.upper) or 0 for each in packing.constraints]
    total = sum(sides) - sum(constants)
    what = "what it costs" if least else "what it is worth"
    each = f"{times} for {what}" if getattr(model.goal, "weights", None) else str(times)
    if least:
        marked = (
            f"the {amount(many, 'marked square')} {'needs' if many == 1 else 'need'} {amount(total, 'guard')} in all"
        )
        return f"No fewer than {packing.bound}: {marked}, and one piece is no more than {each} of them."
    groups = f"{amount(many, 'group')} of squares, marked by letters, can hold no more than {total} in all"
    return f"No more than {packing.bound}: {groups}, and each piece counts in at least {each} of them."


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
