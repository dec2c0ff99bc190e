"""Placements that we write are read again, and several solutions and claims (`tests/answers` reads each form)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rookery as rk
from rookery.backends.formats.placements import Outside, read_placements
from rookery.models import Placement, Problem
from rookery.models.reading.drawn import Position

QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
TWO = rk.placement({rk.QUEEN: 1, rk.KNIGHT: 1}, rk.Board(3))
FOLDER = Path(__file__).parents[2] / "data" / "formats"


def read(text: str, problem: Problem = QUEENS) -> list[Outside]:
    return read_placements(text, problem, rk.piece)


def values(problem: Problem, chosen: set[int]) -> list[int]:
    return [v + 1 if v in chosen else -(v + 1) for v in range(problem.model.variables)]


@given(placed=st.dictionaries(st.sampled_from(list(rk.Board(3))), st.sampled_from([rk.QUEEN, rk.KNIGHT]), min_size=1))
def test_placement_that_we_write_is_read(placed: dict[rk.Square, rk.Piece]) -> None:
    placement = Placement(rk.Board(3), dict(placed.items()))
    written = [
        str(placement),
        Position(rk.Board(3), placed).fen(),
        " ".join(f"{square}={piece}" for square, piece in placed.items()),
        json.dumps([[piece.name, *square] for square, piece in placed.items()]),
        f"v {' '.join(map(str, values(TWO, set(TWO.write(placement)))))} 0",
    ]
    for text in written:
        (found,) = read(text, TWO)
        assert dict(found.pieces) == placed, text


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
        ("v x1 -x2 -x3 -x4\nv -x1 x2 -x3 -x4\n", [[(0, 0)], [(0, 1)]]),
        ("s SATISFIABLE\nv x1\ns SATISFIABLE\nv x2 x3\n", [[(0, 0)], [(0, 1), (1, 0)]]),
    ],
)
def test_v_lines_hold_several_solutions(text: str, squares: list[list[tuple[int, int]]]) -> None:
    found = read_placements(text, rk.domination("queen", 2), rk.piece)
    assert [[tuple(square) for square, _ in each.pieces] for each in found] == squares


def test_two_pieces_on_one_square_stay_two() -> None:
    (found,) = read(f"v {' '.join(map(str, values(TWO, {0, 9})))} 0", TWO)
    assert found.pieces == (((0, 0), rk.QUEEN), ((0, 0), rk.KNIGHT))


def test_claimed_objective_is_compared() -> None:
    least = rk.domination("queen", 2)
    for text in ("# Objective value = 7\nx1 1\nx2 0\nx3 0\nx4 0\n", "=obj= 7\nx1 1\n"):
        assert not rk.check(least, text)
        assert rk.check(least, text.replace("7", "1"))
    assert read((FOLDER / "placement.scip").read_text())[0].claimed is None


def test_constant_of_a_goal_is_one_more_variable() -> None:
    """The files of this problem have a last variable that is always 1."""
    problem = replace(least := rk.domination("queen", 2), model=replace(least.model, goal=rk.Minimize((0, ~1, 2, 3))))
    (found,) = read("# Objective value = 3\nx1 0\nx2 1\nx3 0\nx4 0\nx5 1\n", problem)
    assert [tuple(square) for square, _ in found.pieces] == [(0, 1)]


def test_drawn_holes_are_those_of_the_board() -> None:
    problem = rk.placement("rook", rk.Board(2, holes=[(0, 0)]))
    assert [len(each.pieces) for text in ("#R\nR.", ".R\nR.") for each in read(text, problem)] == [2, 2]
    with pytest.raises(rk.BadInput, match="the holes that it draws are not those of a 2x2 board without 0,0: a1"):
        read("#R\n#.", problem)
