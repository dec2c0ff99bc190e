"""The kinds of question that records are kept of: how each is declared and asked for, published and named.

In commands, programs and names {0} is the piece; in commands and programs {1} is the board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import rookery as rk
from rookery.compare.verdict.claims import series
from rookery.models.referee import rules


@dataclass(frozen=True)
class Kind:
    """A question of one piece on n x n: `best` is the optimum in a word, `names` what the OEIS calls each field.

    `series` are the entries of a series of known values that answers it; one without an entry has it as None.
    """

    declare: Callable[[rk.Piece, rk.Board], rk.Problem]
    command: str
    program: str
    best: str
    names: Mapping[str, str]
    series: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def is_domination(self) -> bool:
        """Whether each square is to be guarded."""
        return "family" not in self.series

    def is_answered_by(self, known: Mapping[str, Any]) -> bool:
        """Whether a series of known values is about this question."""
        wanted = {"family": "domination"} | dict(self.series)
        return all(({"family": "domination"} | dict(known)).get(key) == value for key, value in wanted.items())


def _dominates(kind: rules.Kind, asked: str, what: str, graph: str) -> Kind:
    least = f"Number of minimum {graph}dominating sets in the n X n {{0}} graph"
    return Kind(
        lambda piece, board: rk.domination(piece, board, kind=kind),
        f"domination --piece {{0}}{asked and f' --kind {kind}'} --board {{1}}",
        f'rk.domination("{{0}}", {{1}}{asked})',
        "fewest",
        {
            "optimum": f"Minimum number of {what}{{0}}s needed to dominate an n X n board",
            "sets": least,
            "orbits": f"{least}, up to symmetries of the square",
        },
        {"kind": kind},
    )


def _rivals(armies: int, colours: str) -> Kind:
    coexist = f"{colours} {{0}}s can coexist on an n X n chessboard without attacking each other"
    return Kind(
        lambda piece, board: rk.armies([piece] * armies, board),
        f"armies{' --piece {0}' * armies} --board {{1}}",
        f'rk.armies(["{{0}}"] * {armies}, {{1}})',
        "largest",
        {
            "optimum": f"The maximum number m such that {coexist}",
            "sets": f"Number of configurations in which the maximum number of {coexist}",
            "orbits": f"Number of inequivalent configurations in which the maximum number of {coexist}",
        },
        {"family": "armies", "armies": armies, "against": None},
    )


def _row(side: int) -> Kind:
    """A row of the triangle A274948: the number of pieces stands in the place of the side of the board."""
    return Kind(
        lambda piece, board: rk.most_unguarded(piece, side, board.rows),
        f"unguarded --piece {{0}} --count {{1}} --board {side}",
        f'rk.most_unguarded("{{0}}", {side}, n)',
        "most",
        {"optimum": f"Row {side} of A274948: most squares of {side} X {side} that n {{0}}s leave unattacked"},
        {"family": "unguarded", "count": "any", "side": side},
        f"N is the number of pieces. N leave M squares or more just where M leave N: the rest of the row, and that of "
        f"A274947, which is {side * side} less these numbers, follow from these.",
    )


def largest(side: int) -> int:
    """The size of the largest two equal armies of queens that do not attack each other (OEIS A250000)."""
    known = next(each for each in series() if each["name"] == "peaceable.queens")
    return int(known["values"][str(side)])


KINDS: Mapping[str, Kind] = {
    "plain": _dominates("plain", "", "", ""),
    "independent": _dominates("independent", ', kind="independent"', "nonattacking ", "independent "),
    "total": _dominates("total", ', kind="total"', "", "total "),
    "connected": Kind(
        lambda piece, board: rk.connected_domination(piece, board),
        "connected --piece {0} --board {1}",
        'rk.connected_domination("{0}", {1})',
        "fewest",
        {"optimum": "Connected domination number of the n X n {0} graph"},
        {"family": "connected"},
    ),
    "two armies": _rivals(2, "m white and m black"),
    "three armies": _rivals(3, "m white, m black and m red"),
    "larger army": Kind(
        lambda piece, board: rk.armies([piece] * 2, board, against=largest(board.rows)),
        "armies --piece {0} --piece {0} --against M --board {1}",
        'rk.armies(["{0}"] * 2, {1}, against=rk.solve(rk.armies(["{0}"] * 2, {1})).objective)',
        "largest",
        {"optimum": "Largest number of {0}s against the maximum number of peaceable {0}s of another colour"},
        {"family": "armies", "armies": 2, "against": "largest"},
        "M is the size of the largest two equal armies on the same board.",
    ),
    "unguarded": Kind(
        lambda piece, board: rk.most_unguarded(piece, board, board.rows),
        "unguarded --piece {0} --count {1} --board {1}",
        'rk.most_unguarded("{0}", {1}, {1})',
        "most",
        {"optimum": "Maximal number of unattacked squares with n {0}s on n X n board"},
        {"family": "unguarded", "count": "n"},
    ),
    **{f"unguarded on {side}x{side}": _row(side) for side in (11, 12)},
}
