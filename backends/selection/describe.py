"""A selection in words, a line each."""

from collections.abc import Mapping

from rookery.backends.selection.decided import Decided
from rookery.backends.selection.selection import Selection

STRUCTURE = "structure: a selection (items to hit, cliques of which at most one is chosen, bounds on the number)"


def describe_selection(selection: Selection, size: Mapping[str, int]) -> list[str]:
    """The structure, its size, what is chosen beforehand, and how many may be chosen."""
    return [STRUCTURE, describe_size(size), *describe_forced(selection.forced), describe_number(selection)]


def describe_decided(program: Decided) -> list[str]:
    """That there is nothing to search, and why."""
    solutions = "no solution" if program.solution is None else "one solution"
    return [STRUCTURE, describe_size(program.size), f"search: none, its constraints decide it on sight: {solutions}"]


def describe_size(size: Mapping[str, int]) -> str:
    """The size of a program: `size: 64 variables, 16 items`."""
    return f"size: {', '.join(f'{number:,} {name}' for name, number in size.items())}"


def describe_forced(forced: frozenset[int]) -> list[str]:
    """How many are chosen beforehand; no line where none is."""
    return [f"forced: {len(forced):,} chosen beforehand, as nothing else is left"] if forced else []


def describe_number(selection: Selection) -> str:
    """How many may be chosen, and whether few or many are better."""
    goal = {-1: "the fewest", 0: "any number", 1: "the most"}[selection.goal]
    least = selection.least if selection.least > 0 else None
    most = selection.most if selection.most < len(selection.free) else None
    match least, most:
        case None, None:
            return f"number: {goal}"
        case None, _:
            return f"number: {goal}, at most {most}"
        case _, None:
            return f"number: {goal}, at least {least}"
    return f"number: exactly {least}" if least == most else f"number: {goal}, from {least} to {most}"
