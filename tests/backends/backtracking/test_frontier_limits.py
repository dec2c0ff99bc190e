"""Counting by a frontier where it meets its limits: the race with the search, memory, time, refusals."""

from math import inf
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.small_models import asked
from rookery_tests.yardstick import with_time_enough, within

import rookery as rk
from rookery.backends import Deadline, End, Request, Unsupported, Want, backend
from rookery.backends.contract.backend import Halted
from rookery.backends.engine.frontier import count as frontier_count
from rookery.backends.engine.frontier import turns
from rookery.backends.engine.frontier.count import ComponentCount, Frontier
from rookery.backends.engine.options import COUNTS
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.models import BadInput
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN

OWN = backend("backtracking")
PLENTY = 1 << 28


@pytest.mark.nojit
@pytest.mark.parametrize(("seconds", "memory"), [(1e-9, 1 << 24), (0.001, 1), (0.001, 1 << 24)])
def test_the_race_counts_the_same_whoever_wins(monkeypatch: pytest.MonkeyPatch, seconds: float, memory: int) -> None:
    monkeypatch.setattr(turns, "FIRST_SECONDS", seconds)
    monkeypatch.setattr(turns, "FIRST_MEMORY", memory)
    monkeypatch.setattr(frontier_count, "FIRST_BYTES", 1 << 10)
    for problem, count in (
        (rk.placement(KING, rk.Board(5), count=5), 1974),
        (rk.placement(KNIGHT, rk.Board(5), count=5), 9386),
        (rk.domination(BISHOP, rk.Board(5)), 104),
        (rk.domination(KNIGHT, rk.Board(5)), 47),
    ):
        answer = rk.solve(problem, want="count")
        assert (answer.count, answer.complete) == (count, True)


def test_what_is_too_large_for_the_frontier_is_left_to_the_search() -> None:
    answer = rk.solve(rk.domination(KNIGHT, rk.Board(7), "independent"), want="count")
    assert (answer.objective, answer.count) == (13, 688)
    chosen = recognise_selection(rk.domination(QUEEN, rk.Board(12)).model.at_optimum(6))
    assert chosen is not None
    with pytest.raises(Halted) as halted:
        Frontier(chosen).run(Deadline(), 1 << 20)
    assert halted.value.end is End.MEMORY


def test_what_promises_too_many_states_is_not_tried() -> None:
    chosen = recognise_selection(rk.domination(QUEEN, rk.Board(14)).model.at_optimum(8))
    assert chosen is not None
    refused = Frontier(chosen, turns.HOPELESS)
    with pytest.raises(Halted):
        refused.run(Deadline(), PLENTY)
    assert refused.message() == "frontier: 1 parts, at most 0 states after a variable"


def test_says_that_a_count_goes_by_turns() -> None:
    model = rk.placement(KING, rk.Board(4), count=3).model
    shown = {want: OWN.explain(OWN.compile(model, Request(want))) for want in Want}
    assert [any(line.startswith("count: ") for line in shown[want]) for want in Want] == [False, False, True]


def test_a_part_goes_on_where_it_halted() -> None:
    model = rk.placement(KNIGHT, rk.Board(7), count=7).model
    chosen = recognise_selection(model)
    assert chosen is not None
    part = ComponentCount(chosen, inf)
    for memory in (1 << 12, 1 << 15, 1 << 18):
        with pytest.raises(Halted):
            part.run(7, 7, Deadline(), memory)
    with pytest.raises(Halted):
        part.run(7, 7, Deadline(0.0), PLENTY)
    part.run(7, 7, Deadline(), PLENTY)
    assert part.polynomial == [0] * 7 + [8891854]


def test_the_named_strategy_ends_at_its_limits() -> None:
    model = rk.domination(QUEEN, rk.Board(12)).model.at_optimum(7)
    _, small = asked(OWN, model, Want.COUNT, options={"count": "frontier", "memory": "1M"})
    assert (small.proven, small.end, small.count) == (False, End.MEMORY, None)
    with within(1.5):
        _, short = asked(OWN, model, Want.COUNT, options={"count": "frontier", "memory": "4G"}, deadline=Deadline(0.3))
    assert (short.proven, short.end, short.count) == (False, End.TIME, None)


@pytest.mark.full
def test_a_deadline_keeps_what_the_search_has_met() -> None:
    model = rk.domination(QUEEN, rk.Board(14)).model.at_optimum(9)
    outcome = with_time_enough(
        lambda seconds: asked(OWN, model, Want.COUNT, deadline=Deadline(seconds))[1], lambda met: met.count, 0.6
    )
    assert (outcome.proven, outcome.end) == (False, End.TIME)
    assert outcome.count is not None


def test_control_c_keeps_what_the_search_has_met(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Frontier, "run", interrupted)
    _, outcome = asked(OWN, rk.placement(KING, rk.Board(12), count=20).model, Want.COUNT)
    assert (outcome.proven, outcome.end) == (False, End.INTERRUPTED)
    assert outcome.count is not None


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"want": "one"}, "counts without listing"),
        ({"want": "all"}, "counts"),
        ({"want": "count", "seed": 1}, "no seed"),
    ],
)
def test_the_named_strategy_refuses_what_it_cannot_do(question: dict[str, Any], message: str) -> None:
    for problem in (rk.domination(KNIGHT, rk.Board(4)), rk.placement(KNIGHT, rk.Board(4), count=3)):
        with pytest.raises(Unsupported, match=message):
            rk.solve(problem, options={"strategy": "frontier"}, **question)


def test_the_search_alone_never_asks_the_frontier(monkeypatch: pytest.MonkeyPatch) -> None:
    """`count=search` on a whole cover, and on one that falls apart: the count is met, not computed."""

    def asked_for(*_: object) -> int:
        raise AssertionError("the frontier was asked")

    monkeypatch.setattr(turns, "FIRST_SECONDS", 1e-9)
    monkeypatch.setattr(Frontier, "run", asked_for)
    for problem, count in ((rk.placement(KING, rk.Board(5), count=5), 1974), (rk.domination(BISHOP, rk.Board(5)), 104)):
        answer = rk.solve(problem, want="count", options={"count": "search"})
        assert (answer.count, answer.complete, answer.raw_status) == (count, True, "")
        with pytest.raises(AssertionError, match="the frontier was asked"):
            rk.solve(problem, want="count")


def test_says_how_it_counts() -> None:
    model = rk.placement(KING, rk.Board(4), count=3).model
    shown = {way: OWN.explain(OWN.compile(model, Request(Want.COUNT, options={"count": way}))) for way in COUNTS}
    assert [any(line.startswith("count: ") for line in shown[way]) for way in COUNTS] == [True, False, False]
    assert shown["frontier"][-1] == f"search: frontier, {COUNTS['frontier']}"


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"want": "count", "workers": 2}, "count=frontier uses one worker"),
        ({"want": "count", "checkpoint": "kept"}, "count=frontier cannot save checkpoints"),
    ],
)
def test_the_frontier_alone_refuses_what_only_the_search_can(
    question: dict[str, Any], message: str, tmp_path: Path
) -> None:
    if "checkpoint" in question:
        question = {**question, "checkpoint": tmp_path / "kept"}
    with pytest.raises(Unsupported, match=message):
        rk.solve(rk.domination(KNIGHT, rk.Board(4)), options={"count": "frontier"}, **question)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": "frontier", "without": "symmetry"}, "option without is for the search"),
        ({"count": "frontier", "memory": "much"}, "memory 'much': expected an amount"),
        ({"count": "search", "memory": "1M"}, "option memory is for count=frontier"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together(options: dict[str, str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        rk.solve(rk.domination(KNIGHT, rk.Board(4)), want="count", options=options)


def test_the_frontier_alone_needs_a_selection() -> None:
    weighted = rk.Model(2, (rk.Linear((1, 2), (0, 1), lower=1, upper=2),))
    with pytest.raises(Unsupported, match="other constraints: leave count at auto"):
        rk.solve_model(weighted, want="count", options={"count": "frontier"})
    with pytest.raises(Unsupported, match="other constraints: leave count at auto"):
        asked(OWN, weighted, Want.COUNT, options={"count": "frontier"})
