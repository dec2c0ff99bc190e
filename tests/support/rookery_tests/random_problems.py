"""Random small problems of every family on every ground, read from the declarations: a new family is drawn as well."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import rookery as rk
from rookery.models import BadInput, Board, Piece, Problem
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.graph import Graph
from rookery.models.pieces.piece import BISHOP, GUARD, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, SquareList, Whole
from rookery.models.problems.places import COUNT, Several
from rookery.models.problems.registry import FAMILIES

OURS = (QUEEN, ROOK, BISHOP, KNIGHT, KING)
# Of one name and different moves; of one look and different names; with names that try to be more than a name.
STRANGE = (
    Piece("queen", "Q", leaps=[(0, 1)]),
    Piece("queen", "Q", leaps=[(0, 2)]),
    Piece("queen", "X", leaps=[(0, 1)], plural="rooks"),
    Piece("gnu", "G", leaps=[(1, 2)]),
    Piece("gnu", "G", rides=[(1, 2)], plural="gnu"),
    Piece("queens on an 8x8 board", "Q", leaps=[(0, 1)]),
    Piece("queen 1,1", "Q", leaps=[(0, 1)], plural="queens; there is no solution"),
    Piece('q"; x', "Q", leaps=[(1, 0)]),
)


def _grid(random: Random, kind: str) -> Board:
    rows, columns = random.randint(1, 3), random.randint(1, 4)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    holes = random.sample(cells, random.choice((0, 0, 1, min(6, len(cells) - 1))) if len(cells) > 1 else 0)
    if kind == "cylinder":
        return Board(rows, columns, holes=holes, cylinder=True)
    return Board(rows, columns, random.random() < 0.3, holes)


def _graph(random: Random) -> Graph:
    names: Sequence[Any] = random.choice((range(4), (7, 3, 9), ("a", "b c", "d: e", 'f"')))
    pairs = [(one, other) for one in names for other in names if one != other]
    edges = random.sample(pairs, random.randint(0, 4))
    edges = [pair for at, pair in enumerate(edges) if pair[::-1] not in edges[:at]]
    return Graph(edges, names, directed=random.random() < 0.4, weights=_weights(random, names))


def _weights(random: Random, names: Sequence[Any]) -> dict[Any, int]:
    heavy = random.sample(names, random.choice((0, 0, 1, 2)))
    return {name: random.choice((1, 2, 5)) for name in heavy}


def _shape(random: Random, name: str) -> AbstractBoard:
    if name == "regions":
        rows, columns = random.randint(1, 3), random.randint(1, 3)
        drawn = ["A", *("".join(random.choices("AB-#", [9, 5, 1, 1], k=columns)) for _ in range(rows))]
        drawn[0] *= columns  # at least one region
        return rk.RegionBoard([*random.choice(([], ["1"] if columns > 1 else [])), *drawn])
    return _graph(random) if name == "graph" else _grid(random, name)


def draw_board(random: Random) -> AbstractBoard:
    """A board of any kind, of a few cells."""
    return _shape(random, random.choice(("board", "board", "board", "cylinder", "regions", "graph")))


def _draw_value(random: Random, parameter: Any, board: AbstractBoard) -> Any:
    match parameter:
        case Whole():
            bare = parameter.unbounded and random.random() < 0.5
            return None if bare else random.randint(parameter.least, parameter.least + 2)
        case Flag():
            return random.random() < 0.5
        case Choice():
            return random.choice(parameter.values)
        case SquareList():
            some = tuple(random.sample(list(board), random.randint(0, len(board))))
            return random.choice((None, some, *parameter.named))
    raise AssertionError(f"no value is known for a parameter {parameter.name} of the kind {type(parameter).__name__}")


def _draw_pieces(random: Random, family: Family, board: AbstractBoard) -> tuple[Named, ...]:
    assert family.places is not None
    most = 1 if family.places.several is Several.NEVER else 3
    least = max(family.places.least, 1)
    known = (GUARD,) if isinstance(board, Graph) else OURS if random.random() < 0.7 else (*OURS[:2], *STRANGE)
    many = random.randint(least, max(least, min(most, len(known))))
    drawn = random.choices(known, k=many) if family.places.repeated else random.sample(known, min(many, len(known)))
    return tuple(Named(piece, _draw_number(random, family.places.each, board)) for piece in drawn)


def _draw_number(random: Random, each: str, board: AbstractBoard) -> int | None:
    if each == COUNT:
        return random.choice((None, 0, 1, 2))
    return random.randint(1, 9) if each else None


def draw_statement(random: Random, family: Family, board: AbstractBoard) -> Statement:
    """What a family may be asked, squares in any order."""
    pieces = _draw_pieces(random, family, board)
    values = {each.name: _draw_value(random, each, board) for each in family.parameters}
    bare = Statement(family.name, board, pieces, values, {}, ())
    some = random.sample(list(board), min(len(board), random.choice((0, 0, 1, 2, 3, 9))))
    cut = random.randint(0, len(some))
    fixed: Mapping[Cell, Piece] = {}
    if "fixed" in family.givens and len(list(family.standing(bare))):
        fixed = {place: random.choice(list(family.standing(bare))) for place in some[:cut]}
    forbidden = tuple(some[cut:]) if "forbidden" in family.givens else ()
    return Statement(family.name, board, pieces, values, fixed, forbidden)


def draw_problem(random: Random) -> Problem | None:
    """A problem of any family; None for a statement that its family refuses in words."""
    family = random.choice(list(FAMILIES.values()))
    try:
        return family.declare(draw_statement(random, family, draw_board(random)))
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
