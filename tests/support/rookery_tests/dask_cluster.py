"""A small cluster of dask on this machine, whose parts can be killed, frozen and started again."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from rookery_tests.yardstick import comes_true

OLD = (
    "import sys, rookery.core.plugins as d; d.own_version = lambda: '0.0.9';"
    "from distributed.cli.dask_worker import main; main(sys.argv[1:])"
)


class DaskCluster:
    """A scheduler and its workers, each in a process of its own; `folder` holds what they print."""

    def __init__(self, folder: Path, scheme: str = "tcp", settings: Mapping[str, str] | None = None) -> None:
        self.folder, self._settings, self._scheme = folder, settings or {}, scheme
        self.workers: list[subprocess.Popen[bytes]] = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"{scheme}://127.0.0.1:{self._port}"
        self.start_scheduler()

    def start_scheduler(self) -> None:
        words = ["--host", f"{self._scheme}://127.0.0.1:{self._port}", "--no-dashboard"]
        self.scheduler = self._start(["-m", "distributed.cli.dask_scheduler", *words])

    def add_worker(self, *words: str, code: str = "") -> subprocess.Popen[bytes]:
        how = ["-c", code] if code else ["-m", "distributed.cli.dask_worker"]
        known = ["--nthreads", "1", "--memory-limit", "0", "--no-dashboard", "--no-nanny"]
        self.workers.append(self._start([*how, self.address, *known, *words]))
        return self.workers[-1]

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "dask.log").open("ab") as log:
            environment = os.environ | self._settings | {"DASK_TEMPORARY_DIRECTORY": str(self.folder)}
            return subprocess.Popen(
                [sys.executable, "-P", "-W", "ignore", *words], stdout=log, stderr=log, env=environment
            )

    def replace_worker(self, number: int) -> None:
        """Kill a worker, and start another one."""
        self.end_worker(number)
        self.add_worker()

    def end_worker(self, number: int) -> None:
        """Kill a worker."""
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()

    def await_workers(self, number: int) -> None:
        """Wait until a number of workers have registered."""
        log = self.folder / "dask.log"
        assert comes_true(lambda: log.read_text(errors="replace").count("Register worker") >= number), log.read_text(
            errors="replace"
        )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()


@contextmanager
def dask_cluster(
    folder: Path, workers: int, scheme: str = "tcp", settings: Mapping[str, str] | None = None
) -> Iterator[DaskCluster]:
    """A cluster that is there as long as the block."""
    cluster = DaskCluster(folder, scheme, settings)
    try:
        for _ in range(workers):
            cluster.add_worker()
        cluster.await_workers(workers)
        yield cluster
    finally:
        cluster.close()
