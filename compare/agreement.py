"""Whether answers to one problem agree: compared only as far as both say something, and never put to the vote."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from rookery.backends import Answer, Status, Want
from rookery.models import Minimize, Placement, Satisfy


class Matter(StrEnum):
    """What two answers disagree about, the weightiest first."""

    FEASIBILITY = "feasibility"
    OPTIMUM = "optimum"
    SOLUTIONS = "solutions"
    COUNT = "count"
    ORBITS = "orbits"


@dataclass(frozen=True)
class Disagreement:
    """Two answers to one problem that cannot both be right; `witness` is a placement that shows it, where one does."""

    one: Answer
    other: Answer
    matter: Matter
    told: str
    witness: Placement | None = None

    def __str__(self) -> str:
        return f"{self.one.problem.title}: {self.told}"


Found = Iterator[Disagreement]


def disagreements(answers: Sequence[Answer]) -> list[Disagreement]:
    """The pairs of answers that contradict each other, each pair with the weightiest matter.

    A limit that came first is no disagreement: such an answer says only what it found and what it proved. Raises
    `ValueError` for answers to different problems.
    """
    if any(answer.problem != answers[0].problem for answer in answers[1:]):
        raise ValueError("answers to different problems cannot be compared")
    pairs = combinations(answers, 2)
    return [found for one, other in pairs if (found := next(_between(one, other), None)) is not None]


def _between(one: Answer, other: Answer) -> Found:
    """Every contradiction of two answers, the weightiest first."""
    checks: tuple[Callable[[Answer, Answer], Found], ...] = (_feasibility, _optimum, _solutions, _count, _orbits)
    for check in checks:
        yield from check(one, other)


def _feasibility(one: Answer, other: Answer) -> Found:
    for no, yes in ((one, other), (other, one)):
        if no.status is Status.INFEASIBLE and yes.status in (Status.SATISFIED, Status.OPTIMAL):
            told = f"{no.backend} says that there is no solution, {yes.backend} has one"
            yield Disagreement(one, other, Matter.FEASIBILITY, told, next(iter(yes.solutions), None))


def _optimum(one: Answer, other: Answer) -> Found:
    """Each answer says that the optimum lies in a range; two ranges that do not meet contradict each other."""
    (low, high), (lower, higher) = _range(one), _range(other)
    if low > higher or lower > high:
        above, below = (one, other) if low > higher else (other, one)
        finder = below if isinstance(one.problem.model.goal, Minimize) else above
        told = f"{one.backend} says {_claim(one)}, {other.backend} says {_claim(other)}"
        yield Disagreement(one, other, Matter.OPTIMUM, told, next(iter(finder.solutions), None))


def _range(answer: Answer) -> tuple[float, float]:
    found = answer.objective
    if isinstance(answer.problem.model.goal, Satisfy):
        return float("-inf"), float("inf")
    if isinstance(answer.problem.model.goal, Minimize):
        return _or(answer.bound, float("-inf")), _or(found, float("inf"))
    return _or(found, float("-inf")), _or(answer.bound, float("inf"))


def _or(value: int | None, otherwise: float) -> float:
    return otherwise if value is None else value


def _claim(answer: Answer) -> str:
    if answer.status is Status.OPTIMAL:
        return f"that the optimum is {answer.objective}"
    fewest = isinstance(answer.problem.model.goal, Minimize)
    claims = [] if answer.objective is None else [f"that it found {answer.objective}"]
    if answer.bound is not None:
        claims.append(f"that no solution is {'below' if fewest else 'above'} {answer.bound}")
    return " and ".join(claims)


def _solutions(one: Answer, other: Answer) -> Found:
    """A complete list holds every solution that anybody found, or its canonical form where it has one an orbit."""
    for whole, part in ((one, other), (other, one)):
        if not (_exact(whole) and whole.want is Want.ALL and _counts(part)):
            continue
        listed = set(whole.solutions)
        extra = [placement for placement in part.solutions if _form(placement, whole) not in listed]
        if extra:
            told = f"{part.backend} has {len(extra)} of {len(part.solutions)} that {whole.backend} does not list"
            yield Disagreement(one, other, Matter.SOLUTIONS, told, extra[0])


def _form(placement: Placement, whole: Answer) -> Placement:
    return placement if whole.orbits is None else whole.problem.canonical(placement)


def _count(one: Answer, other: Answer) -> Found:
    """A complete count is no less than what anybody found, and equal to any other complete count."""
    if not (_counts(one) and _counts(other)):
        return
    for whole, part in ((one, other), (other, one)):
        if _exact(whole) and (part.count > whole.count or (_exact(part) and part.count != whole.count)):
            told = f"{whole.backend} counts {whole.count:,}, {part.backend} {'counts' if _exact(part) else 'found'}"
            yield Disagreement(one, other, Matter.COUNT, f"{told} {part.count:,}")


def _orbits(one: Answer, other: Answer) -> Found:
    if _exact(one) and _exact(other) and None not in (one.orbits, other.orbits) and one.orbits != other.orbits:
        told = f"{one.backend} counts {one.orbits} orbits, {other.backend} {other.orbits}"
        yield Disagreement(one, other, Matter.ORBITS, told)


def _counts(answer: Answer) -> bool:
    """Whether the solutions of an answer are those that are counted: with a goal only proven optimal ones are."""
    return answer.status is not Status.SATISFIED or isinstance(answer.problem.model.goal, Satisfy)


def _exact(answer: Answer) -> bool:
    """Whether an answer knows how many solutions there are."""
    return answer.complete and answer.want is not Want.ONE
