"""Questions of the page and their answers, as plain data: for the server of this machine and for Python in a browser.

A question names the task (`do`) and states a `problem` as `Problem.asked` does, with the pieces `placed` so far as
`[name, row, column]`. It may come from a stranger's link: every value passes the checks of the Python functions, and
no text is used as a file name.

This module imports neither numpy nor the command line: a browser has only what `rk.solve` needs for a SAT solver.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from rookery.backends.answer import say_status, timing
from rookery.backends.progress import SearchProgress
from rookery.backends.solve import solve
from rookery.core.deadline import OutOfTime
from rookery.core.errors import show_value
from rookery.models import BadInput, Problem, RookeryError
from rookery.models.boards.base import Cell
from rookery.models.boards.regions import PREFIX
from rookery.models.problems.command import command_words
from rookery.models.problems.registry import OURS, declare
from rookery.models.reading.given import take_one_of, take_piece, take_text, take_whole

Data = Mapping[str, Any]
Tell = Callable[[str], None]
SIZE = re.compile("[0-9x]+(:[a-z]+)?")
LARGE = re.compile("[0-9]{3}")  # a side of a board that is not even made
MAX_CELLS = 1024  # of a board: more could not be shown
MAX_KEPT = 200  # solutions of an answer: more would only be leafed through
MAX_SECONDS = 60.0
HINT_SECONDS, COUNT_SECONDS, WHY_SECONDS = 10.0, 10.0, 20.0
MAX_LEFT = 100  # completions that are counted while pieces are placed
WANTS = ("one", "all", "count")


def answer(question: Any, tell: Tell | None = None) -> dict[str, Any]:
    """Answer a question; `tell` receives lines on the progress of a search.

    A question that cannot be asked, or that a limit ends, is answered by an `error`: one sentence.
    """
    try:
        asked = _take_mapping(question, "question")
        return DEEDS[take_one_of(asked.get("do"), DEEDS, "question")](asked, tell)
    except OutOfTime:
        return {"error": "The time limit was reached first."}
    except RookeryError as error:
        return {"error": " ".join(str(error).split())}
    except ImportError as error:
        return {"error": f"This needs a library that is not here: {error}"}


def reply(question: Any, tell: Tell | None = None) -> dict[str, Any]:
    """Answer a question; bugs and a lack of memory are answered by an `error` as well."""
    try:
        return answer(question, tell)
    except (MemoryError, RecursionError):
        return {"error": "Memory ran out: a smaller board or another backend may need less."}
    except Exception as error:
        return {"error": f"This is a bug in Rookery: {type(error).__name__}: {error}"[:500]}


def read_problem(question: Data, placed: bool = True) -> Problem:
    """Return the problem of a question; with `placed`, the pieces placed so far are fixed.

    Raises `BadInput` for what makes no sense.
    """
    asked = _take_mapping(question.get("problem"), "problem")
    _check_board(asked.get("board"))
    standing = [[list(cell), name] for cell, name in _take_pieces(question).items()] if placed else []
    problem = declare({**asked, "fixed": [*_take_list(asked, "fixed"), *standing]} if standing else asked)
    board = problem.board
    if len(board) > MAX_CELLS:
        raise BadInput(f"{board.phrase} has {len(board):,} {board.nouns}; a page shows up to {MAX_CELLS:,}")
    return problem


def _check_board(value: Any) -> None:
    """Raise `BadInput` for a board that is too large to be shown, and for what may name a file."""
    text = value.get("size") if isinstance(value, Mapping) else value
    if not isinstance(text, str) or not isinstance(value, str | Mapping):
        raise BadInput(f"board {show_value(value)}: expected a size such as 8, or one with holes")
    if len(text) > 2 * MAX_CELLS or (LARGE.search(text) and not text.startswith(PREFIX)):
        raise BadInput(f"board {show_value(text)}: too large; a page shows up to {MAX_CELLS:,} squares")
    if not (text.startswith(PREFIX) or SIZE.fullmatch(text)):
        raise BadInput(f"board {show_value(text)}: expected a size such as 8, 8x11 or 8x11:torus")


def _take_mapping(value: Any, what: str) -> Data:
    if not isinstance(value, Mapping):
        raise BadInput(f"{what} {show_value(value)}: expected names with values")
    return value


def _take_list(stated: Data, name: str) -> list[Any]:
    value = stated.get(name, [])
    if not isinstance(value, list) or len(value) > MAX_CELLS:
        raise BadInput(f"{name} {show_value(value)}: expected a list of at most {MAX_CELLS:,}")
    return value


def _take_pieces(question: Data) -> dict[Cell, str]:
    """Return the pieces that are placed so far, each `[name, row, column]`, by their squares."""
    found: dict[Cell, str] = {}
    for each in _take_list(question, "placed"):
        if not isinstance(each, list) or len(each) != 3:
            raise BadInput(f"placed {show_value(each)}: expected [PIECE, ROW, COLUMN], counted from 0")
        found[take_whole(each[1], "row"), take_whole(each[2], "column")] = take_text(each[0], "piece")
    return found


def _solve(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return the answer in words and as plain data, with the verdict of the referees on its best solution."""
    from rookery.backends.check import check

    problem, want = read_problem(asked), take_one_of(asked.get("want", "one"), WANTS, "want")
    found = solve(
        problem,
        take_text(asked.get("backend", "auto"), "backend"),
        want=want,  # type: ignore[arg-type]
        limit=MAX_KEPT if want == "all" else None,
        seconds=MAX_SECONDS,
        up_to_symmetry=asked.get("up_to_symmetry", False),
        progress=SearchProgress(tell) if tell else False,
    )
    told = found.as_dict()
    kept = ("backend", "status", "complete", "count", "orbits", "objective", "bound", "solutions", "times")
    judged = None if found.best is None else check(problem, found.best)
    verdict = (
        "" if judged is None else "Accepted by both referees." if judged.accepted else " ".join(judged.sentences())
    )
    said = {"title": problem.title, "sentence": say_status(found), "timing": timing(found), "verdict": verdict}
    return said | {name: told[name] for name in kept}


def _check(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return what both referees say of the pieces on the board."""
    from rookery.backends.check import check

    problem = read_problem(asked, placed=False)
    return check(problem, {**problem.fixed, **_take_pieces(asked)}).as_dict()


def _count_left(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Count the solutions that contain all pieces placed so far, up to `MAX_LEFT`."""
    found = solve(
        read_problem(asked),
        take_text(asked.get("backend", "auto"), "backend"),
        want="all",
        limit=MAX_LEFT + 1,
        seconds=COUNT_SECONDS,
    )
    more = found.count > MAX_LEFT
    known = found.complete or more
    return {"count": min(found.count, MAX_LEFT), "more": more, "objective": found.objective, "known": known}


def _hint(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return the next squares that are decided, and why."""
    from rookery.backends.explaining.deduction import hint

    problem = read_problem(asked, placed=False)
    so_far = {problem.board.cell_type(*cell): name for cell, name in _take_pieces(asked).items()}
    found = hint(problem, so_far, seconds=HINT_SECONDS)
    return {"hint": found.as_dict() if found else None}


def _explain(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return the reason why there is no solution, or why an optimum cannot be beaten."""
    from rookery.backends.explaining.why import explain

    return explain(read_problem(asked), seconds=WHY_SECONDS).as_dict()


def _read_piece(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return the piece of a name or of Betza notation, as the page draws it."""
    from rookery.play.settings import describe_piece

    return {"piece": describe_piece(take_piece(asked.get("piece")))}


def _word(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Return the question in words, as a command, and as Python."""
    problem = read_problem(asked)
    want = take_one_of(asked.get("want", "one"), WANTS, "want")
    symmetric = bool(asked.get("up_to_symmetry", False))
    backend = take_text(asked.get("backend", "auto"), "backend")
    options = {"one": [], "all": ["--all"], "count": ["--count-solutions"]}[want]
    options += ["--up-to-symmetry"] * symmetric + (["--backend", backend] if backend != "auto" else [])
    try:
        command = shlex.join(["rookery", "solve", *command_words(problem), *options])
    except BadInput as error:
        command = f"# {error}"
    said = {"title": problem.title, "command": command}
    return said | {"python": write_python(problem, want, symmetric, backend)}


def write_python(problem: Problem, want: str = "one", symmetric: bool = False, backend: str = "auto") -> str:
    """Return the lines of Python that ask the same."""
    asked = ["problem"] + [f"backend={backend!r}"] * (backend != "auto") + [f"want={want!r}"] * (want != "one")
    asked += ["up_to_symmetry=True"] * symmetric
    arguments = {name: value for name, value in (problem.asked or {}).items() if name != "family"}
    if problem.family in OURS:
        words = ", ".join(f"{name}={_spell(value)}" for name, value in arguments.items())
        stated = f"rk.{problem.family.replace('-', '_')}({words})"
    else:
        stated = f"rk.declare({dict(problem.asked or {})!r})"
    return f"import rookery as rk\n\nproblem = {stated}\nprint(rk.solve({', '.join(asked)}))\n"


def _spell(value: Any) -> str:
    """Return plain data as Python: a board with holes by `rk.board`."""
    if isinstance(value, Mapping) and "size" in value:
        return f"rk.board({value['size']!r}, holes={[tuple(hole) for hole in value['holes']]!r})"
    return repr(value)


DEEDS: Mapping[str, Callable[[Data, Tell | None], dict[str, Any]]] = {
    "solve": _solve,
    "check": _check,
    "left": _count_left,
    "hint": _hint,
    "why": _explain,
    "piece": _read_piece,
    "words": _word,
}
