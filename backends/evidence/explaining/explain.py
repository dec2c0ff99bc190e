"""Explanations why a problem has no solution, or why its optimum cannot be beaten."""

from dataclasses import dataclass
from typing import overload

from rookery.backends.contract.answer import Answer, Status
from rookery.backends.evidence.explaining.contradiction import (
    Core,
    Grouped,
    Size,
    find_contradiction,
    find_packing_of_count,
    find_small_core,
    list_failing_squares,
    list_meetings,
)
from rookery.backends.evidence.explaining.explanation import Explained, Explanation
from rookery.backends.evidence.explaining.packing import Packing, describe_constraint, find_packing
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import BadInput, Model, Problem, Satisfy
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Rule

SECONDS = 60.0
SIZES = {
    Size.SMALLEST: "No smaller set of rows contradicts itself.",
    Size.MINIMAL: "Without any one of them there is a solution.",
    Size.UNKNOWN: "Fewer of them may suffice: a limit was reached first.",
}
LIMIT = "A limit was reached first: no explanation was found."
SOLVABLE = "There is a solution, so nothing contradicts."
NO_PACKING = "No short reason was found why nothing is better; the proof is the search itself."
BEYOND = "The rules in chess words do not contradict each other: the model demands more than they say."


@dataclass(frozen=True)
class ModelExplanation:
    """An explanation why a model without chess words has no solution: `rows`, its constraints by number, that
    contradict each other.

    None if it has a solution, or where the time ran out; `note` then says which.
    """

    model: Model
    rows: tuple[int, ...] | None
    size: Size = Size.UNKNOWN
    note: str = ""

    def __str__(self) -> str:
        if self.rows is None:
            return self.note
        lines = (f"- row {at}: {describe_constraint(self.model.constraints[at], self.model.name)}" for at in self.rows)
        return "\n".join(["These rows cannot hold together:", *lines, SIZES[self.size]])


@overload
def explain(problem: Problem, answer: Answer | None = None, seconds: float | None = SECONDS) -> Explanation: ...


@overload
def explain(problem: Model, answer: None = None, seconds: float | None = SECONDS) -> ModelExplanation: ...


def explain(
    problem: Problem | Model, answer: Answer | None = None, seconds: float | None = SECONDS
) -> Explanation | ModelExplanation:
    """Explain why a problem has no solution, or why nothing is better than its optimum.

    "No solution" is explained by rules and givens that no placement keeps together. Their number is the smallest, or
    minimal (without any one of them there is a solution), as `size` says. They are found by a SAT solver, whichever
    backend answered. An optimum is explained by a packing, which can be added up by hand, where one is found.

    `answer` saves solving the problem again. `seconds` are for all of it; where they end first, the
    explanation says what is known so far. A plain `Model` is explained by the numbers of its rows.
    """
    if isinstance(problem, Model):
        return _explain_model(problem, seconds)
    if not isinstance(problem, Problem):
        raise BadInput(f"explain takes a problem, such as rookery.placement(...), not a {type(problem).__name__}")
    try:
        with Deadline(seconds).held():
            if answer is None or answer.status is Status.INFEASIBLE:
                return _explain_rules(problem, answer)
            return _explain_answer(problem, answer)
    except OutOfTime:
        return Explanation(problem, Explained.NOTHING, note=LIMIT)


def _explain_model(model: Model, seconds: float | None) -> ModelExplanation:
    """Explain why a model has no solution: rows of it that contradict each other, as few as time allows."""
    numbers = range(len(model.constraints))
    try:
        with Deadline(seconds).held():
            groups = (((at,), (constraint,)) for at, constraint in enumerate(model.constraints))
            grouped: Grouped[int] = Grouped(model.variables, numbers, groups, lambda solution, units: ())
            try:
                core = find_small_core(numbers, grouped.core)
            finally:
                grouped.close()
    except OutOfTime:
        return ModelExplanation(model, None, note=LIMIT)
    return ModelExplanation(model, None, note=SOLVABLE) if core is None else _of_rows(model, core)


def _of_rows(model: Model, core: Core[int]) -> ModelExplanation:
    return ModelExplanation(model, tuple(sorted(core.units)), core.size)


def _explain_rules(problem: Problem, answer: Answer | None) -> Explanation:
    core = find_contradiction(problem)
    if core is not None:
        return _tell_core(problem, core)
    if answer is not None:
        return Explanation(problem, Explained.NOTHING, note=BEYOND)
    if isinstance(problem.model.goal, Satisfy):
        return Explanation(problem, Explained.NOTHING, note=SOLVABLE)
    left = Deadline().or_held().left()
    return _explain_answer(problem, solve(problem, seconds=None if left == float("inf") else max(left, 0.001)))


def _tell_core(problem: Problem, core: Core[Rule]) -> Explanation:
    rules = tuple(sorted(core.units, key=lambda rule: _rank(rule, problem)))
    squares = list_failing_squares(rules, problem)
    meetings = tuple(list_meetings(rules, problem))
    packing = None if meetings else _find_packing_of_count(rules, problem)
    return Explanation(problem, Explained.CONTRADICTION, rules, core.size, squares, meetings, packing=packing)


def _find_packing_of_count(rules: tuple[Rule, ...], problem: Problem) -> Packing | None:
    """For too large a count: the packing that shows that fewer pieces fit, by the other rules of the contradiction."""
    counts = [rule for rule in rules if isinstance(rule, Holds)]
    return find_packing_of_count(problem, counts[0], set(rules) - set(counts)) if len(counts) == 1 else None


def _rank(rule: Rule, problem: Problem) -> tuple[int, int]:
    """Givens first, then rules, each in the problem's order."""
    return 0 if isinstance(rule, Fixed) else 1 if isinstance(rule, Forbidden) else 2, problem.rules.index(rule)


def _explain_answer(problem: Problem, answer: Answer) -> Explanation:
    if answer.status is Status.UNKNOWN or (answer.objective is not None and answer.bound != answer.objective):
        return Explanation(problem, Explained.NOTHING, note=LIMIT)
    if answer.objective is None:
        return Explanation(problem, Explained.NOTHING, note=SOLVABLE)
    packing = find_packing(problem.model, answer.objective)
    note = "" if packing else NO_PACKING
    return Explanation(problem, Explained.OPTIMUM, optimum=answer.objective, packing=packing, note=note)
