"""Contested instances: what each contestant claims, whose answer is wrong and why, and the standing of each backend."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from rookery.compare.analysis import Analysis, contestant, is_solved
from rookery.compare.records.record import (
    KNOWN,
    Dispute,
    Ended,
    KnownValue,
    Matter,
    Record,
    Said,
    Solution,
    placement_of,
)
from rookery.models import BadInput, Placement
from rookery.models.problems.registry import declare

CRASHES = frozenset({Ended.CRASH, Ended.EXCEPTION, Ended.LOST})


class Reason(StrEnum):
    """Why an answer is contested, the strongest reason first; each but the last one makes it wrong."""

    REFUTED = "refuted"  # a solution that both referees accept contradicts the answer
    REFUSED = "refused"  # a referee refused its solution
    INCONSISTENT = "inconsistent"  # the backend's own runs contradict each other
    KNOWN = "known"  # a known value contradicts it
    CONTRADICTED = "contradicted"  # another backend contradicts it, and nothing shows who is right

    @property
    def wrong(self) -> bool:
        """Whether the answer is wrong, not merely in doubt."""
        return self is not Reason.CONTRADICTED


ORDER = {reason: number for number, reason in enumerate(Reason)}


class Assertion(NamedTuple):
    """An answer, the contestants that give it, one of their runs, and the known value if it is the same.

    A known value that no run answers has neither contestants nor a run.
    """

    who: tuple[str, ...]
    record: Record | None
    known: KnownValue | None = None


@dataclass(frozen=True)
class Contested:
    """An instance whose answers cannot all be right; `grounds` says whose answer does not stand, and why."""

    instance: str
    assertions: tuple[Assertion, ...]
    grounds: Mapping[str, Reason]
    disputes: tuple[Dispute[Solution], ...]

    @property
    def proof(self) -> Dispute[Solution] | None:
        """A dispute in which a solution refutes an answer."""
        return next((dispute for dispute in self.disputes if dispute.refuted), None)

    @property
    def main(self) -> Dispute[Solution]:
        """The dispute that says the most: one with a proof, else one of two backends, else the first."""
        between = (dispute for dispute in self.disputes if dispute.other != KNOWN)
        return self.proof or next(between, self.disputes[0])

    @property
    def witness(self) -> Solution | None:
        """The solution to show: the one that refutes an answer, else one that the main dispute is about."""
        return self.main.evidence if self.proof else self.main.witness

    @cached_property
    def placement(self) -> Placement | None:
        """The witness on its board; None without one, and for one that does not fit the problem."""
        if self.witness is None:
            return None
        try:
            return placement_of(declare(self.main.records[0].problem), self.witness)
        except BadInput:
            return None


@dataclass(frozen=True)
class BackendStanding:
    """What is held against a contestant: `grounds` by instance, who contradicts it there, and its crashes.

    `crash` is the most frequent message of its crashes.
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

    @cached_property
    def counts(self) -> Mapping[Reason, int]:
        """The number of instances for each reason, the strongest first."""
        counted = Counter(self.grounds.values())
        return {ground: counted[ground] for ground in Reason if counted[ground]}

    @property
    def wrong(self) -> bool:
        """Whether one of its answers is wrong."""
        return any(ground.wrong for ground in self.grounds.values())


def find_contested(runs: Analysis, disputes: Iterable[Dispute[Solution]]) -> tuple[Contested, ...]:
    """Return the contested instances in the order of their weightiest disputes."""
    found: dict[str, list[Dispute[Solution]]] = {}
    for dispute in disputes:
        found.setdefault(dispute.instance, []).append(dispute)
    return tuple(_contested(runs, instance, tuple(about)) for instance, about in found.items())


def _contested(runs: Analysis, instance: str, disputes: tuple[Dispute[Solution], ...]) -> Contested:
    disputing = {record.key for dispute in disputes for record in dispute.records}
    given: dict[Any, list[Record]] = {}
    for cell in runs.row(instance):
        for record in cell.records:
            if is_solved(record) or record.key in disputing:
                given.setdefault(_content(record), []).append(record)
    known = next((dispute.known for dispute in disputes if dispute.known), None)
    assertions = [_assertion(records, known) for records in given.values()]
    if known and not any(each.known for each in assertions):
        assertions.append(Assertion((), None, known))
    grounds = _find_grounds(disputes)
    assertions.sort(key=lambda each: (grounds.keys().isdisjoint(each.who), not each.who))  # disputed ones first
    return Contested(instance, tuple(assertions), grounds, disputes)


def _content(record: Record) -> tuple[Any, ...]:
    """Return what a run answers, equal for equal answers."""
    count = record.count if record.want != "one" else None
    bound = None if record.complete else record.bound
    digest = record.solutions_hash if record.want == "all" else None
    refused = record.ended is Ended.INVALID
    return record.said, refused, count, record.orbits, record.objective, digest, record.complete, bound


def _assertion(records: Sequence[Record], known: KnownValue | None) -> Assertion:
    first = records[0]
    figures = {"optimum": first.objective, "orbits": first.orbits, "count": first.count}
    proven = is_solved(first) and not (known and known.what == "optimum" and first.said is Said.FEASIBLE)
    agrees = known is not None and proven and figures[known.what] == known.value
    return Assertion(tuple(dict.fromkeys(map(contestant, records))), first, known if agrees else None)


def _find_grounds(disputes: Sequence[Dispute[Solution]]) -> dict[str, Reason]:
    """Return the reason against each contested answer; being contradicted by a wrong answer is none."""
    wrong: dict[str, Reason] = {}
    for who, ground in sorted(_find_faults(disputes), key=lambda each: ORDER[each[1]]):
        wrong.setdefault(who, ground)
    pairs = [(dispute.one, dispute.other) for dispute in disputes if _is_between_contestants(dispute)]
    in_doubt = {who: Reason.CONTRADICTED for pair in pairs if wrong.keys().isdisjoint(pair) for who in pair}
    return wrong | in_doubt


def _find_faults(disputes: Sequence[Dispute[Solution]]) -> Iterator[tuple[str, Reason]]:
    known_fails = any(dispute.refuted == KNOWN for dispute in disputes)
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


def judge_contestants(runs: Analysis, contested: Sequence[Contested]) -> tuple[BackendStanding, ...]:
    """Return the standing of each contestant: the wrong ones first, then the contradicted, then those that crashed."""
    standings = (_judge(runs, who, contested) for who in runs.contestants)
    return tuple(sorted(standings, key=lambda each: (not each.wrong, not each.grounds, not each.crashes)))


def _judge(runs: Analysis, who: str, contested: Sequence[Contested]) -> BackendStanding:
    cells = runs.column(who)
    records = [record for cell in cells for record in cell.records]
    crashes = [record for record in records if record.ended in CRASHES]
    against = [each for each in contested if who in each.grounds]
    disputes = [dispute for each in against for dispute in each.disputes if who in (dispute.one, dispute.other)]
    opponents = {name for each in disputes if _is_between_contestants(each) for name in (each.one, each.other)} - {who}
    sources = dict.fromkeys(each.known.source for each in disputes if each.known and each.refuted != KNOWN)
    return BackendStanding(
        contestant=who,
        instances=len(cells),
        answered=sum(bool(cell.solved) for cell in cells),
        grounds={each.instance: each.grounds[who] for each in against},
        opponents=tuple(sorted(opponents)),
        sources=tuple(sources),
        runs=len(records),
        crashes=len(crashes),
        crash=Counter(record.message for record in crashes).most_common(1)[0][0] if crashes else "",
    )
