"""A search on a fleet whose workers are broken, or lie: nothing of that counts, and the liar is left out."""

import json
import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import inf
from random import Random
from typing import Any

import pytest
from rookery_tests.lossy_fleet import impatient, read_result

import rookery as rk
from rookery.backends.contract.fleet import Fleet
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.tree import audit, expedition
from rookery.backends.engine.tree.lease import MAGIC, Lease, LeaseResult
from rookery.backends.engine.tree.records import PackedTree, Tally

QUEENS: tuple[rk.Problem, WantLike, int] = (rk.placement("queen", 6, 6), "count", 4)  # OEIS A000170
FEWEST: tuple[rk.Problem, WantLike, int] = (rk.domination("queen", 5), "all", 186)  # OEIS A002564
Lie = Callable[[Lease, LeaseResult], object]


def of(change: Callable[[dict[str, Any]], Any]) -> Lie:
    """A lie that changes the index of a result."""

    def lie(lease: Lease, result: LeaseResult) -> bytes:
        index, blank, rest = result.to_bytes()[len(MAGIC) :].partition(b"\n")
        read = json.loads(index)
        changed = change(read)
        return MAGIC + json.dumps(read if changed is None else changed).encode() + blank + rest

    return lie


def with_part(change: Callable[[Lease, LeaseResult], dict[str, Any]]) -> Lie:
    """A lie that changes the part that is left."""
    return lambda lease, result: replace(result, part=replace(result.part, **change(lease, result))).to_bytes()


def spoil_tree(lease: Lease, _: LeaseResult) -> dict[str, Any]:
    """A subtree whose header is right, and whose arrays are none."""
    tree = PackedTree.read(lease.part.trees[0])
    return {"trees": (PackedTree.pack(tree.weight, tree.left, Tally(), tree.levels, b"no arrays").to_bytes(),)}


def fill_counters(lease: Lease, _: LeaseResult) -> dict[str, Any]:
    """A subtree that says that it has met a thousand solutions."""
    return {"trees": (replace(PackedTree.read(lease.part.trees[0]), counted=Tally(Fraction(1000), 1)).to_bytes(),)}


def outweigh(lease: Lease, _: LeaseResult) -> dict[str, Any]:
    """A subtree that is more of the whole than its part was."""
    return {"trees": (replace(PackedTree.read(lease.part.trees[0]), weight=7.0).to_bytes(),)}


LIES: dict[str, Lie] = {
    "none for ever": lambda *_: None,
    "a number": lambda *_: 7,
    "a text": lambda *_: "done",
    "an object": lambda _, result: result,
    "empty": lambda *_: b"",
    "bytes": lambda *_: Random(1).randbytes(500),
    "cut short": lambda _, result: result.to_bytes()[:-1],
    "longer": lambda _, result: result.to_bytes() + b"\0",
    "no index": lambda *_: MAGIC + b"[" * 9000 + b"\n",
    "another index": of(lambda _: [1, 2]),
    "a key less": of(lambda index: index.pop("cut") and None),
    "negative nodes": of(lambda index: index.update(nodes=-5)),
    "nodes without end": of(lambda index: index.update(nodes=1 << 63)),
    "a truth value for nodes": of(lambda index: index.update(nodes=True)),
    "negative solutions": of(lambda index: index.update(solutions="-5")),
    "solutions by nothing": of(lambda index: index.update(solutions="1/0")),
    "solutions without end": of(lambda index: index.update(solutions="9" * 5000)),
    "a host of many lines": of(lambda index: index.update(host="a\nb\x1b[2J")),
    "negative lengths": of(lambda index: index.update(found=[-1, 1])),
    "lengths of texts": of(lambda index: index.update(trees=["1"])),
    "an unknown variable": with_part(lambda *_: {"found": (frozenset({10**6}),)}),
    "a demand below": of(lambda index: index.update(demand=-1)),
    "arrays of nothing": with_part(spoil_tree),
    "counters that are full": with_part(fill_counters),
    "more than there was": with_part(outweigh),
}


class LyingFleet(Fleet):
    """Three members, of which some lie about each task, or two workers of no name of which one does."""

    address = "lying"

    def __init__(self, lie: Lie, liars: Collection[str] = ("b",), named: bool = True) -> None:
        self._lie, self._liars, self._named = lie, liars, named
        self._turns, self._carriers = count(), dict[Future[Any], str]()
        self.asked = Counter[str]()

    def submit(self, task: Callable[..., Any], *given: Any) -> "Future[Any]":
        return self.submit_to("abc", task, *given)

    def submit_to(self, members: Collection[str], task: Callable[..., Any], *given: Any) -> "Future[Any]":
        lease, pattern, cancelled = given
        name = sorted(members)[next(self._turns) % len(members)]
        self.asked[name] += 1
        nodes = 3 if lease.nodes == inf else lease.nodes
        content = task(replace(lease, nodes=nodes, seconds=60.0), pattern, cancelled)
        if content is not None:
            result = replace(read_result(lease, content), host=name)
            content = self._lie(lease, result) if name in self._liars else result.to_bytes()
        done: Future[Any] = Future()
        self._carriers[done] = name
        done.set_result(content)
        return done

    def carrier(self, task: "Future[Any]") -> str:
        return self._carriers[task] if self._named else ""

    def members(self) -> Mapping[str, int] | None:
        return dict.fromkeys("abc", 1) if self._named else None

    def slots(self) -> int:
        return 3

    def close(self) -> None: ...


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("lie", "search"),
    [*((lie, QUEENS) for lie in LIES), *((lie, FEWEST) for lie in ("none for ever", "cut short", "arrays of nothing"))],
)
def test_a_worker_that_brings_nonsense_is_left_out_and_named(
    lie: str,
    search: tuple[rk.Problem, WantLike, int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    impatient(monkeypatch)
    problem, want, number = search
    fleet = LyingFleet(LIES[lie])
    with caplog.at_level(logging.WARNING, "rookery"):
        answer = rk.solve(problem, want=want, cluster=fleet)
    assert (answer.count, answer.complete) == (number, True)
    assert list(answer.fleet["left_out"]) == ["b"]
    assert fleet.asked["b"] <= 4 < fleet.asked["a"]  # those that were lent before the first came back
    assert [record.message for record in caplog.records] == [
        f"worker b gets no more parts: {answer.fleet['left_out']['b']}"
    ]


@pytest.mark.parametrize("lie", ["none for ever", "a number", "arrays of nothing"])
def test_workers_without_names_are_asked_again_and_not_without_end(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    problem, want, number = QUEENS
    answer = rk.solve(problem, want=want, cluster=LyingFleet(LIES[lie], named=False))
    assert (answer.count, answer.fleet["failure"]) == (number, "")
    monkeypatch.setattr(expedition, "MAX_TRIES", 20)
    answer = rk.solve(problem, want=want, cluster=LyingFleet(LIES[lie], "abc", named=False))
    assert answer.end == "cluster lost"
    assert "what a worker brings is not a result" in answer.fleet["failure"]
    answer = rk.solve(problem, want=want, cluster=LyingFleet(LIES[lie], "abc"))
    assert answer.end == "cluster lost"
    assert "no worker of lying can be believed" in answer.fleet["failure"]


def test_an_interrupt_that_a_worker_sends_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(LyingFleet):
        def submit_to(self, members: Collection[str], task: Callable[..., Any], *given: Any) -> "Future[Any]":
            if next(turns) % 3:
                return super().submit_to(members, task, *given)
            done: Future[Any] = Future()
            done.set_exception(KeyboardInterrupt() if next(turns) % 2 else SystemExit(0))
            return done

    impatient(monkeypatch)
    turns = count()
    answer = rk.solve(QUEENS[0], want="count", cluster=Interrupting(LIES["empty"], ()))
    assert (answer.count, answer.complete) == (QUEENS[2], True)
    assert answer.fleet["lost"]


def test_an_audit_says_who_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr(audit, "LEAST_NODES", 3)
    lie = of(lambda index: index.update(solutions="1000"))
    shown = (
        r"part [0-9a-f]{16} of the search, searched by \w and \w, came back different: .*solutions 1000.*; "
        r"searched here, it is as [ac] says: do not believe b, and start the search again"
    )
    with pytest.raises(rk.WrongAnswer, match=shown):
        rk.solve(QUEENS[0], want="count", cluster=LyingFleet(lie), audit=1)
    answer = rk.solve(QUEENS[0], want="count", cluster=LyingFleet(lie, ()), audit=1)
    assert answer.count == QUEENS[2]
    assert answer.fleet["confirmed"] == answer.fleet["done"] > 3
