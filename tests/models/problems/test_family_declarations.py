"""The family's declarations: what they refuse, their edge cases, and that a placement decides all auxiliaries."""

from collections.abc import Callable
from itertools import product

import pytest
from rookery_tests.small_models import solutions_of

from rookery.models import (
    BadInput,
    Board,
    Exactly,
    Piece,
    Problem,
    armies,
    cheapest_domination,
    coverage,
    domination,
    k_fold_domination,
    placement,
    random_blocked_queens,
    random_excluded_diagonals,
    sighted_placement,
)
from rookery.models.model.model import holds
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.armies import army_pieces
from rookery.models.problems.shared.auxiliary import Definitions

THREE = Board(3)

BAD: list[tuple[Callable[[], Problem], str]] = [
    (lambda: sighted_placement({QUEEN: 2}, THREE, pawns=-1), "-1 pawns; it must be at least 0"),
    (lambda: sighted_placement({QUEEN: 5}, THREE, pawns=5), "10 pieces do not fit on a 3x3 board: it has 9 squares"),
    (lambda: sighted_placement({}, THREE), "no piece to place"),
    (lambda: placement({}, THREE, kind="maximal"), "no piece to place"),
    (lambda: placement(QUEEN, THREE, kind="minimal"), "unknown kind of placement 'minimal'"),
    (lambda: cheapest_domination({QUEEN: 9, ROOK: -1}, THREE), "a cost of -1 for rook; it must be at least 1"),
    (lambda: k_fold_domination(QUEEN, THREE, 0), "guarded 0 times; it must be at least 1"),
    (lambda: domination(QUEEN, THREE, fixed=[(9, 9)]), "fixed square 9,9 lies off the board of 3"),
    (lambda: domination(QUEEN, THREE, forbidden=[(0, 0), (0, 0)]), "square 0,0 is forbidden twice"),
    (lambda: domination(QUEEN, THREE, allowed=[(0, 3)]), "allowed square 0,3 lies off the board of 3x3"),
    (lambda: domination(QUEEN, THREE, "loose", allowed="border"), "unknown kind of domination 'loose'"),  # type: ignore[arg-type]
    (lambda: coverage(QUEEN, THREE, 10), "10 pieces do not fit"),
    (lambda: armies([QUEEN], THREE), "1 armies; name the pieces of 2 to 26"),
    (lambda: armies([QUEEN, QUEEN], THREE, size=-1), "armies of -1; it must be at least 0"),
    (lambda: random_blocked_queens(6, 99), "99 squares to remove from 6x6; with this seed 0 to"),
    (lambda: random_excluded_diagonals(6, -1), "-1 diagonals to remove from 6x6; with this seed 0 to"),
]


@pytest.mark.parametrize(("declare", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_refused(declare: Callable[[], Problem], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        declare()
    assert message in str(refused.value)


LANCE = Piece.from_betza("lance", "fR", symbol="L")
WITH_AUXILIARIES = [
    cheapest_domination({QUEEN: 9, KNIGHT: 3}, Board(1, 3)),
    cheapest_domination({ROOK: 5, KING: 3}, Board(1, 3, torus=True)),
    cheapest_domination({ROOK: 5, LANCE: 3}, Board(3, 1)),
    coverage(QUEEN, Board(2, 3), 1),
    coverage(LANCE, Board(3, 1), 1, "independent", "fewest"),
    armies((QUEEN, QUEEN), Board(1, 4)),
    armies((ROOK, ROOK), Board(4, 1, torus=True)),
]


@pytest.mark.parametrize("problem", WITH_AUXILIARIES, ids=str)
def test_solutions_and_placements_are_one_to_one(problem: Problem) -> None:
    """Of all assignments that a model accepts no two are the same placement."""
    size, variables = len(problem.pieces) * len(problem.board), problem.model.variables
    assert size < variables <= 20
    found: list[frozenset[int]] = []
    for chosen in solutions_of(problem.model):
        found.append(problem.placed(chosen))
        assert problem.write(problem.read(chosen)) == problem.placed(chosen)
        assert problem.faults(problem.read(chosen)) == []
    assert found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("problem", WITH_AUXILIARIES, ids=str)
def test_symmetries_are_those_of_the_placements(problem: Problem) -> None:
    size = len(problem.pieces) * len(problem.board)
    assert len(problem.symmetries) > 1 or LANCE in problem.pieces
    assert all(sorted(p) == list(range(size)) for p in problem.symmetries)
    assert list(problem.symmetries[0]) == list(range(size))


@pytest.mark.parametrize("bits", list(product((False, True), repeat=3)))
def test_each_definition_means_what_it_says(bits: tuple[bool, bool, bool]) -> None:
    """For every truth of the variables before it, the defined literal has just one value, the right one."""
    a, b, c = bits
    chosen = {v for v, bit in enumerate(bits) if bit}
    meant: list[tuple[Callable[[Definitions], int], bool]] = [
        (lambda d: d.define_any((0, 1, ~2)), a or b or not c),
        (lambda d: d.define_all((0, ~1, 2)), a and not b and c),
        (lambda d: d.define_any_if(0, (1, 2)), a and (b or c)),
        (lambda d: d.define_any_if(0, (0, 2)), a),
        (lambda d: d.define_any(()), False),
    ]
    if not (a and b):  # at most one piece stands on a square
        meant.append((lambda d: d.define_ray((0,), (1,), (2,)), a or (not b and c)))
    for define, value in meant:
        definitions = Definitions(3)
        literal = define(definitions)
        shown = {
            (literal in world if literal >= 0 else ~literal not in world)
            for extra in product((False, True), repeat=definitions.variables - 3)
            for world in [chosen | {3 + at for at, bit in enumerate(extra) if bit}]
            if all(holds(constraint, world) for constraint in definitions.constraints)
        }
        assert shown == {value}


def test_a_definition_looks_back_only() -> None:
    with pytest.raises(BadInput, match="not made yet"):
        Definitions(3).define_any((0, 3))


@pytest.mark.parametrize("generate", [random_blocked_queens, random_excluded_diagonals])
def test_a_seed_draws_the_same_instance_and_smaller_ones_are_its_beginning(
    generate: Callable[[int, int, int], Problem],
) -> None:
    assert generate(12, 8, 5).forbidden == generate(12, 8, 5).forbidden
    assert generate(12, 8, 5).forbidden != generate(12, 8, 6).forbidden
    assert generate(12, 7, 5).forbidden < generate(12, 8, 5).forbidden
    assert generate(12, 0, 5).forbidden == frozenset()


@pytest.mark.parametrize("seed", range(5))
def test_each_row_and_column_keeps_four_squares(seed: int) -> None:
    with pytest.raises(BadInput) as refused:
        random_blocked_queens(9, 999, seed)
    most = int(str(refused.value).rsplit(" to ", 1)[1].split()[0])
    forbidden = random_blocked_queens(9, most, seed).forbidden
    for line in range(9):
        assert sum(square.row == line for square in forbidden) <= 5
        assert sum(square.column == line for square in forbidden) <= 5
    assert len(forbidden) == most >= 36


def test_armies_bear_names_of_their_own() -> None:
    white, black = army_pieces((QUEEN, KNIGHT))
    assert (white.name, white.symbol, white.glyph) == ("white queen", "Q", "♕")
    assert (black.name, black.symbol, black.glyph) == ("black knight", "n", "♞")
    assert [piece.symbol for piece in army_pieces((QUEEN, QUEEN, KING))] == ["A", "B", "C"]
    assert len({piece.name for piece in army_pieces((QUEEN,) * 26)}) == 26


def test_armies_of_the_same_piece_may_be_exchanged() -> None:
    assert len(armies((QUEEN, QUEEN), Board(4)).symmetries) == 16
    assert len(armies((QUEEN, ROOK), Board(4)).symmetries) == 8
    assert len(armies((QUEEN, QUEEN, QUEEN), Board(2, 3)).symmetries) == 24
    assert len(armies((QUEEN, ROOK, QUEEN), Board(2, 3)).symmetries) == 8


def test_fixed_and_forbidden_squares_are_kept() -> None:
    for problem in (
        domination(QUEEN, THREE, fixed=[(0, 0)], forbidden=[(2, 2)]),
        placement(QUEEN, THREE, fixed=[(0, 0)], forbidden=[(2, 2)], kind="maximal"),
        cheapest_domination({QUEEN: 2}, THREE, fixed=[(0, 0)], forbidden=[(2, 2)]),
        k_fold_domination(QUEEN, THREE, 2, fixed=[(0, 0)], forbidden=[(2, 2)]),
        coverage(QUEEN, THREE, 2, fixed=[(0, 0)], forbidden=[(2, 2)]),
        sighted_placement({QUEEN: 2}, THREE, 1, {(0, 0): QUEEN}, [(2, 2)]),
    ):
        assert problem.fixed == {(0, 0): QUEEN}
        assert problem.forbidden == {(2, 2)}
        assert Exactly(1, (0,)) in problem.model.constraints
        assert Exactly(0, (8,)) in problem.model.constraints
