"""Tables of the search of many rows: which lines a variable stands on, and back; nothing is larger than the model."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.backends.presolve.structure.lines import LineReader, to_array
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models.model.constraints import ConstraintArray
from rookery.models.model.model import Constraint

Numbers = NDArray[np.int32]
PRIME = (1 << 31) - 1  # chance is a number below it


class LineTables(NamedTuple):
    """The compiled tables.

    `first` (lines + 1) cuts `member`: the variables of each line. `use` (variables + 1) cuts `used`: the lines on which
    a variable stands. `choice` (lines) numbers the lines that take just one, -1 for others, and `line` (choices) is
    the reverse; `own` (variables + 1) cuts `owner`: the choices of a variable. `out` (variables): whether it is banned.
    """

    first: Ints
    member: Numbers
    use: Ints
    used: Numbers
    line: Numbers
    own: Ints
    owner: Numbers
    out: NDArray[np.bool_]


class LineState(NamedTuple):
    """The explicit stack, a row for each level, and the counters.

    A level has a `choice`, the place `begin` at which its line is read first, the `stride` to the next place, how many
    places were `seen`, how many possible values are `left` of the `many` there were, and the variable `chosen` last.
    `blocked` (variables): how many chosen ones share a line with it, itself included. `possible` (choices): the values
    that nothing blocks. `held` (choices): 1 if it is made. `found` (buffer, levels) takes solutions, `length` how long
    each is.
    """

    choice: Ints
    begin: Ints
    stride: Ints
    seen: Ints
    left: Ints
    many: Ints
    chosen: Ints
    blocked: Numbers
    possible: Ints
    held: Numbers
    registers: Ints
    found: Ints
    length: Ints


REGISTERS = 7


def make_line_tables(lines: LineReader) -> LineTables:
    """The tables of what was read."""
    first, member = _append(_join(list(lines.lines)), lines.arrays)
    exact = np.zeros(len(first) - 1, np.bool_)
    exact[: len(lines.lines)] = list(lines.lines.values())
    check_deadline()
    uses = Incidence(member, first, lines.variables).transpose()
    use, used = uses.first, uses.flat
    number = np.where(exact, np.cumsum(exact) - 1, -1)
    owned = number[used]
    check_deadline()
    own = np.concatenate(([0], np.cumsum(owned >= 0)))[use]
    return LineTables(
        first=first,
        member=member,
        use=use,
        used=used,
        line=np.flatnonzero(exact).astype(np.int32),
        own=own,
        owner=owned[owned >= 0].astype(np.int32),
        out=lines.mark_banned(),
    )


def _join(groups: Sequence[Sequence[int]]) -> tuple[Ints, Numbers]:
    """The groups one after the other, and where each begins."""
    first = np.array([0, *accumulate(map(len, groups))])
    member = np.empty(first[-1], np.int32)
    for start, group in zip(first.tolist(), checking_deadline(groups), strict=False):
        member[start : start + len(group)] = to_array(group)
    return first, member


def _append(table: tuple[Ints, Numbers], arrays: Sequence[ConstraintArray[Constraint]]) -> tuple[Ints, Numbers]:
    """The groups with those of arrays after them."""
    first, member = table
    for more in arrays:
        check_deadline()
        first = np.concatenate((first, first[-1] + more.first[1:]))
        member = np.concatenate((member, more.member.astype(np.int32)))
    return first, member


def make_line_state(t: LineTables, buffer: int, chance: int = 1, listing: bool = True) -> LineState:
    """The state before the first step, with room for `buffer` solutions at a time; `chance` decides the order."""
    choices, levels = len(t.line), len(t.line) + 1
    choices_of = np.repeat(~t.out, np.diff(t.own))
    registers = np.zeros(REGISTERS, np.int64)
    registers[FRESH], registers[CHANCE], registers[LISTING] = 1, 1 + chance % (PRIME - 1), listing
    return LineState(
        choice=np.zeros(levels, np.int64),
        begin=np.zeros(levels, np.int64),
        stride=np.ones(levels, np.int64),
        seen=np.zeros(levels, np.int64),
        left=np.zeros(levels, np.int64),
        many=np.zeros(levels, np.int64),
        chosen=np.zeros(levels, np.int64),
        blocked=t.out.astype(np.int32),
        possible=np.bincount(t.owner[choices_of], minlength=choices),
        held=np.zeros(choices, np.int32),
        registers=registers,
        found=np.zeros((buffer, levels), np.int64),
        length=np.zeros(buffer, np.int64),
    )


DEPTH = 0  # the level that is searched; -1 at the end
FOUND = 1  # how many solutions stand in `found`
NODES = 2  # how many values were tried
COUNT = 3  # how many solutions were met
FRESH = 4  # 1: the level was not looked at, 0: its next value is to be tried
LISTING = 5  # 1: solutions are written down
CHANCE = 6  # the last number drawn
