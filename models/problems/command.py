"""The words of a command that asks for a problem."""

from collections.abc import Iterator, Mapping
from typing import Any

from rookery.core.errors import BadInput
from rookery.models.problem.problem import Problem

# The options whose name is not that of the argument; the command line reads this table as well
OPTIONS = {
    "pieces": "piece",
    "fixed": "fix",
    "forbidden": "forbid",
    "allowed": "allow",
    "costs": "cost",
    "n": "board",
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
        pair = isinstance(each, list) and len(each) == 2 and not isinstance(each[0], int)
        yield from (option, "=".join(map(_word, each)) if pair else _word(each))


def _word(value: Any) -> str:
    """Return a piece, a square, a vertex or a number as an option takes it."""
    if isinstance(value, Mapping):
        if "betza" not in value:
            raise BadInput(f"piece {value.get('name')} has no Betza notation that a command could take")
        return str(value["betza"])
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
