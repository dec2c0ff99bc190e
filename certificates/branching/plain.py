"""Checks a tree of any 0/1 model with Python's standard library alone: `python plain.py < PROBLEM.json`.

A row is a bound and literals with positive weights: those that are true must weigh as much as the bound. Literal 2v is
the variable v, 2v + 1 its negation. The claim: the assignments that satisfy all rows show `count` different parts on
the first `shown` variables, `orbits` of them up to permutations (or null), and all are worth `value` (or null).
1. At each node all that follows is decided: in a row whose undecided and true literals weigh s more than the bound,
   every literal that weighs more than s is true. Where s is negative, no solution is below.
2. Sums of rows times numbers that are not negative are rows as well; they may be divided and rounded up.
3. Branch on a shown variable: first it is true, then false. Bytes say which, down to level `alone`; 0 leaves it to the
   rule: the first of the row that may fail with the fewest undecided shown ones (with `positive`: rows of no negations
   come first). Where no row that may fail has a shown one, the undecided shown ones are free, and the rows that may
   fail are searched for a solution, which is counted once. For orbits all shown ones are decided.
"""

import base64
import json
import sys
from typing import Any

Values = list[int]  # of each variable: 0 or 1, -1 where it is undecided


class Unproven(Exception):
    """The certificate does not prove what it claims."""


class Tree:
    """A problem, the bytes that are read on the way down, and the solutions that are met."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem, self.data, self.at = problem, base64.b64decode(problem["tree"]), 0
        self.rows = [(bound, dict(terms)) for bound, terms in problem["rows"]]
        for divisor, *parts in problem["sums"]:
            self.rows.append(self.add(divisor, parts))
        self.shown, self.count, self.orbits = problem["shown"], 0, set[tuple[int, ...]]()
        self.group, self.goal = {tuple(p) for p in problem["permutations"]}, dict(problem["goal"])

    def add(self, divisor: int, parts: list[list[int]]) -> tuple[int, dict[int, int]]:
        """A sum of rows: x and its negation are 1 together."""
        if divisor < 1 or any(times < 0 or not 0 <= row < len(self.rows) for times, row in parts):
            raise Unproven("a sum that is none")
        bound, total = sum(times * self.rows[row][0] for times, row in parts), dict[int, int]()
        for times, row in parts:
            for literal, weight in self.rows[row][1].items():
                total[literal] = total.get(literal, 0) + times * weight
        for literal in [each for each in total if each % 2 == 0 and each + 1 in total]:
            both = min(total[literal], total[literal + 1])
            total[literal], total[literal + 1], bound = total[literal] - both, total[literal + 1] - both, bound - both
        bound = max(0, -(-bound // divisor))
        return bound, {k: min(bound, -(-total[k] // divisor)) for k in sorted(total) if total[k] and bound}

    def decide(self, values: Values) -> bool:
        """Rule 1, until nothing more follows; whether there may be a solution below."""
        changed = True
        while changed:
            changed = False
            for bound, terms in self.rows:
                slack = sum(w for k, w in terms.items() if values[k >> 1] != k & 1) - bound
                if slack < 0:
                    return False
                for k in [k for k, w in terms.items() if w > slack and values[k >> 1] == -1]:
                    values[k >> 1], changed = 1 - (k & 1), True
        return True

    def walk(self) -> None:
        """Visit all nodes; `once` is shared by those below one where no shown variable is left to branch on."""
        stack, nodes = [(0, [-1] * self.problem["variables"], list[bool]())], 0
        while stack:
            depth, values, once = stack.pop()
            nodes += 1
            if nodes > self.problem["nodes"]:
                raise Unproven("there are more nodes than it says")
            if self.decide(values):
                might_fail = [
                    t for b, t in self.rows if b > sum(w for k, w in t.items() if values[k >> 1] == 1 - k % 2)
                ]
                variable, once = self.choose(depth, values, might_fail, once)
                if variable is None:
                    self.note(values, once)
                else:
                    for value in (0, 1):
                        stack.append((depth + 1, [*values[:variable], value, *values[variable + 1 :]], once))

    def choose(self, depth: int, values: Values, rows: list[Any], once: list[bool]) -> tuple[int | None, list[bool]]:
        """Rule 3: the variable to branch on, None at a solution."""
        if not once:
            left = [[k >> 1 for k in t if k >> 1 < self.shown and values[k >> 1] < 0] for t in rows]
            late = [self.problem["positive"] and any(k % 2 for k in t) for t in rows]
            best = [each[3] for each in sorted((late[at], len(v), at, v[0]) for at, v in enumerate(left) if v)]
            if self.problem["orbits"] is not None:
                best += [v for v in range(self.shown) if values[v] < 0]
            if best:
                code = self.read() if depth < self.problem["alone"] else 0
                if code and (code > self.shown or values[code - 1] >= 0):
                    raise Unproven(f"byte {self.at}: a variable that is decided or not shown")
                return code - 1 if code else best[0], once
            once = [False]
        return next((k >> 1 for t in rows for k in t if values[k >> 1] < 0), None), once

    def read(self) -> int:
        """A number of at most five bytes, seven bits each, the highest first; the last byte is below 128."""
        code = 0
        for byte in self.data[self.at : self.at + 5]:
            self.at, code = self.at + 1, code * 128 + byte % 128
            if byte < 128:
                return code
        raise Unproven("the bytes end too early")

    def note(self, values: Values, once: list[bool]) -> None:
        """Count what is shown, once."""
        value = self.problem["value"]
        if value is not None and (
            any(g and values[v] < 0 for v, g in self.goal.items()) or self.worth(values) != value
        ):
            raise Unproven("there is a solution of another worth")
        if not once[0]:
            once[0], shown = True, values[: self.shown]
            self.count += 2 ** shown.count(-1)
            if self.problem["orbits"] is not None:
                self.orbits.add(min(tuple(sorted(p[v] for v, held in enumerate(shown) if held)) for p in self.group))

    def worth(self, values: Values) -> int:
        """What the decided variables are worth."""
        return sum(weight for variable, weight in self.goal.items() if values[variable] == 1)


def check(problem: dict[str, Any]) -> None:
    """Raise `Unproven` where the tree does not prove what the problem claims."""
    tree = Tree(problem)
    wanted, numbers = problem["orbits"], list(range(problem["shown"]))
    closed = all(tuple(p[v] for v in q) in tree.group for p in tree.group for q in tree.group)
    if wanted is not None and not (tree.group and closed and all(sorted(p) == numbers for p in tree.group)):
        raise Unproven("orbits under permutations that are not a group")
    tree.walk()
    orbits = None if wanted is None else len(tree.orbits)
    if tree.at != len(tree.data) or (tree.count, orbits) != (problem["count"], wanted):
        raise Unproven(f"{tree.count} solutions, {orbits} orbits; {len(tree.data) - tree.at} bytes are left")


if __name__ == "__main__":
    check(json.load(sys.stdin))
    print("verified")
