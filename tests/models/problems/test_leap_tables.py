"""Pairs of leaps as arrays: the same pairs, models and answers as one by one."""

import pickle

import numpy as np
import pytest

import rookery as rk
from rookery.backends import Want
from rookery.backends.presolve.structure.lines import join_neighbours
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Model
from rookery.models.boards.board import Step
from rookery.models.model.constraints import ConstraintArray, ConstraintList
from rookery.models.pieces.betza import Ride
from rookery.models.problems.shared import attacks as leaps
from rookery.models.problems.shared.attacks import attackers, cliques

LANCE = rk.Piece("lance", "L", rides=[Ride(Step(-1, 0), 1), Ride(Step(1, 2), 1)])
PIECES = [rk.KING, rk.KNIGHT, rk.piece("camel"), rk.piece("wazir"), rk.piece("dabbaba"), LANCE]


@pytest.fixture
def arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of any size are declared by arrays."""
    monkeypatch.setattr(leaps, "LARGE", 0)


def pairs(*some: tuple[int, int]) -> ConstraintArray[AtMost]:
    return ConstraintArray(AtMost, 1, np.arange(0, 2 * len(some) + 1, 2), np.array(some, np.int32).ravel())


@pytest.mark.usefixtures("arrays")
@pytest.mark.parametrize("piece", PIECES, ids=str)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (2, 2), (3, 1), (4, 5), (7, 3)])
def test_the_same_pairs(piece: rk.Piece, rows: int, columns: int) -> None:
    board = rk.Board(rows, columns)
    found = leaps.leap_pairs(piece, board)
    assert found is not None
    table = ConstraintArray(AtMost, 1, *found)
    assert sorted(sorted(each.literals) for each in table) == sorted(sorted(each) for each in cliques(piece, board))
    assert [table[at] for at in range(len(table))] == [*table] == [*table[:]]
    guards = leaps.leap_guards(piece, board)
    assert guards is not None
    attacked_from = enumerate(attackers(piece, board))
    assert [each.literals for each in ConstraintArray(AtLeast, 1, *guards)] == [
        (at, *hits) for at, hits in attacked_from
    ]


@pytest.mark.usefixtures("arrays")
def test_others_are_declared_one_by_one() -> None:
    for board in (rk.Board(4, torus=True), rk.Board(4, holes=[(0, 0)])):
        assert leaps.leap_pairs(rk.KING, board) is leaps.leap_guards(rk.KING, board) is None
    assert leaps.leap_pairs(rk.QUEEN, rk.Board(4)) is leaps.leap_guards(rk.QUEEN, rk.Board(4)) is None


@pytest.mark.usefixtures("arrays")
@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "textbook", "auto"])
def test_the_same_answers(backend: str) -> None:
    """4 kings stand on 4x4 in 79 ways (OEIS A018807), 9 on 5x5 in one, and 5 do not fit on 3x3."""
    full = rk.placement(rk.KING, rk.Board(4), 4)
    assert isinstance(full.model.constraints, ConstraintList)
    assert rk.solve(full, backend, Want.COUNT).count == 79
    assert rk.solve(rk.placement(rk.KING, rk.Board(5), 9), backend, Want.COUNT).count == 1
    assert rk.solve(rk.placement(rk.KING, rk.Board(5)), backend).objective == 9
    assert rk.solve(rk.placement(rk.KING, rk.Board(3), 5), backend).status == "infeasible"
    assert rk.solve(rk.domination(rk.KNIGHT, rk.Board(5), "independent"), backend).objective == 5  # OEIS A342576


def test_a_model_of_arrays() -> None:
    model = Model(4, ConstraintList((pairs((0, 1), (1, 2)), (Exactly(2, range(4)),))))
    plain = Model(4, tuple(model.constraints))
    assert (len(model.constraints), model.constraints[1]) == (3, AtMost(1, (1, 2)))
    assert pickle.loads(pickle.dumps(model)) == model
    for true in ({0, 1}, {0, 2}, {1, 2, 3}, set[int]()):
        assert model.accepts(true) is plain.accepts(true)
        assert {*model.violated(true)} == {*plain.violated(true)}


@pytest.mark.parametrize(("pair", "shown"), [((0, 4), "no var"), ((-1, 2), "no var"), ((2, 2), "stands twice")])
def test_arrays_are_checked(pair: tuple[int, int], shown: str) -> None:
    with pytest.raises(BadInput, match=shown):
        Model(4, pairs((0, 1), pair))


@pytest.mark.parametrize("sizes", [[1] * 7, [9, 1, 1, 1, 1, 1, 1, 1], [1, 1, 5, 1], [2, 2]])
def test_neighbours_are_joined_to_so_many(sizes: list[int]) -> None:
    parts = [np.full(size, at) for at, size in enumerate(sizes)]
    for many in range(1, len(sizes) + 1):
        joined = join_neighbours(parts, many)
        assert len(joined) == many
        assert np.concatenate(joined).tolist() == np.concatenate(parts).tolist()
