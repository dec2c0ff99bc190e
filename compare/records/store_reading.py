"""A store opened for reading, wherever it lies: no committed run is passed over, and nothing in its folder changes."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from time import sleep

from rookery.core.files import IRREGULAR, LINK, open_to_read
from rookery.models import BadInput

JOURNAL = "-journal"
PARTS = ("", "-wal", JOURNAL)  # what SQLite may keep of one database; committed runs may stand in the log alone
SHARED = "-shm"  # which readers write, too
NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")  # at the end of a journal (SQLite's file format, section 3)
TRIES, PAUSE = 5, 0.2


def check_files(path: Path, *, written: bool) -> None:
    """Raise `BadInput` if SQLite would touch more than a store; what is to be `written` has no second name."""
    for part in (*PARTS, SHARED):
        file = path.with_name(path.name + part)
        try:
            found = file.lstat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unreadable(file, error) from None
        if not S_ISREG(found.st_mode):
            raise BadInput(f"{file} is not read: {LINK if file.is_symlink() else IRREGULAR}")
        if found.st_nlink > 1 and (written or part == SHARED):
            raise BadInput(f"{file} is not written: it is a file with a second name; copy the folder")
    _check_journal(path.with_name(path.name + JOURNAL))


def _check_journal(path: Path) -> None:
    if not os.path.lexists(path):
        return
    try:
        with open_to_read(path, follow=False) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - len(NAMES_A_FILE)))
            if file.read() == NAMES_A_FILE:
                raise BadInput(f"{path} is not read: it names another file, which no journal of a store does")
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> BadInput:
    """The error for a part that cannot be read."""
    return BadInput(f"{path} cannot be read: {error.strerror}; its runs are not known without it")


@contextmanager
def open_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that sees every committed run of a store.

    Where SQLite cannot share the file, as in a folder that this user cannot write, a copy of all its parts is read.
    Raises `BadInput` if a part cannot be read.
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
