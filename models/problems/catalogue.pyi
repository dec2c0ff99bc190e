# What callers may give to each problem function: more than the function itself is written for, since `declares` takes
# pieces, boards and squares as people write them. A test holds names, order and defaults to the functions.
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.reading.given import BoardLike, CountLike, FixedLike, PieceLike, SquareLike
from rookery.models.referee.rules import Kind

__all__ = [
    "placement",
    "domination",
    "sighted_placement",
    "k_fold_domination",
    "guards",
    "cheapest_domination",
    "coverage",
    "regions",
    "armies",
    "random_blocked_queens",
    "random_excluded_diagonals",
]

FAMILIES: Mapping[str, str]
_Squares: TypeAlias = Iterable[SquareLike]
_Counts: TypeAlias = (
    Mapping[Piece, int] | Mapping[Piece, CountLike] | Mapping[str, CountLike] | Mapping[PieceLike, CountLike]
)
_Numbers: TypeAlias = Mapping[Piece, int] | Mapping[str, int] | Mapping[PieceLike, int]

def placement(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    count: CountLike = None,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
    kind: str = "plain",
) -> Problem: ...
def domination(
    piece: PieceLike,
    board: BoardLike,
    kind: Kind = "plain",
    fixed: FixedLike = (),
    forbidden: _Squares = (),
    allowed: _Squares | Literal["border"] | None = None,
) -> Problem: ...
def sighted_placement(
    pieces: PieceLike | _Counts,
    board: BoardLike,
    pawns: int = 0,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def k_fold_domination(
    piece: PieceLike,
    board: BoardLike,
    times: int,
    closed: bool = False,
    fixed: FixedLike = (),
    forbidden: _Squares = (),
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
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def regions(
    board: BoardLike | Path | Iterable[str | Iterable[str | int]] | Mapping[str, Iterable[tuple[int, int]]],
    stars: int | None = None,
    piece: PieceLike | None = "king",
    fixed: FixedLike = (),
    forbidden: _Squares = (),
) -> Problem: ...
def armies(
    pieces: Iterable[PieceLike],
    board: BoardLike,
    size: int | None = None,
    forbidden: _Squares = (),
) -> Problem: ...
def random_blocked_queens(n: int, blocked: int, seed: int = 0) -> Problem: ...
def random_excluded_diagonals(n: int, excluded: int, seed: int = 0) -> Problem: ...
