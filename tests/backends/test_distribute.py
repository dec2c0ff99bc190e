"""Executors: processes of this machine and a dask cluster; tasks whose workers are lost."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context
from pathlib import Path

import pytest
from rookery_tests.apart_calls import kill_own_process, refuse, square_once_killed

from rookery.backends.distribute import open_executor, submit_all
from rookery.backends.worker import WorkerLost
from rookery.models import BadInput, RookeryError


@contextmanager
def open_dask(folder: Path) -> Iterator[Executor]:
    """Workers in processes of their own, so that a killed one is replaced."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", local_directory=str(folder)
    )
    with cluster, open_executor(cluster.scheduler_address) as executor:
        yield executor


@contextmanager
def open_local(folder: Path) -> Iterator[Executor]:
    with open_executor("local:2") as executor:
        yield executor


@pytest.mark.parametrize("opened", [open_local, pytest.param(open_dask, marks=pytest.mark.slow)])
def test_tasks_survive_lost_workers(opened: Callable[[Path], AbstractContextManager[Executor]], tmp_path: Path) -> None:
    with opened(tmp_path) as executor:
        tasks = [(number, str(tmp_path)) for number in range(6)]
        results = {task[0]: result for task, result in submit_all(executor, square_once_killed, tasks)}
    assert results == {number: number * number for number in range(6)}


def test_task_that_always_loses_its_worker_is_given_up() -> None:
    with open_executor("local:1") as executor, pytest.raises(WorkerLost, match="lost its worker 3 times"):
        list(submit_all(executor, kill_own_process, [1], again=2))


def test_broken_pool_is_named() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(WorkerLost, match="the executor cannot go on after it lost a worker"),
    ):
        list(submit_all(executor, kill_own_process, [1]))


def test_errors_of_the_function_are_raised() -> None:
    with open_executor("local:1") as executor, pytest.raises(BadInput, match="so be it"):
        list(submit_all(executor, refuse, [1]))


def test_iterator_that_is_left_cancels_the_rest(tmp_path: Path) -> None:
    with open_executor("local:1") as executor:
        stream = submit_all(executor, square_once_killed, [(2 * number, str(tmp_path)) for number in range(50)])
        assert next(stream)[1] % 4 == 0
        stream.close()


@pytest.mark.parametrize("where", ["local:0", "local:x", "local:", "nowhere", "local:99999"])
def test_wrong_places_are_refused(where: str) -> None:
    with pytest.raises(BadInput, match=f"cluster '{where}': expected local:N"):
        open_executor(where)


def test_scheduler_that_does_not_answer() -> None:
    pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "0.5s"}),
        pytest.raises(RookeryError, match="no dask scheduler answers"),
    ):
        open_executor("tcp://127.0.0.1:1")
