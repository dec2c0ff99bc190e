"""`rk.compare`: a table, a verdict, a report for notebooks; and the exports of runs."""

import csv
import re
import signal
from pathlib import Path

import msgspec
import pytest
from rookery_tests.isolated import PLACE

import rookery as rk
from rookery.backends import Backend
from rookery.backends.progress import Progress
from rookery.compare.export import export
from rookery.compare.record import Record

QUEENS = [rk.placement(rk.QUEEN, rk.Board(n), count=n) for n in (3, 4)]


@pytest.fixture(scope="module")
def comparison() -> rk.Comparison:
    return rk.compare(QUEENS, backends=["backtracking", "python-constraint"], want="count", seconds=20, seeds=2)


def test_comparison_has_runs_and_a_verdict(comparison: rk.Comparison) -> None:
    assert len(comparison.runs) == 2 * 2 * 2
    counts = comparison.runs.groupby("instance")["count"].unique()
    assert {name: list(found) for name, found in counts.items()} == {
        "3 queens on a 3x3 board, number of solutions": [0],
        "4 queens on a 4x4 board, number of solutions": [2],
    }
    assert comparison.verdict
    assert (comparison.verdict.disputes, comparison.verdict.refused) == ((), ())
    assert str(comparison.verdict) == "All answers agree"
    assert not comparison.interrupted
    shown = comparison._repr_html_()
    assert "<b>All answers agree.</b>" in shown
    assert shown.count("<th>") == 5
    ranked = [score.contestant for score in comparison.findings.analysis.scores]  # by the time of this machine
    assert sorted(ranked) == ["backtracking", "python-constraint"]
    assert re.findall("<tr><td>([a-z -]+)<", shown) == ranked
    assert "8 runs: <code>.runs</code>" in shown


def test_wrong_answers_are_disputed() -> None:
    found = rk.compare(
        QUEENS[1], ["backtracking", PLACE], "count", seconds=20, options={"faulty": {"fault": "wrong-count"}}
    )
    assert not found.verdict
    assert found.verdict.standings[0].contestant == "faulty fault=wrong-count"
    assert found.verdict.contested[0].grounds == {"faulty fault=wrong-count": "known"}


@pytest.mark.slow
def test_folder_keeps_the_runs(tmp_path: Path) -> None:
    first = rk.compare(QUEENS[1], "backtracking", out=tmp_path)
    again = rk.compare(QUEENS[1], "backtracking", out=tmp_path)
    assert first.records == again.records
    assert {"campaign.json", "runs.sqlite", "report.html"} <= {path.name for path in tmp_path.iterdir()}
    more = rk.compare(QUEENS, "backtracking", out=tmp_path)
    assert first.records[0] in more.records
    with pytest.raises(rk.BadInput, match="holds another campaign"):
        rk.compare(QUEENS[0], "python-constraint", out=tmp_path)
    fresh = rk.compare(QUEENS[0], "python-constraint", out=tmp_path, fresh=True)
    assert [record.backend for record in fresh.records] == ["python-constraint"]


def test_backend_that_no_other_process_can_import_is_refused() -> None:
    class Inner(Backend):
        """Of this function alone."""

    with pytest.raises(rk.BadInput, match="module or file"):
        rk.compare(QUEENS[1], Inner)


def test_runs_are_exported(comparison: rk.Comparison, tmp_path: Path) -> None:
    export(comparison.records, tmp_path / "runs.jsonl")
    lines = (tmp_path / "runs.jsonl").read_text().splitlines()
    assert tuple(msgspec.json.decode(line, type=Record) for line in lines) == comparison.records
    export(comparison.records, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["times.search"]) for row in rows] == [each.times["search"] for each in comparison.records]
    for path in (tmp_path / "runs.xlsx", tmp_path / "nowhere" / "runs.csv"):
        with pytest.raises(rk.BadInput):
            export(comparison.records, path)


@pytest.mark.slow
def test_comparison_tells_its_progress() -> None:
    words_shown: list[Progress] = []
    found = rk.compare(QUEENS, ["python-constraint", "sat"], "count", seconds=20, progress=words_shown.append)
    assert [progress.share for progress in words_shown] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert {progress.task for progress in words_shown} == {"comparing, 4 runs"}
    assert repr(found) == "Comparison(Verdict('All answers agree'), 4 runs)"
    assert str(found) == "All answers agree\n4 runs"


def test_ctrl_c_keeps_the_runs_that_were_made() -> None:
    def press(progress: Progress) -> None:
        if progress.share:
            signal.raise_signal(signal.SIGINT)

    long = [rk.placement(rk.QUEEN, rk.Board(n), n) for n in (4, 26)]
    found = rk.compare(long, "python-constraint", "count", seconds=200, progress=press)
    assert found.interrupted
    assert [record.count for record in found.records] == [2]
    assert repr(found) == "Comparison(Verdict('Nothing to compare'), 1 run, interrupted)"
