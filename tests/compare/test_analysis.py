"""Cells, wins, ratios, scores and caveats, against numbers computed by hand and simulations of equal backends."""

from collections.abc import Mapping, Sequence
from math import inf
from random import Random

import pytest
from msgspec.structs import replace
from rookery_tests.synthetic_records import ENVIRONMENT, campaign, crashed, record

from rookery.compare import sentences
from rookery.compare.analysis import Analysis, Cell, Pair, compare_cells, geometric_mean, median_interval, student
from rookery.compare.caveats import list_caveats
from rookery.compare.findings import Findings
from rookery.compare.record import Ended, Limits, Record

CRASH = -1.0  # instead of the seconds of a run
COUNT_8 = "8 queens on 8x8, number of solutions"


def runs(backend: str, size: int, *seconds: float | None) -> list[Record]:
    """Return a run a seed; None stands for a time-out after 10 s."""
    return [
        crashed(backend, size, seed, instance=f"{size} queens on {size}x{size}, number of solutions")
        if each == CRASH
        else record(backend, size, seed, each)
        for seed, each in enumerate(seconds)
    ]


def cell(*seconds: float | None) -> Cell:
    return Cell(tuple(runs("sat", 8, *seconds)))


def single_runs(times: Mapping[str, Sequence[float | None]]) -> list[Record]:
    """Return one run of each backend on boards of 4, 5, 6, ..."""
    return [each for who, row in times.items() for size, time in enumerate(row, 4) for each in runs(who, size, time)]


def pair_of(records: Sequence[Record], one: str = "cpsat", other: str = "sat") -> Pair:
    return Analysis(records).pairs[one, other]


def leader(records: Sequence[Record]) -> str:
    return sentences.leader(Findings("x", records, ENVIRONMENT))


@pytest.mark.parametrize(
    ("seconds", "middle", "at_least"),
    [
        ((1.0, 2.0, 4.0), 2.0, 2.0),
        ((1.0, 3.0), 2.0, 2.0),
        ((1.0, 2.0, None), 2.0, 2.0),
        ((1.0, 2.0, None, None), inf, 6.0),
        ((None,), inf, 10.0),
        ((CRASH,), inf, 0.0),
        ((1.0, CRASH, None), inf, 1.0),
        ((1.0, 1.0, CRASH, CRASH), inf, 0.0),
    ],
)
def test_median_counts_runs_without_an_answer(seconds: Sequence[float], middle: float, at_least: float) -> None:
    assert (cell(*seconds).median, cell(*seconds).at_least) == (middle, at_least)


def test_kill_gives_a_lower_bound_and_a_crash_none() -> None:
    assert crashed("sat", ended=Ended.KILLED, wall=10.2).least_seconds == 10.0
    assert crashed("sat", ended=Ended.KILLED, wall=3.5).least_seconds == 3.5, "its processor time was used up before"
    assert crashed("sat").least_seconds == 0.0


def test_par2_charges_twice_the_limit() -> None:
    assert cell(1.0, 3.0, None).par2 == pytest.approx(8.0)
    assert cell(1.0, CRASH).par2 == pytest.approx(10.5)
    unlimited = [replace(each, limits=Limits()) for each in (record("sat"), crashed("sat"))]
    assert Cell(tuple(unlimited)).par2 is None
    assert Cell(tuple(unlimited[:1])).par2 == 1.0


def test_fewer_than_six_runs_have_a_range_and_no_interval() -> None:
    five, six = cell(1.0, 2.0, 3.0, 4.0, 5.0), cell(1.0, 2.0, 3.0, 4.0, 5.0, None)
    assert (five.interval, five.spread) == (None, (1.0, 5.0))
    assert six.interval == six.spread == (1.0, inf)
    assert median_interval(range(1, 10)) == (2, 8)  # 20 of 512 samples have fewer than two values on a side


@pytest.mark.parametrize("runs", [6, 8, 11])
def test_interval_misses_a_median_seldom(runs: int) -> None:
    random = Random(runs)
    samples = (sorted(random.lognormvariate(0, 1) for _ in range(runs)) for _ in range(2000))
    intervals = [found for sample in samples if (found := median_interval(sample))]
    assert sum(not low <= 1 <= high for low, high in intervals) <= 0.05 * 2000


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.5706), (7, 2.3646), (10, 2.2281), (30, 2.0423), (999, 1.9623)])
def test_quantiles_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.002)


BEATS: dict[str, tuple[Sequence[float | None], Sequence[float | None], bool]] = {
    "apart": ((1.0, 1.1, 1.2, 1.3), (2.0, 2.1, 2.2, 2.3), True),
    "slower": ((2.0, 2.1, 2.2, 2.3), (1.0, 1.1, 1.2, 1.3), False),
    "overlapping": ((1.0, 1.1, 1.2, 2.05), (2.0, 2.1, 2.2, 2.3), False),
    "three runs": ((1.0, 1.1, 1.2), (2.0, 2.1, 2.2, 2.3), False),
    "against three": ((1.0, 1.1, 1.2, 1.3), (2.0, 2.1, 2.2), False),
    "less than 10 ms apart": ((0.001,) * 4, (0.009,) * 4, False),
    "brief and long": ((0.001,) * 4, (0.02,) * 4, True),
    "equal": ((1.0,) * 4, (1.0,) * 4, False),
    "the other timed out": ((9.0,) * 4, (None,) * 4, True),
    "the other timed out once": ((1.0,) * 4, (2.0, 2.0, 2.0, None), True),
    "the other crashed": ((9.0,) * 4, (CRASH,) * 4, True),
    "timed out once": ((1.0, 1.0, 1.0, None), (20.0,) * 4, False),
    "neither": ((None,) * 4, (CRASH,) * 4, False),
}


@pytest.mark.parametrize(("one", "other", "beats"), BEATS.values(), ids=BEATS)
def test_winner_has_four_runs_faster_than_each_other(
    one: Sequence[float | None], other: Sequence[float | None], beats: bool
) -> None:
    assert cell(*one).beats(cell(*other)) is beats


@pytest.mark.parametrize("seeds", [1, 2, 3, 4, 5, 6, 10])
def test_equal_backends_seldom_win(seeds: int) -> None:
    """Of 500 pairs of cells of one distribution, at most 5 % have a winner."""
    random = Random(seeds)
    cells = [cell(*(random.lognormvariate(0, 0.15) for _ in range(seeds))) for _ in range(1000)]
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    assert sum(one.beats(other) or other.beats(one) for one, other in pairs) <= 0.05 * len(pairs)


@pytest.mark.parametrize(("instances", "seeds"), [(1, 4), (3, 1), (6, 1), (6, 3), (12, 1)])
def test_equal_backends_are_seldom_ranked(instances: int, seeds: int) -> None:
    """Of 400 campaigns with two equal backends, at most 5 % rank them."""
    random = Random(1)

    def draw() -> list[Cell]:
        return [cell(*(random.lognormvariate(0, 0.3) for _ in range(seeds))) for _ in range(instances)]

    ranked = sum(compare_cells("a", "b", zip(draw(), draw(), strict=True)).clear for _ in range(400))
    assert ranked <= 0.05 * 400


def test_faster_backend_is_ranked_and_wins() -> None:
    """The simulations above pass for a rule that never ranks; this one does not."""
    random = Random(1)
    times = {who: [mean * random.lognormvariate(0, 0.15) for _ in range(6)] for who, mean in (("a", 1.0), ("b", 3.0))}
    assert pair_of(single_runs(times), "b", "a").clear
    assert cell(*times["a"]).beats(cell(*times["b"]))


def test_geometric_means_by_hand() -> None:
    assert geometric_mean([]) is None
    assert geometric_mean([2.0, 8.0]) == pytest.approx((4.0, 2.0, 8.0, False))
    six = geometric_mean([2.0, 2.0, 4.0, 4.0, 8.0, 8.0])
    assert six == pytest.approx((4.0, 2.087, 7.667, True), rel=0.002)  # log 2 * (2 +- 2.5706 * 0.8944 / sqrt(6))
    assert six is not None
    assert six.clear


def test_ratio_leaves_out_brief_instances_and_counts_the_others() -> None:
    records = single_runs({"sat": [0.001, *[1.0] * 6], "cpsat": [0.009, *[2.0] * 6]})
    pair = pair_of(records)
    assert (pair.compared, pair.brief, pair.clear) == (6, 1, True)
    assert pair.ratio == pytest.approx((2.0, 2.0, 2.0, True))
    mixed = single_runs({"sat": [1.0, None, CRASH, 1.0], "cpsat": [3.0, 3.0, None, CRASH]})
    pair = pair_of(mixed)
    assert (pair.compared, pair.only_one, pair.only_other, pair.bound) == (1, 1, 1, "")


def test_time_out_makes_the_ratio_a_bound() -> None:
    """Limits are 10 s: five ratios of 2, and one of at least 10."""
    records = single_runs({"sat": [1.0] * 6, "cpsat": [2.0] * 5 + [None]})
    pair = pair_of(records)
    assert (pair.compared, pair.only_other, pair.bound) == (5, 1, "≥")
    assert pair.ratio is not None
    assert pair.ratio.value == pytest.approx((2**5 * 10) ** (1 / 6))
    turned = pair_of(records, "sat", "cpsat")
    assert turned.bound == "≤"
    assert turned.distance == pytest.approx(-pair.distance)
    assert "at least 2.6 times faster" in leader(records)


def test_crash_and_time_outs_on_both_sides_bound_nothing() -> None:
    """Runs that crash have no limit to go by, also where as many answer."""
    half = [each for size in range(6) for each in runs("cpsat", size, 2.0, CRASH)]
    assert pair_of([*half, *(each for size in range(6) for each in runs("sat", size, 1.0, 1.0))]).ratio is None
    pair = pair_of(single_runs({"sat": [1.0] * 7, "cpsat": [2.0] * 6 + [CRASH]}))
    assert (pair.bound, pair.only_other, pair.clear) == ("", 1, True)
    pair = pair_of(single_runs({"sat": [1.0] * 6 + [None, 1.0], "cpsat": [2.0] * 6 + [1.0, None]}))
    assert (pair.compared, pair.bound, pair.only_one, pair.only_other) == (6, "", 1, 1)


def test_bound_on_the_wrong_side_ranks_nobody() -> None:
    """The quick one is out of time where the other is not, so that its mean is unknown."""
    pair = pair_of(single_runs({"quick": [1.0] * 6 + [None], "steady": [3.0] * 6 + [5.0]}), "quick", "steady")
    assert (pair.bound, pair.clear) == ("≥", False)
    assert pair.distance < 0


def test_few_instances_rank_only_where_each_is_won() -> None:
    once = single_runs({"sat": [1.0] * 5, "cpsat": [3.0] * 5})
    assert leader(once).startswith("No clear difference between sat and cpsat: cpsat takes 3.0 times as long")
    often = [replace(each, seed=seed, key=f"{each.key}{seed}") for each in once for seed in range(4)]
    assert leader(often) == "sat is 3.0 times faster than cpsat (geometric mean over 5 instances)."
    assert (
        leader([each for each in often if each.size == 4]) == "sat is 3.0 times faster than cpsat (ratio of medians)."
    )


def test_ratio_with_a_time_limit_is_a_bound() -> None:
    cut = single_runs({"sat": [1.0] * 2, "cpsat": [None] * 2})
    assert "cpsat takes at least 10 times as long (geometric mean over 2 instances, 2 cut by" in leader(cut)


def test_leader_is_beaten_by_the_fewest() -> None:
    records = single_runs({"slow": [9.0] * 6, "middle": [3.0] * 6, "fast": [1.0] * 6})
    lead = Analysis(records).lead
    assert [(pair.one, pair.other) for pair in lead] == [("middle", "fast"), ("slow", "fast")]
    assert leader(records).startswith("fast is 3.0 times faster than middle (geometric mean over 6 instances, 95 %")
    assert "slow" not in leader(records)


def test_backend_that_is_too_fast_to_rank_is_named() -> None:
    """Against sat, cpsat has times to compare; its pair with the leader has none."""
    records = single_runs({"backtracking": [0.001] * 6, "sat": [0.002] * 6, "cpsat": [0.05] * 6})
    assert leader(records).endswith("sat cannot be ranked: each instance took less than 10.0 ms.")
    assert leader(records).startswith("backtracking is 50 times faster than cpsat")
    all_brief = single_runs({"sat": [0.001] * 6, "cpsat": [0.002] * 6})
    assert leader(all_brief) == "No clear difference: every instance took all of them less than 10.0 ms."
    assert leader([record("sat")]) == ""


# size 8: sat 1 s, cpsat 2 s and 4 s; size 9: sat times out, cpsat 3 s; size 10: sat crashes, cpsat times out
SCORED = [
    *runs("sat", 8, 1.0), *runs("cpsat", 8, 2.0, 4.0), *runs("sat", 9, None), *runs("cpsat", 9, 3.0),
    *runs("sat", 10, CRASH), *runs("cpsat", 10, None),
]  # fmt: skip


def test_scores_by_hand() -> None:
    cpsat, sat = Analysis(SCORED).scores
    assert (cpsat.contestant, cpsat.share, dict(cpsat.runs.reasons)) == ("cpsat", 3 / 4, {"time limit": 1})
    assert (sat.contestant, sat.share, dict(sat.runs.reasons)) == ("sat", 1 / 3, {"time limit": 1, "crash": 1})
    assert (cpsat.par2, sat.par2) == pytest.approx(((3 + 3 + 20) / 3, (1 + 20 + 20) / 3))
    assert (cpsat.wins, sat.wins) == (0, 0)


def test_wins_need_a_rival_and_leave_out_doubtful_and_wrong_answers() -> None:
    records = [*runs("sat", 8, *[1.0] * 4), *runs("cpsat", 8, *[2.0] * 4), *runs("lazy", 8, *[0.5] * 4)]
    assert Analysis(records).winners == {COUNT_8: "lazy"}
    assert Analysis(records, doubtful={(COUNT_8, "lazy")}).winners == {COUNT_8: "sat"}
    assert Analysis(records, wrong={"lazy"}).winners == {COUNT_8: "sat"}
    assert Analysis(records, wrong={"lazy", "sat"}).winners == {}
    wins = {score.contestant: score.wins for score in Analysis(records, wrong={"lazy"}).scores}
    assert wins == {"sat": 1, "cpsat": 0, "lazy": None}


def test_disputed_instance_is_not_compared() -> None:
    other = {"family": "placement", "board": "5x6", "pieces": [["queen", 3]]}  # nothing is published about it
    records = [replace(each, problem=other, count=7 + (each.backend == "sat")) for each in SCORED]
    found = Findings("queens", records, ENVIRONMENT)
    assert found.compared == 1
    assert {pair.compared for pair in found.analysis.pairs.values()} == {0}
    assert list_caveats(found.analysis, ENVIRONMENT, 1)[0].startswith("Answers to 1 instance disagree")


def test_caveats_tell_what_spoils_times() -> None:
    facts = {"cores": "2", "jobs": "4 runs at a time", "load at start": "1.50 0.70", "left out": "mip (no OR-Tools)"}
    told = list_caveats(Analysis(campaign(range(4, 12))), facts)
    for text in (
        "Not compared: mip (no OR-Tools).",
        "4 runs shared 2 cores: times include waiting.",
        "The machine was busy before the campaign began: load 1.5 on 2 cores.",
        "Loading the libraries (once, before the runs) is not counted: backtracking 100 ms, cpsat 400 ms",
        "Each backend ran 3 times on an instance: a win takes 4 runs, an interval 6 (--seeds 6).",
        "of 60 medians are not known",
        "The slowest of several runs took more than 1.5 times as long as the fastest in ",
    ):
        assert any(text in each for each in told), text
