"""A covering and the levels of a tree as arrays for the kernel."""

from collections.abc import Mapping, Sequence

import numpy as np

from rookery.certificates.claim import Refused
from rookery.certificates.tree.nodes.covering import ItemCovering
from rookery.certificates.tree.nodes.state import AT, FORCED, FUEL, MAKING, ONE, REGISTERS, Ints, Levels, Tables, Words

MAX_WEIGHTS = 1 << 27  # bytes of all vectors together
FOUND = 1024  # sets that wait to be looked at
FIRST_BYTES = 1 << 12  # bytes of a tree that is made; more are added when these are full
NEVER = 1 << 62
Vector = Mapping[int, int]


def make_tables(covering: ItemCovering, alone: int, ask: int = NEVER) -> Tables:
    """The tables of a covering; nodes with at least `ask` left to choose are asked for when a tree is made."""
    hits: list[list[tuple[int, int]]] = [[] for _ in covering.variables]
    for item, (_, options) in enumerate(covering.items):
        for candidate, often in options:
            hits[candidate].append((item, often))
    simple = all(demand == 1 for demand, _ in covering.items)
    limits = np.array([covering.least, covering.most, alone, ask, simple], np.int64)
    rivals = [[(other, 1) for other in sorted(those)] for those in covering.rivals]
    hits = [sorted(those, key=lambda each: (-each[1], each[0])) for those in hits]
    every = _flatten([options for _, options in covering.items])[:2], _flatten(hits), _flatten(rivals)[:2]
    return Tables(
        limits, *every[0], *every[1], *every[2], make_weights((), len(covering.items)), *_make_masks(covering)
    )


def make_weights(weights: Sequence[Vector], items: int) -> Ints:
    """A row for each vector."""
    if len(weights) * items * 8 > MAX_WEIGHTS:
        raise Refused("weights", f"{len(weights):,} vectors of {items:,} weights are too many")
    rows = np.zeros((len(weights), items), np.int64)
    for row, vector in zip(rows, weights, strict=True):
        row[list(vector.keys())] = list(vector.values())
    return rows


def _make_masks(covering: ItemCovering) -> tuple[Words, Words]:
    """The items that each candidate hits, and the candidates that hit each item, as bitsets."""
    candidates, items = len(covering.variables), len(covering.items)
    masks = np.zeros((candidates, -(-items // 64)), np.uint64)
    options_of = np.zeros((items, -(-candidates // 64)), np.uint64)
    for item, (_, options) in enumerate(covering.items):
        those = np.array([candidate for candidate, _ in options], np.int64)
        masks[those, item >> 6] |= ONE << np.uint64(item & 63)
        np.bitwise_or.at(options_of[item], those >> 6, ONE << (those & 63).astype(np.uint64))
    return masks, options_of


def _flatten(lists: Sequence[Sequence[tuple[int, int]]]) -> tuple[Ints, Ints, Ints]:
    """Flatten lists of pairs: the start of each list, and the first and second numbers of its pairs."""
    first = np.zeros(len(lists) + 1, np.int64)
    first[1:] = np.cumsum([len(each) for each in lists])
    pairs = np.array([pair for each in lists for pair in each], np.int64).reshape(-1, 2)
    return first, pairs[:, 0].copy(), pairs[:, 1].copy()


def make_levels(covering: ItemCovering, tables: Tables, nodes: int, data: bytes | None) -> Levels:
    """The root of a tree that is read from `data`, or of one that is made."""
    items, candidates, levels = len(covering.items), len(covering.variables), covering.most + 1
    registers = np.zeros(REGISTERS, np.int64)
    registers[FUEL], registers[MAKING], registers[FORCED] = nodes, data is None, -1
    table = np.zeros((4, levels, max(1, candidates)), np.int64)
    state = Levels(
        need=np.zeros((levels, items), np.int64),
        open=np.zeros((levels, tables.masks.shape[1]), np.uint64),
        missing=np.zeros(levels, np.int64),
        gain=table[0],
        free=np.zeros((levels, max(1, candidates)), np.uint8),
        listed=table[1],
        many=np.zeros(levels, np.int64),
        children=table[2],
        length=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        picked=np.zeros(levels, np.int64),
        best=np.zeros(max(levels, 1), np.int64),
        weighed=np.zeros((1, max(1, candidates)), np.int64),
        listed_mask=np.zeros(tables.options_of.shape[1], np.uint64),
        found=np.zeros((FOUND, levels + 1), np.int64),
        registers=registers,
        data=np.zeros(FIRST_BYTES, np.uint8) if data is None else np.frombuffer(data, np.uint8).copy(),
    )
    # Everything is needed, and every candidate is free
    candidates = len(covering.variables)
    state.need[0] = [demand for demand, _ in covering.items]
    for item in range(len(covering.items)):
        state.open[0, item >> 6] |= ONE << np.uint64(item & 63)
    state.missing[0] = state.need[0].sum()
    state.free[0, :candidates] = 1
    state.listed[0, :candidates] = np.arange(candidates)
    state.many[0] = candidates
    return state


def get_bytes(state: Levels) -> bytes:
    """The bytes of a tree that was made."""
    return state.data[: state.registers[AT]].tobytes()
