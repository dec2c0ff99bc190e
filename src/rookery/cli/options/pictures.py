"""Boards written to files as pictures."""

from dataclasses import dataclass
from pathlib import Path

from rookery.cli.output.files import check_writable
from rookery.core.files import write_file
from rookery.models.drawing.network import png

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


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
            png(EMPTY)

    def write(self, drawing: str) -> None:
        """Write a drawing in SVG to the files; raises `BadInput` where that cannot be done."""
        if self.svg:
            write_file(self.svg, drawing)
        if self.png:
            write_file(self.png, png(drawing))
