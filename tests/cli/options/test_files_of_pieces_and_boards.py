"""`--pieces-file`, `--board-file` and `rookery pieces check`."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

PLACE = ("solve", "placement", "--format", "board")


@pytest.fixture
def pieces_file(tmp_path: Path) -> str:
    file = tmp_path / "my.toml"
    file.write_text('gnu = "NC"\n[lance]\nbetza = "fR"\nglyph = "香"\n', encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "line",
    [
        "solve placement --piece gnu --board 3",
        "table placement --piece gnu,lance --board 3",
        "compare placement --piece gnu --board 3 --dry-run",
        "pieces show gnu",
    ],
)
def test_command_takes_pieces_of_a_file_and_forgets_them(line: str, pieces_file: str) -> None:
    assert rookery(*line.split(), "--pieces-file", pieces_file).code == 0
    assert "unknown piece 'gnu'" in rookery(*line.split()).err


def test_file_of_pieces_is_listed_and_checked(pieces_file: str) -> None:
    listed = {each["name"]: each for each in json.loads(rookery("pieces", "--pieces-file", pieces_file, "--json").out)}
    assert (listed["gnu"]["betza"], listed["lance"]["glyph"]) == ("NC", "香")
    assert str(pieces_file) in listed["gnu"]["source"]
    found = rookery("pieces", "check", pieces_file)
    assert (found.code, found.err) == (0, "")
    assert "2 pieces, nothing wrong" in found.out


DRAWN = b"...#\nx...\nQ...\n....\n"


def test_board_is_read_from_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(DRAWN)
    command = (*PLACE, "--piece", "queen", "--all", "--board-file")
    from_file, from_input = rookery(*command, str(file)), rookery(*command, "-", given=DRAWN)
    same = ("--board", "4", "--hole", "0,3", "--forbid", "1,0", "--fix", "2,0")
    assert from_file == from_input == rookery(*PLACE, "--piece", "queen", "--all", *same)
    assert from_file.lines[:4] == [".Q.#", "...Q", "Q...", "..Q."]


def test_board_is_read_from_fen() -> None:
    command = ("solve", "domination", "--piece", "queen", "--board-file", "-", "--json")
    answer = json.loads(rookery(*command, given=b"11/11/11/11/11/5Q5/11/11/11/11/11").out)
    assert answer["objective"] == 5  # OEIS A075458: 5 queens on 11x11, and one of them in the middle
    assert ["queen", 5, 5] in answer["solutions"][0]


def test_options_add_to_a_drawing() -> None:
    command = (*PLACE, "--piece", "rook", "--board-file", "-", "--hole", "0,0", "--fix", "1,1", "--forbid", "2,2")
    assert rookery(*command, given=b"...\n...\n...\n").lines == ["#.R", ".R.", "R.."]
    refused = rookery(*command, given=b"...\n...\n..R\n")
    assert (refused.code, "c1 is both fixed and forbidden" in refused.err) == (2, True)


def test_letters_of_a_drawing_are_the_pieces_of_the_file(pieces_file: str) -> None:
    command = (*PLACE, "--pieces-file", pieces_file, "--piece", "gnu=1", "--piece", "lance=1", "--board-file", "-")
    lines = rookery(*command, given=b"G..\n...\n..L\n").lines
    assert lines == ["G..", "...", "..L"]
