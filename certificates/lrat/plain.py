"""Checks a refutation with Python's standard library alone: `python plain.py FILE.cnf FILE.lrat`, both as text.

The claim: no assignment makes every clause of the first file true. Each step of the second adds a clause that follows
from those before it: assume all its literals false; then each clause that a hint names has one literal left that is not
false, which must be true, until one has none left. The last clause has no literals at all.
"""

import sys
from collections.abc import Iterable, Sequence


class Unrefuted(Exception):
    """The steps do not refute the clauses."""


def check(clauses: Iterable[Sequence[int]], steps: Iterable[tuple[int, Sequence[int], Sequence[int]]]) -> int:
    """The number of steps; each is a number, literals and hints, or 0, nothing and the clauses to delete."""
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, start=1))
    last, done = len(known), False
    for count, (number, literals, hints) in enumerate(steps, start=1):
        if done:
            raise Unrefuted(f"step {count}: something follows the empty clause")
        if any(hint not in known for hint in hints) or (number == 0 and len({*hints}) < len(hints)):
            raise Unrefuted(f"step {count}: it names a clause that there is not")
        if number == 0:
            for hint in hints:
                del known[hint]
            continue
        if number <= last:
            raise Unrefuted(f"step {count}: its number {number} is not new")
        if not follows(literals, [known[hint] for hint in hints]):
            raise Unrefuted(f"step {count}: its clause does not follow from those that it names")
        known[number], last, done = literals, number, not literals
    if not done:
        raise Unrefuted("it does not end with the empty clause")
    return len(known)


def follows(literals: Sequence[int], hints: Iterable[Sequence[int]]) -> bool:
    """Return whether unit propagation over the hints, in order, contradicts that all the literals are false."""
    false = set(literals)
    if any(-literal in false for literal in false):
        return False
    for clause in hints:
        left = {literal for literal in clause if literal not in false}
        if not left:
            return True
        if len(left) > 1 or -next(iter(left)) in false:  # not unit, or true already
            return False
        false.add(-left.pop())
    return False


def read_clauses(path: str) -> Iterable[list[int]]:
    """The clauses of a DIMACS file, one a line."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line[:1] not in ("c", "p"):
                yield [int(word) for word in line.split()[:-1]]


def read_steps(path: str) -> Iterable[tuple[int, list[int], list[int]]]:
    """The steps of a text in the format LRAT."""
    with open(path, encoding="utf-8") as file:
        for number, *words in map(str.split, file):
            if words[0] == "d":
                yield 0, [], [int(word) for word in words[1:-1]]
            else:
                middle = words.index("0")
                yield (
                    int(number),
                    [int(word) for word in words[:middle]],
                    [int(word) for word in words[middle + 1 : -1]],
                )


if __name__ == "__main__":
    print(f"verified: {check(read_clauses(sys.argv[1]), read_steps(sys.argv[2]))} clauses")
