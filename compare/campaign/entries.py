"""From a campaign's entry to its problems, boards x pieces x parameters, and from plain problems to words.

Words are the names of instances and families, and the command line that asks the same.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from rookery.backends import Question, Want
from rookery.backends.registry import DEFAULT
from rookery.compare.campaign.keys import OF_FAMILIES, Wrong, at
from rookery.models import BadInput, Piece
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.sources import FindPiece, PieceSources
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Parameter, texts
from rookery.models.problems.plain import Plain, plain_statement, read_statement
from rookery.models.problems.registry import ALONE, COUNT, FAMILIES, TOGETHER, declare, describe, known_keys, piece_keys
from rookery.models.problems.registry import family as known_family
from rookery.models.problems.stating import command_words
from rookery.models.reading.typed import cut_holes, quote, read_boards, read_count, read_fixed, read_square

Entry = Mapping[str, Any]
PieceSet = list[Named]
INSTALLED = PieceSources()
NUMBERS = {1: "one", 2: "two", 3: "three"}


def read_problems(entry: Entry, find: FindPiece) -> tuple[Plain, ...]:
    """Read the problems of an entry, as plain data."""
    family = read_family(entry)
    for key in OF_FAMILIES:
        if key in entry and key not in known_keys(family):
            raise Wrong(f"{key} means nothing for {family.name}; it has {', '.join(known_keys(family))}", key)
    boards = _read_boards(entry)
    values = {each.name: _read_values(entry, each) for each in family.parameters}
    choices = [dict(zip(values, choice, strict=True)) for choice in product(*values.values())]
    return tuple(
        _declare_plain(entry, board, pieces, find, each)
        for board in boards
        for pieces in piece_sets(entry, board, find)
        for each in choices
    )


def read_family(entry: Entry) -> Family:
    """The family that an entry names."""
    name = entry.get("family")
    if not isinstance(name, str) or name not in FAMILIES:
        raise Wrong(f"family {quote(str(name))}: expected {', '.join(FAMILIES)}", "family")
    return FAMILIES[name]


def _declare_plain(
    entry: Entry, board: AbstractBoard, pieces: PieceSet, find: FindPiece, values: Mapping[str, Any]
) -> Plain:
    """The plain data of one problem, which can be declared."""
    forbidden = tuple(sorted(_read_squares(entry, "forbidden", board)))
    family = FAMILIES[entry["family"]]
    values = {each.name: _place_values(each, values[each.name], board) for each in family.parameters}
    bare = Statement(family.name, board, tuple(pieces), values, {}, forbidden)
    fixed = sorted(_read_fixed(entry, family.standing(bare), find, board), key=lambda pair: (pair[1].name, pair[0]))
    found: dict[Cell, Piece] = {}
    for square, piece in fixed:
        if square in found:
            raise Wrong(f"square {square} is fixed twice", "fixed")
        found[square] = piece
    asked = replace(bare, fixed=found)
    declare(asked)
    return plain_statement(asked)


def _read_boards(entry: Entry) -> list[AbstractBoard]:
    if "boards" not in entry:
        raise Wrong('boards are missing; expected sizes such as "4..10", "8x11" or "8:torus"', "boards")
    sizes = ",".join(texts(entry["boards"]))
    holes = texts(entry.get("holes", []))
    with at("boards"):
        boards = read_boards(sizes)
    with at("holes"):
        return [cut_holes(board, holes) for board in boards]


def _read_values(entry: Entry, parameter: Parameter) -> list[Any]:
    """The values of one parameter."""
    if parameter.entry_key not in entry:
        if parameter.required:
            raise Wrong(f"{parameter.entry_key} is missing; {parameter.help}", parameter.entry_key)
        return [parameter.default]
    with at(parameter.entry_key):
        return parameter.read_all(entry[parameter.entry_key])


def _place_values(parameter: Parameter, value: Any, board: AbstractBoard) -> Any:
    with at(parameter.entry_key):
        return parameter.on(value, board)


def _read_fixed(
    entry: Entry, pieces: Sequence[Piece], find: FindPiece, board: AbstractBoard
) -> Iterator[tuple[Cell, Piece]]:
    own = {piece.name: piece for piece in pieces}
    for text in texts(entry.get("fixed", [])):
        where, _, name = text.partition("=")
        with at("fixed"):
            if name.strip() in own:
                yield read_square(where, "fixed", board), own[name.strip()]
            else:
                yield from read_fixed([text], pieces, find, board)


def _read_squares(entry: Entry, key: str, board: AbstractBoard) -> list[Cell]:
    with at(key):
        return [read_square(text, key, board) for text in texts(entry.get(key, []))]


def piece_sets(entry: Entry, board: AbstractBoard, find: FindPiece) -> Iterator[PieceSet]:
    """The pieces that stand on a board together: one set after the other."""
    family = FAMILIES[entry["family"]]
    first, *others = piece_keys(family)
    if first != ALONE:
        yield _read_valued(entry, family, find) if family.each else _read_list(entry, family, find)
        return
    if TOGETHER not in others and ALONE not in entry:
        raise Wrong("pieces are missing; expected names or Betza notation", ALONE)
    if (TOGETHER in entry) == (ALONE in entry):
        raise Wrong(f"expected either pieces, each on its own, or {_say_together(family)}", ALONE)
    if TOGETHER in entry:
        yield _read_together(entry, board, family, find)
        return
    for name in texts(entry.get(ALONE, [])):
        count = _read_count(family, str(entry.get(COUNT, family.open_count)), COUNT, board) if family.each else None
        yield [Named(_find_piece(name, ALONE, find), count)]


def _say_together(family: Family) -> str:
    return "mixed = {piece = count, ...}" if family.each else 'mixed = ["piece", ...], all on one board'


def _read_together(entry: Entry, board: AbstractBoard, family: Family, find: FindPiece) -> PieceSet:
    """Several pieces on one board: a table with their counts, or a list without counts."""
    given = entry[TOGETHER]
    if not family.each:
        if not isinstance(given, list) or not given:
            raise Wrong(f"expected {_say_together(family)}", TOGETHER)
        return [Named(_find_piece(str(name), TOGETHER, find)) for name in given]
    if not isinstance(given, Mapping) or not given or COUNT in entry:
        raise Wrong("mixed is a table {piece = count, ...}, without a separate count", TOGETHER)
    counts = {name: _read_count(family, str(count), TOGETHER, board) for name, count in given.items()}
    return [Named(_find_piece(name, TOGETHER, find), count) for name, count in counts.items()]


def _read_list(entry: Entry, family: Family, find: FindPiece) -> PieceSet:
    """Pieces that are always several, and come with nothing."""
    places = family.places
    assert places is not None
    given = entry.get(places.key)
    if not isinstance(given, list) or len(given) < places.least:
        example = ", ".join(['"queen"'] * places.least)
        least = NUMBERS.get(places.least, str(places.least))
        what = places.what or "pieces"
        raise Wrong(f"expected {what}, at least {least}: {places.key} = [{example}]", places.key)
    return [Named(_find_piece(str(name), places.key, find)) for name in given]


def _read_valued(entry: Entry, family: Family, find: FindPiece) -> PieceSet:
    """Pieces with their weights or costs, or with their counts."""
    key, what = piece_keys(family)[0], family.each
    given = entry.get(key)
    if not isinstance(given, Mapping) or not given:
        raise Wrong(f"expected a table {key} = {{piece = {what}, ...}}", key)
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Wrong(f"{name} = {value}: expected a {what}, a whole number of at least 1", key)
    return [Named(_find_piece(name, key, find), value) for name, value in given.items()]


def _read_count(family: Family, text: str, key: str, board: AbstractBoard) -> int | None:
    with at(key):
        count = read_count(text, board, family.open_count)
    if count is None and family.places and family.places.counted:
        raise Wrong("count is missing; expected how many pieces to place, a number or n", COUNT)
    return count


def _find_piece(name: str, key: str, find: FindPiece) -> Piece:
    with at(key):
        return find(name)


def find_among(own: Mapping[str, Piece], sources: PieceSources = INSTALLED) -> FindPiece:
    """The lookup of a campaign's piece names: first the pieces that it defines itself, then those of the sources."""
    return lambda name: own.get(name) or sources.piece(name)


def read_own_pieces(tables: Mapping[str, Any]) -> Iterator[tuple[str, Piece]]:
    """The pieces that a campaign defines itself, each as in a file of pieces: `gnu = "NC"`, or a table."""
    for name, table in tables.items():
        try:
            yield name, piece_of(name, table)
        except BadInput as error:
            raise Wrong(str(error), name) from None


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
    lists = dict(known_family(asked.family).list_squares(asked))
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
    if backend != DEFAULT or question.workers > 1:  # without a name these are threads of our own search
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
        # A single number would say how many seeds: another seed is asked beside 0
        yield from ("--seeds", ",".join(map(str, sorted(seeds | {0}))))
    if workers != {1}:
        yield from ("--workers", ",".join(map(str, sorted(workers))))
    if sides[0].question.seconds is not None:
        yield from ("--seconds", f"{sides[0].question.seconds:g}")
    options = {(side.backend, name, value) for side in sides for name, value in side.question.options.items()}
    for backend, name, value in sorted(options):
        yield from ("--option", f"{backend}.{name}={value}")
