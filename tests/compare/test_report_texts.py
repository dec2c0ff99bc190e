"""Times and answers in words, and the report in a terminal of 80 columns."""

import io
from math import inf

import pytest
from msgspec.structs import replace
from rich.console import Console
from rookery_tests.synthetic_records import BACKENDS, ENVIRONMENT, campaign, crashed, record

from rookery.compare import wording as words
from rookery.compare.analysis import Cell
from rookery.compare.findings import Findings
from rookery.compare.record import Ended, Said
from rookery.compare.terminal import show


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, "0 µs"), (0.0123, "12.3 ms"), (0.9999, "1.00 s"), (1234.5, "1,234 s"), (inf, "∞"), (None, "—")],
)
def test_seconds_have_three_digits(value: float | None, expected: str) -> None:
    assert words.seconds(value) == expected


@pytest.mark.parametrize(
    ("seconds", "outcome", "failures", "spread"),
    [
        ((1.0, 1.2, 1.4), "1.20 s", "", "range 1.00 – 1.40 s"),
        ((1.0, 1.1, 1.2, 1.3, 1.4, 1.5), "1.25 s", "", "95 % 1.00 – 1.50 s"),
        ((1.0, 1.2, None), "1.20 s", "1 of 3 time limit", "range 1.00 s – ∞"),
        ((None,), "> 10.0 s", "time limit", ""),
    ],
)
def test_cells_in_words(seconds: tuple[float, ...], outcome: str, failures: str, spread: str) -> None:
    cell = Cell(tuple(record("sat", 8, seed, each) for seed, each in enumerate(seconds)))
    assert (words.outcome(cell), words.failures(cell), words.spread(cell)) == (outcome, failures, spread)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "92 solutions"),
        ({"orbits": 12}, "12 up to symmetry (92 in total)"),
        ({"said": Said.PARTIAL_COUNT, "complete": False, "count": 40}, "≥ 40 solutions"),
        ({"said": Said.OPTIMAL, "objective": 5, "count": 4860}, "5 optimal, 4,860 ways"),
        ({"said": Said.FEASIBLE, "objective": 6, "bound": 4, "goal": -1}, "≤ 6, proven ≥ 4"),
        ({"said": Said.INFEASIBLE}, "no solution"),
    ],
)
def test_answers_in_words(changes: dict[str, object], expected: str) -> None:
    assert words.answer(replace(record(), **changes)) == expected


def shown(found: Findings, width: int = 80) -> str:
    out = io.StringIO()
    show(found, Console(file=out, width=width, highlight=False, markup=False, emoji=False))
    return out.getvalue()


def test_tables_fit_into_80_columns() -> None:
    backends = [*BACKENDS, *(f"a-plug-in-of-ones-own-{n}" for n in range(6))]
    text = shown(Findings("Queens", campaign(range(4, 9), backends=backends), ENVIRONMENT))
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


@pytest.mark.parametrize("width", [80, 40])
def test_name_of_a_backend_is_never_cut(width: int) -> None:
    text = shown(Findings("Queens", campaign(range(4, 9)), ENVIRONMENT), width=width)
    scores = text[text.index("Scores") : text.index("Time by size")]
    assert max(map(len, scores.splitlines())) <= width
    assert all(f"\n{'  backend ' * (width < 80)}{name}" in scores for name in BACKENDS)
    assert ("answered 30/30" in scores, "wins" in scores) == (width < 80, True)


def test_refused_answers_and_empty_campaigns_are_shown() -> None:
    runs = [crashed("sat", ended=Ended.INVALID, message="two queens attack each other"), record("cpsat")]
    text = shown(Findings("liar", runs, ENVIRONMENT))
    assert "a refused answer by sat" in text
    assert "Referees: two queens attack each other" in text
    assert "Nothing to compare" in shown(Findings("nothing", [], ENVIRONMENT))
