"""Boards written to files as pictures."""

from pathlib import Path

from rookery.models import BadInput, Placement
from rookery.models.svg import draw_svg


def check_picture(path: Path | None) -> None:
    """Raise `BadInput` before a search, and not after it, for a picture that cannot be written."""
    if path and not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")
    if path and path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; name a file")


def write_picture(path: Path, placement: Placement) -> None:
    """Write a board as SVG; raises `BadInput` where that cannot be done."""
    try:
        path.write_text(draw_svg(placement, placement.board), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None
