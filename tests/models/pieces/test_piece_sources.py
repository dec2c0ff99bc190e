"""Where pieces come from: files and other distributions; clashes name both sources."""

from pathlib import Path

import pytest

import rookery as rk
from rookery.core.plugins import BrokenPlugin, EntryPoint, PluginWarning
from rookery.models.pieces import sources
from rookery.models.pieces.piece import STANDARD
from rookery.models.pieces.sources import known_pieces

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
    monkeypatch.setattr(sources, "read_entries", lambda: ({}, {}))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_load_pieces_registers_nothing(tmp_path: Path) -> None:
    loaded = rk.load_pieces(write(tmp_path / "pieces.toml", GOOD))
    assert list(loaded) == ["gnu", "short rook", "lance", "odd"]
    assert loaded["gnu"] == rk.Piece.from_betza("gnu", "NC", symbol="G")
    assert (loaded["lance"].betza, loaded["lance"].symbol, loaded["lance"].glyph) == ("fR", "Y", "香")
    assert loaded["short rook"].rides == rk.piece("R4").rides
    steps = {((1, 2), 1), ((-2, 1), 1), ((0, 1), None), ((1, 0), 3), ((1, 1), None)}
    assert loaded["odd"].rides == steps
    assert not {"gnu", "odd"} & known_pieces().keys()


FAULTS = {
    'gnu = "J"': "gnu.betza: Betza notation",
    '[gnu]\nbetza = "NC"\nsymbol = "GN"': "piece gnu: the symbol",
    '[gnu]\nbetza = "NC"\nsymbol = "x"': "gnu.symbol: x marks",
    '[gnu]\nbetza = "NC"\nglyph = "gnu"': "gnu.glyph",
    '[gnu]\nbetza = "NC"\ncolour = 1': "gnu.colour: unknown key",
    '[gnu]\nsymbol = "G"': "gnu: expected either betza, or leaps and rides",
    "[gnu]\nrides = [[0, 0]]": "gnu.rides: [0, 0]",
    "[gnu]\nleaps = 3": "gnu.leaps: 3",
    '["4x"]\nbetza = "R"\nsymbol = "R"': "4x: a name begins with a letter",
    'wc = "R"': "wc: the name reads as Betza notation WC",
    "gnu = \n": "line 1",
    'gnu = "J"\nlance = "L"\n': "(and 1 more",
}


@pytest.mark.parametrize("text", FAULTS)
def test_fault_in_a_piece_file_names_its_key(text: str, tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", text)
    with pytest.raises(rk.BadInput) as refused:
        rk.load_pieces(file)
    assert str(refused.value).startswith(f"{file}: ")
    assert FAULTS[text] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_pieces_of_a_file_are_found_by_name(tmp_path: Path) -> None:
    file = write(tmp_path / "my.toml", 'lance = "fR"\n')
    with pytest.raises(rk.BadInput, match=r"unknown piece 'lance': known are queen, .*, or"):
        rk.piece("lance")
    assert rk.piece("lance", [file, file]).betza == "fR"
    assert known_pieces([file])["lance"].source == str(file)
    assert "lance" not in known_pieces()


CLASHES = {'gnu = "NC"': "rookery-fairy", 'Queen = "Q4"': "rookery", 'guard = "K"': "rookery"}


@pytest.mark.parametrize("text", CLASHES)
def test_clash_of_names_tells_both_sources(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"gnu": sources.Known(rk.Piece.from_betza("gnu", "NZ"), "rookery-fairy")}
    monkeypatch.setattr(sources, "read_entries", lambda: (installed, {}))
    file, name = write(tmp_path / "my.toml", f"# mine\n{text}\n"), text.split()[0].lower()
    with pytest.raises(rk.BadInput, match=f"^two pieces are named {name}: one from {CLASHES[text]}, one from {file}$"):
        rk.piece("rook", [file])


LOCKED = rk.Piece.from_betza("okapi", "NZ")


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("no_such_module:GNU", "ModuleNotFoundError"),
        ("rookery.models.pieces.piece:STANDARD", "tuple"),
        ("rookery.models.pieces.piece:QUEEN", "is named queen, as one of Rookery's own pieces"),
    ],
)
def test_entry_point_that_gives_no_new_piece_is_left_out(
    value: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plug-in that redefines the queen must not break other commands."""
    monkeypatch.undo()
    monkeypatch.setattr(sources, "entry_points", lambda group: [EntryPoint("odd", value, group)])
    monkeypatch.setattr(sources, "read_entries", sources.read_entries.__wrapped__)
    with pytest.warns(PluginWarning, match=word):
        assert rk.piece("queen") is rk.QUEEN
    with pytest.warns(PluginWarning, match=word):
        assert set(known_pieces()) == {piece.name for piece in STANDARD}
    with pytest.raises(BrokenPlugin, match=word):
        rk.piece("odd")


def test_two_plug_ins_with_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    entries = [EntryPoint(name, f"{__name__}:LOCKED", "rookery.pieces") for name in ("one", "two")]
    monkeypatch.setattr(sources, "entry_points", lambda group: entries)
    monkeypatch.setattr(sources, "read_entries", sources.read_entries.__wrapped__)
    with pytest.warns(PluginWarning, match="two of .* is named okapi"):
        assert rk.piece("okapi") is LOCKED


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("iN", "'i': a first move"),
        ("pR", "'p': hoppers need .* cannons in docs/own-problems.md"),
        ("nN", "'n': lame moves need to know .*docs/own-problems.md"),
        ("gQ", "'g': hoppers"),
        ("knigt", "did you mean knight"),
        ("Knigt", "did you mean knight"),
    ],
)
def test_notation_is_refused_with_its_reason(notation: str, said: str) -> None:
    with pytest.raises(rk.BadInput, match=said):
        rk.piece(notation)
