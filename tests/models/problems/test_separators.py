"""Separators: what each connected set of guards must hit, for attacks in one direction too."""

import pytest
from oracle.case import asked
from oracle.ground import ground, links
from oracle.trying import accepted, placed, subsets

from rookery.models import Board, Model, Piece, connected_domination
from rookery.models.model.model import LazyForm
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK

SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1), (1, 1)])
CASES = [
    (KING, Board(3, 4)),
    (KNIGHT, Board(3, 4)),
    (QUEEN, Board(3, 4)),
    (ROOK, Board(3, 4, holes=[(1, 1)])),
    (SOLDIER, Board(3, 4)),
    (KING, Board(3, 4, torus=True)),
]


def lazy_form(piece: Piece, board: Board) -> LazyForm[Model]:
    lazy = connected_domination(piece, board).model.lazy
    assert lazy is not None
    return lazy


@pytest.mark.parametrize(("piece", "board"), CASES, ids=str)
def test_each_solution_hits_all_separators_and_what_names_them_hits_none(piece: Piece, board: Board) -> None:
    lazy = lazy_form(piece, board)
    solutions, guarding = (
        {frozenset(at for _, at in each) for each in placed(accepted(case, ground(case), subsets(len(board))))}
        for case in (asked("connected", [piece], board), asked("domination", [piece], board))
    )
    named = set[tuple[int, ...]]()
    for chosen in guarding:
        cuts = list(lazy.cuts(chosen))
        assert bool(cuts) == (chosen not in solutions)
        assert all(chosen.isdisjoint(cut) for cut in cuts)
        named.update(map(tuple, cuts))
    assert all(not solution.isdisjoint(cut) for cut in named for solution in solutions)


@pytest.mark.parametrize(("piece", "board"), CASES, ids=str)
def test_no_square_of_a_separator_can_be_left_out(piece: Piece, board: Board) -> None:
    """Each lies beside both of two parts that are connected without it."""
    lazy, hits = lazy_form(piece, board), ground(asked("connected", [piece], board)).hits[0]
    near = links(hits)
    for corner in range(len(hits)):
        for cut in lazy.cuts({corner, len(hits) - 1 - corner}):
            away, touched = sum(1 << square for square in cut), dict.fromkeys(cut, 0)
            rest = [square for square in range(len(hits)) if not away >> square & 1]
            while rest:
                part = {rest[0]}
                while more := {s for s in rest if s not in part and any(near[s] >> other & 1 for other in part)}:
                    part |= more
                rest = [square for square in rest if square not in part]
                for square in cut:
                    touched[square] += any(near[square] >> other & 1 for other in part)
            assert min(touched.values()) >= 2


def test_images_of_cuts_are_named_with_them() -> None:
    lazy = lazy_form(KING, Board(5))
    chosen = {0, 24}
    alone, everywhere = set(map(tuple, lazy.cuts(chosen))), set(map(tuple, lazy.everywhere()(chosen)))
    turned = {tuple(sorted(image[v] for v in cut)) for cut in alone for image in lazy.model.symmetries}
    assert everywhere == alone | turned


def test_a_changed_copy_of_a_model_has_no_lazy_form_but_the_question_of_its_optima_has() -> None:
    from dataclasses import replace

    model = connected_domination(KING, Board(4)).model
    assert replace(model, constraints=model.constraints[1:]).lazy is None
    reached = model.at_optimum(4).lazy
    assert reached is not None
    assert len(reached.model.constraints) == 17
