"""The store of a campaign: one SQLite file, one row per run, written once and never rounded."""

import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from rookery.compare.record import OUT_OF_TIME, Ended, Record
from rookery.core.files import Closing, FileLock, LockHeld
from rookery.core.words import legible
from rookery.models import BadInput, RookeryError

FORMAT = 2
FILE, LOCK = "runs.sqlite", "runs.lock"
RETRIED: Mapping[str, Collection[Ended]] = {
    "timeouts": OUT_OF_TIME,
    "crashes": {Ended.CRASH, Ended.EXCEPTION, Ended.LOST, Ended.MEMORY},
    "all": set(Ended) - {Ended.OK},
}
# A problem may be large, and many runs share it. The generated columns are for SQL by hand.
SCHEMA = f"""
BEGIN;
CREATE TABLE problems (digest TEXT PRIMARY KEY, asked TEXT NOT NULL);
CREATE TABLE runs (key TEXT PRIMARY KEY, problem TEXT NOT NULL REFERENCES problems, record TEXT NOT NULL,
  instance AS (json_extract(record, '$.instance')), backend AS (json_extract(record, '$.backend')),
  ended AS (json_extract(record, '$.ended')), seconds AS (json_extract(record, '$.times.total')));
CREATE TABLE sessions (facts TEXT NOT NULL);
PRAGMA user_version = {FORMAT};
COMMIT;
"""
READ = "SELECT asked, record FROM runs LEFT JOIN problems ON digest = problem ORDER BY runs.rowid"


class StoreError(RookeryError):
    """The store cannot be written, or holds what this version cannot read."""


class Store(Closing):
    """The store of a folder, opened for writing by one harness at a time; use it in a `with` statement.

    Raises `BadInput` when another harness is at work there or the folder cannot be written, and `StoreError` when the
    disk is full or the file is no store of this format.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK)
        except OSError as error:
            message = f"{folder} cannot be written: {error.strerror}; choose another folder with --out"
            raise BadInput(message) from None
        except LockHeld as held:
            raise BadInput(f"another harness{held.who} is running in {folder}") from None
        try:
            with _translate_errors(self.path):
                self._connection = sqlite3.connect(self.path, isolation_level=None)
                if not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    self._connection.executescript(SCHEMA)
                _check_format(self._connection, self.path)
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        """Close the file, and let another harness have the folder."""
        self._connection.close()
        self._lock.close()

    def begin(self, environment: Mapping[str, str]) -> None:
        """Note the machine on which the runs to come are made."""
        with _translate_errors(self.path):
            self._connection.execute("INSERT INTO sessions VALUES (?)", [_encode(environment)])

    def add(self, record: Record) -> None:
        """Keep a record, at once and for good; raises `StoreError` for a key that is there already."""
        asked = _encode(record.problem)
        digest = sha256(asked.encode()).hexdigest()
        text = _encode(msgspec.structs.replace(record, problem={}))
        with _translate_errors(self.path), self._connection:
            self._connection.execute("BEGIN")
            self._connection.execute("INSERT OR IGNORE INTO problems VALUES (?, ?)", [digest, asked])
            self._connection.execute(
                "INSERT INTO runs (key, problem, record) VALUES (?, ?, ?)", [record.key, digest, text]
            )

    def keys(self) -> set[str]:
        """Return the keys of the runs that are kept."""
        return {key for (key,) in self._connection.execute("SELECT key FROM runs")}

    def forget(self, ends: Collection[Ended]) -> int:
        """Delete the runs that ended in one of these ways, so that they are made again; return their number."""
        with _translate_errors(self.path):
            which = ", ".join("?" * len(ends))
            return self._connection.execute(f"DELETE FROM runs WHERE ended IN ({which})", list(ends)).rowcount

    def clear(self) -> None:
        """Start over."""
        with _translate_errors(self.path):
            self._connection.executescript(
                "BEGIN; DELETE FROM runs; DELETE FROM problems; DELETE FROM sessions; COMMIT"
            )


def read_store(folder: Path) -> tuple[list[Record], dict[str, str]]:
    """Return a campaign's records in the order in which they were made, and its environment.

    The folder need not be writable.

    Raises `BadInput` for a folder that holds none, and `StoreError` for a file that is no store of this format.
    """
    path = folder / FILE
    if not path.is_file():
        raise BadInput(f"{folder} holds no campaign: there is no {FILE} in it")
    with (
        _translate_errors(path),
        closing(sqlite3.connect(f"{Path(os.path.realpath(path)).as_uri()}?mode=ro", uri=True)) as connection,
    ):
        _check_format(connection, path)
        decode, problems, records = msgspec.json.Decoder(Record).decode, dict[str, dict[str, object]](), list[Record]()
        for asked, text in connection.execute(READ):
            if asked not in problems:
                problems[asked] = msgspec.json.decode(asked or "null", type=dict[str, object])
            records.append(msgspec.structs.replace(decode(text), problem=problems[asked]))
        facts: dict[str, dict[str, None]] = {}  # of all sessions; a fact that changed has all its values
        for (text,) in connection.execute("SELECT facts FROM sessions ORDER BY rowid"):
            for name, fact in msgspec.json.decode(text, type=dict[str, str]).items():
                facts.setdefault(name, {})[fact] = None
    return records, {name: "; then ".join(values) for name, values in facts.items()}


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found != FORMAT:
        message = f"{path} is a store of format {found}, this version of Rookery has format {FORMAT}"
        raise StoreError(f"{message}; choose another folder")


def _encode(data: object) -> str:
    return msgspec.json.encode(data).decode()


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """Report errors of the file in one line."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise StoreError(f"{path}: a run is written once, and this one was written before ({error})") from None
    except sqlite3.DatabaseError as error:
        if "readonly" in str(error) or "unable to open" in str(error):
            raise BadInput(f"{path} cannot be opened: {error}; choose another folder") from None
        full = "full" in str(error) or "disk I/O" in str(error)
        note = "; the runs so far are kept, make room and start again" if full else ""
        raise StoreError(f"{path}: {legible(str(error))}{note}") from None
    except msgspec.MsgspecError as error:
        raise StoreError(f"{path}: a run in it cannot be read: {legible(str(error))}") from None
