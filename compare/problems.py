"""Problems of a campaign as plain data: their names, and the commands that ask about them.

The data is `Problem.asked`, or a model of the user: `{"family": "model", "title": ..., "file": ..., "model": ...}`.
"""

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rookery.backends.registry import DEFAULT
from rookery.backends.solve import as_problem
from rookery.compare.record import Task
from rookery.models import BadInput, Board, Model, Problem
from rookery.models.model.plain import read_plain, write_plain
from rookery.models.problems.command import command_words, identify
from rookery.models.problems.family import stable
from rookery.models.problems.registry import declare, is_installed

Asked = Mapping[str, Any]
MODEL = "model"
GIVENS = ("fixed", "forbidden", "allowed")
WANTED = {"one": "", "all": ", all", "count": ", number of solutions"}


def ask_model(model: Model, title: str, file: str = "") -> dict[str, Any]:
    """Return a model as plain data; `file` is the one from which a command reads it."""
    return {"family": MODEL, "title": title, "file": file, "model": write_plain(model)}


def ask_problem(problem: Problem) -> dict[str, Any]:
    """Return the plain data from which the process of a run declares a problem; raises `BadInput` if it has none."""
    if problem.asked is None:
        raise BadInput(f"problem {problem.title!r}: a changed copy of a problem cannot be compared")
    if not is_installed(problem.family):
        place = "where the processes of a comparison find it"
        raise BadInput(f"problem {problem.title!r}: its family {problem.family} stands in no entry point, {place}")
    return dict(problem.asked)


def declare_asked(asked: Asked) -> Problem:
    """Return the problem of plain data; equal data within a campaign gives the same object."""
    return _declare(stable(asked))


@lru_cache(maxsize=64)
def _declare(text: str) -> Problem:
    asked = json.loads(text)
    if asked["family"] == MODEL:
        return as_problem(read_plain(asked["model"]), asked["title"])
    return declare(asked)


def name_instance(asked: Asked, want: str, up_to_symmetry: bool = False) -> str:
    """Return the name of an instance: its problem, and what is wanted; different instances have different names."""
    name = asked["title"] if asked["family"] == MODEL else identify(declare_asked(asked), briefly=True)
    return f"{name}{WANTED[want]}{' up to symmetry' if up_to_symmetry else ''}"


def name_series(asked: Asked) -> str:
    """Return the words that problems of different sizes share: `independent domination by queens`."""
    if asked["family"] == MODEL:
        return "models"
    problem = declare_asked(asked)
    phrase, side = problem.phrase, problem.board.side
    if side is not None and any(isinstance(each, list) and each[1] == side for each in asked.get("pieces", ())):
        phrase = re.sub(rf"\b{side}\b", "n", phrase)
    given = any(asked.get(name) for name in GIVENS)
    return f"{phrase}{problem.board.series}{' with givens' if given else ''}"


def measure_size(asked: Asked) -> int:
    """Return the longer side of the board, or the number of vertices of a graph or of variables of a model."""
    board = declare_asked(asked).board
    return max(board.rows, board.columns) if isinstance(board, Board) else len(board)


def solve_command(task: Task) -> str:
    """Return the command line that puts a question to its backend; a comment if there is no such command."""
    if task.use:  # only a comparison takes a backend that is not registered
        return compare_command([task])
    words = {"one": [], "all": ["--all"], "count": ["--count-solutions"]}[task.want]
    words += ["--up-to-symmetry"] * task.up_to_symmetry
    if task.backend != DEFAULT:
        words += ["--backend", task.backend]
    if task.workers != 1 or task.backend == DEFAULT:  # without a number it would race
        words += ["--workers", str(task.workers)]
    if task.seed:
        words += ["--seed", str(task.seed)]
    options = [word for name, value in task.options.items() for word in ("--option", f"{name}={value}")]
    return _join("solve", task.problem, [*words, *_limit_words(task), *options])


def compare_command(tasks: Sequence[Task]) -> str:
    """Return the command line that compares the answers of some backends to a question; otherwise a comment."""
    first, seeds, workers = tasks[0], {task.seed for task in tasks}, {task.workers for task in tasks}
    backends = ",".join(dict.fromkeys(task.use or task.backend for task in tasks))
    words = ["--up-to-symmetry"] * first.up_to_symmetry + ["--backend", backends, "--want", first.want]
    if seeds != {0}:  # a single number would say how many seeds: another seed is asked beside 0
        words += ["--seeds", ",".join(map(str, sorted(seeds | {0})))]
    if workers != {1}:
        words += ["--workers", ",".join(map(str, sorted(workers)))]
    options = {f"{task.backend}.{name}={value}" for task in tasks for name, value in task.options.items()}
    given = [word for option in sorted(options) for word in ("--option", option)]
    return _join("compare", first.problem, [*words, *_limit_words(first), *given])


def proof_command(task: Task) -> str:
    """Return the command line that certifies the best answer to a problem; empty if there is no such command."""
    command = _join("solve", task.problem, ["--proof", "proof.cert"])
    return "" if task.problem["family"] == MODEL or command.startswith("#") else command


def _limit_words(task: Task) -> list[str]:
    return [] if task.limits.seconds is None else ["--seconds", f"{task.limits.seconds:g}"]


def _join(command: str, asked: Asked, more: Iterable[str]) -> str:
    try:
        return shlex.join(["rookery", command, *_problem_words(asked), *more])
    except BadInput as error:
        return f"# {error}"


def _problem_words(asked: Asked) -> list[str]:
    if asked["family"] != MODEL:
        return command_words(declare_asked(asked))
    if not asked["file"]:
        raise BadInput(f"{asked['title']} was not read from a file, so no command can name it")
    return [MODEL, asked["file"]]
