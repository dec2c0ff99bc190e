"""Whatever a run says ends as one row that the store, the verdict and every report can take."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console
from rookery_tests.isolated import GOOD, SOLUTION, decoded, task
from rookery_tests.stored_record import stored
from rookery_tests.strategies import examples

from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.record import MAX_VALUE, Ended, Record, Said
from rookery.compare.records.store import read_store
from rookery.compare.report.export import export
from rookery.compare.report.page import page
from rookery.compare.report.terminal import show
from rookery.compare.runs import decode
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import NONSENSE, Report, report_of
from rookery.compare.runs.isolation.wire import Lines, Message, decode_line, encode_line
from rookery.compare.verdict.disputes import find_disputes
from rookery.core.words import legible, reason
from rookery.models import Board, domination
from rookery.models.pieces.piece import ROOK

pytestmark = pytest.mark.slow

LONE = "\udcff"  # what Python makes of a file name that is no text
HUGE = 10**400
GUARDS = domination(ROOK, Board(2))
DEEP: Any = json.loads("[" * 900 + "]" * 900)


def said(message: Any) -> Report:
    """The report of a run that sent one message, as it comes through both pipes."""
    lines = Lines()
    lines.feed(json.dumps(message).encode() + b"\n")
    outside = decode_line(encode_line({"said": lines.latest, "rubbish": lines.rubbish}))
    assert outside is not None, "a run spoils its own message, and no other"
    return Report(status=0, wall=1.0, cpu=1.0, memory=1 << 20, **outside)


def found(folder: Path, records: list[Record]) -> Findings:
    """What is found of records that have been to the store; they are the same there."""
    kept, environment = read_store(stored(folder, records))
    assert kept == records
    return findings("forged", kept, environment, find_disputes(kept))


def written(folder: Path, records: list[Record]) -> str:
    """Every report of some records, whole."""
    shown = found(folder, records)
    console = Console(file=StringIO(), width=120)
    show(shown, console)
    export(records, folder / "runs.jsonl")
    export(records, folder / "runs.csv")
    text = page(shown)
    (folder / "report").write_text(text, encoding="utf-8")
    return text


FORGERIES: dict[str, dict[str, Any]] = {
    "no solutions": {"solutions": None},
    "no complete": {"complete": None},
    "not a number": {"times": {"total": float("nan")}},
    "no end": {"times": {"total": float("inf")}},
    "a time of 400 digits": {"times": {"total": HUGE}},
    "a first solution of 400 digits": {"first": HUGE},
    "a negative time": {"last": -1.0},
    "a program of 400 digits": {"program": {"variables": HUGE}},
    "a bound of 400 digits": {"bound": HUGE},
    "a negative count": {"count": -1},
    "a count without a number": {"count": None},
    "a last solution before the first": {"first": 2.0, "last": 1.0},
    "a status that is a list": {"status": ["satisfied"]},
    "an end that is a table": {"end": {"done": 1}},
    "deep": {"times": DEEP},
    "deep where nobody looks": {"unheard of": DEEP},
    "a square of no size": {"solutions": [[["queen", 1e400, 0]]]},
    "a square in halves": {"solutions": [[["queen", 0.5, 1], *SOLUTION[1:]]]},
    "a square twice": {"solutions": [[SOLUTION[0], *SOLUTION]]},
    "a thousand solutions": {"solutions": [SOLUTION] * 1000},
    "a hash that is none": {"solutions_hash": LONE},
    "no solution, and one": {"status": "infeasible"},
    "an optimum of nothing": {"status": "optimal"},
    "a thousand times": {"times": {str(number): 1.0 for number in range(1000)}},
    "a statistic that there is not": {"statistics": {"cost": 1}},
    "half a conflict": {"statistics": {"conflicts": 0.5}},
    "a true number of nodes": {"statistics": {"nodes": True}},
    "nodes of 400 digits": {"statistics": {"nodes": HUGE}},
    "nodes beyond 63 bits": {"statistics": {"nodes": 1 << 63}},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_answer_is_no_answer(name: str) -> None:
    record = decode_report(task("none"), said(GOOD | FORGERIES[name]), "now")
    assert record.ended in (Ended.LOST, Ended.EXCEPTION)
    assert record.ended is Ended.LOST or name == "an end that is a table"
    assert len(record.message) <= 500


@pytest.mark.parametrize("forged", [{"solutions": []}, {"bound": 1}], ids=str)
def test_an_optimum_that_shows_nothing_is_no_answer(forged: dict[str, Any]) -> None:
    """Two rooks guard 2x2; without a solution no referee has seen them."""
    best = {"status": "optimal", "count": 1, "objective": 2, "bound": 2, "solutions": [ROOKS]}
    assert decode_report(task("none", "one", GUARDS), said(GOOD | best), "now").said is Said.OPTIMAL
    record = decode_report(task("none", "one", GUARDS), said(GOOD | best | forged), "now")
    assert (record.ended, record.said) == (Ended.LOST, Said.UNKNOWN)


def test_what_was_found_so_far_may_be_forged_too() -> None:
    messages: list[Message] = [{"count": 3}, {"solutions": 3}, {"solutions": []}]
    for forged in ({"ended": None} | message for message in messages):
        record = decode_report(task("none"), replace(said(forged), stopped="time"), "now")
        assert (record.ended, record.said) == (Ended.KILLED, Said.UNKNOWN)


@pytest.mark.parametrize(
    "message",
    [
        {"ended": "exception", "message": f"no file {LONE}"},
        {"ended": "unsupported", "message": LONE * 5000},
        {"ended": "invalid answer", "message": LONE, "witness": [[LONE, 0, 0]]},
        {"ended": "invalid answer", "message": "so be it", "witness": [["queen", 99, 0]]},
        {"ended": "invalid answer", "message": 3, "witness": DEEP[0]},
        GOOD | {"raw_status": f"ended {LONE}\x1b[2J"},
        GOOD | {"times": {LONE: 1.0}, "program": {LONE: 1}},
        GOOD | {"solutions": [[[LONE, 0, 0]]]},
    ],
    ids=str,
)
def test_text_that_is_none_can_be_kept_and_shown(message: Any, tmp_path: Path) -> None:
    record = decode_report(task("none"), said(message), "now")
    assert legible(record.message) == record.message
    assert "\\udcff" in record.message + record.raw_status + str(dict(record.times)) or LONE not in str(message)
    assert "\x1b" not in written(tmp_path, [record])


def test_an_exception_while_judging_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError("by nobody")

    monkeypatch.setattr(decode, "_find_fault", fail)
    record = decoded()
    assert (record.ended, record.said, record.count) == (Ended.LOST, Said.UNKNOWN, None)
    assert record.message == "its report cannot be judged: ZeroDivisionError: by nobody"


def test_an_error_that_cannot_speak_has_a_name() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert reason(Mute()) == "Mute"
    assert reason(OSError(2, "no file", LONE)) == "FileNotFoundError: [Errno 2] no file: '\\udcff'"


def test_a_signal_without_a_name_is_a_row() -> None:
    record = decode_report(task("none"), Report(status=40), "now")
    assert (record.ended, record.message) == (Ended.CRASH, "killed by signal 40")


WHOLE: dict[str, Any] = {
    "status": 0, "stopped": "", "wall": 1.0, "cpu": 1.0, "memory": 1, "left": 0, "printed": 0, "log": "",
    "rubbish": False, "said": {},
}  # fmt: skip


def test_a_forged_report_says_nothing() -> None:
    assert report_of(dict(WHOLE), 0.5) == Report(**WHOLE, preloaded=0.5)
    forged: list[Any] = [{"wall": 3}, WHOLE | {"more": 1}, WHOLE | {"said": []}, WHOLE | {"wall": HUGE}]
    forged += [WHOLE | {"memory": -1}, WHOLE | {"memory": 1.5}, WHOLE | {"status": "0"}, WHOLE | {"log": None}]
    for message in forged:
        assert report_of(message, None) == Report(log=NONSENSE)


TEXTS = st.text(st.characters(exclude_categories=()), max_size=8)
NUMBERS = st.integers() | st.floats() | st.sampled_from([HUGE, -HUGE, 1 << 63, -(1 << 63) - 1, 0, -1])
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ENDS = st.sampled_from(["ok", None, "invalid answer", "unsupported", "memory", "exception"])
STATES = st.sampled_from(["satisfied", "optimal", "infeasible", "unknown"])
ROOKS = [["rook", 0, 0], ["rook", 1, 1]]
PIECE = st.tuples(st.sampled_from(["rook", "queen"]) | TEXTS, st.integers(-1, 2), st.integers(-1, 2)).map(list)
SOLUTIONS = st.lists(st.just(ROOKS) | st.lists(PIECE, max_size=3), max_size=3)
SMALL = st.none() | st.integers(-1, 4) | NUMBERS
PLAUSIBLE = st.fixed_dictionaries(
    {"ended": ENDS, "status": STATES, "solutions": SOLUTIONS},
    optional={
        "complete": st.booleans(), "count": SMALL, "orbits": SMALL, "objective": SMALL, "bound": SMALL, "first": SMALL,
        "last": SMALL, "proven": st.booleans(), "end": st.sampled_from(["done", "time limit", "memory limit"]) | JSON,
        "times": st.dictionaries(st.sampled_from(["total", "search"]) | TEXTS, NUMBERS, max_size=2),
        "program": st.dictionaries(TEXTS, NUMBERS, max_size=2), "solutions_hash": st.just("0" * 64) | JSON,
        "raw_status": TEXTS, "message": TEXTS, "witness": st.lists(PIECE, max_size=3) | JSON,
    },
)  # fmt: skip
MUTATED = st.tuples(PLAUSIBLE, st.dictionaries(st.sampled_from(list(GOOD)), JSON, max_size=2)).map(
    lambda parts: parts[0] | parts[1]
)
COUNTED = st.none() | st.integers(0, 3) | st.sampled_from([1 << 63, 10**4000])
AMOUNTS = st.integers(0, 3) | st.floats(0, 1e300) | st.sampled_from([MAX_VALUE - 1, 1 << 70])
ANSWERED = st.fixed_dictionaries(  # which is mostly taken
    {
        "ended": st.just("ok"), "status": STATES, "complete": st.booleans(), "count": COUNTED, "orbits": COUNTED,
        "end": st.sampled_from(["done", "time limit"]), "solutions": st.sampled_from([[], [ROOKS], [ROOKS, ROOKS]]),
        "objective": st.sampled_from([None, 2]), "bound": st.none() | st.integers(-3, 3) | st.just(MAX_VALUE - 1),
        "times": st.dictionaries(st.sampled_from(["total", "search"]) | TEXTS, AMOUNTS, max_size=2),
        "program": st.dictionaries(TEXTS, AMOUNTS, max_size=2), "first": st.none() | AMOUNTS,
        "solutions_hash": st.sampled_from([None, "0" * 64, "1" * 64]), "raw_status": TEXTS,
        "statistics": st.dictionaries(st.sampled_from(["nodes", "memory"]), st.integers(0, (1 << 63) - 1), max_size=2),
    }
)  # fmt: skip
WANTS = st.sampled_from(["one", "all", "count"])


@pytest.mark.full
@given(st.lists(st.tuples(WANTS, ANSWERED | PLAUSIBLE | MUTATED | JSON), min_size=1, max_size=5))
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_whatever_is_said_is_kept_and_shown(messages: list[tuple[str, Any]]) -> None:
    """Each message from a run of its own, on one problem: the verdict compares them all."""
    records = []
    for number, (want, message) in enumerate(messages):
        asked = task("none", want, GUARDS)
        record = decode_report(asked, said(message), "now")
        assert not record.message.startswith("its report cannot be judged"), "decoding foresees all"
        records.append(replace(record, key=str(number), backend=f"b{number}"))
    with TemporaryDirectory() as folder:
        written(Path(folder), records)
