"""The verdict: which records of a campaign contradict each other, or what is known from elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any

from rookery.backends import Status, Want
from rookery.compare.analysis.cells import contestant
from rookery.compare.analysis.findings import Dispute, refusals
from rookery.compare.campaign.tasks import asked
from rookery.compare.problems.command_lines import Side, comparing
from rookery.compare.problems.plain import declared, stable
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.verdict.claims import Claim, Contradiction, Matter, contradictions, figures
from rookery.compare.verdict.known import WHO, known_claims

Solution = tuple[tuple[str, int, int], ...]
SILENT = (Ended.INVALID, Ended.LOST, Ended.UNSUPPORTED, Ended.EXCEPTION)
WEIGHT = list(Matter)


@dataclass(frozen=True)
class Clash:
    """A dispute with the records behind it; `other` is None where a known value or the referees stand against one."""

    dispute: Dispute
    one: Record
    other: Record | None

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of both sides."""
        return (self.one,) if self.other is None else (self.one, self.other)


def disputes(records: Sequence[Record]) -> list[Dispute]:
    """What the records dispute, the weightiest first; empty where all agree as far as they say something."""
    return [clash.dispute for clash in clashes(records)]


def clashes(records: Sequence[Record]) -> list[Clash]:
    """The disputes of a campaign with their records: each two entrants at most once an instance, nobody outvoted."""
    by_problem = sorted(records, key=lambda record: stable(record.problem))
    found: dict[tuple[str, str, str], Clash] = {}
    for _, group in groupby(by_problem, key=lambda record: stable(record.problem)):
        for clash in _clashing(list(group)):
            found.setdefault((clash.dispute.instance, clash.dispute.one, clash.dispute.other), clash)
    return sorted(found.values(), key=lambda clash: (WEIGHT.index(Matter(clash.dispute.matter)), clash.one.size))


def refused(records: Sequence[Record]) -> list[Clash]:
    """The answers that the referees refused, as clashes with these."""
    return [Clash(dispute, record, None) for dispute, record in refusals(records).values()]


def _clashing(records: list[Record]) -> Iterator[Clash]:
    """The clashes about one problem; records that claim the same are compared once."""
    told = {(contestant(each), _content(claim)): (each, claim) for each in records if (claim := claimed(each))}
    for (one, this), (other, that) in combinations(
        sorted(told.values(), key=lambda pair: (pair[1].who, pair[0].seed)), 2
    ):
        for why in contradictions(this, that):
            yield Clash(_dispute(why, one, contestant(other), other), one, other)
            break
    for one, this in told.values():
        for known in known_claims(one):
            for why in contradictions(this, known):
                yield Clash(_dispute(why, one, WHO, None), one, None)


def _content(claim: Claim[Solution]) -> tuple[Any, ...]:
    said = claim.status, claim.complete, claim.count, claim.orbits, claim.objective, claim.bound
    return (*said, claim.want, claim.digest, claim.solutions)


def _dispute(why: Contradiction[Solution], one: Record, who: str, other: Record | None) -> Dispute:
    return Dispute(
        instance=one.instance,
        matter=why.matter.value,
        told=why.told,
        one=contestant(one),
        other=who,
        command=reproducing([one] if other is None else [one, other]),
        witness=why.witness or (),
        problem=one.problem,
    )


def claimed(record: Record) -> Claim[Solution] | None:
    """What a record claims; None where it claims nothing, or nothing that counts."""
    if record.ended in SILENT or (record.said is Said.UNKNOWN and record.bound is None):
        return None
    want = Want(record.want)
    kept = record.count if record.orbits is None else record.orbits
    return Claim(
        who=contestant(record),
        goal=record.goal,
        status=_status(record),
        want=want,
        **figures(record),
        listed=record.complete and want is Want.ALL and kept == len(record.solutions),
        digest=record.solutions_hash,
        canonical=None if record.orbits is None else _Canonical(record),
    )


def _status(record: Record) -> Status:
    match record.said:
        case Said.UNKNOWN:
            return Status.UNKNOWN
        case Said.INFEASIBLE:
            return Status.INFEASIBLE
        case Said.OPTIMAL:
            return Status.OPTIMAL
        case Said.COUNT | Said.PARTIAL_COUNT if record.goal:
            return Status.OPTIMAL
    return Status.SATISFIED if record.count is None or record.count > 0 else Status.UNKNOWN


class _Canonical:
    """Turns a solution into the canonical form of its orbit."""

    def __init__(self, record: Record) -> None:
        self._problem = record.problem

    def __call__(self, solution: Solution) -> Solution:
        from rookery.compare.runs.decode import placed

        found = declared(self._problem).canonical(placed(self._problem, solution))
        return tuple((piece.name, *square) for square, piece in found.items())


def reproducing(records: Sequence[Record]) -> str:
    """The command that puts the question of some records again, to their contestants alone."""
    sides = [Side(record.backend, record.use, asked(record)) for record in records]
    return comparing(records[0].problem, sides)
