# What callers may give to each problem function: more than the function itself is written for, since `declares` takes
# pieces, boards and squares as people write them. A test holds names, order and defaults to the functions.
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.reading.given import BoardLike, CountLike, FixedLike, PieceLike, SquareLike
from rookery.models.referee.rules import Kind

__all__ = [
    "placement",
    "domination",
    "sighted_placement",
    "queens_and_pawns",
    "maximal_placement",
    "weighted_placement",
    "connected_domination",
    "upper_domination",
    "k_fold_domination",
    "border_domination",
    "restricted_domination",
    "guards",
    "cheapest_domination",
    "coverage",
    "most_unguarded",
    "hitting_set",
    "regions",
    "mutual_attack",
    "colouring",
    "armies",
    "peaceable_queens",
    "superqueens",
    "toroidal_queens",
    "blocked_queens",
    "excluded_diagonals",
    "random_blocked_queens",
    "random_excluded_diagonals",
]

FAMILIES: Mapping[str, str]
_Squares: TypeAlias = Iterable[SquareLike]
_Counts: TypeAlias = (
    Mapping[Piece, int] | Mapping[Piece, CountLike] | Mapping[str, CountLike] | Mapping[PieceLike, CountLike]
)
_SquareNumbers: TypeAlias = Iterable[Any]  # a mapping from squares in any form to numbers
_Numbers: TypeAlias = Mapping[Piece, int] | Mapping[str, int] | Mapping[PieceLike, int]

def placement(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    count: CountLike = None,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def domination(
    piece: PieceLike, board: BoardLike, kind: Kind = "plain", fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def sighted_placement(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    pawns: int = 0,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def queens_and_pawns(n: int, k: int) -> Problem: ...
def maximal_placement(
    pieces: PieceLike | Iterable[PieceLike], board: BoardLike, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def weighted_placement(
    weights: _Numbers, board: BoardLike, pawns: int = 0, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def connected_domination(
    piece: PieceLike, board: BoardLike, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def upper_domination(
    piece: PieceLike, board: BoardLike, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def k_fold_domination(
    piece: PieceLike,
    board: BoardLike,
    times: int,
    closed: bool = False,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
    demands: _SquareNumbers = (),
) -> Problem: ...
def border_domination(piece: PieceLike, board: BoardLike, kind: Kind = "plain", fixed: FixedLike = ()) -> Problem: ...
def restricted_domination(
    piece: PieceLike, board: BoardLike, allowed: _Squares, kind: Kind = "plain", fixed: FixedLike = ()
) -> Problem: ...
def guards(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    kind: Kind = "plain",
    sighted: bool = True,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def cheapest_domination(
    costs: _Numbers, board: BoardLike, sighted: bool = True, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def coverage(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    count: int | str | None = None,
    kind: str = "plain",
    goal: str = "most",
    worths: _SquareNumbers = (),
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def most_unguarded(
    piece: PieceLike, board: BoardLike, count: int | str, fixed: FixedLike = (), forbidden: _Squares = ()
) -> Problem: ...
def hitting_set(piece: PieceLike, board: BoardLike, fixed: FixedLike = (), forbidden: _Squares = ()) -> Problem: ...
def regions(
    board: BoardLike | Path | Iterable[str | Iterable[str | int]] | Mapping[str, Iterable[tuple[int, int]]],
    stars: int | None = None,
    piece: PieceLike | None = "king",
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def mutual_attack(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    attacks: int,
    at_most: bool = False,
    sighted: bool = True,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def colouring(
    piece: PieceLike,
    board: BoardLike,
    kind: str = "proper",
    colours: int | None = None,
    size: int | None = None,
    forbidden: _Squares = (),
) -> Problem: ...
def armies(
    pieces: Iterable[PieceLike],
    board: BoardLike,
    size: int | None = None,
    forbidden: _Squares = (),
    against: int | None = None,
) -> Problem: ...
def peaceable_queens(n: int) -> Problem: ...
def superqueens(n: int) -> Problem: ...
def toroidal_queens(n: int) -> Problem: ...
def blocked_queens(n: int, blocked: _Squares) -> Problem: ...
def excluded_diagonals(n: int, sums: Iterable[int], differences: Iterable[int]) -> Problem: ...
def random_blocked_queens(n: int, blocked: int, seed: int = 0) -> Problem: ...
def random_excluded_diagonals(n: int, excluded: int, seed: int = 0) -> Problem: ...
