"""Which series of the trusted numbers are asked of which backend, and how.

The name of a series says the question: piece, torus or not, and what is counted.
"""

from rookery.backends import Answer
from rookery.models import Board, Problem, domination, placement
from rookery.models.pieces.piece import STANDARD
from rookery.models.referee.rules import Kind

PIECES = {piece.name: piece for piece in STANDARD}
KINDS: dict[str, Kind] = {"gamma": "plain", "independent_domination": "independent", "total_domination": "total"}
PLACED = {"count", "fundamental", "n_on_board"}
MOST = {"max", "max_count", "max_count_even"}
BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")

# The largest board that each of BACKENDS answers in less than half a second on two cores of 2026 (the whole series
# where the numbers end there); a backend that is not among them is asked up to SMALL.
LARGEST = {
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
    "knight.toroidal_gamma": (8, 7, 7, 7),
    "knight.total_domination": (9, 12, 13, 8),
    "knight.total_domination_count": (9, 7, 8, 8),
    "queen.count": (13, 10, 10, 9),
    "queen.fundamental": (10, 9, 8, 8),
    "queen.gamma": (13, 7, 7, 11),
    "queen.gamma_count": (11, 6, 6, 7),
    "queen.gamma_orbits": (7, 6, 7, 7),
    "queen.independent_domination": (13, 9, 7, 11),
    "queen.independent_domination_count": (11, 7, 7, 8),
    "queen.independent_domination_orbits": (11, 7, 7, 7),
    "queen.toroidal_count": (15, 11, 11, 11),
    "queen.toroidal_gamma": (11, 8, 8, 8),
    "queen.toroidal_max": (11, 11, 11, 11),
    "queen.toroidal_independent_domination": (9, 7, 7, 7),
    "queen.total_domination": (12, 8, 8, 9),
    "queen.total_domination_count": (9, 6, 5, 6),
    "queen.total_domination_orbits": (10, 6, 5, 7),
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
SMALL = 4

# Series that no problem of ours asks for.
UNDECLARED = {
    "king.upper_irredundance": "irredundance",
    "lines.min_no_three_queens_version": "three in a line",
    "lines.no_three_in_line_orbits": "three in a line",
    "peaceable.queens_best_known": "lower bounds from side 16 on, which no backend reaches",
}


def largest(series: str, backend: str) -> int:
    """The largest board of a series that a backend is asked."""
    return LARGEST[series][BACKENDS.index(backend)] if backend in BACKENDS else SMALL


def problem(series: str, n: int) -> Problem:
    """The question of a series for side n."""
    name, _, what = series.partition(".")
    board, what = Board(n, torus=what.startswith("toroidal_")), what.removeprefix("toroidal_")
    if what in PLACED | MOST:
        return placement(PIECES[name], board, None if what in MOST else n)
    kind = KINDS[what.removesuffix("_count").removesuffix("_orbits")]
    return domination(PIECES[name], board, kind)


def asks(series: str) -> str:
    """What of an answer a series gives: the `objective`, the `count` or the `orbits`."""
    if series.endswith(("orbits", "fundamental")):
        return "orbits"
    return "count" if series.endswith(("count", "count_even", "n_on_board")) else "objective"


def number(series: str, answer: Answer) -> int | None:
    """The number of a series in an answer."""
    found: int | None = getattr(answer, asks(series))
    return found
