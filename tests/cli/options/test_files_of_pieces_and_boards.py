"""`--pieces`, `--board-file`, `rookery pieces check`, coordinates and pictures on the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rookery_tests.brute_force import Assignments
from rookery_tests.command_line import lend, rookery
from rookery_tests.wrong_backends import Wrong

from rookery.backends.contract.backend import Solution

PLACE = ("solve", "placement", "--format", "board")


@pytest.fixture
def pieces_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "my.toml"
    file.write_text('gnu = "NC"\n[lance]\nbetza = "fR"\nglyph = "香"\n', encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "placement", "--piece", "gnu", "--board", "3", "--pieces"),
        ("solve", "domination", "--piece", "gnu", "--board", "3", "--pieces-file"),
        ("table", "placement", "--pieces", "gnu,lance", "--boards", "3", "--pieces-file"),
        ("table", "domination", "--pieces", "queen,gnu", "--boards", "3", "--pieces-file"),
        ("compare", "placement", "--piece", "gnu", "--boards", "3", "--dry-run", "--pieces"),
        ("pieces", "show", "gnu", "--pieces"),
    ],
    ids=" ".join,
)
def test_every_command_takes_pieces_of_a_file_and_forgets_them(command: tuple[str, ...], pieces_file: Path) -> None:
    assert rookery(*command, str(pieces_file)).code == 0
    assert "unknown piece 'gnu'" in rookery(*command[:-1]).err


def test_pieces_of_files_are_listed_with_their_line(pieces_file: Path) -> None:
    listed = json.loads(rookery("pieces", "--pieces", str(pieces_file), "--json").out)
    assert listed[-2:] == [
        {"name": "gnu", "symbol": "G", "glyph": "", "betza": "NC", "source": f"{pieces_file}, line 1"},
        {"name": "lance", "symbol": "L", "glyph": "香", "betza": "fR", "source": f"{pieces_file}, line 2"},
    ]


def test_the_users_own_pieces_need_no_option(pieces_file: Path, tmp_path: Path) -> None:
    own = tmp_path / "config" / "rookery" / "pieces.toml"
    own.parent.mkdir(parents=True)
    pieces_file.rename(own)
    assert f"{own},line2" in "".join(rookery("pieces").out.split())  # wherever its table breaks a line
    assert rookery(*PLACE, "--piece", "lance", "--board", "3").code == 0


def test_a_file_of_pieces_is_checked(pieces_file: Path) -> None:
    found = rookery("pieces", "check", str(pieces_file))
    assert found == (0, f"{pieces_file}: 2 pieces, nothing wrong: gnu (G), lance (L)\n", "")


def test_each_fault_of_a_file_is_a_line(pieces_file: Path) -> None:
    pieces_file.write_text('gnu = "J"\n[lance]\nbetza = "fR"\nsign = "L"\n')
    code, out, err = rookery("pieces", "check", str(pieces_file))
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert first.startswith(f"{pieces_file}, line 1: gnu: betza: Betza notation 'J', position 1: J is the zebra")
    assert second.startswith(f"{pieces_file}, line 4: lance: sign: unknown key 'sign'; known are betza")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('queen = "Q"\n', "two pieces are named queen: one from rookery, one from {}, line 1"),
        ("queen", "{}: Expected '=' after a key in a key/value pair (at end of document)"),
        (None, "cannot read {}: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_bad_input(text: str | None, message: str, pieces_file: Path) -> None:
    pieces_file.unlink() if text is None else pieces_file.write_text(text)
    for command in (("pieces", "check"), ("pieces", "--pieces")):
        code, out, err = rookery(*command, str(pieces_file))
        assert (code, out) == (2, "")
        assert message.format(pieces_file) in err
        assert err.count("\n") == 1


DRAWN = b"...#\nx...\nQ...\n....\n"


def test_a_board_is_read_from_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(DRAWN)
    command = (*PLACE, "--piece", "queen", "--all", "--board-file")
    from_file, from_input = rookery(*command, str(file)), rookery(*command, "-", given=DRAWN)
    same = ("--board", "4", "--hole", "0,3", "--forbid", "1,0", "--fix", "2,0")
    assert from_file == from_input == rookery(*PLACE, "--piece", "queen", "--all", *same)
    assert from_file.lines[:4] == [".Q.#", "...Q", "Q...", "..Q."]


def test_a_board_is_read_from_fen_and_for_domination() -> None:
    command = ("solve", "domination", "--piece", "queen", "--board-file", "-", "--json")
    message = json.loads(rookery(*command, given=b"11/11/11/11/11/5Q5/11/11/11/11/11").out)
    assert message["objective"] == 5, "the queens of 11x11 (OEIS A075458), one of them in the middle"
    assert ["queen", 5, 5] in message["solutions"][0]


def test_options_add_to_what_a_drawing_says() -> None:
    command = (*PLACE, "--piece", "rook", "--board-file", "-", "--hole", "0,0", "--fix", "1,1", "--forbid", "2,2")
    assert rookery(*command, given=b"...\n...\n..R\n").err == ("rookery: square 2,2 is both fixed and forbidden\n")
    assert rookery(*command, given=b"...\n...\n...\n").lines == ["#.R", ".R.", "R.."]


def test_letters_of_a_drawing_are_symbols_of_the_pieces_asked_for(pieces_file: Path) -> None:
    command = (*PLACE, "--pieces", str(pieces_file), "--piece", "gnu", "--piece", "lance", "--board-file", "-")
    lines = rookery(*command, "--count", "1", "--count", "1", given=b"G..\n...\n..L\n").lines
    assert lines == ["G..", "...", "..L"]


@pytest.mark.parametrize(
    ("options", "given", "message"),
    [
        ((), b"...\n.N.\n...", "standard input, line 2, column 2: 'N' is the symbol of no piece; expected . free"),
        ((), b"...\n....", "standard input, line 2, column 4: row 2 has 4 squares, row 1 has 3"),
        ((), b"", "standard input, line 1, column 1: the text draws no board"),
        (("--board", "8"), b"8/8", "--board and --board-file exclude each other"),
        (("--fixed-file", "-"), b"8/8", "--board-file and --fixed-file both read standard input"),
        (("--hole", "0,0"), b"#1/2", "hole 0,0 is named twice"),
        (("--fix", "0,0"), b"Q1/2", "square 0,0 is fixed twice"),
    ],
)  # fmt: skip
def test_a_bad_drawing_is_one_line(options: tuple[str, ...], given: bytes, message: str) -> None:
    code, out, err = rookery(*PLACE, "--piece", "queen", "--board-file", "-", *options, given=given)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_missing_drawing_is_bad_input() -> None:
    found = rookery(*PLACE, "--piece", "queen", "--board-file", "/nowhere/board")
    assert (found.code, found.err.count("cannot read /nowhere/board: No such file")) == (2, 1)


def test_boards_with_coordinates() -> None:
    command = ("solve", "placement", "--piece", "queen", "--board", "4", "--coordinates")
    assert rookery(*command).lines[:5] == ["  0123", "0 .Q..", "1 ...Q", "2 Q...", "3 ..Q."]
    assert rookery(*command, "--format", "unicode").lines[:2] == ["  0 1 2 3", "0 · ♕ · ·"]


def test_a_camelrider_goes_on_to_the_edge() -> None:
    lines = rookery("pieces", "show", "CC", "--board", "7x10", "--from", "0,0", "--coordinates").lines
    assert lines[:8] == [
        "  0123456789", "0 C.........", "1 ...x......", "2 ......x...", "3 .x.......x", "4 ..........", "5 ..........",
        "6 ..x.......",
    ]  # fmt: skip
    assert lines[9] == "CC on 0,0 of a 7x10 board attacks 5 squares, marked x"


def test_pictures_are_written(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    files = ("--svg", str(svg), "--png", str(png))
    for command in (("solve", "placement", "--piece", "queen", "--board", "4"), ("pieces", "show", "knight")):
        assert rookery(*command, "--coordinates", *files).code == 0
        assert 'class="coordinates"' in svg.read_text(encoding="utf-8")
        assert png.read_bytes().startswith(b"\x89PNG")


class Quarrelsome(Wrong):
    """Sets queens side by side."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return iter([frozenset({0, 1, 2})])


def test_what_a_referee_refuses_is_drawn_with_arrows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Quarrelsome())
    svg = tmp_path / "refused.svg"
    options = ("--piece", "queen", "--count", "3", "--board", "3", "--backend", "wrong", "--svg", str(svg))
    assert rookery("solve", "placement", *options).code == 4
    assert svg.read_text(encoding="utf-8").count('class="conflict"') == 3
