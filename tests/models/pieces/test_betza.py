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
def test_leapers_have_the_steps_written_by_hand(notation: str) -> None:
    assert parse(notation) == {(step, 1) for step in LEAPERS[notation]}


@pytest.mark.parametrize("notation", RIDERS)
def test_riders_have_the_steps_and_reaches_written_by_hand(notation: str) -> None:
    assert parse(notation) == {(step, reach) for reach, steps in RIDERS[notation].items() for step in steps}


@pytest.mark.parametrize("standard", STANDARD, ids=str)
def test_standard_pieces_ride_as_their_notation_says(standard: Piece) -> None:
    assert standard.betza is not None
    assert parse(standard.betza) == standard.rides


def test_a_piece_of_one_line() -> None:
    gnu = Piece.from_betza("gnu", "NC", symbol="G")
    assert (gnu.name, gnu.symbol, gnu.betza) == ("gnu", "G", "NC")
    assert gnu.rides == {(step, 1) for step in KNIGHT | CAMEL}


def test_forward_is_up_the_board() -> None:
    board = Board(3)
    lance = Piece.from_betza("lance", "fR")
    assert attacks(lance, board)[board.index((2, 1))] == (board.index((0, 1)), board.index((1, 1)))


@pytest.mark.full
def test_agrees_with_betza_visualizer_wherever_both_read() -> None:
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


# Betza notation that is refused: word for word, with the place, the reason and what to write instead.


KNOWN = "known are W F D N A H C Z G K R B Q"
LEGS = "moves of several legs are not modelled"
SQUARES = "hoppers need to know which squares are occupied"
REFUSED = {
    "": "empty Betza notation; write at least one atom, such as N",
    "mR": "Betza notation 'mR' attacks nothing: every part only moves (m); leave m out",
    "mRfmN": "Betza notation 'mRfmN' attacks nothing: every part only moves (m); leave m out",
    "pR": f"position 1: 'p': {SQUARES}",
    "mRcpR": f"position 4: 'p': {SQUARES}",
    "gQ": f"position 1: 'g': {SQUARES}",
    "jB": f"position 1: 'j': {SQUARES}; a leaper that jumps over pieces is written without j",
    "nN": "position 1: 'n': lame moves need to know which squares are empty; without n the piece leaps",
    "ifmnD": "position 1: 'i': initial moves belong to a game; a placement has none",
    "fmWfceF": "position 6: 'e': en passant belongs to a game; a placement has none",
    "oR": "position 1: 'o': whether a piece wraps around is said by the board (a torus); leave o out",
    "KO2": "position 2: 'O': castling belongs to a game; a placement has none",
    "caK": f"position 2: 'a': {LEGS}",
    "t[FR]": f"position 1: 't': {LEGS}",
    "N[FR]": f"position 2: '[': {LEGS}",
    "W-F": f"position 2: '-': {LEGS}",
    "zB": "position 1: 'z': crooked riders are not modelled",
    "qN": "position 1: 'q': circular riders are not modelled",
    "kK": "position 1: 'k': royalty is not an attack; leave k out",
    "wW": "position 1: unknown modifier 'w'; known are f b l r v s h for directions, m and c",
    "J": "position 1: J is the zebra (3,2) to some and the camel (3,1) to others; write Z or C",
    "WL": "position 2: L is the camel (3,1) to some and the zebra (3,2) to others; write C or Z",
    "E": f"position 1: unknown atom 'E'; {KNOWN}, and any leap as (4,1)",
    "NX": f"position 2: unknown atom 'X'; {KNOWN}, and any leap as (4,1)",
    "I": "position 1: I is not an atom of today's notation; write H for the leap (3,0)",
    "f": f"position 1: 'f' without an atom behind it; {KNOWN}",
    "Wfc": f"position 2: 'fc' without an atom behind it; {KNOWN}",
    "4R": "position 1: a range without an atom before it; it stands behind, as in R4",
    "R٣": "position 2: unknown sign '٣'",
    "R+N": "position 2: unknown sign '+'",
    "R N": "position 2: a blank; write the parts without blanks",
    "W03": "position 2: 03 is exactly 3 steps to some; write W3",
    "W00": "position 2: 00 is exactly 0 steps to some; write W0",
    "R12345678": "position 2: a range of 8 digits; write 0 for one without end",
    "NN3": "position 3: NN rides without end already; write N3",
    "NNN": "position 3: N for the third time; NN is the rider, N the leaper",
    "RR": "position 2: R rides without end already; write it once",
    "mmR": "position 2: 'm' for the second time; once is enough",
    "fmsW": "position 3: directions must stand together, not around m or c",
    "(0,0)": "position 1: the leap (0,0) leads nowhere",
    "(123456789,1)": "position 1: a leap of more than 7 digits leaves every board",
    "(3, 1)": "position 1: '(': a leap is written (3,1): two whole numbers; groups are not modelled, "
    "so write their parts one by one",
    "(fmW)(fcF)": "position 1: '(': a leap is written (3,1): two whole numbers; groups are not modelled, "
    "so write their parts one by one",
    "N)": "position 2: ')': a bracket that nothing opens; a leap is written (3,1)",
    "fhF": "position 2: 'h' halves oblique atoms alone, such as fhN; leave it out",
    "hN": "position 1: 'h' before N is not a pair of directions; "
    "known are bh bl br bs fh fl fr fs lb lf lh lv rb rf rh rv",
    "hlN": "position 1: 'hl' before N is not a pair of directions; "
    "known are bh bl br bs fh fl fr fs lb lf lh lv rb rf rh rv",
    "vsF": "position 1: 'vs' before F is not a pair of directions; known are bl br bs fl fr fs lb lf lv rb rf rv",
    # Two published readings each.
    "cfrlN": "position 2: 'frl' before N is read in two ways, as frNlN or as fNrNlN; write the one you mean",
    "frlF": "position 1: 'frl' before F is read in two ways, as frFlF or as fFrFlF; write the one you mean",
    "fK": "position 1: directions before K are read in two ways: fK as fWfF, or as single rays of the eight "
    "(f as fW alone); write the parts, such as fWfF",
    "NrlbQ": "position 2: directions before Q are read in two ways: rlbQ as rlbRrlbB, or as single rays of the eight "
    "(f as fR alone); write the parts, such as rlbRrlbB",
}


@pytest.mark.parametrize("notation", REFUSED)
def test_what_is_not_modelled_is_refused_with_its_place_and_the_reason(notation: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(notation)
    said = str(refused.value)
    assert said.endswith(REFUSED[notation])
    assert "\n" not in said
    if "position" in REFUSED[notation]:
        assert said == f"Betza notation {notation!r}, {REFUSED[notation]}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quen", "unknown piece 'quen': did you mean queen? known are queen, rook,"),
        ("xyz", "unknown piece 'xyz': known are queen, rook,"),
        ("J", "unknown piece 'J'; Betza notation 'J', position 1: J is the zebra (3,2) to some and the camel"),
        ("W3x", f"unknown piece 'W3x'; Betza notation 'W3x', position 3: 'x': {LEGS}; known names are queen,"),
        ("", "unknown piece ''; empty Betza notation; write at least one atom, such as N; known names are queen,"),
    ],
)
def test_an_unknown_piece_is_refused_in_one_line(name: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        piece(name)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)
