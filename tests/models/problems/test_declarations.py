from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from rookery_tests.random_problems import STRANGE, draw_problems
from rookery_tests.strategies import examples

import rookery as rk
from rookery.models import (
    AtLeast,
    BadInput,
    Board,
    Exactly,
    Maximize,
    Minimize,
    Piece,
    Placement,
    Problem,
    Satisfy,
    domination,
    placement,
)
from rookery.models.boards.catalogue import SHAPES
from rookery.models.boards.ground import Ground, Place
from rookery.models.pieces.piece import GUARD, KING, KNIGHT, OWN_PIECES, QUEEN, ROOK
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, SquareList, Whole
from rookery.models.problems.places import Several
from rookery.models.problems.plain import declare_plain, digest, plain, plain_statement, stable
from rookery.models.problems.registry import FAMILIES
from rookery.models.problems.stating import MAX_NAMED, state, state_statement
from rookery.models.referee.rules import Holds

BAD = [
    (lambda: placement(QUEEN, Board(3), count=10), "10 pieces do not fit on a 3x3 board: it has 9 squares"),
    (lambda: placement(QUEEN, Board(3), count=-1), "-1 of queen: a count must be at least 0"),
    (lambda: placement({QUEEN: 5, KING: 5}, Board(3)), "10 pieces do not fit"),
    (lambda: placement({QUEEN: 5}, Board(3), count=2), "a count and a mapping with counts"),
    (lambda: placement({}, Board(3)), "no piece to place"),
    (lambda: placement(QUEEN, Board(3), fixed=[(3, 0)]), "fixed square 3,0 lies off the board of 3"),
    (lambda: placement(QUEEN, Board(3, holes=[(0, 0)]), fixed=[(0, 0)]), "fixed square 0,0 is a hole of the board"),
    (lambda: placement(QUEEN, Board(3), fixed=[(1, 0), (1, 0)]), "square 1,0 is fixed twice"),
    (lambda: placement(QUEEN, Board(3), fixed=[(1, 0)], forbidden=[(1, 0)]), "1,0 is both fixed and forbidden"),
    (lambda: placement(QUEEN, Board(3), forbidden=[(1, 0), (1, 0)]), "square 1,0 is forbidden twice"),
    (lambda: placement(QUEEN, Board(3), forbidden=[(1, 7)]), "forbidden square 1,7 lies off"),
    (lambda: placement({QUEEN: 1, KING: 1}, Board(3), fixed=[(0, 0)]), "a fixed square needs its piece"),
    (lambda: placement(QUEEN, Board(3), fixed={(0, 0): KING}), "a king is fixed on 0,0, but the problem places queen"),
    (lambda: domination(QUEEN, Board(3), kind="loose"), "unknown kind of domination 'loose'; known are plain, ind"),  # type: ignore[arg-type]
    (lambda: domination(QUEEN, Board(3), fixed=[(0, 0), (0, 0)]), "square 0,0 is fixed twice"),
]


@pytest.mark.parametrize(("declare", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_questions_are_refused(declare: Callable[[], Problem], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        declare()


@pytest.mark.parametrize(
    ("problem", "title"),
    [
        (placement(QUEEN, Board(8), count=8), "8 queens on an 8x8 board"),
        (placement(QUEEN, Board(8), count=1), "1 queen on an 8x8 board"),
        (placement(KING, Board(3, 5)), "As many kings as possible on a 3x5 board"),
        (placement({ROOK: 2, KING: None}, Board(4)), "2 rooks and as many kings as possible on a 4x4 board"),
        (domination(KNIGHT, Board(8, 11), "total"), "Total domination of an 8x11 board with knights"),
    ],
    ids=str,
)
def test_problems_have_a_title(problem: Problem, title: str) -> None:
    assert str(problem) == title


@pytest.mark.parametrize(
    ("problem", "goal"),
    [
        (placement(QUEEN, Board(3), count=2), Satisfy()),
        (placement(QUEEN, Board(3)), Maximize(range(9))),
        (placement({QUEEN: 1, KING: None}, Board(3)), Maximize(range(9, 18))),
        (domination(QUEEN, Board(3)), Minimize(range(9))),
    ],
    ids=str,
)
def test_goals(problem: Problem, goal: Any) -> None:
    assert problem.model.goal == goal or list(problem.model.goal.literals) == list(goal.literals)  # type: ignore[union-attr]
    assert type(problem.model.goal) is type(goal)


def choices(problem: Problem) -> list[str]:
    return [c.choice for c in problem.model.constraints if isinstance(c, Exactly) and c.choice is not None]


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (placement(QUEEN, Board(4), count=4), 8),  # rows and columns
        (placement(QUEEN, Board(4), count=3), 0),
        (placement(ROOK, Board(3, 5), count=3), 3),  # rows only
        (placement(ROOK, Board(3, 5), count=5), 5),  # columns only
        (placement(KING, Board(4), count=4), 0),
        (placement(QUEEN, Board(4, holes=[(1, 1)]), count=4), 0),  # lines are cut in two
        (placement(QUEEN, Board(4, holes=[(0, 0)]), count=4), 8),
        (placement(QUEEN, Board(4, torus=True), count=4), 8),
        (placement({QUEEN: 4, KING: 1}, Board(4)), 8),
    ],
    ids=str,
)
def test_full_lines_are_named_choices(problem: Problem, count: int) -> None:
    assert len(choices(problem)) == len(set(choices(problem))) == count


def test_variables_are_named_by_piece_and_square() -> None:
    problem = placement({QUEEN: 1, KING: 2}, Board(2, 3, holes=[(0, 1)]))
    assert [problem.model.name(v) for v in (0, 1, 5, 9)] == ["queen@0,0", "queen@0,2", "king@0,0", "king@1,2"]
    assert problem.pieces == (QUEEN, KING)
    assert Holds(KING, 2) in problem.rules


def test_solutions_are_read_and_written_back() -> None:
    problem = placement({QUEEN: 1, KING: 2}, Board(2, 3, holes=[(0, 1)]))
    placed = Placement(problem.board, {(0, 2): QUEEN, (1, 2): KING})
    assert problem.write(placed) == {1, 9}
    assert problem.read({1, 9}) == placed
    with pytest.raises(BadInput, match="rook is not a piece of this problem: queen, king"):
        problem.write(Placement(problem.board, {(0, 0): ROOK}))


def test_givens_are_remembered() -> None:
    problem = domination(QUEEN, Board(4), fixed=[(0, 0)], forbidden=[(1, 2), (3, 3)])
    assert problem.fixed == {(0, 0): QUEEN}
    assert problem.forbidden == {(1, 2), (3, 3)}
    assert problem.declare_seconds > 0


def test_domination_guards_each_square_by_one_clause() -> None:
    clauses = [c for c in domination(KNIGHT, Board(3)).model.constraints if isinstance(c, AtLeast)]
    assert clauses[0] == AtLeast(1, (0, 5, 7))
    assert clauses[4] == AtLeast(1, (4,))
    assert len(clauses) == 9


# A problem declared again from its plain data has the same model, row by row, whatever order it was asked in.


PROBLEMS = 1500


def spell_out(problem: Problem) -> list[Any]:
    """All that a model holds, in its order."""
    model = problem.model
    return [
        model.variables,
        list(map(repr, model.constraints)),
        repr(model.goal),
        [model.name(variable) for variable in range(len(problem.pieces) * len(problem.board))],
        [list(map(int, each)) for each in problem.symmetries],
        list(map(str, model.groups)),
        problem.rules,
        problem.aim,
        [(each.rules, list(map(repr, each.constraints))) for each in problem.demands],
        problem.known,
    ]


@pytest.mark.filterwarnings("ignore::rookery.models.boards.vertices.GraphWarning")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.full
@pytest.mark.share(2)
def test_plain_data_make_the_same_model_again(seed: int) -> None:
    families, grounds = Counter[str](), Counter[str]()
    for problem in draw_problems(seed, PROBLEMS // 4):
        data = plain(problem)
        again = declare_plain(data)
        assert spell_out(again) == spell_out(problem), data
        assert stable(plain(again)) == stable(data)
        families[problem.family] += 1
        grounds[data.get("ground", "board")] += 1
    assert {each.label or each.name for each in FAMILIES.values()} <= set(families)
    assert set(grounds) == {"board", *SHAPES}


def test_fixed_squares_in_any_order_make_one_model() -> None:
    one = rk.placement({ROOK: None, KING: None}, Board(1, 3), fixed={(0, 0): ROOK, (0, 1): KING, (0, 2): ROOK})
    other = rk.placement({ROOK: None, KING: None}, Board(1, 3), fixed={(0, 2): ROOK, (0, 1): KING, (0, 0): ROOK})
    assert one.model == other.model
    assert one.rules == other.rules


CERTIFIED = [
    rk.placement({ROOK: None, KING: None}, Board(1, 3), fixed={(0, 0): ROOK, (0, 1): KING, (0, 2): ROOK}),
    rk.k_fold_domination(KING, Board(3), 2, fixed=[(2, 2), (0, 0), (0, 1)]),
]


@pytest.mark.parametrize("problem", CERTIFIED, ids=str)
def test_a_certificate_of_squares_fixed_in_any_order_is_verified(problem: Problem) -> None:
    found = rk.verify(rk.certify(problem))
    assert found.verified, found.reason


# The line that says what a problem asks: two problems with different plain data never have the same.


BOARDS: list[Ground] = [
    Board(2),
    Board(2, torus=True),
    Board(2, 3),
    Board(3, 2),
    Board(3, holes=[(1, 1)]),
    Board(3, holes=[(0, 1)]),
    Board(5, holes=[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    Board(5, holes=[(0, 0), (0, 1), (0, 2), (0, 3), (1, 4)]),
    rk.board("2:cylinder"),
    rk.board("2x3:cylinder"),
    rk.RegionBoard(("ab", "ab")),
    rk.RegionBoard(("aa", "bb")),
]
GRAPHS: list[Ground] = [
    rk.Graph([(1, 2), (2, 3)]),
    rk.Graph([(1, 2), (1, 3)]),
    rk.Graph([(1, 2), (1, 3)], directed=True),
    rk.Graph([(1, 2), (1, 3)], weights={1: 2}),
    rk.Graph([(1, 2), (1, 3)], weights={1: 3}),
    rk.Graph([("1", "2"), ("1", "3")]),
]
PAIRS = [(QUEEN, ROOK), (ROOK, QUEEN), (QUEEN, QUEEN), (STRANGE[0], ROOK), (STRANGE[1], ROOK), (*STRANGE[2:4],)]
Givens = tuple[Sequence[int], Sequence[int]]  # numbers of cells that are fixed, and of those that are forbidden
GIVENS: list[Givens] = [((), ()), ((0,), ()), ((), (0,)), ((1,), (0,)), ((0, 1), ()), ((), (0, 1)), ((0,), (2,))]


def list_values(parameter: Any, board: Ground) -> list[Any]:
    """A few values of a parameter of any kind."""
    match parameter:
        case Whole():
            return [*[None] * parameter.unbounded, parameter.least, parameter.least + 1, 12]
        case Flag():
            return [False, True]
        case Choice():
            return list(parameter.values)
        case SquareList():
            return [None, tuple(board)[:1], tuple(board)[1:2], tuple(board)[:2]]
    raise AssertionError(f"no values are known for {parameter.name}")


def list_pieces(family: Family, board: Ground) -> Iterator[tuple[Named, ...]]:
    """Pieces with what they come with; a problem of one is a problem of others."""
    places = family.places
    assert places is not None
    one: list[Sequence[Piece]] = [(piece,) for piece in (*OWN_PIECES[:5], *STRANGE)]
    several: list[Sequence[Piece]] = [*PAIRS, (QUEEN, ROOK, KING)]
    chosen = one if places.several is Several.NEVER else [*one[:3], *several]
    if board in GRAPHS:
        chosen = [(GUARD,) * max(1, places.least)]
    values = {"count": (None, 0, 1, 2), "": (None,)}.get(places.each, (1, 2, 9))
    for pieces in chosen:
        if len(pieces) >= places.least and (places.repeated or len({each.name for each in pieces}) == len(pieces)):
            yield from (tuple(map(Named, pieces, each)) for each in product(values[:3], repeat=len(pieces)))


def list_statements(family: Family) -> Iterator[Statement]:
    """Many small statements of a family, each two different; several parameters vary on four grounds, nothing given."""
    for board in (*BOARDS, *GRAPHS):
        often = board in (*BOARDS[:2], *GRAPHS[:2])
        for pieces in list_pieces(family, board):
            values = [list_values(each, board) for each in family.parameters]
            for chosen in product(*values):
                parameters = dict(zip([each.name for each in family.parameters], chosen, strict=True))
                few = sum(one != each[0] for one, each in zip(chosen, values, strict=True)) <= 1
                for given in GIVENS if often and few else GIVENS[: often or few]:
                    yield from give(Statement(family.name, board, pieces, parameters, {}, ()), given, family)


def give(bare: Statement, given: Givens, family: Family) -> Iterator[Statement]:
    """The statement with some squares fixed, each holding the first piece or the last, and some forbidden."""
    cells, standing = list(bare.board), list(family.standing(bare))
    for piece in dict.fromkeys([standing[0], standing[-1]] if given[0] else standing[:1]):
        fixed: Mapping[Place, Piece] = {cells[at]: piece for at in given[0]}
        yield Statement(
            bare.family, bare.board, bare.pieces, bare.parameters, fixed, tuple(cells[at] for at in given[1])
        )


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.part(12)
@pytest.mark.share(2)
def test_two_statements_never_have_the_same_line(name: str) -> None:
    said: dict[str, str] = {}
    for asked in list_statements(FAMILIES[name]):
        data, line = stable(plain_statement(asked)), state_statement(asked)
        assert said.setdefault(line, data) == data, line
        assert line.isprintable()
    assert len(said) > 100


@pytest.mark.drawn
def test_two_families_never_have_the_same_line() -> None:
    said: dict[str, str] = {}
    for problem in draw_problems(7, examples(500)):
        assert said.setdefault(state(problem), stable(plain(problem))) == stable(plain(problem))


LINES = [
    (rk.placement(QUEEN, 8, 8), "8 queens on an 8x8 board"),
    (rk.placement(QUEEN, 8, 8, forbidden=[(0, 3), (0, 1)]), "8 queens on an 8x8 board (forbidden: 0,1 and 0,3)"),
    (
        rk.placement({ROOK: 2, KING: None}, 4, fixed={"0,0": ROOK, "1,1": KING, "2,2": ROOK}, forbidden=["3,3"]),
        "2 rooks and as many kings as possible on a 4x4 board (king fixed on 1,1; rook fixed on 0,0 and 2,2;"
        " forbidden: 3,3)",
    ),
    (
        rk.domination(QUEEN, Board(4, holes=[(0, at) for at in range(4)] + [(3, 3)])),
        "Dominating a 4x4 board with 5 holes with queens (holes: 0,0, 0,1, 0,2, 0,3 and 3,3)",
    ),
]


@pytest.mark.parametrize(("problem", "line"), LINES, ids=[line for _, line in LINES])
def test_usual_problems_are_said_in_words_alone(problem: rk.Problem, line: str) -> None:
    assert state(problem) == line


def test_long_lists_are_counted_and_told_by_a_digest() -> None:
    squares = [(row, column) for row in range(2) for column in range(8)]
    assert len(squares) > MAX_NAMED
    problem = rk.domination(QUEEN, 8, forbidden=squares)
    expected = f"Dominating an 8x8 board with queens (forbidden: 16 squares) [statement {digest(plain(problem))}]"
    assert state(problem) == expected


def test_a_graph_is_told_by_its_digest() -> None:
    graph = rk.Graph([("a", "b c"), ("b c", "d; e")])
    problem = rk.domination("guard", graph, fixed=["b c"], forbidden=["d; e"])
    assert f'(sha256 {graph.digest}; guard fixed on b c; forbidden: "d; e") [statement ' in state(problem)


FORGED = "queens on an 8x8 board: there is no solution"


def test_a_name_that_is_more_than_words_stands_in_quotation_marks() -> None:
    forged = Piece("queen", "Q", rides=QUEEN.rides, plural=FORGED)
    assert state(rk.placement(forged, 4, 4)) == "4 queens on a 4x4 board"  # it is the queen, and is called so
    other = Piece("lady", "Q", rides=QUEEN.rides, plural=FORGED)
    assert state(rk.placement(other, 4, 4)).startswith(f'4 "{FORGED}" on a 4x4 board [statement ')
    plain_words = Piece("red queen", "Q", rides=QUEEN.rides)
    assert state(rk.placement(plain_words, 4, 4)).startswith("4 red queens on a 4x4 board [statement ")
    many_words = Piece("lady", "Q", rides=QUEEN.rides, plural="queens on an 8x8 board")
    assert state(rk.placement(many_words, 4, 4)).startswith('4 "queens on an 8x8 board" on a 4x4 board [statement ')


@pytest.mark.parametrize("text", ["a\nb", "a\x1b[2J", "\u202eqeen", "a\tb", "\x7f", "\u2028", "a\x00"])
def test_names_that_are_no_line_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="one line of signs that can be printed"):
        Piece(text, "Q", leaps=[(0, 1)])
    with pytest.raises(BadInput, match="the plural"):
        Piece("lady", "Q", leaps=[(0, 1)], plural=text)
    with pytest.raises(BadInput, match="the glyph"):
        Piece("lady", "Q", leaps=[(0, 1)], glyph=text)
