"""Betza notation: what is read, against step sets written by hand."""

from itertools import product

import pytest
from betza_visualizer.betza_parser import BetzaParser

from rookery.models import BadInput, Board, Ride, Step
from rookery.models.pieces.betza import parse
from rookery.models.pieces.piece import STANDARD, Piece
from rookery.models.pieces.sources import known_pieces, piece
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
    "W": WAZIR, "F": FERZ, "D": {(-2, 0), (2, 0), (0, -2), (0, 2)}, "N": KNIGHT,
    "A": {(-2, -2), (-2, 2), (2, -2), (2, 2)}, "H": {(-3, 0), (3, 0), (0, -3), (0, 3)}, "Z": ZEBRA,
    "G": {(-3, -3), (-3, 3), (3, -3), (3, 3)}, "C": CAMEL, "K": WAZIR | FERZ, "NC": KNIGHT | CAMEL, "(3,1)": CAMEL,
    "(1,3)": CAMEL, "(2,3)N": ZEBRA | KNIGHT, "(4,1)": GIRAFFE, "N1": KNIGHT,
    # The shogi generals and other pieces that look one way.
    "WfF": WAZIR | {(-1, -1), (-1, 1)}, "FfW": FERZ | {(-1, 0)}, "fN": {(-2, -1), (-2, 1)},
    "fsW": {(-1, 0), (0, -1), (0, 1)}, "fmWfcF": {(-1, -1), (-1, 1)},
    # Orthogonal atoms: the union of the letters.
    "fW": {(-1, 0)}, "sW": {(0, -1), (0, 1)}, "flW": {(-1, 0), (0, -1)}, "rlbW": {(1, 0), (0, -1), (0, 1)},
    # Diagonal atoms: one letter is a pair, two across each other one diagonal, opposite ones all.
    "fF": {(-1, -1), (-1, 1)}, "flF": {(-1, -1)}, "rbF": {(1, 1)}, "lvF": {(-1, -1), (1, -1)}, "fbF": FERZ,
    "flbrF": {(-1, -1), (1, 1)},
    # Oblique atoms: one letter is the pair that goes furthest that way.
    "ffN": {(-2, -1), (-2, 1)}, "sN": {(-1, -2), (1, -2), (-1, 2), (1, 2)},
    "fbN": {(-2, -1), (-2, 1), (2, -1), (2, 1)}, "f(4,1)": {(-4, -1), (-4, 1)},
    # Pairs: the first letter is the short way, the last the long way; h is half the plane.
    "fsN": {(-1, -2), (-1, 2)}, "lvN": {(-2, -1), (2, -1)}, "flN": {(-1, -2)}, "lfN": {(-2, -1)}, "rbC": {(3, 1)},
    "fhN": {(-2, -1), (-2, 1), (-1, -2), (-1, 2)}, "ffrrN": {(-2, -1), (-2, 1), (-1, 2), (1, 2)},
    "rfflbrlbN": {(-2, 1), (-1, -2), (1, 2), (2, -1)},
    # Only what captures attacks.
    "cN": KNIGHT, "mcN": KNIGHT, "mNcF": FERZ, "fcN": {(-2, -1), (-2, 1)},
}  # fmt: skip

RIDERS: dict[str, dict[int | None, Steps]] = {
    "R": {None: WAZIR}, "WW": {None: WAZIR}, "B": {None: FERZ}, "Q": {None: WAZIR | FERZ}, "KK": {None: WAZIR | FERZ},
    "NN": {None: KNIGHT}, "C0": {None: CAMEL}, "(4,1)0": {None: GIRAFFE}, "(4,1)(4,1)": {None: GIRAFFE},
    "R4": {4: WAZIR}, "Q37": {37: WAZIR | FERZ}, "(3,1)2": {2: CAMEL}, "fR": {None: {(-1, 0)}},
    "fNN": {None: {(-2, -1), (-2, 1)}}, "fsR4": {4: {(-1, 0), (0, -1), (0, 1)}}, "RN": {None: WAZIR, 1: KNIGHT},
    "mRcB": {None: FERZ}, "W3fF": {3: WAZIR, 1: {(-1, -1), (-1, 1)}},
}  # fmt: skip


@pytest.mark.parametrize("notation", LEAPERS)
def test_betza_of_leapers(notation: str) -> None:
    assert parse(notation) == {(step, 1) for step in LEAPERS[notation]}


@pytest.mark.parametrize("notation", RIDERS)
def test_betza_of_riders(notation: str) -> None:
    assert parse(notation) == {(step, reach) for reach, steps in RIDERS[notation].items() for step in steps}


# The squares that each attacks from the middle of 9x9, counted on paper.
NAMED = {
    "queen": 32, "rook": 16, "bishop": 16, "knight": 8, "king": 8, "amazon": 40, "chancellor": 24, "archbishop": 24,
    "wazir": 4, "ferz": 4, "dabbaba": 4, "alfil": 4, "camel": 8, "zebra": 8, "nightrider": 16,
}  # fmt: skip


def test_standard_pieces_have_names_symbols_and_moves() -> None:
    assert {each.name for each in STANDARD} == set(NAMED)
    assert len({each.symbol for each in STANDARD}) == len(STANDARD)
    board = Board(9)
    for each in STANDARD:
        assert piece(each.name) is piece(f" {each.name.upper()} ") is known_pieces()[each.name][0]
        assert parse(each.betza or "") == each.rides
        assert len(attacks(each, board)[board.index((4, 4))]) == NAMED[each.name]
    for alias, name in (("empress", "chancellor"), ("marshal", "chancellor"), ("princess", "archbishop")):
        assert piece(alias).name == name


def test_equality_and_repr_of_pieces() -> None:
    knight = Piece("knight", "N", leaps=KNIGHT)
    assert knight == piece("knight")
    assert hash(knight) == hash(piece("knight"))
    assert Piece("knight", "N", rides=KNIGHT) != knight
    assert Piece("horse", "N", leaps=KNIGHT) != knight
    assert Piece("x", "X", leaps=[(1, 0)]) == Piece("x", "X", rides=[Ride(Step(1, 0), 1)])
    assert repr(piece("queen")) == "Piece('queen', 'Q', betza='Q')"
    odd = Piece("step", "S", leaps=[(1, 0)], rides=[(-1, 0)])
    assert repr(odd) == "Piece('step', 'S', rides=[(-1, 0, 0), (1, 0, 1)])"


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
    "": "empty Betza notation", "mR": "only moves", "mRcpR": "position 4: 'p'", "ifmnD": "position 1: 'i'",
    "fmWfceF": "position 6: 'e'", "KO2": "position 2: 'O'", "t[FR]": "position 1: 't'", "W-F": "position 2: '-'",
    "wW": "position 1: 'w': unknown modifier", "NX": "position 2: 'X': unknown atom", "I": "position 1: 'I'",
    "Wfc": "position 2: 'fc'", "4R": "position 1: '4': a range", "R٣": "position 2: '٣': unknown",
    "R N": "position 2: ' '", "W03": "position 2: 03", "R12345678": "position 2: 12345678: expected a range",
    "NN3": "position 2: N is a rider", "mmR": "position 2: 'm'", "fmsW": "position 1: 'fms': directions",
    "(0,0)": "position 1: the leap (0,0)", "(3, 1)": "position 1: '('", "N)": "position 2: ')'",
    "fhF": "position 1: 'fh' before F", "cfrlN": "position 2: 'frl' before N",
    "NrlbQ": "position 2: directions before Q",
}  # fmt: skip


@pytest.mark.parametrize("notation", REFUSED)
def test_betza_that_is_not_modelled_is_refused_with_its_place(notation: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(notation)
    assert REFUSED[notation] in str(refused.value)
    assert "\n" not in str(refused.value)
