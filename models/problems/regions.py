"""Regions: as many pieces in each row, column and region of a board, none attacking another (star battles)."""

from collections.abc import Iterator
from dataclasses import replace

from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.boards.board import Board
from rookery.models.boards.regions import RegionBoard
from rookery.models.model.constraints import Exactly
from rookery.models.model.model import Satisfy
from rookery.models.pieces.piece import KING, STAR, STAR_GLYPH
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.layout import Demanded, Layout
from rookery.models.reading.given import FixedLike, PieceLike, RegionsLike, SquaresLike, take_piece, take_regions
from rookery.models.referee.rules import Holds, PartHolds, Peaceful


@family(
    oeis=("A002464",),
    formula="|S ∩ L| = k for each row, column and region L, such that no s, t in S have s in N(t)",
    example="--board regions:AABB/ABBB/CDDD/CCCD",
)
def regions(
    board: RegionsLike,
    stars: int | None = None,
    piece: PieceLike = "king",
    *,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Place stars: as many in each row, column and coloured region, none touching another (star battle).

    >>> import rookery as rk
    >>> print(rk.solve(rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE")).best)
    +-------+-----------+
    | .   . | ★   .   . |
    |       |           |
    | ★   . | .   .   . |
    |       |   +-------+
    | .   . | . | ★   . |
    +-------+---+       |
    | .   ★   . | .   . |
    |       +---+   +---+
    | .   . | .   . | ★ |
    +-------+-------+---+

    A row or column without squares demands nothing. On a board without regions rows and columns are left: permutations
    of kings are OEIS A002464.

    Args:
        board: A drawing, per line a row, with a sign for the region of each square (see `RegionBoard`), or its file.
        stars: The number in each row, column and region; by default that of the drawing, or 1.
        piece: The piece, which says what touching is: a king its 8 neighbours ("Two Not Touch"), a queen also its
            lines, a star nothing.
        fixed: Squares that hold a piece.
        forbidden: Squares that stay empty.
    """
    board, piece = take_regions(board), take_piece(piece)
    if piece == KING:
        piece = replace(piece, glyph=STAR_GLYPH)  # equal to a king, and drawn as a star
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} has no rows and columns, each of which is to hold as many pieces")
    if stars is None:
        drawn = board.stars if isinstance(board, RegionBoard) else None
        return regions(board, 1 if drawn is None else drawn, piece, fixed=fixed, forbidden=forbidden)
    if stars < 1:
        raise BadInput(f"{stars} stars in each row, column and region: expected at least 1")
    layout = Layout.of(board, [piece], fixed, forbidden)
    rules: Demanded = {
        Holds(piece): (),
        **{rule: [Exactly(stars, squares)] for rule, squares in _list_parts(board, stars)},
        Peaceful(): layout.forbid_attacks(),
    }
    _check_sums(board, stars)
    parts = "row, column and region" if isinstance(board, RegionBoard) else "row and column"
    called = amount(stars, "star") if piece == KING else amount(str(stars), piece.name, piece.plural)
    touching = " that may touch" if piece == STAR else ""
    phrase = f"{called}{touching} in each {parts}"
    return layout.problem(rules, Satisfy(), phrase=phrase)


def _check_sums(board: Board, stars: int) -> None:
    """Raise `BadInput` if rows, columns and regions cannot hold the same number of pieces in all."""
    rows, columns = (len({square[axis] for square in board}) for axis in (0, 1))
    drawn = board if isinstance(board, RegionBoard) else None
    regions = len(drawn.regions) if drawn else rows
    whole = drawn is not None and sum(map(len, drawn.regions.values())) == len(board)
    if rows == columns and (rows == regions if whole else regions <= rows):
        return
    parts = [amount(rows, "row"), amount(columns, "column"), *([amount(regions, "region")] if drawn else [])]
    sums = join_words([str(stars * each) for each in (rows, columns, *([regions] if drawn else []))])
    raise BadInput(
        f"{join_words(parts)} with {amount(stars, 'star')} each hold {sums} stars, and should hold the same number:"
        " a row is missing, a sign is wrong, or the shape is another"
    )


def _list_parts(board: Board, stars: int) -> Iterator[tuple[PartHolds, list[int]]]:
    """Yield the rule of each row, column and region, with the numbers of its squares."""
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
