"""Rules in words: each as a clause of a sentence, without a capital letter and a full stop.

A rule of your own is told by the first sentence of its docstring, or by a function under `@describe_rule.register`.
"""

from functools import singledispatch

from rookery.models.base.words import amount
from rookery.models.referee.rules import Fixed, Forbidden, Guarded, Holds, Rule, Sighted, TimesGuarded


@singledispatch
def describe_rule(rule: Rule) -> str:
    """A rule in words."""
    said = (type(rule).__doc__ or repr(rule)).strip().splitlines()[0].rstrip(".")
    return said[:1].lower() + said[1:]


@describe_rule.register
def _say_number(rule: Holds) -> str:
    if rule.count is None:
        return f"{rule.piece}s stand on the board"
    return f"{amount(str(rule.count), str(rule.piece))} {'stands' if rule.count == 1 else 'stand'} on the board"


@describe_rule.register
def _say_fixed(rule: Fixed) -> str:
    return f"a {rule.piece} is fixed on {rule.square}"


@describe_rule.register
def _say_forbidden(rule: Forbidden) -> str:
    return f"{rule.square} is forbidden"


@describe_rule.register
def _say_guarded(rule: Guarded) -> str:
    if rule.total:
        return "each square is attacked, occupied or not"
    return "each square is guarded exactly once" if rule.once else "each square is guarded: occupied or attacked"


@describe_rule.register
def _say_guards(rule: TimesGuarded) -> str:
    if rule.closed:
        return f"each square is guarded {rule.times} times, an occupied one by its own piece among them"
    return f"each empty square is attacked by at least {amount(str(rule.times), 'piece')}"


@describe_rule.register
def _say_sighted(rule: Sighted) -> str:
    return "no piece attacks another in its line of sight"
