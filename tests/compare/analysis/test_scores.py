"""Cells, scores, growth and caveats of synthetic campaigns, against numbers computed by hand."""

from dataclasses import replace
from math import inf

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, campaign, crashed, record

from rookery.compare.analysis.cells import Grid, Measure, contestant, seconds_of, series, time_given
from rookery.compare.analysis.findings import findings
from rookery.compare.analysis.growth import fit_growth
from rookery.compare.analysis.scores import Scores, score_pair
from rookery.compare.records.record import Dispute, Ended, Environment, Limits, Matter, Solution
from rookery.compare.report.wording import forecast, growth_factor

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
    assert (cpsat.wins, cpsat.unique, sat.wins, sat.unique) == (1, 1, 1, 0)
    assert cpsat.contribution == pytest.approx((0 + 17 + 0) / 3)
    assert sat.contribution == pytest.approx(2 / 3)


def test_phases_are_timed_apart() -> None:
    cpsat, _ = Scores(Grid(tuple(RUNS))).table
    medians = {measure.value: sample.median for measure, sample in cpsat.phases.items()}
    assert medians == pytest.approx({"total": 3.0, "compile": 0.6, "search": 2.1, "first": 0.9, "last": 2.7})


def test_the_virtual_best_by_hand() -> None:
    virtual = Scores(Grid(tuple(RUNS))).virtual
    assert (virtual.instances, virtual.solved) == (3, 2)
    assert virtual.par2 == pytest.approx((1 + 3 + 20) / 3)
    assert virtual.mean is not None
    assert virtual.mean.floor  # nobody answered the third


def test_a_mean_with_a_time_out_is_marked_as_a_floor() -> None:
    cpsat, _ = Scores(Grid(tuple(RUNS))).table
    assert cpsat.mean is not None
    assert cpsat.mean.value == pytest.approx((2.1 * 4.1 * 3.1 * 10.1) ** 0.25 - 0.1)
    assert cpsat.mean.floor


def test_a_duel_counts_what_has_no_ratio() -> None:
    found = score_pair(Grid(tuple(RUNS)), "cpsat", "sat")
    assert (found.compared, found.only_one, found.only_other, found.neither) == (1, 1, 0, 1)
    assert found.ratio is not None
    assert found.ratio.value == pytest.approx(3.0)


def test_without_a_limit_an_unsolved_run_leaves_par2_open() -> None:
    unlimited = [replace(crashed("sat"), limits=Limits()), replace(record("cpsat"), limits=Limits())]
    cpsat, sat = Scores(Grid(tuple(unlimited))).table
    assert sat.par2 is None
    assert cpsat.par2 == 1.0
    assert cpsat.contribution is None


def test_a_crash_gives_no_floor_and_a_hard_kill_does() -> None:
    assert time_given(crashed("sat")) == 0.0
    assert time_given(crashed("sat", ended=Ended.KILLED)) == 10.0
    assert Grid((crashed("sat"),)).cells["8 queens on 8x8, number of solutions", "sat"].total.median == inf


def test_measures_of_a_run() -> None:
    run = record("sat", 8, 0, 1.0)
    times = [seconds_of(run, measure) for measure in Measure]
    assert times == pytest.approx([1.0, 0.2, 0.7, 0.3, 0.9])
    assert seconds_of(replace(run, times={})) == run.wall


def test_names_of_contestants_and_series() -> None:
    assert contestant(replace(record("sat"), options={"encoding": "totalizer"}, workers=2)) == (
        "sat encoding=totalizer workers=2"
    )
    assert series(replace(record(), up_to_symmetry=True)) == "n queens, number of solutions up to symmetry"


def test_growth_stops_at_the_first_size_without_an_answer() -> None:
    runs = [record("sat", size, seed, 0.01 * 3.0**size) for size in range(2, 6) for seed in range(3)]
    runs += [record("sat", 6, seed, None) for seed in range(3)]
    found = fit_growth(Grid(tuple(runs)), "n queens, number of solutions", "sat")
    assert found.line is not None
    assert found.line.factor == pytest.approx(3.0)
    assert (found.censored, found.next_size, found.noisy) == ((6,), 6, False)


def test_growth_below_the_noise_is_marked() -> None:
    runs = [record("sat", size, 0, 0.0001 * size) for size in range(3, 8, 2)]
    found = fit_growth(Grid(tuple(runs)), "n queens, number of solutions", "sat")
    assert (found.noisy, found.next_size, found.expected) == (True, 9, None)


def test_a_line_through_noise_tells_no_interval() -> None:
    runs = [record("sat", size, 0, seconds) for size, seconds in ((4, 0.001), (5, 0.9), (6, 0.002), (7, 0.8))]
    found = fit_growth(Grid(tuple(runs)), "n queens, number of solutions", "sat")
    assert (found.noisy, found.open) == (True, True)
    assert (found.expected, forecast(found), growth_factor(found)) == (None, "unknown", "unknown")


def test_agreement_is_counted_by_pairs() -> None:
    quarrel: Dispute[Solution] = Dispute(
        "sat", "cpsat", Matter.COUNT, "sat counts 91, cpsat counts 92", instance="8 queens on 8x8, number of solutions"
    )
    found = findings("queens", RUNS, ENVIRONMENT, [quarrel])
    assert found.agreement["cpsat", "sat"] == found.agreement["sat", "cpsat"] == (0, 2, 1)
    assert found.agreement["cpsat", "cpsat"] == (2, 1, 0)
    assert found.disputed == {"8 queens on 8x8, number of solutions"}
    assert found.compared == 1


def test_caveats_of_a_crowded_machine() -> None:
    busy = Environment({"cores": "2", "parallel": "4", "load at start": "1.50 0.70 0.20"})
    shown = "\n".join(findings("queens", campaign(range(4, 12)), busy).caveats)
    for piece in (
        "4 runs shared 2 cores",
        "load 1.5 on 2 cores",
        "censored",
        "more than 10 %",
        "Libraries were loaded",
    ):
        assert piece in shown


def test_caveats_of_a_single_small_run() -> None:
    shown = "\n".join(findings("queens", [record()], Environment()).caveats)
    assert "One run per instance" in shown
    assert "1 instance: too few" in shown
    assert "censored" not in shown


def test_an_empty_campaign_has_findings_too() -> None:
    found = findings("nothing", [], Environment())
    assert (found.scores.table, found.growths, found.compared) == ((), [], 0)
    assert found.scores.virtual.par2 is None
