"""The message of a run is decoded strictly: rubbish and forgeries become no answer."""

import json
from typing import Any

import pytest
from msgspec.structs import replace
from rookery_tests.isolated import GOOD, SOLUTION, decoded, task

from rookery import domination
from rookery.compare import judge as judging
from rookery.compare.client import Report
from rookery.compare.judge import judge
from rookery.compare.record import Ended, Limits, Said
from rookery.models import Board
from rookery.models.pieces.piece import ROOK

HUGE = 10**400
GUARDS = domination(ROOK, Board(2))
ROOKS = [["rook", 0, 0], ["rook", 1, 1]]


def test_good_answer_is_taken() -> None:
    record = decoded()
    assert (record.said, record.ended, record.count, record.complete) == (Said.COUNT, Ended.OK, 4, True)
    assert record.solutions == (tuple(map(tuple, SOLUTION)),)


# Changes of a good answer to a count of queens, each of which makes it no answer.
FORGED: dict[str, dict[str, Any]] = {
    "status": {"status": "excellent"},
    "a text as count": {"count": "many"},
    "a negative count": {"count": -1},
    "complete": {"complete": 1},
    "no count": {"count": None},
    "no number": {"times": {"total": float("nan")}},
    "a thousand times": {"times": {str(number): 1.0 for number in range(1000)}},
    "hash": {"solutions_hash": "\udcff"},
    "a thousand solutions": {"solutions": [SOLUTION] * 1000},
    "a time of 400 digits": {"times": {"total": HUGE}},
    "a last solution before the first": {"first": 2.0, "last": 1.0},
    "no solution, and one": {"status": "infeasible"},
    "nodes beyond 63 bits": {"statistics": {"nodes": 1 << 63}},
    "deep": {"times": json.loads("[" * 900 + "]" * 900)},
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_answer_is_no_answer(name: str) -> None:
    record = judge(task("none"), send(GOOD | FORGED[name]))
    assert (record.ended, record.said, record.count, record.solutions) == (Ended.LOST, Said.UNKNOWN, None, ())
    assert len(record.message) <= 500


def send(message: Any) -> Report:
    """Return the report of a run that sent one message."""
    return Report(status=0, wall=1.0, cpu=1.0, memory=1 << 20, said=json.dumps(message))


@pytest.mark.parametrize(
    ("change", "ended"),
    [
        ({}, Ended.OK),
        ({"objective": 3, "bound": 3}, Ended.INVALID),  # two rooks guard 2x2, whatever the process says
        ({"objective": None, "bound": None}, Ended.INVALID),
        ({"solutions": []}, Ended.LOST),  # without a solution no referee has seen them
        ({"bound": 1}, Ended.LOST),
    ],
    ids=str,
)
def test_objective_is_counted_again(change: dict[str, Any], ended: Ended) -> None:
    best = {"status": "optimal", "count": 1, "objective": 2, "bound": 2, "solutions": [ROOKS]}
    record = judge(task("none", "one", GUARDS), send(GOOD | best | change))
    assert record.ended is ended
    assert decoded(objective=5).ended is Ended.INVALID  # a count has none


@pytest.mark.parametrize(
    ("solution", "shown"),
    [
        ([["queen", 0, 0], *SOLUTION[1:]], "referee"),
        ([["dragon", 0, 1], *SOLUTION[1:]], "dragon"),
        ([["queen", 9, 9], *SOLUTION[1:]], "off the board"),
        ([["queen", 0]], "no placement"),
        ([SOLUTION[0], *SOLUTION], "two pieces on one square"),
    ],
)
def test_forged_solution_is_refereed_again(solution: Any, shown: str) -> None:
    record = decoded(solutions=[solution])
    assert record.ended is Ended.INVALID
    assert shown in record.message


@pytest.mark.parametrize(
    ("report", "ended", "message"),
    [
        (Report(status=0, said="{}"), Ended.LOST, "the process ended without an answer"),
        (
            Report(status=0, said=json.dumps(GOOD | {"end": "interrupted"})),
            Ended.EXCEPTION,
            "it stopped without an answer",
        ),
        (Report(status=9), Ended.CRASH, "killed by SIGKILL from outside"),
        (Report(status=6, memory=480 << 20), Ended.MEMORY, "SIGABRT near the memory limit"),
        (Report(status=40), Ended.CRASH, "killed by signal 40"),
        (Report(status=24), Ended.KILLED, "more processor time than the limit"),
        (Report(), Ended.LOST, "the run left no report"),
        (Report(status=11, stopped="time"), Ended.KILLED, "still running after its time limit"),
    ],
)
def test_end_of_a_run_is_named(report: Report, ended: Ended, message: str) -> None:
    run = replace(task("none"), limits=Limits(10.0, None, 500 << 20))
    record = judge(run, report)
    assert (record.ended, record.message) == (ended, message)


def test_exception_of_a_judge_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError("by nobody")

    monkeypatch.setattr(judging, "find_fault", fail)
    record = decoded()
    assert (record.ended, record.said, record.count) == (Ended.LOST, Said.UNKNOWN, None)
    assert "ZeroDivisionError" in record.message


def test_forged_partial_answers_are_no_answers() -> None:
    messages: list[dict[str, Any]] = [{"count": 3}, {"solutions": 3}, {"solutions": []}]
    for forged in messages:
        record = judge(task("none"), replace(send({"ended": None} | forged), stopped="time"))
        assert (record.ended, record.said) == (Ended.KILLED, Said.UNKNOWN)
