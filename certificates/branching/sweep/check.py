"""Checks a sweep: the rows are built again, and the states after each decision are recomputed.

1. The variables are decided one after the other, in the `order` given. What matters of the decisions so far are the
   needs of the rows: bounds less what is true, at least 0. Assignments with the same needs make one state.
2. A state is dropped if a row needs more than its undecided literals weigh together.
3. Let two rows of bound 1 need it. If the undecided literals of one are all among those of the other, the other holds
   wherever the one does: its need is 0 from then on. Of equal ones the first stays.
4. If solutions are counted, a state counts its assignments; those of another worth are another state. If there is none,
   the longest row (the first of several) is left out of the needs, and a state holds the least that it may need: what
   completes a larger need completes a smaller one.
"""

from typing import Any

from rookery.certificates.branching.task import BranchingHeader, make_task
from rookery.certificates.certificate import Evidence, Plain
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import checking_deadline

FAST = "the checker of sweeps (certificates/branching: task, sweep/check), and Python itself"
MAX_STATES = 1 << 22  # of all layers together: half a minute
MAX_BYTES = 1 << 28  # of the states after one decision; those after the next are at most twice as many
OFTEN = 1 << 12  # states between two looks at the clock


def check(theorem: Theorem, evidence: Evidence, plain: Plain) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the sweep does not prove the theorem."""
    exported = export(theorem, evidence)
    if plain:
        return plain(theorem, evidence)
    count_states(exported)
    return (FAST,)


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """The sweep as plain data; raises `Refused` for evidence without sense."""
    exported = export_theorem(theorem)
    about = evidence.about
    try:
        order, states = about["order"], about["states"]
        every = [*range(exported["variables"])] if order is None else list(order)
    except (TypeError, LookupError) as error:
        raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
    if evidence.data or any(type(number) is not int for number in every):
        raise Refused("evidence", "a sweep has no bytes, and an order of numbers")
    if type(states) is not int or states > MAX_STATES:
        raise Refused("evidence", f"it has {states} states; at most {MAX_STATES:,} are checked")
    return exported | {"order": every, "states": states}


def export_theorem(theorem: Theorem) -> dict[str, Any]:
    """The rows of a theorem and its claim; raises `Refused` for one that no sweep proves."""
    task = make_task(theorem, BranchingHeader(0, 1, True))
    if theorem.orbits is not None:
        raise Refused("evidence", "a sweep counts solutions, and no orbits")
    if theorem.count and task.shown < task.variables:
        raise Refused("evidence", "a sweep counts assignments, and some variables are not squares")
    return {
        "variables": task.variables,
        "rows": [[bound, [list(term) for term in terms]] for bound, terms in task.rows],
        "goal": [list(each) for each in task.goal.items()] if task.value is not None else [],
        "value": task.value,
        "count": theorem.count,
    }


class TooManyStates(Refused):
    """There are more states than the certificate says, or they take too much memory."""


class NeedSweep:
    """A problem, and what is undecided; a state is its needs as bits, those of the first row lowest, then its worth."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.rows, self.refutes = [(bound, dict(terms)) for bound, terms in problem["rows"]], problem["count"] == 0
        self.goal, self.order = dict(problem["goal"]), problem["order"]
        if sorted(self.order) != [*range(problem["variables"])]:
            raise Refused("sweep", "the order leaves a variable out")
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

    def decide(self, variable: int, layer: dict[int, int]) -> dict[int, int]:
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
            for needs, held in checking_deadline(layer.items(), OFTEN):
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


def count_states(problem: dict[str, Any]) -> int:
    """The number of states; raises `Refused` if the sweep does not prove the claim."""
    sweep, states = NeedSweep(problem), 0
    layer = sweep.begin()
    size = 150 + sweep.first[-1] // 8  # bytes of a state: its bits, what it holds, and its place
    for variable in sweep.order:
        layer = sweep.decide(variable, layer)
        states += len(layer)
        if states > problem["states"]:
            raise TooManyStates("sweep", "there are more states than it says")
        if len(layer) * size > MAX_BYTES:
            raise TooManyStates(
                "sweep", f"{len(layer):,} states after one decision, of {size:,} bytes each, are too many"
            )
    top = sweep.first[-1]
    ends = {(needs >> top) - sweep.middle: held for needs, held in layer.items() if not needs & ((1 << top) - 1)}
    count = sum(ends.values()) if sweep.aside < 0 else sum(need == 0 for need in ends.values())
    if count != problem["count"] or (problem["value"] is not None and not ends.keys() <= {problem["value"]}):
        raise Refused("sweep", f"there are {count} solutions, worth {sorted(ends)}")
    return states
