"""The journal of a search by a fleet, and its audit: each subtotal once, each result the same from each worker."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.lossy_fleet import LossyFleet, LossyTask, impatient, read_result

import rookery as rk
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.tree import audit, slices
from rookery.backends.engine.tree.lease import LeaseResult
from rookery.backends.engine.tree.records import Tally
from rookery.backends.fleet.journal import add_up, read_journal
from rookery.models import BadInput

SEARCHES: dict[str, tuple[rk.Problem, WantLike]] = {
    "counting rows": (rk.placement("queen", 7, 7), "count"),
    "listing rows": (rk.placement("queen", 6, 6), "all"),
    "all of the fewest": (rk.domination("queen", 5), "all"),
    "general": (rk.placement({"queen": 2, "knight": 2}, 4), "all"),
}
WHOLE = {"counting rows", "listing rows", "general"}  # one search each, whose nodes do not depend on who is first


class TwiceFleet(LossyFleet):
    """As a lossy one, but it makes just the nodes that an audit asks for, in slices of any size."""

    def __init__(self, seed: object, spoil: Callable[[LeaseResult], LeaseResult] = lambda result: result) -> None:
        super().__init__(seed, losing=0.0)
        self._spoil, self._hosts = spoil, count()
        self.twice = 0

    def submit(self, task: Callable[..., Any], *given: Any) -> Any:
        lease, *rest = given
        if lease.nodes == inf:
            return super().submit(task, *given)
        self.twice += 1
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(slices, "FIRST_PLAIN_STEPS", self._random.choice((1, 2, 3, 100)))
            patch.setattr(slices, "FIRST_STEPS", self._random.choice((1, 2, 3, 100)))
            result = task(replace(lease, seconds=60.0), *rest)
        if result is not None:
            named = replace(read_result(lease, result), host=f"host {next(self._hosts)}")
            result = self._spoil(named).to_bytes()
        self._untold.append(LossyTask(result))
        return self._untold[-1]


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.full
def test_parts_that_are_searched_twice_come_back_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, want = SEARCHES[name]
    right = rk.solve(problem, want=want)
    impatient(monkeypatch)
    monkeypatch.setattr(audit, "LEAST_NODES", 3)
    fleet = TwiceFleet(name)
    answer = rk.solve(problem, want=want, cluster=fleet, audit="50%", checkpoint=tmp_path / "kept")
    assert answer.count == right.count
    lines = list(read_journal(tmp_path / "kept.journal"))
    confirmed = [line for line in lines if line["confirmed"]]
    assert fleet.twice > 2 * len(confirmed) - 1 > 3
    assert all(line["confirmed"] != line["host"] for line in confirmed)
    if name in WHOLE:
        total = add_up(lines)
        assert total.leases == len(lines)
        assert total.nodes == answer.statistics["nodes"] == right.statistics["nodes"]
        assert answer.count == (total.solutions if want == "count" else sum(line["found"] for line in lines))


def _one_node_more(result: LeaseResult) -> LeaseResult:
    part = result.part
    return replace(result, part=replace(part, gone=part.gone + Tally(nodes=part.gone.nodes % 2 + 1)))


def test_a_result_that_differs_ends_the_search_and_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = count()
    fleet = TwiceFleet(0, lambda result: _one_node_more(result) if next(turns) % 2 else result)
    problem, want = SEARCHES["counting rows"]
    shown = r"part [0-9a-f]{16} of the search, searched by host \d+ and host \d+, came back different"
    with monkeypatch.context() as patch:
        impatient(patch)
        patch.setattr(audit, "LEAST_NODES", 3)
        with pytest.raises(rk.WrongAnswer, match=shown):
            rk.solve(problem, want=want, cluster=fleet, audit=1, checkpoint=tmp_path / "kept")
    answer = rk.solve(problem, want=want, resume=tmp_path / "kept")
    assert answer.count == 40  # OEIS A000170


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.full
def test_a_journal_over_deaths_adds_up_and_names_parents(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coordinator is killed after each few leases, goes on from an older file, and its last line is cut short."""
    problem, want = SEARCHES["counting rows"]
    impatient(monkeypatch)
    kept, journal = tmp_path / "kept", tmp_path / "kept.journal"
    fleet, older, deaths = LossyFleet(seed, dying=0.05), b"", 0
    answer = rk.solve(problem, want=want, cluster=fleet, checkpoint=kept)
    while not answer.complete:
        deaths += 1
        if older and deaths % 2:
            kept.write_bytes(older)
        older = kept.read_bytes()
        if deaths % 3 == 0:
            journal.write_bytes(journal.read_bytes() + b'{"part": "cut sh')
        answer = rk.solve(problem, want=want, cluster=fleet, resume=kept)
    lines = list(read_journal(journal))
    total = add_up(lines)
    assert deaths > 3
    assert len(lines) > total.leases
    assert total.solutions == answer.count
    assert total.nodes == answer.statistics["nodes"]
    parts = {line["part"] for line in lines}
    assert all(set(line["parents"]) <= parts | {""} for line in lines)
    assert sum(line["parents"] == [""] for line in lines) < len(lines) / 3
    left_by = {tree: line["part"] for line in lines for tree in line["left"]}
    assert all(left_by.get(tree, "") in line["parents"] for line in lines[-5:] for tree in line["trees"])


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "kept.journal"
    good = {"part": "a", "trees": ["x"], "left": [], "nodes": 5, "solutions": "1/2"}
    path.write_bytes(b"\n".join([json.dumps(good).encode(), b"[" * 100_000, b"{}", b"\xff\xfe", b"7", b'{"part"']))
    assert list(read_journal(path)) == [good]
    assert list(read_journal(tmp_path / "nothing")) == []


@pytest.mark.parametrize("share", ["2", "101%", "%", -0.1, 1.5, True, None, "1 %", float("nan")])
def test_a_share_that_is_none_is_refused(share: Any) -> None:
    with pytest.raises(BadInput, match="expected a share of the parts, such as 1%"):
        rk.solve(rk.placement("queen", 4, 4), audit=share)
