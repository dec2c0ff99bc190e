"""The options that say how an answer is shown."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rookery.backends import Want
from rookery.cli.options.command import FILE, Decorator, Function, json_option, option, together
from rookery.cli.output.terminal import check_writable, complain
from rookery.core.files import write_file
from rookery.models import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.svg import png

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
BOARD_HELP = "text: letters, then the answer in words; unicode: chess symbols; board: only the boards"
BARE = "board", "pace"  # the formats of which nothing but placements is printed

statistics_option = option(
    "--statistics", section="Output", is_flag=True, help="Print nodes, conflicts and what else the backend counts."
)
coordinates_option = option("--coordinates", section="Output", is_flag=True, help="Draw files and ranks at the edges.")

numbers_option = option(
    "--numbers",
    section="Output",
    is_flag=True,
    help="Name squares by ROW,COLUMN from 0 at the top left, not e4.",
)


def find_edges(coordinates: bool, numbers: bool) -> bool | str:
    """Return what drawings have at their edges: nothing, numbers (true), or the `names` of files and ranks."""
    return numbers or ("names" if coordinates else False)


def with_pictures(what: str) -> Decorator:
    """Return a decorator for a function that gets the files `svg` and `png` of a picture."""

    def decorate(function: Function) -> Any:
        png = option("--png", section="Output", type=FILE, metavar="FILE", help="The same as PNG.")
        help = f"Write a picture of {what}."
        return option("--svg", section="Output", type=FILE, metavar="FILE", help=help)(png(function))

    return decorate


@dataclass(frozen=True)
class Pictures:
    """The files that a board is drawn to, if any."""

    svg: Path | None = None
    png: Path | None = None

    def __bool__(self) -> bool:
        return bool(self.svg or self.png)

    def check(self) -> None:
        """Raise `BadInput` before a search, and not after it, for a picture that cannot be written."""
        for kind, path in (("svg", self.svg), ("png", self.png)):
            if path is None:
                continue
            check_writable(path)
            if path.suffix.lower() == {"svg": ".png", "png": ".svg"}[kind]:
                raise BadInput(f"--{kind} {path}: the name is that of another format; give --{path.suffix[1:]} {path}")
        if self.png:
            try:
                png(EMPTY)
            except BadInput as error:
                if not self.svg:
                    raise
                complain(f"rookery: {error}")  # the other file is written

    def write(self, drawing: str) -> None:
        """Write a drawing in SVG to the files, and say so; raises `BadInput` if that cannot be done."""
        if self.svg:
            write_file(self.svg, drawing)
        if self.png:
            write_file(self.png, png(drawing))
        complain(f"wrote {' and '.join(str(path) for path in (self.svg, self.png) if path)}")


@dataclass(frozen=True)
class Show:
    """The form of the answer."""

    format: str
    as_json: bool
    coordinates: bool
    numbers: bool
    svg: Path | None
    png: Path | None
    explain: bool
    why: bool
    repair: bool
    statistics: bool

    @property
    def bare(self) -> bool:
        """Return whether nothing but placements is printed."""
        return self.format in BARE

    @property
    def edges(self) -> bool | str:
        """What drawings have at their edges."""
        return find_edges(self.coordinates, self.numbers)

    def check(self, want: Want, board: AbstractBoard) -> None:
        """Raise `BadInput` for options that exclude each other, and a picture that cannot be drawn or written."""
        if self.as_json and self.format != "text":
            raise BadInput("--json and --format exclude each other; give one of them")
        if want is Want.COUNT and (self.bare or self.pictures()):
            raise BadInput("--count-solutions draws no boards; leave out --format board and --svg, or ask for --all")
        if self.pictures():
            from rookery.models.drawing.boards import can_be_drawn

            if not can_be_drawn(board):
                raise BadInput(f"there is no picture of {board.phrase}")
        self.pictures().check()

    def pictures(self) -> Pictures:
        """Return the files that the first board is drawn to."""
        return Pictures(self.svg, self.png)


add_show = together(
    "show",
    Show,
    option(
        "--why",
        section="Proof and explanation",
        is_flag=True,
        help="Say which givens and rules contradict each other (with --all each such set), or what rules out a better"
        " optimum.",
    ),
    option(
        "--repair",
        section="Proof and explanation",
        is_flag=True,
        help="If there is no solution, name the fewest givens to remove so that one exists.",
    ),
    option(
        "--explain",
        section="Proof and explanation",
        is_flag=True,
        help="Say on standard error which structure the model has and which search runs.",
    ),
    option(
        "--format",
        section="Output",
        type=click.Choice(["text", "unicode", "board", "pace"], case_sensitive=False),
        default="text",
        show_default=True,
        help=f"{BOARD_HELP}; pace: a count, then one vertex per line.",
    ),
    json_option,
    coordinates_option,
    numbers_option,
    with_pictures("the first board"),
    statistics_option,
)
