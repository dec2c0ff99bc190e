"""Reports as text: numbers in words, the terminal at 80 columns, Markdown."""

import io
from dataclasses import replace
from math import inf

import pytest
from rich.console import Console
from rookery_tests.synthetic_records import BACKENDS, ENVIRONMENT, QUEENS_8, campaign, crashed, record

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.analysis.statistics import Interval, Ratio, Sample
from rookery.compare.records.record import Dispute, Ended, Matter, Said
from rookery.compare.report import wording as words
from rookery.compare.report.terminal import show, show_changes
from rookery.compare.verdict.disputes import find_disputes

QUARREL = Dispute(
    "sat", "cpsat", Matter.COUNT, "91, 92", QUEENS_8, "8 queens on 8x8, number of solutions", "rookery it"
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0 µs"),
        (0.00062, "620 µs"),
        (0.0123, "12.3 ms"),
        (0.1, "100 ms"),
        (0.9999, "1.00 s"),
        (1.0, "1.00 s"),
        (59.96, "60.0 s"),
        (1234.5, "1,234 s"),
        (inf, "∞"),
        (None, "—"),
    ],
)
def test_seconds_have_three_digits(value: float | None, expected: str) -> None:
    assert words.seconds(value) == expected


def test_intervals_and_ratios_in_words() -> None:
    assert words.span(Interval(1.2, 1.4)) == "1.20 – 1.40 s"
    assert words.span(Interval(0.9, 1.4)) == "900 ms – 1.40 s"
    assert words.ratio(Ratio(2.5, Interval(2.0, inf))) == "×2.5 [2.0, ∞]"
    assert words.ratio(Ratio(0.031, None)) == "×0.031"
    assert words.median(Sample((1.0,), (10.0, 10.0))) == "> 10 s"
    assert words.median(Sample((), (0.0,))) == "—"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "92 solutions"),
        ({"count": 1}, "1 solution"),
        ({"orbits": 12}, "12 up to symmetry (92 in total)"),
        ({"said": Said.PARTIAL_COUNT, "complete": False, "count": 40}, "≥ 40 solutions"),
        ({"said": Said.OPTIMAL, "objective": 5, "want": "one"}, "5 optimal"),
        ({"said": Said.OPTIMAL, "objective": 5, "count": 4860}, "5 optimal, 4,860 ways"),
        ({"said": Said.FEASIBLE, "objective": 6, "bound": 4, "goal": -1}, "≤ 6, proven ≥ 4"),
        ({"said": Said.FEASIBLE, "objective": 6, "goal": 1}, "≥ 6"),
        ({"said": Said.SATISFIED, "want": "one"}, "a solution"),
        ({"said": Said.INFEASIBLE}, "no solution"),
        ({"said": Said.UNKNOWN}, "—"),
    ],
)
def test_answers_in_words(changes: dict[str, object], expected: str) -> None:
    assert words.answer(replace(record(), **changes)) == expected  # type: ignore[arg-type]


def shown(found: Findings, changes: Changes | None = None, width: int = 80) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    show(found, console)
    if changes:
        show_changes(changes, console)
    return out.getvalue()


def test_terminal_says_the_verdict_first() -> None:
    text = shown(findings("Queens", campaign(), ENVIRONMENT))
    assert "All answers agree" in text.splitlines()[1]
    parts = [text.index(part) for part in ("Scores", "Runs without an answer", "Time by size", "Keep in")]
    assert parts == sorted(parts)
    for expected in ("> 10 s", "time limit", "times faster than"):
        assert expected in text


def test_tables_fit_into_80_columns() -> None:
    backends = [*BACKENDS, *(f"a-plug-in-of-ones-own-{n}" for n in range(6))]
    text = shown(findings("Queens", campaign(range(4, 9), backends=backends), ENVIRONMENT))
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


@pytest.mark.parametrize("width", [80, 40])
def test_name_of_a_backend_is_never_cut(width: int) -> None:
    text = shown(findings("Queens", campaign(range(4, 9)), ENVIRONMENT), width=width)
    scores = text[text.index("Scores") : text.index("Time by size")]
    assert max(map(len, scores.splitlines())) <= width
    assert all(f"\n{' ' * 2 * (width < 80)}{name}" in scores for name in BACKENDS)
    assert ("answered 30/30" in scores, "wins" in scores) == (width < 80, True)


def test_disagreements_are_shown_with_their_command() -> None:
    text = shown(findings("liar", campaign(range(8, 9)), ENVIRONMENT, [QUARREL]))
    assert text.index("nothing shows") < text.index("    rookery it") < text.index("Scores")


def test_refused_answers_are_shown() -> None:
    refused = crashed("sat", ended=Ended.INVALID, message="two queens attack each other")
    runs = [refused, record("cpsat")]
    text = shown(findings("liar", runs, ENVIRONMENT, find_disputes(runs)))
    assert "sat a refused answer" in text
    assert "Referees: two queens attack each other" in text
    assert "Nothing to compare" in shown(findings("nothing", [], ENVIRONMENT))
