"""Searches by processes of this machine and by offered executors: killed, refused, interrupted, gone on with."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from rookery_tests.lossy_fleet import LossyFleet, impatient
from rookery_tests.yardstick import comes_true, with_time_enough, within

import rookery as rk
from rookery.backends import start
from rookery.backends.contract.progress import Progress, SearchProgress
from rookery.backends.engine.tree import runner
from rookery.backends.fleet.connect import LocalFleet, connect
from rookery.backends.fleet.held import held_fleet

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


@pytest.mark.full
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
    with ExitStack() as ending, connect("local:2") as fleet:
        tasks = [fleet.submit(abs, -number) for number in range(6)]
        assert [task.result(30) for task in tasks] == list(range(6))
        assert fleet.submit(sleep, 60).cancel()
        dead = fleet.submit(signal.raise_signal, signal.SIGKILL)
        assert "its process ended with -9" in str(dead.exception(30))
        assert [fleet.submit(abs, -1).result(30) for _ in range(4)] == [1] * 4
        fleet.submit(sleep, 3600)
        ending.enter_context(within(2))


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no process": ({"cluster": "local:0"}, "cluster 'local:0': expected local:N, with 1 to 999 processes"),
    "no address": ({"cluster": "foo"}, "cluster 'foo': expected tcp://"),
    "nothing": ({"cluster": " "}, "expected local:N, tcp://"),
    "a number": ({"cluster": 4}, "cluster 4: expected local:N, tcp://"),
    "no time": ({"cluster": "local:1", "patience": "soon"}, "patience 'soon': expected"),
    "no end": ({"cluster": "local:1", "patience": None}, "patience None: expected seconds"),
    "patience alone": ({"cluster": None, "patience": "5m"}, "patience 5m: that is for a cluster; give cluster, too"),
    "an audit alone": ({"cluster": None, "audit": "1%"}, "audit 1%: that is for a cluster; give cluster, too"),
    "no forest": ({"cluster": "local:1", "backend": "sat"}, "backend sat cannot use a cluster"),
    "the frontier": (
        {"cluster": "local:1", "want": "count", "options": {"strategy": "frontier"}},
        "count=frontier cannot be spread over a cluster",
    ),
}


@pytest.mark.parametrize(("given", "shown"), REFUSED.values(), ids=REFUSED)
def test_what_no_cluster_can_do_is_refused_in_a_line(given: dict[str, Any], shown: str) -> None:
    if given["cluster"] == "foo":
        pytest.importorskip("distributed")
    with pytest.raises(rk.RookeryError, match=r".") as refused:
        rk.solve(QUEENS, **given)
    assert shown in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_cluster_that_is_held_searches_for_all_calls_of_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    with ThreadPoolExecutor(2) as executor, ThreadPoolExecutor(3) as another:
        with rk.cluster(executor, audit="25%") as fleet:
            assert (held_fleet(), fleet.audit) == (fleet, 0.25)
            assert rk.solve(QUEENS, want="count").fleet["slots"] == 2
            assert rk.solve(QUEENS, want="count", cluster=another).fleet["slots"] == 3
            run = start(QUEENS, "backtracking", rk.Question("count"))
            assert rk.solve_model(QUEENS.model, want="count").run.fleet["done"] > 0
            assert rk.certify(rk.placement("queen", 5, 5), want="count").claim.count == 10
        assert held_fleet() is None
        assert list(run) == []
        assert (run.answer().count, run.answer().fleet["slots"]) == (92, 2)
        assert rk.solve(QUEENS, want="count").fleet == {}


@pytest.mark.full
def test_who_streams_solutions_holds_no_cluster_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    fleet = LossyFleet("stream")
    found = rk.solutions(QUEENS, cluster=fleet)
    assert next(found)
    assert held_fleet() is None
    assert len(list(found)) == 91
    assert fleet.carried


def test_a_block_refuses_what_cannot_use_its_cluster_and_explains_at_home() -> None:
    with rk.cluster("local:1"):
        with pytest.raises(rk.Unsupported, match="backend sat cannot use a cluster"):
            rk.solve(QUEENS, backend="sat")
        with pytest.raises(rk.Unsupported, match="backend mip cannot use a cluster"):
            rk.Run(QUEENS, "mip", rk.Question())
        assert str(rk.explain(rk.placement("queen", 3, 3)))
        assert str(rk.explain(rk.placement("king", 4, 5)))
    with pytest.raises(rk.BadInput, match="cluster None: expected local:N"), rk.cluster(None):  # type: ignore[arg-type]
        pass


def test_a_search_tells_of_its_fleet_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    heard: list[Progress] = []
    rk.solve(QUEENS, want="count", cluster=LossyFleet("progress"), progress=heard.append)
    assert any(" leased, " in each.fleet and each.nodes for each in heard)
    lines: list[str] = []
    SearchProgress(lines.append)(Progress("counting", 0.5, 0, "3 slots, 4 leased, 1 lost"))
    assert lines == ["counting, 50.0 % done; 3 slots, 4 leased, 1 lost"]


@pytest.mark.full
def test_ctrl_c_keeps_what_was_committed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    question = ["solve", "placement", "--piece", "queen", "--board", "18", "--count", "18", "--count-solutions"]
    command = [sys.executable, "-m", "rookery", *question, "--json"]
    with subprocess.Popen(
        [*command, "--cluster", "local:1", "--checkpoint", kept], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        journal = Path(f"{kept}.journal")
        assert comes_true(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 2)
        with within(2):
            run.send_signal(signal.SIGINT)
            said, complaint = run.communicate()
    answer = json.loads(said)
    assert (run.returncode, answer["end"], answer["complete"], complaint) == (130, "interrupted", False, b"")

    def go_on(seconds: float) -> dict[str, Any]:
        more = ["--resume", str(kept), "--seconds", str(seconds)]
        done = subprocess.run([*command, *more], capture_output=True, check=False)
        assert done.returncode == 3
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    assert with_time_enough(go_on, lambda found: found["count"], 0.5)["count"] >= answer["count"] > 0
