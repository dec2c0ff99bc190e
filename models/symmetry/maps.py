"""The symmetries of a ground whose steps lead in different ways: those of the maps it names that keep all attacks."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rookery.models.base.deadline import look_between
from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]
    Keeps = Callable[[Table], bool]


def keeping_maps(ground: Ground, pieces: Sequence[Piece], invariant: Iterable[Iterable[Place]], sight: bool) -> "Table":
    """The maps of a ground that keep what the pieces attack and each set of cells: a row each, the identity first.

    With `sight`, what a ride passes on its way is kept as well.
    """
    import numpy as np

    identity = np.arange(len(ground))
    if next(iter(ground.maps()), None) is None:  # nothing to test, as in a graph
        return identity[np.newaxis]
    tests = [_keeps_set([ground.index(place) for place in cells]) for cells in invariant]
    tests += [(_keeps_ways if sight else _keeps_attacks)(piece, ground) for piece in pieces]
    found = {identity.tobytes(): identity}
    for each in look_between(ground.maps(), 1):
        image = np.array(each, np.int64)
        if image.tobytes() not in found and all(keeps(image) for keeps in tests):
            found[image.tobytes()] = image
    return np.array(list(found.values()), np.int64).reshape(len(found), len(ground))


def _keeps_set(cells: Sequence[int]) -> "Keeps":
    """Whether a map takes a set of cells onto itself."""
    there = set(cells)
    return lambda image: set(image[cells].tolist()) == there


def _keeps_attacks(piece: Piece, ground: Ground) -> "Keeps":
    """Whether a map takes what a piece attacks from each cell to what it attacks from the cell's image."""
    import numpy as np

    hits = ground.attacks(piece)
    sources = np.repeat(np.arange(len(hits)), [len(each) for each in hits])
    targets = np.array([there for each in hits for there in each], np.int64)
    attacks = np.sort(sources * len(hits) + targets)
    return lambda image: np.array_equal(np.sort(image[sources] * len(hits) + image[targets]), attacks)


def _keeps_ways(piece: Piece, ground: Ground) -> "Keeps":
    """Whether a map takes each ride of a piece, as far as each cell on it, to one that the piece has there."""
    ways = [{tuple(ray[: at + 1]) for ray in ground.rays(piece, place) for at in range(len(ray))} for place in ground]
    return lambda image: all(
        {tuple(image[list(way)].tolist()) for way in here} == ways[image[at]] for at, here in enumerate(ways)
    )
