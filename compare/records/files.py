"""Files that are written whole or not at all."""

from pathlib import Path

from rookery.models import BadInput
from rookery.models.base.files import replace_file


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place and move it there; raises `BadInput` where it cannot be written."""
    try:
        with replace_file(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
