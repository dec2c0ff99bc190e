"""Where pieces come from: files and other distributions; clashes name both sources."""

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
    """Leave out other distributions."""
    monkeypatch.setattr(sources, "installed_pieces", tuple)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_piece_file_gives_pieces_with_their_lines(tmp_path: Path) -> None:
    file = write(tmp_path / "pieces.toml", GOOD)
    found, wrong = read_piece_file(file)
    assert wrong == []
    places = {"gnu": 1, "short rook": 2, "lance": 4, "odd": 9}
    assert {piece.name: place for piece, place in found} == {
        name: f"{file}, line {line}" for name, line in places.items()
    }


def test_load_pieces_registers_nothing(tmp_path: Path) -> None:
    loaded = rk.load_pieces(write(tmp_path / "pieces.toml", GOOD))
    assert list(loaded) == ["gnu", "short rook", "lance", "odd"]
    assert loaded["gnu"] == rk.Piece.from_betza("gnu", "NC", symbol="G")
    assert (loaded["lance"].betza, loaded["lance"].symbol, loaded["lance"].glyph) == ("fR", "Y", "香")
    assert loaded["short rook"].rides == rk.piece("R4").rides
    steps = {((1, 2), 1), ((-2, 1), 1), ((0, 1), None), ((1, 0), 3), ((1, 1), None)}
    assert loaded["odd"].rides == steps
    assert not {"gnu", "odd"} & PieceSources().pieces().keys()


FAULTS = {
    'gnu = "J"': "line 1: gnu: betza",
    "gnu = 3": "line 1: gnu: expected Betza notation",
    '[gnu]\nbetza = "NC"\nsymbol = "GN"': "line 3: gnu: symbol",
    '[gnu]\nbetza = "NC"\nglyph = "gnu"': "line 3: gnu: glyph",
    '[gnu]\nbetza = "NC"\ncolour = 1': "line 3: gnu: colour",
    '[gnu]\nsymbol = "G"': "line 1: gnu: no betza, leaps or rides",
    '[gnu]\nbetza = "NC"\nleaps = [[1, 2]]': "line 3: gnu: leaps",
    "[gnu]\nrides = [[0, 0]]": "line 2: gnu: rides",
    '["4x"]\nbetza = "R"\nsymbol = "R"': "line 1: 4x",
    'wc = "R"': "line 1: wc",
    "gnu = \n": "line 1",
    'gnu = "J"\nlance = "L"\n': "(and 1 more",
}


@pytest.mark.parametrize("text", FAULTS)
def test_fault_in_a_piece_file_names_its_line(text: str, tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", text)
    with pytest.raises(rk.BadInput) as refused:
        rk.load_pieces(file)
    assert str(refused.value).startswith(f"{file}")
    assert FAULTS[text] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_pieces_of_a_file_are_found_by_name(tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", 'lance = "fR"\n')
    with pytest.raises(rk.BadInput, match=r"unknown piece 'lance': known are queen, .*, or"):
        rk.piece("lance")
    known = PieceSources((file, file))
    assert known.piece("lance").betza == "fR"
    assert {name: found.source for name, found in known.pieces().items() if found.source != "rookery"} == {
        "lance": f"{file}, line 1",
    }
    assert "lance" not in PieceSources().pieces()


@pytest.mark.parametrize(
    ("text", "other"),
    [('gnu = "NC"', "one from rookery-fairy"), ('Queen = "Q4"', "one from rookery"),
     ('empress = "RN"', "one from rookery, for chancellor")],
)  # fmt: skip
def test_clash_of_names_tells_both_sources(
    text: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = sources.Known(rk.Piece.from_betza("gnu", "NZ"), "rookery-fairy")
    monkeypatch.setattr(sources, "installed_pieces", lambda: (installed,))
    file = write(tmp_path / "my.toml", f"# mine\n{text}\n")
    with pytest.raises(rk.BadInput) as refused:
        PieceSources((file,)).piece("rook")
    name = text.split()[0].lower()
    assert str(refused.value) == f"two pieces are named {name}: {other}, one from {file}, line 2"


class Entry(EntryPoint):
    dist = None


def test_entry_point_is_a_piece_or_refused() -> None:
    found = read_entry(Entry("queen", "rookery.models.pieces.piece:QUEEN", "rookery.pieces"))
    assert found == (rk.QUEEN, "rookery.models.pieces.piece:QUEEN")
    for value, word in (
        ("no_such_module:GNU", "ModuleNotFoundError"),
        ("rookery.models.pieces.piece:STANDARD", "tuple"),
    ):
        refused = read_entry(Entry("gnu", value, "rookery.pieces"))
        assert isinstance(refused, BrokenPlugin)
        assert word in str(refused)
