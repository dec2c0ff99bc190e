"""Regions: as many pieces in each row, each column and each coloured region of a board, none touching another."""

from collections.abc import Iterable, Iterator
from typing import Any

from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.boards.regions import RegionBoard
from rookery.models.model.constraints import Exactly
from rookery.models.model.model import Satisfy
from rookery.models.pieces.piece import KING, STAR, Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, capitalize, declares, spell_count
from rookery.models.problems.parameters import Whole
from rookery.models.problems.shared.layout import Demanded, Given, lay_out
from rookery.models.reading.given import take_board
from rookery.models.referee.rules import Holds, PartHolds, Peaceful

STARS = Whole(
    name="stars",
    help="The number of pieces in each row, column and region; default: the number in the drawing, or 1.",
    least=1,
    unbounded=True,
    none="drawn",
    of_board="stars",
)
TOUCHING = Places(
    keyword="piece",
    option="touching",
    default=KING.name,
    none=STAR,
    help="The piece that is placed: none may attack another. A king touches its 8 neighbours; or none.",
)


def _describe(asked: Statement) -> Wording:
    (piece,) = asked.named_pieces()
    stars = asked.parameters["stars"]
    each = f"as many {piece.plural} as drawn" if stars is None else spell_count(stars, piece)
    parts = "row, column and region" if isinstance(asked.board, RegionBoard) else "row and column"
    phrase = f"{each} in each {parts}"
    return Wording(phrase, capitalize(f"{phrase} of {a_board(asked.board)}"))


def take_regions(value: Any) -> AbstractBoard:
    """The board of a drawing, of a file that holds one, or as other families take it."""
    sized = isinstance(value, AbstractBoard | int) or (isinstance(value, str) and Board.parse(value))
    return take_board(value) if sized else RegionBoard(value)


@declares(
    Family(
        "regions",
        "Place stars: as many in each row, column and coloured region, none touching (star battle).",
        TOUCHING,
        (STARS,),
        _describe,
        example="--board regions:AABB/ABBB/CDDD/CCCD",
        oeis=("A002464",),
        take_ground=take_regions,
        formula="|S ∩ L| = k for each row, column and region L, such that no s, t in S have s in N(t)",
    )
)
def regions(
    board: AbstractBoard,
    stars: int | None = None,
    piece: Piece = KING,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for exactly `stars` copies of `piece` in each row, column and region of a board, none attacking another.

    >>> import rookery as rk
    >>> print(rk.solve(rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE")).best)
    +-------+-----------+
    | .   . | K   .   . |
    |       |           |
    | K   . | .   .   . |
    |       |   +-------+
    | .   . | . | K   . |
    +-------+---+       |
    | .   K   . | .   . |
    |       +---+   +---+
    | .   . | .   . | K |
    +-------+-------+---+

    `board` is a drawing: per line a row, with a sign for the region of each square (see `RegionBoard`); it may say the
    number of stars, which is 1 otherwise. The `piece` says what touching is: a king its eight neighbours (star battle,
    "Queens", "Two Not Touch"), a queen also its lines, "none" nothing. On a board without regions rows and columns are
    left, kings' permutations: OEIS A002464. A row or column without squares demands nothing. A board of more rows than
    columns has no solution.

    Raises `BadInput` for a drawing that is none, for fewer than one star, for a row, column or region of fewer squares
    than stars, for a board without rows and columns, and for givens as in `placement`.
    """
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} has no rows and columns, each of which is to hold as many pieces")
    wanted = 1 if stars is None else stars
    if wanted < 1:
        raise BadInput(f"{amount(wanted, 'star')} in each row, column and region; it must be at least 1")
    layout = lay_out(board, (piece,), fixed, forbidden)
    parts: Demanded = {rule: [Exactly(wanted, tuple(squares))] for rule, squares in _list_parts(board, wanted)}
    return layout.problem({Holds(piece): (), **parts, Peaceful(): layout.forbid_attacks()}, (), Satisfy())


def _list_parts(board: Board, stars: int) -> Iterator[tuple[PartHolds, list[int]]]:
    """The rule of each row, column and region, with the numbers of its squares."""
    parts: dict[tuple[str, str], list[int]] = {}
    for part, number in (("row", board.rows), ("column", board.columns)):
        parts |= {(part, str(at)): [] for at in range(number)}
    drawn = board if isinstance(board, RegionBoard) else None
    parts |= {("region", sign): [] for sign in (drawn.regions if drawn else ())}
    for at, square in enumerate(board):
        parts["row", str(square.row)].append(at)
        parts["column", str(square.column)].append(at)
        if drawn and (region := ("region", drawn.region(square))) in parts:
            parts[region].append(at)
    for (part, name), squares in parts.items():
        if squares:
            if len(squares) < stars:
                raise BadInput(
                    f"{part} {name} has {amount(len(squares), 'square')}, too few for {amount(stars, 'star')}"
                )
            yield PartHolds(part, name, stars), squares
