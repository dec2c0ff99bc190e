"""Which grounds there are beside `Board`: a line for each, by its name in plain data."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from rookery.models.board import Board
from rookery.models.errors import unknown
from rookery.models.ground.protocol import Ground

# Where the class of each ground stands; it is imported when it is first asked for.
SHAPES: Mapping[str, str] = {
    "cylinder": "rookery.models.shapes.cylinder.Cylinder",
    "moebius": "rookery.models.shapes.moebius.Moebius",
    "klein": "rookery.models.shapes.klein.Klein",
    "hex": "rookery.models.shapes.hexagonal.Hexagon",
    "triangle": "rookery.models.shapes.hexagonal.Triangle",
    "rhombus": "rookery.models.shapes.hexagonal.Rhombus",
    "cuboid": "rookery.models.shapes.cuboid.Cuboid",
    "graph": "rookery.models.graphs.graph.Graph",
    "hypergraph": "rookery.models.graphs.hypergraph.Hypergraph",
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
    """The classes of all grounds beside `Board`."""
    return map(find_shape, SHAPES)


def parse_shape(text: str) -> Ground | None:
    """The ground that a text names, such as `8:cylinder`; None where no ground is written so."""
    return next((found for each in shapes() if (found := each.parse(text)) is not None), None)
