"""The referee of chess: each rule refuses what breaks it, and judges every small placement as the oracle does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.attacks import list_attacks
from oracle.case import asked
from oracle.rules import ACCEPTS
from oracle.trying import subsets
from rookery_tests.strategies import boards, pieces

import rookery as rk
from rookery.models import Board, Piece, Placement, Problem, Square
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.sighted import PAWN
from rookery.models.referee.rules import (
    KINDS,
    Aim,
    ArmySize,
    Covered,
    EqualNumbers,
    Fixed,
    Forbidden,
    Guarded,
    Holds,
    Maximal,
    Number,
    PartHolds,
    Peaceful,
    Rule,
    Sighted,
    TimesGuarded,
    Truce,
    Value,
    find_faults,
)
from rookery.models.referee.walking import Walked, reach

LANCE = Piece.from_betza("lance", "fR", symbol="L")
OX = Piece("ox", "O", leaps=[(1, 1)], plural="oxen")
BY_SYMBOL = {"Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT, "K": KING, "L": LANCE, "P": PAWN, "O": OX}
INVITED = tuple(map(Holds, BY_SYMBOL.values()))


def placed(*rows: str, torus: bool = False) -> Placement:
    board = Board(len(rows), len(rows[0]), torus=torus)
    cells = ((r, c, symbol) for r, row in enumerate(rows) for c, symbol in enumerate(row))
    return Placement(board, {(r, c): BY_SYMBOL[symbol] for r, c, symbol in cells if symbol in BY_SYMBOL})


def faults(placement: Placement, *rules: Rule) -> list[str]:
    return [*find_faults((*INVITED, *rules), Walked(placement.board, placement))]


A1, B1 = Square(0, 0), Square(0, 1)
SIGHTED = Sighted(frozenset({PAWN}))
RK, RL = (ROOK, KING), (ROOK, LANCE)
CASES: list[tuple[Rule, Placement, list[str]]] = [
    (Holds(OX, 2), placed("OO"), []),
    (Holds(OX, 3), placed("OO"), ["2 oxen on the board, 3 required"]),
    (Holds(OX, 0), placed("O."), ["1 ox on the board, 0 required"]),
    (Fixed(A1, ROOK), placed("R."), []),
    (Fixed(A1, QUEEN), placed("R."), ["no queen on a1, where one is fixed"]),
    (Forbidden(B1), placed("R."), []),
    (Forbidden(A1), placed("R."), ["a rook on a1, which is forbidden"]),
    (PartHolds("column", "2", 2), placed("K..", "..K"), ["column c holds 1 piece, 2 required"]),
    (Peaceful(), placed("R.", ".R"), []),
    (Peaceful(), placed("RNN"), ["the rook on a1 attacks the knight on b1"] * 2),
    (Peaceful(), placed("L", "L"), ["the lance on a1 attacks the lance on a2"]),
    (SIGHTED, placed("RPR"), []),
    (SIGHTED, placed("R.R"), ["the rook on a1 and the rook on c1 attack each other in sight"]),
    (SIGHTED, placed("RPR.", torus=True), ["the rook on a1 and the rook on c1 attack each other in sight"]),
    (SIGHTED, placed("RPRP", torus=True), []),
    (SIGHTED, placed("L", ".", "R"), ["the rook on a1 attacks the lance on a3 in sight"]),
    (Truce(), placed("R.K"), ["the rook on a1 attacks the king on c1"]),
    (Truce(), placed("RR..", "...K"), []),
    (EqualNumbers(RK), placed("RK"), []),
    (EqualNumbers((ROOK, OX)), placed("R."), ["unequal numbers: 1 rook, 0 oxen"]),
    (Maximal(RK), placed("R."), []),
    (Maximal((ROOK, KNIGHT)), placed("R.", ".."), ["a rook could be added on b1"] * 2),
    (Maximal(RK, frozenset({Square(1, 1)})), placed("R.", ".."), []),
    (Maximal(RL), placed("..", "L."), ["a rook could be added on b2"] * 3),
    (Guarded(), placed("R."), []),
    (Guarded(), placed("R.", ".."), ["square b1 is not guarded"]),
    (Guarded(total=True), placed("R."), ["square a1 is not attacked"]),
    (Guarded(once=True), placed("RK"), ["square a1 is guarded 2 times"] * 2),
    (Guarded(sighted=True), placed("R.R"), []),
    (Guarded(sighted=True), placed("RN."), ["square c1 is not guarded in sight"]),
    (Guarded(sighted=True), placed("...", "LNL"), ["square b2 is not guarded in sight"]),
    (Guarded(total=True, sighted=True), placed("RN"), ["square a1 is not attacked in sight"]),
    (TimesGuarded(2), placed("K.K"), []),
    (TimesGuarded(2), placed("K.."), ["square b1 is guarded 1 time, 2 required"] * 2),
    (TimesGuarded(2, closed=True), placed("K.K"), ["square a1 is guarded 1 time, 2 required"] * 2),
]


@pytest.mark.parametrize(("rule", "placement", "expected"), CASES, ids=str)
def test_rule_by_hand(rule: Rule, placement: Placement, expected: list[str]) -> None:
    found = faults(placement, rule)
    assert len(found) == len(expected)
    assert found[:1] == expected[:1]


REGIONS = RegionBoard("AAB\nACB\nCCB")
BROKEN_ALONE: list[tuple[Problem, str, type[Rule]]] = [
    (rk.placement("queen", 4, 4), "b4 d3 a2", Holds),
    (rk.placement("rook", 2, 2), "a1 a2", Peaceful),
    (rk.placement("queen", 4, 4, fixed=["b4"]), "c4 a3 d2 b1", Fixed),
    (rk.placement("queen", 4, 4, forbidden=["b4"]), "b4 d3 a2 c1", Forbidden),
    (rk.placement("king", 3, kind="maximal"), "a1", Maximal),
    (rk.domination("king", 3), "a1", Guarded),
    (rk.domination("king", 3, "total"), "b2", Guarded),
    (rk.domination("king", "1x2", "perfect"), "a1 b1", Guarded),
    (rk.domination("king", "1x3", "independent"), "a1 b1", Peaceful),
    (rk.sighted({"rook": 2}, "1x3", 1), "a1=R b1=R c1=P", Sighted),
    (rk.guards({"rook": 1, "knight": 1}, "1x3"), "a1=R b1=N", Guarded),
    (rk.guards({"rook": 1, "knight": 1}, "1x3", "total", through=True), "a1=R b1=N", Guarded),
    (rk.k_fold("king", "1x3", 2), "a1", TimesGuarded),
    (rk.armies(("rook", "rook"), 3), "a1=R a2=r", Truce),
    (rk.armies(("rook", "rook"), 3), "a1=R", EqualNumbers),
    (rk.regions(REGIONS, 1, "star"), "a3 c2 a1", PartHolds),
]


@pytest.mark.parametrize(("problem", "text", "broken"), BROKEN_ALONE, ids=str)
def test_placement_that_breaks_one_rule_is_refused(problem: Problem, text: str, broken: type[Rule]) -> None:
    by_symbol = {piece.symbol: piece for piece in problem.pieces}
    cells = [word.partition("=") for word in text.split()]
    pieces = {name: by_symbol[symbol] if symbol else problem.pieces[0] for name, _, symbol in cells}
    placement = Placement(problem.board, pieces)
    walked = Walked(problem.board, placement)
    assert {type(rule) for rule in problem.rules if [*rule.faults(walked)]} == {broken}
    assert problem.faults(placement)


def test_foreign_piece_is_a_fault() -> None:
    problem = rk.placement("queen", 3)
    assert problem.faults({(1, 0): "king"}) == ["the king on a2 is not a piece of this problem"]
    assert problem.faults({(1, 0): "king"})[0].squares == (Square(1, 0),)


def test_rule_is_a_clause_with_the_plural_of_its_piece() -> None:
    assert Holds(OX, 3).phrase(Board(3)) == "3 oxen stand on the board"
    assert Holds(OX, 1).phrase(Board(3)) == "1 ox stands on the board"
    assert Holds(OX).phrase(Board(3)) == "oxen stand on the board"
    assert Peaceful().phrase(Board(3)) == "no piece attacks another"  # the first sentence of its docstring
    assert Fixed(A1, OX).phrase(Board(3)) == "an ox is fixed on a3"


UP = Piece("up", "U", leaps=[(-1, 0)])
BOARDS = [Board(3), Board(2, 4), Board(4, 2), Board(3, torus=True), Board(3, holes=[(0, 1), (2, 2)]), Board(1)]


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING, UP], ids=str)
def test_referee_judges_every_set_of_squares_as_the_oracle_does(piece: Piece) -> None:
    for board in BOARDS:
        cases = [
            asked("placement", [piece], board),
            *(asked("domination", [piece], board, kind=each) for each in KINDS),
        ]
        problems = [rk.placement(piece, board), *(rk.domination(piece, board, kind) for kind in KINDS)]
        accepted = [ACCEPTS[case.family](case, list_attacks(case), subsets(len(board))) for case in cases]
        for mask in range(1 << len(board)):
            there = {board.cell(bit): piece for bit in range(len(board)) if mask >> bit & 1}
            for problem, flags in zip(problems, accepted, strict=True):
                assert bool(flags[mask]) == (not problem.faults(there)), (problem, mask)


@given(board=boards(most=24), first=pieces("first"), second=pieces("second"), data=st.data())
def test_searched_lines_agree_with_walks(board: Board, first: Piece, second: Piece, data: st.DataObject) -> None:
    board = Board(board.rows, board.columns, holes=board.holes)
    squares = data.draw(st.lists(st.sampled_from(list(board)), unique=True)) if len(board) else []
    walked = Walked(board, {square: data.draw(st.sampled_from([first, second])) for square in squares})
    found = list(walked._search_lines(board))
    assert len(found) == len({*found})
    assert {*found} == {*walked.meetings()}


def test_large_boards() -> None:
    there = {Square(0, 0): QUEEN, Square(199, 199): QUEEN}
    there |= {Square(10 + at, 10 + at * 2 % 180): QUEEN for at in range(180)}
    found = rk.placement(QUEEN, 200, len(there)).faults(there)
    assert "the queen on 0,0 and the queen on 199,199 attack each other" in found
    assert 2 * len(found) == sum(target in there for square in there for target in reach(QUEEN, square, Board(200)))


PLACED = Placement(Board(3, 4), {(0, 0): ROOK, (2, 3): LANCE, (2, 0): LANCE})


AIMS: dict[Aim, int] = {
    Number(): 3,
    Number(frozenset({LANCE})): 2,
    Value(((ROOK, 5), (LANCE, 2))): 9,
    Value(((LANCE, 2),)): 4,
    Covered(): 8,  # all but four: the rook's row and column, the lances' columns and themselves
    ArmySize(): 1,
}


@pytest.mark.parametrize("aim", AIMS, ids=str)
def test_objective_by_hand(aim: Aim) -> None:
    assert aim.count(Walked(PLACED.board, PLACED)) == AIMS[aim]
    assert aim.count(Walked(PLACED.board, {})) == 0


def test_coverage_in_sight_ends_at_a_blocker() -> None:
    row = placed("RK...")
    assert Covered().count(Walked(row.board, row)) == 5
    assert Covered(sighted=True).count(Walked(row.board, row)) == 3
