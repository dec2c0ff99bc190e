"""Answers in words and boards in letters."""

from rookery.backends import Answer, End, Status, Want
from rookery.cli.output.terminal import seconds
from rookery.models import Minimize, Placement
from rookery.models.base.words import amount
from rookery.models.drawing.text import draw, glyphs, number_squares

PHASES = ("load", "declare", "compile", "search", "decode", "check")
WORTH_TELLING = 0.0005
REASONS = {
    End.DONE: "the search ended early",
    End.TIME: "the time limit came first",
    End.SOLUTIONS: "the solution limit came first",
    End.MEMORY: "the memory limit came first",
    End.INTERRUPTED: "interrupted",
}


def draw_board(placement: Placement, unicode: bool = False, coordinates: bool = False) -> str:
    """A board in letters, or in chess symbols with room between them; its rows and columns may be numbered."""
    board = placement.board
    drawing = draw(placement, board, glyphs, free="·", between=" ") if unicode else str(placement)
    return number_squares(drawing, board.columns) if coordinates else drawing


def add_caption(drawing: str, caption: str) -> str:
    """A drawing under a caption, its lines filled up to one length, so that it can be set beside others."""
    lines = [caption, *drawing.split("\n")]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def sentence(answer: Answer) -> str:
    """The answer in a sentence."""
    return f"{answer.problem.title}: {_say_status(answer)}"


def _say_status(answer: Answer) -> str:
    if answer.status is Status.INFEASIBLE:
        return "no solution"
    if answer.status is Status.UNKNOWN:
        return f"nothing found and nothing proven, {explain_end(answer)}"
    parts = [] if answer.objective is None else [_best(answer)]
    if answer.want is Want.ONE:
        return parts[0] if parts else "solved"
    if not parts or answer.status is Status.OPTIMAL:
        parts.append(_several(answer))
    return "; ".join(parts)


def _best(answer: Answer) -> str:
    goal = answer.problem.model.goal
    fewest = isinstance(goal, Minimize)
    extreme, side = ("fewest", "at least") if fewest else ("most", "at most")
    if isinstance(goal, Minimize) and goal.weights:
        extreme = "least"  # a cost, not a number of pieces
    if answer.status is Status.OPTIMAL:
        return f"{answer.objective}, proven the {extreme}"
    bound = "" if answer.bound is None else f" ({side} {answer.bound})"
    return f"{answer.objective}, not proven the {extreme}{bound}, {explain_end(answer)}"


def _several(answer: Answer) -> str:
    noun = "solution" if answer.objective is None else "placement"
    if answer.orbits is None:
        found = amount(answer.count, noun)
    else:
        found = f"{amount(answer.orbits, noun)} up to symmetry ({answer.count:,} in all)"
    if not answer.complete:
        return f"{found} found, {explain_end(answer)}"
    return found if answer.want is Want.COUNT else f"{found}, all there are"


def explain_end(answer: Answer) -> str:
    """Why a search ended before its question was answered."""
    return REASONS[answer.end]


def timing(answer: Answer) -> str:
    """Who answered, and the seconds of each phase that took any."""
    spent = answer.times.as_dict()
    phases = [f"{phase} {seconds(spent[phase])}" for phase in PHASES if spent[phase] >= WORTH_TELLING]
    workers = "" if answer.workers == 1 else f" with {answer.workers} workers"
    return f"{answer.backend}{workers}: {', '.join([*phases, ''])}total {seconds(answer.times.total)}"
