"""The store: written once, one harness at a time, raw values, and one line for whatever goes wrong."""

import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from rookery_tests.synthetic_records import record
from rookery_tests.synthetic_records import stored as store_records

from rookery.compare.record import Ended, Record
from rookery.compare.store import FORMAT, RETRIED, Store, StoreError, read_store
from rookery.models import BadInput

RECORD = replace(
    record("sat", 4),
    options={"solver": "glucose42"},
    times={"search": 0.1 + 0.2, "total": 1e-7},
    first=0.12345678901234567,
    memory=(1 << 33) + 1,
    log="näh\n\0",
    statistics={"nodes": 2, "conflicts": (1 << 53) + 1},
)


def stored(folder: Path, *records: Record) -> Path:
    return store_records(folder, records, {"cores": "2"})


def test_record_comes_back(tmp_path: Path) -> None:
    large = replace(RECORD, key="large", count=10**30, bound=-(10**25))
    records, environment = read_store(stored(tmp_path, RECORD, large))
    assert records == [RECORD, large]
    assert environment == {"cores": "2"}
    rows = sqlite3.connect(tmp_path / "runs.sqlite").execute("SELECT backend, ended, seconds FROM runs").fetchall()
    assert rows == [("sat", "ok", 1e-7)] * 2


def test_run_is_written_once(tmp_path: Path) -> None:
    with Store(stored(tmp_path, RECORD)) as store:
        with pytest.raises(StoreError, match="a run is written once"):
            store.add(replace(RECORD, count=3))
        assert read_store(tmp_path) == ([RECORD], {"cores": "2"})
        store.clear()
        assert read_store(tmp_path) == ([], {})


def test_second_harness_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(BadInput, match=r"another harness \(process \d+\) is running in") as shown:
        Store(tmp_path)
    assert "\n" not in str(shown.value)
    Store(tmp_path).__exit__(None, None, None)


def test_facts_of_several_sessions_stand_side_by_side(tmp_path: Path) -> None:
    stored(tmp_path)
    with Store(tmp_path) as store:
        store.begin({"cores": "4"})
        assert read_store(tmp_path)[1] == {"cores": "2; then 4"}


@pytest.mark.parametrize(("which", "left"), [("timeouts", 3), ("crashes", 3), ("all", 1)])
def test_forgotten_runs_are_made_again(tmp_path: Path, which: str, left: int) -> None:
    ends = Ended.OK, Ended.TIME, Ended.KILLED, Ended.CRASH, Ended.LOST
    records = [replace(RECORD, key=end.value, ended=end) for end in ends]
    with Store(stored(tmp_path, *records)) as store:
        assert store.forget(RETRIED[which]) == 5 - left
        assert len(read_store(tmp_path)[0]) == left


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no campaign"):
        read_store(tmp_path)
    database = stored(tmp_path) / "runs.sqlite"
    for other in (FORMAT - 1, FORMAT + 1):
        sqlite3.connect(database).execute(f"PRAGMA user_version = {other}").connection.close()
        for opened in (Store, read_store):
            with pytest.raises(StoreError, match=f"is a store of format {other}, .* has format {FORMAT}") as refused:
                opened(tmp_path)
            assert "\n" not in str(refused.value)
    database.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match="not a database"):
        Store(tmp_path)
    with pytest.raises(BadInput, match="cannot be written"):
        Store(database / "folder")


FILL = """
import resource, sys
from pathlib import Path
from rookery_tests.synthetic_records import record
from rookery.compare.store import Store, StoreError
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder, done = Path(sys.argv[1]), 0
with Store(folder) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        for number in range(10_000):
            store.add(record(key=str(number), log="x" * 2000))
            done += 1
    except StoreError as error:
        print(done, str(error).count("\\n"), error)
"""


def test_full_disk_corrupts_nothing(tmp_path: Path) -> None:
    code = f"import sys; sys.path[:0] = [{str(Path(__file__).parents[1] / 'support')!r}]\n{FILL}"
    shown = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    done, lines, message = shown.stdout.split(maxsplit=2)
    assert (int(lines), "the runs so far are kept" in message) == (0, True)
    assert int(done) > 10
    records, _ = read_store(tmp_path)
    assert [record.key for record in records] == [str(number) for number in range(int(done))]
    assert sqlite3.connect(tmp_path / "runs.sqlite").execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 200_000


def test_store_is_read_while_it_is_written_and_where_nothing_can_be_written(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add(RECORD)
        assert read_store(tmp_path)[0] == [RECORD]
        before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        (tmp_path / "runs.sqlite").chmod(0o400)
        tmp_path.chmod(0o500)
        try:
            assert read_store(tmp_path)[0] == [RECORD]
        finally:
            tmp_path.chmod(0o700)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "damage",
    [
        "record = json_set(record, '$.ended', 'maybe')",
        "record = json_set(record, '$.seed', -1)",
        "record = json_set(record, '$.times.total', 'soon')",
        "record = json_set(record, '$.solutions', json('[[3]]'))",
        "problem = 'no such problem'",
    ],
)
def test_damaged_row_is_refused(tmp_path: Path, damage: str) -> None:
    with Store(tmp_path) as store:
        store.add(RECORD)
        store._connection.execute(f"UPDATE runs SET {damage}")
    with pytest.raises(StoreError, match=r"runs\.sqlite: ") as refused:
        read_store(tmp_path)
    assert "\n" not in str(refused.value)
