"""Hints: a placement to start from, as values of the model's variables. They change how soon an answer comes, never
what it is.
"""

from collections.abc import Mapping, Sequence

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.question import Question
from rookery.models import BadInput, Placement, Problem, Satisfy
from rookery.models.model import Literal
from rookery.models.problems.shared.auxiliary import complete_solution
from rookery.models.reading.given import find_first, take_fixed


def hint_literals(problem: Problem, question: Question) -> tuple[Literal, ...]:
    """The hint of a question as a literal for each variable of the placement; none where there is no hint.

    It may break the rules. Raises `BadInput` for squares and pieces that the problem does not have, and where all
    solutions are wanted: none of them comes first.
    """
    if question.hint is None:
        return ()
    if question.want is not Want.ONE and isinstance(problem.model.goal, Satisfy):
        raise BadInput(f"a hint helps to find one solution or an optimum, this question wants {question.want}")
    given = take_fixed(question.hint, problem.board, "hint", find_first(problem.pieces))
    if not isinstance(given, Mapping) and len(problem.pieces) > 1:
        names = ", ".join(map(str, problem.pieces))
        raise BadInput(f"a hint needs the piece of each square where there are several: {names}; give a mapping")
    pieces = given if isinstance(given, Mapping) else dict.fromkeys(given, problem.pieces[0])
    chosen = problem.write(Placement(problem.board, dict(pieces.items())))
    return tuple(v if v in chosen else ~v for v in range(len(problem.pieces) * len(problem.board)))


def find_known_solutions(problem: Problem, hint: Sequence[Literal]) -> list[Solution]:
    """The solutions that are known before any search: what the declaration came upon, and a hint that is one."""
    size = len(problem.pieces) * len(problem.board)
    known = [] if problem.found is None else [complete_solution(problem.model, problem.found, size)]
    if hint:
        chosen = complete_solution(problem.model, {literal for literal in hint if literal >= 0}, size)
        if problem.model.accepts(chosen) and not problem.faults(problem.read(chosen)):
            known.append(chosen)
    return known
