"""Files that commands write: looked at before anything is computed, and written with a word about it."""

from pathlib import Path

from rookery.cli.output.terminal import complain
from rookery.core.files import refuse_link, refusing_unwritable, write_file
from rookery.models import BadInput


def check_writable(path: Path) -> None:
    """Raise `BadInput` for a path that no file can have: a folder, a link, or one in a folder that is not there."""
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; name a file")
    with refusing_unwritable(path):
        refuse_link(path)
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")


def write_and_tell(path: Path, content: str | bytes) -> None:
    """Write a file, and say on standard error how large it is."""
    write_file(path, content)
    complain(f"wrote {path} ({path.stat().st_size / 1024:,.0f} KiB)")
