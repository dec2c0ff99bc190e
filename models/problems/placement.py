"""Placement problems: pieces that do not attack each other."""

from collections.abc import Iterator
from math import gcd
from typing import Literal

from rookery.core.deadline import checking_deadline
from rookery.core.numbers import Step
from rookery.models.boards.board import Board
from rookery.models.model.constraints import AtLeast, Constraint, Exactly
from rookery.models.model.model import Maximize, Minimize
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import QUEEN, Piece
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.attacks import attackers, attacks, lines
from rookery.models.problems.shared.layout import Demanded, Layout, shift_clique
from rookery.models.reading.given import AllowedLike, BoardLike, CountLike, FixedLike, PiecesLike, SquaresLike
from rookery.models.referee.rules import Holds, Maximal, Peaceful

DIRECTIONS = {"row": Step(0, 1), "column": Step(1, 0)}
FEWEST_KNOWN = 30  # queens from which on their places are constructed; a search places fewer at once


@family(
    oeis=("A000170", "A075324"),
    formula="|S| = k, or max |S|, such that no s, t in S have s in N(t); maximal: |S| = k, or min |S|, and each"
    " square v outside S has some s in S with s in N(v) or v in N(s)",
    example="--piece queen=8 --board 8",
)
def placement(
    pieces: PiecesLike,
    board: BoardLike,
    count: CountLike = None,
    kind: Literal["plain", "maximal"] = "plain",
    *,
    allowed: AllowedLike = None,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Place pieces so that none attacks another: a given number, or as many as possible.

    >>> import rookery as rk
    >>> rk.solve(rk.placement("queen", 8, count=8), want="count").count
    92
    >>> rk.solve(rk.placement("bishop", 8)).objective
    14
    >>> rk.solve(rk.placement("queen", 6, kind="maximal")).objective
    4

    8 queens on 8x8: OEIS A000170. The most pieces are the independence number of the attack graph. A maximal placement
    of one piece whose attacks are mutual is independent domination (queens: A075324); a piece that attacks one way
    keeps others also from the squares that attack it, so fewer may do.

    Args:
        pieces: One piece, or several with their counts.
        board: The board, by default without holes.
        count: The number of a single piece; "any" for any number, None for as many as possible.
        kind: plain, or maximal: no further piece can be added, and without a count the fewest are placed.
        allowed: Pieces stand on these squares alone: e4, light, dark, border; light=bishop limits one type.
        fixed: Squares that hold a piece; a mapping to pieces if there are several. They may attack each other: then
            there is no solution.
        forbidden: Squares that stay empty, or e4=bishop: empty of one type; in a maximal placement, they need not be
            attacked.
    """
    layout = Layout.of_counts(board, pieces, count, fixed, forbidden, allowed)
    rules: Demanded = {**layout.hold_counts(), Peaceful(): layout.forbid_attacks(), **_choices(layout)}
    (goal, aim), phrase = layout.open_goal(Maximize), layout.spell_counts()
    if kind == "maximal":
        rules[Maximal(layout.pieces, layout.forbidden, layout.barred)] = _leave_no_room(layout)
        (goal, aim), phrase = layout.open_goal(Minimize), f"maximal placement of {layout.spell_counts('few')}"
    return layout.problem(rules, goal, aim, phrase=phrase, known=_find_known(layout))


def _choices(layout: Layout) -> Demanded:
    """Return the choice of a square in each row, if there are as many pieces as rows; likewise for columns."""
    return {
        (Holds(piece, number), Peaceful()): [*_choose(piece, number, layout)]
        for piece, number in layout.counts.items()
        if isinstance(number, int)
    }


def _choose(piece: Piece, number: int, layout: Layout) -> Iterator[Constraint]:
    board, layer = layout.board, layout.layer(layout.pieces.index(piece))
    if not isinstance(board, Board):
        return
    for name, step in DIRECTIONS.items():
        ridden = any(ride in piece.rides for ride in (Ride(step), Ride(Step(-step.rows, -step.columns))))
        if ridden and number == (board.rows if name == "row" else board.columns):
            groups = [line for line, _ in lines(step, board)]
            if len(groups) == number:
                for at, line in enumerate(groups):
                    yield Exactly(1, shift_clique(line, layer), choice=f"{piece.name} {name} {at}")


def _leave_no_room(layout: Layout) -> Iterator[Constraint]:
    """Yield for each piece and square: the square is occupied, or some piece there attacks or is attacked."""
    for newcomer in layout.pieces:
        for square in checking_deadline(layout.board):
            if square not in layout.forbidden and (square, newcomer) not in layout.barred:
                yield AtLeast(1, (*layout.square(square), *_rivals(newcomer, layout.board.index(square), layout)))


def _rivals(newcomer: Piece, square: int, layout: Layout) -> Iterator[int]:
    hits = set(attacks(newcomer, layout.board)[square])
    for number, piece in enumerate(layout.pieces):
        yield from (layout.layer(number)[there] for there in sorted(hits.union(attackers(piece, layout.board)[square])))


def _find_known(layout: Layout) -> frozenset[int] | None:
    """Return the variables of a solution if n queens are placed freely on n x n; None for any other question."""
    board, [(piece, number), *others] = layout.board, layout.counts.items()
    if others or layout.fixed or layout.forbidden or piece.rides != QUEEN.rides:
        return None
    if not isinstance(board, Board) or board.holes or number != board.rows or number != board.columns:
        return None
    columns = construct_queens(number, torus=any(board.joined)) if number >= FEWEST_KNOWN else None
    return None if columns is None else frozenset(row * number + column for row, column in enumerate(columns))


def construct_queens(n: int, torus: bool = False) -> list[int] | None:
    """Return the column of the queen in each row of n x n, such that none attacks another; None if no rule is known.

    On a torus queens a knight's leap apart are in peace if n is prime to 6 (Pólya). On a square there is a rule for
    each n above 3 (Hoffman, Loessi and Moore, "Constructions for the solution of the m queens problem", Mathematics
    Magazine 42, 1969): rows of one half have every second column, moved on if n leaves 2 when it is divided by 6.
    """
    if torus:
        return [2 * row % n for row in range(n)] if gcd(n, 6) == 1 else None
    if n < 4:
        return None
    side = n - n % 2
    if side % 6 == 2:
        half = [(2 * row + side // 2 - 1) % side for row in range(side // 2)]
        return [*half, *(side - 1 - column for column in reversed(half)), *range(side, n)]
    return [*range(1, side, 2), *range(0, side, 2), *range(side, n)]
