"""Placements, boards and pieces as values: turned, written, shown; nothing shown is long, and no text in it is HTML."""

from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.models.drawing.text import number_squares, side_by_side
from rookery.models.reading.drawn import Position

NAMED = "<script>alert('&')</script>"


def placed(text: str) -> rk.Placement:
    read = rk.read_board(text)
    return rk.Placement(read.board, read.fixed)


FLAG = placed("Q..\n.#N")


@pytest.mark.parametrize(
    ("turned", "drawn"),
    [
        (FLAG.rotated(), ".Q\n#.\nN."),
        (FLAG.rotated(-1), ".N\n.#\nQ."),
        (FLAG.rotated(2), "N#.\n..Q"),
        (FLAG.mirrored(), "..Q\nN#."),
        (FLAG.mirrored("horizontal"), ".#N\nQ.."),
    ],
)
def test_placement_turns_with_its_board(turned: rk.Placement, drawn: str) -> None:
    assert str(turned) == drawn


@pytest.mark.parametrize("text", ["Q", "Q..", ".\nN\n#", "Q..\n.#N", "KQ\nRB"])
def test_turns_and_mirrors_are_a_group(text: str) -> None:
    """Four quarter turns and two mirrors change nothing, and mirror, turn, mirror is the turn back (D4)."""
    one = placed(text)
    assert one.rotated().rotated().rotated().rotated() == one == one.rotated(4)
    assert one.mirrored().mirrored() == one == one.mirrored("horizontal").mirrored("horizontal")
    assert one.mirrored().rotated().mirrored() == one.rotated(-1)
    assert one.mirrored().mirrored("horizontal") == one.rotated(2)


def test_joined_edges_turn_with_the_board() -> None:
    board = rk.Board(2, 3, torus=True)
    assert rk.Placement(board, {(0, 0): rk.KING}).rotated().board == rk.Board(3, 2, torus=True)
    joined = rk.Placement(rk.Board(4, cylinder=True), {(0, 1): rk.QUEEN})
    assert list(joined.rotated(2)) == [(3, 2)]
    with pytest.raises(rk.BadInput, match="no quarter turn"):
        joined.rotated()


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("text", "Q..\n.#N"),
        ("unicode", "♕ · ·\n· # ♘"),
        ("fen", "Q2/1*N"),
        ("squares", "0,0 1,2"),
        ("algebraic", "a2 c1"),
    ],
)
def test_forms_of_a_placement(form: str, written: str) -> None:
    assert format(FLAG, form) == written


def test_fen_is_read_back() -> None:
    board = rk.Board(2, 12, holes=[(0, 3)])
    wide = rk.Placement(board, {(1, 11): rk.QUEEN, (0, 0): rk.KING})
    assert wide.fen() == "K2*8/11Q"
    assert placed(wide.fen()) == wide


def test_placement_refuses_unknown_formats() -> None:
    with pytest.raises(rk.BadInput, match="no format 'pdf'"):
        format(FLAG, "pdf")


def test_two_pieces_with_one_symbol_get_different_letters() -> None:
    gnu, griffin = (rk.Piece(name, "G", rides=()) for name in ("gnu", "griffin"))
    both = rk.Placement(rk.Board(1, 3), {(0, 0): gnu, (0, 2): griffin})
    assert str(both) == f"{both:unicode}".replace("·", ".").replace(" ", "") == "G.R"
    assert both.svg().count(">R</text>") == both.svg().count(">G</text>") == 1
    assert str(rk.Placement(rk.Board(1, 2), {(0, 1): griffin})) == ".G"


@pytest.mark.parametrize(
    ("width", "text"),
    [(80, "ab   ef   ij\ncd   gh   kl"), (7, "ab   ef\ncd   gh\n\nij\nkl"), (1, "ab\ncd\n\nef\ngh\n\nij\nkl")],
)
def test_drawings_stand_side_by_side(width: int, text: str) -> None:
    assert side_by_side(["ab\ncd", "ef\ngh", "ij\nkl"], width=width) == text
    # Vertices of a graph are drawn in as many lines as they need; a drawing without any is left out.
    assert side_by_side(["ab\nc", "d", "", "ef\ngh\ni"]) == "ab   d   ef\nc        gh\n         i"


def test_rows_and_columns_are_numbered_from_0() -> None:
    assert number_squares(str(FLAG), 3) == "  012\n0 Q..\n1 .#N"
    assert number_squares("Q . .\n. # N", 3) == "  0 1 2\n0 Q . .\n1 . # N"
    assert number_squares("." * 11, 11) == "            1\n  01234567890\n0 ..........."
    assert number_squares(".\n" * 10 + ".", 1).split("\n")[::10] == ["   0", " 9 ."]


def test_equality_of_placements() -> None:
    one = rk.Placement(rk.Board(3), {(2, 0): rk.QUEEN, (0, 1): rk.QUEEN})
    same = rk.Placement.of(rk.QUEEN, [(0, 1), (2, 0)], rk.Board(3))
    assert one == same != rk.Placement.of(rk.QUEEN, [(0, 1), (2, 0)], rk.Board(4))
    assert len({one, same, rk.Placement(rk.Board(3), {})}) == 2
    assert one != dict(one)
    assert list(one) == [(0, 1), (2, 0)]  # in the order of the board


@pytest.mark.parametrize("square", [(3, 0), (0, -1), (1, 1)])
def test_placements_stay_on_the_board(square: tuple[int, int]) -> None:
    with pytest.raises(rk.BadInput, match="is a hole of the board" if square == (1, 1) else "lies off the board"):
        rk.Placement(rk.Board(3, holes=[(1, 1)]), {square: rk.QUEEN})


def test_repr_of_values_is_short() -> None:
    every = [(row, column) for row in range(40) for column in range(40)]
    queens = dict.fromkeys([rk.Square(*each) for each in every[::2]], rk.QUEEN)
    for value in (
        rk.Board(40, holes=every[:900]),
        rk.Placement(rk.Board(40), dict.fromkeys(every, rk.Piece("q" * 200, "Q", leaps=[(1, 0)]))),
        rk.Piece("many", "M", leaps=every[1:]),
        Position(rk.Board(40), queens),
        rk.domination("queen", 14),
        rk.domination("queen", 14).model,
        rk.Question(hint=rk.Placement(rk.Board(40), queens), seconds=3),
    ):
        assert len(repr(value)) < 400
        assert repr(value).startswith(f"{type(value).__name__}(")
    assert repr(FLAG) == "Placement(Board(2, 3, holes=[(1, 1)]), {(0, 0): queen, (1, 2): knight})"
    assert repr(rk.Question(want="all", seconds=5)) == "Question(want='all', seconds=5)"


def test_html_escapes_names() -> None:
    odd = rk.Piece(NAMED, "X", leaps=[(1, 0), (0, 1)], betza="<b>")
    problem = rk.placement(odd, rk.Board(3), 2, fixed=[(0, 0)], forbidden=[(2, 2)])
    pages = [problem._repr_html_(), rk.Placement(rk.Board(3), {(0, 0): odd})._repr_svg_()]
    assert [str(pages[0]).count(f'class="{each}"') for each in ("piece", "forbidden")] == [1, 1]
    for page in pages:
        ElementTree.fromstring(str(page))  # well-formed, so that nothing in it was left unescaped
        assert "<script" not in str(page)
        assert "&lt;script&gt;" in str(page)


def test_large_board_has_no_picture() -> None:
    graph = rk.Graph([(at, at + 1) for at in range(300)])
    for board in (rk.Board(101), graph):
        assert rk.Placement(board, {})._repr_svg_() is None
    with pytest.raises(rk.BadInput, match="no picture"):
        rk.Placement(graph, {}).svg()
    assert "101x101" in rk.placement(rk.QUEEN, 101)._repr_html_()
