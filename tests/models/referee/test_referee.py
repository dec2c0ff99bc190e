from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle.case import asked
from oracle.ground import ground
from oracle.rules import ACCEPTS
from oracle.trying import subsets
from rookery_tests.strategies import boards, pieces

from rookery.backends import solve
from rookery.models import (
    Board,
    Piece,
    Placement,
    Problem,
    Satisfy,
    Square,
    Step,
    armies,
    cheapest_domination,
    coverage,
    domination,
    k_fold_domination,
    placement,
    sighted_placement,
)
from rookery.models.boards.base import Cell
from rookery.models.boards.cylinder import Cylinder
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.sighted import PAWN
from rookery.models.referee.faults import findings, objective
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
    Peaceful,
    Rule,
    Sighted,
    SightGuarded,
    TimesGuarded,
    Truce,
    Value,
)
from rookery.models.referee.walking import march_guards, march_meetings, reach

UP = Piece("up", "U", leaps=[(-1, 0)])
BOARD = Board(3)


@pytest.mark.parametrize(
    ("rule", "faults"),
    [
        (Holds(ROOK), []),
        (Holds(ROOK, 2), []),
        (Holds(ROOK, 3), ["2 of rook on the board, 3 wanted"]),
        (Holds(ROOK, 0), ["2 of rook on the board, 0 wanted"]),
        (Peaceful(), ["the rook on 0,0 attacks the rook on 0,2", "the rook on 0,2 attacks the rook on 0,0"]),
        (Guarded(), ["square 1,1 is not guarded", "square 2,1 is not guarded"]),
        (Guarded(total=True), ["square 1,1 is not attacked", "square 2,1 is not attacked"]),
        (Fixed(Square(0, 0), ROOK), []),
        (Fixed(Square(1, 1), ROOK), ["no rook on 1,1, where one is fixed"]),
        (Fixed(Square(0, 0), QUEEN), ["no queen on 0,0, where one is fixed"]),
        (Forbidden(Square(1, 1)), []),
        (Forbidden(Square(0, 2)), ["a rook on 0,2, which is forbidden"]),
    ],
    ids=str,
)
def test_rule_finds_its_faults(rule: Rule, faults: list[str]) -> None:
    rooks = {Square(0, 0): ROOK, Square(0, 2): ROOK}
    assert findings([Holds(ROOK), Holds(QUEEN), rule], rooks, BOARD) == faults


def test_guarded_once_counts_the_guards() -> None:
    rooks = {Square(0, 0): ROOK, Square(1, 1): ROOK}
    assert findings([Holds(ROOK), Guarded(once=True)], rooks, Board(2)) == [
        "square 0,1 is guarded 2 times",
        "square 1,0 is guarded 2 times",
    ]


def test_foreign_piece_is_a_fault() -> None:
    faults = findings([Holds(QUEEN)], {Square(1, 0): KING}, BOARD)
    assert faults == ["the king on 1,0 is not a piece of this problem"]


def test_attack_has_a_direction() -> None:
    ups = {Square(1, 0): UP, Square(0, 0): UP}
    assert findings([Holds(UP), Peaceful()], ups, BOARD) == ["the up on 1,0 attacks the up on 0,0"]


def test_attack_is_not_blocked_by_pieces() -> None:
    row = {Square(0, 0): ROOK, Square(0, 1): KNIGHT, Square(0, 2): KNIGHT}
    faults = findings([Holds(ROOK), Holds(KNIGHT), Peaceful()], row, Board(1, 3))
    assert faults == ["the rook on 0,0 attacks the knight on 0,1", "the rook on 0,0 attacks the knight on 0,2"]


@given(piece=pieces(), board=boards(most=20))
def test_reach_agrees_with_the_oracle(piece: Piece, board: Board) -> None:
    masks = ground(asked("placement", [piece], board)).hits[0]
    for square, mask in zip(board, masks, strict=True):
        assert {board.index(target) for target in reach(piece, square, board)} == {
            bit for bit in range(len(board)) if mask >> bit & 1
        }


BOARDS = [Board(3), Board(2, 4), Board(4, 2), Board(3, torus=True), Board(3, holes=[(0, 1), (2, 2)]), Board(1)]


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING, UP], ids=str)
def test_referee_judges_every_set_of_squares_as_the_oracle_does(piece: Piece) -> None:
    for board in BOARDS:
        cases = [
            asked("placement", [piece], board),
            *(asked("domination", [piece], board, kind=each) for each in KINDS),
        ]
        peaceful, *guarding = (ACCEPTS[case.family](case, ground(case), subsets(len(board))) for case in cases)
        kinds = [(domination(piece, board, kind), guards) for kind, guards in zip(KINDS, guarding, strict=True)]
        for mask in range(1 << len(board)):
            there = {board.cell(bit): piece for bit in range(len(board)) if mask >> bit & 1}
            assert bool(peaceful[mask]) == (not findings([Holds(piece), Peaceful()], there, board))
            for problem, dominating in kinds:
                assert bool(dominating[mask]) == (not problem.faults(there)), (problem, mask)


def test_both_referees_agree_on_domination_with_givens() -> None:
    for board, piece, kind in product(BOARDS[1:5], (QUEEN, UP), KINDS):
        problem = domination(piece, board, kind, fixed=[board.cell(0)], forbidden=[board.cell(3)])
        for mask in range(1 << len(board)):
            chosen = {bit for bit in range(len(board)) if mask >> bit & 1}
            assert problem.model.accepts(chosen) == (not problem.faults(problem.read(chosen)))


@given(board=boards(most=5), first=pieces("first"), second=pieces("second"), data=st.data())
def test_both_referees_agree_on_placements_of_two_pieces(
    board: Board, first: Piece, second: Piece, data: st.DataObject
) -> None:
    assume(len(board))
    counts = {first: data.draw(st.none() | st.integers(0, len(board))), second: None}
    problem = placement(counts, board, forbidden=data.draw(st.sets(st.sampled_from(list(board)), max_size=1)))
    for choice in product((None, 0, 1), repeat=len(board)):
        chosen = {layer * len(board) + at for at, layer in enumerate(choice) if layer is not None}
        assert problem.model.accepts(chosen) == (not problem.faults(problem.read(chosen)))


ODD = Piece("odd", "O", rides=[Ride(Step(1, 2), 2), (0, 1), (0, 2), Ride(Step(-3, 1), 3)])
STILL = Piece("still", "S", rides=())
HERE = [
    Board(1), Board(1, 7), Board(5), Board(4, 6, torus=True), Board(3, torus=True, holes=[(0, 1), (2, 2)]),
    Board(5, 4, holes=[(2, 2)]), Cylinder(4, 5), Cylinder(3, 6, holes=[(1, 1)]),
]  # fmt: skip


def check_agreement(there: dict[Cell, Piece], board: Board) -> None:
    hits = [(square, target) for square, piece in there.items() for target in reach(piece, square, board)]
    assert sorted(march_meetings(there, board)) == sorted(pair for pair in hits if pair[1] in there)
    assert march_guards(there, board) == [sum(target == square for _, target in hits) for square in board]


@given(board=boards(most=24), first=pieces("first"), second=pieces("second"), data=st.data())
def test_walking_together_agrees_with_walking_alone(
    board: Board, first: Piece, second: Piece, data: st.DataObject
) -> None:
    squares = data.draw(st.lists(st.sampled_from(list(board)), unique=True)) if len(board) else []
    check_agreement({square: data.draw(st.sampled_from([first, second])) for square in squares}, board)


@pytest.mark.parametrize("board", HERE, ids=str)
def test_walking_together_of_rides_that_cross(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.models.referee.walking.MAX_STEPS", 40)  # some squares at a time
    for piece in (QUEEN, KNIGHT, ODD, STILL):
        check_agreement(dict.fromkeys(board, piece), board)
    check_agreement({square: (QUEEN, ODD, STILL)[at % 3] for at, square in enumerate(board)}, board)


def test_referee_of_a_large_board_finds_attacks() -> None:
    there = {Square(0, 0): QUEEN, Square(199, 199): QUEEN}
    there |= {Square(10 + at, 10 + at * 2 % 180): QUEEN for at in range(180)}
    problem = placement(QUEEN, Board(200), len(there))
    faults = problem.faults(there)
    assert "the queen on 0,0 attacks the queen on 199,199" in faults
    assert len(faults) == sum(target in there for square in there for target in reach(QUEEN, square, Board(200)))


def test_referee_of_a_large_board_counts_guards() -> None:
    board = Board(99, holes=[(1, 1)])
    kings = {Square(r, c): KING for r in range(1, 99, 3) for c in range(1, 99, 3) if (r, c) != (1, 1)}
    assert domination(KING, board).faults(kings) == [
        f"square {square} is not guarded" for square in board if square.row < 3 and square.column < 3
    ]


LANCE = Piece.from_betza("lance", "fR", symbol="L")
PLACED = Placement(Board(3, 4), {(0, 0): ROOK, (2, 3): LANCE, (2, 0): LANCE})


@pytest.mark.parametrize(
    ("aim", "counted"),
    [
        (Number(), 3),
        (Number(frozenset({LANCE})), 2),
        (Number(frozenset({QUEEN})), 0),
        (Value(((ROOK, 5), (LANCE, 2))), 9),
        (Value(((LANCE, 2),)), 4),
        (Covered(), 8),  # all but four: the rook's row and column, the lances' columns and themselves
        (ArmySize(), 1),
    ],
    ids=str,
)
def test_objective_by_hand(aim: Aim, counted: int) -> None:
    assert objective(aim, PLACED, PLACED.board) == counted


def test_objective_of_an_empty_board() -> None:
    aims = Number(), Value(((ROOK, 5),)), Covered(), ArmySize()
    assert [objective(aim, {}, Board(2, 3)) for aim in aims] == [0, 0, 0, 0]


PROBLEMS = [
    placement(QUEEN, Board(4)),
    placement({QUEEN: 1, ROOK: None, KNIGHT: None}, Board(4)),
    domination(KNIGHT, Board(4), "total"),
    sighted_placement({QUEEN: 2, ROOK: None}, Board(4), 1),
    placement({ROOK: None, LANCE: None}, Board(3), kind="maximal"),
    k_fold_domination(KING, Board(3), 2),
    cheapest_domination({QUEEN: 9, BISHOP: 3}, Board(3)),
    coverage(QUEEN, Board(4), 3, goal="fewest"),
    armies((QUEEN, LANCE), Board(3)),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_objective_agrees_with_the_model(problem: Problem) -> None:
    answer = solve(problem, "sat", "all")
    assert answer.solutions
    assert {problem.objective(found) for found in answer.solutions} == {answer.objective}


@pytest.mark.parametrize(
    "problem",
    [placement(QUEEN, Board(4), 4), sighted_placement({ROOK: 1}, Board(2)), armies((ROOK, ROOK), Board(3), 1)],
)
def test_objective_without_a_goal_is_none(problem: Problem) -> None:
    assert isinstance(problem.model.goal, Satisfy)
    assert problem.objective({}) is None


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
    (Truce(), placed("R.K"), ["the rook on 0,0 attacks the king on 0,2"]),
    (Truce(), placed("RR..", "...K"), []),
    (Truce(), placed("L.", "R."), ["the rook on 1,0 attacks the lance on 0,0"]),
    (Truce(), placed("R.", "L."), ["the rook on 0,0 attacks the lance on 1,0"] * 2),
]


@pytest.mark.parametrize(("rule", "placement", "faults"), CASES, ids=str)
def test_rule_of_a_family_by_hand(rule: Rule, placement: Placement, faults: list[str]) -> None:
    invited = [Holds(piece) for piece in BY_SYMBOL.values()]
    found = findings([*invited, rule], placement, placement.board)
    assert len(found) == len(faults)
    assert found[:1] == faults[:1]


def test_maximal_by_hand() -> None:
    rules: list[Rule] = [Holds(ROOK), Holds(KNIGHT), Peaceful(), Maximal()]
    board = Board(2)
    assert findings(rules, Placement(board, {(0, 0): ROOK}), board) == [
        "a rook could be added on 1,1",
        "a knight could be added on 1,1",
    ]
    assert findings([*rules, Forbidden(board.cell(3))], Placement(board, {(0, 0): ROOK}), board) == []
    assert findings(rules, Placement(board, {(0, 0): ROOK, (1, 1): KNIGHT}), board) == []


def test_equal_numbers_by_hand() -> None:
    rules: list[Rule] = [Holds(ROOK), Holds(KNIGHT), EqualNumbers()]
    board = Board(2)
    assert findings(rules, Placement(board, {(0, 0): ROOK}), board) == ["unequal numbers: 1 of rook, 0 of knight"]
    assert findings(rules, Placement(board, {(0, 0): ROOK, (1, 1): KNIGHT}), board) == []
    assert findings(rules, Placement(board, {}), board) == []
