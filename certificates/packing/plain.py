"""Checks a packing with Python's standard library alone: `python plain.py < PROBLEM.json`.

Each variable is 0 or 1. A row `[least, [[weight, variable], ...]]` says that the weights of the variables that are 1
add up to `least` or more. The claim: nothing keeps all rows. A clique is a list of variables of which each two cannot
both be 1 by some row alone, so that at most one of them is 1: that is one row more, numbered on after the others.

The proof multiplies some rows by whole numbers, and adds them up: a row again that all must keep. Where its
weights above 0 do not reach its `least` even all together, nothing keeps it.
"""

import json
import sys
from collections import Counter
from itertools import combinations
from typing import Any

Row = tuple[int, dict[int, int]]


class Unproven(Exception):
    """The packing does not prove that nothing keeps all rows."""


def check(problem: dict[str, Any]) -> int:
    """The excess of the summed demand over the reach of all variables; raises `Unproven` if there is no excess."""
    rows: list[Row] = [(least, {v: weight for weight, v in terms}) for least, terms in problem["rows"]]
    rows += list_cliques(rows, problem["cliques"]) if problem["cliques"] else []
    demanded, weights = 0, Counter[int]()
    for times, number in problem["times"]:
        if times < 0 or not 0 <= number < len(rows):
            raise Unproven(f"{times} times row {number} of {len(rows)}")
        least, terms = rows[number]
        demanded += times * least
        for variable, weight in terms.items():
            weights[variable] += times * weight
    beyond = demanded - sum(weight for weight in weights.values() if weight > 0)
    if beyond <= 0:
        raise Unproven(f"the rows demand {demanded:,} in all, and {demanded - beyond:,} can be reached")
    return beyond


def list_cliques(rows: list[Row], cliques: list[list[int]]) -> list[Row]:
    """The rows of the cliques, once each two variables of one are seen to exclude each other by a row."""
    places: dict[int, set[int]] = {}
    reach = [sum(weight for weight in terms.values() if weight > 0) for _, terms in rows]
    for at, (_, terms) in enumerate(rows):
        for variable in terms:
            places.setdefault(variable, set()).add(at)
    for one, other in (pair for clique in cliques for pair in combinations(clique, 2)):
        shared = places.get(one, set()) & places.get(other, set())
        if not any(excludes(rows[at], reach[at], one, other) for at in shared):
            raise Unproven(f"variables {one} and {other} of a clique do not exclude each other")
    return [(-1, dict.fromkeys(clique, -1)) for clique in cliques]


def excludes(row: Row, reach: int, one: int, other: int) -> bool:
    """Return whether a row, whose weights above 0 add up to `reach`, is broken wherever two of its variables are 1."""
    least, terms = row
    others = reach - max(0, terms[one]) - max(0, terms[other])
    return terms[one] + terms[other] + others < least


if __name__ == "__main__":
    print(f"verified: the rows demand {check(json.load(sys.stdin)):,} more than there is")
