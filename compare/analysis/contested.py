"""Contested instances: the claims, the wrong ones and the reasons, and the standing of each backend."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from rookery.compare.analysis.cells import Grid, contestant, is_solved
from rookery.compare.records.record import KNOWN, Dispute, Ended, KnownValue, Matter, Record, Said, Solution

CRASHES = frozenset({Ended.CRASH, Ended.EXCEPTION, Ended.LOST})
Content = tuple[Any, ...]


class Reason(StrEnum):
    """The reason why an answer is contested, the strongest first; all but the last are enough to call it wrong."""

    REFUTED = "refuted"  # a solution that both referees accept cannot be if the answer holds
    REFUSED = "refused"  # a referee refused its solution
    INCONSISTENT = "inconsistent"  # its own runs contradict each other
    KNOWN = "known"  # a known value contradicts it
    CONTRADICTED = "contradicted"  # another backend contradicts it, and nothing shows who is right

    @property
    def wrong(self) -> bool:
        """Return whether the answer is wrong, and not merely in doubt."""
        return self is not Reason.CONTRADICTED


class Assertion(NamedTuple):
    """An answer to a contested instance: the contestants that give it, one of their runs, the known value of the same.

    A known value that no run answers has no contestants and no run.
    """

    who: tuple[str, ...]
    record: Record | None
    known: KnownValue | None = None


@dataclass(frozen=True)
class Contested:
    """An instance whose answers cannot all be right; `grounds` name whose answer does not stand, and why."""

    instance: str
    assertions: tuple[Assertion, ...]
    grounds: Mapping[str, Reason]
    disputes: tuple[Dispute[Solution], ...]

    @property
    def settled(self) -> bool:
        """Return whether the wrong answer is known."""
        return any(ground.wrong for ground in self.grounds.values())

    @property
    def proof(self) -> Dispute[Solution] | None:
        """A dispute in which a solution refutes an answer; None if there is none."""
        return next((dispute for dispute in self.disputes if dispute.refuted), None)

    @property
    def main(self) -> Dispute[Solution]:
        """The dispute that says the most: one with a proof, else one of two backends, else the first."""
        with_command = (dispute for dispute in self.disputes if dispute.other != KNOWN)
        return self.proof or next(with_command, self.disputes[0])


@dataclass(frozen=True)
class BackendStanding:
    """The charges against one contestant: `grounds` by instance, the contestants that contradict it there, and its
    crashes.

    `upheld` is the number of contested instances on which others are wrong and it is not. `crash` is the most frequent
    message of its crashes.
    """

    contestant: str
    instances: int
    answered: int
    grounds: Mapping[str, Reason]
    opponents: tuple[str, ...]
    sources: tuple[str, ...]
    runs: int
    crashes: int
    crash: str
    upheld: int = 0

    @property
    def uncontested(self) -> int:
        """The number of answered instances on which no answer is contested."""
        return max(0, self.answered - len(self.grounds) - self.upheld)

    @cached_property
    def counts(self) -> Mapping[Reason, int]:
        """The number of instances on which each reason counts against the contestant, the strongest first."""
        counted = Counter(self.grounds.values())
        return {ground: counted[ground] for ground in Reason if counted[ground]}

    @property
    def wrong(self) -> bool:
        """Return whether an answer of its is wrong."""
        return any(ground.wrong for ground in self.grounds.values())


def find_contested(grid: Grid, disputes: Iterable[Dispute[Solution]]) -> tuple[Contested, ...]:
    """The contested instances, in the order of their weightiest disputes."""
    found: dict[str, list[Dispute[Solution]]] = {}
    for dispute in disputes:
        found.setdefault(dispute.instance, []).append(dispute)
    return tuple(
        Contested(instance, _find_assertions(grid, instance, about), _find_grounds(about), tuple(about))
        for instance, about in found.items()
    )


def judge_contestants(grid: Grid, contested: Sequence[Contested]) -> tuple[BackendStanding, ...]:
    """The standing of each contestant, those that are wrong first, then those that are contradicted or crash."""
    standings = (_judge(grid, who, contested) for who in grid.contestants)
    return tuple(sorted(standings, key=lambda each: (not each.wrong, not each.grounds, not each.crashes)))


def _find_grounds(disputes: Sequence[Dispute[Solution]]) -> dict[str, Reason]:
    """The answers that are wrong, each with the reason; a contradiction by a wrong answer does not count."""
    known_fails = any(dispute.refuted == KNOWN for dispute in disputes)
    wrong: dict[str, Reason] = {}
    for who, ground in sorted(_find_faults(disputes, known_fails), key=lambda each: list(Reason).index(each[1])):
        wrong.setdefault(who, ground)
    between = [(dispute.one, dispute.other) for dispute in disputes if _is_between_contestants(dispute)]
    open_ones = {who: Reason.CONTRADICTED for pair in between if not wrong.keys() & set(pair) for who in pair}
    return wrong | open_ones


def _find_faults(disputes: Iterable[Dispute[Solution]], known_fails: bool) -> Iterator[tuple[str, Reason]]:
    for dispute in disputes:
        if dispute.refuted and dispute.refuted != KNOWN:
            yield dispute.refuted, Reason.REFUTED
        elif dispute.matter is Matter.REFUSED:
            yield dispute.one, Reason.REFUSED
        elif dispute.one == dispute.other:
            yield dispute.one, Reason.INCONSISTENT
        elif dispute.other == KNOWN and not known_fails:
            yield dispute.one, Reason.KNOWN


def _is_between_contestants(dispute: Dispute[Solution]) -> bool:
    return dispute.other != KNOWN and dispute.matter is not Matter.REFUSED


def _find_assertions(grid: Grid, instance: str, disputes: Sequence[Dispute[Solution]]) -> tuple[Assertion, ...]:
    """The claims, each once, disputed ones first."""
    disputing = {record.key for dispute in disputes for record in dispute.records}
    cells = (grid.cell(instance, who) for who in grid.contestants)
    runs = [record for cell in cells if cell for record in cell.records if is_solved(record) or record.key in disputing]
    given: dict[Content, list[Record]] = {}
    for record in runs:
        given.setdefault(_content(record), []).append(record)
    known = next((dispute.known for dispute in disputes if dispute.known), None)
    found = [_make_assertion(records, known) for records in given.values()]
    if known and not any(each.known for each in found):
        found.append(Assertion((), None, known))
    grounds = _find_grounds(disputes)
    return tuple(sorted(found, key=lambda each: (not any(grounds.get(who) for who in each.who), not each.who)))


def _make_assertion(records: Sequence[Record], known: KnownValue | None) -> Assertion:
    first = records[0]
    agrees = known is not None and is_solved(first) and _says(first, known)
    who = tuple(dict.fromkeys(map(contestant, records)))
    return Assertion(who, first, known if agrees else None)


def _says(record: Record, known: KnownValue) -> bool:
    value = {"optimum": record.objective, "orbits": record.orbits, "count": record.count}[known.what]
    return value == known.value and (known.what != "optimum" or record.said is not Said.FEASIBLE)


def _content(record: Record) -> Content:
    """The content of a run's answer, equal for equal answers."""
    count = record.count if record.want != "one" else None
    partial = () if record.complete else (record.bound,)
    digest = record.solutions_hash if record.want == "all" else None
    return record.said, record.ended is Ended.INVALID, count, record.orbits, record.objective, digest, *partial


def _judge(grid: Grid, who: str, contested: Sequence[Contested]) -> BackendStanding:
    cells = grid.of(who)
    records = [record for cell in cells for record in cell.records]
    against = [each for each in contested if who in each.grounds]
    grounds = {each.instance: each.grounds[who] for each in against}
    disputes = [dispute for each in against for dispute in each.disputes if who in (dispute.one, dispute.other)]
    others = {name for each in disputes if _is_between_contestants(each) for name in (each.one, each.other)} - {who}
    sources = dict.fromkeys(each.known.source for each in disputes if each.known and each.refuted != KNOWN)
    crashes = [record for record in records if record.ended in CRASHES]
    messages = Counter(record.message for record in crashes).most_common(1)
    answered = sum(bool(cell.solved) for cell in cells)
    facts = len(cells), answered, grounds, tuple(sorted(others)), tuple(sources)
    upheld = sum(
        each.settled and who not in each.grounds and any(who in claim.who for claim in each.assertions)
        for each in contested
    )
    return BackendStanding(who, *facts, len(records), len(crashes), messages[0][0] if messages else "", upheld)
