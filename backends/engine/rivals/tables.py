"""Tables of the search for rivals, and the state of one."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import Ints, Words

Counts = NDArray[np.int16]
Marks = NDArray[np.int8]
OPEN = -1  # what the first level branches on: nothing


class RivalTables(NamedTuple):
    """Groups of places, those that share no place side by side in classes.

    A *cell* is what a side has of a group: `cells` (groups * sides, words), the cell of side i in group g in row
    g * sides + i. `first` (sides * places + 1) cuts `users`: the groups of each place of a side. `class_start`
    (classes + 1) cuts the groups. `weights` (bounds, sides): see `bounds.py`. `prefix` (groups): how early a group
    is branched on by order, 0 for one that is not. `order` (groups) and for each symmetry `image` (symmetries,
    groups) and `side` (symmetries, sides + 1): in the image the j-th group in order has color side[color[image[j]]].
    `after` (symmetries, groups): the next symmetry that differs in its sides or in its images up to the j-th.
    `most`: how many places a side has at most.
    """

    cells: Words
    first: Ints
    users: Ints
    class_start: Ints
    weights: Ints
    prefix: Ints
    order: Ints
    image: Ints
    side: Ints
    after: Ints
    most: np.int64


class RivalState(NamedTuple):
    """An explicit stack.

    Each level has for each side the places `left` to it (levels * sides, words), those that it `must` have, the `size`
    of what is left (levels, sides), and the number in each group (`held`: levels, sides, groups). Each level has for
    each group its `color`: 0 if it has no color yet, else its number plus 1. Each level has the group that it branches
    on (`branch`), the number of its `choices`, the number that were `tried`, and the one that is `picked`. `settled`
    (levels) has a bit for each of the first 64 symmetries: 1 if it takes the colors so far to greater ones.

    The arrays of one element: the `depth` of the level that is searched, -1 at the end, whether a leaf is `noted` in
    `found` (sides, words), and how many `nodes` were made. `least` (sides) is the size that each side must have.
    `slack` (sides) means nothing between two steps.
    """

    left: Words
    must: Words
    size: Ints
    held: Counts
    color: Marks
    branch: Ints
    choices: Ints
    tried: Ints
    picked: Ints
    least: Ints
    depth: Ints
    noted: Ints
    nodes: Ints
    found: Words
    settled: Words
    slack: Ints
