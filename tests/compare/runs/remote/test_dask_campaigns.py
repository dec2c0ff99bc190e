"""Campaigns on a cluster of dask: workers and schedulers that are killed, frozen, or of another version."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import sleep

import pytest
from rookery_tests.command_line import rookery, start
from rookery_tests.dask_cluster import OLD, DaskCluster, dask_cluster
from rookery_tests.isolated import PLACE
from rookery_tests.yardstick import PATIENCE, comes_true, within

from rookery.compare.records.store import read_store
from rookery.models import RookeryError

# found and not imported: to collect the tests would take a second more
DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed")
pytestmark = [pytest.mark.slow, DASK]

FEW = """
name = "cluster"
backends = ["python-constraint"]
seconds = 60
want = "count"
[[problems]]
family = "placement"
pieces = ["queen"]
boards = "4..8"
count = "n"
"""
MANY = FEW.replace("seconds = 60", "seconds = 60\nseeds = 16").replace(
    'backends = ["', f'backends = ["{PLACE}", "backtracking", "'
)
ENDLESS = (
    FEW.replace('"python-constraint"', f'"{PLACE}"')
    .replace("[[", '[options.faulty]\nfault = "sleep"\n[[', 1)
    .replace("seconds = 60\n", "")
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("dask"), 2) as cluster:
        yield cluster


@pytest.fixture
def own(tmp_path: Path) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path, 2) as cluster:
        yield cluster


def started(folder: Path, text: str, *words: str) -> subprocess.Popen[str]:
    (file := folder / "asked.toml").write_text(text, encoding="utf-8")
    return start("compare", str(file), "--out", str(folder / "out"), *words)


def kept(folder: Path) -> int:
    try:
        return len(read_store(folder / "out")[0])
    except RookeryError:
        return 0


def rows(folder: Path) -> list[tuple[object, ...]]:
    records, _ = read_store(folder / "out")
    return sorted((each.key, each.said, each.ended, each.count, each.complete) for each in records)


def await_rows(folder: Path, number: int) -> None:
    assert comes_true(lambda: kept(folder) >= number)


def at_home(folder: Path, text: str) -> list[tuple[object, ...]]:
    (home := folder / "home").mkdir()
    _, errors = (process := started(home, text)).communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return rows(home)


@pytest.mark.full
def test_a_worker_is_killed_and_another_one_comes(tmp_path: Path, shared: DaskCluster) -> None:
    process = started(tmp_path, FEW, "--cluster", shared.address)
    await_rows(tmp_path, 1)
    shared.replace_worker(0)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert {row[3] for row in rows(tmp_path)} == {2, 10, 4, 40, 92}  # OEIS A000170
    _, environment = read_store(tmp_path / "out")
    assert environment.facts["cluster"] == shared.address
    assert [name for name in environment.facts if name.startswith("machine ")] == [f"machine {os.uname().nodename}"]


@pytest.mark.long
def test_doctor_has_a_row_for_each_worker(own: DaskCluster) -> None:
    own.add_worker(code=OLD)
    own.await_workers(3)
    code, out, _ = rookery("doctor", "--cluster", own.address, "--json")
    shown = [finding["worker"] for finding in json.loads(out)["findings"]]
    assert code == 1
    assert sorted(worker["versions"]["rookery"] == "0.0.9" for worker in shown) == [False, False, True]
    for worker in shown:
        old = worker["versions"]["rookery"] == "0.0.9"
        assert ("it has rookery 0.0.9 instead of" in worker["unfit"]) == old
        assert old or worker["kernels"][0] == worker["kernels"][1] > 0
        assert abs(worker["clock"]) < 1.0


@pytest.mark.long
@pytest.mark.parametrize("kills", [50])
def test_many_kills(tmp_path: Path, own: DaskCluster, kills: int) -> None:
    random, done = Random(kills), 0
    process = started(tmp_path, MANY, "--cluster", own.address)
    while process.poll() is None and done < kills:
        sleep(random.uniform(0.2, 2.0))
        own.replace_worker(random.randrange(len(own.workers)))
        done += 1
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    print(f"{done} kills, {kept(tmp_path)} runs")
    assert done > 10
    assert rows(tmp_path) == at_home(tmp_path, MANY)


@pytest.mark.long
def test_the_scheduler_dies_and_comes_back(tmp_path: Path, own: DaskCluster) -> None:
    process = started(tmp_path, MANY, "--cluster", own.address)
    for _ in range(3):
        await_rows(tmp_path, kept(tmp_path) + 5)
        own.scheduler.kill()
        own.scheduler.wait()
        own.start_scheduler()
        own.replace_worker(0)
        own.replace_worker(0)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert rows(tmp_path) == at_home(tmp_path, MANY)


@pytest.mark.long
def test_the_scheduler_does_not_come_back(tmp_path: Path, own: DaskCluster) -> None:
    process = started(tmp_path, MANY, "--cluster", own.address, "--patience", "3s")
    await_rows(tmp_path, 3)
    own.scheduler.kill()
    own.scheduler.wait()
    with within(30):
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, errors
    assert "no scheduler answers" in errors
    assert "runs are missing, the same command goes on" in errors
    assert "Traceback" not in errors


@pytest.mark.long
def test_ctrl_c_ends_within_two_seconds(tmp_path: Path, own: DaskCluster) -> None:
    process = started(tmp_path, ENDLESS, "--cluster", own.address)
    assert comes_true(_sleepers)
    sleep(1)
    with within(2):
        process.send_signal(signal.SIGINT)
        assert comes_true(lambda: not _sleepers())
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors


def _sleepers() -> list[int]:
    """The runs, supervisors and fork servers of workers: children of ours that execute the fork server."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
            below = Path(f"/proc/{name}/task/{name}/children").read_text().split()
        except OSError:
            continue
        if b"forkserver import main" in words and below and _descends(int(name), os.getpid()):
            found.append(int(name))
    return found


def _descends(pid: int, above: int) -> bool:
    """Whether a process descends from another one."""
    while pid > 1 and pid != above:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid == above


@pytest.mark.long
def test_a_frozen_worker(tmp_path: Path) -> None:
    settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s"}
    with dask_cluster(tmp_path, 2, settings=settings) as cluster:
        process = started(tmp_path, MANY, "--cluster", cluster.address)
        await_rows(tmp_path, 3)
        cluster.workers[0].send_signal(signal.SIGSTOP)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
    assert rows(tmp_path) == at_home(tmp_path, MANY)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make certificates with")
def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subject = ["-subj", "/CN=rookery", "-addext", "basicConstraints=critical,CA:TRUE"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run([*make, "-keyout", str(key), "-out", str(certificate), *subject], check=True, capture_output=True)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    settings = {f"{tls}CA_FILE": str(certificate), "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true"}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        settings |= {f"{tls}{who}__CERT": str(certificate), f"{tls}{who}__KEY": str(key)}
    with dask_cluster(tmp_path, 1, "tls", settings) as cluster:
        refused = started(tmp_path, FEW, "--cluster", cluster.address)
        _, errors = refused.communicate(timeout=PATIENCE)
        assert (refused.returncode, errors.count("\n")) == (2, 1), errors
        assert "certificates" in errors
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        process = started(tmp_path, FEW, "--cluster", cluster.address)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
        assert "without TLS" not in errors
    assert kept(tmp_path) == 5


@pytest.mark.long
def test_a_worker_of_another_version_is_named(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, 1) as cluster:
        cluster.add_worker(code=OLD)
        cluster.await_workers(2)
        process = started(tmp_path, FEW, "--cluster", cluster.address)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
    assert errors.count("gets no runs: it has rookery 0.0.9 instead of") == 1
