"""Symmetries of placements on auxiliary variables: they map the solutions of a model onto themselves."""

import pytest

import rookery as rk
from rookery.models import AtLeast, BadInput, Problem
from rookery.models.model.model import variable
from rookery.models.problems.shared.auxiliary import Definitions, complete_solution
from rookery.models.symmetry.permutations import ExtendedPermutations, Permutations

LANCE = rk.Piece.from_betza("lance", "fR", symbol="L")
PROBLEMS = {
    "upper": (rk.upper_domination(rk.QUEEN, rk.Board(3)), 8),
    "upper on a torus": (rk.upper_domination(rk.KNIGHT, rk.Board(3, torus=True)), 72),
    "upper with a hole": (rk.upper_domination(rk.KING, rk.Board(3, holes=[(1, 1)])), 8),
    "upper, fixed": (rk.upper_domination(rk.QUEEN, rk.Board(3), fixed=[(0, 0)]), 2),
    "upper, one square": (rk.upper_domination(rk.QUEEN, rk.Board(1)), 1),
    "armies": (rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(2, 3)), 8),
    "unlike armies": (rk.armies((rk.ROOK, rk.KNIGHT), rk.Board(2, 3)), 4),
    "armies in a column": (rk.armies((LANCE, LANCE), rk.Board(3, 1)), 2),
    "unguarded": (rk.most_unguarded(rk.QUEEN, rk.Board(3), 2), 8),
    "mutual": (rk.mutual_attack(rk.QUEEN, rk.Board(3), 2), 8),
    "mutual on a torus": (rk.mutual_attack(rk.ROOK, rk.Board(2, 3, torus=True), 1), 12),
    "cheapest": (rk.cheapest_domination({rk.QUEEN: 9, rk.KNIGHT: 3}, rk.Board(2, 3)), 4),
}


def placements(problem: Problem) -> list[frozenset[int]]:
    """All solutions, found among all placements."""
    size = len(problem.pieces) * len(problem.board)
    every = (frozenset(v for v in range(size) if bits >> v & 1) for bits in range(1 << size))
    whole = (complete_solution(problem.model, each, size) for each in every)
    return [each for each in whole if problem.model.accepts(each)]


@pytest.mark.parametrize(("problem", "group"), PROBLEMS.values(), ids=PROBLEMS)
@pytest.mark.full
def test_each_maps_solutions_to_solutions_of_the_same_value(problem: Problem, group: int) -> None:
    model, found = problem.model, placements(problem)
    size = len(problem.pieces) * len(problem.board)
    assert len(model.symmetries) == group
    assert [list(p[:size]) for p in model.symmetries] == [list(p) for p in problem.symmetries]
    for permutation in model.symmetries:
        assert sorted(permutation) == list(range(model.variables))
        for solution in found:
            image = frozenset(permutation[v] for v in solution)
            assert model.accepts(image)
            assert model.value(image) == model.value(solution)


def test_what_is_defined_by_the_order_of_the_squares_goes_on_to_nothing() -> None:
    problem = rk.connected_domination(rk.KING, rk.Board(3))
    assert len(problem.symmetries) == 8
    assert [list(p) for p in problem.model.symmetries] == [list(range(problem.model.variables))]


def extended(define: list[tuple[int, ...]]) -> list[list[int]]:
    """The moves of a row of three squares, with variables that say that one of each set is true."""
    auxiliary = Definitions(3)
    for literals in define:
        auxiliary.define_any(literals)
    moves = Permutations(rk.Board(1, 3), (rk.ROOK,))
    return [list(p) for p in ExtendedPermutations(moves, auxiliary.constraints, auxiliary.variables)]


def test_images_are_found_by_their_definitions() -> None:
    same = [0, 1, 2, 3, 4]
    assert extended([(0, 1), (1, 2)]) == [same, [2, 1, 0, 4, 3]]
    assert extended([(0, 1), (0, 2)]) == [same]  # no variable says that 1 or 2 is true
    assert extended([(0, 1), (1, ~2)]) == [same]
    assert extended([(0, ~1), (~1, 2)]) == [same, [2, 1, 0, 4, 3]]
    assert extended([(0, 2), (0, 2)]) == [same, [2, 1, 0, 3, 4]]  # two that say the same
    assert extended([(0, 1), (1, 2), (2, 3), (0, 4)]) == [[*range(7)], [2, 1, 0, 4, 3, 6, 5]]


def test_what_is_not_defined_has_no_image() -> None:
    moves = Permutations(rk.Board(1, 3), (rk.ROOK,))
    assert list(ExtendedPermutations(moves, (AtLeast(1, (0, 1, 2, 3)),), 5)) == []


def test_there_are_none_where_they_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.models.symmetry.permutations.MAX_STEPS", 100)
    assert len(rk.upper_domination(rk.QUEEN, rk.Board(3)).model.symmetries) == 0


def test_an_extended_one_looks_like_a_list() -> None:
    found = PROBLEMS["upper"][0].model.symmetries
    assert found[0] == tuple(range(18))
    assert found[1:3] == tuple(found)[1:3]
    assert variable(~found[-1][0]) in range(9)
    with pytest.raises(BadInput):
        Definitions(3).define_any((0, 3))
