"""The store: written once, one harness at a time, raw values, and one line for whatever goes wrong."""

import json
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from rookery_tests.stored_record import RECORD

from rookery.compare.records.plain import as_plain, from_plain
from rookery.compare.records.record import Ended, Environment, Record
from rookery.compare.records.store import RETRIED, VERSION, Store, StoreError, read_store
from rookery.models import BadInput


def stored(folder: Path, *records: Record) -> Path:
    with Store(folder) as store:
        store.begin(Environment({"cores": "2"}))
        for record in records:
            store.add(record)
    return folder


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
    with Store(tmp_path), pytest.raises(BadInput, match=r"another harness \(process \d+\) is running in") as told:
        Store(tmp_path)
    assert "\n" not in str(told.value)
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
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    done, lines, message = told.stdout.split(maxsplit=2)
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
