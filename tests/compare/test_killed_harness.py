"""The harness killed, interrupted and started again: nothing is lost, made twice, or left running."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from uuid import uuid4

import pytest
from rookery_tests.command_line import start
from rookery_tests.isolated import PLACE, alive, below, parent_of, pids
from rookery_tests.yardstick import PATIENCE, comes_true, within

from rookery.compare.record import Ended, Record
from rookery.compare.store import read_store
from rookery.models import RookeryError

pytestmark = pytest.mark.slow

CAMPAIGN = f"""
name = "killed"
backends = ["backtracking", "python-constraint", "{PLACE}"]
seeds = 4
seconds = 10
want = "count"
problems = ["n-queens --board 4..7", "domination --piece knight --board 3..4"]
"""
# Never ends by itself, and leaves a process in a session of its own.
ENDLESS = f"""
name = "endless"
backends = ["{PLACE}"]
seeds = 3
problems = ["n-queens --board 4"]
[options.faulty]
fault = "FAULT"
pids = "NOTES"
"""
MARK = "ROOKERY_TEST_MARK"


def started(folder: Path, mark: str, text: str = CAMPAIGN, *more: str) -> subprocess.Popen[str]:
    file = folder / "asked.toml"
    file.write_text(text, encoding="utf-8")
    support = str(Path(PLACE).parents[1])  # the faulty backend imports what is beside its package
    env = os.environ | {MARK: mark, "PYTHONPATH": support}
    return start("compare", str(file), "--out", str(folder / "out"), *more, env=env)


def marked(mark: str) -> list[int]:
    """The processes that descend from a harness, wherever they have gone: their environment bears its mark."""
    return [pid for pid in pids() if _bears(pid, f"{MARK}={mark}".encode()) and alive(pid)]


def _bears(pid: int, mark: bytes) -> bool:
    try:
        return mark in Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False


def nobody_left(mark: str) -> bool:
    with within(5.0):
        return comes_true(lambda: not marked(mark))


def summarise(record: Record) -> tuple[object, ...]:
    return record.key, record.instance, record.said, record.ended, record.count, record.objective, record.bound


def finished(folder: Path, text: str, *more: str) -> list[tuple[object, ...]]:
    process = started(folder, uuid4().hex, text, *more)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return sorted(map(summarise, read_store(folder / "out")[0]), key=str)


@pytest.mark.parametrize(("kills", "seeds"), [(6, 1)])
def test_kills_neither_lose_nor_repeat_a_row(tmp_path: Path, kills: int, seeds: int) -> None:
    """The harness, a server and a run are killed in turn; a lost run is a row, and is made again when asked."""
    random, mark, text = Random(kills), uuid4().hex, CAMPAIGN.replace("seeds = 4", f"seeds = {seeds}")
    (whole := tmp_path / "whole").mkdir()
    (cut := tmp_path / "cut").mkdir()
    expected = finished(whole, text)
    assert len(expected) == 6 * 3 * seeds
    process, made, killed = started(cut, mark, text), dict[str, str](), list[str]()
    for number in range(kills):
        kind = ("harness", "server", "run")[number % 3]
        enough = min(len(rows(cut)) + random.randint(0, 2), len(expected) - 1)
        assert comes_true(lambda enough=enough: len(rows(cut)) >= enough)  # type: ignore[misc]
        sleep(random.uniform(0, 0.05))  # it is at work on whatever comes next
        killed += [kind] * kill_one(process.pid, kind, random)
        if kind == "harness":
            process.communicate()
            assert nobody_left(mark)
            made |= rows(cut)
            process = started(cut, mark, text)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 4), errors
    assert {"harness", "server"} <= {*killed}
    assert made.items() <= rows(cut).items(), "what was kept is neither lost nor made again"
    assert sorted(rows(cut)) == sorted(str(each[0]) for each in expected)
    assert finished(cut, text, "--retry", "crashes") == expected


def kill_one(harness: int, kind: str, random: Random) -> bool:
    """Kill the harness, one of its servers or the run of one; return whether there was one."""
    servers = [pid for pid in below(harness) if parent_of(pid) == harness]
    victims = {"harness": [harness], "server": servers, "run": [pid for pid in below(harness) if pid not in servers]}
    if victims[kind]:
        with suppress(ProcessLookupError):  # a run that has just ended
            os.kill(random.choice(victims[kind]), signal.SIGKILL)
    return bool(victims[kind])


def rows(folder: Path) -> dict[str, str]:
    """The kept runs of the campaign of a folder: key, and when the run began."""
    try:
        return {record.key: record.started for record in read_store(folder / "out")[0]}
    except RookeryError:  # there is none yet, or it is being made
        return {}


@pytest.mark.parametrize("fault", ["daemon", "oversleep"])
def test_no_process_outlives_a_killed_harness(tmp_path: Path, fault: str) -> None:
    mark, notes = uuid4().hex, tmp_path / "pids"
    text = ENDLESS.replace("FAULT", fault).replace("NOTES", str(notes)).replace('"4"', '"4..9"')
    process = started(tmp_path, mark, text)
    assert comes_true(lambda: _at_work(notes, fault, mark))
    process.kill()
    process.communicate()
    assert nobody_left(mark)


def _at_work(notes: Path, fault: str, mark: str) -> bool:
    """Whether the run has begun: it has noted its grandchild, or there are harness, server and run."""
    return notes.exists() if fault == "daemon" else len(marked(mark)) >= 3


def test_ctrl_c_ends_in_good_order(tmp_path: Path) -> None:
    mark = uuid4().hex
    text = CAMPAIGN.replace('backends = ["', 'options = {faulty = {fault = "sleep"}}\nbackends = ["')
    process = started(tmp_path, mark, text.replace("seconds = 10", ""))
    # harness, three servers and the sleeping run
    assert comes_true(lambda: len(marked(mark)) >= 5)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert out.startswith("killed\n")
    assert "missing" in errors
    assert (tmp_path / "out" / "report.html").exists()
    assert nobody_left(mark)
    records, _ = read_store(tmp_path / "out")
    assert {record.ended for record in records} <= {Ended.OK}


def test_second_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    """The first one waits for processes that are stopped, as by a debugger; the second one does not wait."""
    mark = uuid4().hex
    process = started(tmp_path, mark, ENDLESS.replace("FAULT", "sleep").replace("NOTES", "x"))
    assert comes_true(lambda: len(marked(mark)) >= 3)
    others = [pid for pid in marked(mark) if pid != process.pid]
    for pid in others:
        os.kill(pid, signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    sleep(0.2)
    assert process.poll() is None, "it waits for the stopped"
    with within(1.0):
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, errors) == (130, "", "")
    assert not (tmp_path / "out" / "report.html").exists()
    for pid in others:
        with suppress(ProcessLookupError):  # whoever wears the mark of a run has been ended, stopped or not
            os.kill(pid, signal.SIGCONT)
    assert nobody_left(mark)
