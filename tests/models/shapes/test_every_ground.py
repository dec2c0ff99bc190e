"""Every family on every small ground with every piece: it is declared, or refused in chess words."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice, product
from typing import Any

import pytest

import rookery as rk
from rookery.models import Ride, Step
from rookery.models.boards.cuboid import Cuboid
from rookery.models.boards.glued import Cylinder, Klein, Moebius
from rookery.models.boards.ground import Ground
from rookery.models.boards.hexagonal import Hexagon, Rhombus, Triangle
from rookery.models.pieces.piece import GUARD, LISTED

SIDES = [(1, 1), (1, 2), (3, 1), (2, 2), (3, 2)]
ALL_SIDES = [*product(range(1, 4), range(1, 5)), (4, 1), (5, 2)]
FLAT: list[Callable[..., Ground]] = [
    rk.Board,
    Cylinder,
    Moebius,
    Klein,
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
INSIDE = re.compile("stands twice|literal|constraint|variable|auxiliary|clause")  # words of the model, not of chess


def flat(sides: list[tuple[int, int]]) -> Iterator[Ground]:
    """Boards, and those closed in each way, whole and with a hole in the middle."""
    for (rows, columns), make in product(sides, FLAT):
        yield make(rows, columns)
        if rows * columns > 2:
            yield make(rows, columns, holes=[(rows // 2, columns // 2)])


def others() -> Iterator[Ground]:
    """Grounds that are no rectangles."""
    yield from chain(map(Hexagon, (1, 2)), map(Triangle, (1, 2, 3)), map(Rhombus, (1, 2, 3)))
    yield from (Cuboid(*sides) for sides in [(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 2), (2, 1, 3), (3, 1, 1)])
    yield from (rk.Graph([]), rk.Graph([], [1]), rk.Graph([(1, 2), (2, 3), (3, 1)]))
    yield from (rk.Graph([("a", "b"), ("b", "c")], directed=True), rk.Graph([(1, 2), (3, 4)], weights={1: 3}))
    edges: list[list[tuple[int, ...]]] = [[(1,)], [(1, 2, 3)], [(1, 2, 3), (3, 4)], [(1, 2), (1, 2)]]
    yield from (rk.Hypergraph(each) for each in edges)
    yield from (rk.Hypergraph([], [1, 2]), rk.Hypergraph([()], [1]))


def other(piece: rk.Piece, ground: Ground) -> rk.Piece:
    """A second piece for families of several."""
    if isinstance(ground, rk.Graph):
        return STONE if piece != STONE else GUARD
    return rk.KNIGHT if piece == rk.ROOK else rk.ROOK


DECLARE: dict[str, Callable[[rk.Piece, rk.Piece, Ground], rk.Problem]] = {
    "placement": lambda p, q, g: rk.placement(p, g),
    "placement of one": lambda p, q, g: rk.placement({p: 1, q: None}, g),
    **{
        kind: lambda p, q, g, kind=kind: rk.domination(p, g, kind)  # type: ignore[misc]
        for kind in ("plain", "independent", "total", "perfect")
    },
    "sighted": lambda p, q, g: rk.sighted_placement({p: None, q: 1}, g),
    "sighted with a pawn": lambda p, q, g: rk.sighted_placement(p, g, 1),
    "maximal": lambda p, q, g: rk.maximal_placement([p, q], g),
    "weighted": lambda p, q, g: rk.weighted_placement({p: 2, q: 3}, g, 1),
    "connected": lambda p, q, g: rk.connected_domination(p, g),
    "upper": lambda p, q, g: rk.upper_domination(p, g),
    "k-fold": lambda p, q, g: rk.k_fold_domination(p, g, 2),
    "k-tuple": lambda p, q, g: rk.k_fold_domination(p, g, 2, closed=True),
    "border": lambda p, q, g: rk.border_domination(p, g),
    "restricted": lambda p, q, g: rk.restricted_domination(p, g, list(g)[::2]),
    "guards": lambda p, q, g: rk.guards({p: 1, q: None}, g),
    "guards through": lambda p, q, g: rk.guards({p: 1, q: None}, g, kind="total", sighted=False),
    "cheapest": lambda p, q, g: rk.cheapest_domination({p: 2, q: 3}, g),
    "cheapest of one": lambda p, q, g: rk.cheapest_domination({p: 2}, g),
    "cheapest through": lambda p, q, g: rk.cheapest_domination({p: 2, q: 3}, g, sighted=False),
    "coverage": lambda p, q, g: rk.coverage(p, g, 1, worths=dict.fromkeys([*g][:1], 2)),
    "unguarded": lambda p, q, g: rk.most_unguarded(p, g, 1),
    "hitting-set": lambda p, q, g: rk.hitting_set(p, g),
    "regions": lambda p, q, g: rk.regions(g, 1, p),
    "mutual": lambda p, q, g: rk.mutual_attack({p: None, q: 1}, g, 1),
    "mutual through": lambda p, q, g: rk.mutual_attack(p, g, 2, at_most=True, sighted=False),
    "colouring": lambda p, q, g: rk.colouring(p, g, "proper", 2),
    "domatic colouring": lambda p, q, g: rk.colouring(p, g, "domatic", 2),
    "armies": lambda p, q, g: rk.armies([p, q], g),
    "armies of one": lambda p, q, g: rk.armies([p, p], g, 1),
}


def refusals(family: str, grounds: Iterator[Ground], sixth: int) -> Iterator[tuple[Ground, rk.Piece, str]]:
    """What a family says to the grounds and pieces that it refuses, of each sixth pair."""
    for piece, ground in islice(product((*LISTED, *ODD), grounds), sixth, None, 6):
        try:
            DECLARE[family](piece, other(piece, ground), ground)
        except rk.RookeryError as error:
            yield ground, piece, str(error)


@pytest.mark.slow
@pytest.mark.parametrize("sixth", range(6))
@pytest.mark.parametrize("family", DECLARE)
@pytest.mark.share(4)
def test_is_declared_or_refused_in_chess_words(family: str, sixth: int) -> None:
    found = [*refusals(family, chain(flat(SIDES), others()), sixth)]
    assert not [each for each in found if INSIDE.search(each[2]) or "\n" in each[2]]


@pytest.mark.long
@pytest.mark.parametrize("sixth", range(6))
@pytest.mark.parametrize("family", DECLARE)
def test_is_declared_on_all_small_boards(family: str, sixth: int) -> None:
    known = {piece for piece in (*LISTED, *ODD) if not piece.solid and piece != GUARD}
    found = refusals(family, flat(ALL_SIDES), sixth)
    assert not [each for each in found if each[1] in known and "not fit" not in each[2]]


@pytest.mark.full
def test_the_referee_walks_the_rides_of_declarations() -> None:
    """Cell by cell: where pieces stand in each other's way, more counts than which cells are attacked."""
    for ground, piece in product(chain(flat(ALL_SIDES), others()), (*LISTED, *ODD)):
        try:
            ground.admit(piece)
        except rk.RookeryError:
            continue
        for cell in ground:
            rides = {tuple(ray) for ray in ground.rays(piece, cell)} - {()}
            walks = {tuple(map(ground.index, way)) for way in ground.walk(piece, cell)} - {()}
            assert rides == walks, (ground, piece, cell)


@pytest.mark.parametrize("piece", [rk.QUEEN, rk.BISHOP, rk.piece("fRfB")], ids=str)
@pytest.mark.parametrize("ground", [Klein(3, 1), Klein(3, 2), Moebius(5, 2), Klein(2, 3, holes=[(1, 1)])], ids=str)
def test_sees_past_a_crossing_as_the_referee_does(ground: Ground, piece: rk.Piece) -> None:
    """On closed boards a ride may cross its own way: what it passes twice is in its way once."""
    problem = rk.cheapest_domination({piece: 2, rk.KNIGHT: 3}, ground, forbidden=[*ground][7:])
    fewest = min(
        sum(2 if each == piece else 3 for each in pieces if each)
        for pieces in product((None, piece, rk.KNIGHT), repeat=min(7, len(ground)))
        if not problem.faults(rk.Placement(ground, {s: p for s, p in zip(ground, pieces, strict=False) if p}))
    )
    assert rk.solve(problem, "sat").objective == fewest


def test_no_vertex_of_a_set_shields_another() -> None:
    """A set has no order: the issue's hypergraph of one set, where two guards see the third vertex."""
    ground = rk.Hypergraph([(1, 2, 3)])
    given: Any = [(1,), (2,)]
    problem = rk.cheapest_domination({"guard": 1}, ground, fixed=given)
    assert rk.solve(problem, "cpsat").objective == 2
    assert rk.solve(rk.cheapest_domination({"guard": 1}, ground), "cpsat", "count").count == 3
    assert not problem.faults(rk.Placement(ground, {(1,): GUARD, (2,): GUARD}))
    apart = rk.sighted_placement({"guard": 2}, ground, 1)
    assert rk.solve(apart, "sat").status.value == "infeasible"  # the pawn stands between no two of them


@pytest.mark.parametrize("ground", [rk.Board(8), Klein(2, 3), Cuboid(2, 2, 2), Hexagon(2)], ids=str)
def test_refuses_a_guard_where_there_are_no_edges(ground: Ground) -> None:
    with pytest.raises(rk.BadInput, match="has no guard: it attacks along the edges of a graph; name a piece with ste"):
        rk.domination("guard", ground)
    assert rk.solve(rk.domination(STONE, rk.Board(2))).objective == 4  # said to attack nothing


def test_refuses_a_piece_of_three_dimensions_in_a_graph() -> None:
    with pytest.raises(rk.BadInput, match="a unicorn takes steps on a board"):
        rk.domination("unicorn", rk.Graph([(1, 2)]))


PLAIN: Any = Ride((1, 0), 2)  # type: ignore[arg-type]


def test_takes_rides_whose_steps_are_plain_pairs() -> None:
    assert rk.Piece("slow", "L", rides=[PLAIN]) == rk.Piece("slow", "L", rides=[Ride(Step(1, 0), 2)])
    with pytest.raises(rk.BadInput, match="has no slow: only pieces with the same steps"):
        rk.placement(rk.Piece("slow", "L", rides=[PLAIN]), Hexagon(1))


def test_the_border_of_hexagons_has_all_its_sides() -> None:
    ground = Hexagon(3)
    assert len([cell for cell in ground if ground.is_outer(cell)]) == 12
    assert len([cell for cell in Triangle(4) if Triangle(4).is_outer(cell)]) == 9
