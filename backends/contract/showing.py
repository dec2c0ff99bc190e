"""Answers shown: boards side by side, as text or as HTML in a notebook, and as a table of pandas."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import Answer
from rookery.backends.contract.wording import sentence, timing
from rookery.models import Placement
from rookery.models.base.words import amount
from rookery.models.board import FILES
from rookery.models.drawing.html import figure, gallery, paragraph, show_board
from rookery.models.drawing.text import side_by_side

if TYPE_CHECKING:
    from pandas import DataFrame

SHOWN = 4  # boards of an answer in a notebook
COLUMNS = ("solution", "piece", "row", "column", "square")


@dataclass(frozen=True, repr=False)
class Gallery:
    """Some placements on one board, side by side."""

    placements: Sequence[Placement]

    def __repr__(self) -> str:
        """The boards in letters, as many beside one another as the terminal holds."""
        drawn = [str(placement) for placement in self.placements]
        return side_by_side(drawn, get_terminal_size().columns) if drawn else "no solution to show"

    def _repr_html_(self) -> str:
        return gallery((placement, placement.board) for placement in self.placements)


def show(answer: Answer, most: int) -> None:
    """Show the first solutions: drawn in a notebook, printed elsewhere."""
    shown = Gallery(answer.solutions[:most])
    shell = sys.modules.get("IPython")
    if shell is not None and shell.get_ipython() is not None:
        shell.display.display(shown)
    else:
        print(shown)


def as_html(answer: Answer) -> str:
    """The answer for a notebook: what is known, its first boards, who answered, and in what time."""
    boards = answer.solutions[:SHOWN]
    if len(boards) == 1:
        drawn = figure(show_board(boards[0], boards[0].board), "")
    else:
        drawn = gallery((placement, placement.board) for placement in boards)
    parts = [paragraph(sentence(answer), "font-weight: bold"), drawn if boards else "", *_tell_rest(answer)]
    return f"<div>{''.join(parts)}{paragraph(timing(answer), 'opacity: 0.7')}</div>"


def _tell_rest(answer: Answer) -> Iterator[str]:
    if len(answer) > SHOWN:
        yield paragraph(f"The first {SHOWN} of {amount(len(answer), 'solution')}; answer.show(n) shows n of them.")


def to_frame(answer: Answer) -> "DataFrame":
    """The solutions as a table of pandas, a row for each piece."""
    from pandas import DataFrame

    return DataFrame(_list_rows(answer), columns=list(COLUMNS))


def _list_rows(answer: Answer) -> list[tuple[Any, ...]]:
    named = answer.problem.board.columns <= len(FILES)
    return [
        (number, piece.name, *square, square.algebraic(placement.board) if named else None)
        for number, placement in enumerate(answer.solutions)
        for square, piece in placement.items()
    ]
