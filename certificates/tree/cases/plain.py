"""Checks a tree by cases with Python's standard library alone: `python plain.py < PROBLEM.json`.

Choose `least` to `most` candidates, no two of them rivals, that hit each item. The claim: there are `count` such sets,
`orbits` of them up to permutations (or null), all of `size` members (or null). `directions` are two lists of lines,
lists of candidates; no two lines of a direction share one, and there are more than `most`, so that each set leaves
one empty. 1. The first and the last empty line of each direction are the case of a set: it has none of their candidates
and hits each line outside of them, which is one more item. 2. A permutation that keeps the problem and takes lines to
lines, in order or backwards, takes a case to one with as many sets; one of each class is searched. 3. At a node some
candidates are chosen, some items are open, and some candidates are free. A vector gives weights to items. Let no free
candidate hit open items of more weight than b. If all open items weigh more than b for each that may still be chosen,
no set is below; who reaches their weight not even with all others at b is no longer free. The vectors are those of
`weigh`, and last 1 for each item. 4. Branch on the open item with the fewest free options, the first of several; they
are chosen in turn, and then no longer free. If nothing is open, what is chosen is a set; with more to choose, each free
candidate in turn is chosen as well. Sets of candidates and of items are numbers, bit by bit.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any


class Unproven(Exception):
    """The certificate does not prove what it claims."""


def gather(members: Any) -> int:
    """The number with these bits."""
    return sum(1 << each for each in set(members))


def list_bits(number: int) -> Iterator[int]:
    """The bits of a number, ascending."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


class Cases:
    """A problem, and the sets that are met."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem, self.most, self.nodes = problem, problem["most"], 0
        self.items, candidates = [set(options) for _, options in problem["items"]], range(len(problem["rivals"]))
        self.rivals, self.sides = [set(r) for r in problem["rivals"]], problem["directions"]
        if any(demand != 1 for demand, _ in problem["items"]) or len(self.sides) != 2:
            raise Unproven("an item demands more than one hit, or the directions are not two")
        for side in self.sides:
            members = [c for line in side for c in line]
            if len(set(members)) != len(members) or not set(members) <= set(candidates) or len(side) <= self.most:
                raise Unproven("lines share a candidate, or are too few for one to be always empty")
        self.first = [len(self.items), len(self.items) + len(self.sides[0])]
        options = [*self.items, *map(set, self.sides[0]), *map(set, self.sides[1])]
        self.places = [
            (item, at)
            for item, some in enumerate(self.items)
            for at in product(*([at for at, line in enumerate(side) if set(line) <= some] for side in self.sides))
        ]
        self.options, self.out = [gather(some) for some in options], [gather(those) for those in self.rivals]
        self.hits = [gather(i for i, some in enumerate(options) if c in some) for c in candidates]
        self.group = {self.check_permutation(p) for p in problem["permutations"]}
        self.count, self.sizes, self.orbits = 0, set[int](), set[tuple[int, ...]]()

    def check_permutation(self, p: list[int]) -> tuple[int, ...]:
        """A permutation of the candidates that keeps the rivals and the items."""
        kept = all({p[r] for r in those} == self.rivals[p[c]] for c, those in enumerate(self.rivals))
        moved = {frozenset(p[c] for c in some) for some in self.items}
        if sorted(p) != list(range(len(self.rivals))) or not kept or moved != set(map(frozenset, self.items)):
            raise Unproven("a permutation does not keep the problem")
        return tuple(p)

    def list_outer(self, direction: int, low: int, high: int) -> list[int]:
        """The lines before the first and after the last empty one, as items."""
        return [self.first[direction] + at for at in range(len(self.sides[direction])) if not low <= at <= high]

    def list_images(self, case: Any) -> set[Any]:
        """The cases that have as many sets as a case."""
        images, sides = {case}, [[set(line) for line in side] for side in self.sides]
        for p in self.group:
            moved = [[{p[c] for c in line} for line in side] for side in sides]
            for order, turned in product(((0, 1), (1, 0)), product((False, True), repeat=2)):
                pairs = list(zip(order, turned, strict=True))
                if [moved[d][:: -1 if back else 1] for d, back in pairs] == sides:
                    ends = [(case[d], len(sides[d]) - 1, back) for d, back in pairs]
                    images.add(tuple((n - b, n - a) if back else (a, b) for (a, b), n, back in ends))
        return images

    def weigh(self, case: Any) -> Iterator[list[int]]:
        """The vectors of a case; an item stands in a list as often as it weighs."""
        widths = [last - first for first, last in case]
        for d, e in ((0, 1), (1, 0)):
            width, (low, high), equal = widths[d], case[e], widths[d] == widths[e]
            starts = range(max(0, high + 1 - width - equal), max(0, min(low + equal, len(self.sides[e]) - width)) + 1)
            for start in starts if width >= widths[e] else ():
                window = range(start, start + width)
                outer = [item for item in self.list_outer(e, low, high) if item - self.first[e] not in window]
                yield [item for item, at in self.places if at[d] in case[d] and at[e] in window] + 2 * outer
        yield from (self.list_outer(d, *case[d]) for d in (0, 1))

    def search(self) -> None:
        """Meet all sets of one case of each class."""
        seen, squares = set[Any](), range(len(self.items))
        pairs = [combinations_with_replacement(range(len(side)), 2) for side in self.sides]
        fitting = [[ends for ends in pairs[d] if len(self.list_outer(d, *ends)) <= self.most] for d in (0, 1)]
        for case in product(*fitting):
            if case not in seen:
                images = self.list_images(case)
                empty = gather(c for side, ends in zip(self.sides, case, strict=True) for at in ends for c in side[at])
                needed = gather([*squares, *self.list_outer(0, *case[0]), *self.list_outer(1, *case[1])])
                counts = [Counter(each) for each in self.weigh(case) if len(each) <= 64]
                self.vectors = [[(w, gather(i for i in c if c[i] == w)) for w in {*c.values()}] for c in counts]
                self.vectors.append([(1, needed)])
                self.many = len(images - seen)
                self.visit(needed, gather(range(len(self.out))) & ~empty, [])
                seen |= images

    def visit(self, needed: int, free: int, chosen: list[int]) -> None:
        """Meet all sets that have what is chosen, and otherwise free candidates."""
        self.nodes += 1
        if self.nodes > self.problem["nodes"]:
            raise Unproven("there are more nodes than it says")
        left = self.most - len(chosen)
        if not needed and len(chosen) >= self.problem["least"]:
            self.count += self.many
            self.sizes.add(len(chosen))
            self.orbits.add(min((tuple(sorted(p[c] for c in chosen)) for p in self.group), default=tuple(chosen)))
        free = (self.bound(needed, free, left) if needed else free) if left > 0 else 0
        options = free & min(
            (self.options[i] for i in list_bits(needed)), key=lambda some: (some & free).bit_count(), default=free
        )
        for c in list_bits(options):
            free &= ~(1 << c)
            self.visit(needed & ~self.hits[c], free & ~self.out[c], [*chosen, c])

    def bound(self, needed: int, free: int, left: int) -> int:
        """The candidates that may be part of a set below."""
        for vector in self.vectors:
            whole = sum(w * (needed & those).bit_count() for w, those in vector)
            loads = {
                c: sum(w * (needed & those & self.hits[c]).bit_count() for w, those in vector) for c in list_bits(free)
            }
            best = max(loads.values(), default=0)
            free = gather(c for c, load in loads.items() if load + best * (left - 1) >= whole)
        return free


def check(problem: dict[str, Any]) -> int:
    """The number of nodes; raises `Unproven` if the cases do not prove the problem's claim."""
    cases, counts_orbits = Cases(problem), problem["orbits"] is not None
    group = cases.group
    if counts_orbits and (not group or any(tuple(p[v] for v in q) not in group for p in group for q in group)):
        raise Unproven("the permutations are not a group")
    cases.search()
    orbits = len(cases.orbits) if counts_orbits else None
    sized = problem["size"] is None or cases.sizes <= {problem["size"]}
    if (cases.count, orbits) != (problem["count"], problem["orbits"]) or not sized:
        raise Unproven(f"{cases.count} sets, {orbits} orbits, of {cases.sizes}")
    return cases.nodes


if __name__ == "__main__":
    print(f"verified: {check(json.load(sys.stdin))} nodes")
