"""The options that say how an answer is shown."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from rookery.backends import Want
from rookery.cli.options.option import option
from rookery.cli.output.terminal import check_writable, complain
from rookery.core.files import write_file
from rookery.models import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.svg import png

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
EXPLAIN_HELP = "Print to standard error which structure the model has and which search runs."
WHY_HELP = (
    "Explain the answer: which givens and rules contradict each other (with --all each such set), or what rules out a"
    " better optimum."
)
REPAIR_HELP = "If there is no solution, name the fewest givens to remove so that one exists."
BOARD_HELP = "text: letters, then the answer in words; unicode: chess symbols; board: only the boards."
FORMAT_HELP = f"{BOARD_HELP[:-1]}; pace: a count, then one vertex per line."
STATISTICS_HELP = "Print search statistics: nodes, conflicts and others that the backend reports."


@dataclass(frozen=True)
class Pictures:
    """The files that a board is drawn to, if any."""

    svg: Path | None = None
    png: Path | None = None

    def __bool__(self) -> bool:
        return bool(self.svg or self.png)

    def check(self) -> None:
        """Raise `BadInput` before a search, and not after it, for a picture that cannot be written."""
        for path in filter(None, (self.svg, self.png)):
            check_writable(path)
        if self.png:
            try:
                png(EMPTY)
            except BadInput as error:
                if not self.svg:
                    raise
                complain(f"rookery: {error}")  # the other file is written

    def write(self, drawing: str) -> None:
        """Write a drawing in SVG to the files; raises `BadInput` if that cannot be done."""
        if self.svg:
            write_file(self.svg, drawing)
        if self.png:
            write_file(self.png, png(drawing))


class Format(StrEnum):
    """The drawing of boards."""

    TEXT = "text"
    UNICODE = "unicode"
    BOARD = "board"
    PACE = "pace"

    @property
    def bare(self) -> bool:
        """Return whether nothing but placements is printed."""
        return self in (Format.BOARD, Format.PACE)


@dataclass(frozen=True)
class Show:
    """The form of the answer."""

    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    format: Annotated[
        Format | None,
        option("--format", FORMAT_HELP, "text|unicode|board|pace", show_default="text"),
    ] = None
    coordinates: Annotated[bool, option("--coordinates", "Number rows and columns.", "")] = False
    svg: Annotated[Path | None, option("--svg", "Write a picture of the first board.", "FILE")] = None
    png: Annotated[Path | None, option("--png", "Write a picture of the first board.", "FILE")] = None
    explain: Annotated[bool, option("--explain", EXPLAIN_HELP, "")] = False
    why: Annotated[bool, option("--why", WHY_HELP, "")] = False
    repair: Annotated[bool, option("--repair", REPAIR_HELP, "")] = False
    statistics: Annotated[bool, option("--statistics", STATISTICS_HELP, "")] = False

    def check(self, want: Want, board: AbstractBoard) -> None:
        """Raise `BadInput` for options that exclude each other, and a picture that cannot be drawn or written."""
        if self.json and self.format is not None:
            raise BadInput("--json and --format exclude each other; give one of them")
        if want is Want.COUNT and ((self.format and self.format.bare) or self.pictures()):
            raise BadInput("--count-solutions draws no boards; leave out --format board and --svg, or ask for --all")
        if self.pictures():
            from rookery.models.drawing.boards import can_be_drawn

            if not can_be_drawn(board):
                raise BadInput(f"there is no picture of {board.phrase}")
        self.pictures().check()

    def pictures(self) -> Pictures:
        """The files that the first board is drawn to."""
        return Pictures(self.svg, self.png)
