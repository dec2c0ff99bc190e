"""Betza notation: what is read, against step sets written by hand."""

from itertools import product

import pytest
from betza_visualizer.betza_parser import BetzaParser

from rookery.models import BadInput, Board
from rookery.models.pieces.betza import parse
from rookery.models.pieces.piece import STANDARD, Piece
from rookery.models.pieces.sources import piece
from rookery.models.problems.shared.attacks import attacks

Steps = set[tuple[int, int]]

# Rows downwards, columns to the right: forward is -1.
WAZIR = {(-1, 0), (1, 0), (0, -1), (0, 1)}
FERZ = {(-1, -1), (-1, 1), (1, -1), (1, 1)}
KNIGHT = {(-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2)}
CAMEL = {(-3, -1), (-3, 1), (3, -1), (3, 1), (-1, -3), (-1, 3), (1, -3), (1, 3)}
ZEBRA = {(-3, -2), (-3, 2), (3, -2), (3, 2), (-2, -3), (-2, 3), (2, -3), (2, 3)}
GIRAFFE = {(-4, -1), (-4, 1), (4, -1), (4, 1), (-1, -4), (-1, 4), (1, -4), (1, 4)}

LEAPERS: dict[str, Steps] = {
    "W": WAZIR,
    "F": FERZ,
    "D": {(-2, 0), (2, 0), (0, -2), (0, 2)},
    "N": KNIGHT,
    "A": {(-2, -2), (-2, 2), (2, -2), (2, 2)},
    "H": {(-3, 0), (3, 0), (0, -3), (0, 3)},
    "C": CAMEL,
    "Z": ZEBRA,
    "G": {(-3, -3), (-3, 3), (3, -3), (3, 3)},
    "K": WAZIR | FERZ,
    "WF": WAZIR | FERZ,
    "NC": KNIGHT | CAMEL,
    "(3,1)": CAMEL,
    "(1,3)": CAMEL,
    "(2,3)N": ZEBRA | KNIGHT,
    "(4,1)": GIRAFFE,
    "(0,1)": WAZIR,
    "W1": WAZIR,
    "N1": KNIGHT,
    # The shogi generals and other pieces that look one way.
    "WfF": WAZIR | {(-1, -1), (-1, 1)},
    "FfW": FERZ | {(-1, 0)},
    "fN": {(-2, -1), (-2, 1)},
    "fsW": {(-1, 0), (0, -1), (0, 1)},
    "fmWfcF": {(-1, -1), (-1, 1)},
    # Orthogonal atoms: the union of the letters.
    "fW": {(-1, 0)},
    "bD": {(2, 0)},
    "lW": {(0, -1)},
    "rH": {(0, 3)},
    "vW": {(-1, 0), (1, 0)},
    "sW": {(0, -1), (0, 1)},
    "flW": {(-1, 0), (0, -1)},
    "rlbW": {(1, 0), (0, -1), (0, 1)},
    # Diagonal atoms: one letter is a pair, two across each other one diagonal, opposite ones all.
    "fF": {(-1, -1), (-1, 1)},
    "bA": {(2, -2), (2, 2)},
    "lF": {(-1, -1), (1, -1)},
    "rG": {(-3, 3), (3, 3)},
    "flF": {(-1, -1)},
    "rbF": {(1, 1)},
    "fsF": {(-1, -1), (-1, 1)},
    "lvF": {(-1, -1), (1, -1)},
    "fbF": FERZ,
    "sF": FERZ,
    "flbrF": {(-1, -1), (1, 1)},
    # Oblique atoms: one letter is the pair that goes furthest that way.
    "ffN": {(-2, -1), (-2, 1)},
    "bN": {(2, -1), (2, 1)},
    "lN": {(-1, -2), (1, -2)},
    "rrN": {(-1, 2), (1, 2)},
    "vN": {(-2, -1), (-2, 1), (2, -1), (2, 1)},
    "sN": {(-1, -2), (1, -2), (-1, 2), (1, 2)},
    "fbN": {(-2, -1), (-2, 1), (2, -1), (2, 1)},
    "fC": {(-3, -1), (-3, 1)},
    "f(4,1)": {(-4, -1), (-4, 1)},
    # Pairs: the first letter is the short way, the last the long way; h is half the plane.
    "fsN": {(-1, -2), (-1, 2)},
    "bsZ": {(2, -3), (2, 3)},
    "lvN": {(-2, -1), (2, -1)},
    "rvN": {(-2, 1), (2, 1)},
    "flN": {(-1, -2)},
    "lfN": {(-2, -1)},
    "brN": {(1, 2)},
    "rbC": {(3, 1)},
    "fhN": {(-2, -1), (-2, 1), (-1, -2), (-1, 2)},
    "bhN": {(2, -1), (2, 1), (1, -2), (1, 2)},
    "lhN": {(-2, -1), (2, -1), (-1, -2), (1, -2)},
    "rhN": {(-2, 1), (2, 1), (-1, 2), (1, 2)},
    "ffrrN": {(-2, -1), (-2, 1), (-1, 2), (1, 2)},
    "rfflbrlbN": {(-2, 1), (-1, -2), (1, 2), (2, -1)},
    # Only what captures attacks.
    "cN": KNIGHT,
    "mcN": KNIGHT,
    "mNcF": FERZ,
    "cfN": {(-2, -1), (-2, 1)},
    "fcN": {(-2, -1), (-2, 1)},
}

RIDERS: dict[str, dict[int | None, Steps]] = {
    "R": {None: WAZIR},
    "WW": {None: WAZIR},
    "W0": {None: WAZIR},
    "B": {None: FERZ},
    "Q": {None: WAZIR | FERZ},
    "K0": {None: WAZIR | FERZ},
    "KK": {None: WAZIR | FERZ},
    "NN": {None: KNIGHT},
    "N0": {None: KNIGHT},
    "CC": {None: CAMEL},
    "C0": {None: CAMEL},
    "DD": {None: {(-2, 0), (2, 0), (0, -2), (0, 2)}},
    "Z0": {None: ZEBRA},
    "(4,1)0": {None: GIRAFFE},
    "(4,1)(4,1)": {None: GIRAFFE},
    "R4": {4: WAZIR},
    "B12": {12: FERZ},
    "N3": {3: KNIGHT},
    "Q37": {37: WAZIR | FERZ},
    "K2": {2: WAZIR | FERZ},
    "(3,1)2": {2: CAMEL},
    "fR": {None: {(-1, 0)}},
    "fNN": {None: {(-2, -1), (-2, 1)}},
    "fsR4": {4: {(-1, 0), (0, -1), (0, 1)}},
    "RN": {None: WAZIR, 1: KNIGHT},
    "BW": {None: FERZ, 1: WAZIR},
    "RF": {None: WAZIR, 1: FERZ},
    "mRcB": {None: FERZ},
    "W3fF": {3: WAZIR, 1: {(-1, -1), (-1, 1)}},
}


@pytest.mark.parametrize("notation", LEAPERS)
def test_betza_of_leapers(notation: str) -> None:
    assert parse(notation) == {(step, 1) for step in LEAPERS[notation]}


@pytest.mark.parametrize("notation", RIDERS)
def test_betza_of_riders(notation: str) -> None:
    assert parse(notation) == {(step, reach) for reach, steps in RIDERS[notation].items() for step in steps}


@pytest.mark.parametrize("standard", STANDARD, ids=str)
def test_betza_of_standard_pieces(standard: Piece) -> None:
    assert standard.betza is not None
    assert parse(standard.betza) == standard.rides


def test_piece_from_betza() -> None:
    gnu = Piece.from_betza("gnu", "NC", symbol="G")
    assert (gnu.name, gnu.symbol, gnu.betza) == ("gnu", "G", "NC")
    assert gnu.rides == {(step, 1) for step in KNIGHT | CAMEL}


def test_forward_is_up_the_board() -> None:
    board = Board(3)
    lance = Piece.from_betza("lance", "fR")
    assert attacks(lance, board)[board.index((2, 1))] == (board.index((0, 1)), board.index((1, 1)))


@pytest.mark.slow
def test_betza_agrees_with_betza_visualizer_where_both_read() -> None:
    """A reader of others, permissive: it may only know more, and never otherwise."""
    theirs = BetzaParser()
    compared = 0
    for letters, atom, number in product(_directions(), "WFDNAHCZGRBKQ", ("", "0", "3")):
        notation = letters + atom + number
        try:
            rides = parse(notation)
        except BadInput:
            continue
        ours = {(k * rows, k * columns) for (rows, columns), reach in rides for k in range(1, (reach or 12) + 1)}
        assert ours == {(-move["y"], move["x"]) for move in theirs.parse(notation)}, notation
        compared += 1
    assert compared > 2000


def _directions() -> list[str]:
    return ["".join(letters) for size in range(4) for letters in product("fblrvsh", repeat=size)]


REFUSED = {
    "": "empty Betza notation",
    "mR": "only moves",
    "pR": "position 1: 'p'",
    "mRcpR": "position 4: 'p'",
    "jB": "position 1: 'j'",
    "nN": "position 1: 'n'",
    "ifmnD": "position 1: 'i'",
    "fmWfceF": "position 6: 'e'",
    "oR": "position 1: 'o'",
    "KO2": "position 2: 'O'",
    "caK": "position 2: 'a'",
    "t[FR]": "position 1: 't'",
    "W-F": "position 2: '-'",
    "zB": "position 1: 'z'",
    "kK": "position 1: 'k'",
    "wW": "position 1: 'w': unknown modifier",
    "J": "position 1: 'J'",
    "WL": "position 2: 'L'",
    "NX": "position 2: 'X': unknown atom",
    "I": "position 1: 'I'",
    "Wfc": "position 2: 'fc'",
    "4R": "position 1: '4': a range",
    "R٣": "position 2: '٣': unknown",
    "R N": "position 2: ' '",
    "W03": "position 2: 03",
    "W00": "position 2: 00",
    "R12345678": "position 2: 12345678: expected a range",
    "NN3": "position 2: N is a rider",
    "NNN": "position 2: N is a rider",
    "RR": "position 2: R is a rider",
    "mmR": "position 2: 'm'",
    "fmsW": "position 1: 'fms': directions",
    "(0,0)": "position 1: the leap (0,0)",
    "(3, 1)": "position 1: '('",
    "N)": "position 2: ')'",
    "fhF": "position 1: 'fh' before F",
    "hlN": "position 1: 'hl' before N",
    "vsF": "position 1: 'vs' before F",
    "cfrlN": "position 2: 'frl' before N",
    "fK": "position 1: directions before K",
    "NrlbQ": "position 2: directions before Q",
}


@pytest.mark.parametrize("notation", REFUSED)
def test_betza_that_is_not_modelled_is_refused_with_its_place(notation: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(notation)
    assert REFUSED[notation] in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("name", "shown"), [("quen", "did you mean queen"), ("J", "position 1"), ("", "empty")])
def test_unknown_piece_is_refused(name: str, shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        piece(name)
