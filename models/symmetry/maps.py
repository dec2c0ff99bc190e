"""The symmetries of a ground whose steps lead in different ways: those of the maps it names that keep all attacks."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]


def keeping_maps(ground: Ground, pieces: Sequence[Piece], invariant: Iterable[Iterable[Place]], sight: bool) -> "Table":
    """The maps of a ground that keep what the pieces attack and each set of cells: a row each, the identity first.

    With `sight`, what a ride passes on its way is kept as well.
    """
    import numpy as np

    sets = [{ground.index(place) for place in cells} for cells in invariant]
    found = {tuple(range(len(ground))): None}
    for each in ground.maps():
        image = tuple(each)
        if all({image[at] for at in cells} == cells for cells in sets) and all(
            _keeps(image, piece, ground, sight) for piece in pieces
        ):
            found[image] = None
    return np.array(list(found), np.int64).reshape(len(found), len(ground))


def _keeps(image: Sequence[int], piece: Piece, ground: Ground, sight: bool) -> bool:
    """Whether a map takes what a piece attacks from each cell to what it attacks from the cell's image."""
    hits = [_targets(piece, place, ground, sight) for place in ground]
    return all({tuple(map(image.__getitem__, way)) for way in hits[at]} == hits[image[at]] for at in range(len(hits)))


def _targets(piece: Piece, start: Place, ground: Ground, sight: bool) -> set[tuple[int, ...]]:
    """What a piece attacks from a cell; with `sight`, each ride as far as each cell on it."""
    rays = [tuple(ray) for ray in ground.rays(piece, start)]
    if sight:
        return {ray[: at + 1] for ray in rays for at in range(len(ray))}
    return {(there,) for ray in rays for there in ray}
