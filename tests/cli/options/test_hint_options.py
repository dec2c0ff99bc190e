"""`--hint` and `--hint-file`: read, passed on, refused in one line."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")
MIXED = ("solve", "placement", "--piece", "queen", "--piece", "knight", "--board", "5", "--backend", "sat", "--json")
SOLVED = "\n".join(("..Q.....", ".....Q..", ".......Q", "Q.......", "...Q....", "......Q.", "....Q...", ".Q......"))
PLACES = ("0,2", "1,5", "2,7", "3,0", "4,3", "5,6", "6,4", "7,1")


def test_an_answer_that_is_drawn_is_a_hint(tmp_path: Path) -> None:
    file = tmp_path / "hint.txt"
    file.write_text(SOLVED)
    for words in (("--hint-file", str(file)), [word for place in PLACES for word in ("--hint", place)]):
        result = rookery(*EIGHT, "--backend", "sat", *words, "--format", "board")
        assert (result.code, result.out.rstrip("\n")) == (0, SOLVED)
    assert rookery(*EIGHT, "--backend", "cpsat", "--hint-file", "-", given=SOLVED.encode()).code == 0


def test_with_several_pieces_each_is_named() -> None:
    hint = ("--count", "2", "--count", "2", "--hint", "0,0=queen", "--hint", "1,2=knight")
    answer = json.loads(rookery(*MIXED, *hint).out)
    assert answer["complete"]
    refused = rookery(*MIXED, "--hint", "0,0")
    assert (refused.code, refused.out) == (2, "")
    assert "hint '0,0': with several pieces expected ROW,COLUMN=PIECE, such as 0,4=queen" in refused.err


@pytest.mark.parametrize(
    ("more", "given", "message"),
    [
        (("--backend", "backtracking", "--hint", "0,0"), "", "backend backtracking takes no hint"),
        (("--backend", "sat", "--hint", "here"), "", "hint 'here': expected ROW,COLUMN"),
        (("--backend", "sat", "--hint", "8,0"), "", "square 8,0 lies off the board of 8"),
        (("--backend", "sat", "--hint", "0,0", "--all"), "", "a hint helps to find one solution or an optimum"),
        (("--backend", "sat", "--hint", "0,0", "--hint-file", "-"), "Q", "--hint and --hint-file exclude each other"),
        (("--backend", "sat", "--hint-file", "-"), "Q.\n..", "standard input draws a board of 2x2; the hint"),
        (("--backend", "sat", "--hint-file", "-"), "Q.\n.N", "standard input, line 2, column 2: 'N' is the symbol"),
    ],
    ids=str,
)  # fmt: skip
def test_one_line_for_what_cannot_be_used(more: tuple[str, ...], given: str, message: str) -> None:
    code, out, err = rookery(*EIGHT, *more, given=given.encode())
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: {message}")
    assert err.count("\n") == 1


def test_backends_say_who_takes_hints() -> None:
    takers = {entry["name"] for entry in json.loads(rookery("backends", "--json").out) if entry["hints"]}
    assert takers == {"cpsat", "sat", "mip", "auto"}
