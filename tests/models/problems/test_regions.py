"""Regions: drawings of boards and what is refused of them, solutions on every backend, the referee, and pictures."""

from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rookery as rk
from rookery.backends import Backend
from rookery.cli.output.wording import draw_board
from rookery.models.drawing.regions import choose_colours

SMALL = "AABB/ABBB/CDDD/CCCD"
EIGHT = "AAAABBBB/ACCADDBB/ACCADDDB/EEEEEFFB/GGEEFFFF/GGGEFHHF/GHHHHHHF/GGGGHHFF"


def by_force(board: rk.RegionBoard, stars: int, touches: bool) -> set[frozenset[tuple[int, int]]]:
    """All solutions, by trying every choice of columns row by row."""
    found = set()
    rows = [[(row, column) for at, column in board if at == row] for row in range(board.rows)]
    parts: list[set[tuple[int, ...]]] = [set(map(tuple, each)) for each in board.regions.values()]
    parts += [{tuple(square) for square in board if square.column == column} for column in range(board.columns)]
    for chosen in product(*(combinations(row, stars) for row in rows if row)):
        squares = [square for row in chosen for square in row]
        near = any(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in combinations(squares, 2))
        if not (touches and near) and all(len(part.intersection(squares)) == stars for part in parts if part):
            found.add(frozenset(squares))
    return found


def check(board: rk.RegionBoard, piece: str, backend: Any, stars: int = 1) -> None:
    expected = by_force(board, stars, piece == "king")
    try:
        problem = rk.regions(board, piece=piece)
    except rk.BadInput:  # rows, columns and regions hold different numbers
        assert not expected
        return
    answer = rk.solve(problem, backend, "all")
    assert answer.complete
    assert {frozenset((row, column) for row, column in each) for each in answer.solutions} == expected


def test_solutions_are_those_of_brute_force(backend: Backend) -> None:
    for seed in range(6):
        random = Random(seed)
        rows, columns = random.choice([(3, 3), (4, 4), (4, 3), (5, 5)])
        signs = "ABCDE"[: random.randint(1, rows)]
        drawing = ["".join(random.choices(f"{signs}-#", [8] * len(signs) + [1, 1], k=columns)) for _ in range(rows)]
        if not set("".join(drawing)) & set(signs):
            drawing[0] = "A" * columns
        board = rk.RegionBoard(drawing)
        for piece in ("king", "star"):
            check(board, piece, backend)
    wide = rk.RegionBoard("2\nAABB\nAABB\nCCDD\nCCDD")
    assert wide.stars == 2
    assert by_force(wide, 2, False)
    check(wide, "star", backend, 2)


def test_kings_in_each_row_and_column_are_counted_as_in_print() -> None:
    for n, count in enumerate((1, 0, 0, 2, 14, 90, 646), start=1):  # OEIS A002464
        assert rk.solve(rk.regions(n), want="count").count == count
        rows = ["ABCDEFG"[row] * n for row in range(n)]  # rows as regions demand nothing more
        assert rk.solve(rk.regions(rows), want="count").count == count


def test_symmetries_keep_regions() -> None:
    assert len(rk.regions("AABB/AABB/CCDD/CCDD", piece="star").symmetries) == 8
    assert len(rk.regions(SMALL).symmetries) == 1


def test_drawing_is_read_in_each_form() -> None:
    board = rk.RegionBoard("AAB/ACB/CCB")
    drawings: list[Any] = ["AAB\nACB\nCCB\n", "\n  A A B\n  A C B\n  C C B", ["AAB", "ACB", "CCB"], board]
    for drawing in drawings:
        assert rk.regions(drawing).board == board == rk.board("regions:AAB/ACB/CCB")


def test_drawing_may_be_numbers(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("2\n0 0 10 10\n0 0 10 10\n7 7 8 8\n7 7 8 8\n")
    problem = rk.regions(path)
    assert problem.board == rk.RegionBoard("2/AABB/AABB/CCDD/CCDD")
    assert problem.title == "2 stars in each row, column and region on a 4x4 board of 4 regions"
    assert rk.regions(path, 1).asked != problem.asked
    assert rk.regions(path, 1, "queen").title.startswith("1 queen in each")
    assert rk.regions(path, 2, "star").title.startswith("2 stars that may touch in each")
    assert rk.RegionBoard("111\n122").stars is None


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("AAB\nAB\nABB", "line 2: 2 squares"),
        ("AA?\nABB", "line 1: .* sign of no region"),
        ("", "empty"),
        ("--\n-#", "no square"),
        ("4\nAAB\nAAB\nABB", "row 0 has 3 squares"),
        ("stars: 4\nAABB\nAABB\nCCDD\nCDDD", "region C has 3 squares"),
        ("4\nAABB\nAABB\nCCDD\nCDDD", "may be the size or the number of stars"),
        (7.5, "rows of letters"),
        (rk.Graph([(1, 2)]), "no rows and columns"),
    ],
)
def test_bad_drawing_is_refused(drawing: Any, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message):
        rk.regions(drawing, piece="star")


def test_holes_are_no_squares_of_a_region() -> None:
    holed = rk.RegionBoard("AA#/#BB/CC#")
    assert set(holed.holes) == {(0, 2), (1, 0), (2, 2)}
    assert holed.with_holes([(0, 0)]) == rk.RegionBoard("#A#/#BB/CC#")


def test_neighbouring_regions_have_different_colours() -> None:
    board = rk.RegionBoard(EIGHT)
    colours = choose_colours(board)
    for row, column in board:
        for other in ((row, column + 1), (row + 1, column)):
            if other in board and board.region((row, column)) != board.region(other):
                assert colours[board.region((row, column))] != colours[board.region(other)]
    picture = rk.Placement(board, {"d8": "king"}).svg(coordinates=True)
    assert all(f'fill="{colour}"' in picture for colour in colours.values())
    assert 'class="borders"' in picture


DRAWN = """\
   0   1   2   3
  +-------+-------+
0 | .   . | .   K |
  |   +---+       |
1 | . | .   .   . |
  +---+-----------+
2 | . | .   .   . |
  |   +-------+   |
3 | .   .   . | . |
  +-----------+---+"""


def test_regions_are_drawn_with_borders_and_read_back() -> None:
    problem = rk.regions(SMALL)
    drawn = rk.Placement(problem.board, {(0, 3): "king"})
    assert draw_board(drawn, coordinates=True) == DRAWN
    assert f"{drawn:unicode}".splitlines()[0] == "┌───────┬───────┐"
    best = rk.solve(problem).best
    for text in (str(best), f"{best:unicode}"):
        assert rk.check(problem, text).accepted


def test_faults_of_a_star_battle_speak_of_stars() -> None:
    problem = rk.regions(SMALL, fixed=["a4"])
    touching = "the star on c3 and the star on d3 attack each other"
    for placed in ("c3 d3", {"c3": "king", "d3": rk.KING}):
        faults = [fault for each in rk.check(problem, placed).violations for fault in each.faults]
        assert {touching, "no star on a4, where one is fixed"} <= {*faults}


def test_turned_boards_keep_their_regions() -> None:
    placed = rk.Placement(rk.RegionBoard("2/AAB/ACB"), {(0, 0): "king"})
    assert placed.rotated().board == rk.RegionBoard("2/AA/CA/BB")
    assert placed.rotated(2).board == rk.RegionBoard("2/BCA/BAA")
    assert placed.mirrored().board == rk.RegionBoard("2/BAA/BCA")
    assert placed.rotated(4) == placed
