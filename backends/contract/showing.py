"""Answers shown: boards side by side, as text or as HTML in a notebook, and as a table of pandas."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from rookery.models import Placement
from rookery.models.drawing.html import figure, gallery, paragraph, show_board
from rookery.models.drawing.text import side_by_side
from rookery.models.ground.protocol import Ground, Place
from rookery.models.ground.rectangle import FILES, Rectangle

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("solution", "piece", "row", "column", "square")


@dataclass(frozen=True, repr=False)
class PlacementGallery:
    """Some placements on one board, side by side."""

    placements: Sequence[Placement]

    def __repr__(self) -> str:
        """The boards in letters, as many beside one another as the terminal holds."""
        drawn = [str(placement) for placement in self.placements]
        return side_by_side(drawn, get_terminal_size().columns) if drawn else "no solution to show"

    def _repr_html_(self) -> str:
        return gallery((placement, placement.board) for placement in self.placements)


def show(placements: Sequence[Placement]) -> None:
    """Show placements: drawn in a notebook, printed elsewhere."""
    shown = PlacementGallery(placements)
    shell = sys.modules.get("IPython")
    if shell is not None and shell.get_ipython() is not None:
        shell.display.display(shown)
    else:
        print(shown)


def as_html(sentence: str, timing: str, solutions: Sequence[Placement], most: int) -> str:
    """An answer for a notebook: what is known, its first boards, who answered, and in what time."""
    parts = [paragraph(sentence, "font-weight: bold"), *_draw(solutions[:most])]
    if len(solutions) > most:
        parts.append(paragraph(f"The first {most} of {len(solutions):,} solutions; answer.show(n) shows n of them."))
    return f"<div>{''.join(parts)}{paragraph(timing, 'opacity: 0.7')}</div>"


def _draw(boards: Sequence[Placement]) -> Iterator[str]:
    if len(boards) > 1:
        yield gallery((placement, placement.board) for placement in boards)
    for placement in boards if len(boards) == 1 else ():
        yield figure(show_board(placement, placement.board), "")


def to_frame(solutions: Sequence[Placement]) -> "DataFrame":
    """Solutions as a table of pandas, a row for each piece."""
    from pandas import DataFrame

    return DataFrame(_list_rows(solutions), columns=list(COLUMNS))


def _list_rows(solutions: Sequence[Placement]) -> list[tuple[Any, ...]]:
    return [
        (number, piece.name, *_coordinates(square, placement.board), _name(square, placement.board))
        for number, placement in enumerate(solutions)
        for square, piece in placement.items()
    ]


def _coordinates(place: Place, board: Ground) -> tuple[Any, Any]:
    """Row and column, where there are some."""
    return (place[0], place[1]) if isinstance(board, Rectangle) else (None, None)


def _name(place: Place, board: Ground) -> str | None:
    if not isinstance(board, Rectangle):
        return str(place)
    return str(place.algebraic(board)) if board.columns <= len(FILES) else None
