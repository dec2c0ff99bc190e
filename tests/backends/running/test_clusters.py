"""Searches by processes of this machine and by offered executors: killed, refused, interrupted, gone on with."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from rookery_tests.lossy_fleet import LossyFleet, impatient

import rookery as rk
from rookery.backends.backtracking.tree import runner
from rookery.backends.cluster.connect import connect
from rookery.backends.cluster.local import LocalFleet
from rookery.backends.contract.progress import Progress
from rookery.backends.contract.progress_line import SearchProgress

QUEENS = rk.placement("queen", 8, 8)


def kill_members(fleet: LocalFleet, enough: Event) -> int:
    """Kill one process after the other, each in the middle of its work."""
    killed = 0
    while not enough.wait(0.4):
        process = fleet._processes[killed % fleet.slots()]._process
        if process is not None and killed < 2:
            process.process.send_signal(signal.SIGKILL)
            killed += 1
    return killed


@pytest.mark.slow
def test_processes_that_are_killed_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "HOME_SECONDS", 0.1)
    enough = Event()
    with LocalFleet(2) as fleet:
        killer = Thread(target=kill_members, args=(fleet, enough))
        killer.start()
        try:
            answer = rk.solve(rk.placement("queen", 16, 16), want="count", cluster=fleet)
        finally:
            enough.set()
            killer.join()
    assert (answer.count, answer.complete) == (14772512, True)  # OEIS A000170
    assert answer.fleet["lost"] > 0
    assert answer.fleet["failure"] == ""


def test_an_executor_is_a_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    with ThreadPoolExecutor(2) as executor:
        answer = rk.solve(QUEENS, want="all", cluster=executor)
        assert len(set(rk.solutions(QUEENS, cluster=executor))) == 92
        assert rk.first(rk.placement("queen", 6, 6), cluster=executor).complete
    assert (answer.count, answer.fleet["slots"], answer.fleet["address"]) == (92, 2, "ThreadPoolExecutor")
    assert sum(answer.fleet["hosts"].values()) == answer.statistics["nodes"]
    ended = rk.solve(QUEENS, want="count", cluster=executor)
    assert (ended.end, ended.complete) == ("cluster lost", False)
    assert "ThreadPoolExecutor takes no more tasks" in ended.fleet["failure"]


def test_local_processes_answer_end_and_are_replaced() -> None:
    with connect("local:2") as fleet:
        tasks = [fleet.submit(abs, -number) for number in range(6)]
        assert [task.result(30) for task in tasks] == list(range(6))
        slow = fleet.submit(sleep, 60)
        sleep(0.05)
        assert slow.cancel()
        dead = fleet.submit(signal.raise_signal, signal.SIGKILL)
        assert "its process ended with -9" in str(dead.exception(30))
        assert [fleet.submit(abs, -1).result(30) for _ in range(4)] == [1] * 4
        fleet.submit(sleep, 60)
        began = monotonic()
    assert monotonic() - began < 2


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no process": ({"cluster": "local:0"}, "cluster 'local:0': expected local:N, with 1 to 999 processes"),
    "no address": ({"cluster": "foo"}, "cluster 'foo': expected tcp://"),
    "nothing": ({"cluster": " "}, "expected local:N, tcp://"),
    "a number": ({"cluster": 4}, "cluster 4: expected local:N, tcp://"),
    "no time": ({"cluster": "local:1", "patience": "soon"}, "patience 'soon': expected"),
    "no end": ({"cluster": "local:1", "patience": None}, "patience None: expected seconds"),
    "no forest": ({"cluster": "local:1", "backend": "sat"}, "backend sat cannot use a cluster"),
    "the frontier": (
        {"cluster": "local:1", "want": "count", "options": {"strategy": "frontier"}},
        "count=frontier cannot be spread over a cluster",
    ),
}


@pytest.mark.parametrize(("given", "told"), REFUSED.values(), ids=REFUSED)
def test_what_no_cluster_can_do_is_refused_in_a_line(given: dict[str, Any], told: str) -> None:
    if given["cluster"] == "foo":
        pytest.importorskip("distributed")
    with pytest.raises(rk.RookeryError, match=r".") as refused:
        rk.solve(QUEENS, **given)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_search_tells_of_its_fleet_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    heard: list[Progress] = []
    rk.solve(QUEENS, want="count", cluster=LossyFleet("progress"), progress=heard.append)
    assert any(" leased, " in each.fleet and each.nodes for each in heard)
    lines: list[str] = []
    SearchProgress(lines.append)(Progress("counting", 0.5, 0, "3 slots, 4 leased, 1 lost"))
    assert lines == ["counting, 50.0 % done; 3 slots, 4 leased, 1 lost"]


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_committed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    question = ["solve", "placement", "--piece", "queen", "--board", "18", "--count", "18", "--count-solutions"]
    command = [sys.executable, "-m", "rookery", *question, "--json"]
    with subprocess.Popen(
        [*command, "--cluster", "local:1", "--checkpoint", kept], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        while not kept.exists():
            sleep(0.05)
        sleep(2)
        began = monotonic()
        run.send_signal(signal.SIGINT)
        said, complaint = run.communicate()
    assert monotonic() - began < 2
    answer = json.loads(said)
    assert (run.returncode, answer["end"], answer["complete"], complaint) == (130, "interrupted", False, b"")
    done = subprocess.run([*command, "--resume", kept, "--seconds", "0.5"], capture_output=True, check=False)
    assert json.loads(done.stdout)["count"] >= answer["count"]
    assert done.returncode == 3
