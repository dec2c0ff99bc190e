"""Changes since a baseline: clear ones, lost and gained answers, contradictions, conditions."""

from typing import Any

import pytest
from msgspec.structs import replace
from rookery_tests.synthetic_records import ENVIRONMENT, crashed, record

from rookery.compare import sentences
from rookery.compare.changes import Changes
from rookery.compare.findings import Findings
from rookery.compare.record import Record

STEADY = (1.0, 1.02, 1.04, 0.98)


def runs(factor: float = 1.0, times: tuple[float, ...] = STEADY, **changes: Any) -> list[Record]:
    return [replace(record("sat", 8, seed, factor * each), **changes) for seed, each in enumerate(times)]


def against(before: list[Record], after: list[Record]) -> Changes:
    return Changes(Findings("before", before, ENVIRONMENT), Findings("after", after, ENVIRONMENT))


@pytest.mark.parametrize(
    ("factor", "slower", "faster"), [(1.0, 0, 0), (1.5, 1, 0), (0.5, 0, 1), (1.02, 0, 0), (1.09, 0, 0), (1.2, 1, 0)]
)
def test_runs_apart_by_more_than_the_threshold_have_changed(factor: float, slower: int, faster: int) -> None:
    changes = against(runs(), runs(factor))
    assert (len(changes.kinds["slower"]), len(changes.kinds["faster"])) == (slower, faster)


def test_wide_brief_and_few_runs_show_no_change() -> None:
    wide = (0.5, 1.0, 2.0, 0.6)
    assert not against(runs(times=wide), runs(1.3, wide)).kinds["slower"]
    assert not against(runs(0.001), runs(0.002)).kinds["slower"]  # a millisecond more is the clock's
    three = against(runs(times=STEADY[:3]), runs(9.0, STEADY[:3]))
    assert not three.kinds["slower"]
    assert not three.repeated
    assert "use more seeds" in sentences.summary(three)


def test_answers_lost_and_gained() -> None:
    out = [record("sat", 8, seed, None) for seed in range(4)]
    gone = [crashed("sat", 8, seed) for seed in range(4)]
    assert [change.after.name for change in against(runs(), out).kinds["no longer answered"]] == [
        "sat (8 queens on 8x8, number of solutions)"
    ]
    assert against(runs(), gone).kinds["no longer answered"]
    assert against(out, runs()).kinds["newly answered"]
    assert not against(out, out).kinds["no longer answered"]


@pytest.mark.parametrize("changed", [{"count": 91}, {"orbits": 12}, {"objective": 5}])
def test_changed_answers_are_contradictions(changed: dict[str, Any]) -> None:
    changes = against(runs(), runs(**changed))
    assert len(changes.kinds["with another answer"]) == 1
    assert "1 with another answer" in sentences.summary(changes)
    listed: list[list[Record]] = [runs(want="all", solutions_hash=digest) for digest in "ab"]
    assert against(listed[0], listed[1]).kinds["with another answer"]
    assert not against(listed[0], listed[0]).kinds["with another answer"]


def test_conditions_that_differ_are_named() -> None:
    new = {**ENVIRONMENT, "processor": "Example 4000", "load at start": "2.10 1.00 0.50"}
    before = Findings("before", runs(), ENVIRONMENT)
    changes = Changes(before, Findings("after", runs(versions={"sat": "1.1", "rookery": "0.1.0"}), new))
    assert {*changes.conditions} == {
        ("processor", "Example 3000", "Example 4000"), ("sat", "1.0", "1.1"),
        ("load at start", "0.10", "2.10 1.00 0.50"),
    }  # fmt: skip


def test_ratio_over_all_cells() -> None:
    before = [replace(run, instance=f"{n} {run.instance}") for n in range(4) for run in runs()]
    after = [replace(run, instance=f"{n} {run.instance}") for n in range(4) for run in runs(1.5)]
    pair = against(before, after).overall["sat"]
    assert (pair.compared, pair.clear) == (4, True)
    assert pair.ratio == pytest.approx((1.5, 1.5, 1.5, False))


def test_ratio_names_the_instances_of_a_time_limit() -> None:
    out = [record("sat", 8, seed, None) for seed in range(4)]
    assert sentences.overall(against(out, runs())) == [("sat", "≤ ×0.10 over 1 instance")]


def test_campaigns_with_nothing_in_common() -> None:
    changes = against(runs(), [record("cpsat")])
    assert changes.alone == (1, 1)
    assert sentences.summary(changes) == "Nothing in common: no backend ran the same instance in both."
