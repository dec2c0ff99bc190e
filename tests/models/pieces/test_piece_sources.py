"""Where pieces come from: files and other distributions; clashes name both sources."""

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import rookery as rk
from rookery.core.plugins import BrokenPlugin
from rookery.models.pieces import sources
from rookery.models.pieces.files import read_piece_file
from rookery.models.pieces.sources import PieceSources, read_entry

GOOD = """\
gnu = "NC"
"short rook" = { betza = "R4", symbol = "S" }

[lance]            # of shogi
betza = "fR"
symbol = "Y"
glyph = "香"

[odd]
leaps = [[1, 2], [-2, 1]]
rides = [[0, 1], [1, 0, 3], [1, 1, 0]]
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other distributions."""
    monkeypatch.setattr(sources, "installed_pieces", tuple)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_gives_pieces_with_their_places(tmp_path: Path) -> None:
    file = written(tmp_path / "pieces.toml", GOOD)
    found, wrong = read_piece_file(file)
    assert wrong == []
    places = {"gnu": 1, "short rook": 2, "lance": 4, "odd": 9}
    assert {piece.name: place for piece, place in found} == {
        name: f"{file}, line {line}" for name, line in places.items()
    }


def test_pieces_are_loaded_as_they_are_written_and_not_registered(tmp_path: Path) -> None:
    loaded = rk.load_pieces(written(tmp_path / "pieces.toml", GOOD))
    assert list(loaded) == ["gnu", "short rook", "lance", "odd"]
    assert loaded["gnu"] == rk.Piece.from_betza("gnu", "NC", symbol="G")
    assert (loaded["lance"].betza, loaded["lance"].symbol, loaded["lance"].glyph) == ("fR", "Y", "香")
    assert loaded["short rook"].rides == rk.piece("R4").rides
    steps = {((1, 2), 1), ((-2, 1), 1), ((0, 1), None), ((1, 0), 3), ((1, 1), None)}
    assert loaded["odd"].rides == steps
    assert not {"gnu", "odd"} & PieceSources().pieces().keys()


FAULTS = {
    'gnu = "J"': "line 1: gnu: betza: Betza notation 'J', position 1: J is the zebra",
    "gnu = 3": 'line 1: gnu: expected Betza notation in quotes, such as "NC", or a table',
    "\n[gnu]\nbetza = 3": 'line 3: gnu: betza: 3: expected text in quotes, such as "NC"',
    '[gnu]\nbetza = "NC"\nsymbol = "GN"': "line 3: gnu: symbol: 'GN': expected one letter",
    '[gnu]\nbetza = "NC"\nsymbol = "x"': "line 3: gnu: symbol: 'x' marks forbidden and attacked squares",
    '[gnu]\nbetza = "NC"\nglyph = "gnu"': "line 3: gnu: glyph: 'gnu': expected one sign",
    '[gnu]\nbetza = "NC"\ncolour = 1': "line 3: gnu: colour: unknown key 'colour'; known are betza, leaps, rides",
    '[gnu]\nsymbol = "G"': "line 1: gnu: no betza, leaps or rides: it would attack nothing",
    '[gnu]\nbetza = "NC"\nleaps = [[1, 2]]': "line 3: gnu: leaps: betza and steps exclude each other",
    "[gnu]\nleaps = 3": "line 2: gnu: leaps: 3: expected steps in whole numbers",
    "[gnu]\nleaps = [[1, 2, 3]]": "line 2: gnu: leaps: [1, 2, 3]: expected steps in whole numbers",
    "[gnu]\nrides = [[0, 0]]": "line 2: gnu: rides: [0, 0]: expected steps in whole numbers, rows and columns",
    "[gnu]\nrides = [[1, 0, -1]]": "line 2: gnu: rides: [1, 0, -1]: expected steps",
    '["4x"]\nbetza = "R"\nsymbol = "R"': "line 1: 4x: a piece's name begins with a letter",
    '"a,b" = "R"': "line 1: a,b: a piece's name begins with a letter",
    'wc = "R"': "line 1: wc: the name reads as Betza notation WC, which is another piece",
    "gnu = \n": "Invalid value (at line 1, column 7)",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_file_line_and_reason(text: str, tmp_path: Path) -> None:
    file = written(tmp_path / "my.toml", text)
    with pytest.raises(rk.BadInput) as refused:
        rk.load_pieces(file)
    said = str(refused.value)
    assert said.startswith(f"{file}")
    assert FAULTS[text] in said
    assert "\n" not in said


def test_several_faults_are_counted(tmp_path: Path) -> None:
    file = written(tmp_path / "my.toml", 'gnu = "J"\nlance = "L"\n')
    with pytest.raises(rk.BadInput, match=r"line 1: gnu: .* \(and 1 more: `rookery pieces check .*my\.toml`\)$"):
        rk.load_pieces(file)


@pytest.mark.parametrize("content", [None, b"\xff"], ids=["missing", "no text"])
def test_a_file_that_cannot_be_read_is_bad_input(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    if content:
        file.write_bytes(content)
    with pytest.raises(rk.BadInput, match=r"cannot read .*my\.toml: .*; expected a TOML file of pieces"):
        rk.load_pieces(file)


def test_names_lead_to_pieces_of_files(tmp_path: Path) -> None:
    file = written(tmp_path / "my.toml", 'lance = "fR"\n')
    with pytest.raises(rk.BadInput, match=r"unknown piece 'lance': known are queen, .*, or"):
        rk.piece("lance")
    known = PieceSources((file, file))
    assert known.piece("lance").betza == "fR"
    assert {name: found.source for name, found in known.pieces().items() if found.source != "rookery"} == {
        "lance": f"{file}, line 1",
    }
    assert "lance" not in PieceSources().pieces()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = written(tmp_path / "my.toml", 'gnu = "NC"\n')
    assert PieceSources((file,)).piece("gnu").betza == "NC"
    written(file, 'gnu = "NCZ"\n')
    assert PieceSources((file,)).piece("gnu").betza == "NCZ"


@pytest.mark.parametrize(
    ("text", "other"),
    [('gnu = "NC"', "one from rookery-fairy"), ('Queen = "Q4"', "one from rookery"),
     ('empress = "RN"', "one from rookery, for chancellor")],
)  # fmt: skip
def test_a_clash_names_both_sources(text: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = sources.Known(rk.Piece.from_betza("gnu", "NZ"), "rookery-fairy")
    monkeypatch.setattr(sources, "installed_pieces", lambda: (installed,))
    file = written(tmp_path / "my.toml", f"# mine\n{text}\n")
    with pytest.raises(rk.BadInput) as refused:
        PieceSources((file,)).piece("rook")
    name = text.split()[0].lower()
    assert str(refused.value) == f"two pieces are named {name}: {other}, one from {file}, line 2"


def test_two_files_clash_too(tmp_path: Path) -> None:
    files = [written(tmp_path / name, 'gnu = "NC"\n') for name in ("one.toml", "two.toml")]
    with pytest.raises(rk.BadInput, match=r"two pieces are named gnu: one from .*one\.toml, line 1, one from .*two\.t"):
        PieceSources(tuple(files)).pieces()


class Entry(EntryPoint):
    dist = None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("no_such_module:GNU", r"piece gnu of no_such_module:GNU .* cannot be loaded: ModuleNotFoundError: No module"),
        ("rookery.models.pieces.piece:GNU", "cannot be loaded: AttributeError: module .* has no attribute 'GNU'"),
        ("rookery.models.pieces.piece:STANDARD", "is a tuple, not a rookery.Piece"),
    ],
)
def test_an_entry_point_that_is_no_piece_is_refused(value: str, said: str) -> None:
    refused = read_entry(Entry("gnu", value, "rookery.pieces"))
    assert isinstance(refused, BrokenPlugin)
    assert re.search(said, str(refused))


def test_an_entry_point_is_a_piece() -> None:
    found = read_entry(Entry("queen", "rookery.models.pieces.piece:QUEEN", "rookery.pieces"))
    assert found == (rk.QUEEN, "rookery.models.pieces.piece:QUEEN")
