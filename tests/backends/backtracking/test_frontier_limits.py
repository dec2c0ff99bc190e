"""Counting by a frontier where it meets its limits: the race with the search, memory, time, refusals."""

from pathlib import Path
from typing import Any

import pytest
from rookery_tests.forced import force
from rookery_tests.small_models import asked
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Deadline, Reason, Unsupported, Want, backend
from rookery.backends.engine.frontier import Frontier
from rookery.backends.presolve.budget import Halted
from rookery.backends.presolve.covering import read_covering
from rookery.models import BadInput
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN

OWN = backend("backtracking")
PLENTY = 1 << 28


def test_frontier_counts_what_a_search_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "frontier")
    for problem, count in (
        (rk.placement(KING, rk.Board(5), count=5), 1974),
        (rk.placement(KNIGHT, rk.Board(5), count=5), 9386),
        (rk.domination(BISHOP, rk.Board(5)), 104),
        (rk.domination(KNIGHT, rk.Board(5)), 47),
    ):
        answer = rk.solve(problem, want="count")
        assert (answer.count, answer.complete) == (count, True)


def test_frontier_halts_at_limits() -> None:
    chosen = read_covering(rk.placement(KNIGHT, rk.Board(7), count=7).model)
    assert chosen is not None
    with pytest.raises(Halted):
        Frontier(chosen).run(Deadline(), 1 << 12)
    with pytest.raises(Halted):
        Frontier(chosen).run(Deadline(0.0), PLENTY)
    assert Frontier(chosen).run(Deadline(), PLENTY) == 8891854


def test_count_by_frontier_ends_at_limits() -> None:
    model = rk.domination(QUEEN, rk.Board(12)).model.at_optimum(7)
    _, small = asked(OWN, model, Want.COUNT, options={"count": "frontier", "memory": "1M"})
    assert (small.proven, small.reason, small.count) == (False, Reason.MEMORY, None)
    with within(1.5):
        _, short = asked(OWN, model, Want.COUNT, options={"count": "frontier", "memory": "4G"}, deadline=Deadline(0.3))
    assert (short.proven, short.reason, short.count) == (False, Reason.TIME, None)


def test_ctrl_c_keeps_the_count_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Frontier, "run", interrupted)
    _, outcome = asked(OWN, rk.placement(KING, rk.Board(12), count=20).model, Want.COUNT)
    assert (outcome.proven, outcome.reason) == (False, Reason.INTERRUPTED)
    assert outcome.count is not None


@pytest.mark.parametrize(
    ("question", "options", "message"),
    [
        ({"want": "one"}, {}, "counts without listing"),
        ({"want": "all"}, {}, "counts"),
        ({"want": "count", "seed": 1}, {}, "no seed"),
        ({"want": "count", "workers": 2}, {}, "one worker"),
        ({"want": "count", "checkpoint": "kept"}, {}, "checkpoints"),
        ({"want": "count"}, {"without": "symmetry"}, "without"),
        ({"want": "count"}, {"memory": "much"}, "memory"),
    ],
    ids=str,
)
def test_count_by_frontier_refuses_other_questions(
    question: dict[str, Any], options: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((Unsupported, BadInput), match=message):
        rk.solve(rk.placement(KNIGHT, rk.Board(4), 3), options={"count": "frontier", **options}, **question)


def test_count_by_frontier_needs_a_selection() -> None:
    weighted = rk.Model(2, (rk.Linear((1, 2), (0, 1), lower=1, upper=2),))
    with pytest.raises(Unsupported, match="other constraints"):
        asked(OWN, weighted, Want.COUNT, options={"count": "frontier"})
