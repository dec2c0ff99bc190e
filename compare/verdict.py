"""Who is right: the claims of backends against each other, published values, and solutions that both referees accept.

The claim of less trust is wrong. Claims of equal trust leave open who is right: no backend is outvoted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from math import inf
from typing import Any

from rookery.compare.analysis import Analysis, Cell
from rookery.compare.claims import (
    ANY,
    SOME,
    SUBJECTS,
    Claim,
    Trust,
    claim_of,
    published_claims,
)
from rookery.compare.judge import fault_of
from rookery.compare.problems import compare_command, declare_asked, proof_command
from rookery.compare.record import CRASHES, Ended, Record, Said, Solution, placement_of
from rookery.models import BadInput, Placement

CHECKED, REFEREES = "a checked solution", "the referees"
SILENT = frozenset({Ended.INVALID, Ended.LOST, Ended.UNSUPPORTED, Ended.EXCEPTION})
REFUSED = "refused answer"


class Reason(StrEnum):
    """Why an answer is contested, the strongest reason first; each but the last one makes it wrong."""

    REFUTED = "refuted"  # a solution that both referees accept contradicts the answer
    REFUSED = "refused"  # a referee refused its solution
    INCONSISTENT = "inconsistent"  # the backend's own runs contradict each other, or an answer itself
    KNOWN = "known"  # a published value contradicts it
    CONTRADICTED = "contradicted"  # another backend contradicts it, and nothing shows who is right

    @property
    def wrong(self) -> bool:
        """Whether the answer is wrong, not merely in doubt."""
        return self is not Reason.CONTRADICTED


@dataclass(frozen=True)
class Dispute:
    """Two claims about one instance that cannot both be right; `about` is one of `SUBJECTS`, or `REFUSED`."""

    instance: str
    about: str
    one: Claim
    other: Claim
    note: str = ""  # what the referees say about an answer that they refused

    @property
    def wrong(self) -> Claim | None:
        """The claim of less trust; None if nothing shows who is right."""
        if self.one.trust == self.other.trust:
            return None
        return min(self.one, self.other, key=lambda claim: claim.trust)

    @property
    def message(self) -> str:
        """The two claims in words."""
        if self.note or self.one is self.other:
            return self.note or f"{self.one.name} contradicts itself: it says that {self.one.say(self.about)}"
        weak, strong = sorted((self.one, self.other), key=lambda claim: claim.trust)
        verb = "shows" if strong.trust is Trust.CHECKED else "says"
        return f"{weak.name} says that {weak.say(self.about)}, but {strong.name} {verb} that {strong.say(self.about)}"

    @property
    def evidence(self) -> Solution | None:
        """The solution that proves a claim false, or that the referees refused; None if nothing is proven."""
        strong, weak = sorted((self.one, self.other), key=lambda claim: -claim.trust)
        if strong.trust is not Trust.CHECKED:
            return None
        left_out = (solution for solution in strong.shown if solution not in weak.shown)
        return next(left_out, next(iter(strong.shown), None))

    @property
    def records(self) -> list[Record]:
        """The runs behind it."""
        found = {each.record.key: each.record for each in (self.one, self.other) if each.record}
        return list(found.values())

    @property
    def command(self) -> str:
        """The command line that puts the question again to the backends in dispute."""
        return compare_command(self.records) if self.records else ""

    def __str__(self) -> str:
        return f"{self.instance}: {self.message}"


def claim_of_run(record: Record) -> Claim:
    """Return the claim of a run that ended in its own way, or was cut."""
    claim = claim_of(record, record.contestant, record.goal, record.said is Said.INFEASIBLE, record.solutions_hash)
    return replace(claim, shown=record.solutions, record=record)


def checked_claims(records: Iterable[Record], again: bool) -> Iterator[Claim]:
    """Yield what solutions prove: there is one, an optimum is no worse, and there are so many of a value.

    `again` lets the referees check the solutions once more, since a store may hold anything.
    """
    by_value = defaultdict[int | None, dict[frozenset[Any], tuple[Solution, Record]]](dict)
    for record in records:
        for solution in record.solutions:
            if not again or _is_accepted(record, solution):
                found = by_value[record.objective if record.goal else None]
                found.setdefault(frozenset(solution), (solution, record))  # in whatever order the pieces are listed
    for value, distinct in by_value.items():
        shown = tuple(solution for solution, _ in distinct.values())
        _, first = next(iter(distinct.values()))
        yield Claim(
            CHECKED,
            SOME,
            optimum=ANY if value is None else (-inf, value) if first.goal < 0 else (value, inf),
            count=(len(shown), inf),
            orbits=(_count_orbits(first, shown) if first.up_to_symmetry else 0, inf),
            value=value,
            trust=Trust.CHECKED,
            shown=shown,
            record=first,
        )


def _count_orbits(record: Record, solutions: Iterable[Solution]) -> int:
    try:
        problem = declare_asked(record.problem)
        return len({problem.canonical(placement_of(problem, each)) for each in solutions})
    except BadInput:
        return 0


def _is_accepted(record: Record, solution: Solution) -> bool:
    try:
        return not fault_of(declare_asked(record.problem), solution, record.objective)
    except BadInput:  # of a family that is not installed here
        return False


def find_contested(records: Iterable[Record]) -> list["Contested"]:
    """Return the instances whose answers cannot all be right, the weightiest disputes and the smallest boards first."""
    by_instance = defaultdict[str, list[Record]](list)
    for record in records:
        by_instance[record.instance].append(record)
    found = list(filter(None, map(_contest, by_instance.values())))
    return sorted(found, key=lambda each: (_weigh(each.disputes[0]), each.size, each.instance))


def _weigh(dispute: Dispute) -> int:
    return len(SUBJECTS) if dispute.about == REFUSED else SUBJECTS.index(dispute.about)


def _contest(runs: Sequence[Record]) -> "Contested | None":
    speaking = [record for record in runs if record.ended not in SILENT]
    claims = [*dict.fromkeys(map(claim_of_run, speaking)), *published_claims(runs[0].problem)]
    disputes = _dispute(claims, checked_claims(speaking, again=False))
    if disputes:  # only now, because declaring a problem takes time
        disputes = _dispute(claims, checked_claims(speaking, again=True))
    for record in runs:
        if record.ended is Ended.INVALID:
            note = record.message or "a referee refused the answer"
            one = Claim(record.contestant, record=record)
            other = Claim(REFEREES, trust=Trust.CHECKED, shown=record.solutions[:1])
            disputes.setdefault((record.contestant, REFEREES), Dispute(record.instance, REFUSED, one, other, note))
    if not disputes:
        return None
    ordered = sorted(disputes.values(), key=_weigh)
    return Contested(runs[0].instance, runs[0].size, tuple(ordered), tuple(claims))


def _dispute(claims: Sequence[Claim], checked: Iterable[Claim]) -> dict[tuple[str, str], Dispute]:
    """Return the weightiest dispute of each two claimants; a claim may contradict itself."""
    found = dict[tuple[str, str], Dispute]()
    instance = next((claim.record.instance for claim in claims if claim.record), "")
    everything = [*claims, *checked]
    for one, other in [*combinations(everything, 2), *((claim, claim) for claim in everything)]:
        about, pair = one.contradiction(other), (one.who, other.who)
        if about and (pair not in found or SUBJECTS.index(about) < _weigh(found[pair])):
            found[pair] = Dispute(instance, about, one, other)
    return found


@dataclass(frozen=True)
class Contested:
    """An instance whose answers cannot all be right: its disputes, the weightiest first, and all that is claimed."""

    instance: str
    size: int
    disputes: tuple[Dispute, ...]
    claims: tuple[Claim, ...]

    @cached_property
    def grounds(self) -> Mapping[str, Reason]:
        """The reason against each contested answer; being contradicted by a wrong answer is none."""
        wrong = dict[str, Reason]()
        for who, ground in sorted(self._find_faults(), key=lambda each: list(Reason).index(each[1])):
            wrong.setdefault(who, ground)
        pairs = [(each.one.who, each.other.who) for each in self.disputes if each.one.trust == each.other.trust == 0]
        in_doubt = {who: Reason.CONTRADICTED for pair in pairs if wrong.keys().isdisjoint(pair) for who in pair}
        return wrong | in_doubt

    def _find_faults(self) -> Iterator[tuple[str, Reason]]:
        refuted = {each.wrong for each in self.disputes}
        for each in self.disputes:
            strong = each.one if each.wrong is each.other else each.other
            if each.about == REFUSED:
                yield each.one.who, Reason.REFUSED
            elif each.wrong is None and each.one.who == each.other.who:
                yield each.one.who, Reason.INCONSISTENT
            elif each.wrong and each.wrong.trust is Trust.BACKEND and strong not in refuted:
                yield each.wrong.who, Reason.REFUTED if strong.trust is Trust.CHECKED else Reason.KNOWN

    @property
    def main(self) -> Dispute:
        """The dispute that says the most: one with evidence, else one of two backends, else the first."""
        evident = (each for each in self.disputes if each.evidence)
        between = (each for each in self.disputes if each.one.trust == each.other.trust)
        return next(evident, next(between, self.disputes[0]))

    @property
    def settling(self) -> str:
        """The command whose certificate shows who is right, where nothing else does and a proof can."""
        unsettled = set(self.grounds.values()) == {Reason.CONTRADICTED}
        return proof_command(self.record) if unsettled and self.main.about in ("solutions", "optimum") else ""

    @property
    def proof(self) -> Dispute | None:
        """The dispute in which a solution refutes an answer or a published value; None if there is none."""
        return self.main if self.main.evidence and self.main.about != REFUSED else None

    @property
    def witness(self) -> Solution | None:
        """The solution to show: the one that refutes an answer, else one that the main dispute is about."""
        return self.main.evidence or next(iter([*self.main.other.shown, *self.main.one.shown]), None)

    @property
    def record(self) -> Record:
        """One of its runs."""
        return next(record for each in self.disputes for record in each.records)

    @cached_property
    def placement(self) -> Placement | None:
        """The witness on its board; None without one, and for one that does not fit the problem."""
        if self.witness is None:
            return None
        try:
            return placement_of(declare_asked(self.record.problem), self.witness)
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


def judge_contestants(runs: Analysis, contested: Sequence[Contested]) -> tuple[BackendStanding, ...]:
    """Return the standing of each contestant: the wrong ones first, then the contradicted, then those that crashed."""
    standings = [_judge(who, runs.column(who), contested) for who in runs.contestants]
    return tuple(sorted(standings, key=lambda each: (not each.wrong, not each.grounds, not each.crashes)))


def _judge(who: str, cells: Sequence[Cell], contested: Sequence[Contested]) -> BackendStanding:
    records = [record for cell in cells for record in cell.records]
    crashes = Counter(record.message for record in records if record.ended in CRASHES)
    against = [each for each in contested if who in each.grounds]
    disputes = [each for one in against for each in one.disputes if who in (each.one.who, each.other.who)]
    others = [claim for each in disputes for claim in (each.one, each.other) if claim.who != who]
    return BackendStanding(
        contestant=who,
        instances=len(cells),
        answered=sum(bool(cell.solved) for cell in cells),
        grounds={each.instance: each.grounds[who] for each in against},
        opponents=tuple(sorted({claim.who for claim in others if claim.trust is Trust.BACKEND})),
        sources=tuple(dict.fromkeys(claim.source for claim in others if claim.trust is Trust.PUBLISHED)),
        runs=len(records),
        crashes=crashes.total(),
        crash=next((message for message, _ in crashes.most_common(1)), ""),
    )
