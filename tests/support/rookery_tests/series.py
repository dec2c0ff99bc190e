"""The problems of the published series, and how far each backend is asked.

The name of a series says the question: piece, torus or not, and what is counted.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path

import rookery as rk
from rookery.models.referee.rules import Kind

KINDS: dict[str, Kind] = {"gamma": "plain", "independent_domination": "independent", "total_domination": "total"}
PLACED = {"count", "fundamental", "n_on_board"}
MOST = {"max", "max_count", "max_count_even"}
BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
DATA = Path(__file__).parents[2] / "data"

LARGEST: dict[str, list[int]] = tomllib.loads((DATA / "largest_boards.toml").read_text())

# Series that no problem of ours asks for.
UNDECLARED = {
    "king.upper_irredundance": "irredundance",
    "lines.min_no_three_queens_version": "three in a line",
    "lines.no_three_in_line_orbits": "three in a line",
    "peaceable.queens_best_known": "lower bounds from side 16 on, which no backend reaches",
}
SPECIAL: dict[str, Callable[[int], rk.Problem]] = {
    "queen.border_domination": lambda n: rk.domination("queen", n, allowed="border"),
    "queen.unguarded": lambda n: rk.coverage("queen", n, n, goal="fewest"),
    "queen.one_pawn": lambda n: rk.sighted({"queen": n + 1}, n, 1),
    "queen.one_pawn_orbits": lambda n: rk.sighted({"queen": n + 1}, n, 1),
    "queen.two_pawns_orbits": lambda n: rk.sighted({"queen": n + 2}, n, 2),
    "peaceable.queens_three_armies": lambda n: rk.armies(["queen"] * 3, n),
}


def largest(series: str, backend: str) -> int:
    """Return the largest board of a series that a backend is asked."""
    return LARGEST[series][BACKENDS.index(backend)]


def problem(series: str, n: int) -> rk.Problem:
    """Return the question of a series for side n."""
    if series in SPECIAL:
        return SPECIAL[series](n)
    name, _, what = series.partition(".")
    if name == "peaceable":
        return rk.armies([what.removesuffix("_orbits16").removesuffix("s")] * 2, n)
    board, what = rk.Board(n, torus=what.startswith("toroidal_")), what.removeprefix("toroidal_")
    if what in PLACED | MOST:
        return rk.placement(name, board, None if what in MOST else n)
    return rk.domination(name, board, KINDS[what.removesuffix("_count").removesuffix("_orbits")])


def asks(series: str) -> str:
    """Return what a series gives of an answer: the `objective`, the `count` or the `orbits`."""
    if series.endswith(("orbits", "orbits16", "fundamental")):
        return "orbits"
    return "count" if series.endswith(("count", "count_even", "n_on_board", "one_pawn")) else "objective"


def number(series: str, answer: rk.Answer) -> int:
    """Return the number of a series in an answer."""
    found: int = getattr(answer, asks(series)) or 0
    if series == "queen.unguarded":
        return len(answer.problem.board) - found
    return found
