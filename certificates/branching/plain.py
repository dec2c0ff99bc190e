"""Checks a tree of any 0/1 model with Python's standard library alone: `python plain.py < PROBLEM.json`.

A row is a bound and literals with positive weights: those that are true must weigh at least the bound. Literal 2v is
the variable v, 2v + 1 its negation. The claim: the assignments that satisfy all rows show `count` different parts on
the first `shown` variables, `orbits` of them up to permutations (or null), and all are worth `value` (or null).
1. At each node all that follows is decided: in a row whose undecided and true literals weigh s more than the bound,
   every literal that weighs more than s is true. If s is negative, no solution is below.
2. Branch on a shown variable. Three bytes name it (plus 1) down to level `alone`; 0 leaves it to the rule: the first of
   the row that may fail with the fewest undecided shown ones; with `positive`, rows without negations first. If
   there is no such row, the undecided shown ones are free, and a solution of the rest counts once. For orbits all
   are decided.
"""

import base64
import json
import sys
from typing import Any


class Unproven(Exception):
    """The certificate does not prove what it claims."""


class Tree:
    """A problem, the bytes that are read on the way down, and the solutions that are met."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem, self.data, self.at = problem, base64.b64decode(problem["tree"]), 0
        self.rows = [(bound, dict(terms)) for bound, terms in problem["rows"]]
        self.shown, self.count, self.orbits = problem["shown"], 0, set[tuple[int, ...]]()
        self.group, self.goal = {tuple(p) for p in problem["permutations"]}, dict(problem["goal"])

    def decide(self, values: list[int]) -> bool:
        """Apply rule 1 until nothing more follows; return whether there may be a solution below."""
        before = None
        while before != values:
            before = list(values)
            for bound, terms in self.rows:
                slack = sum(w for k, w in terms.items() if values[k >> 1] != k & 1) - bound
                if slack < 0:
                    return False
                for k in [k for k, w in terms.items() if w > slack and values[k >> 1] == -1]:
                    values[k >> 1] = 1 - (k & 1)
        return True

    def walk(self) -> None:
        """Visit all nodes; `once` is shared by the nodes below one without an open shown variable."""
        stack, nodes = [(0, [-1] * self.problem["variables"], list[bool]())], 0
        while stack:
            depth, values, once = stack.pop()
            nodes += 1
            if nodes > self.problem["nodes"]:
                raise Unproven("there are more nodes than it says")
            if self.decide(values):
                rows = [t for b, t in self.rows if b > sum(w for k, w in t.items() if values[k >> 1] == 1 - k % 2)]
                variable, once = self.choose(depth, values, rows, once)
                if variable is None:
                    self.record_solution(values, once)
                else:
                    head, tail = values[:variable], values[variable + 1 :]
                    stack += ((depth + 1, [*head, value, *tail], once) for value in (0, 1))

    def choose(self, depth: int, values: list[int], rows: list[Any], once: list[bool]) -> tuple[int | None, list[bool]]:
        """Rule 2: the variable to branch on, None at a solution; `rows` are those that may fail."""
        if not once:
            left = [[k >> 1 for k in row if k >> 1 < self.shown and values[k >> 1] < 0] for row in rows]
            late = [self.problem["positive"] and any(k % 2 for k in row) for row in rows]
            best = [each[3] for each in sorted((late[at], len(v), at, v[0]) for at, v in enumerate(left) if v)]
            best += [v for v in range(self.shown) if values[v] < 0 and self.problem["orbits"] is not None]
            if best:
                code = self.data[self.at : self.at + 3] if depth < self.problem["alone"] else bytes(3)
                self.at, variable = self.at + 3 * (depth < self.problem["alone"]), int.from_bytes(code, "big") - 1
                if len(code) < 3 or variable >= self.shown or (variable >= 0 and values[variable] >= 0):
                    raise Unproven(f"byte {self.at}: there is none, or its variable is decided or not shown")
                return variable if variable >= 0 else best[0], once
            once = [False]
        return next((k >> 1 for row in rows for k in row if values[k >> 1] < 0), None), once

    def record_solution(self, values: list[int], once: list[bool]) -> None:
        """Count what is shown, once; every solution must have the worth that is claimed."""
        worth = None if any(values[v] < 0 for v in self.goal) else sum(g * values[v] for v, g in self.goal.items())
        if self.problem["value"] not in (None, worth):
            raise Unproven("there is a solution of another worth")
        if not once[0]:
            once[0], shown = True, values[: self.shown]
            self.count += 2 ** shown.count(-1)
            if self.problem["orbits"] is not None:
                self.orbits.add(min(tuple(sorted(p[v] for v, held in enumerate(shown) if held)) for p in self.group))


def check(problem: dict[str, Any]) -> int:
    """The number of solutions; raises `Unproven` if the tree does not prove the problem's claim."""
    tree, wanted, group = Tree(problem), problem["orbits"], {tuple(p) for p in problem["permutations"]}
    fair = group and all(sorted(p) == [*range(tree.shown)] for p in group)
    if wanted is not None and not (fair and group >= {tuple(p[v] for v in q) for p in group for q in group}):
        raise Unproven("orbits under permutations that are not a group")
    tree.walk()
    orbits = None if wanted is None else len(tree.orbits)
    if tree.at != len(tree.data) or (tree.count, orbits) != (problem["count"], wanted):
        raise Unproven(f"{tree.count} solutions, {orbits} orbits; {len(tree.data) - tree.at} bytes are left")
    return tree.count


if __name__ == "__main__":
    print(f"verified: {check(json.load(sys.stdin))} solutions")
