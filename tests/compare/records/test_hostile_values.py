"""A store with values that Rookery never wrote: every form of the report ends with 0, 2 or 4, and never with a bug."""

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.command_line import Result, rookery
from rookery_tests.stored_record import RECORD

from rookery.compare.records.record import NAMES, Record
from rookery.compare.records.row import COLUMNS, NEEDED
from rookery.compare.records.store import NESTED

pytestmark = pytest.mark.slow

HUGE = "queen " * 40_000
VALUES: dict[str, Any] = {
    "nothing": None,
    "empty": "",
    "a text": "seven",
    "a huge text": HUGE,
    "bytes": b"\xff\x00\xfe",
    "NaN": float("nan"),  # SQLite keeps it as nothing
    "infinity": float("inf"),
    "minus infinity": float("-inf"),
    "the largest": (1 << 63) - 1,
    "the least": -(1 << 63),
    "beyond 64 bits": str(1 << 63),
    "a number of 5000 digits": "9" * 5000,
    "minus one": -1,
    "two": 2,
    "a half": 0.5,
    "too large to be a time": 1e300,
    "a truth": "true",
    "escape": "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "lines": "a\nb\r\nc\u2028d",
    "full-width digits": "\uff11\uff12",
    "markup": "</script><script>alert(1)</script>\\input{x}|`[red]",
    "an unknown word": "optimal",
}
SHAPES: dict[str, str] = {
    "null": "null",
    "a number": "7",
    "a list": "[1, 2]",
    "a deep list": "[" * 500 + "]" * 500,
    "a deeper list": "[" * 100_000,
    "cut short": '{"a": ',
    "not a number": '{"search": NaN, "seconds": NaN}',
    "without an end": '{"search": 1e999, "seconds": Infinity, "memory": -1}',
    "negative": '{"search": -1, "seconds": -1, "family": -1}',
    "of lists": '{"search": [1], "seconds": [], "family": [], "board": [[[4]]]}',
    "of texts": '{"search": "x", "seconds": "y", "family": "\\u001b[2J", "board": "8"}',
    "of truths": '{"search": true, "seconds": true, "family": true, "board": true}',
    "of one key": '{"family": "placement"}',
    "of huge boards": '{"family": "placement", "board": [1000000000, 1000000000], "pieces": []}',
    "of no board": '{"family": "placement", "board": [0, -4]}',
    "solutions of nothing": "[[[]]]",
    "solutions of names": '[[["queen", "a"]]]',
    "solutions beyond the board": '[[["queen", 99, 99]], [["\\u001b[2J", 0, 0]]]',
    "huge squares": '[[["queen", 1e308, 100000000000000000000]]]',
}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small store of runs that were made: counts and optima."""
    folder = tmp_path_factory.mktemp("real")
    queens = ("compare", "placement", "--piece", "queen", "--boards", "4..5", "--backends", "sat,backtracking")
    assert rookery(*queens, "--out", str(folder)).code == 0
    assert rookery("compare", "domination", "--piece", "rook", "--boards", "3", "--backends", "sat,backtracking",
                   "--out", str(folder / "rooks")).code == 0  # fmt: skip
    return folder


def _report(folder: Path, out: Path, random: Random) -> list[Result]:
    """The report in a form that is drawn; only its files are written where there are some."""
    page = ("--html", str(out / "p.html"))
    exports = [("--export", str(out / f"p.{kind}")) for kind in ("jsonl", "csv")]
    return [rookery("report", str(folder), *random.choice(((), page, page, page, *exports)))]


def _require_good(results: list[Result], what: str) -> None:
    for result in results:
        shown = result.out + result.err
        assert result.code in (0, 2, 4), (what, result.err)
        assert result.code != 2 or (result.err.count("\n") == 1 and not result.out), (what, result.err)
        assert "bug" not in result.err, (what, result.err)
        assert "\x1b" not in shown, what
        assert "\x9b" not in shown, what


def _spoil(real: Path, folder: Path, column: str, value: Any, which: str) -> Path:
    """A copy of the store in which a value stands in a column of some rows."""
    folder.mkdir(exist_ok=True)
    shutil.copyfile(real / "runs.sqlite", folder / "runs.sqlite")
    with sqlite3.connect(folder / "runs.sqlite") as connection:
        connection.execute(f'UPDATE OR REPLACE runs SET "{column}" = ? {which}', [value])
    connection.close()
    return folder


def test_all_columns_are_read() -> None:
    assert set(COLUMNS) == set(NAMES)
    assert {*NEEDED} <= set(NAMES)
    assert isinstance(RECORD, Record)


@pytest.mark.parametrize("column", NAMES)
@pytest.mark.full
@pytest.mark.share(4)
def test_a_value_that_was_never_written_is_refused_or_shown(column: str, real: Path, tmp_path: Path) -> None:
    """One row and one form for each value, drawn; nested columns get JSON of all shapes."""
    random = Random(column)
    values = SHAPES if column in NESTED else VALUES
    for name, value in {**values, "bytes": VALUES["bytes"], "nothing": None}.items():
        source = random.choice((real, real / "rooks"))
        which = random.choice(("", "WHERE rowid = 1"))
        folder = _spoil(source, tmp_path / "spoilt", column, value, which)
        _require_good(_report(folder, tmp_path, random), f"{column}: {name}")


@pytest.mark.parametrize("facts", ["7", "null", "[]", '{"a": 1}', '{"a": {"b": 1}}', "{", "[" * 100_000, b"\xff", None])
def test_facts_that_were_never_written_are_refused(facts: Any, real: Path, tmp_path: Path) -> None:
    folder = _spoil(real, tmp_path / "spoilt", "seed", 0, "")
    with sqlite3.connect(folder / "runs.sqlite") as connection:
        connection.execute("INSERT INTO sessions (facts) VALUES (?)", [facts])
    connection.close()
    result = rookery("report", str(folder))
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "it contains a row that Rookery did not write (a session: " in result.err


def test_a_problem_of_each_damaged_value_is_refused_or_shown(real: Path, tmp_path: Path) -> None:
    """The plain data of a problem, with each of its values replaced in turn."""
    random = Random(16)
    with sqlite3.connect(real / "runs.sqlite") as connection:
        (problem,) = connection.execute("SELECT problem FROM runs LIMIT 1").fetchone()
    connection.close()
    whole = json.loads(problem)
    for key in whole:
        value: Any = random.choice([None, 7, -1, "x", [], [[]], {}, [None], 1 << 70, True, ["\x1b[2J"]])
        folder = _spoil(real, tmp_path / "spoilt", "problem", json.dumps(whole | {key: value}), "")
        _require_good(_report(folder, tmp_path, random), f"problem: {key} {value!r}")
