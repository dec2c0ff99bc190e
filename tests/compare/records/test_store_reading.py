"""A store is read whole by somebody who may not write its folder, also while or after a harness is at work there."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest
from rookery_tests.stored_record import RECORD

from rookery.compare.records import store_reading
from rookery.compare.records.record import Environment, Record
from rookery.compare.records.store import Store, StoreError, read_store
from rookery.models import BadInput

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
    """A folder that everybody can reach and read, and nobody but its owner write."""
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
    """What somebody reads who may not write the folder: `nobody` where the tests run as root, else its owner."""
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
    told = f"BadInput {folder / hidden} cannot be read: Permission denied; its runs are not known without it"
    assert read_by_another(folder) == told


def test_a_copy_is_made_while_nobody_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot be shared and changes all the time, no half of it is taken for the whole."""
    left_by_a_killed_harness(folder, "", "-wal")
    log, copied = folder / "runs.sqlite-wal", shutil.copyfile

    def disturbed(source: Path, target: Path) -> None:
        copied(source, target)
        if source == log:
            with log.open("ab") as grown:
                grown.write(b"\0")

    monkeypatch.setattr(sqlite3, "connect", _no_sharing(sqlite3.connect))
    monkeypatch.setattr(store_reading, "PAUSE", 0.0)
    assert len(read_store(folder)[0]) == len(MANY)
    monkeypatch.setattr(shutil, "copyfile", disturbed)
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
    with pytest.raises(StoreError, match="it contains a row that Rookery did not write") as told:
        read_store(folder)
    assert "\n" not in str(told.value)
