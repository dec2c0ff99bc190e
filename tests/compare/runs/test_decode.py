"""What a process says of itself is decoded strictly: rubbish and forgeries become no answer."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.isolated import QUEENS, task

from rookery.compare.records.record import Ended, Limits, Said
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.isolation.wire import Lines, Tail
from rookery.models import Board, domination
from rookery.models.pieces.standard import ROOK

SOLUTION = [["queen", row, column] for row, column in enumerate((1, 3, 5, 0, 2, 4))]
GOOD: dict[str, Any] = {
    "ended": "ok",
    "status": "satisfied",
    "complete": True,
    "end": "done",
    "count": 4,
    "orbits": None,
    "objective": None,
    "bound": None,
    "solutions": [SOLUTION],
    "times": {"total": 0.5},
    "program": {"variables": 36},
    "solutions_hash": None,
    "first": 0.1,
    "last": 0.2,
    "raw_status": "done",
}


def decoded(**changes: Any) -> Any:
    return decode_report(task("none"), Report(status=0, wall=1.0, said=GOOD | changes), "now")


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
    ("solution", "told"),
    [
        ([["queen", 0, 0], *SOLUTION[1:]], "the referee of chess refuses a placement"),
        ([["dragon", 0, 1], *SOLUTION[1:]], "a solution holds a dragon on 0,1, which is no piece of this problem"),
        ([["queen", 9, 9], *SOLUTION[1:]], "square 9,9 lies off the board of 6"),
    ],
)
def test_forged_solutions_are_refereed_again(solution: Any, told: str) -> None:
    record = decoded(solutions=[solution])
    assert record.ended is Ended.INVALID
    assert record.message.startswith(told)


@pytest.mark.parametrize(
    ("report", "ended", "message"),
    [
        (Report(status=0, said={"ended": "fine"}), Ended.LOST, "the process ended without an answer"),
        (Report(status=0, said=GOOD | {"end": "interrupted"}), Ended.EXCEPTION, "it stopped without an answer"),
        (Report(status=9), Ended.CRASH, "killed by SIGKILL, by nobody here"),
        (Report(status=6, memory=480 << 20), Ended.MEMORY, "SIGABRT near the memory limit"),
        (Report(status=24), Ended.KILLED, "the limit of processor time"),
        (Report(), Ended.LOST, "no word from it"),
        (Report(status=11, stopped="time"), Ended.KILLED, "still running after its time limit"),
    ],
)
def test_how_a_run_ended(report: Report, ended: Ended, message: str) -> None:
    run = replace(task("none"), limits=Limits(10.0, None, 500 << 20))
    record = decode_report(run, report, "now")
    assert (record.ended, record.message) == (ended, message)


def test_the_command_of_an_unregistered_backend_is_a_comparison() -> None:
    assert decoded().command.startswith("rookery compare placement --piece queen --count 6 --boards 6 --backends /")
    assert QUEENS.title == "place 6 queens on 6"


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


HUGE = 10**400


@pytest.mark.parametrize(
    "changes",
    [
        {"complete": None},
        {"complete": 1},
        {"solutions": None},
        {"solutions": [[["queen", float("inf"), 0]]]},
        {"solutions": [[["queen", "0", 1]]]},
        {"solutions": [["queen"]]},
        {"solutions": ["queen"]},
        {"solutions": [{"queen": [0, 0]}]},
        {"times": {"total": float("nan")}},
        {"times": {"total": -1.0}},
        {"times": {"total": HUGE}},
        {"first": float("inf")},
        {"first": True},
        {"last": HUGE},
        {"program": {"variables": 1.5}},
        {"solutions_hash": 3},
        {"ended": None, "solutions": None},
        {"ended": None, "proven": 1},
        {"ended": None, "first": -0.1},
        {"ended": "invalid answer", "witness": 3},
        {"ended": "invalid answer", "witness": [["queen", float("nan"), 0]]},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_rubbish_never_reaches_the_record(changes: dict[str, Any]) -> None:
    record = decoded(**changes)
    assert (record.said, record.count, record.solutions, record.times) == (Said.UNKNOWN, None, (), {})
    assert record.ended in (Ended.LOST, Ended.INVALID)


@pytest.mark.parametrize("number", [34, 40, 63, 64])
def test_any_signal_ends_a_run_and_not_the_campaign(number: int) -> None:
    """Most real-time signals have no name."""
    record = decode_report(task("none"), Report(status=number), "now")
    assert (record.ended, record.message.startswith("killed by ")) == (Ended.CRASH, True)


def test_half_a_character_is_no_text() -> None:
    """JSON may hold a lone surrogate, which neither the store nor a page can be written with."""
    lines = Lines()
    lines.feed(b'{"message": "a\\ud800b", "\\udfff": ["\\udc00", "\\ud83d\\ude00"]}\n')
    assert lines.latest == {"message": "a?b", "?": ["?", "\U0001f600"]}
    assert not lines.rubbish
