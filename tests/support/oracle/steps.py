"""What a Betza string means, read anew: the steps of its atoms that lie in the directions, and how often each is taken.

Only what `generate` writes is read: parts of a direction, an atom and a range, after the reference guide to extended
Betza notation (H. G. Muller). Forward is up the board.
"""

import re
from functools import cache

Ride = tuple[int, int, int]  # rows, columns, how often at most; 0 is without end

LEAPS = {
    "W": [(1, 0)], "F": [(1, 1)], "D": [(2, 0)], "N": [(2, 1)], "A": [(2, 2)], "H": [(3, 0)], "C": [(3, 1)],
    "Z": [(3, 2)], "G": [(3, 3)], "K": [(1, 0), (1, 1)], "R": [(1, 0)], "B": [(1, 1)], "Q": [(1, 0), (1, 1)],
}  # fmt: skip
ENDLESS = "RBQ"
TWICE = re.compile(r"([A-Z]|\(\d+,\d+\))\1")
PART = re.compile(r"([a-z]*)([A-Z]|\((\d+),(\d+)\))(\d*)")


@cache
def rides(betza: str) -> frozenset[Ride]:
    """The rides of a piece."""
    found = set()
    for token, atom, high, wide, number in PART.findall(betza):
        leaps = LEAPS[atom] if atom in LEAPS else [(int(high), int(wide))]
        often = int(number) if number else 0 if atom in ENDLESS else 1
        for leap in leaps:
            found |= {(*step, often) for step in turned(*leap) if lies(step, token)}
    return frozenset(found)


def ambiguous(betza: str) -> bool:
    """Whether an atom follows itself, which means a rider and not two parts: WW."""
    return bool(TWICE.search(betza))


def turned(a: int, b: int) -> set[tuple[int, int]]:
    """A leap in all its directions."""
    return {(up * x, left * y) for x, y in ((a, b), (b, a)) for up in (1, -1) for left in (1, -1)}


def lies(step: tuple[int, int], token: str) -> bool:
    """Whether a step lies in a direction.

    Of an oblique step one letter, or the same twice, tells its long way; a pair tells its short way, then its long.
    """
    if not token:
        return True
    rows, columns = step
    upright = "f" if rows < 0 else "b" if rows else ""
    across = "l" if columns < 0 else "r" if columns else ""
    meant = [{"v": "fb", "s": "lr"}.get(letter, letter) for letter in token if letter != "h"]
    if not upright or not across or abs(rows) == abs(columns) or "h" in token:
        return all(set(each) & {upright, across} for each in meant)
    short, long = (across, upright) if abs(rows) > abs(columns) else (upright, across)
    if len(meant) == 1 or token[0] == token[1]:
        return long in meant[0]
    return short in meant[0] and long in meant[1]
