"""Every family on every small board with every piece is declared, or refused in words of chess."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any

import pytest

import rookery as rk
from rookery.models import Ride, Step
from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import GUARD

SIDES = [(1, 1), (1, 2), (3, 1), (2, 2), (3, 2)]
FLAT: list[Callable[..., AbstractBoard]] = [
    rk.Board,
    lambda rows, columns, **more: rk.Board(rows, columns, cylinder=True, **more),
    lambda rows, columns, **more: rk.Board(rows, columns, torus=True, **more),
]
STONE = rk.Piece("stone", "S", rides=())
ODD = [
    GUARD,
    STONE,
    rk.Piece("post", "P", rides=[(1, 0)]),  # on a board of one row, closed, a step leads back to where it began
    rk.Piece("crab", "C", leaps=[(1, 2)]),
    rk.Piece("jump", "J", leaps=[(3, 0)]),
    rk.Piece("far", "F", rides=[(0, 5)]),
    rk.Piece("slow", "L", rides=[Ride(Step(1, 0), 2)]),
    *map(rk.piece, ("R2", "fR", "fRfB", "B2", "fN", "DD", "AA")),
]
PIECES = (rk.QUEEN, rk.BISHOP, rk.KNIGHT, rk.KING, rk.piece("nightrider"), *ODD)
INSIDE = re.compile("stands twice|literal|constraint|variable|auxiliary|clause")  # words of the model, not of chess


def flat() -> Iterator[AbstractBoard]:
    """Boards, and those closed in each way, whole and with a hole in the middle."""
    for (rows, columns), make in product(SIDES, FLAT):
        yield make(rows, columns)
        if rows * columns > 2:
            yield make(rows, columns, holes=[(rows // 2, columns // 2)])


def others() -> Iterator[AbstractBoard]:
    """Graphs, and boards of regions."""
    yield from map(rk.RegionBoard, ("A", "AB/AB", "AAB/A#B"))
    yield from (rk.Graph([]), rk.Graph([], [1]), rk.Graph([(1, 2), (2, 3), (3, 1)]))
    yield from (rk.Graph([("a", "b"), ("b", "c")], directed=True), rk.Graph([(1, 2), (3, 4)], weights={1: 3}))


def other(piece: rk.Piece, board: AbstractBoard) -> rk.Piece:
    """A second piece for families of several."""
    if isinstance(board, rk.Graph):
        return STONE if piece != STONE else GUARD
    return rk.KNIGHT if piece == rk.ROOK else rk.ROOK


DECLARE: dict[str, Callable[[rk.Piece, rk.Piece, AbstractBoard], rk.Problem]] = {
    "placement": lambda p, q, g: rk.placement(p, g),
    "placement of one": lambda p, q, g: rk.placement({p: 1, q: None}, g),
    **{
        kind: lambda p, q, g, kind=kind: rk.domination(p, g, kind)  # type: ignore[misc]
        for kind in ("plain", "independent", "total", "perfect")
    },
    "sighted": lambda p, q, g: rk.sighted({p: None, q: 1}, g),
    "sighted with a pawn": lambda p, q, g: rk.sighted(p, g, 1),
    "maximal": lambda p, q, g: rk.placement({p: None, q: None}, g, kind="maximal"),
    "k-fold": lambda p, q, g: rk.k_fold(p, g, 2),
    "k-tuple": lambda p, q, g: rk.k_fold(p, g, 2, closed=True),
    "border": lambda p, q, g: rk.domination(p, g, allowed="border"),
    "restricted": lambda p, q, g: rk.domination(p, g, allowed=list(g)[::2]),
    "guards": lambda p, q, g: rk.guards({p: 1, q: None}, g),
    "guards through": lambda p, q, g: rk.guards({p: 1, q: None}, g, kind="total", through=True),
    "cheapest": lambda p, q, g: rk.guards([p, q], g, costs=[2, 3]),
    "cheapest of one": lambda p, q, g: rk.guards([p], g, costs=[2]),
    "cheapest through": lambda p, q, g: rk.guards([p, q], g, through=True, costs=[2, 3]),
    "coverage": lambda p, q, g: rk.coverage(p, g, 1),
    "fewest": lambda p, q, g: rk.coverage({p: 1, q: 1}, g, goal="fewest"),
    "regions": lambda p, q, g: rk.regions(g, 1, p),
    "armies": lambda p, q, g: rk.armies([p, q], g),
    "armies of one": lambda p, q, g: rk.armies([p, p], g, 1),
}


@pytest.mark.parametrize("family", DECLARE)
def test_family_is_declared_or_refused_in_words_of_chess(family: str) -> None:
    refused = []
    for piece, board in product(PIECES, chain(flat(), others())):
        try:
            DECLARE[family](piece, other(piece, board), board)
        except rk.RookeryError as error:
            refused.append(str(error))
    assert not [each for each in refused if INSIDE.search(each) or "\n" in each]


def test_referee_walks_the_rides_of_declarations() -> None:
    """Cell by cell: where pieces stand in each other's way, more counts than which cells are attacked."""
    for board, piece in product(chain(flat(), others()), PIECES):
        try:
            board.admit(piece)
        except rk.RookeryError:
            continue
        for cell in board:
            rides = {tuple(ray) for ray in board.rays(piece, cell)} - {()}
            walks = {tuple(map(board.index, way)) for way in board.walk(piece, cell)} - {()}
            assert rides == walks, (board, piece, cell)


def test_no_vertex_shields_another() -> None:
    """Two guards see the third vertex of a triangle, whatever stands on it."""
    board = rk.Graph([(1, 2), (2, 3), (3, 1)])
    given: Any = [(1,), (2,)]
    problem = rk.guards(["guard"], board, fixed=given, costs=[1])
    assert rk.solve(problem, "cpsat").objective == 2
    assert rk.solve(rk.guards(["guard"], board, costs=[1]), "cpsat", "count").count == 3
    assert not problem.faults(rk.Placement(board, {(1,): GUARD, (2,): GUARD}))
    apart = rk.sighted({"guard": 2}, board, 1)
    assert rk.solve(apart, "sat").status.value == "infeasible"  # the pawn stands between no two of them


def test_guard_is_refused_where_there_are_no_edges() -> None:
    for board in (rk.Board(8), rk.Board(2, 3, cylinder=True), rk.RegionBoard("AB/AB")):
        with pytest.raises(rk.BadInput, match="has no guard"):
            rk.domination("guard", board)
    assert rk.solve(rk.domination(STONE, rk.Board(2))).objective == 4  # a piece that attacks nothing
