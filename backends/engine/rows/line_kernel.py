"""The search of many rows: the choice with the fewest values first, in random orders, from an explicit stack."""

import numpy as np

from rookery.backends.engine.rows.line_tables import (
    CHANCE,
    COUNT,
    DEPTH,
    FOUND,
    FRESH,
    LISTING,
    NODES,
    PRIME,
    LineState,
    LineTables,
)
from rookery.core.kernels.jit import entry, inner, inner_as

FACTOR = 48_271  # Park and Miller: the next number is this times the last one, modulo a prime; no product wraps


@entry("the search of many rows")
def choose_scarcest(t: LineTables, s: LineState, steps: int) -> int:
    """Try values for at most `steps` of them, or until `found` is full; returns the depth, -1 when all is searched."""
    depth, budget = int(s.registers[DEPTH]), steps
    while depth >= 0 and steps > 0 and s.registers[FOUND] < len(s.found):
        if s.registers[FRESH] == 1:
            s.registers[FRESH] = 0
            open_level(t, s, depth)
        if s.left[depth] == 0:
            depth -= 1
            if depth >= 0:
                # `chosen[depth]` led to the level that is left: it is freed in the reverse of the order in which it was
                # blocked.
                block(t, s, s.chosen[depth], -1)
            continue
        steps -= 1
        # left > 0: a value that nothing blocks was not seen yet on this level.
        variable = next_value(t, s, depth)
        s.chosen[depth] = variable
        block(t, s, variable, 1)
        # Each level makes one choice, and the levels are one more than the choices; the last one notes and goes back.
        depth += 1
        s.registers[FRESH] = 1
    s.registers[DEPTH] = depth
    s.registers[NODES] += budget - steps
    return depth


@inner
def open_level(t: LineTables, s: LineState, depth: int) -> None:
    """Take the scarcest of the remaining choices, or note a solution if no choice is left."""
    choice = scarcest(s, draw(s, PRIME))
    if choice < 0:
        record_solution(s, depth)
        s.left[depth] = s.many[depth] = 0
        return
    line = t.line[choice]
    size = int(t.first[line + 1] - t.first[line])
    s.choice[depth], s.seen[depth] = choice, 0
    s.left[depth] = s.many[depth] = s.possible[choice]
    s.begin[depth], s.stride[depth] = draw(s, size), draw_stride(s, size)


def _block_by_members(t: LineTables, s: LineState, variable: int, sign: int) -> None:
    """Do as `block`, variable by variable."""
    before = 0 if sign == 1 else 1  # the number of blocks with which a variable goes, or comes back
    for at in range(t.use[variable], t.use[variable + 1]):
        line = t.used[at]
        for place in range(t.first[line], t.first[line + 1]):
            other = t.member[place]
            if s.blocked[other] == before:
                for own in range(t.own[other], t.own[other + 1]):
                    s.possible[t.owner[own]] -= sign
            s.blocked[other] += sign
    for own in range(t.own[variable], t.own[variable + 1]):
        s.held[t.owner[own]] += sign


@inner_as(_block_by_members)
def block(t: LineTables, s: LineState, variable: int, sign: int) -> None:
    """Block all on the lines of a chosen variable, itself included, or with sign -1 take that back."""
    before = 0 if sign == 1 else 1
    for line in t.used[t.use[variable] : t.use[variable + 1]]:
        others = t.member[t.first[line] : t.first[line + 1]]
        changed = others[s.blocked[others] == before]
        owners = [t.owner[t.own[other] : t.own[other + 1]] for other in changed]
        if owners:
            np.subtract.at(s.possible, np.concatenate(owners), sign)
        s.blocked[others] += sign
    s.held[t.owner[t.own[variable] : t.own[variable + 1]]] += sign


def _scarcest_by_choices(s: LineState, chance: int) -> int:
    """Do as `scarcest`, choice by choice."""
    fewest, ties = len(s.blocked) + 1, 0
    for choice in range(len(s.possible)):
        if s.held[choice] == 0:
            if s.possible[choice] < fewest:
                fewest, ties = s.possible[choice], 0
            if s.possible[choice] == fewest:
                ties += 1
    if ties == 0:
        return -1
    after = chance % ties
    for choice in range(len(s.possible)):
        if s.held[choice] == 0 and s.possible[choice] == fewest:
            if after == 0:
                return choice
            after -= 1
    return -1


@inner_as(_scarcest_by_choices)
def scarcest(s: LineState, chance: int) -> int:
    """An open choice with the fewest values, by chance among several; -1 if all are made."""
    values = np.where(s.held == 0, s.possible, len(s.blocked) + 1)
    fewest = values.min()
    if fewest > len(s.blocked):
        return -1
    ties = np.flatnonzero(values == fewest)
    return int(ties[chance % len(ties)])


@inner
def next_value(t: LineTables, s: LineState, depth: int) -> int:
    """The next value of a level's choice that nothing blocks; there is one."""
    line = t.line[s.choice[depth]]
    start = t.first[line]
    size = t.first[line + 1] - start
    s.left[depth] -= 1
    while True:
        # The stride has no divisor in common with the size: each place of the line comes once in `size` turns.
        place = (s.begin[depth] + s.seen[depth] * s.stride[depth]) % size
        s.seen[depth] += 1
        variable = t.member[start + place]
        if s.blocked[variable] == 0:
            return int(variable)


@inner
def draw(s: LineState, many: int) -> int:
    """Draw a random number below `many`."""
    # CHANCE is from 1 to PRIME - 1 (`make_line_state` sets it so, `replay` requires it), so it never becomes 0.
    s.registers[CHANCE] = s.registers[CHANCE] * FACTOR % PRIME
    return int(s.registers[CHANCE] % many)


@inner
def draw_stride(s: LineState, size: int) -> int:
    """A stride by which all places of a line are met, by chance: it has no divisor in common with the size."""
    stride = 1 + draw(s, size)
    # Ends: 1 has no divisor in common with any size.
    while divisor(stride, size) > 1:
        stride = 1 + stride % size
    return stride


@inner
def divisor(one: int, other: int) -> int:
    """The greatest common divisor."""
    while other:
        one, other = other, one % other
    return one


@inner
def record_solution(s: LineState, depth: int) -> None:
    """Count a solution, and write it down if they are listed."""
    s.registers[COUNT] += 1
    if s.registers[LISTING]:
        at = s.registers[FOUND]
        for level in range(depth):
            # `choose_scarcest` goes on only while FOUND is below the rows of `found`.
            s.found[at, level] = s.chosen[level]
        s.length[at] = depth
        s.registers[FOUND] += 1
