"""Changes against a baseline: clear ones, lost and gained answers, contradictions, conditions."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, crashed, record

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import findings
from rookery.compare.records.record import Environment, Record
from rookery.compare.report import sentences

STEADY = (1.0, 1.02, 1.04, 0.98, 0.96)


def runs(factor: float = 1.0, times: tuple[float, ...] = STEADY, **changes: Any) -> list[Record]:
    return [replace(record("sat", 8, seed, factor * each), **changes) for seed, each in enumerate(times)]


def against(before: list[Record], after: list[Record]) -> Changes:
    return Changes(findings("before", before, ENVIRONMENT), findings("after", after, ENVIRONMENT))


@pytest.mark.parametrize(
    ("factor", "slower", "faster"), [(1.0, 0, 0), (1.5, 1, 0), (0.5, 0, 1), (1.02, 0, 0), (1.09, 0, 0), (1.2, 1, 0)]
)
def test_only_clear_changes_over_the_threshold_count(factor: float, slower: int, faster: int) -> None:
    changes = against(runs(), runs(factor))
    assert (len(changes.slower), len(changes.faster)) == (slower, faster)


def test_ratio_and_its_interval_by_hand() -> None:
    (change,) = against(runs(), runs(2.0)).slower
    assert change.ratio is not None
    assert change.ratio.value == pytest.approx(2.0)
    assert change.ratio.interval is not None
    assert 2 * 0.96 / 1.04 <= change.ratio.interval.low <= 2.0 <= change.ratio.interval.high <= 2 * 1.04 / 0.96


def test_wide_brief_and_single_runs_show_no_change() -> None:
    wide = (0.5, 1.0, 2.0, 0.6, 1.7)
    assert not against(runs(times=wide), runs(1.3, wide)).slower
    assert not against(runs(0.001), runs(0.002)).slower  # a millisecond more is the clock's
    single = against(runs(times=(1.0,)), runs(times=(9.0,)))
    assert not single.slower
    assert not single.repeated
    assert "seeds" in sentences.summary(single)


def test_answers_lost_and_gained() -> None:
    out = [record("sat", 8, seed, None) for seed in range(5)]
    gone = [crashed("sat", 8, seed) for seed in range(5)]
    assert [change.name for change in against(runs(), out).lost] == ["sat on 8 queens on 8x8, number of solutions"]
    assert against(runs(), gone).lost
    assert against(out, runs()).gained
    assert not against(out, out).lost


@pytest.mark.parametrize("changed", [{"count": 91}, {"orbits": 12}, {"objective": 5}])
def test_changed_answers_are_contradictions(changed: dict[str, Any]) -> None:
    assert len(against(runs(), runs(**changed)).contradictions) == 1
    listed: list[list[Record]] = [runs(want="all", solutions_hash=digest) for digest in "ab"]
    assert against(listed[0], listed[1]).contradictions
    assert not against(listed[0], listed[0]).contradictions


def test_conditions_that_differ_are_named() -> None:
    new = Environment({**ENVIRONMENT.facts, "processor": "Example 4000", "load at start": "2.10 1.00 0.50"})
    before = findings("before", runs(), ENVIRONMENT)
    changes = Changes(before, findings("after", runs(versions={"sat": "1.1", "rookery": "0.1.0"}), new))
    assert {
        ("processor", "Example 3000", "Example 4000"), ("sat", "1.0", "1.1"), ("load at start", "0.1", "2.1"),
    } <= {*changes.conditions}  # fmt: skip


def test_ratio_over_all_cells() -> None:
    before = [replace(run, instance=f"{n} {run.instance}") for n in range(4) for run in runs()]
    after = [replace(run, instance=f"{n} {run.instance}") for n in range(4) for run in runs(1.5)]
    found = against(before, after).overall["sat"]
    assert found.compared == 4
    assert found.ratio is not None
    assert found.ratio.value == pytest.approx(1.5)
    assert found.clear


def test_campaigns_with_nothing_in_common() -> None:
    changes = against(runs(), [record("cpsat")])
    assert changes.alone == (1, 1)
    assert "Nothing in common" in sentences.summary(changes)
