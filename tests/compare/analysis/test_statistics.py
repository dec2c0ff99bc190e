"""Statistics against numbers computed by hand, and what must hold for any times."""

from math import exp, gamma, inf, isinf, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.compare.analysis.growth import Growth, fit_line, student_quantile
from rookery.compare.analysis.statistics import (
    Interval,
    Sample,
    geometric_ratio,
    par2,
    quantile,
    ratio_of_medians,
    shifted_geometric_mean,
)
from rookery.compare.report.wording import forecast, growth_factor

SECONDS = st.floats(1e-4, 1e3)
TIMES = st.lists(SECONDS, min_size=1, max_size=9).map(tuple)


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([1.0, 2.0, 4.0], 0.5, 2.0), ([1.0, 2.0, 4.0], 0.25, 1.5), ([1.0, 3.0], 0.5, 2.0), ([5.0], 0.9, 5.0)],
)
def test_quantiles_interpolate(values: list[float], share: float, expected: float) -> None:
    assert quantile(values, share) == pytest.approx(expected)


def test_a_quantile_among_time_outs_is_infinite() -> None:
    assert quantile([1.0, inf, inf], 0.5) == inf
    assert quantile([1.0, 2.0, inf], 0.5) == 2.0
    assert quantile([], 0.5) == inf


def test_a_censored_median_keeps_its_floor() -> None:
    half = Sample((1.0, 2.0), (10.0, 10.0))
    assert half.censored
    assert half.at_least == 6.0  # the middle of 2 and 10
    assert not Sample((1.0, 2.0, 3.0), (10.0, 10.0)).censored
    assert Sample((), (10.0,)).at_least == 10.0


def test_quartiles_and_variation_by_hand() -> None:
    sample = Sample((4.0, 1.0, 3.0, 2.0, 5.0))
    assert (sample.median, sample.quartiles) == (3.0, (2.0, 4.0))
    assert sample.variation == pytest.approx(2 / 3)
    assert Sample((1.0, 2.0), (9.0,)).variation == 0.0  # the third quartile is censored: nothing to say


def test_an_interval_needs_two_runs_and_is_the_same_each_time() -> None:
    assert Sample((1.0,)).interval is None
    first, again = Sample((1.0, 2.0, 4.0)).interval, Sample((1.0, 2.0, 4.0)).interval
    assert first == again == (1.0, 4.0)  # of 27 resamples 1 in 27 is all 1 (and more have median 1), so are the ends


def test_an_interval_is_open_where_runs_timed_out() -> None:
    interval = Sample((1.0, 1.1), (10.0,)).interval
    assert interval is not None
    assert isinf(interval.high)


@given(TIMES)
def test_the_median_lies_in_its_interval_and_between_the_quartiles(times: tuple[float, ...]) -> None:
    sample = Sample(times)
    assert sample.quartiles.low <= sample.median <= sample.quartiles.high
    if sample.interval:
        assert sample.interval.low <= sample.median <= sample.interval.high


@given(TIMES, st.integers(0, 4))
def test_time_outs_never_lower_a_median(times: tuple[float, ...], more: int) -> None:
    bare, cut = Sample(times), Sample(times, (1e3,) * more)
    assert cut.median >= bare.median
    assert cut.at_least >= bare.median


def test_ratios_of_medians() -> None:
    ratio = ratio_of_medians(Sample((4.0, 4.2, 4.4)), Sample((2.0, 2.1, 2.2)))
    assert ratio is not None
    assert ratio.value == pytest.approx(2.0)
    assert ratio.clear
    assert ratio.interval is not None
    assert 4.0 / 2.2 <= ratio.interval.low <= 2.0 <= ratio.interval.high <= 4.4 / 2.0
    assert ratio_of_medians(Sample((1.0,), (9.0, 9.0)), Sample((1.0,))) is None
    assert ratio_of_medians(Sample((3.0,)), Sample((1.0,))) == (3.0, None)


@given(TIMES)
def test_no_sample_is_clearly_slower_than_itself(times: tuple[float, ...]) -> None:
    ratio = ratio_of_medians(Sample(times), Sample(times))
    assert ratio is not None
    assert not ratio.clear


def test_geometric_ratios_by_hand() -> None:
    ratio = geometric_ratio([(2.0, 1.0), (8.0, 1.0)])
    assert ratio is not None
    assert ratio.value == pytest.approx(4.0)
    assert ratio.interval == pytest.approx((2.0, 8.0))
    assert geometric_ratio([]) is None
    assert geometric_ratio([(3.0, 1.0)]) == pytest.approx((3.0, None))


@given(st.lists(st.tuples(SECONDS, SECONDS), min_size=2, max_size=8))
def test_a_geometric_ratio_turned_round_is_its_inverse(pairs: list[tuple[float, float]]) -> None:
    there, back = geometric_ratio(pairs), geometric_ratio([(other, one) for one, other in pairs])
    assert there is not None
    assert back is not None
    assert there.value * back.value == pytest.approx(1.0)
    assert there.interval is not None
    assert there.interval.low <= there.value * (1 + 1e-9)
    assert there.value <= there.interval.high * (1 + 1e-9)


def test_par2_charges_twice_the_limit() -> None:
    assert par2([1.0, 3.0, None], 10.0) == pytest.approx(8.0)
    assert par2([1.0, None], None) is None
    assert par2([1.0, 2.0], None) == 1.5
    assert par2([], 10.0) is None


def test_the_shifted_geometric_mean_by_hand() -> None:
    assert shifted_geometric_mean([0.0, 3.0], shift=1.0) == pytest.approx(1.0)  # sqrt(1 * 4) - 1
    assert shifted_geometric_mean([]) is None


@given(TIMES)
def test_a_shifted_geometric_mean_lies_between_the_least_and_the_most(times: tuple[float, ...]) -> None:
    mean = shifted_geometric_mean(times)
    assert mean is not None
    assert min(times) - 1e-9 <= mean <= max(times) + 1e-9


def test_an_exact_line_is_found_with_no_doubt() -> None:
    line = fit_line([(n, 0.01 * 3.0**n) for n in range(4, 9)])
    assert line is not None
    assert line.factor == pytest.approx(3.0)
    assert line.at(9) == pytest.approx(0.01 * 3.0**9)
    assert line.interval_at(9) == pytest.approx((line.at(9), line.at(9)))


def test_the_prediction_of_a_line_by_hand() -> None:
    line = fit_line([(1, exp(1)), (2, exp(2)), (3, exp(6))])  # logs 1, 2, 6: slope 2.5, residuals 0.5, -1, 0.5
    assert line is not None
    assert log(line.factor) == pytest.approx(2.5)
    assert line.error == pytest.approx(sqrt(1.5))
    width = 12.706 * sqrt(1.5) * sqrt(1 + 1 / 3 + 4 / 2)  # one degree of freedom, two away from the mean
    assert log(line.at(4)) == pytest.approx(8.0)
    assert tuple(map(log, line.interval_at(4))) == pytest.approx((8 - width, 8 + width))
    assert tuple(map(log, line.factors)) == pytest.approx((2.5 - 12.706 * sqrt(0.75), 2.5 + 12.706 * sqrt(0.75)))


def test_two_points_and_a_single_size_are_no_line() -> None:
    assert fit_line([(4, 1.0), (5, 2.0)]) is None
    assert fit_line([(4, 1.0), (4, 2.0), (4, 3.0)]) is None
    assert student_quantile(30) == 2.042
    assert student_quantile(31) == 1.960


@pytest.mark.parametrize("freedom", range(1, 31))
def test_half_an_interval_of_student_holds_what_it_says(freedom: int) -> None:
    """The density of Student's t, integrated by Simpson's rule, has 0.475 between 0 and each value of the table."""
    end, steps = student_quantile(freedom), 20_000
    scale = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    density = [scale * (1 + (end * at / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(steps + 1)]
    inner = 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2])
    assert (density[0] + inner + density[-1]) * end / steps / 3 == pytest.approx(0.475, abs=3e-5)


@pytest.mark.parametrize(
    ("times", "is_open", "text"),
    [
        ((0.01, 1.0, 0.05), True, "unknown"),
        ((1e-3, 1.0, 1e3), True, "unknown"),
        ((1e3, 1.0, 1e-3), False, "400: 0 µs"),
        ((1e-300, 1.0, 1e300), True, "unknown"),
    ],
)
def test_a_line_goes_on_far_beyond_its_points(times: tuple[float, ...], is_open: bool, text: str) -> None:
    """What is too large for a number is infinite, and no interval is given for it."""
    line = fit_line(list(zip((4.0, 5.0, 6.0), times, strict=True)))
    found = Growth("queens", "sat", tuple(zip((4, 5, 6), times, strict=True)), (400,), line, noisy=False)
    assert (found.next_size, found.open) == (400, is_open)
    assert forecast(found).startswith(text)
    assert growth_factor(found).startswith("unknown" if is_open else "×")


def test_an_interval_excludes_what_lies_outside() -> None:
    assert Interval(1.1, 2.0).excludes(1.0)
    assert not Interval(0.9, inf).excludes(1.0)
