"""Pieces, numbers and boards in words, as titles and reports say them."""

from collections.abc import Iterable, Mapping

from rookery.core.words import amount, join_words
from rookery.models.boards.ground import Ground
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Named, Statement

SMALL = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def a_board(board: Ground) -> str:
    """A ground in a sentence: `an 8x8 board`, `a 5x7 torus`, `a graph of 5 vertices`."""
    return board.phrase


def name_pieces(asked: Statement) -> str:
    """The pieces of a problem in words: `queens and rooks`."""
    return join_words([piece.plural for piece in asked.named_pieces()])


def spell_counts(counts: Mapping[Piece, int | None]) -> str:
    """Pieces and their counts in a sentence: `2 queens and as many rooks as possible`."""
    return join_words(
        [f"as many {piece.plural} as possible" if count is None else spell_count(count, piece)
         for piece, count in counts.items()]
    )  # fmt: skip


def spell_number(count: int) -> str:
    """A small number as a word: `two`."""
    return SMALL.get(count, str(count))


def spell_count(count: int | str, piece: Piece) -> str:
    """A number of copies of a piece: `1 queen`, `8 queens`, `n queens`."""
    return amount(str(count), piece, piece.plural)


def spell_values(pieces: Iterable[Named], pawns: int = 0) -> str:
    """Pieces and their weights or costs, and pawns if there are any: `queens (9), rooks (5) and 2 pawns`."""
    valued = [f"{piece.plural} ({value})" for piece, value in pieces]
    return join_words([*valued, *([amount(str(pawns), "pawn")] if pawns else [])])


def capitalize(sentence: str) -> str:
    """A sentence that begins with a capital letter; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]
