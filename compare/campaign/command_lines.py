"""Plain problems in words: the names of instances and families, and the command line that asks the same."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rookery.backends import Question, Want
from rookery.backends.registry import DEFAULT
from rookery.models import BadInput, Piece
from rookery.models.pieces.betza import parse
from rookery.models.pieces.piece import OWN_PIECES
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.plain import Plain, read_statement
from rookery.models.problems.registry import COUNT, TOGETHER, describe, piece_keys
from rookery.models.problems.registry import family as known_family


def label(data: Plain, want: str, up_to_symmetry: bool = False) -> str:
    """The name of an instance: its problem, and what is wanted of it."""
    wanted = {"one": "", "all": ", all", "count": ", number of solutions"}[want]
    return f"{title(data)}{wanted}{' up to symmetry' if up_to_symmetry else ''}"


def title(data: Plain) -> str:
    """The title of a problem without declaring it, with all that distinguishes it from similar ones."""
    asked = read_statement(data)
    return ", ".join([f"{describe(asked).phrase} on {asked.board}", *_givens(asked)])


def _givens(asked: Statement) -> Iterator[str]:
    if asked.fixed:
        yield "fixed " + " ".join(f"{piece}@{square}" for square, piece in asked.fixed.items())
    lists = {each.name: asked.parameters[each.name] for each in known_family(asked.family).square_lists()}
    for key, squares in {"forbidden": asked.forbidden, **lists}.items():
        if squares:
            yield f"{key} " + " ".join(map(str, squares))


def family(data: Plain) -> str:
    """The words that problems of different sizes share: `independent domination by queens`."""
    asked = read_statement(data)
    side = asked.board.side
    named = [Named(piece, "n" if side is not None and value == side else value) for piece, value in asked.pieces]
    alike = replace(asked, pieces=tuple(named)) if known_family(asked.family).each == COUNT else asked
    return f"{describe(alike).phrase}{asked.board.series}{' with givens' * any(_givens(asked))}"


def command_words(asked: Statement) -> list[str]:
    """The problem as arguments of a command: `placement --piece queen --board 8 --count 8`.

    Raises `BadInput` for a piece that no name and no Betza notation leads to.
    """
    known = known_family(asked.family)
    words = [asked.family, *_piece_words(asked, known.each)]
    words += [word for each in known.parameters for word in each.words(asked.parameters[each.name])]
    words += asked.board.words()
    several = len(asked.pieces) > 1
    for square, piece in asked.fixed.items():
        words += ["--fix", str(square) + (f"={piece}" if several else "")]
    return words + [word for square in asked.forbidden for word in ("--forbid", str(square))]


def _piece_words(asked: Statement, each: str) -> Iterator[str]:
    for piece, _ in asked.pieces:
        yield from ("--piece", _piece_word(piece))
    for _, value in asked.pieces if each else ():
        yield from (f"--{each}", "max" if value is None else str(value))


def _piece_word(piece: Piece) -> str:
    if piece in OWN_PIECES:
        return piece.name
    if piece.betza and parse(piece.betza) == piece.rides:
        return piece.betza
    raise BadInput(f"piece {piece} has no name and no Betza notation that a command could take")


def command(data: Plain, backend: str, question: Question) -> str:
    """The command line that gives a backend the same question; a comment if there is no such command."""
    try:
        words = command_words(read_statement(data))
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
    if backend != DEFAULT:
        yield from ("--backend", backend)
    for name, value in (("--workers", question.workers), ("--seed", question.seed)):
        if value != {"--workers": 1, "--seed": 0}[name]:
            yield from (name, str(value))
    if question.seconds is not None:
        yield from ("--seconds", f"{question.seconds:g}")
    for option, setting in question.options.items():
        yield from ("--option", f"{option}={setting}")


class Side(NamedTuple):
    """A backend and its question: its name, its location if it is not registered, and the question."""

    backend: str
    use: str
    question: Question


def compare_command(data: Plain, sides: Sequence[Side]) -> str:
    """The command line that compares the answers of some backends to a problem; else a comment."""
    try:
        words = command_words(read_statement(data))
    except BadInput as error:
        return f"# {error}"
    first = sides[0].question
    words[words.index("--board")] = "--boards"
    optional = TOGETHER in piece_keys(known_family(data["family"]))
    words += ["--together"] * (len(data["pieces"]) > 1 and optional) + ["--up-to-symmetry"] * first.up_to_symmetry
    words += ["--backends", ",".join(dict.fromkeys(side.use or side.backend for side in sides)), "--want", first.want]
    return shlex.join(["rookery", "compare", *words, *_shared_words(sides)])


def _shared_words(sides: Sequence[Side]) -> Iterator[str]:
    """The options that all sides share, and those of each."""
    seeds, workers = ({getattr(side.question, name) for side in sides} for name in ("seed", "workers"))
    if seeds != {0}:
        yield from ("--seeds", ",".join(map(str, sorted(seeds))) + ",")
    if workers != {1}:
        yield from ("--workers", ",".join(map(str, sorted(workers))))
    if sides[0].question.seconds is not None:
        yield from ("--seconds", f"{sides[0].question.seconds:g}")
    options = {(side.backend, name, value) for side in sides for name, value in side.question.options.items()}
    for backend, name, value in sorted(options):
        yield from ("--option", f"{backend}.{name}={value}")
