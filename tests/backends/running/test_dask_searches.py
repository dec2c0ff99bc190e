"""Searches on a cluster of dask whose workers, scheduler and coordinator are killed, frozen and interrupted."""

import json
import signal
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from rookery_tests.command_line import start
from rookery_tests.dask_cluster import DaskCluster, dask_cluster
from rookery_tests.yardstick import PATIENCE, comes_true, within

# found and not imported: to collect the tests would take a second more
DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.long, DASK]

SETS = ["domination", "--piece", "queen", "--board", "14"]
MINIMUM_SETS = 4632  # as in test_checkpoint.py
QUEENS = ["placement", "--piece", "queen", "--board", "17", "--count", "17"]
PLACEMENTS = 95815104  # OEIS A000170
FOR_A_SCHEDULER = "2s"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path, 2) as made:
        yield made


def started(cluster: DaskCluster, *words: str) -> "subprocess.Popen[str]":
    """A count on a cluster."""
    return start("solve", *words, "--count-solutions", "--json", "--cluster", cluster.address)


def ended(process: "subprocess.Popen[str]", code: int = 0) -> dict[str, Any]:
    """The answer of a process that ends with a code."""
    said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == code, complaint
    assert "Traceback" not in complaint
    answer: dict[str, Any] = json.loads(said)
    return answer | {"complaint": complaint}


def await_leases(kept: Path, number: int) -> None:
    """Wait until the journal of a checkpoint has a number of lines."""
    journal = Path(f"{kept}.journal")
    assert comes_true(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= number)


def kill_workers(cluster: DaskCluster, process: "subprocess.Popen[str]", seconds: float) -> int:
    """Kill a worker now and then, as long as a process lasts, and start another one in its place."""
    random, kills = Random(13), 0
    while process.poll() is None:
        sleep(random.uniform(0.5, 1.5) * seconds)
        cluster.replace_worker(random.randrange(2))
        kills += 1
    return kills


@pytest.mark.parametrize(("words", "count"), [(SETS, MINIMUM_SETS), (QUEENS, PLACEMENTS)], ids=["sets", "queens"])
def test_workers_are_killed(cluster: DaskCluster, words: list[str], count: int) -> None:
    process = started(cluster, *words)
    kills = kill_workers(cluster, process, 4)
    answer = ended(process)
    print(f"{kills} kills, {answer['fleet']}")
    assert (answer["count"], answer["complete"]) == (count, True)
    assert answer["fleet"]["failure"] == ""


@pytest.mark.parametrize(("words", "count"), [(SETS, MINIMUM_SETS), (QUEENS, PLACEMENTS)], ids=["sets", "queens"])
def test_the_coordinator_is_killed(cluster: DaskCluster, tmp_path: Path, words: list[str], count: int) -> None:
    kept = tmp_path / "kept"
    process = started(cluster, *words, "--checkpoint", str(kept))
    await_leases(kept, 20)
    process.kill()
    process.communicate()
    answer = ended(started(cluster, *words, "--resume", str(kept)))
    assert (answer["count"], answer["complete"]) == (count, True)


def test_the_scheduler_does_not_come_back(cluster: DaskCluster, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    process = started(cluster, *QUEENS, "--checkpoint", str(kept), "--patience", FOR_A_SCHEDULER)
    await_leases(kept, 20)
    cluster.scheduler.kill()
    with within(20):
        answer = ended(process, 3)
    assert (answer["end"], answer["complete"]) == ("cluster lost", False)
    assert "no scheduler answers" in answer["complaint"]
    assert f"--resume {kept}" in answer["complaint"]
    cluster.scheduler.wait()
    cluster.start_scheduler()
    cluster.replace_worker(0)
    cluster.replace_worker(0)
    assert ended(started(cluster, *QUEENS, "--resume", str(kept)))["count"] == PLACEMENTS


def test_the_scheduler_comes_back(cluster: DaskCluster, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    process = started(cluster, *QUEENS, "--checkpoint", str(kept))
    await_leases(kept, 20)
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    cluster.start_scheduler()
    cluster.replace_worker(0)
    cluster.replace_worker(0)
    answer = ended(process)
    assert (answer["count"], answer["complete"]) == (PLACEMENTS, True)
    assert answer["fleet"]["lost"] > 0


def test_a_worker_is_frozen(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, 2, settings={"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "10s"}) as cluster:
        process = started(cluster, *QUEENS, "--checkpoint", str(tmp_path / "kept"))
        await_leases(tmp_path / "kept", 10)
        cluster.workers[0].send_signal(signal.SIGSTOP)
        answer = ended(process)
    assert (answer["count"], answer["complete"]) == (PLACEMENTS, True)


def test_ctrl_c_ends_within_two_seconds(cluster: DaskCluster, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    process = started(cluster, *QUEENS, "--checkpoint", str(kept))
    await_leases(kept, 20)
    with within(2):
        process.send_signal(signal.SIGINT)
        answer = ended(process, 130)
    assert (answer["end"], answer["complete"]) == ("interrupted", False)
    again = ended(started(cluster, *QUEENS, "--resume", str(kept)))
    assert again["count"] == PLACEMENTS
    assert answer["count"] > 0
