"""Answers in words: what is known, why the search ended, who answered, and how long it took."""

from rookery.backends.contract.answer_data import AnswerData, End, Status, Want
from rookery.models import Minimize
from rookery.models.base.words import amount, seconds

PHASES = ("start", "load", "declare", "compile", "search", "decode", "check")
WORTH_TELLING = 0.0005
REASONS = {
    End.DONE: "the search ended early",
    End.TIME: "stopped by the time limit",
    End.SOLUTIONS: "stopped by the solution limit",
    End.MEMORY: "stopped by the memory limit",
    End.INTERRUPTED: "interrupted",
    End.CLUSTER: "the cluster was lost",
}


def sentence(answer: AnswerData) -> str:
    """The answer in a sentence: `8 queens on an 8x8 board: solved`."""
    return f"{answer.problem.title}: {say_status(answer)}"


def say_status(answer: AnswerData) -> str:
    """What is known, without the problem: `5 (optimal)`."""
    if answer.status is Status.INFEASIBLE:
        return "no solution"
    if answer.status is Status.UNKNOWN:
        return f"unknown, nothing found or proven ({explain_end(answer)})"
    parts = [] if answer.objective is None else [_best(answer)]
    if answer.want is Want.ONE:
        return parts[0] if parts else "solved" if answer.complete else f"a solution found ({explain_end(answer)})"
    if not parts or answer.status is Status.OPTIMAL:
        parts.append(_several(answer))
    return "; ".join(parts)


def explain_end(answer: AnswerData) -> str:
    """Why a search ended before its question was answered."""
    return REASONS[answer.end]


def timing(answer: AnswerData) -> str:
    """Who answered, and the seconds of each phase that took any."""
    spent = answer.times.as_dict()
    phases = [f"{phase} {seconds(spent[phase])}" for phase in PHASES if spent[phase] >= WORTH_TELLING]
    workers = "" if answer.workers == 1 else f" with {answer.workers} workers"
    return f"{answer.backend}{workers}: {', '.join([*phases, ''])}total {seconds(answer.times.total)}"


def _best(answer: AnswerData) -> str:
    if answer.status is Status.OPTIMAL:
        return f"{answer.objective} (optimal)"
    side = "at least" if isinstance(answer.problem.model.goal, Minimize) else "at most"
    bound = "not proven optimal" if answer.bound is None else f"the optimum is {side} {answer.bound}"
    return f"{answer.objective} ({bound}; {explain_end(answer)})"


def _several(answer: AnswerData) -> str:
    noun = "solution" if answer.objective is None else "optimal solution"
    if answer.orbits is None:
        found = amount(answer.count, noun)
    else:
        found = f"{amount(answer.orbits, noun)} up to symmetry ({answer.count:,} in total)"
    if not answer.complete:
        return f"{found} found, {explain_end(answer)}"
    return found if answer.want is Want.COUNT else f"{found}, complete"
