"""Problems of a campaign as plain data (`Problem.asked`): their names, and the commands that ask about them."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rookery.backends import Question, Want
from rookery.backends.registry import DEFAULT
from rookery.models import BadInput, Board, Problem
from rookery.models.problems.command import command_words, identify
from rookery.models.problems.family import stable
from rookery.models.problems.registry import declare

Asked = Mapping[str, Any]
GIVENS = ("fixed", "forbidden", "allowed")
WANTED = {Want.ONE: "", Want.ALL: ", all", Want.COUNT: ", number of solutions"}


def declare_asked(asked: Asked) -> Problem:
    """Return the problem of plain data; equal data within a campaign gives the same object."""
    return _declare(stable(asked))


@lru_cache(maxsize=64)
def _declare(text: str) -> Problem:
    return declare(json.loads(text))


def name_instance(asked: Asked, want: str, up_to_symmetry: bool = False) -> str:
    """Return the name of an instance: its problem, and what is wanted; different instances have different names."""
    title = identify(declare_asked(asked), briefly=True)
    return f"{title}{WANTED[Want(want)]}{' up to symmetry' if up_to_symmetry else ''}"


def name_series(asked: Asked) -> str:
    """Return the words that problems of different sizes share: `independent domination by queens`."""
    problem = declare_asked(asked)
    phrase, side = problem.phrase, problem.board.side
    if side is not None and any(isinstance(each, list) and each[1] == side for each in asked.get("pieces", ())):
        phrase = re.sub(rf"\b{side}\b", "n", phrase)
    given = any(asked.get(name) for name in GIVENS)
    return f"{phrase}{problem.board.series}{' with givens' if given else ''}"


def measure_size(asked: Asked) -> int:
    """Return the longer side of the board, or the number of vertices of a graph."""
    board = declare_asked(asked).board
    return max(board.rows, board.columns) if isinstance(board, Board) else len(board)


def command(asked: Asked, backend: str, question: Question) -> str:
    """Return the command line that gives a backend the same question; a comment if there is no such command."""
    try:
        words = command_words(declare_asked(asked))
    except BadInput as error:
        return f"# {error}"
    return shlex.join(["rookery", "solve", *words, *_want_words(question), *_condition_words(backend, question)])


def _want_words(question: Question) -> Iterator[str]:
    if question.want is Want.COUNT:
        yield "--count-solutions"
    if question.want is Want.ALL:
        yield "--all"
    if question.up_to_symmetry:
        yield "--up-to-symmetry"


def _condition_words(backend: str, question: Question) -> Iterator[str]:
    if backend != DEFAULT or (question.workers or 1) > 1:  # without a name these are threads of our own search
        yield from ("--backend", backend)
    for name, value in (("--workers", question.workers), ("--seed", question.seed)):
        if value not in (None, {"--workers": 1, "--seed": 0}[name]):
            yield from (name, str(value))
    if question.seconds is not None:
        yield from ("--seconds", f"{question.seconds:g}")
    for option, setting in question.options:
        yield from ("--option", f"{option}={setting}")


class Side(NamedTuple):
    """A backend and its question: its name, its location if it is not registered, and the question."""

    backend: str
    use: str
    question: Question


def compare_command(asked: Asked, sides: Sequence[Side]) -> str:
    """Return the command line that compares the answers of some backends to a problem; otherwise a comment."""
    try:
        words = command_words(declare_asked(asked))
    except BadInput as error:
        return f"# {error}"
    first = sides[0].question
    words += ["--up-to-symmetry"] * first.up_to_symmetry
    words += ["--backend", ",".join(dict.fromkeys(side.use or side.backend for side in sides)), "--want", first.want]
    return shlex.join(["rookery", "compare", *words, *_shared_words(sides)])


def _shared_words(sides: Sequence[Side]) -> Iterator[str]:
    """The options that all sides share, and those of each."""
    seeds, workers = {side.question.seed for side in sides}, {side.question.workers or 1 for side in sides}
    if seeds != {0}:
        # A single number would say how many seeds: another seed is asked beside 0
        yield from ("--seeds", ",".join(map(str, sorted(seeds | {0}))))
    if workers != {1}:
        yield from ("--workers", ",".join(map(str, sorted(workers))))
    if sides[0].question.seconds is not None:
        yield from ("--seconds", f"{sides[0].question.seconds:g}")
    options = {(side.backend, name, value) for side in sides for name, value in side.question.options}
    for backend, name, value in sorted(options):
        yield from ("--option", f"{backend}.{name}={value}")
