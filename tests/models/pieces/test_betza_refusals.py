"""Betza notation that is refused: word for word, with the place, the reason and what to write instead."""

import pytest

from rookery.models import BadInput
from rookery.models.pieces.betza import parse
from rookery.named_pieces import piece

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
