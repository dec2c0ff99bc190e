"""Who is faster: no win within the noise, ratios over what both answered, bounds where one ran out of time."""

from collections.abc import Sequence

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, crashed, record

from rookery.compare.analysis.cells import Grid
from rookery.compare.analysis.findings import findings
from rookery.compare.analysis.scores import Scores, find_lead, score_pair
from rookery.compare.analysis.statistics import Sample
from rookery.compare.records.record import Record
from rookery.compare.report import sentences


def timed(backend: str, size: int, *seconds: float | None) -> list[Record]:
    return [record(backend, size, seed, each) for seed, each in enumerate(seconds)]


def campaign(times: dict[str, Sequence[float | None]]) -> list[Record]:
    """One run of each backend on boards of 4, 5, 6, ..."""
    return [record(who, size, 0, each) for who, row in times.items() for size, each in enumerate(row, start=4)]


@pytest.mark.parametrize(
    ("one", "other", "beats"),
    [
        ((1.0, 1.1, 1.2), (2.0, 2.1, 2.2), True),
        ((1.0, 1.1, 2.0), (1.9, 2.1, 2.2), False),  # the intervals overlap
        ((0.001, 0.0011), (0.009, 0.0091), False),  # less than 10 ms apart
        ((0.001, 0.0011), (0.02, 0.021), True),
        ((1.0,), (1.5,), False),  # a single run: 1.41 either way
        ((1.0,), (2.1,), True),
        ((2.1,), (1.0,), False),
        ((1.0, 1.0), (1.0, 1.0), False),
    ],
)
def test_sample_beats_another_beyond_doubt(one: tuple[float, ...], other: tuple[float, ...], beats: bool) -> None:
    assert Sample(one).beats(Sample(other)) is beats


@pytest.mark.parametrize(
    ("one", "other", "beats"),
    [
        (Sample((1.0, 1.1)), Sample((), (10.0, 10.0)), True),  # the other ran out of time
        (Sample((9.0,)), Sample((), (10.0,)), False),  # so it did, but no later than the noise
        (Sample((1.0, 1.1)), Sample((), (0.0,)), True),  # the other crashed
        (Sample((), (10.0,)), Sample((), (0.0,)), False),
        (Sample((), (10.0,)), Sample((1.0,)), False),
        (Sample((1.0, 1.1), (10.0,)), Sample((2.0, 2.1)), False),  # one of three ran out of time: no upper end
    ],
)
def test_sample_beats_runs_without_an_answer(one: Sample, other: Sample, beats: bool) -> None:
    assert one.beats(other) is beats


def test_equal_and_brief_times_have_no_winner() -> None:
    runs = [*timed("sat", 8, 1.0, 1.1), *timed("cpsat", 8, 1.05, 1.15)]
    runs += [*timed("sat", 9, 0.001, 0.0011), *timed("cpsat", 9, 0.003, 0.0031)]
    runs += [*timed("sat", 10, 3.0, 3.1), *timed("cpsat", 10, 1.0, 1.1)]
    scores = Scores(Grid(tuple(runs)))
    assert list(scores.fastest.values()) == [(), (), ("cpsat",)]
    assert {score.contestant: score.wins for score in scores.table} == {"cpsat": 1, "sat": 0}


def test_only_answer_wins_nothing() -> None:
    assert Scores(Grid((record("sat"),))).fastest == {"8 queens on 8x8, number of solutions": ()}


def test_headline_by_hand() -> None:
    """Six ratios of 2, 2, 4, 4, 8, 8: their geometric mean is 4."""
    factors = (2, 2, 4, 4, 8, 8)
    runs = campaign({"sat": [1.0] * 6, "cpsat": [float(each) for each in factors]})
    shown = sentences.leader(findings("x", runs, ENVIRONMENT))
    assert shown.startswith("sat is 4.0 times faster than cpsat (")


def test_few_instances_make_a_headline_only_beyond_doubt() -> None:
    hardly = findings("x", campaign({"sat": [1.0] * 3, "cpsat": [1.3, 1.3, 1.35]}), ENVIRONMENT)
    shown = sentences.leader(hardly)
    assert shown.startswith("No clear difference between sat and cpsat")
    clearly = findings("x", campaign({"sat": [1.0] * 3, "cpsat": [3.0, 3.0, 4.0]}), ENVIRONMENT)
    assert sentences.leader(clearly).startswith("sat is 3.3 times faster than cpsat")


def test_brief_instances_are_left_out_of_the_ratio() -> None:
    runs = campaign({"sat": [0.001, *[1.0] * 6], "cpsat": [0.009, *[2.0] * 6]})
    pair = score_pair(Grid(tuple(runs)), "cpsat", "sat")
    assert (pair.compared, pair.brief) == (6, 1)
    assert pair.ratio is not None
    assert pair.ratio.value == pytest.approx(2.0)


def test_time_out_makes_the_ratio_a_bound() -> None:
    """Limits are 10 s: five ratios of 2, and one of at least 10."""
    runs = campaign({"sat": [1.0] * 6, "cpsat": [2.0] * 5 + [None]})
    pair = score_pair(Grid(tuple(runs)), "cpsat", "sat")
    assert (pair.compared, pair.only_other, pair.at_least) == (5, 1, True)
    assert pair.bound is not None
    assert pair.bound.value == pytest.approx((2**5 * 10) ** (1 / 6))
    assert pair.turn().bound is not None
    assert pair.turn().at_least is False
    assert "at least 2.6 times" in sentences.leader(findings("x", runs, ENVIRONMENT))


def test_crash_and_time_outs_on_both_sides_bound_nothing() -> None:
    runs = [*campaign({"sat": [1.0] * 7, "cpsat": [2.0] * 6}), crashed("cpsat", 10)]
    pair = score_pair(Grid(tuple(runs)), "cpsat", "sat")
    assert (pair.bound, pair.only_other) == (None, 1)
    assert "sat is 2.0 times faster" in sentences.leader(findings("x", runs, ENVIRONMENT))
    runs = campaign({"sat": [1.0] * 6 + [None, 1.0], "cpsat": [2.0] * 6 + [1.0, None]})
    pair = score_pair(Grid(tuple(runs)), "cpsat", "sat")
    assert (pair.compared, pair.bound, pair.only_one, pair.only_other) == (6, None, 1, 1)


def test_lead_with_time_outs_is_not_clear() -> None:
    """Faster where it answers, but out of time where the other is not: the mean is unknown."""
    runs = campaign({"quick": [1.0] * 6 + [None], "steady": [3.0] * 6 + [5.0]})
    pair = score_pair(Grid(tuple(runs)), "quick", "steady")
    assert pair.at_least
    assert pair.bound is not None
    assert pair.bound.value < 1
    assert not pair.clear


def test_leader_is_beaten_by_the_fewest() -> None:
    runs = campaign({"slow": [9.0] * 6, "middle": [3.0] * 6, "fast": [1.0] * 6})
    lead = find_lead(Scores(Grid(tuple(runs))).pair_scores)
    assert lead is not None
    assert (lead.leader, lead.clear) == ("fast", True)
    assert [pair.one for pair in lead.rivals] == ["middle", "slow"]
    shown = sentences.leader(findings("x", runs, ENVIRONMENT))
    assert shown.startswith("fast is 3.0 times faster than middle (")
    assert "slow" not in shown


@pytest.mark.parametrize(
    ("sat", "cpsat"),
    [
        ([0.001] * 8, [0.004] * 8),  # below 10 ms
        ([1.0] * 6, [0.5, 3.0, 0.5, 3.0, 0.6, 1.5]),  # the interval holds 1
    ],
)
def test_no_clear_difference_is_said(sat: list[float], cpsat: list[float]) -> None:
    found = findings("x", campaign({"sat": sat, "cpsat": cpsat}), ENVIRONMENT)
    assert sentences.leader(found).startswith("No clear difference")


def test_one_instance_is_a_ratio_of_medians() -> None:
    runs = [*timed("sat", 8, 1.0, 1.1, 1.2), *timed("cpsat", 8, 3.0, 3.3, 3.6)]
    assert sentences.leader(findings("x", runs, ENVIRONMENT)).startswith("sat is 3.0 times faster than cpsat")
    single = [*timed("sat", 8, 1.0), *timed("cpsat", 8, 3.0)]
    assert "no interval" in sentences.leader(findings("x", single, ENVIRONMENT))
