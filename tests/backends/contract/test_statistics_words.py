"""Search statistics: a mapping of known names, in a fixed order, that can be summed."""

import pickle

import pytest

from rookery.backends.contract.answer_data import PEAKS, VOCABULARY, Effort, Statistics
from rookery.models import RookeryError


def test_statistics_are_an_immutable_mapping() -> None:
    given = {"conflicts": 3, "calls": 1}
    shown = Statistics(given)
    given["calls"] = 2
    assert list(shown.items()) == [("calls", 1), ("conflicts", 3)]  # in the order of the vocabulary
    assert (shown == {"calls": 1, "conflicts": 3}, shown.get("nodes"), bool(Statistics())) == (True, None, False)
    assert pickle.loads(pickle.dumps(shown)) == shown
    assert {shown: 1}[Statistics({"calls": 1, "conflicts": 3})] == 1


def test_amounts_are_summed_and_peaks_are_not() -> None:
    one, other = Statistics({"nodes": 5, "booleans": 7}), {"nodes": 1 << 63, "booleans": 4, "restarts": 0}
    assert one + other == {"nodes": (1 << 63) + 5, "booleans": 7, "restarts": 0}
    assert set(VOCABULARY) >= PEAKS
    effort = Effort()
    effort.add(calls=1, nodes=3)
    effort.add(calls=1, conflicts=0)
    assert effort.statistics == {"calls": 2, "nodes": 3, "conflicts": 0}


@pytest.mark.parametrize("shown", [{"backtracks": 1}, {"nodes": -1}, {"nodes": 1.5}, {"nodes": True}], ids=str)
def test_unknown_names_and_other_numbers_are_refused(shown: dict[str, int]) -> None:
    with pytest.raises(RookeryError, match="|".join(map(str, shown))):
        Effort().add(**shown)
