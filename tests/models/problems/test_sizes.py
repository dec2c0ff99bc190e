"""How large a declaration becomes: foretold before it is made, refused in one line, and no deeper than it is long."""

from collections.abc import Callable
from random import Random

import pytest

from rookery.models import BadInput, Board, Problem, placement
from rookery.models.boards.ground import Ground
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.armies import armies
from rookery.models.problems.coverage import coverage
from rookery.models.problems.guards import cheapest_domination
from rookery.models.problems.queens import random_blocked_queens
from rookery.models.problems.shared import auxiliary
from rookery.models.problems.shared.sight import count_paths, paths
from rookery.models.problems.sighted import sighted_placement
from rookery.models.reading.given import take_board

GROUNDS = "6", "4x7", "5:torus", "1x9", "4x5:cylinder"
FOREST = PieceSources().piece("R2N")


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("piece", [QUEEN, KNIGHT, FOREST], ids=str)
def test_rides_are_counted_without_going_them(piece: object, ground: str) -> None:
    board = take_board(ground)
    every = list(paths(piece, board))  # type: ignore[arg-type]
    assert count_paths(piece, board) == (len(every), sum(len(path.between) for path in every))  # type: ignore[arg-type]


ASKED: dict[str, Callable[[Ground], Problem]] = {
    "cheapest": lambda board: cheapest_domination({QUEEN: 9, ROOK: 5}, board),
    "sighted": lambda board: sighted_placement({QUEEN: 3}, board, pawns=1),
    "placement": lambda board: placement({QUEEN: 2, KNIGHT: 2}, board),
    "coverage": lambda board: coverage(KING, board, 3, goal="fewest"),
    "armies": lambda board: armies([QUEEN, KNIGHT], board),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("board", [Board(7), Board(5, 6, torus=True), take_board("5x6:cylinder")], ids=str)
def test_a_model_that_is_too_large_is_refused_before_it_is_made(
    name: str, board: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    literals = sum(len(each.literals) for each in ASKED[name](board).model.constraints)
    monkeypatch.setattr(auxiliary, "MAX_LITERALS", 100)
    with pytest.raises(BadInput, match=r"this question makes a model of [\d,]+ literals; at most 100 are") as refused:
        ASKED[name](board)
    foretold = int(str(refused.value).split(" model of ")[1].split()[0].replace(",", ""))
    assert literals / 3 <= foretold <= 3 * literals


def test_a_ray_may_be_longer_than_calls_are_deep() -> None:
    """Of 2,000 squares in a row each but the two at the ends is seen from both sides past its neighbour."""
    assert cheapest_domination({ROOK: 5}, Board(1, 2000)).model.variables == 2000 + 2 * 1998


def test_definitions_that_nothing_foretold_are_refused_as_they_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auxiliary, "MAX_LITERALS", 100)
    definitions = auxiliary.Definitions(10)
    for _ in range(3):
        definitions.define_any(range(10))
    with pytest.raises(BadInput, match="more than 100 literals"):
        definitions.define_any(range(10))


@pytest.mark.parametrize("seed", range(3))
def test_squares_are_blocked_in_the_order_of_python(seed: int) -> None:
    """The instances of a seed stay what they were when Python itself shuffled the squares."""
    order = list(Board(9))
    Random(seed).shuffle(order)
    assert random_blocked_queens(9, 20, seed).forbidden == set(order[:20])
