"""Blocks of states for the kernels: sorted by a heap of their numbers, copied, swapped."""

from rookery.backends.backtracking.pareto.masks import size_of
from rookery.backends.backtracking.pareto.state import SLOTS, Block
from rookery.backends.selection.words import Ints
from rookery.models.kernels.jit import inner


@inner
def sort_states(block: Block, count: int, key: Ints, order: Ints) -> None:
    """Put the numbers of so many states into `order`: by cost, of one cost those that hit most first."""
    for at in range(count):
        order[at] = at
        key[at] = SLOTS - size_of(block.mask[at, 0], block.mask[at, 1])
    for top in range(count // 2 - 1, -1, -1):
        sink(block, key, order, top, count)
    for end in range(count - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        sink(block, key, order, 0, end)


@inner
def sink(block: Block, key: Ints, order: Ints, top: int, end: int) -> None:
    """Let an entry of a heap sink below all that come after it."""
    at, one = top, order[top]
    while True:
        child = 2 * at + 1
        if child >= end:
            break
        if child + 1 < end and comes_before(block, key, order[child], order[child + 1]):
            child += 1
        if not comes_before(block, key, one, order[child]):
            break
        order[at] = order[child]
        at = child
    order[at] = one


@inner
def comes_before(block: Block, key: Ints, one: int, other: int) -> bool:
    """Whether a state comes before another: it costs less, or as much and hits more, or was there first."""
    if block.cost[one] != block.cost[other]:
        return bool(block.cost[one] < block.cost[other])
    return bool(key[one] < key[other] or (key[one] == key[other] and one < other))


@inner
def copy_state(one: Block, at: int, other: Block, to: int) -> None:
    """Copy a state from one block to another."""
    other.mask[to, 0], other.mask[to, 1] = one.mask[at, 0], one.mask[at, 1]
    other.cost[to], other.left[to], other.right[to] = one.cost[at], one.left[at], one.right[at]
    for place in range(one.bought.shape[1]):
        other.bought[to, place] = one.bought[at, place]


@inner
def swap_states(block: Block, one: int, other: int) -> None:
    """Let two states change places, so that one that imitates many is compared sooner."""
    for word in range(2):
        block.mask[one, word], block.mask[other, word] = block.mask[other, word], block.mask[one, word]
    block.cost[one], block.cost[other] = block.cost[other], block.cost[one]
    block.left[one], block.left[other] = block.left[other], block.left[one]
    block.right[one], block.right[other] = block.right[other], block.right[one]
    for place in range(block.bought.shape[1]):
        block.bought[one, place], block.bought[other, place] = block.bought[other, place], block.bought[one, place]
