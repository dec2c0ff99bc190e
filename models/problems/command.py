"""A problem in one line: as the words of a command, and as a title that no other problem has."""

from collections.abc import Iterator, Mapping
from typing import Any

from rookery.core.errors import BadInput
from rookery.models.boards.board import MAX_NAMED
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import digest, stable

MAX_DATA = 1_000  # characters of plain data beside a title

# The options whose name is not that of the argument; the command line reads this table as well
OPTIONS = {
    "pieces": "piece",
    "fixed": "fix",
    "forbidden": "forbid",
    "allowed": "allow",
    "costs": "cost",
    "n": "board",
    "seed": "instance",  # --seed is that of a search
}


def option_name(argument: str) -> str:
    """Return the option of an argument of a family, such as `--fix` for `fixed`."""
    return f"--{OPTIONS.get(argument, argument).replace('_', '-')}"


def command_words(problem: Problem) -> list[str]:
    """Return the family and the options of a command: `placement --piece queen=8 --board 8`.

    Raises `BadInput` for a problem that no command can ask for: a changed copy, a graph that comes from no file, or a
    piece without a Betza notation.
    """
    if problem.asked is None:
        raise BadInput(f"problem {problem.title!r}: no command asks for a changed copy of a problem")
    words = [problem.asked["family"]]
    for name, value in problem.asked.items():
        if name == "board":
            words += _board_words(value)
        elif name != "family":
            words += _option_words(option_name(name), value)
    return words


def _board_words(board: Any) -> Iterator[str]:
    if not isinstance(board, Mapping):
        yield from ("--board", str(board))
    elif "size" in board:
        yield from ("--board", board["size"])
        for hole in board["holes"]:
            yield from ("--hole", _word(hole))
    elif "source" in board:
        yield from ("--graph", board["source"])
    else:
        raise BadInput("a graph that was not read from a file cannot be named in a command")


def _option_words(option: str, value: Any) -> Iterator[str]:
    if value is True:
        yield option
        return
    for each in value if isinstance(value, list) else [value]:
        pair = isinstance(each, list) and not all(isinstance(part, int) for part in each)
        yield from (option, "=".join(map(_word, each)) if pair else _word(each))


def _word(value: Any) -> str:
    """Return a piece, a square, a vertex or a number as an option takes it."""
    if isinstance(value, Mapping):
        if "betza" not in value:
            raise BadInput(f"piece {value.get('name')} has no Betza notation that a command could take")
        return str(value["betza"])
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def identify(problem: Problem, briefly: bool = False) -> str:
    """Return the title of a problem, and its plain data or their digest where the title does not say all.

    `briefly`: the first eight digits of the digest.
    """
    if problem.asked is None or _is_determined_by_title(problem.asked):
        return problem.title
    data, number = stable(problem.asked), digest(problem.asked)
    if briefly:
        return f"{problem.title} [{number[:8]}]"
    return f"{problem.title} {data if len(data) <= MAX_DATA else f'[{number}]'}"


def _is_determined_by_title(asked: Mapping[str, Any]) -> bool:
    """Return whether a title says all: it names few forbidden squares, no fixed ones, and no steps of pieces."""
    pieces = [
        each[0] if isinstance(each, list) else each for each in (*asked.get("pieces", ()), asked.get("piece", ""))
    ]
    empty = asked.get("forbidden", ())
    named = isinstance(empty, str) or any(isinstance(each, list) and isinstance(each[-1], str) for each in empty)
    few = len(empty) <= MAX_NAMED and not named
    more = asked.keys() & {"fixed", "allowed", "costs", "seed"}
    own = not any(isinstance(piece, Mapping) for piece in pieces)
    return few and own and not more and isinstance(asked.get("board", ""), str)
