"""The problems of the published series, and how far each backend is asked.

The name of a series says the question: piece, torus or not, and what is counted.
"""

from collections.abc import Callable

from rookery import armies, coverage, domination, placement, sighted
from rookery.backends import Answer
from rookery.models import Board, Problem
from rookery.models.pieces.piece import AMAZON, BISHOP, KING, KNIGHT, QUEEN, ROOK, STANDARD
from rookery.models.referee.rules import Kind

PIECES = {piece.name: piece for piece in STANDARD}
KINDS: dict[str, Kind] = {"gamma": "plain", "independent_domination": "independent", "total_domination": "total"}
PLACED = {"count", "fundamental", "n_on_board"}
MOST = {"max", "max_count", "max_count_even"}
BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")

# The largest board that each of BACKENDS answers in less than half a second on two cores of 2026 (the whole series
# where the numbers end there); a backend that is not among them is asked up to SMALL.
LARGEST = {
    "amazon.count": (10, 10, 10, 8),
    "archbishop.gamma": (8, 8, 8, 8),
    "archbishop.gamma_count": (8, 7, 7, 7),
    "archbishop.independent_domination": (8, 8, 8, 8),
    "archbishop.independent_domination_count": (8, 7, 7, 8),
    "bishop.gamma": (10, 20, 10, 7),
    "bishop.gamma_count": (8, 6, 6, 6),
    "bishop.independent_domination": (11, 15, 11, 8),
    "bishop.independent_domination_count": (8, 7, 6, 7),
    "bishop.independent_domination_orbits": (7, 6, 6, 6),
    "bishop.max": (8, 8, 8, 8),
    "bishop.max_count": (8, 6, 6, 8),
    "bishop.n_on_board": (6, 5, 5, 5),
    "bishop.toroidal_independent_domination_count": (7, 6, 6, 6),
    "chancellor.gamma": (8, 8, 8, 8),
    "chancellor.gamma_count": (8, 6, 6, 6),
    "chancellor.independent_domination": (8, 8, 7, 8),
    "chancellor.independent_domination_count": (8, 7, 7, 7),
    "king.gamma": (9, 20, 20, 20),
    "king.gamma_count": (6, 6, 6, 6),
    "king.independent_domination": (9, 20, 20, 20),
    "king.independent_domination_count": (9, 6, 6, 6),
    "king.max": (12, 12, 12, 12),
    "king.max_count_even": (6, 6, 6, 6),
    "king.n_on_board": (7, 5, 5, 5),
    "king.toroidal_gamma": (9, 9, 9, 9),
    "king.toroidal_max": (10, 13, 10, 6),
    "knight.gamma": (10, 11, 10, 8),
    "knight.gamma_count": (10, 6, 8, 8),
    "knight.gamma_orbits": (10, 6, 8, 8),
    "knight.independent_domination": (10, 12, 10, 10),
    "knight.independent_domination_count": (10, 7, 9, 9),
    "knight.independent_domination_orbits": (6, 6, 6, 6),
    "knight.max": (12, 12, 12, 8),
    "knight.max_count": (6, 6, 6, 6),
    "knight.n_on_board": (6, 5, 4, 4),
    "knight.toroidal_gamma": (8, 6, 6, 6),
    "knight.total_domination": (9, 12, 13, 8),
    "knight.total_domination_count": (9, 7, 8, 8),
    "peaceable.bishops": (4, 4, 4, 3),
    "peaceable.kings": (4, 4, 4, 3),
    "peaceable.knights": (4, 4, 4, 3),
    "peaceable.queens": (6, 5, 6, 4),
    "peaceable.queens_orbits16": (6, 4, 4, 4),
    "peaceable.queens_three_armies": (4, 4, 4, 3),
    "peaceable.rooks": (4, 4, 4, 3),
    "queen.border_domination": (8, 8, 8, 6),
    "queen.count": (13, 10, 10, 9),
    "queen.fundamental": (10, 9, 8, 8),
    "queen.gamma": (13, 7, 7, 11),
    "queen.gamma_count": (11, 6, 6, 7),
    "queen.gamma_orbits": (7, 6, 7, 7),
    "queen.independent_domination": (13, 9, 7, 11),
    "queen.independent_domination_count": (11, 7, 7, 8),
    "queen.independent_domination_orbits": (11, 7, 7, 7),
    "queen.one_pawn": (6, 6, 8, 5),
    "queen.one_pawn_orbits": (5, 5, 7, 5),
    "queen.toroidal_count": (15, 11, 11, 11),
    "queen.toroidal_gamma": (11, 8, 8, 8),
    "queen.toroidal_max": (11, 11, 11, 11),
    "queen.toroidal_independent_domination": (9, 7, 7, 7),
    "queen.total_domination": (12, 8, 8, 9),
    "queen.total_domination_count": (9, 6, 5, 6),
    "queen.total_domination_orbits": (10, 6, 5, 7),
    "queen.two_pawns_orbits": (5, 5, 7, 4),
    "queen.unguarded": (6, 6, 6, 4),
    "rook.count": (9, 7, 7, 7),
    "rook.fundamental": (6, 6, 6, 6),
    "rook.gamma": (8, 6, 6, 6),
    "rook.gamma_count": (6, 5, 5, 5),
    "rook.independent_domination": (8, 6, 6, 6),
    "rook.independent_domination_count": (8, 6, 6, 6),
    "rook.independent_domination_orbits": (5, 5, 5, 5),
    "rook.total_domination": (9, 7, 6, 7),
    "rook.total_domination_count": (7, 5, 5, 5),
    "wazir.gamma": (8, 8, 8, 8),
    "wazir.gamma_count": (8, 5, 8, 7),
    "wazir.independent_domination": (8, 8, 8, 8),
    "wazir.independent_domination_count": (8, 7, 8, 8),
    "zebra.gamma_count": (7, 5, 6, 6),
}

# Series that no problem of ours asks for.
UNDECLARED = {
    "king.upper_irredundance": "irredundance",
    "lines.min_no_three_queens_version": "three in a line",
    "lines.no_three_in_line_orbits": "three in a line",
    "peaceable.queens_best_known": "lower bounds from side 16 on, which no backend reaches",
}
SPECIAL: dict[str, Callable[[int], Problem]] = {
    "queen.border_domination": lambda n: domination(QUEEN, n, allowed="border"),
    "queen.unguarded": lambda n: coverage(QUEEN, n, n, goal="fewest"),
    "queen.one_pawn": lambda n: sighted({QUEEN: n + 1}, n, 1),
    "queen.one_pawn_orbits": lambda n: sighted({QUEEN: n + 1}, n, 1),
    "queen.two_pawns_orbits": lambda n: sighted({QUEEN: n + 2}, n, 2),
    "amazon.count": lambda n: placement(AMAZON, n, n),
    "peaceable.queens": lambda n: armies([QUEEN] * 2, n),
    "peaceable.queens_orbits16": lambda n: armies([QUEEN] * 2, n),
    "peaceable.queens_three_armies": lambda n: armies([QUEEN] * 3, n),
    "peaceable.bishops": lambda n: armies([BISHOP] * 2, n),
    "peaceable.kings": lambda n: armies([KING] * 2, n),
    "peaceable.knights": lambda n: armies([KNIGHT] * 2, n),
    "peaceable.rooks": lambda n: armies([ROOK] * 2, n),
}


def largest(series: str, backend: str) -> int:
    """Return the largest board of a series that a backend is asked."""
    return LARGEST[series][BACKENDS.index(backend)]


def problem(series: str, n: int) -> Problem:
    """Return the question of a series for side n."""
    if series in SPECIAL:
        return SPECIAL[series](n)
    name, _, what = series.partition(".")
    board, what = Board(n, torus=what.startswith("toroidal_")), what.removeprefix("toroidal_")
    if what in PLACED | MOST:
        return placement(PIECES[name], board, None if what in MOST else n)
    kind = KINDS[what.removesuffix("_count").removesuffix("_orbits")]
    return domination(PIECES[name], board, kind)


def asks(series: str) -> str:
    """Return what a series gives of an answer: the `objective`, the `count` or the `orbits`."""
    if series.endswith(("orbits", "orbits16", "fundamental")):
        return "orbits"
    return "count" if series.endswith(("count", "count_even", "n_on_board", "one_pawn")) else "objective"


def number(series: str, answer: Answer) -> int:
    """Return the number of a series in an answer."""
    found: int = getattr(answer, asks(series)) or 0
    if series == "queen.unguarded":
        return len(answer.problem.board) - found
    return found
