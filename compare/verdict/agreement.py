"""Whether answers to one problem agree: their claims, compared pair by pair."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from rookery.backends import Answer, Want
from rookery.compare.records.dispute import Dispute
from rookery.compare.verdict.claims import Claim, disputes_between, figures
from rookery.models import Placement
from rookery.models.problems.plain import goal


def compare_answers(answers: Sequence[Answer]) -> list[Dispute[Placement]]:
    """The disputes between answers to one problem, each pair of them with the weightiest.

    A limit that came first is no dispute: such an answer says only what it found and what it proved. Raises
    `ValueError` for answers to different problems.
    """
    if any(answer.problem != answers[0].problem for answer in answers[1:]):
        raise ValueError("answers to different problems cannot be compared")
    claims = [claim_of_answer(answer) for answer in answers]
    pairs = (next(disputes_between(one, other), None) for one, other in combinations(claims, 2))
    return [replace(found, instance=answers[0].problem.title) for found in pairs if found is not None]


def claim_of_answer(answer: Answer) -> Claim[Placement]:
    """What an answer claims."""
    return Claim(
        who=answer.backend,
        goal=goal(answer.problem),
        status=answer.status,
        want=answer.want,
        **figures(answer),
        solutions=answer.solutions,
        listed=answer.complete and answer.want is Want.ALL,
        canonical=None if answer.orbits is None else answer.problem.canonical,
    )
