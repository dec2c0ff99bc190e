"""The store: written once, one harness at a time, raw values, and one line for whatever goes wrong."""

import json
import os
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest
from rookery_tests.stored_record import RECORD
from rookery_tests.stored_record import stored as store_records

from rookery.compare.records import store
from rookery.compare.records.record import Ended, Environment, Record, as_plain, from_plain
from rookery.compare.records.store import RETRIED, VERSION, Store, StoreError, read_store
from rookery.models import BadInput


def stored(folder: Path, *records: Record) -> Path:
    return store_records(folder, records, Environment({"cores": "2"}))


def test_a_record_comes_back_as_it_went(tmp_path: Path) -> None:
    large = replace(RECORD, key="large", count=10**30, bound=-(10**25))
    records, environment = read_store(stored(tmp_path, RECORD, large))
    assert records == [RECORD, large]
    assert environment.facts == {"cores": "2"}


def test_plain_data_comes_back_too() -> None:
    assert from_plain(as_plain(RECORD)) == RECORD
    assert from_plain(as_plain(RECORD) | {"of a later version": 1}) == RECORD


def test_a_run_is_written_once(tmp_path: Path) -> None:
    with Store(stored(tmp_path, RECORD)) as store:
        with pytest.raises(StoreError, match="a run is written once"):
            store.add(replace(RECORD, count=3))
        assert store.records() == [RECORD]


def test_a_second_harness_is_refused_in_one_line(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(BadInput, match=r"another harness \(process \d+\) is running in") as shown:
        Store(tmp_path)
    assert "\n" not in str(shown.value)
    Store(tmp_path).__exit__(None, None, None)


def test_readers_are_welcome_while_a_harness_writes(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(RECORD)
        assert read_store(tmp_path)[0] == [RECORD]


def test_facts_of_several_sessions_stand_side_by_side(tmp_path: Path) -> None:
    stored(tmp_path)
    with Store(tmp_path) as store:
        store.begin(Environment({"cores": "4"}))
        assert store.environment().facts == {"cores": "2; then 4"}


@pytest.mark.parametrize(("which", "left"), [("timeouts", 3), ("crashes", 3), ("all", 1)])
def test_runs_are_set_aside_to_be_made_again(tmp_path: Path, which: str, left: int) -> None:
    ends = Ended.OK, Ended.TIME, Ended.KILLED, Ended.CRASH, Ended.LOST
    records = [replace(RECORD, key=end.value, ended=end) for end in ends]
    with Store(stored(tmp_path, *records)) as store:
        assert store.forget(RETRIED[which]) == 5 - left
        assert len(store.records()) == left
    kept = sqlite3.connect(tmp_path / "runs.sqlite").execute("SELECT count(*) FROM superseded").fetchone()
    assert kept == (5 - left,)


def test_starting_over_clears_all(tmp_path: Path) -> None:
    with Store(stored(tmp_path, RECORD)) as store:
        store.clear()
        assert store.records() == []


def test_another_version_is_refused(tmp_path: Path) -> None:
    sqlite3.connect(stored(tmp_path) / "runs.sqlite").execute(f"PRAGMA user_version = {VERSION + 1}").connection.close()
    for opened in (Store, read_store):
        with pytest.raises(StoreError, match="this rookery reads version 1"):
            opened(tmp_path)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(tmp_path)


def test_a_folder_without_a_campaign(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no campaign"):
        read_store(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "file" / "folder")


FILL = """
import resource, sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from rookery_tests.stored_record import RECORD
from rookery.compare.records.store import Store, StoreError
from rookery.compare.records.record import Environment
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder, done = Path(sys.argv[1]), 0
with Store(folder) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        for number in range(10_000):
            store.add(replace(RECORD, key=str(number), log="x" * 2000))
            done += 1
    except StoreError as error:
        print(done, str(error).count("\\n"), error)
"""


def test_a_full_disk_is_one_line_and_corrupts_nothing(tmp_path: Path) -> None:
    code = f"import sys; sys.path[:0] = [{str(Path(__file__).parents[2] / 'support')!r}]\n{FILL}"
    shown = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    done, lines, message = shown.stdout.split(maxsplit=2)
    assert (int(lines), "the runs so far are kept" in message) == (0, True)
    assert int(done) > 10
    records, _ = read_store(tmp_path)
    assert [record.key for record in records] == [str(number) for number in range(int(done))]
    assert sqlite3.connect(tmp_path / "runs.sqlite").execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 200_000


def _without_statistics(folder: Path) -> Path:
    """A folder as it was written before records had statistics."""
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:
        for table in ("runs", "superseded"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN statistics")
        connection.commit()
    return folder


def test_an_older_folder_is_read_without_statistics(tmp_path: Path) -> None:
    older = _without_statistics(stored(tmp_path, RECORD))
    assert read_store(older)[0] == [replace(RECORD, statistics={})]


def test_an_older_folder_is_written_on(tmp_path: Path) -> None:
    """Old runs and new ones stand side by side, and are set aside alike."""
    older, more = _without_statistics(stored(tmp_path, RECORD)), replace(RECORD, key="more", ended=Ended.TIME)
    for _ in range(2):  # the second time there is nothing to add
        with Store(older) as store:
            store.forget([Ended.TIME])
            store.add(more)
            assert store.records() == [replace(RECORD, statistics={}), more]
    with closing(sqlite3.connect(older / "runs.sqlite")) as connection:
        assert connection.execute("SELECT key, ended, statistics FROM superseded").fetchall() == [
            ("more", "time limit", json.dumps(RECORD.statistics))
        ]


# A store is read whole by somebody who may not write its folder, also while or after a harness is at work there.


READ = """
import os, shutil, sqlite3, sys, tempfile
from pathlib import Path
from rookery.compare.records.store import read_store
from rookery.models import RookeryError
if os.geteuid() == 0:  # who may write everything
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
try:
    print(*(record.key for record in read_store(Path(sys.argv[1]))[0]))
except RookeryError as error:
    print(type(error).__name__, error)
"""
MANY = [replace(RECORD, key=str(number)) for number in range(40)]
KEYS = " ".join(record.key for record in MANY)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can reach and read, and its owner alone write."""
    path = Path(mkdtemp(prefix="rookery-test-"))
    path.chmod(0o755)
    yield path
    path.chmod(0o755)
    shutil.rmtree(path)


def filled(folder: Path, records: list[Record]) -> Store:
    """A store at work, with all its runs in the log and none in the file."""
    store = Store(folder)
    store._connection.execute("PRAGMA wal_autocheckpoint = 0")
    store.begin(Environment({"cores": "2"}))
    for record in records:
        store.add(record)
    return store


def read_by_another(folder: Path) -> str:
    """The records as read by a user who cannot write the folder: `nobody` if the tests run as root, else its owner."""
    folder.chmod(0o555)
    before = sorted(os.listdir(folder))
    done = subprocess.run([sys.executable, "-P", "-c", READ, str(folder)], capture_output=True, text=True)
    assert done.stderr == ""
    assert sorted(os.listdir(folder)) == before
    return done.stdout.strip()


def left_by_a_killed_harness(folder: Path, *parts: str) -> Path:
    """The folder with what a harness leaves that was killed: its file, its log, and more."""
    with filled(folder / "work", MANY) as store:
        store._connection.execute("SELECT 1")
        for part in parts:
            shutil.copyfile(folder / f"work/runs.sqlite{part}", folder / f"runs.sqlite{part}")
    shutil.rmtree(folder / "work")
    return folder


def test_while_a_harness_writes(folder: Path) -> None:
    with filled(folder, MANY):
        assert (folder / "runs.sqlite-wal").stat().st_size > (folder / "runs.sqlite").stat().st_size
        assert read_by_another(folder) == KEYS


@pytest.mark.parametrize("parts", [("", "-wal"), ("", "-wal", "-shm")], ids=["file and log", "all"])
def test_after_a_harness_was_killed(folder: Path, parts: tuple[str, ...]) -> None:
    assert read_by_another(left_by_a_killed_harness(folder, *parts)) == KEYS


def test_after_a_harness_has_ended(folder: Path) -> None:
    with filled(folder, MANY):
        pass
    assert not (folder / "runs.sqlite-wal").exists()
    assert read_by_another(folder) == KEYS


@pytest.mark.skipif(os.geteuid() != 0, reason="the owner may read what he owns")
@pytest.mark.parametrize("hidden", ["runs.sqlite-wal", "runs.sqlite"])
def test_what_cannot_be_read_is_said(folder: Path, hidden: str) -> None:
    left_by_a_killed_harness(folder, "", "-wal")
    (folder / hidden).chmod(0o600)
    shown = f"BadInput {folder / hidden} cannot be read: Permission denied; its runs are not known without it"
    assert read_by_another(folder) == shown


def test_a_copy_is_made_while_nobody_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot be shared and changes all the time, no half of it is taken for the whole."""
    left_by_a_killed_harness(folder, "", "-wal")
    log, copied = folder / "runs.sqlite-wal", store._copy_part

    def disturbed(source: Path, target: Path) -> None:
        copied(source, target)
        if source == log:
            with log.open("ab") as grown:
                grown.write(b"\0")

    monkeypatch.setattr(sqlite3, "connect", _no_sharing(sqlite3.connect))
    monkeypatch.setattr(store, "PAUSE", 0.0)
    assert len(read_store(folder)[0]) == len(MANY)
    monkeypatch.setattr(store, "_copy_part", disturbed)
    with pytest.raises(BadInput, match="changes while it is read"):
        read_store(folder)


def _no_sharing(connect: object) -> object:
    """`sqlite3.connect` on a system that cannot share the file: it cannot be opened in its place."""

    def connected(path: object, uri: bool = False) -> object:
        return connect("file:/nowhere/at/all?mode=ro" if uri else path, uri=uri)  # type: ignore[operator]

    return connected


@pytest.mark.parametrize("damage", ["times = 'soon'", "said = 'maybe'", "solutions = '[[3]]'", "limits = '{}x'"])
def test_a_damaged_row_is_one_line(folder: Path, damage: str) -> None:
    with filled(folder, MANY) as store:
        store._connection.execute(f"UPDATE runs SET {damage}")
    with pytest.raises(StoreError, match="it contains a row that Rookery did not write") as shown:
        read_store(folder)
    assert "\n" not in str(shown.value)


# Stores from somebody else: SQLite opens nothing but the files of a store, and deletes none of the user's.


PAGE, PENDING = 4096, 0x4000_0000  # bytes of a page; where SQLite's locks are, whose page no journal holds
MAGIC = bytes.fromhex("d9d505f920a163d7")


def foreign(folder: Path, named: Path) -> Path:
    """A folder whose store has a journal that a crash has left, and that names a file (SQLite's file format, 3)."""
    work, folder = folder / "work.sqlite", folder / "foreign"
    with Store(folder) as store:
        store.begin(Environment({}))
        store.add(RECORD)
    shutil.copyfile(folder / "runs.sqlite", work)
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for number in range(200):
            connection.execute("INSERT INTO sessions (facts) VALUES (?)", [f"{number} {'x' * 1000}"])
        shutil.copyfile(work, folder / "runs.sqlite")
        journal = Path(f"{work}-journal").read_bytes()
    name = str(named).encode()
    end = struct.pack(">II", len(name), sum(name)) + MAGIC
    (folder / "runs.sqlite-journal").write_bytes(journal + struct.pack(">I", PENDING // PAGE + 1) + name + end)
    return folder


def test_a_journal_names_no_file_that_is_then_deleted(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    folder = foreign(tmp_path, precious)
    for opened in (read_store, Store):
        with pytest.raises(BadInput, match=r"runs\.sqlite-journal is not read: it names another file"):
            opened(folder)
    assert precious.read_text() == "mine"
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:  # and SQLite itself deletes it
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (1,)
    assert not precious.exists()


def test_a_journal_of_our_own_is_read(tmp_path: Path) -> None:
    folder = foreign(tmp_path, tmp_path / "none")
    journal = folder / "runs.sqlite-journal"
    journal.write_bytes(journal.read_bytes()[:-8])
    assert read_store(folder)[0] == [RECORD]


def test_a_second_name_is_not_written(tmp_path: Path) -> None:
    with Store(tmp_path / "folder"):
        pass
    (tmp_path / "twin").hardlink_to(tmp_path / "folder" / "runs.sqlite")
    with pytest.raises(BadInput, match=r"runs\.sqlite is not written: it is a file with a second name"):
        Store(tmp_path / "folder")
    assert read_store(tmp_path / "folder")[0] == []
