"""Pieces and numbers in words, as titles and reports say them."""

from collections.abc import Iterable, Iterator, Mapping

from rookery.models.base.words import amount
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Named, Statement


def shorten_counts(pieces: Iterable[Named]) -> str:
    """Pieces and their counts in a phrase: `2 queens and most rooks`."""
    return " and ".join(f"most {piece}s" if value is None else amount(str(value), piece) for piece, value in pieces)


def spell_counts(counts: Mapping[Piece, int | None]) -> str:
    """Pieces and their counts in a sentence: `2 queens and as many rooks as possible`."""
    return " and ".join(
        f"as many {piece}s as possible" if number is None else amount(str(number), piece)
        for piece, number in counts.items()
    )


def spell_values(pieces: Iterable[Named]) -> str:
    """Pieces and their weights or costs in a phrase: `queens (9) and rooks (5)`."""
    return " and ".join(f"{piece}s ({value})" for piece, value in pieces)


def list_values(pieces: Iterable[Named]) -> str:
    """Pieces and their weights or costs, as titles list them: `queen 9, rook 5`."""
    return ", ".join(f"{piece} {value}" for piece, value in pieces)


def with_pawns(phrase: str, asked: Statement) -> str:
    """A phrase with the pawns between the pieces, if there are any."""
    return " and ".join([phrase, *_pawns(asked)])


def _pawns(asked: Statement) -> Iterator[str]:
    if asked.parameters["pawns"]:
        yield amount(str(asked.parameters["pawns"]), "pawn")
