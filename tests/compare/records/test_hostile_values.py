"""A store with values that Rookery never wrote: a report ends with code 0, 2 or 4, and never with a traceback."""

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.command_line import rookery

from rookery.compare.records.record import NAMES
from rookery.compare.records.store import NESTED

pytestmark = pytest.mark.slow

VALUES: tuple[Any, ...] = (
    None, "", "seven", b"\xff\x00\xfe", float("inf"), (1 << 63) - 1, -1, 0.5, "9" * 5000, "\x1b]0;owned\x07\x9b31m",
    "a\nb\u2028c", "</script><script>alert(1)</script>|`[red]", "optimal",
)  # fmt: skip
SHAPES: tuple[Any, ...] = (
    None, "null", "[1, 2]", "[" * 100_000, '{"a": ', '{"search": NaN, "seconds": NaN}', '{"search": 1e999, "wall": -1}',
    '{"search": "x", "family": "\\u001b[2J", "board": "8"}', '{"family": "placement", "board": [1000000000, 1]}',
    '[[["queen", "a"]]]', '[[["queen", 99, 99]], [["\\u001b[2J", 0, 0]]]', b"\xff",
)  # fmt: skip


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small store of runs that were made."""
    folder = tmp_path_factory.mktemp("real")
    words = "compare placement --piece queen --board 4..5 --backend sat,backtracking --out"
    assert rookery(*words.split(), str(folder)).code == 0
    return folder


def report(real: Path, folder: Path, column: str, value: Any) -> None:
    """Require a good end of a report on a store in which a value stands in a column of the first row."""
    folder.mkdir(exist_ok=True)
    shutil.copyfile(real / "runs.sqlite", folder / "runs.sqlite")
    with sqlite3.connect(folder / "runs.sqlite") as connection:
        connection.execute(f'UPDATE OR REPLACE runs SET "{column}" = ? WHERE rowid = 1', [value])
    connection.close()
    result = rookery("report", str(folder), "--html", str(folder / "p.html"))
    shown = result.out + result.err
    assert result.code in (0, 2, 4), (column, value, result.err)
    assert result.code != 2 or (result.err.count("\n") == 1 and not result.out), (column, value, result.err)
    assert "bug" not in result.err, (column, value, result.err)
    assert "\x1b" not in shown, (column, value)
    assert "\x9b" not in shown, (column, value)


def test_report_on_foreign_values_ends_in_good_order(real: Path, tmp_path: Path) -> None:
    for column in NAMES:
        value: Any = Random(column).choice(SHAPES if column in NESTED else VALUES)
        report(real, tmp_path / "spoilt", column, value)
    for value in SHAPES:
        report(real, tmp_path / "spoilt", "problem", value)
