"""Questions of the page and their answers, as plain data: for the server of this machine and for Python in a browser.

A question names what is to be done (`do`), and states a problem as the page has it: `family`, `board` as commands take
it, `holes`, `pieces` (each with its count or cost, or null), `options`, and squares: pieces that are `given` or
`placed` as `[name, *cell]`, and `forbidden` cells. A stranger may have written the address that the page asks: each
value is taken by the Python face, which refuses what makes no sense, and no text of it is looked up as a file.

This module needs neither numpy nor the command line: a browser has only what `rk.solve` needs for a SAT solver.
"""

import re
import shlex
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from rookery.backends.contract.answer import Answer, say_status, timing
from rookery.backends.contract.progress import SearchProgress
from rookery.backends.running.solve import solve
from rookery.core.deadline import OutOfTime
from rookery.core.errors import show_value
from rookery.models import BadInput, Problem, RookeryError
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.regions import PREFIX
from rookery.models.problems.family import COUNT, GIVENS, Family, Several
from rookery.models.problems.registry import FAMILIES
from rookery.models.problems.registry import family as find_family
from rookery.models.problems.stating import command_words
from rookery.models.reading.given import board as make_board
from rookery.models.reading.given import take_one_of, take_piece, take_text, take_whole

Data = Mapping[str, Any]
Tell = Callable[[str], None]
LARGE = re.compile("[0-9]{3}")  # a side of a board that is not even made
MAX_CELLS = 1024  # of a board: more could not be shown
MAX_KEPT = 200  # solutions of an answer: more would only be leafed through
MAX_SECONDS = 60.0
HINT_SECONDS, COUNT_SECONDS, WHY_SECONDS = 10.0, 10.0, 20.0
MAX_LEFT = 100  # completions that are counted while pieces are placed
MAX_STEPS = 5000  # of a search that is watched
WANTS = ("one", "all", "count")


def answer(question: Any, tell: Tell | None = None) -> dict[str, Any]:
    """Answer a question; `tell` is given a line on the progress of a search now and then.

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


def read_problem(data: Any, placed: bool = True) -> Problem:
    """The problem of plain data, the pieces that are `placed` so far among the fixed ones, or not.

    Raises `BadInput` for what makes no sense.
    """
    stated = _take_mapping(data, "problem")
    family, arguments = _list_arguments(stated, placed)
    assert family.function is not None
    return family.function(**arguments | {"board": read_ground(stated)})


def _list_arguments(stated: Data, placed: bool = True) -> tuple[Family, dict[str, Any]]:
    """The family of plain data, and the arguments of its function but for the holes of the board."""
    family = _find(stated)
    places = family.places
    assert places is not None
    parameters = signature(family.function or read_problem).parameters
    pairs = [_take_pair(pair) for pair in _take_list(stated, "pieces")]
    if len(pairs) < places.least or (places.several is Several.NEVER and len(pairs) != 1):
        more = "" if places.several is Several.NEVER else " or more"
        raise BadInput(f"{len(pairs)} pieces for {family.name}; it takes {places.least}{more}")
    (name, value), first = pairs[0], places.find_argument(parameters)
    arguments: dict[str, Any] = {first: name, "board": take_text(stated.get("board"), "board")}
    if family.each == COUNT and COUNT in parameters and len(pairs) == 1:
        arguments |= {} if value is None else {COUNT: value}
    elif places.several is not Several.NEVER:
        arguments[first] = dict(pairs) if family.each else [name for name, _ in pairs]
    known = {each.name: each for each in family.parameters}
    for name, given in _take_mapping(stated.get("options", {}), "options").items():
        if not known:
            raise BadInput(f"{family.name} has no options, such as {show_value(name)}")
        keyword = known[take_one_of(name, known, f"option of {family.name}")].keyword
        arguments[keyword] = given
    fixed = _take_pieces(stated, "given") | (_take_pieces(stated, "placed") if placed else {})
    for name, squares in zip(
        GIVENS, (fixed, [_take_cell(cell) for cell in _take_list(stated, "forbidden")]), strict=True
    ):
        if squares and name in family.without:
            raise BadInput(f"squares that are {name} have no meaning here: {family.without[name]}")
        arguments |= {name: squares} if squares else {}
    return family, {name: arguments[name] for name in parameters if name in arguments}


def read_ground(stated: Data) -> AbstractBoard:
    """The board of plain data; raises `BadInput` for one that is too large to be shown."""
    text = take_text(stated.get("board"), "board")
    if len(text) > 2 * MAX_CELLS or (LARGE.search(text) and not text.startswith(PREFIX)):
        raise BadInput(f"board {show_value(text)}: too large; a page shows up to {MAX_CELLS:,} squares")
    board = make_board(text, holes=[_take_cell(cell) for cell in _take_list(stated, "holes")])
    if len(board) > MAX_CELLS:
        raise BadInput(f"{board.phrase} has {len(board):,} {board.nouns}; a page shows up to {MAX_CELLS:,}")
    return board


def _find(stated: Data) -> Family:
    """The family that plain data names: one that places pieces on any board."""
    name = take_text(stated.get("family"), "family")
    if find_family(name).places is None:
        raise BadInput(f"{name} brings its own board; known here are {', '.join(FAMILIES)}")
    return FAMILIES[name]


def _take_mapping(value: Any, what: str) -> Data:
    if not isinstance(value, Mapping):
        raise BadInput(f"{what} {show_value(value)}: expected names with values")
    return value


def _take_list(stated: Data, name: str) -> list[Any]:
    value = stated.get(name, [])
    if not isinstance(value, list) or len(value) > MAX_CELLS:
        raise BadInput(f"{name} {show_value(value)}: expected a list of at most {MAX_CELLS:,}")
    return value


def _take_pair(value: Any) -> tuple[str, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(f"piece {show_value(value)}: expected a name and its value, such as ['queen', 8]")
    return take_text(value[0], "piece"), value[1]


def _take_cell(value: Any) -> Cell:
    """A square, as the page has it: its numbers."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise BadInput(f"square {show_value(value)}: expected [ROW, COLUMN], counted from 0")
    return tuple(take_whole(each, "square") for each in value)


def _take_pieces(stated: Data, name: str) -> dict[Cell, str]:
    """Pieces on squares."""
    pairs = [(each[0], each[1:]) for each in _take_list(stated, name) if isinstance(each, list) and each]
    return {_take_cell(cell): take_text(piece, "piece") for piece, cell in pairs}


def _read_seconds(asked: Data, usual: float) -> float:
    value = asked.get("seconds", usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MAX_SECONDS:
        raise BadInput(f"seconds {show_value(value)}: expected a number up to {MAX_SECONDS:g}")
    return float(value)


def _ask(problem: Problem, asked: Data, tell: Tell | None) -> Answer:
    """Put the question to the backend that is named, and wait for the answer."""
    want = take_one_of(asked.get("want", "one"), WANTS, "want")
    return solve(
        problem,
        take_text(asked.get("backend", "auto"), "backend"),
        want=want,  # type: ignore[arg-type]
        limit=MAX_KEPT if want == "all" else None,
        seconds=_read_seconds(asked, MAX_SECONDS),
        up_to_symmetry=asked.get("up_to_symmetry", False),
        progress=SearchProgress(tell) if tell else False,
    )


def _solve(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Solve the problem: the answer in words and as plain data, and what the referees say of its first solution."""
    from rookery.backends.evidence.explaining.check import check

    problem = read_problem(asked.get("problem"))
    found = _ask(problem, asked, tell)
    told = found.as_dict()
    kept = ("backend", "status", "complete", "count", "orbits", "objective", "bound", "solutions", "times")
    judged = None if found.best is None else check(problem, found.best)
    verdict = (
        "" if judged is None else "Accepted by both referees." if judged.accepted else " ".join(judged.sentences())
    )
    said = {"title": problem.title, "sentence": say_status(found), "timing": timing(found), "verdict": verdict}
    return said | {name: told[name] for name in kept}


def _check(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Put the pieces that stand on the board to both referees."""
    from rookery.backends.evidence.explaining.check import check

    stated = _take_mapping(asked.get("problem"), "problem")
    standing = _take_pieces(stated, "given") | _take_pieces(stated, "placed")
    return check(read_problem(stated, placed=False), standing).as_dict()


def _count_left(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Count the solutions that contain all pieces placed so far, up to some number of them."""
    found = solve(
        read_problem(asked.get("problem")),
        take_text(asked.get("backend", "auto"), "backend"),
        want="all",
        limit=MAX_LEFT + 1,
        seconds=COUNT_SECONDS,
    )
    told = found.as_dict()
    return {"count": min(found.count, MAX_LEFT), "more": found.count > MAX_LEFT, "objective": found.objective} | {
        "known": found.complete or found.count > MAX_LEFT, "solutions": told["solutions"][:1]
    }  # fmt: skip


def _hint(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """The next square that is forced, and why."""
    from rookery.backends.evidence.explaining.deduction import hint
    from rookery.models import Placement

    stated = _take_mapping(asked.get("problem"), "problem")
    problem = read_problem(stated, placed=False)
    so_far = {problem.board.cell_type(*cell): take_piece(name) for cell, name in _take_pieces(stated, "placed").items()}
    found = hint(problem, Placement(problem.board, so_far), HINT_SECONDS)
    return {"hint": found.as_dict() if found else None}


def _explain(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """The reason why there is no solution, or why an optimum cannot be beaten."""
    from rookery.backends.evidence.explaining.explain import explain

    return explain(read_problem(asked.get("problem")), None, WHY_SECONDS).as_dict()


def _trace(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """The steps of plain backtracking, row by row: each with its move, the square, and those that speak against it."""
    from rookery.backends.solvers.textbook.program import NoRows
    from rookery.backends.solvers.textbook.rows import trace

    problem = read_problem(asked.get("problem"))
    try:
        found = trace(problem.model, MAX_STEPS)
    except NoRows:
        raise BadInput("only a search that places one piece a row can be watched, such as 8 queens on 8x8") from None
    cells = [[piece.name, *square] for piece in problem.pieces for square in problem.board]
    steps = [[step.move.value, step.variable, *step.against] for step in found.steps]
    fixed = [cells[variable] for variable in sorted(found.forced)]
    return {"cells": cells, "steps": steps, "fixed": fixed, "cut": found.cut}


def _certify(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """A certificate of the answer, as text of base 64."""
    from rookery.backends.evidence.certifying import certify_answer
    from rookery.core.deadline import Deadline

    problem = read_problem(asked.get("problem"))
    deadline = Deadline(_read_seconds(asked, MAX_SECONDS))
    found = _ask(problem, asked, tell)
    with deadline.held():
        content = certify_answer(found).to_bytes()
    return {"certificate": b64encode(content).decode(), "bytes": len(content), "sentence": str(found)}


def _verify(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """Check a certificate without a solver."""
    from rookery.certificates import verify
    from rookery.certificates.certificate import Certificate

    try:
        content = b64decode(take_text(asked.get("certificate"), "certificate"), validate=True)
    except ValueError:
        raise BadInput("certificate: expected text of base 64") from None
    found = verify(Certificate.from_bytes(content), seconds=_read_seconds(asked, MAX_SECONDS))
    told = found.as_dict()
    return {name: told.get(name) for name in ("claim", "verified", "trusts", "reason", "seconds")}


def _read_piece(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """The piece of a name or of Betza notation, as the page draws it."""
    from rookery.play.settings import describe_piece

    return {"piece": describe_piece(take_piece(asked.get("piece")))}


def _word(asked: Data, tell: Tell | None) -> dict[str, Any]:
    """The question in words, as a command, and as Python."""
    problem = read_problem(asked.get("problem"))
    assert problem.asked is not None
    want = take_one_of(asked.get("want", "one"), WANTS, "want")
    symmetric = bool(asked.get("up_to_symmetry", False))
    backend = take_text(asked.get("backend", "auto"), "backend")
    options = {"one": [], "all": ["--all"], "count": ["--count-solutions"]}[want]
    options += ["--up-to-symmetry"] * symmetric + (["--backend", backend] if backend != "auto" else [])
    try:
        command = shlex.join(["rookery", "solve", *command_words(problem.asked), *options])
    except BadInput as error:
        command = f"# {error}"
    said = {"title": problem.title, "command": command}
    return said | {"python": write_python(asked["problem"], want, symmetric, backend)}


def write_python(stated: Data, want: str = "one", symmetric: bool = False, backend: str = "auto") -> str:
    """The lines of Python that ask the same as plain data that `read_problem` takes."""
    family, arguments = _list_arguments(stated)
    holes = [tuple(cell) for cell in _take_list(stated, "holes")]
    said = {name: repr(value) for name, value in arguments.items()}
    said["board"] = f"rk.board({said['board']}, holes={holes!r})" if holes else said["board"]
    # What comes first in the function needs no name
    leading = list(said)[: 2 if list(said)[1] == "board" else 1]
    words = [value if name in leading else f"{name}={value}" for name, value in said.items()]
    asked = ["problem"] + [f"backend={backend!r}"] * (backend != "auto") + [f"want={want!r}"] * (want != "one")
    asked += ["up_to_symmetry=True"] * symmetric
    problem = f"problem = rk.{getattr(family.function, '__name__', '')}({', '.join(words)})"
    return f"import rookery as rk\n\n{problem}\nprint(rk.solve({', '.join(asked)}))\n"


DEEDS: Mapping[str, Callable[[Data, Tell | None], dict[str, Any]]] = {
    "solve": _solve,
    "check": _check,
    "left": _count_left,
    "hint": _hint,
    "why": _explain,
    "trace": _trace,
    "certify": _certify,
    "verify": _verify,
    "piece": _read_piece,
    "words": _word,
}
