"""What the numbers of the OEIS that families name count, where no series of known values says it."""

from collections.abc import Mapping, Sequence
from re import findall
from typing import Any

QUEENS = "queens on n x n"
COUNTED: Mapping[str, str] = {
    "A000170": "placements of n non-attacking queens on n x n",
    "A007705": "solutions of 2n + 1 queens on the torus of side 2n + 1",
    "A075324": f"smallest maximal sets of non-attacking {QUEENS}: the independent domination number",
    "A274947": "fewest squares of n x n that k queens attack or occupy",
    "A279403": "fewest squares of the torus of side n that k queens leave alone",
    "A376732": "most squares that k non-attacking queens on n x n occupy or attack",
    "A002464": "permutations of n without neighbours that follow each other: n kings, one in each row and column",
    "A342151": "most squares that k queens leave unattacked on 8x8",
    "A328283": f"largest three equal armies of {QUEENS}",
}


def say_counted(number: str, known: Sequence[Mapping[str, Any]], about: Sequence[str]) -> str:
    """What a number of the OEIS counts, by series of known values with a text about each, or by `COUNTED`.

    Raises `LookupError` for one of which neither says it.
    """
    naming = [(each["source"], text) for each, text in zip(known, about, strict=True) if number in each["source"]]
    naming.sort(key=lambda pair: len(findall(r"A\d{6}", pair[0])) > 1 or "comment" in pair[0])
    if number in COUNTED:
        return COUNTED[number]
    if not naming:
        raise LookupError(f"nothing says what {number} counts: add it to rookery_docs.oeis.COUNTED")
    source, text = naming[0]
    column = source.partition("columns")[2]
    return f"{text}, one number of pieces each" if number in column else text
