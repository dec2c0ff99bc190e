"""Several campaigns side by side: the baseline first, each against it, and in what they differ."""

import io
from dataclasses import replace

import pytest
from rich.console import Console
from rookery_tests.synthetic_records import ENVIRONMENT, record

from rookery.compare.analysis.changes import SideBySide
from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.record import Environment
from rookery.compare.report import sentences
from rookery.compare.report.page import page
from rookery.compare.report.terminal import show_side_by_side

STEADY = (1.0, 1.02, 1.04, 0.98, 0.96)


def campaign(name: str, factor: float, backends: tuple[str, ...] = ("cpsat", "sat"), version: str = "9.15") -> Findings:
    """Six instances; `sat` takes `factor` times as long as it does elsewhere."""
    runs = [
        record(who, size, seed, each * (factor if who == "sat" else 1.0), versions={who: version})
        for who in backends
        for size in range(4, 10)
        for seed, each in enumerate(STEADY)
    ]
    facts = Environment({**ENVIRONMENT.facts, "ortools": version})
    return replace(findings(name, runs, facts), folder=f"/campaigns/{name}")


@pytest.fixture(scope="module")
def beside() -> SideBySide:
    one, two, three = campaign("one", 1.0), campaign("two", 2.0, version="9.16"), campaign("three", 0.5, ("sat",))
    return SideBySide((one, two, three))


def shown(beside: SideBySide) -> str:
    out = io.StringIO()
    show_side_by_side(beside, Console(file=out, width=80, highlight=False, markup=False, emoji=False))
    return out.getvalue()


def test_each_is_compared_with_the_first(beside: SideBySide) -> None:
    assert (beside.baseline.title, beside.latest.title) == ("one", "three")
    ratios = {
        who: [None if each is None or each.ratio is None else round(each.ratio.value, 3) for each in speeds]
        for who, speeds in beside.speeds.items()
    }
    assert ratios == {"cpsat": [1.0, None], "sat": [2.0, 0.5]}
    assert [len(each.slower) for each in beside.changes] == [6, 0]
    assert [len(each.faster) for each in beside.changes] == [0, 6]


def test_what_differs_comes_first(beside: SideBySide) -> None:
    differing = {row.name: row.values for row in beside.conditions if row.differs}
    assert differing == {
        "cpsat": ("9.15", "9.16", ""),
        "sat": ("9.15", "9.16", "9.15"),
        "ortools": ("9.15", "9.16", "9.15"),
    }
    assert [row.differs for row in beside.conditions] == sorted(
        (row.differs for row in beside.conditions), reverse=True
    )


def test_every_campaign_is_named_with_folder_date_version_and_machine(beside: SideBySide) -> None:
    text = " ".join(shown(beside).split())
    for name, role in (("one", "A (baseline)"), ("two", "B"), ("three", "C")):
        assert f"{role}: {name} (folder {name}, 2026-01-05, rookery 0.1.0, Example 3000)" in text
    assert "sat ×2.0 [2.0, 2.0] ×0.50 [0.50, 0.50]" in text
    assert "B against the baseline: one (folder one" in text
    assert max(map(len, shown(beside).splitlines())) <= 100  # a heading is never wrapped


def test_the_verdict_names_the_baseline(beside: SideBySide) -> None:
    expected = sentences.headline_of_changes(beside.changes[0])
    assert expected == "Against one (folder one, 2026-01-05, rookery 0.1.0, Example 3000): 6 slower of 12 cells."
    assert sentences.headline_of_changes(SideBySide((beside.baseline, beside.baseline)).changes[0]).endswith(
        "no clear change of 12 cells."
    )


def test_a_scatter_has_a_point_for_each_cell(beside: SideBySide) -> None:
    changes = beside.changes[0]
    kinds = {(point.contestant, point.kind) for point in changes.points}
    assert kinds == {("sat", "slower"), ("cpsat", "")}
    first = next(iter(changes.after.grid.instances))
    assert ("sat", first, 1.0, 2.0, "slower") in changes.points
    assert len(changes.points) == 12


def test_a_point_without_an_answer_has_no_time() -> None:
    lost = [record("sat", 8, seed, None) for seed in range(3)]
    here = [record("sat", 8, seed, 1.0) for seed in range(3)]
    (point,) = SideBySide((findings("a", here, ENVIRONMENT), findings("b", lost, ENVIRONMENT))).changes[0].points
    assert (point.before, point.after, point.kind) == (1.0, None, "lost")


def test_more_campaigns_than_letters_have_numbers() -> None:
    many = SideBySide(tuple(findings(str(number), [], ENVIRONMENT) for number in range(28)))
    assert sentences.letters(many)[24:] == ["Y", "Z", "27", "28"]


def test_a_page_is_written_of_several(beside: SideBySide) -> None:
    assert "three" in page(beside.latest, beside.changes[-1], beside)
