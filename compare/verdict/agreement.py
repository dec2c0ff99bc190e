"""Whether answers to one problem agree: their claims, compared pair by pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from rookery.backends import Answer, Want
from rookery.compare.problems.plain import goal
from rookery.compare.verdict.claims import Claim, Matter, contradictions, figures
from rookery.models import Placement

__all__ = ["Disagreement", "Matter", "disagreements"]


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


def disagreements(answers: Sequence[Answer]) -> list[Disagreement]:
    """The pairs of answers that contradict each other, each pair with the weightiest matter.

    A limit that came first is no disagreement: such an answer says only what it found and what it proved. Raises
    `ValueError` for answers to different problems.
    """
    if any(answer.problem != answers[0].problem for answer in answers[1:]):
        raise ValueError("answers to different problems cannot be compared")
    claims = [(answer, claimed(answer)) for answer in answers]
    pairs = (
        (one, other, next(contradictions(this, that), None)) for (one, this), (other, that) in combinations(claims, 2)
    )
    return [Disagreement(one, other, *found) for one, other, found in pairs if found is not None]


def claimed(answer: Answer) -> Claim[Placement]:
    """What an answer claims."""
    return Claim(
        who=answer.backend,
        goal=goal(answer.problem),
        status=answer.status,
        want=answer.want,
        **figures(answer),
        listed=answer.complete and answer.want is Want.ALL,
        canonical=None if answer.orbits is None else answer.problem.canonical,
    )
