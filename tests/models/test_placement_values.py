"""Placements, boards and pieces as values: turned, written, shown; nothing shown is long, and no text in it is HTML."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.core.values import FrozenMapping
from rookery.models.pieces.piece import STANDARD
from rookery.models.reading.drawn import Position

LONG = 400
NAMED = "<script>alert('&')</script>"


def placed(text: str) -> rk.Placement:
    read = rk.read_board(text)
    return rk.Placement(read.board, read.fixed)


FLAG = placed("Q..\n.#N")
ANY: Any = FLAG  # asked for what its types do not allow


@pytest.mark.parametrize(
    ("turned", "drawn"),
    [
        (FLAG.rotated(), ".Q\n#.\nN."),
        (FLAG.rotated(-1), ".N\n.#\nQ."),
        (FLAG.rotated(2), "N#.\n..Q"),
        (FLAG.rotated(3), ".N\n.#\nQ."),
        (FLAG.rotated(4), "Q..\n.#N"),
        (FLAG.rotated(0), "Q..\n.#N"),
        (FLAG.mirrored(), "..Q\nN#."),
        (FLAG.mirrored("horizontal"), ".#N\nQ.."),
    ],
)
def test_a_placement_turns_with_its_board(turned: rk.Placement, drawn: str) -> None:
    assert str(turned) == drawn


@pytest.mark.parametrize("text", ["Q", "Q..", ".\nN\n#", "Q..\n.#N", "KQ\nRB"])
def test_turns_and_mirrors_make_the_group_of_the_square(text: str) -> None:
    """Four quarter turns and two mirrors change nothing, and mirror, turn, mirror is the turn back (D4)."""
    one = placed(text)
    assert one.rotated().rotated().rotated().rotated() == one == one.rotated(4)
    assert one.mirrored().mirrored() == one == one.mirrored("horizontal").mirrored("horizontal")
    assert one.mirrored().rotated().mirrored() == one.rotated(-1)
    assert one.mirrored().mirrored("horizontal") == one.rotated(2)


def test_the_twelve_queens_placements_turn_to_all_92() -> None:
    """Eight queens have 12 placements up to symmetry and 92 in all (OEIS A002562, A000170)."""
    problem = rk.placement(rk.QUEEN, rk.Board(8), 8)
    different = rk.solve(problem, want="all", up_to_symmetry=True).solutions
    turned = {
        image for one in different for turn in range(4) for image in (one.rotated(turn), one.mirrored().rotated(turn))
    }
    assert (len(different), len(turned)) == (12, 92)
    assert turned == set(rk.solve(problem, want="all").solutions)


def test_a_torus_stays_one() -> None:
    board = rk.Board(2, 3, torus=True)
    assert rk.Placement(board, {(0, 0): rk.KING}).rotated().board == rk.Board(3, 2, torus=True)


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("", "Q..\n.#N"),
        ("text", "Q..\n.#N"),
        ("unicode", "♕ · ·\n· # ♘"),
        ("fen", "Q2/1*N"),
        ("squares", "0,0 1,2"),
        ("algebraic", "a2 c1"),
    ],
)
def test_a_placement_is_written_in_several_forms(form: str, written: str) -> None:
    assert format(FLAG, form) == written


def test_fen_is_read_back() -> None:
    board = rk.Board(2, 12, holes=[(0, 3)])
    wide = rk.Placement(board, {(1, 11): rk.QUEEN, (0, 0): rk.KING})
    assert wide.fen() == "K2*8/11Q"
    read = rk.read_board(wide.fen())
    assert rk.Placement(read.board, read.fixed) == wide
    assert Position(board, dict(wide)).fen() == wide.fen()


def test_squares_are_written_as_chess_does() -> None:
    corners = rk.Placement(rk.Board(8), dict.fromkeys([(0, 0), (4, 4), (7, 7)], rk.QUEEN))
    assert corners.squares("algebraic") == ("a8", "e4", "h1")
    assert corners.squares() == ("0,0", "4,4", "7,7")
    assert rk.Square(11, 25).algebraic(rk.Board(12, 26)) == "z1"
    assert rk.Square(0, 0).algebraic(rk.Board(12, 26)) == "a12"


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (
            lambda: format(FLAG, "pdf"),
            "placements have no format 'pdf'; known are text, unicode, fen, squares, algebraic",
        ),
        (lambda: ANY.squares("fen"), "squares have no form 'fen'; known are squares, algebraic"),
        (lambda: ANY.mirrored("diagonal"), "no axis 'diagonal' to mirror in; known are vertical, horizontal"),
        (lambda: ANY.rotated(0.5), "rotated, turns: 0.5 is not a whole number"),
        (
            lambda: rk.Square(0, 0).algebraic(rk.Board(1, 27)),
            "a board of 27 columns; algebraic squares need at most 26",
        ),
        (lambda: rk.Square(9, 0).algebraic(rk.Board(8)), "square 9,0 lies off the board of 8x8"),
        (lambda: rk.Square(1, 1).algebraic(ANY.board), "square 1,1 is a hole of the board of 2x3 without 1,1"),
    ],
)
def test_what_cannot_be_done_is_said(asked: Any, refused: str) -> None:
    with pytest.raises(rk.BadInput) as error:
        asked()
    assert str(error.value) == refused


EVERY = [(row, column) for row in range(40) for column in range(40)]
HOLES = [(row, column) for row, column in EVERY if row < 12 and column < 16]
# made by the test: what is made here, each process that collects tests makes, and keeps
FLOODS: dict[str, Callable[[], object]] = {
    "board": lambda: rk.Board(40, holes=EVERY[:900]),
    "placement": lambda: rk.Placement(rk.Board(40), dict.fromkeys(EVERY, rk.Piece("q" * 200, "Q", leaps=[(1, 0)]))),
    "piece": lambda: rk.Piece("many", "M", leaps=EVERY[1:]),
    "position": lambda: Position(rk.Board(40), dict.fromkeys([rk.Square(*each) for each in EVERY[::2]], rk.QUEEN)),
    "problem": lambda: rk.domination(rk.QUEEN, rk.Board(14)),
    "model": lambda: rk.domination(rk.QUEEN, rk.Board(14)).model,
    "asked": lambda: rk.domination(rk.QUEEN, rk.Board(14)).asked,
    "problem of many pieces": lambda: rk.placement(dict.fromkeys(STANDARD), rk.Board(16, holes=HOLES)),
    "question": lambda: rk.Question(hint=rk.Placement(rk.Board(40), dict.fromkeys(EVERY, rk.QUEEN)), seconds=3),
}


@pytest.mark.parametrize("make", FLOODS.values(), ids=FLOODS)
@pytest.mark.part(3)
def test_no_repr_floods_a_notebook(make: Callable[[], object]) -> None:
    value = make()
    assert len(repr(value)) < LONG
    assert repr(value).startswith(f"{type(value).__name__}(")


def test_small_values_are_written_in_full() -> None:
    assert repr(FLAG) == "Placement(Board(2, 3, holes=[(1, 1)]), {(0, 0): queen, (1, 2): knight})"
    assert (
        repr(rk.Model(4, [rk.AtMost(1, (0, 1))], rk.Maximize(range(4)))) == "Model(4 variables, 1 constraint, Maximize)"
    )
    assert repr(rk.Question(want="all", seconds=5)) == "Question(want='all', seconds=5)"
    assert repr(rk.Question()) == "Question(want='one')"


def drawn(page: str | None) -> ElementTree.Element:
    assert page is not None
    return ElementTree.fromstring(page)  # well-formed, so that nothing in it was left unescaped


def test_pictures_of_boards_pieces_and_problems_escape_every_text() -> None:
    odd = rk.Piece(NAMED, "X", leaps=[(1, 0), (0, 1)], betza="<b>")
    problem = rk.placement(odd, rk.Board(3), 2, fixed=[(0, 0)], forbidden=[(2, 2)])
    pages = [odd._repr_html_(), problem._repr_html_(), rk.Placement(rk.Board(3), {(0, 0): odd})._repr_svg_()]
    for page in pages:
        drawn(page)
        assert "<script" not in str(page)
        assert "&lt;script&gt;" in str(page)


def test_a_piece_is_drawn_with_the_squares_that_it_attacks() -> None:
    page = rk.KNIGHT._repr_html_()
    attacked = next(
        path for path in drawn(page).iter("{http://www.w3.org/2000/svg}path") if path.get("class") == "attacked"
    )
    assert str(attacked.get("d")).count("M") == 8
    assert "knight (N, Betza N): attacks 8 of the other 80 squares" in str(page)


def test_a_problem_is_drawn_with_its_givens() -> None:
    problem = rk.placement(rk.QUEEN, rk.Board(4), 4, fixed=[(0, 1)], forbidden=[(3, 3), (3, 0)])
    page = problem._repr_html_()
    assert page.count('class="piece"') == 1
    assert page.count('class="forbidden"') == 1
    assert "4 queens on a 4x4 board" in page


def test_a_board_is_drawn_unless_it_is_too_large() -> None:
    assert "3x4 torus, 12 squares" in str(rk.Board(3, 4, torus=True)._repr_html_())
    large = rk.Board(101)
    assert large._repr_html_() is None
    assert rk.Placement(large, {(0, 0): rk.QUEEN})._repr_svg_() is None
    assert "101x101" in rk.placement(rk.QUEEN, large)._repr_html_()


@pytest.mark.parametrize(
    ("spec", "words"), [("5:torus", "5x5 torus, 25 squares"), ("4:cylinder", "4x4 cylinder, 16 squares")]
)
def test_boards_with_joined_edges_are_drawn(spec: str, words: str) -> None:
    page = str(rk.board(spec)._repr_html_())
    drawn(page)
    assert words in page
    assert ">a5<" not in page
    assert (">e</text>" in page) == (spec.startswith("5"))  # files and ranks, as in e4


def test_a_graph_is_drawn() -> None:
    page = str(rk.Graph([("a", "b"), ("b", "c")])._repr_html_())
    assert page.count("<circle") == 3
    assert "a graph of 3 vertices and 2 edges" in page


def test_a_frozen_mapping_is_a_value() -> None:
    import pickle

    given = {"b": 2, "a": 1}
    frozen = FrozenMapping(given)
    given["c"] = 3
    assert frozen == {"a": 1, "b": 2}
    assert repr(frozen) == "{'b': 2, 'a': 1}"
    assert hash(frozen) == hash(FrozenMapping({"a": 1, "b": 2}))
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    with pytest.raises(TypeError):
        frozen["a"] = 2  # type: ignore[index]
