"""The list of all grounds other than `Board`: a line for each, by its name in plain data."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from rookery.core.errors import unknown
from rookery.models.boards.board import Board
from rookery.models.boards.ground import Ground

# Where the class of each ground stands; it is imported when it is first asked for.
SHAPES: Mapping[str, str] = {
    "cylinder": "rookery.models.boards.glued.Cylinder",
    "moebius": "rookery.models.boards.glued.Moebius",
    "klein": "rookery.models.boards.glued.Klein",
    "hex": "rookery.models.boards.hexagonal.Hexagon",
    "triangle": "rookery.models.boards.hexagonal.Triangle",
    "rhombus": "rookery.models.boards.hexagonal.Rhombus",
    "cuboid": "rookery.models.boards.cuboid.Cuboid",
    "regions": "rookery.models.boards.regions.RegionBoard",
    "graph": "rookery.models.boards.graph.Graph",
    "hypergraph": "rookery.models.boards.hypergraph.Hypergraph",
}


def find_shape(name: str) -> type[Ground]:
    """The class of a ground by its name; raises `BadInput` for a name that nothing has."""
    if name == Board.name:
        return Board
    if name not in SHAPES:
        raise unknown("ground", name, (Board.name, *SHAPES))
    module, _, kind = SHAPES[name].rpartition(".")
    found: type[Ground] = getattr(import_module(module), kind)
    return found


def shapes() -> Iterator[type[Ground]]:
    """The classes of all grounds other than `Board`."""
    return map(find_shape, SHAPES)


def parse_shape(text: str) -> Ground | None:
    """The ground that a text names, such as `8:cylinder`; None if no ground is written so."""
    return next((found for each in shapes() if (found := each.parse(text)) is not None), None)
