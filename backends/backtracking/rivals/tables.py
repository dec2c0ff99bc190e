"""Tables of the search for rivals, and the state of one."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.kernels.bits import Ints, Words

Counts = NDArray[np.int16]
Marks = NDArray[np.int8]
OPEN = -1  # what the first level branches on: nothing


class RivalTables(NamedTuple):
    """Groups of places, those that share no place side by side in classes.

    A *cell* is what an army has of a group: `cells` (groups * armies, words), the cell of army i in group g in row
    g * armies + i. `first` (armies * places + 1) cuts `users`: the groups of each place of an army. `cut` (classes +
    1) cuts the groups. `weights` (bounds, armies): see `bounds.py`. `prefix` (groups): how early a group is branched
    on by order, 0 for one that is not. `order` (groups) and for each symmetry `image` (symmetries, groups) and `army`
    (symmetries, armies + 1): the owner of the j-th group in order is, in the image, army[owner[image[j]]].
    `places` (1): how many places an army has at most. `switches` (1): the ideas that are left out.
    """

    cells: Words
    first: Ints
    users: Ints
    cut: Ints
    weights: Ints
    prefix: Ints
    order: Ints
    image: Ints
    army: Ints
    most: Ints
    equal: Ints
    decided: Ints
    places: Ints
    switches: Ints
    binomials: Ints


class RivalState(NamedTuple):
    """An explicit stack. Of each level, and there of each army: what is `left` to it (levels * armies, words) and what
    it `must` have, the `size` of what is left (levels, armies), and how much of it is in each group (`held`: levels,
    armies, groups). Of each level and group its `owner` (0 for none yet, else its number plus 1), and the army that is
    still `owed` to it. What a level branches on (`branch`: a group, or below -1 a place), how many `choices` that has,
    and how many are `tried`.

    `least` (armies) is how large each army must be. `found` (solutions * armies, words) and `spare` (armies) mean
    nothing between two steps.
    """

    left: Words
    must: Words
    size: Ints
    held: Counts
    owner: Marks
    owed: Marks
    branch: Ints
    choices: Ints
    tried: Ints
    least: Ints
    registers: Ints
    found: Words
    spare: Ints
