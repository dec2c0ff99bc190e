"""Files that are written whole or not at all."""

from pathlib import Path

from rookery.models import BadInput


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place and move it there; raises `BadInput` where it cannot be written."""
    aside = path.with_name(f"{path.name}.new")
    try:
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
