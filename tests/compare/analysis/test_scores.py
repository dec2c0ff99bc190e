"""Cells, scores and caveats of synthetic campaigns, against numbers computed by hand."""

from dataclasses import replace
from math import inf

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, campaign, crashed, record

from rookery.compare.analysis.cells import Grid, contestant, series, time_given
from rookery.compare.analysis.findings import findings
from rookery.compare.analysis.scores import Scores, score_pair
from rookery.compare.records.record import Dispute, Ended, Environment, Limits, Matter, Solution

# size 8: sat 1 s, cpsat 2 s and 4 s; size 9: sat times out, cpsat 3 s; size 10: sat crashes, cpsat times out
RUNS = [
    record("sat", 8, 0, 1.0),
    record("cpsat", 8, 0, 2.0),
    record("cpsat", 8, 1, 4.0),
    record("sat", 9, 0, None),
    record("cpsat", 9, 0, 3.0),
    replace(crashed("sat", 10), instance="10 queens on 10x10, number of solutions"),
    record("cpsat", 10, 0, None),
]


def test_scores_by_hand() -> None:
    cpsat, sat = Scores(Grid(tuple(RUNS))).table
    assert (cpsat.contestant, cpsat.runs, cpsat.solved, dict(cpsat.reasons)) == ("cpsat", 4, 3, {"time limit": 1})
    assert (sat.contestant, sat.runs, sat.solved) == ("sat", 3, 1)
    assert dict(sat.reasons) == {"time limit": 1, "crash": 1}
    assert cpsat.par2 == pytest.approx((3 + 3 + 20) / 3)
    assert sat.par2 == pytest.approx((1 + 20 + 20) / 3)
    assert (cpsat.wins, sat.wins) == (1, 1)


def test_pair_counts_instances_without_a_ratio() -> None:
    found = score_pair(Grid(tuple(RUNS)), "cpsat", "sat")
    assert (found.compared, found.only_one, found.only_other, found.neither) == (1, 1, 0, 1)
    assert found.ratio is not None
    assert found.ratio.value == pytest.approx(3.0)


def test_without_a_limit_an_unsolved_run_leaves_par2_open() -> None:
    unlimited = [replace(crashed("sat"), limits=Limits()), replace(record("cpsat"), limits=Limits())]
    cpsat, sat = Scores(Grid(tuple(unlimited))).table
    assert sat.par2 is None
    assert cpsat.par2 == 1.0


def test_crash_gives_no_lower_bound_and_a_kill_does() -> None:
    assert time_given(crashed("sat")) == 0.0
    assert time_given(crashed("sat", ended=Ended.KILLED)) == 10.0
    assert Grid((crashed("sat"),)).cells["8 queens on 8x8, number of solutions", "sat"].total.median == inf


def test_names_of_contestants_and_series() -> None:
    assert contestant(replace(record("sat"), options={"encoding": "totalizer"}, workers=2)) == (
        "sat encoding=totalizer workers=2"
    )
    assert series(replace(record(), up_to_symmetry=True)) == "n queens, number of solutions up to symmetry"


def test_disputed_instance_is_not_compared() -> None:
    quarrel: Dispute[Solution] = Dispute(
        "sat", "cpsat", Matter.COUNT, "sat counts 91, cpsat counts 92", instance="8 queens on 8x8, number of solutions"
    )
    found = findings("queens", RUNS, ENVIRONMENT, [quarrel])
    assert found.disputed == {"8 queens on 8x8, number of solutions"}
    assert found.compared == 1


def test_caveats_name_what_spoils_times() -> None:
    busy = Environment({"cores": "2", "parallel": "4", "load at start": "1.50 0.70 0.20"})
    shown = "\n".join(findings("queens", campaign(range(4, 12)), busy).caveats)
    for piece in ("4 runs shared 2 cores", "load 1.5", "censored", "more than 10 %", "Libraries were loaded"):
        assert piece in shown
    shown = "\n".join(findings("queens", [record()], Environment()).caveats)
    assert "One run per instance" in shown
    assert "too few" in shown
    assert "censored" not in shown


def test_findings_of_an_empty_campaign_are_empty() -> None:
    found = findings("nothing", [], Environment())
    assert (found.scores.table, found.compared) == ((), 0)
