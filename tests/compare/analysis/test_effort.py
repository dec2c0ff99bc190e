"""Effort of runs: what is told, summed, censored, and how it grows; the same in the page's data and in exports."""

import csv
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from rookery_tests.synthetic_records import record

from rookery.compare.analysis.cells import Grid, effort_of, sample_effort
from rookery.compare.analysis.findings import findings
from rookery.compare.analysis.growth import fit_effort, list_measures, total_effort
from rookery.compare.records.record import Environment, Record
from rookery.compare.report.export import export
from rookery.compare.report.page import payload
from rookery.compare.report.terminal import number

SERIES = "n queens, number of solutions"


def add_statistics(run: Record, **statistics: int) -> Record:
    return replace(run, statistics=statistics)


RUNS = [
    add_statistics(record("sat", size, seed), conflicts=many * (2 + seed), restarts=0)
    for size, many in ((4, 10), (5, 20), (6, 40), (7, 80))
    for seed in (0, 1)
]


def test_a_run_without_statistics_still_has_the_memory_that_was_measured() -> None:
    run = replace(record(), memory=90 << 20)
    assert effort_of(run) == {"memory": 90 << 20}
    assert effort_of(replace(run, memory=None)) == {}
    assert list_measures([replace(run, memory=None)]) == []
    assert list_measures([run, add_statistics(run, restarts=0, calls=1)]) == ["calls", "restarts", "memory"]


def test_runs_are_summed_and_peaks_are_not() -> None:
    one = replace(add_statistics(record(), calls=1, booleans=7), memory=3)
    other = replace(add_statistics(record(), calls=2, booleans=5, conflicts=1), memory=4)
    assert total_effort([one, other]) == {"calls": 3, "conflicts": 1, "booleans": 7, "memory": 4}


def test_a_run_without_an_answer_counts_with_what_it_had_spent() -> None:
    answered, cut = add_statistics(record(), nodes=10), add_statistics(record(seconds=None), nodes=900)
    silent, elsewhere = record(seconds=None), record()
    sample = sample_effort([answered, cut, silent, elsewhere], "nodes")
    assert (sample.times, sample.cut) == ((10.0,), (900.0, 0.0))
    assert sample.median == inf
    assert sample.at_least == 10.0


def test_growth_is_fitted_to_the_medians() -> None:
    (growth,) = fit_effort(Grid(tuple(RUNS)), SERIES, "conflicts")
    assert [sample.median for sample in growth.samples.values()] == [25, 50, 100, 200]
    assert growth.line is not None
    assert growth.line.factor == pytest.approx(2.0)
    (flat,) = fit_effort(Grid(tuple(RUNS)), SERIES, "restarts")
    assert flat.line is None  # the logarithm of 0


def test_who_does_not_tell_a_measure_is_not_shown() -> None:
    silent = [record("cpsat", size) for size in (4, 5, 6, 7)]
    assert [each.contestant for each in fit_effort(Grid((*RUNS, *silent)), SERIES, "conflicts")] == ["sat"]
    assert len(fit_effort(Grid((*RUNS, *silent)), SERIES, "memory")) == 2


def test_the_page_has_the_statistics_of_each_run() -> None:
    data = payload(findings("t", [*RUNS, record("cpsat", 4)], Environment()))
    assert list(data["efforts"]) == ["conflicts", "restarts"]
    assert all(data["efforts"].values())
    counted = [run[-2:] for run in data["runs"]]
    assert len(counted) == len(RUNS) + 1
    assert ["", ""] in counted  # of who tells nothing: nothing, and never 0
    assert ["20", "0"] in counted


def test_exported_columns_are_the_same_for_every_campaign(tmp_path: Path) -> None:
    runs = [add_statistics(record("sat", 4), conflicts=3), record("cpsat", 4)]
    export(runs, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [name for name in rows[0] if name.startswith("statistics.")] == [
        f"statistics.{name}"
        for name in (
            "calls", "nodes", "decisions", "conflicts", "propagations", "restarts", "checks", "states", "lp_iterations",
            "booleans",
        )
    ]  # fmt: skip
    assert [row["statistics.conflicts"] for row in rows] == ["3", ""]
    assert [row["statistics.nodes"] for row in rows] == ["", ""]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (9_999, "9,999"), (10_000, "10 k"), (12_345, "12.3 k"), (99_999, "100 k"), (999_999, "1,000 k"),
        (10**6, "1 M"),        (123_456_789, "123 M"), (5 * 10**12, "5 T"), (1 << 63, "9,223,372 T"),
    ],
)  # fmt: skip
def test_numbers_are_short(value: int, text: str) -> None:
    assert number("nodes", value) == text


def test_memory_is_told_in_mebibytes() -> None:
    assert number("memory", 90 << 20) == "90 MiB"
