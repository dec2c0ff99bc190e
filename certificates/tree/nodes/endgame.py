"""The last levels of a tree by bitsets: node for node what `expand` would meet, without its copies."""

from rookery.certificates.tree.nodes.state import FOUND, NODES, ONE, ZERO, Levels, Tables, ones
from rookery.core.kernels.kernel import inner


@inner
def complete(t: Tables, s: Levels, depth: int, candidate: int) -> bool:
    """Meet the sets that a candidate and one more make, where all demands are 1; False if that is left to `expand`.

    The nodes are counted that `expand` would meet: one, in which rule 1 leaves those that hit all that is left, and one
    for each of these.
    """
    first, words = -1, s.open.shape[1]
    for word in range(words - 1, -1, -1):
        left = s.open[depth, word] & ~t.masks[candidate, word]
        if left != ZERO:
            first = (word << 6) + ones((left & (~left + ONE)) - ONE)
    # `record_set` needs a row for each option of the item; with nothing left, the candidate ends a set itself.
    if first < 0 or s.registers[FOUND] + t.option_first[first + 1] - t.option_first[first] > len(s.found):
        return False
    s.registers[NODES] += 1
    s.picked[depth] = candidate
    for at in range(t.option_first[first], t.option_first[first + 1]):
        other = t.options[at]
        if s.free[depth, other]:
            word = 0
            while word < words and s.open[depth, word] & ~(t.masks[candidate, word] | t.masks[other, word]) == ZERO:
                word += 1
            if word == words and not are_rivals(t, candidate, other):
                s.registers[NODES] += 1
                s.picked[depth + 1] = other
                if depth + 2 >= t.limits[0]:
                    record_set(s, depth + 2)
    return True


@inner
def fails(t: Tables, s: Levels, depth: int, candidate: int) -> bool:
    """Return whether rule 1 leaves no two others with a candidate, where all demands are 1; counts the node if so."""
    if s.missing[depth] == 0:  # nothing is needed: gains are not counted, and all is a set
        return False
    missing, words = s.missing[depth] - s.gain[depth, candidate], s.open.shape[1]
    if missing == 0:
        return False
    for word in range(words):
        s.open[depth + 1, word] = s.open[depth, word] & ~t.masks[candidate, word]
    best, second = 0, 0
    for at in range(s.many[depth]):
        other = s.listed[depth, at]
        if s.gain[depth, other] > second and s.free[depth, other]:  # it gains no more than at the node above
            gain = 0
            for word in range(words):
                gain += ones(t.masks[other, word] & s.open[depth + 1, word])
            if gain > best:
                best, second = gain, best
            elif gain > second:
                second = gain
            if best + second >= missing:
                return False
    s.registers[NODES] += 1
    return True


@inner
def are_rivals(t: Tables, one: int, other: int) -> bool:
    """Return whether one candidate excludes another."""
    found = False
    for at in range(t.rival_first[one], t.rival_first[one + 1]):
        found |= t.rivals[at] == other
    return found


@inner
def record_set(s: Levels, depth: int) -> None:
    """Write down the set that is chosen."""
    row = s.registers[FOUND]
    for at in range(depth):
        s.found[row, at] = s.picked[at]
    s.found[row, depth] = -1
    s.registers[FOUND] += 1
