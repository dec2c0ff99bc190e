"""Campaigns on executors: the same records as here; the run of a worker that is killed is made again."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest
from rookery_tests.isolated import PLACE, below, make_small_campaign

from rookery.backends.distribute import open_executor
from rookery.compare.folder import run_campaign
from rookery.compare.store import read_store

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")]


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a dask scheduler with three workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(3, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        yield made.scheduler_address


def test_runs_are_made_in_local_processes(tmp_path: Path) -> None:
    campaign = make_small_campaign(backends=["backtracking", "python-constraint"])
    with open_executor("local:2") as executor:
        found = run_campaign(campaign, tmp_path, executor=executor).findings
    assert [record.count for record in found.records] == [2, 2, 10, 10, 4, 4]
    assert found.sound


def test_lost_workers_lose_and_repeat_no_run(tmp_path: Path, cluster: str) -> None:
    campaign = make_small_campaign(backends=["backtracking", "python-constraint", PLACE], seeds=2)
    random, done, killed = Random(1), threading.Event(), list[int]()

    def kill_workers() -> None:
        for _ in range(3):
            sleep(random.uniform(0.5, 2.0))
            workers = [pid for pid in below(os.getpid()) if _is_worker(pid)]
            if done.is_set() or not workers:
                return
            killed.append(random.choice(workers))
            os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill_workers)
    with open_executor(cluster) as executor:
        killer.start()
        run_campaign(campaign, tmp_path, executor=executor)
        done.set()
        killer.join()
    assert killed
    records, _ = read_store(tmp_path)
    assert len(records) == len(campaign.tasks)
    assert {record.count for record in records} == {2, 10, 4}
    assert all(record.solved for record in records)


def _is_worker(pid: int) -> bool:
    """Return whether a process is a worker of dask, which multiprocessing has spawned."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
