"""The store of a campaign: one SQLite file, one row per run, written once and never rounded.

It is opened for reading wherever it lies: no committed run is passed over, and nothing in its folder changes.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from rookery.compare.records.record import NAMES, Ended, Environment, Record, as_plain
from rookery.compare.records.row import RefusedValue, read_facts, read_row
from rookery.core.files import Closing, FileLock, LockHeld
from rookery.core.words import legible, reason
from rookery.models import BadInput, RookeryError

VERSION = 1
AGAIN = "; then "  # between the values of a fact that has changed
FILE, LOCK = "runs.sqlite", "runs.lock"
NESTED = ("problem", "options", "limits", "versions", "solutions", "times", "program", "statistics")
TIMEOUTS = (Ended.TIME, Ended.KILLED)
RETRIED: Mapping[str, tuple[Ended, ...]] = {
    "timeouts": TIMEOUTS,
    "crashes": (Ended.CRASH, Ended.EXCEPTION, Ended.LOST, Ended.MEMORY),
    "all": tuple(end for end in Ended if end is not Ended.OK),
}
# Columns without a type keep what they are given; a count beyond 64 bits is kept as its digits.
COLUMNS = ", ".join(f'"{name}"' for name in NAMES)
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS runs ({COLUMNS}, session, PRIMARY KEY ("key"));
CREATE TABLE IF NOT EXISTS superseded ({COLUMNS}, session);
CREATE TABLE IF NOT EXISTS sessions (session INTEGER PRIMARY KEY, facts);
"""
INSERT = f"INSERT INTO runs ({COLUMNS}, session) VALUES ({', '.join('?' * (len(NAMES) + 1))})"


class StoreError(RookeryError):
    """The store cannot be written, or holds what this version cannot read."""


class Store(Closing):
    """The store of a folder, opened for writing by one harness at a time; use it in a `with` statement.

    Raises `BadInput` when another harness is at work there or the folder cannot be written, and `StoreError` when the
    disk is full or Rookery did not write the file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        self._lock = _lock_folder(folder)
        try:
            check_files(self.path, written=True)
            with _translate_errors(self.path):
                self._connection = sqlite3.connect(self.path, isolation_level=None)
                self._prepare()
        except BaseException:
            self._lock.close()
            raise
        self._session: int | None = None

    def _prepare(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise StoreError(f"{self.path} has version {version} of the store; this rookery reads version {VERSION}")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(
            f"BEGIN; {SCHEMA} {_extension(self._connection)} PRAGMA user_version = {VERSION}; COMMIT"
        )

    def close(self) -> None:
        """Close the file, and let another harness have the folder."""
        self._connection.close()
        self._lock.close()

    def begin(self, environment: Environment) -> None:
        """Note the machine on which the runs to come are made."""
        with _translate_errors(self.path):
            facts = json.dumps(dict(environment.facts))
            self._session = self._connection.execute("INSERT INTO sessions (facts) VALUES (?)", [facts]).lastrowid

    def add(self, record: Record) -> None:
        """Keep a record, at once and for good; raises `StoreError` for a key that is there already."""
        with _translate_errors(self.path):
            self._connection.execute(INSERT, [*_row(record), self._session])

    def keys(self) -> set[str]:
        """The keys of the runs that are kept."""
        return {key for (key,) in self._connection.execute('SELECT "key" FROM runs')}

    def forget(self, ends: Iterable[Ended]) -> int:
        """Set aside the runs that ended in one of these ways, so that they are made again; return their number."""
        named = [end.value for end in ends]
        which = f"WHERE ended IN ({', '.join('?' * len(named))})"
        with _translate_errors(self.path):
            self._connection.execute("BEGIN")
            self._connection.execute(
                f"INSERT INTO superseded ({COLUMNS}, session) SELECT {COLUMNS}, session FROM runs {which}", named
            )
            gone = self._connection.execute(f"DELETE FROM runs {which}", named).rowcount
            self._connection.execute("COMMIT")
        return gone

    def clear(self) -> None:
        """Start over."""
        with _translate_errors(self.path):
            script = "BEGIN; DELETE FROM runs; DELETE FROM superseded; DELETE FROM sessions; COMMIT"
            self._connection.executescript(script)

    def records(self) -> list[Record]:
        """The records that are kept, in the order in which they were made."""
        return list(_records(self._connection, self.path))

    def environment(self) -> Environment:
        """The machine of the runs."""
        return _environment(self._connection)


def read_store(folder: Path) -> tuple[list[Record], Environment]:
    """The records and the environment of a campaign's folder, which need not be writable.

    Raises `BadInput` for a folder that holds none or cannot be read, and `StoreError` for a file that Rookery did not
    write.
    """
    path = folder / FILE
    if not os.path.lexists(path):  # also false in a folder that this user may not enter
        raise BadInput(f"{folder} holds no campaign: there is no {FILE} in it")
    try:
        with open_store(path) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION:
                raise StoreError(f"{path} has version {version} of the store; this rookery reads version {VERSION}")
            return list(_records(connection, path)), _environment(connection)
    except RookeryError:
        raise
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path}: {legible(str(error))}") from None
    except RefusedValue as error:
        raise StoreError(f"{path}: it contains a row that Rookery did not write (a session: {error})") from None
    except (ValueError, OverflowError) as error:  # what sqlite3 cannot make a value of
        raise StoreError(f"{path}: it contains a row that Rookery did not write ({reason(error)})") from None


def _row(record: Record) -> list[Any]:
    data = as_plain(record)
    return [_cell(json.dumps(data[name]) if name in NESTED else data[name]) for name in NAMES]


def _cell(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63 else value


def _records(connection: sqlite3.Connection, path: Path) -> Iterator[Record]:
    there = _columns_of(connection, "runs")
    names = [name for name in NAMES if name in there]
    columns = ", ".join(f'"{name}"' for name in names)
    for number, row in enumerate(connection.execute(f"SELECT {columns} FROM runs ORDER BY rowid"), start=1):
        try:
            yield read_row({name: value for name, value in zip(names, row, strict=True) if value is not None})
        except RefusedValue as error:
            raise StoreError(f"{path}: it contains a row that Rookery did not write ({number}: {error})") from None


def _columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The columns that a table has: an older store lacks those that records have got since."""
    return {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", [table])}


def _extension(connection: sqlite3.Connection) -> str:
    """The statements that give the tables of an older store the columns that they lack."""
    tables = {table: _columns_of(connection, table) for table in ("runs", "superseded")}
    missing = ((table, name) for table, there in tables.items() if there for name in NAMES if name not in there)
    return "".join(f'ALTER TABLE {table} ADD COLUMN "{name}";' for table, name in missing)


def _environment(connection: sqlite3.Connection) -> Environment:
    """The facts of all sessions; if they differ, one after the other."""
    found: dict[str, list[str]] = {}
    for (facts,) in connection.execute("SELECT facts FROM sessions ORDER BY session"):
        for name, fact in read_facts(facts).items():
            if fact not in found.setdefault(name, []):
                found[name].append(fact)
    return Environment({name: AGAIN.join(facts) for name, facts in found.items()})


def _lock_folder(folder: Path) -> FileLock:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return FileLock(folder / LOCK)
    except OSError as error:
        raise BadInput(f"{folder} cannot be written: {error.strerror}; choose another folder with --out") from None
    except LockHeld as held:
        raise BadInput(f"another harness{held.who} is running in {folder}") from None


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """Report errors of the file in one line."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise StoreError(f"{path}: a run is written once, and this one was written before ({error})") from None
    except sqlite3.DatabaseError as error:
        if "readonly" in str(error) or "unable to open" in str(error):
            raise BadInput(f"{path} cannot be written: {error}; choose another folder with --out") from None
        raise StoreError(f"{path}: {error}{_note_on_space(error)}") from None


def _note_on_space(error: sqlite3.DatabaseError) -> str:
    full = "full" in str(error) or "disk I/O" in str(error)
    return "; the runs so far are kept, make room and start again" if full else ""


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
            raise BadInput(f"{file} is not read: it is not a regular file")
        if found.st_nlink > 1 and (written or part == SHARED):
            raise BadInput(f"{file} is not written: it is a file with a second name; copy the folder")
    _check_journal(path.with_name(path.name + JOURNAL))


def _check_journal(path: Path) -> None:
    if not os.path.lexists(path):
        return
    try:
        with path.open("rb") as file:
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
        with source.open("rb") as file, target.open("wb") as copy:
            shutil.copyfileobj(file, copy)
    except FileNotFoundError:
        target.unlink(missing_ok=True)  # it went since it was seen, and the stamps will differ
    except OSError as error:
        raise unreadable(source, error) from None
