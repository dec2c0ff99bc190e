"""Bad input: one clear line on standard error, exit code 2, nothing on standard output, no traceback."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import lend, rookery

from rookery.backends import registry

PLACE = ("solve", "placement", "--piece", "queen", "--board")
GUARD = ("solve", "domination", "--piece", "knight", "--board")
TABLE = ("table", "domination", "--boards")

CASES = {
    "unknown piece": (
        ("solve", "placement", "--piece", "quen", "--board", "8"),
        "unknown piece 'quen': did you mean queen",
    ),
    "refused Betza": (("solve", "placement", "--piece", "N(0", "--board", "8"), "Betza"),
    "empty piece": (("solve", "placement", "--piece", "", "--board", "8"), "unknown piece ''"),
    "board 0": ((*PLACE, "0"), "0x0: both sides must be at least 1"),
    "board -3": ((*PLACE, "-3"), "board '-3': expected a size such as 8, 8x11 or 8x11:torus, or a shape"),
    "board 8x": ((*PLACE, "8x"), "board '8x': expected a size such as 8, 8x11"),
    "board letters": ((*PLACE, "eight"), "board 'eight'"),
    "board 8:tube": ((*PLACE, "8:tube"), "board '8:tube'"),
    "board of a thousand digits": ((*PLACE, "9" * 1000), "expected a size"),
    "board too large": ((*PLACE, "100000x100000"), "10,000,000,000 squares; at most 4,000,000 are accepted"),
    "count too large": ((*PLACE, "3", "--count", "10"), "10 pieces do not fit on a 3x3 board: it has 9 squares"),
    "count negative": ((*PLACE, "3", "--count", "-1"), "count '-1': expected a number of at least 0, n"),
    "count letters": ((*PLACE, "3", "--count", "many"), "count 'many'"),
    "count n of an oblong": ((*PLACE, "3x4", "--count", "n"), "the side of a square board, and the board is 3x4"),
    "counts without pieces": ((*PLACE, "3", "--count", "1", "--count", "2"), "2 counts for 1 piece;"),
    "piece twice": ((*PLACE, "3", "--piece", "queen"), "a piece is named twice"),
    "fixed off the board": ((*PLACE, "8", "--fix", "8,0"), "fixed square 8,0 lies off the board of 8"),
    "fixed at a negative place": ((*PLACE, "8", "--fix", "-1,0"), "fixed square -1,0 lies off"),
    "fixed twice": ((*PLACE, "8", "--fix", "1,2", "--fix", "1,2"), "square 1,2 is fixed twice"),
    "fixed and forbidden": ((*PLACE, "8", "--fix", "1,2", "--forbid", "1,2"), "1,2 is both fixed and forbidden"),
    "fixed in a hole": ((*PLACE, "8", "--fix", "1,2", "--hole", "1,2"), "1,2 is a hole of the board"),
    "fixed letters": ((*PLACE, "8", "--fix", "bb3"), "fix 'bb3': expected ROW,COLUMN, counted from 0, such as 0,4, or"),
    "fixed beyond the last row": (
        (*PLACE, "8", "--fix", "b9"),
        "fix 'b9' lies off the board of 8x8: its squares are a1",
    ),
    "fixed beyond the letters": ((*PLACE, "30", "--fix", "b9"), "letters name up to 26 columns, and the board is 30"),
    "fixed stranger": ((*PLACE, "8", "--fix", "0,0=rook"), "a rook is fixed on 0,0, but the problem places queen"),
    "fixed without piece": ((*PLACE, "8", "--piece", "rook", "--fix", "0,0"), "expected ROW,COLUMN=PIECE"),
    "fixed of unknown piece": ((*PLACE, "8", "--fix", "0,0=qeen"), "unknown piece 'qeen'"),
    "forbidden off the board": ((*PLACE, "8", "--forbid", "0,8"), "forbidden square 0,8 lies off"),
    "forbidden twice": ((*PLACE, "8", "--forbid", "0,7", "--forbid", "0,7"), "0,7 is forbidden twice"),
    "forbidden with a piece": ((*PLACE, "8", "--forbid", "0,7=queen"), "no piece is named here"),
    "hole off the board": ((*PLACE, "8", "--hole", "9,9"), "hole 9,9 lies off the board of 8x8"),
    "hole twice": ((*PLACE, "8", "--hole", "1,1", "--hole", "1,1"), "hole 1,1 is named twice"),
    "unknown backend": ((*PLACE, "8", "--backend", "cpsta"), "unknown backend 'cpsta': did you mean cpsat? known are"),
    "unknown option": ((*PLACE, "8", "--option", "speed=9"), "backend backtracking has no option 'speed'; its options"),
    "option without value": ((*PLACE, "8", "--option", "speed"), "option 'speed': expected NAME=VALUE"),
    "option twice": ((*PLACE, "8", "--option", "a=1", "--option", "a=2"), "option a is given twice"),
    "negative seconds": ((*PLACE, "8", "--seconds", "-1"), "-1 seconds; it must be more than 0"),
    "no seconds": ((*PLACE, "8", "--seconds", "0"), "0 seconds; it must be more than 0"),
    "seconds nan": ((*PLACE, "8", "--seconds", "nan"), "nan seconds"),
    "seconds letters": (
        (*PLACE, "8", "--seconds", "soon"),
        "seconds 'soon': expected a number of seconds such as 90, or 90s, 2m, 1h",
    ),
    "workers 0": ((*PLACE, "8", "--workers", "0"), "workers 0; it must be at least 1"),
    "too many workers": (
        (*PLACE, "8", "--workers", "3", "--backend", "python-constraint"),
        "backend python-constraint does not use 3 workers",
    ),
    "seed negative": ((*PLACE, "8", "--seed", "-1"), "seed -1; it must be at least 0"),
    "limit 0": ((*PLACE, "8", "--limit", "0"), "limit 0; it must be at least 1"),
    "all and counted": ((*PLACE, "8", "--all", "--count-solutions"), "exclude each other"),
    "json and format": ((*PLACE, "8", "--json", "--format", "board"), "--json and --format exclude each other"),
    "boards of a count": ((*PLACE, "8", "--count-solutions", "--format", "board"), "draws no boards"),
    "unknown format": ((*PLACE, "8", "--format", "picture"), "--format"),
    "picture nowhere": ((*PLACE, "8", "--svg", "/nowhere/board.svg"), "there is no folder /nowhere"),
    "picture on a folder": ((*PLACE, "8", "--svg", "/"), "it is a folder"),
    "unreadable file": ((*PLACE, "8", "--fixed-file", "/nowhere/fixed"), "cannot read /nowhere/fixed: No such file"),
    "folder for a file": ((*PLACE, "8", "--fixed-file", "/"), "cannot read /: Is a directory"),
    "file for two pieces": ((*PLACE, "8", "--piece", "rook", "--fixed-file", "-"), "--fixed-file takes one piece"),
    "no piece": (("solve", "placement", "--board", "8"), "Missing option '--piece'"),
    "no board": (("solve", "placement", "--piece", "queen"), "Missing option '--board'"),
    "no value": ((*PLACE,), "--board"),
    "unknown option of the command": ((*PLACE, "8", "--bord", "9"), "--bord"),
    "unknown command": (("slove",), "slove"),
    "unknown problem": (("solve", "tiling"), "tiling"),
    "stray argument": ((*PLACE, "8", "9"), "9"),
    "unknown kind": (
        (*GUARD, "8", "--kind", "half"),
        "unknown kind of domination 'half'; known are plain, independent",
    ),
    "count for domination": ((*GUARD, "8", "--count", "3"), "--count"),
    "two guards": ((*GUARD, "8", "--piece", "rook"), "domination takes one --piece, here are 2: knight, rook"),
    "table of nothing": ((*TABLE, "10..4"), "the range ends before it begins"),
    "table of letters": ((*TABLE, "a..b"), "boards 'a..b': expected a size or a range"),
    "table of too many": ((*TABLE, "1..99999"), "at most 1,000 boards"),
    "table with an empty board": ((*TABLE, "1,,2"), "boards ''"),
    "table of unknown pieces": ((*TABLE, "4", "--pieces", "queen,bshop"), "unknown piece 'bshop'"),
    "table of unknown want": ((*TABLE, "4", "--want", "all"), "want 'all': expected count"),
    "table with a bad example": ((*TABLE, "4", "--show", "x"), "board 'x'"),
    "table of n on an oblong": (("table", "placement", "--boards", "3x4", "--count", "n"), "3x4"),
    "show from off the board": (
        ("pieces", "show", "rook", "--board", "3", "--from", "3,0"),
        "from 3,0: the square lies",
    ),
    "show an unknown piece": (("pieces", "show", "rock"), "did you mean rook"),
}


@pytest.mark.parametrize(("arguments", "message"), CASES.values(), ids=CASES)
def test_bad_input_is_one_line_and_exit_code_2(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = rookery(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("rookery: ")
    assert err.count("\n") == 1
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [(*PLACE, "8", "--bord"), (*PLACE, "8", "--workers", "x")])
def test_a_wrong_option_leads_to_the_help(arguments: tuple[str, ...]) -> None:
    assert "`rookery solve placement --help` says what is accepted" in rookery(*arguments).err


LIBRARIES = {
    "backtracking": ("numba", "pip install numba"),
    "cpsat": ("ortools.sat.python", "pip install ortools"),
    "sat": ("pysat.solvers", "pip install python-sat"),
    "python-constraint": ("constraint", "pip install python-constraint2"),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_missing_library_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library, remedy = LIBRARIES[name]
    lend(monkeypatch, registry.backend(name))
    for module in [module for module in sys.modules if module == library or module.startswith(f"{library}.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    code, out, err = rookery(*PLACE, "4", "--backend", name)
    assert (code, out) == (2, "")
    assert remedy in err
    assert err.count("\n") == 1


def test_a_file_that_may_not_be_read_is_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused by the system itself, for each user: to root no mode of a file forbids anything."""
    fixed = tmp_path / "fixed"
    fixed.write_text("0,0")
    there = os.open

    def refuse(path: Any, *more: Any, **named: Any) -> int:
        if path == str(fixed):
            raise PermissionError(13, "Permission denied")
        return there(path, *more, **named)

    monkeypatch.setattr(os, "open", refuse)
    code, _, err = rookery(*PLACE, "8", "--fixed-file", str(fixed))
    assert code == 2
    assert "Permission denied" in err
