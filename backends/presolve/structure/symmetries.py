"""Symmetries of a model as a group: only then do orbits stand for all of their solutions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.core.deadline import checking_deadline
from rookery.models.model.model import Model, Permutation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_SYMMETRIES = 8  # of a group under which a search counts or lists orbits
MAX_IMAGES = 63  # symmetries beside the identity that a search keeps in the bits of a word
MAX_NUMBERS = 4_000_000  # entries of a table of symmetries, where a part of the group will do
MAX_MOVED = 2_000  # variables up to which a group may have `MAX_IMAGES`: all products are tested


def tabulate(permutations: Sequence[Permutation], variables: int) -> "NDArray[np.int64]":
    """Return the images of the first variables as an array, a row for each permutation."""
    import numpy as np

    return np.array(list(permutations), np.int64).reshape(-1, variables or 1)[:, :variables]


def find_group(model: Model) -> tuple[Permutation, ...]:
    """Return the first few symmetries of a model if they are a group with more than the identity, else none."""
    rows = tuple(map(tuple, model.symmetries[:MAX_SYMMETRIES]))
    products = {tuple(map(one.__getitem__, other)) for one in rows for other in rows}
    return rows if len(rows) > 1 and products <= {*rows} else ()


def find_images(model: Model) -> "NDArray[np.int64]":
    """Return a group of symmetries of a model, a row each, without the identity.

    That is the whole group if it is small, or the first few symmetries if they are a group, or nothing.
    """
    import numpy as np

    found = tabulate(model.symmetries[: MAX_IMAGES + 1], model.variables)
    if len(found) > MAX_IMAGES or model.variables > MAX_MOVED:
        found = found[:MAX_SYMMETRIES]
    moving = found[(found != np.arange(model.variables)).any(axis=1)]
    return np.ascontiguousarray(moving if is_group(found, found) else moving[:0])


def list_useful(model: Model, size: int) -> Sequence[Permutation]:
    """Return as many symmetries of a model as a table of `size` images each has room for, where a part will do."""
    return model.symmetries[: max(MAX_SYMMETRIES, MAX_NUMBERS // max(1, size))]


def is_group(permutations: "NDArray[np.int64]", moved: "NDArray[np.int64]") -> bool:
    """Return whether permutations are a group on the variables whose images under them are `moved`."""
    names = {each.tobytes() for each in moved}
    return all(each.tobytes() in names for one in checking_deadline(permutations, often=1) for each in one[moved])
