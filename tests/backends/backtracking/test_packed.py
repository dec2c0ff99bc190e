"""A subtree as bytes: the same comes back, and counters never come near the end of 64 bits."""

from fractions import Fraction
from random import Random

import pytest
from rookery_tests.forced import force

import rookery as rk
from rookery.backends import WrongAnswer
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import Tally
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.engine.tree.subtree import Subtree, copy_state

SEARCHES = {
    "rows": rk.placement("queen", 7, 7),
    "cover": rk.domination("queen", 8),
    "general": rk.placement({"queen": 2, "knight": 2}, 4),
}


def root_of(problem: rk.Problem, monkeypatch: pytest.MonkeyPatch) -> Subtree:
    """The first subtree of the last search of a count, before it begins."""
    trees: list[Subtree] = []
    run = Runner.run

    def note(runner: Runner, forest: Forest, name: str, *limits: object, **more: object) -> object:
        trees.extend(tree.like(copy_state(tree.state)) for tree in forest.trees[:1])
        return run(runner, forest, name, *limits, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Runner, "run", note)
        rk.solve(problem, want="count", options={"count": "search"})  # turns of the frontier end by the clock
    trees[-1].record_counts()
    return trees[-1]


@pytest.mark.parametrize("name", SEARCHES)
def test_random_slices_leave_the_same_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root, random = root_of(SEARCHES[name], monkeypatch), Random(name)
    member = root.pack()
    for nodes in (1, 7, 20):
        whole, sliced = root.asleep(member), root.asleep(member)
        whole.step(nodes)
        while (made := sliced.count().nodes) < nodes:
            sliced = sliced.asleep(_pack(sliced, 0)) if random.random() < 0.5 else sliced
            sliced.step(random.randint(1, nodes - made))
        assert _pack(whole, 1) == _pack(sliced, 1) != member


def _pack(tree: Subtree, harvests: int) -> bytes:
    for _ in range(harvests):
        tree.harvest()
    tree.record_counts()
    return tree.pack()


@pytest.mark.parametrize("name", SEARCHES)
def test_counters_carry_over_beyond_their_bits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, most = rk.solve(SEARCHES[name], want="count"), 0
    note = Forest.add_slice

    def look(forest: Forest, *given: object) -> None:
        nonlocal most
        note(forest, *given)  # type: ignore[arg-type]
        most = max((most, *(tree.count().nodes for tree in forest.trees)))

    force(monkeypatch, "counters")
    monkeypatch.setattr(Forest, "add_slice", look)
    answer = rk.solve(SEARCHES[name], want="count")
    assert (answer.count, answer.statistics["nodes"]) == (right.count, right.statistics["nodes"])
    assert most < 5


def test_count_refuses_a_fraction() -> None:
    forest = Forest([])
    forest._gone = Tally(Fraction(7, 2))
    with pytest.raises(WrongAnswer, match="the count ends as 7/2: a part of the search was lost, or counted twice"):
        forest.count()
