"""Refused command lines: exit code 2, nothing on standard output, one line on standard error.

One row for each kind of mistake, with a word that its message must have.
"""

import shlex
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

PLACE = "solve placement --piece queen --board 4"
GUARD = "solve domination --piece knight --board 4"
COMPARE = "compare placement --piece queen --board 4 --backend sat"
REFUSED = {
    # commands and options
    "slove": "slove",
    "version": "--version",
    "solve queen --board 8": "queens",
    "solve n-queens 8": "--board 8",
    "solve placement --board 8": "--piece",
    "solve placement --piece queen": "--board",
    f"{PLACE} 9": "9",
    f"{PLACE} --seconds": "--seconds",
    f"{PLACE} --bord 4": "--board",
    f"{PLACE} --timeout 5": "--seconds",
    f"{PLACE} --solutions 3": "--limit",
    f"{PLACE} --pawns 2": "sighted",
    f"{PLACE} --zzz": "--zzz",
    f"{PLACE} --all --count-solutions": "exclude",
    f"{PLACE} --json --format board": "exclude",
    f"{PLACE} --count-solutions --format board": "no boards",
    # numbers, names and amounts
    f"{PLACE} --workers auto": "whole number",
    f"{PLACE} --workers 0": "x>=1",
    f"{PLACE} --workers {'1' * 30}": "at most",
    f"{PLACE} --workers 3 --backend python-constraint": "takes one worker, not 3",
    f"{PLACE} --seed -1": "x>=0",
    f"{PLACE} --seconds soon": "90s",
    f"{PLACE} --seconds 0": "seconds must be greater than 0, got 0",
    f"{PLACE} --seconds nan": "nan",
    f"{PLACE} --format picture": "unicode",
    f"{PLACE} --option speed": "NAME=VALUE",
    f"{PLACE} --option a=1 --option a=2": "twice",
    f"{PLACE} --option speed=9": "'speed'",
    f"{PLACE} --backend cpsta": "did you mean cpsat",
    f"{PLACE} --backend ortools": "did you mean cpsat",
    f"{PLACE} --backend nowhere.py:Mine": "no file",
    f"{PLACE} --backend python-constraint --checkpoint kept": "checkpoint",
    # pieces and boards
    "solve placement --piece quen --board 4": "did you mean queen",
    "solve placement --piece N(0 --board 4": "Betza",
    f"{PLACE} --piece queen": "twice",
    f"{PLACE} --piece queen,knight": "repeat",
    "solve placement --piece queen --board 4..8": "one board, here are 5",
    "placement --piece queen --board 8": "rookery solve placement",
    f"{PLACE} --boards 4": "did you mean --board?",
    f"{PLACE} --pieces queen": "did you mean --piece or --pieces-file?",
    f"{PLACE} --seed 1 --seed 2": "--seed is given 2 times",
    f"{GUARD} --piece rook": "one --piece",
    "solve placement --piece queen --board eight": "'eight'",
    "solve placement --piece queen --board 8:tube": "'8:tube'",
    "solve placement --piece queen --board 0": "at least 1",
    "solve placement --piece queen --board 100000x100000": "at most",
    f"solve placement --piece queen --board {'9' * 1000}": "size",
    f"{PLACE} --count 17": "do not fit",
    f"{PLACE} --count -1": "whole number",
    f"{PLACE} --count max": "'any' for any number",
    f"{PLACE} --piece knight=2 --count 1": "one piece",
    "solve domination --piece queen=2 --board 4": "no number of pieces",
    "solve n-queens --board 3x4": "square board",
    f"{GUARD} --kind half": "independent",
    "solve k-fold --piece king --board 4": "--times",
    "solve domination --piece queen --board 4 --allow border --allow 0,0": "allowed twice",
    "solve armies --piece queen --board 4": "army",
    "solve armies --piece queen --piece queen --board 4 --fix 0,0": "--fix",
    "solve guards --piece queen --board 4 --cost 1 --cost 2": "cost",
    "solve coverage --piece queen --board 4": "count",
    "solve n-queens --board 6 --blocked 99": "99",
    # squares
    f"{PLACE} --fix bb3": "'e4'",
    f"{PLACE} --fix e5": "off the board",
    "solve placement --piece queen --board 30 --fix b9": "26 columns",
    f"{PLACE} --fix 1,2 --fix b3 --fix 1,2": "fixed twice",
    f"{PLACE} --fix 1,2 --forbid 1,2": "both",
    f"{PLACE} --fix 1,2 --hole 1,2": "hole",
    f"{PLACE} --fix 0,0=rook": "rook",
    f"{PLACE} --piece rook --fix 0,0": "name its piece",
    f"{PLACE} --forbid 0,0=rook": "rook is not a piece of this problem",
    f"{PLACE} --hole 1,1 --hole 1,1": "twice",
    # files and hints
    f"{PLACE} --fixed-file /": "Is a directory",
    f"{PLACE} --piece rook --fixed-file -": "one piece",
    f"{PLACE} --board-file -": "exclude",
    "solve placement --piece queen --board-file - --fixed-file -": "standard input",
    f"{PLACE} --svg /nowhere/board.svg": "no folder",
    f"{PLACE} --svg /": "folder",
    f"{PLACE} --backend backtracking --hint 0,0": "no hint",
    f"{PLACE} --count 4 --backend sat --hint 0,0 --all": "hint",
    f"{PLACE} --proof kept --limit 2": "--limit",
    f"{PLACE} --evidence lrat": "--proof",
    f"{PLACE} --strategy quick": "exhaustive",
    f"{GUARD} --strategy rows": "one choice a row",
    f"{GUARD} --strategy dp --backend sat": "--backend sat",
    f"{GUARD} --strategy dp --option memory=big": "64M",
    # other commands
    "solve model file.txt": "'.txt'",
    "export placement --piece queen --board 4": "--format",
    "export placement --piece queen --board 4 --format cnf": "dimacs",
    "export domination --piece queen --board 4 --format dimacs": "bound",
    "export placement --piece queen --board 4 --count 4 --format opb --bound 3": "without a goal",
    "table domination --board 10..4": "range",
    "table domination --board 1,,2": "''",
    "table domination --board 1..99999": "at most",
    "table domination --board 4 --want all": "count",
    "table domination --format csv --json": "exclude",
    "table domination --format bfile --piece king,queen --board 4": "one sequence",
    "trace placement --piece knight --board 4 --out trace.html": "rows",
    "trace placement --piece queen --board 33 --out trace.html": "too large",
    "trace domination --piece queen --board 5 --out trace.html": "placement",
    "compare placement": "--board",
    "compare placements --piece queen --board 4": "did you mean placement?",
    "compare nowhere.toml --board 4": "has no option --board",
    f"{COMPARE} --seeds x": "seeds",
    f"{COMPARE} --memory much": "500M",
    f"{COMPARE} --jobs 0": "x>=1",
    f"{COMPARE} --retry some": "timeouts",
    f"{COMPARE} --option solver=x": "BACKEND.NAME",
    f"{COMPARE} --out /dev/null/x": "cannot be written",
    "compare nowhere.toml --want all": "cannot read nowhere.toml: No such file",
    "pieces show rook --board 3 --from 3,0": "off the board",
    "trace placement --piece queen --board 4 --out trace.html --steps 0": "x<=20000",
    "report": "DIR",
    "report nowhere": "no campaign",
    "report a b c": "3 campaigns",
    "backends check nosuch": "'nosuch'",
    "play --port 70000": "65535",
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_bad_line_is_refused_in_one_line(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = rookery(*shlex.split(line))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rookery: ")
    assert REFUSED[line] in err
    assert len(err) < 500
    assert not list(tmp_path.iterdir())
