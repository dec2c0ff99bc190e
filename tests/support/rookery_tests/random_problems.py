"""Random small problems of every family on every kind of board, drawn by the annotations of the families."""

from collections.abc import Iterator, Sequence
from inspect import Parameter
from random import Random
from typing import Any, Literal, get_args, get_origin

from rookery.models import BadInput, Board, Piece, Problem, Ride, Step
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import BISHOP, GUARD, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.family import Family
from rookery.models.problems.registry import OURS as OUR_FAMILIES
from rookery.models.problems.registry import families
from rookery.models.reading.given import (
    AllowedLike,
    ArmiesLike,
    BoardLike,
    CostsLike,
    CountLike,
    FixedLike,
    PieceLike,
    PiecesLike,
    RegionsLike,
    SquaresLike,
)

OURS = (QUEEN, ROOK, BISHOP, KNIGHT, KING)
# Of one name and different moves; of one letter and different names; with names that try to be more than a name.
STRANGE = (
    Piece("queen", "Q", leaps=[(0, 1)]),
    Piece("queen", "Q", leaps=[(0, 2)]),
    Piece("queen", "X", leaps=[(0, 1)], plural="rooks"),
    Piece("gnu", "G", leaps=[(1, 2)]),
    Piece("gnu", "G", rides=[(1, 2)], plural="gnu"),
    Piece.from_betza("ox", "NC", symbol="N", plural="oxen"),
    Piece("queens on an 8x8 board", "Q", leaps=[(0, 1)]),
    Piece("queen 1,1", "Q", leaps=[(0, 1)], plural="queens; there is no solution"),
    Piece('q"; x', "Q", leaps=[(1, 0)]),
    # Without any move; back to where it began on a closed board of one row; further than a small board reaches.
    Piece("stone", "S", rides=()),
    Piece("post", "P", rides=[(1, 0)]),
    Piece("far", "F", rides=[(0, 5)]),
    Piece("slow", "L", rides=[Ride(Step(1, 0), 2)]),
    GUARD,
)


def draw_board(random: Random) -> AbstractBoard:
    """A board of any kind, of a few cells."""
    kind = random.choice([Board, Board, Board, RegionBoard, Graph])
    rows, columns = random.randint(1, 3), random.randint(1, 4)
    if kind is Graph:
        return _draw_graph(random)
    if kind is RegionBoard:
        drawn = ["A" * columns, *("".join(random.choices("AB-#", [9, 5, 1, 1], k=columns)) for _ in range(rows))]
        return RegionBoard("regions:" + "/".join([*(["1"] if columns > 1 and random.random() < 0.5 else []), *drawn]))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    holes = random.sample(cells, random.choice((0, 0, 1, min(6, len(cells) - 1))) if len(cells) > 1 else 0)
    joined = random.choice(("", "", "torus", "cylinder"))
    return Board(rows, columns, joined == "torus", holes, cylinder=joined == "cylinder")


def _draw_graph(random: Random) -> Graph:
    names: Sequence[Any] = random.choice((range(4), (7, 3, 9), ("a", "b c", "d: e", 'f"')))
    pairs = [(one, other) for one in names for other in names if one != other]
    edges = random.sample(pairs, random.randint(0, 4))
    edges = [pair for at, pair in enumerate(edges) if pair[::-1] not in edges[:at]]
    heavy = random.sample(names, random.choice((0, 0, 1, 2)))
    weights = {name: random.choice((1, 2, 5)) for name in heavy}
    return Graph(edges, names, directed=random.random() < 0.4, weights=weights)


def _draw_pieces(random: Random, board: AbstractBoard, most: int) -> list[Piece]:
    known = (GUARD,) if isinstance(board, Graph) else OURS if random.random() < 0.7 else (*OURS[:2], *STRANGE)
    return random.sample(known, random.randint(1, min(most, len(known))))


def draw_arguments(random: Random, family: Family, board: AbstractBoard) -> dict[str, Any]:
    """Arguments of a family, which may refuse them; squares are in any order."""
    types = {name: parameter.annotation for name, parameter in family.parameters.items()}
    several = _draw_pieces(random, board, 3)
    some = random.sample(list(board), min(len(board), random.choice((0, 0, 1, 2, 3, 9))))
    cut = random.randint(0, len(some))
    standing = several if PiecesLike in types.values() else several[:1]
    values = {
        PieceLike: several[0],
        PiecesLike: {piece: random.choice((None, "any", 0, 1, 2)) for piece in several},
        ArmiesLike: random.choices(several, k=random.randint(2, 3)),
        BoardLike: board,
        RegionsLike: board,
        CountLike: None,
        CostsLike: [random.randint(1, 9) for _ in several],
        SquaresLike: some[cut:],
        AllowedLike: random.choice((None, "border", random.sample(list(board), random.randint(0, len(board))))),
        FixedLike: {square: random.choice(standing) for square in some[:cut]},
        bool: random.random() < 0.5,
        int: random.randint(1, 6),
        int | None: random.choice((None, 0, 1, 2)),
    }
    arguments: dict[str, Any] = {}
    for name, annotation in types.items():
        if family.parameters[name].default is Parameter.empty or random.random() < 0.5:
            words = get_origin(annotation) is Literal
            arguments[name] = random.choice(get_args(annotation)) if words else values[annotation]
    return arguments


def draw_problem(random: Random) -> Problem | None:
    """A problem of one of our families; None for arguments that the family refuses in words."""
    family = families()[random.choice(OUR_FAMILIES)]
    try:
        return family.function(**draw_arguments(random, family, draw_board(random)))
    except BadInput:
        return None


def draw_problems(seed: int, many: int) -> Iterator[Problem]:
    """As many problems of the series of a seed."""
    random, left = Random(seed), many
    while left:
        problem = draw_problem(random)
        if problem is not None:
            left -= 1
            yield problem
