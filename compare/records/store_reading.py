"""A store opened for reading, wherever it lies: no committed run is passed over, and nothing in its folder changes."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from rookery.compare.records.store_files import PARTS, check_files, unreadable
from rookery.core.files import open_to_read
from rookery.models import BadInput

TRIES, PAUSE = 5, 0.2


@contextmanager
def open_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that sees every committed run of a store.

    Where SQLite cannot share the file, as in a folder that this user cannot write, a copy of all its parts is read.
    Raises `BadInput` where a part cannot be read.
    """
    check_files(path, written=False)
    connection = _connect_shared(path)
    if connection is not None:
        with closing(connection):
            yield connection
        return
    with (
        TemporaryDirectory(prefix="rookery-") as folder,
        closing(sqlite3.connect(_copy_store(path, Path(folder)))) as copy,
    ):
        yield copy


def _connect_shared(path: Path) -> sqlite3.Connection | None:
    """A connection to the store itself; None if SQLite cannot open it next to its log."""
    connection = None
    try:
        connection = sqlite3.connect(f"{Path(os.path.realpath(path.parent), path.name).as_uri()}?mode=ro", uri=True)
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        if connection is not None:
            connection.close()
        return None
    return connection


def _copy_store(path: Path, folder: Path) -> Path:
    """Copy a store at a moment without writers."""
    for attempt in range(TRIES):
        sleep(PAUSE * bool(attempt))
        before = _stamps(path)
        for part in before:
            _copy_part(path.with_name(path.name + part), folder / (path.name + part))
        if _stamps(path) == before:
            check_files(folder / path.name, written=False)
            return folder / path.name
    raise BadInput(f"{path} changes while it is read, and cannot be shared here; try again when its harness has ended")


def _stamps(path: Path) -> dict[str, tuple[int, int, int]]:
    """The parts that exist, each with a stamp that shows changes."""
    found = {}
    for part in PARTS:
        try:
            stat = path.with_name(path.name + part).lstat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unreadable(path, error) from None
        found[part] = stat.st_ino, stat.st_size, stat.st_mtime_ns
    return found


def _copy_part(source: Path, target: Path) -> None:
    try:
        with open_to_read(source, follow=False) as file, target.open("wb") as copy:
            shutil.copyfileobj(file, copy)
    except FileNotFoundError:
        target.unlink(missing_ok=True)  # it went since it was seen, and the stamps will differ
    except OSError as error:
        raise unreadable(source, error) from None
