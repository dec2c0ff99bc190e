"""The referee's rules for the family, by placements judged by hand."""

import pytest

from rookery.models import Board, Piece, Placement
from rookery.models.pieces.standard import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.sighted import PAWN
from rookery.models.referee.faults import findings
from rookery.models.referee.rules import (
    Connected,
    EqualNumbers,
    Forbidden,
    Holds,
    Maximal,
    Minimal,
    Peaceful,
    Rule,
    Sighted,
    SightGuarded,
    TimesGuarded,
    Truce,
)

LANCE = Piece.from_betza("lance", "fR", symbol="L")
BY_SYMBOL = {"Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT, "K": KING, "L": LANCE, "P": PAWN}


def placed(*rows: str, torus: bool = False) -> Placement:
    board = Board(len(rows), len(rows[0]), torus=torus)
    cells = ((r, c, symbol) for r, row in enumerate(rows) for c, symbol in enumerate(row))
    return Placement(board, {(r, c): BY_SYMBOL[symbol] for r, c, symbol in cells if symbol in BY_SYMBOL})


SIGHTED = Sighted(frozenset({PAWN}))
CASES: list[tuple[Rule, Placement, list[str]]] = [
    (SIGHTED, placed("RPR"), []),
    (SIGHTED, placed("R.R"), ["the rook on 0,0 attacks the rook on 0,2 in sight"] * 2),
    (SIGHTED, placed("RNR"), ["the rook on 0,0 attacks the knight on 0,1 in sight"] * 2),
    (SIGHTED, placed("RPR.", torus=True), ["the rook on 0,0 attacks the rook on 0,2 in sight"] * 2),
    (SIGHTED, placed("RPRP", torus=True), []),
    (SIGHTED, placed("L", ".", "R"), ["the rook on 2,0 attacks the lance on 0,0 in sight"]),
    (SIGHTED, placed("L", "P", "R"), []),
    (SightGuarded(), placed("R.R"), []),
    (SightGuarded(), placed("RK."), []),
    (SightGuarded(), placed("RN."), ["square 0,2 is not guarded in sight"]),
    (SightGuarded(), placed("...", "LNL"), ["square 0,1 is not guarded in sight"]),
    (TimesGuarded(2), placed("K.K"), []),
    (TimesGuarded(2), placed("K.."), ["square 0,1 is guarded 1 times, 2 wanted"] * 2),
    (TimesGuarded(2, closed=True), placed("K.K"), ["square 0,0 is guarded 1 times, 2 wanted"] * 2),
    (TimesGuarded(2, closed=True), placed("KK"), []),
    (Minimal(), placed("K.."), []),
    (Minimal(), placed(".K."), []),
    (Minimal(), placed("KK."), ["the king on 0,0 is not needed"]),
    (Minimal(), placed("K.K"), []),
    (Connected(), placed("K.K"), ["the king on 0,2 is not connected to the others"]),
    (Connected(), placed("KKK"), []),
    (Connected(), placed("..."), []),
    (Connected(), placed("L.", ".K"), []),
    (Connected(), placed("L..", "..L", "L.."), ["the lance on 1,2 is not connected to the others"]),
    (Truce(), placed("R.K"), ["the rook on 0,0 attacks the king on 0,2"]),
    (Truce(), placed("RR..", "...K"), []),
    (Truce(), placed("L.", "R."), ["the rook on 1,0 attacks the lance on 0,0"]),
    (Truce(), placed("R.", "L."), ["the rook on 0,0 attacks the lance on 1,0"] * 2),
]


@pytest.mark.parametrize(("rule", "placement", "faults"), CASES, ids=str)
def test_a_rule_by_hand(rule: Rule, placement: Placement, faults: list[str]) -> None:
    invited = [Holds(piece) for piece in BY_SYMBOL.values()]
    found = findings([*invited, rule], placement, placement.board)
    assert len(found) == len(faults)
    assert found[:1] == faults[:1]


def test_room_for_another_piece() -> None:
    rules: list[Rule] = [Holds(ROOK), Holds(KNIGHT), Peaceful(), Maximal()]
    board = Board(2)
    assert findings(rules, Placement(board, {(0, 0): ROOK}), board) == [
        "a rook could be added on 1,1",
        "a knight could be added on 1,1",
    ]
    assert findings([*rules, Forbidden(board.square(3))], Placement(board, {(0, 0): ROOK}), board) == []
    assert findings(rules, Placement(board, {(0, 0): ROOK, (1, 1): KNIGHT}), board) == []


def test_armies_of_unlike_size() -> None:
    rules: list[Rule] = [Holds(ROOK), Holds(KNIGHT), EqualNumbers()]
    board = Board(2)
    assert findings(rules, Placement(board, {(0, 0): ROOK}), board) == ["unequal numbers: 1 of rook, 0 of knight"]
    assert findings(rules, Placement(board, {(0, 0): ROOK, (1, 1): KNIGHT}), board) == []
    assert findings(rules, Placement(board, {}), board) == []
