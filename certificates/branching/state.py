"""The state of a walk through a tree: the tables of the rows, and the decisions on the way down."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
# Registers.
DEPTH, ENTERED, NODES, FUEL, AT, FOUND, TRAIL, HEAD, PENDING = range(9)
REGISTERS = 9
# What a call ends with: below 0, why the tree is wrong.
PAUSED, DONE = 0, 1
SPENT, SHORT, DECIDED, UNEQUAL = -1, -2, -3, -4
# What stands in `limits`.
SHOWN, ALONE, EVERY, VALUED, VALUE = range(5)
UNSET, FALSE, TRUE = -1, 0, 1
SIZE = 3  # bytes of a code


class BranchingTables(NamedTuple):
    """Rows: lists of literals and of occurrences one after the other, `*_first` (+ 1) says where each begins.

    `heaviest` is the largest weight of each row; `later` says how much later than its length a row is branched on.
    """

    limits: Ints
    row_first: Ints
    literals: Ints
    weights: Ints
    heaviest: Ints
    later: Ints
    at_first: Ints
    at_rows: Ints
    at_weights: Ints
    goal: Ints


class BranchingState(NamedTuple):
    """The decisions so far, in order, and their effect on each row; a branch of each level.

    `slack` is the amount by which the sum that may still be reached exceeds the bound of a row, `need` the amount that
    is missing to the bound, `open_shown` the number of its undecided shown variables. `wide` is the level from which on
    no row that may fail holds an undecided shown variable, -1 above it; `counted` says of such a level whether a
    solution was met below it.
    """

    value: Ints
    slack: Ints
    need: Ints
    open_shown: Ints
    trail: Ints
    pending: Ints
    waiting: Bytes
    mark: Ints
    variable: Ints
    tried: Ints
    wide: Ints
    counted: Ints
    many: Ints
    found: Bytes
    registers: Ints
    data: Bytes
