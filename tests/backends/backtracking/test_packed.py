"""A subtree as bytes: the same comes back, and counters never come near the end of 64 bits."""

from fractions import Fraction

import pytest
from rookery_tests.forced import force

import rookery as rk
from rookery.backends import WrongAnswer
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import Tally

SEARCHES = {
    "rows": rk.placement("queen", 7, 7),
    "cover": rk.domination("queen", 8),
    "general": rk.placement({"queen": 2, "knight": 2}, 4),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_counters_carry_over_beyond_their_bits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, most = rk.solve(SEARCHES[name], "backtracking", "count"), 0
    note = Forest.take

    def look(forest: Forest, *given: object) -> None:
        nonlocal most
        note(forest, *given)  # type: ignore[arg-type]
        most = max((most, *(tree.count().nodes for tree in forest.trees)))

    force(monkeypatch, "counters")
    monkeypatch.setattr(Forest, "take", look)
    answer = rk.solve(SEARCHES[name], "backtracking", "count")
    assert (answer.count, answer.statistics["nodes"]) == (right.count, right.statistics["nodes"])
    assert most < 5


def test_count_refuses_a_fraction() -> None:
    forest = Forest([])
    forest._gone = Tally(Fraction(7, 2))
    with pytest.raises(WrongAnswer, match="the count ends as 7/2: a part of the search was lost, or counted twice"):
        forest.count()
