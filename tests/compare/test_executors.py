"""Campaigns on executors: the same records as here; the run of a worker that is killed is made again."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.isolated import PLACE, killing_dask_workers, make_small_campaign

from rookery.backends.distribute import open_executor
from rookery.compare.folder import run_campaign
from rookery.compare.store import read_store

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")]


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A dask cluster with three workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(3, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        yield made


def test_runs_are_made_in_local_processes(tmp_path: Path) -> None:
    campaign = make_small_campaign(backends=["backtracking", "python-constraint"])
    with open_executor("local:2") as executor:
        found = run_campaign(campaign, tmp_path, executor=executor).findings
    assert [record.count for record in found.records] == [2, 2, 10, 10, 4, 4]
    assert found.sound


def test_lost_workers_lose_and_repeat_no_run(tmp_path: Path, cluster: Any) -> None:
    campaign = make_small_campaign(backends=["backtracking", "python-constraint", PLACE], seeds=2)
    with (
        open_executor(cluster.scheduler_address) as executor,
        killing_dask_workers(cluster, Random(1), most=3) as killed,
    ):
        run_campaign(campaign, tmp_path, executor=executor)
    assert killed
    records, _ = read_store(tmp_path)
    assert len(records) == len(campaign.tasks)
    assert {record.count for record in records} == {2, 10, 4}
    assert all(record.solved for record in records)
