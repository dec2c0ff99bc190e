"""Who is right: an answer is a claim of a few intervals, and two claims contradict each other where intervals miss.

A claim of more trust beats one of less: a solution that both referees accept, a published value, a backend. Claims of
equal trust leave open who is right: no backend is outvoted.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cached_property
from itertools import combinations
from math import inf
from typing import Any

from rookery.backends import Answer, Status
from rookery.compare.analysis import Analysis
from rookery.compare.judge import fault_of
from rookery.compare.known_values import find_published
from rookery.compare.problems import compare_command, declare_asked
from rookery.compare.record import CRASHES, Ended, Record, Said, Solution, placement_of, solution_of
from rookery.models import BadInput, Placement

Interval = tuple[float, float]
ANY, COUNTS, SOME, NONE = (-inf, inf), (0, inf), (1, inf), (0, 0)
CHECKED, PUBLISHED, REFEREES = "a checked solution", "the published value", "the referees"
SILENT = frozenset({Ended.INVALID, Ended.LOST, Ended.UNSUPPORTED, Ended.EXCEPTION})
REFUSED = "invalid answer"
SUBJECTS = ("solutions", "optimum", "count", "orbits", "list")  # of disputes, the weightiest first


class Trust(IntEnum):
    """How far a claim is trusted."""

    BACKEND = 0
    PUBLISHED = 1
    CHECKED = 2  # a solution that both referees accept


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
class Claim:
    """A statement about an instance: each interval holds what is claimed, with both ends.

    `solutions` is their number as far as it matters whether there are any. `count`, `orbits` and `digest` (of a
    complete list) are about the solutions whose objective is `value`; None stands for the best ones, or for all without
    a goal. `shown` are solutions that go with the claim, `source` is a publication, `record` one of the runs behind it.
    """

    who: str
    solutions: Interval = COUNTS
    optimum: Interval = ANY
    count: Interval = COUNTS
    orbits: Interval = COUNTS
    digest: str | None = None
    value: int | None = None
    trust: Trust = Trust.BACKEND
    source: str = ""
    shown: tuple[Solution, ...] = field(default=(), compare=False, repr=False)
    record: Record | None = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The claimant, with the source of a value that was published."""
        return f"{self.who} ({self.source})" if self.source else self.who

    def contradiction(self, other: "Claim") -> str:
        """Return what both cannot be right about, the weightiest of `SUBJECTS`; empty if both can be right."""
        same = None in (self.value, other.value) or self.value == other.value
        for name in SUBJECTS[:4] if same else SUBJECTS[:2]:
            (low, high), (lower, higher) = getattr(self, name), getattr(other, name)
            if low > higher or lower > high:
                return name
        return "list" if same and None not in (self.digest, other.digest) and self.digest != other.digest else ""

    def say(self, about: str) -> str:
        """Return what it says about a subject: `that the optimum is at most 5`."""
        if about == "list":
            return "that the solutions are others"
        low, high = getattr(self, about)
        if about == "solutions":
            return "that there is a solution" if low else "that there is no solution"
        what = "the optimum" if about == "optimum" else f"the number of {'solutions' if about == 'count' else about}"
        amount = f"{low:,}" if low == high else f"at most {high:,}" if low in (0, -inf) else f"at least {low:,}"
        return f"that {what} is {amount if low == high or inf in (high, -low) else f'from {low:,} to {high:,}'}"


@dataclass(frozen=True)
class Dispute:
    """Two claims about one instance that cannot both be right; `about` is one of `SUBJECTS`, or "invalid answer"."""

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
            return self.note or f"{self.one.name} contradicts itself: it says {self.one.say(self.about)}"
        return " and ".join(f"{each.name} says {each.say(self.about)}" for each in (self.one, self.other))

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


Published = Callable[[Record], Iterable[Claim]]
Accepts = Callable[[Record, Solution], bool]


def claim_of(source: Record | Answer, who: str, goal: int, infeasible: bool, digest: str | None = None) -> Claim:
    """Return what an answer says for certain: a partial count, or an optimum that is not proven, is a bound."""
    if infeasible:
        return Claim(who, NONE, count=NONE, orbits=NONE)
    found, bound = source.objective, source.bound
    low, high = (bound, found) if goal < 0 else (found, bound)
    counted = source.count is not None and source.want != "one" and (not goal or (low == high and found is not None))
    many, exact = source.count or 0, counted and source.complete
    return Claim(
        who,
        solutions=SOME if many or (goal and found is not None) else COUNTS,
        optimum=(-inf if low is None else low, inf if high is None else high) if goal else ANY,
        count=(many, many if exact else inf) if counted else COUNTS,
        orbits=(source.orbits, source.orbits) if exact and source.orbits is not None else COUNTS,
        digest=digest if exact else None,
        value=found if counted and goal else None,
    )


def claim_of_run(record: Record) -> Claim:
    """Return the claim of a run that ended in its own way, or was cut."""
    claim = claim_of(record, record.contestant, record.goal, record.said is Said.INFEASIBLE, record.solutions_hash)
    return replace(claim, shown=record.solutions, record=record)


def published_claims(record: Record) -> Iterator[Claim]:
    """Yield what is published about the problem of a record."""
    for what, value, source in find_published(record.problem):
        intervals: dict[str, Any] = {what: (value, value)}
        solutions = NONE if value == 0 and what != "optimum" else SOME
        yield Claim(PUBLISHED, solutions, trust=Trust.PUBLISHED, source=source, **intervals)


def checked_claims(records: Iterable[Record], accepts: Accepts) -> Iterator[Claim]:
    """Yield what accepted solutions prove: there is one, an optimum is no worse, and there are so many of a value."""
    by_value = defaultdict[int | None, dict[frozenset[Any], tuple[Solution, Record]]](dict)
    for record in records:
        for solution in record.solutions:
            if accepts(record, solution):
                found = by_value[record.objective if record.goal else None]
                found.setdefault(frozenset(solution), (solution, record))  # in whatever order the pieces are listed
    for value, distinct in by_value.items():
        shown = tuple(solution for solution, _ in distinct.values())
        _, first = next(iter(distinct.values()))
        orbits = len(set(_canonical(first, shown))) if first.up_to_symmetry else 0
        optimum = ANY if value is None else (-inf, value) if first.goal < 0 else (value, inf)
        yield Claim(
            CHECKED,
            SOME,
            optimum,
            (len(shown), inf),
            (orbits, inf),
            None,
            value,
            Trust.CHECKED,
            shown=shown,
            record=first,
        )


def _canonical(record: Record, solutions: Iterable[Solution]) -> Iterator[Solution]:
    with suppress(BadInput):
        problem = declare_asked(record.problem)
        for each in solutions:
            yield solution_of(problem.canonical(placement_of(problem, each)))


def _referee(record: Record, solution: Solution) -> bool:
    try:
        return not fault_of(declare_asked(record.problem), solution, record.objective)
    except BadInput:  # of a family that is not installed here
        return False


def compare_answers(answers: Sequence[Answer]) -> list[Dispute]:
    """Return the disputes between answers to one problem; raises `ValueError` for answers to different ones.

    An answer at a limit is no dispute: it claims only its solutions and its proofs.
    """
    if any(answer.problem != answers[0].problem for answer in answers[1:]):
        raise ValueError("answers to different problems cannot be compared")
    claims = [claim_of(each, each.backend, each.problem.goal, each.status is Status.INFEASIBLE) for each in answers]
    return [
        Dispute(answers[0].problem.title, about, one, other)
        for one, other in combinations(claims, 2)
        if (about := one.contradiction(other))
    ]


def find_contested(records: Iterable[Record], published: Published = published_claims) -> list["Contested"]:
    """Return the instances whose answers cannot all be right, the weightiest disputes and the smallest boards first."""
    by_instance = defaultdict[str, list[Record]](list)
    for record in records:
        by_instance[record.instance].append(record)
    found = [contested for runs in by_instance.values() if (contested := _contest(runs, published))]
    return sorted(found, key=lambda each: (_weigh(each.disputes[0]), each.size, each.instance))


def _weigh(dispute: Dispute) -> int:
    return len(SUBJECTS) if dispute.about == REFUSED else SUBJECTS.index(dispute.about)


def _contest(runs: Sequence[Record], published: Published) -> "Contested | None":
    speaking = [record for record in runs if record.ended not in SILENT]
    claims = list({claim: claim for claim in map(claim_of_run, speaking)}.values()) + list(published(runs[0]))
    disputes = _dispute(claims, checked_claims(speaking, lambda record, solution: True))
    if disputes:  # a store may hold anything: what proves something is put to the referees again
        disputes = _dispute(claims, checked_claims(speaking, _referee))
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
        """The dispute that says the most: one with a proof, else one of two backends, else the first."""
        proven = (each for each in self.disputes if each.wrong and each.wrong.who != PUBLISHED and each.evidence)
        between = (each for each in self.disputes if each.one.trust == each.other.trust)
        return next(proven, next(between, self.disputes[0]))

    @property
    def proof(self) -> Dispute | None:
        """The dispute in which a solution refutes an answer or a published value; None if there is none."""
        return next((each for each in self.disputes if each.evidence and each.about != REFUSED), None)

    @property
    def witness(self) -> Solution | None:
        """The solution to show: the one that refutes an answer, else one that the main dispute is about."""
        if self.proof:
            return self.proof.evidence
        shown = [*self.main.other.shown, *self.main.one.shown]
        return self.main.evidence or next(iter(shown), None)

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
    standings = (_judge(runs, who, contested) for who in runs.contestants)
    return tuple(sorted(standings, key=lambda each: (not each.wrong, not each.grounds, not each.crashes)))


def _judge(runs: Analysis, who: str, contested: Sequence[Contested]) -> BackendStanding:
    cells = runs.column(who)
    records = [record for cell in cells for record in cell.records]
    crashes = [record for record in records if record.ended in CRASHES]
    against = [each for each in contested if who in each.grounds]
    disputes = [each for one in against for each in one.disputes if who in (each.one.who, each.other.who)]
    others = [claim for each in disputes for claim in (each.one, each.other) if claim.who != who]
    known = dict.fromkeys(claim.source for claim in others if claim.trust is Trust.PUBLISHED)
    return BackendStanding(
        contestant=who,
        instances=len(cells),
        answered=sum(bool(cell.solved) for cell in cells),
        grounds={each.instance: each.grounds[who] for each in against},
        opponents=tuple(sorted({claim.who for claim in others if claim.trust is Trust.BACKEND})),
        sources=tuple(known),
        runs=len(records),
        crashes=len(crashes),
        crash=Counter(record.message for record in crashes).most_common(1)[0][0] if crashes else "",
    )
