"""The kinds of boards by their names in plain data, and boards by their texts."""

from collections.abc import Mapping

from rookery.core.errors import unknown
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.boards.cylinder import Cylinder
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard

SHAPES: Mapping[str, type[AbstractBoard]] = {shape.name: shape for shape in (Board, Cylinder, RegionBoard, Graph)}


def find_shape(name: str) -> type[AbstractBoard]:
    """Return the class of a board; raises `BadInput` for an unknown name."""
    if name not in SHAPES:
        raise unknown("ground", name, SHAPES)
    return SHAPES[name]


def parse_shape(text: str) -> AbstractBoard | None:
    """Return the board that a text names, such as `8:cylinder`; None if no board is written so."""
    return next((found for shape in SHAPES.values() if (found := shape.parse(text)) is not None), None)
