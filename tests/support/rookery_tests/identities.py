"""The identities of every family on every ground, as `python -m rookery_tests.identities [SEED]` prints them.

With the name of a file after the seed, a checkpoint of the first large problem is made there instead.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rookery.backends import Question, Want
from rookery.backends.running.checkpoint import Checkpoint, make_identity
from rookery.models import BadInput, Board, Problem, domination, placement
from rookery.models.boards.catalogue import parse_shape
from rookery.models.boards.graph import Graph
from rookery.models.boards.ground import Ground
from rookery.models.boards.hypergraph import Hypergraph
from rookery.models.pieces.piece import BISHOP, GUARD, KING, KNIGHT, QUEEN, ROOK, Piece
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import Family
from rookery.models.problems.places import Several
from rookery.models.problems.registry import declare, families

EDGES = [("ant", "bee"), ("bee", "cat"), ("cat", "dog"), ("dog", "ant"), ("bee", "elk"), ("fox", "elk")]
SPECS = ("3x4:cylinder", "3x4:moebius", "3x4:klein", "2:hex", "3:triangle", "3:rhombus", "2x2x3")
GROUNDS: tuple[Ground, ...] = (
    Board(3, 4),
    Board(4, torus=True),
    Board(4, holes=[(1, 1), (0, 2)]),
    *filter(None, map(parse_shape, SPECS)),
    Graph(EDGES),
    Graph(EDGES, weights={"bee": 3, "fox": 2}),
    Graph(EDGES, directed=True),
    Hypergraph([("ant", "bee", "cat"), ("cat", "dog"), ("dog", "elk", "ant")]),
)
PIECES = (QUEEN, ROOK, BISHOP, KNIGHT, KING, Piece.from_betza("gnu", "NC", symbol="G"), Piece.from_betza("lance", "fR"))


def main(seed: str = "1", file: str = "") -> None:
    """Print the identities of a series of problems, or make a checkpoint."""
    if file:
        with Checkpoint.create(Path(file), make_identity(next(large()), "backtracking", Question())):
            return
    for problem in (*draw_small(Random(seed)), *large()):
        print(problem.title, make_identity(problem, "backtracking", Question(Want.COUNT)))


def draw_small(random: Random) -> Iterator[Problem]:
    """Each family on each ground, with pieces and squares as they come; what is refused is left out."""
    for family in families().values():
        if family.places is None:
            yield family.declare_case({each.name: 8 if each.required else each.default for each in family.parameters})
            continue
        for ground in GROUNDS:
            try:
                yield declare(_state(family, ground, random))
            except BadInput:
                continue


def _state(family: Family, ground: Ground, random: Random) -> Statement:
    """What a family is asked."""
    assert family.places is not None
    least = max(family.places.least, 1)
    many = least if family.places.several is Several.NEVER else least + random.randrange(2)
    pieces = [GUARD] * least if isinstance(ground, Graph) else random.sample(PIECES, many)
    named = tuple(Named(piece, random.randint(1, 4) if family.each else None) for piece in pieces)
    values: dict[str, Any] = {each.name: each.default for each in family.parameters}
    if "allowed" in values:
        values["allowed"] = tuple(sorted(random.sample(list(ground), 3)))
    drawn: list[Any] = random.sample(list(ground), 3) if random.random() < 0.5 else [None]
    *fixed, forbidden = drawn
    return Statement(
        family.name,
        ground,
        named,
        values,
        dict.fromkeys(sorted(fixed), pieces[0]) if "fixed" in family.givens else {},
        (forbidden,) if forbidden is not None and "forbidden" in family.givens else (),
    )


def large() -> Iterator[Problem]:
    """Problems whose constraints are arrays."""
    board = Board(142)
    yield from (placement(KING, board), domination(KING, board), domination(KNIGHT, board, "total"))


if __name__ == "__main__":
    main(*sys.argv[1:])
