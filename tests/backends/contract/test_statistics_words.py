"""The vocabulary of search statistics: names, sums, peaks, and what is refused."""

import pickle

import pytest

from rookery.backends.contract.answer_data import PEAKS, VOCABULARY, Effort, Statistics
from rookery.models import RookeryError


def test_they_are_a_mapping_that_nobody_can_change() -> None:
    shown = Statistics({"conflicts": 3, "calls": 1})
    assert list(shown.items()) == [("calls", 1), ("conflicts", 3)]  # in the order of the vocabulary
    assert (shown == {"calls": 1, "conflicts": 3}, shown.get("nodes"), bool(Statistics())) == (True, None, False)
    assert not hasattr(shown, "__setitem__")
    assert pickle.loads(pickle.dumps(shown)) == shown
    assert {shown: 1}[Statistics({"calls": 1, "conflicts": 3})] == 1


def test_what_was_given_may_change_later() -> None:
    given = {"calls": 1}
    shown = Statistics(given)
    given["calls"] = 2
    assert shown == {"calls": 1}


def test_amounts_are_summed_and_peaks_are_not() -> None:
    one, other = Statistics({"nodes": 5, "booleans": 7}), {"nodes": 1 << 63, "booleans": 4, "restarts": 0}
    assert one + other == {"nodes": (1 << 63) + 5, "booleans": 7, "restarts": 0}
    assert one == {"nodes": 5, "booleans": 7}
    assert set(VOCABULARY) >= PEAKS


def test_effort_gathers_what_each_search_tells() -> None:
    effort = Effort()
    before = effort.statistics
    effort.add(calls=1, nodes=3)
    effort.add(calls=1, conflicts=0)
    assert effort.statistics == {"calls": 2, "nodes": 3, "conflicts": 0}
    assert before == {}


@pytest.mark.parametrize(
    ("shown", "fault"),
    [
        ({"backtracks": 1}, "a search statistic is never named 'backtracks'; the names are calls, nodes, "),
        ({"nodes": -1}, "the search statistic nodes is -1; it must be a whole number from 0 on"),
        ({"nodes": 1.5}, "the search statistic nodes is 1.5; it must be a whole number"),
        ({"nodes": True}, "the search statistic nodes is True; it must be a whole number"),
    ],
)
def test_other_names_and_numbers_are_refused(shown: dict[str, int], fault: str) -> None:
    with pytest.raises(RookeryError, match=fault):
        Effort().add(**shown)
