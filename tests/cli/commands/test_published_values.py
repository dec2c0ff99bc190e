"""Answers that contradict a published value are named in one line, with exit code 4."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from rookery_tests.command_line import lend, rookery
from rookery_tests.wrong_backends import Contented, Despairing, Omitting, Wrong

Overcounting = partial(Wrong, "counts three too many", close=lambda end, ask, number: replace(end, count=7))


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        (
            Overcounting,
            "solve n-queens --board 4 --count-solutions",
            "the number of solutions is 7, but A000170(4) = 2",
        ),
        (Omitting, "solve n-queens --board 4 --all", "the number of solutions is 1, but A000170(4) = 2"),
        (Despairing, "solve n-queens --board 4", "there is no solution, but A000170(4) = 2"),
        (Contented, "solve domination --piece queen --board 4", "the optimum is 3, but A075458(4) = 2"),
        (
            Overcounting,
            "table placement --piece queen --count 4 --board 4 --want count",
            "the number of solutions is 7, but A000170(4) = 2",
        ),
    ],
)
def test_contradiction_is_named(
    wrong: Callable[[], Wrong], line: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(monkeypatch, wrong())
    found = rookery(*line.split(), "--backend", "wrong")
    assert (found.code, found.err.count("\n")) == (4, 1)
    assert said in found.err


@pytest.mark.parametrize(
    "line",
    [
        "solve n-queens --board 6 --limit 3",
        "solve n-queens --board 3",
        "solve n-queens --board 8 --up-to-symmetry --count-solutions",
        "solve domination --piece queen --board 6 --count-solutions",
        "solve placement --piece king --board 5 --all --limit 1",
    ],
)
def test_right_answers_pass(line: str) -> None:
    found = rookery(*line.split())
    assert (found.code in (0, 3), found.err) == (True, "")
