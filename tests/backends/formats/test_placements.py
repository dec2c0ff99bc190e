"""Placements as people, solvers and this program write them; on the 4x4 board they are those of docs/files.md."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.formats.placements import Outside, read_placements
from rookery.models import Placement, Problem
from rookery.models.reading.drawn import Position

QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
TWO = rk.placement({rk.QUEEN: 1, rk.KNIGHT: 1}, rk.Board(3))
FOLDER = Path(__file__).parents[2] / "data" / "formats"
FILES = sorted(path.name for path in FOLDER.glob("placement.*"))
SAME = [  # in each of them stand the queens of b4, d3, a2 and c1
    "2 4 1 3",
    "2, 4, 1, 3",
    "1,3,0,2\n",
    "1\n3\n0\n2",
    "[2, 4, 1, 3]",
    "[[1, 3, 0, 2]]",
    "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0",
    "0100\n0001\n1000\n0010",
    "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]",
    '[[".Q..", "...Q", "Q...", "..Q."]]',
    "0 1\n1 3\n2 0\n3 2\n",
    "4\n0 1\n1 3\n2 0\n3 2\n",
    "0,1 1,3 2,0 3,2",
    "Qb4 Qd3 Qa2 Qc1",
    "♕b4, ♕d3, a2, c1",
    "  0123\n0 .Q..\n1 ...Q\n2 Q...\n3 ..Q.\n\n4 queens on a 4x4 board: solved\n",
    "  a b c d\n4 · ♕ · ·\n3 · · · ♕\n2 ♕ · · ·\n1 · · ♕ ·\n",
    "v 2 8 9 15 0",
    "x2 1\nx8 1\nx9 1.0000001\nx15 1\nx16 1e-9\n",
]


def read(text: str, problem: Problem = QUEENS) -> list[Outside]:
    return read_placements(text, problem, rk.piece)


def values(problem: Problem, chosen: set[int]) -> list[int]:
    return [v + 1 if v in chosen else -(v + 1) for v in range(problem.model.variables)]


@pytest.mark.parametrize("text", [*SAME, *(pytest.param((FOLDER / name).read_text(), id=name) for name in FILES)])
def test_each_way_to_write_a_placement_is_read(text: str) -> None:
    judged = rk.check(QUEENS, text)
    assert judged.accepted
    assert str(judged.placement) == ".Q..\n...Q\nQ...\n..Q."


def test_files_of_placements_are_there() -> None:
    assert len(FILES) == 24


@given(placed=st.dictionaries(st.sampled_from(list(rk.Board(3))), st.sampled_from([rk.QUEEN, rk.KNIGHT]), min_size=1))
def test_placement_that_we_write_is_read(placed: dict[rk.Square, rk.Piece]) -> None:
    placement = Placement(rk.Board(3), dict(placed.items()))
    written = [
        str(placement),
        Position(rk.Board(3), placed).fen(),
        " ".join(f"{square}={piece}" for square, piece in placed.items()),
        " ".join(f"{piece.symbol}{rk.Board(3).label(square)}" for square, piece in placed.items()),
        json.dumps([[piece.name, *square] for square, piece in placed.items()]),
        f"v {' '.join(map(str, values(TWO, set(TWO.write(placement)))))} 0",
    ]
    for text in written:
        (found,) = read(text, TWO)
        assert dict(found.pieces) == placed, text


@pytest.mark.parametrize("more", ["", "--format unicode", "--coordinates", "--format board", "--json"])
def test_output_of_solve_is_read(more: str, tmp_path: Path) -> None:
    graph = tmp_path / "path.txt"
    graph.write_text("a b\nb c\nc d\nd e\n")
    asked = (["n-queens", "--board", "6"], 4), (["domination", "--graph", str(graph)], 3)
    for command, count in asked[: 1 + (more != "--coordinates")]:  # graphs have none
        found = rookery("solve", *command, *more.split(), "--all", "--backend", "sat")
        code, out, err = rookery("check", *command, "--placement", "-", given=found.out.encode())
        assert (code, err) == (0, "")
        assert out.splitlines()[-1] == f"{count} placements checked, 0 refused."


def test_no_solution_is_no_placement() -> None:
    for text in (rookery("solve", "n-queens", "--board", "3").out, "s UNSATISFIABLE\n", "s UNKNOWN\n"):
        with pytest.raises(rk.BadInput, match="no placement in it: it says"):
            read(text)


def test_numbers_of_small_boards_are_squares() -> None:
    """On 2x2 the text `0 1` could be a square, a row of a matrix or a permutation."""
    for text in ("0 1\n1 0", "[[0, 1], [1, 0]]", "0,1 1,0"):
        (found,) = read(text, rk.placement("rook", 2))
        assert [tuple(square) for square, _ in found.pieces] == [(0, 1), (1, 0)]


def test_column_off_the_board_is_refused() -> None:
    with pytest.raises(rk.BadInput, match="off the board"):
        rk.check(QUEENS, "2 4 1 5")


def test_rows_of_three_are_a_matrix_before_permutations() -> None:
    rooks = rk.placement("rook", 3)
    assert [len(each.pieces) for each in read("0 0 1\n0 1 0\n0 0 0", rooks)] == [2]
    assert [len(each.pieces) for each in read("1 2 3\n2 3 1\n0 1 2", rooks)] == [3, 3, 3]


def test_every_solution_is_read_with_its_claim() -> None:
    data = {"solutions": [[], [["queen", 0, 0]]], "objective": 1}
    assert [(len(each.pieces), each.claimed) for each in read(json.dumps(data))] == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("s OPTIMUM FOUND\nv 1 -2\nv -3 -4 0\n", [[(0, 0)]]),
        ("v 1 -2 -3 -4 0\nv -1 2 -3 -4 0\n", [[(0, 0)], [(0, 1)]]),
        ("v 1 -2 -3 -4 0 -1 2 -3 -4 0", [[(0, 0)], [(0, 1)]]),
        ("o 1\nv 1000\no 1\nv 0001\n", [[(0, 0)], [(1, 1)]]),
        ("s SATISFIABLE\nv x1 -x2\nv -x3 -x4\n", [[(0, 0)]]),
        ("s SATISFIABLE\nv x1\ns SATISFIABLE\nv x2 x3\n", [[(0, 0)], [(0, 1), (1, 0)]]),
    ],
)
def test_v_lines_hold_several_solutions(text: str, squares: list[list[tuple[int, int]]]) -> None:
    found = read(text, rk.domination("queen", 2))
    assert [[tuple(square) for square, _ in each.pieces] for each in found] == squares


def test_two_pieces_on_one_square_stay_two() -> None:
    (found,) = read(f"v {' '.join(map(str, values(TWO, {0, 9})))} 0", TWO)
    assert found.pieces == (((0, 0), rk.QUEEN), ((0, 0), rk.KNIGHT))


def test_claimed_objective_is_compared() -> None:
    least = rk.domination("queen", 2)
    for text in ("# Objective value = 7\nx1 1\nx2 0\nx3 0\nx4 0\n", "=obj= 7\nx1 1\n"):
        assert not rk.check(least, text)
        assert rk.check(least, text.replace("7", "1"))


def test_constant_of_a_goal_is_one_more_variable() -> None:
    """The files of this problem have a last variable that is always 1."""
    problem = replace(least := rk.domination("queen", 2), model=replace(least.model, goal=rk.Minimize((0, ~1, 2, 3))))
    (found,) = read("# Objective value = 3\nx1 0\nx2 1\nx3 0\nx4 0\nx5 1\n", problem)
    assert [tuple(square) for square, _ in found.pieces] == [(0, 1)]


def test_drawn_holes_are_those_of_the_board() -> None:
    problem = rk.placement("rook", rk.Board(2, holes=[(0, 0)]))
    assert [len(each.pieces) for text in ("#R\nR.", ".R\nR.") for each in read(text, problem)] == [2, 2]
    with pytest.raises(rk.BadInput, match="the holes that it draws are not those of a 2x2 board without a2: a1"):
        read("#R\n#.", problem)
