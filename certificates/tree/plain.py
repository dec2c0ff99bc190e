"""Checks a tree certificate with Python's standard library alone: `python plain.py < PROBLEM.json`.

Choose `least` to `most` candidates, no two of them rivals, that hit each item as often as it demands. The claim: there
are `count` such sets, `orbits` of them up to permutations (or null), all of `size` members (or null). At a node some
are chosen, `need` is the remaining demand of each item, and `free` the candidates that may still be chosen. 1. The free
candidates that gain most, as many as may be chosen, must reach all that is needed, or no set is below; who does not
reach it even with all but one of them is no longer free. Gains may be weighted, item by item. 2. Branch on an item that
needs something: each set has one of its options. They are chosen in turn; then they are no longer free, and at depths 0
and 1 nor is their orbit under the permutations that keep the node and those above it. 3. Of a set with m of the n
members of such an orbit, each image that is met counts n / m. 4. If nothing is needed, what is chosen is a set; with
more to choose, each free candidate in turn is chosen as well. Bytes say which item to branch on: 0 to 254, or 255 and
two more. Numbers past the items are vectors of weights to bound with first. With at most `alone` left to choose, it is
the item with the fewest options, and no byte is read.
"""

import base64
import json
import sys
from fractions import Fraction
from typing import Any


class Unproven(Exception):
    """The certificate does not prove what it claims."""


class Tree:
    """A problem, the bytes that are read on the way down, and the sets that are met."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem, self.data, self.at, self.nodes = problem, base64.b64decode(problem["tree"]), 0, 0
        self.items, self.rivals = [(d, dict(o)) for d, o in problem["items"]], [set(r) for r in problem["rivals"]]
        self.hits = [[(i, o[c]) for i, (_, o) in enumerate(self.items) if c in o] for c in range(len(self.rivals))]
        self.ones = dict.fromkeys(range(len(self.items)), 1)
        self.group = {self.check_permutation(p) for p in problem["permutations"]}
        self.count, self.sizes, self.orbits = Fraction(0), set[int](), set[tuple[int, ...]]()

    def check_permutation(self, p: list[int]) -> tuple[int, ...]:
        """A permutation of the candidates that keeps the rivals, and the items with their demands."""
        items = [(d, frozenset(options.items())) for d, options in self.items]
        moved = [(d, frozenset((p[c], h) for c, h in options)) for d, options in items]
        kept = all({p[r] for r in those} == self.rivals[p[c]] for c, those in enumerate(self.rivals))
        if sorted(p) != list(range(len(self.rivals))) or not kept or set(moved) != set(items):
            raise Unproven("a permutation does not keep the problem")
        return tuple(p)

    def visit(self, need: list[int], free: set[int], chosen: list[int], orbits: list[set[int]], group: Any) -> None:
        """Meet all sets that have what is chosen, and otherwise free candidates."""
        self.nodes += 1
        if self.nodes > self.problem["nodes"]:
            raise Unproven("there are more nodes than it says")
        left, options, weights = self.problem["most"] - len(chosen), sorted(free), self.ones
        if not any(need):
            self.count_set(chosen, orbits)
            free = free if left > 0 else set()
        while any(need) and (free := self.bound(need, free, left, weights)):
            item = self.read_item(need, free, left)
            if item < len(need):
                options = sorted(free & self.items[item][1].keys(), key=lambda c: (-self.gain(need, c, self.ones), c))
                break
            weights = dict(self.problem["weights"][item - len(need)])
        keep = {p for p in group if len(chosen) < 2 and {p[c] for c in free} == free}
        keep = {p for p in keep if {p[c] for c in chosen} == set(chosen)}
        for c in options:
            if c in free:
                orbit, below = {p[c] for p in keep} | {c}, list(need)
                for i, h in self.hits[c]:
                    below[i] = max(0, need[i] - h)
                self.visit(below, free - {c} - self.rivals[c], [*chosen, c], [*orbits, orbit][:2], keep)
                free = free - orbit

    def gain(self, need: list[int], c: int, weights: dict[int, int]) -> int:
        """The gain of a candidate; an item without a weight counts nothing."""
        return sum(max(0, weights.get(i, 0)) * min(h, need[i]) for i, h in self.hits[c])

    def bound(self, need: list[int], free: set[int], left: int, weights: dict[int, int]) -> set[int]:
        """The candidates that may be part of a set below."""
        gains = {c: self.gain(need, c, weights) for c in free}
        whole = sum(max(0, weight) * need[i] for i, weight in weights.items())
        best = sorted(gains.values(), reverse=True)[:left]
        return {c for c in free if left > 0 and sum(best) >= whole and gains[c] + sum(best[: left - 1]) >= whole}

    def read_item(self, need: list[int], free: set[int], left: int) -> int:
        """The item to branch on, or past the items a vector."""
        if left <= self.problem["alone"]:
            return min((i for i, n in enumerate(need) if n), key=lambda i: len(free & self.items[i][1].keys()))
        code = self.data[self.at : self.at + (3 if self.data[self.at : self.at + 1] == b"\xff" else 1)]
        self.at, item = self.at + len(code), int.from_bytes(code[-2:], "big")
        if len(code) not in (1, 3) or item >= len(need) + len(self.problem["weights"]) or need[item : item + 1] == [0]:
            raise Unproven(f"byte {self.at}: there is none, or it names no vector, or an item that needs nothing")
        return item

    def count_set(self, chosen: list[int], orbits: list[set[int]]) -> None:
        """Count a set by its shares of the orbits."""
        if len(chosen) >= self.problem["least"]:
            shares = [Fraction(len(orbit), len(orbit.intersection(chosen))) for orbit in orbits] + [Fraction(1)] * 2
            self.count += shares[0] * shares[1]
            self.sizes.add(len(chosen))
            self.orbits.add(min((tuple(sorted(p[c] for c in chosen)) for p in self.group), default=tuple(chosen)))


def check(problem: dict[str, Any]) -> int:
    """The number of nodes; raises `Unproven` if the tree does not prove the problem's claim."""
    tree = Tree(problem)
    group, counts_orbits = tree.group, problem["orbits"] is not None
    if (counts_orbits and not group) or any(tuple(p[v] for v in q) not in group for p in group for q in group):
        raise Unproven("the permutations are not a group")
    tree.visit([demand for demand, _ in tree.items], set(range(len(tree.rivals))), [], [], group)
    orbits = len(tree.orbits) if counts_orbits else None
    sized = problem["size"] is None or tree.sizes <= {problem["size"]}
    if tree.at != len(tree.data) or (tree.count, orbits) != (problem["count"], problem["orbits"]) or not sized:
        raise Unproven(
            f"{tree.count} sets, {orbits} orbits, of {tree.sizes}; {len(tree.data) - tree.at} bytes are left"
        )
    return tree.nodes


if __name__ == "__main__":
    print(f"verified: {check(json.load(sys.stdin))} nodes")
