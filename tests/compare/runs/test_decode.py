"""What a process says of itself is decoded strictly: rubbish and forgeries become no answer."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.isolated import GOOD, QUEENS, SOLUTION, decoded, task

from rookery.compare.records.record import Ended, Limits, Said
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.isolation.wire import Lines, Tail
from rookery.models import Board, domination
from rookery.models.pieces.piece import ROOK


def test_a_good_message_is_taken() -> None:
    record = decoded()
    assert (record.said, record.ended, record.count, record.complete) == (Said.COUNT, Ended.OK, 4, True)
    assert record.solutions == (tuple(map(tuple, SOLUTION)),)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"objective": 3}, "the referee of chess counts an objective of 2, the answer says 3"),
        ({"objective": None}, "the referee of chess counts an objective of 2, the answer says None"),
        ({"objective": 2}, ""),
    ],
    ids=str,
)
def test_an_objective_is_counted_again(said: dict[str, Any], message: str) -> None:
    """Two rooks guard 2x2, whatever the process says of their number."""
    guards = task("none", "one", domination(ROOK, Board(2)))
    rooks = {"status": "optimal", "count": 1, "solutions": [[["rook", 0, 0], ["rook", 1, 1]]]}
    record = decode_report(
        guards, Report(status=0, wall=1.0, said=GOOD | rooks | {"bound": said["objective"]} | said), "now"
    )
    assert (record.ended, record.message) == (Ended.INVALID if message else Ended.OK, message)


def test_a_question_without_a_goal_has_no_objective() -> None:
    assert decoded(objective=5).ended is Ended.INVALID


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "excellent"},
        {"status": None},
        {"count": "many"},
        {"count": True},
        {"complete": "yes"},
        {"solutions": 3},
        {"solutions": [[["queen", 0]]]},
        {"solutions": [3]},
        {"times": []},
        {"times": {"total": "long"}},
        {"program": {"variables": None}},
        {"bound": 1.5},
        {"raw_status": 4},
    ],
    ids=str,
)
def test_rubbish_in_an_answer_loses_it(changes: dict[str, Any]) -> None:
    record = decoded(**changes)
    assert (record.said, record.ended, record.count) == (Said.UNKNOWN, Ended.LOST, None)
    assert record.message.startswith("its answer cannot be read")


@pytest.mark.parametrize(
    ("solution", "shown"),
    [
        ([["queen", 0, 0], *SOLUTION[1:]], "the referee of chess refuses a placement"),
        ([["dragon", 0, 1], *SOLUTION[1:]], "a solution holds a dragon on 0,1, which is not a piece of this problem"),
        ([["queen", 9, 9], *SOLUTION[1:]], "square 9,9 lies off the board of 6"),
    ],
)
def test_forged_solutions_are_refereed_again(solution: Any, shown: str) -> None:
    record = decoded(solutions=[solution])
    assert record.ended is Ended.INVALID
    assert record.message.startswith(shown)


@pytest.mark.parametrize(
    ("report", "ended", "message"),
    [
        (Report(status=0, said={"ended": "fine"}), Ended.LOST, "the process ended without an answer"),
        (Report(status=0, said=GOOD | {"end": "interrupted"}), Ended.EXCEPTION, "it stopped without an answer"),
        (Report(status=9), Ended.CRASH, "killed by SIGKILL from outside"),
        (Report(status=6, memory=480 << 20), Ended.MEMORY, "SIGABRT near the memory limit"),
        (Report(status=24), Ended.KILLED, "the limit of processor time"),
        (Report(), Ended.LOST, "no message from it"),
        (Report(status=11, stopped="time"), Ended.KILLED, "still running after its time limit"),
    ],
)
def test_how_a_run_ended(report: Report, ended: Ended, message: str) -> None:
    run = replace(task("none"), limits=Limits(10.0, None, 500 << 20))
    record = decode_report(run, report, "now")
    assert (record.ended, record.message) == (ended, message)


def test_the_command_of_an_unregistered_backend_is_a_comparison() -> None:
    assert decoded().command.startswith("rookery compare placement --piece queen --count 6 --boards 6 --backends /")
    assert QUEENS.title == "6 queens on a 6x6 board"


def test_the_last_readable_message_counts() -> None:
    lines = Lines(longest=100)
    for chunk in (b'{"a": 1}\n{"a"', b": 2}\n", b"\0\xff\n", b"[1]\n", b"x" * 300 + b"\n", b'{"a": 3'):
        lines.feed(chunk)
    assert lines.latest == {"a": 2}
    assert lines.rubbish


def test_deep_rubbish_is_rubbish() -> None:
    lines = Lines()
    lines.feed(b"[" * 200_000 + b"\n")
    assert lines.rubbish
    assert lines.latest == {}


def test_the_end_of_a_log_is_kept() -> None:
    tail = Tail(kept=4)
    for chunk in (b"abc", b"def", b"\xff"):
        tail.feed(chunk)
    assert (str(tail), tail.printed) == ("def�", 7)


@pytest.mark.parametrize(
    "changes",
    [
        {"complete": 1},
        {"solutions": [[["queen", "0", 1]]]},
        {"solutions": ["queen"]},
        {"solutions": [{"queen": [0, 0]}]},
        {"solutions_hash": 3},
        {"first": True},
        {"ended": None, "proven": 1},
        {"ended": None, "first": -0.1},
        {"ended": "invalid answer", "witness": 3},
    ],
    ids=str,
)
def test_a_value_of_another_type_is_rubbish(changes: dict[str, Any]) -> None:
    record = decoded(**changes)
    assert (record.said, record.count, record.solutions, record.times) == (Said.UNKNOWN, None, (), {})
    assert record.ended in (Ended.LOST, Ended.INVALID)
