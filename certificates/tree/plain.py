"""Checks a tree certificate with Python's standard library alone: `python plain.py PROBLEM.json`.

The problem: choose `least` to `most` candidates, no two of them rivals, that hit each item as often as it demands. The
file claims how many such sets there are (`count`), how many if those that permutations map to each other are one
(`orbits`, or null), and that all have `size` members (or null). At a node some candidates are chosen, `need` says what
each item still demands, and `free` who may still be chosen.

1. The free candidates that gain most, as many as may still be chosen, must reach all that is needed, or no set is below.
   Who does not reach it even with all but one of these is no longer free. Gains may be weighted, item by item.
2. Branch on an item that needs something: each set below has one of its options. They are chosen in turn; then they are
   no longer free, and at depths 0 and 1 nor is their orbit under the permutations that keep the node (and all above).
3. Of a set with m of the n members of such an orbit, so many images are met that each counts n / m.
4. Where nothing is needed, what is chosen is a set; with more to choose, each free candidate in turn is chosen as well.

The bytes say which item to branch on: 0 to 254, or 255 and two more bytes. A number past the items is a vector of
weights to bound with first. With at most `alone` left to choose, the item with the fewest options is meant.
"""

import base64
import json
import sys
from fractions import Fraction
from typing import Any


class Wrong(Exception):
    """The certificate does not prove what it claims."""


class Tree:
    """A problem, the bytes that are read on the way down, and the sets that are met."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem, self.data, self.at = problem, base64.b64decode(problem["tree"]), 0
        self.demands, self.options = [d for d, _ in problem["items"]], [dict(o) for _, o in problem["items"]]
        self.rivals, self.alone = [set(those) for those in problem["rivals"]], problem["alone"]
        self.hits = [[(i, o[c]) for i, o in enumerate(self.options) if c in o] for c in range(len(self.rivals))]
        self.count, self.sizes, self.orbits, self.nodes = Fraction(0), set[int](), set[tuple[int, ...]](), 0
        self.group = {tuple(p): self.move_items(p) for p in problem["permutations"]}
        self.listed = problem["orbits"] is not None
        if self.listed and (
            not self.group or any(tuple(p[v] for v in q) not in self.group for p in self.group for q in self.group)
        ):
            raise Wrong("orbits under permutations that are no group")

    def move_items(self, p: list[int]) -> list[int]:
        """Where a permutation of the candidates takes each item."""
        place = {(d, frozenset(o.items())): i for i, (d, o) in enumerate(zip(self.demands, self.options))}
        moved = [(d, frozenset((p[c], h) for c, h in o.items())) for d, o in zip(self.demands, self.options)]
        kept = all({p[r] for r in those} == self.rivals[p[c]] for c, those in enumerate(self.rivals))
        if sorted(p) != list(range(len(self.rivals))) or not kept or any(item not in place for item in moved):
            raise Wrong("a permutation does not keep the problem")
        return [place[item] for item in moved]

    def visit(self, need: list[int], free: set[int], chosen: list[int], orbits: list[set[int]], group: Any) -> None:
        """Meet all sets that have what is chosen, and otherwise free candidates."""
        self.nodes += 1
        if self.nodes > self.problem["nodes"]:
            raise Wrong("there are more nodes than it says")
        left, options, whole = self.problem["most"] - len(chosen), sorted(free), any(need)
        if not whole:
            self.note(chosen, orbits)
        free = free if left > 0 else set()
        weights = dict.fromkeys(range(len(need)), 1)
        while whole and (free := self.bound(need, free, left, weights)):
            item = self.choose(need, free, left)
            if item < len(need):
                gains = self.gains(need, free, dict.fromkeys(range(len(need)), 1))
                options, whole = sorted(free & self.options[item].keys(), key=lambda c: (-gains[c], c)), False
                if not need[item]:
                    raise Wrong(f"byte {self.at}: item {item} needs nothing")
            elif item - len(need) < len(self.problem["weights"]):
                weights = dict(self.problem["weights"][item - len(need)])
            else:
                raise Wrong(f"byte {self.at}: there is no vector {item - len(need)}")
        keep = {
            p: items
            for p, items in group.items()
            if len(chosen) < 2
            and {p[c] for c in free} == free
            and {p[c] for c in chosen} == set(chosen)
            and all(need[items[i]] == n for i, n in enumerate(need))
        }
        for c in options:
            if c in free:
                orbit, below = {p[c] for p in keep} | {c}, list(need)
                for i, h in self.hits[c]:
                    below[i] = max(0, need[i] - h)
                self.visit(below, free - {c} - self.rivals[c], [*chosen, c], [*orbits, orbit][:2], keep)
                free = free - orbit

    def gains(self, need: list[int], free: set[int], weights: dict[int, int]) -> dict[int, int]:
        """What each free candidate gains; an item without a weight counts nothing."""
        return {c: sum(max(0, weights.get(i, 0)) * min(h, need[i]) for i, h in self.hits[c]) for c in free}

    def bound(self, need: list[int], free: set[int], left: int, weights: dict[int, int]) -> set[int]:
        """The candidates that may be part of a set below."""
        gains, whole = self.gains(need, free, weights), sum(max(0, w) * need[i] for i, w in weights.items())
        best = sorted(gains.values(), reverse=True)[:left]
        return {c for c in free if sum(best) >= whole and gains[c] + sum(best[: left - 1]) >= whole}

    def choose(self, need: list[int], free: set[int], left: int) -> int:
        """The item to branch on, or past the items a vector."""
        if left <= self.alone:
            return min((i for i, n in enumerate(need) if n), key=lambda i: len(free & self.options[i].keys()))
        size = 3 if self.data[self.at : self.at + 1] == b"\xff" else 1
        code, self.at = self.data[self.at : self.at + size], self.at + size
        if len(code) < size:
            raise Wrong("the bytes end too early")
        return int.from_bytes(code[-2:], "big")

    def note(self, chosen: list[int], orbits: list[set[int]]) -> None:
        """Count a set by its shares of the orbits."""
        if len(chosen) >= self.problem["least"]:
            weight = [Fraction(len(orbit), len(orbit.intersection(chosen))) for orbit in orbits]
            self.count += (weight[0] if weight else 1) * (weight[1] if weight[1:] else 1)
            self.sizes.add(len(chosen))
            if self.listed:
                self.orbits.add(min(tuple(sorted(p[c] for c in chosen)) for p in self.group))


def check(problem: dict[str, Any]) -> int:
    """How many nodes there are; raises `Wrong` where the tree does not prove what the problem claims."""
    tree = Tree(problem)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), problem["most"] + 1000))
    tree.visit(tree.demands, set(range(len(tree.rivals))), [], [], tree.group)
    if tree.at != len(tree.data) or not tree.sizes <= (
        {problem["size"]} if problem["size"] is not None else tree.sizes
    ):
        raise Wrong(f"{len(tree.data) - tree.at} bytes are left, sets of sizes {sorted(tree.sizes)}")
    if (tree.count, len(tree.orbits) if tree.listed else None) != (problem["count"], problem["orbits"]):
        raise Wrong(f"there are {tree.count} sets, of {len(tree.orbits)} orbits")
    return tree.nodes


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(f"verified: {check(json.load(file))} nodes")
