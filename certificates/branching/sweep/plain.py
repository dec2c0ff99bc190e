"""Checks a sweep with Python's standard library alone: `python plain.py < PROBLEM.json`.

A row is a bound and literals with positive weights: those that are true must weigh at least the bound. Literal 2v is
the variable v, 2v + 1 its negation. The claim: `count` assignments satisfy all rows, all worth `value` (or
null).
1. The variables are decided one after the other, in the `order` given. What matters of the decisions so far are the
   needs of the rows: bounds less what is true, at least 0. Assignments with the same needs make one state.
2. A state is dropped if a row needs more than its undecided literals weigh together.
3. Let two rows of bound 1 need it. If the undecided literals of one are all among those of the other, the other holds
   wherever the one does: its need is 0 from then on. Of equal ones the first stays.
4. If solutions are counted, a state counts its assignments; those of another worth are another state. If there is none,
   the longest row (the first of several) is left out of the needs, and a state holds the least that it may need: what
   completes a larger need completes a smaller one.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

MAX_BYTES = 1 << 28  # of the states after one decision; those after the next are at most twice as many
OFTEN = 1 << 12  # states between two looks at the clock


class Unproven(Exception):
    """The certificate does not prove what it claims."""


class TooManyStates(Unproven):
    """There are more states than the certificate says, or they take too much memory."""


class Sweep:
    """A problem, and what is undecided; a state is its needs as bits, those of the first row lowest, then its worth."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.rows, self.refutes = [(bound, dict(terms)) for bound, terms in problem["rows"]], problem["count"] == 0
        self.goal, self.order = dict(problem["goal"]), problem["order"]
        if sorted(self.order) != [*range(problem["variables"])]:
            raise Unproven("the order leaves a variable out")
        longest = max((len(terms) for _, terms in self.rows), default=0)
        self.aside = next((at for at, (_, t) in enumerate(self.rows) if self.refutes and len(t) == longest), -1)
        self.rest = [sum(terms.values()) for _, terms in self.rows]
        self.open = [sum(1 << literal for literal in terms) for _, terms in self.rows]
        self.first, self.among = [0], [list[tuple[int, int, int]]() for _ in self.order]
        for at, (bound, terms) in enumerate(self.rows):
            self.first.append(self.first[-1] + bound.bit_length())
            for literal, weight in terms.items():
                self.among[literal >> 1].append((at, 1 - literal % 2, weight))
        self.single = [at for at, (bound, _) in enumerate(self.rows) if bound == 1 and at != self.aside]
        self.middle = sum(map(abs, self.goal.values()))  # worths may be below 0

    def begin(self) -> dict[int, int]:
        """The state without decisions, and what it holds: one assignment, or the need of the row that is left out."""
        bounds = [(at, bound) for at, (bound, _) in enumerate(self.rows) if at != self.aside]
        needs = sum(bound << self.first[at] for at, bound in bounds) + (self.middle << self.first[-1])
        return {needs: 1 if self.aside < 0 else self.rows[self.aside][0]}

    def list_implied(self, variable: int) -> list[tuple[int, int]]:
        """Rule 3: the bit of each row that the variable stood in, and the bits of those that hold where it does."""
        implied = []
        for one in {at for at, _, _ in self.among[variable]}.intersection(self.single):
            literals = self.open[one]
            others = [at for at in self.single if literals & self.open[at] == literals]
            those = [at for at in others if at != one and (one < at or self.open[at] != literals)]
            implied.append((1 << self.first[one], ~sum(1 << self.first[at] for at in those)))
        return [each for each in implied if each[1] != -1]

    def decide(self, variable: int, layer: dict[int, int], look: Callable[[], object]) -> dict[int, int]:
        """The states after one more decision."""
        below: dict[int, int] = {}
        for at, true, weight in self.among[variable]:
            self.rest[at] -= weight
            self.open[at] &= ~(1 << 2 * variable + 1 - true)
        implied, room = self.list_implied(variable), self.rest[self.aside] if self.aside >= 0 else 0
        for value in (0, 1):
            terms = [(at, weight * (true == value)) for at, true, weight in self.among[variable]]
            moves = [
                (self.first[at], (1 << self.rows[at][0].bit_length()) - 1, weight, self.rest[at])
                for at, weight in terms
                if at != self.aside
            ]
            own = sum(weight for at, weight in terms if at == self.aside)
            worth = self.goal.get(variable, 0) * value << self.first[-1]
            for at, (needs, held) in enumerate(layer.items()):
                if at % OFTEN == 0:
                    look()
                for first, mask, weight, rest in moves:
                    need = needs >> first & mask
                    met = min(need, weight)
                    if need - met > rest:
                        break
                    needs -= met << first
                else:
                    for bit, kept in implied:
                        if needs & bit:
                            needs &= kept
                    needs += worth
                    if self.aside < 0:
                        below[needs] = below.get(needs, 0) + held
                    elif (least := max(0, held - own)) <= room:
                        below[needs] = min(least, below.get(needs, least))
        return below


def check(problem: dict[str, Any], look: Callable[[], object] = int) -> int:
    """The number of states; raises `Unproven` if the sweep does not prove the claim. `look` may raise, too."""
    sweep, states = Sweep(problem), 0
    layer = sweep.begin()
    size = 150 + sweep.first[-1] // 8  # bytes of a state: its bits, what it holds, and its place
    for variable in sweep.order:
        layer = sweep.decide(variable, layer, look)
        states += len(layer)
        if states > problem["states"]:
            raise TooManyStates("there are more states than it says")
        if len(layer) * size > MAX_BYTES:
            raise TooManyStates(f"{len(layer):,} states after one decision, of {size:,} bytes each, are too many")
    top = sweep.first[-1]
    ends = {(needs >> top) - sweep.middle: held for needs, held in layer.items() if not needs & ((1 << top) - 1)}
    count = sum(ends.values()) if sweep.aside < 0 else sum(need == 0 for need in ends.values())
    if count != problem["count"] or (problem["value"] is not None and not ends.keys() <= {problem["value"]}):
        raise Unproven(f"there are {count} solutions, worth {sorted(ends)}")
    return states


if __name__ == "__main__":
    print(f"verified: {check(json.load(sys.stdin))} states")
