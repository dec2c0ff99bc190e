"""Convert arguments: values of Python, text of a command line and plain data (JSON) to pieces, boards, squares, counts.

A value of the right type is passed on unchanged. Each refusal is one sentence that says which values are accepted. The
`plain_` functions are the inverse of the `take_` functions: JSON data, the same for equal values.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations
from math import inf
from numbers import Real
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, most_frequent, refuse, show_value, unknown
from rookery.core.numbers import Step, is_pair, is_whole, whole
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import SQUARES, Board, Square
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.drawing.text import symbols, tell_apart
from rookery.models.pieces import sources
from rookery.models.pieces.betza import Ride, parse
from rookery.models.pieces.piece import OWN_PIECES, Piece, default_plural

PieceLike: TypeAlias = Piece | str
BoardLike: TypeAlias = AbstractBoard | int | str | tuple[int, int]
RegionsLike: TypeAlias = (
    AbstractBoard | int | str | tuple[int, int] | Path | Sequence[str]
)  # also a drawing, or its file
SquareLike: TypeAlias = tuple[int, int] | tuple[str] | str | int  # a square, or a vertex of a graph
SquaresLike: TypeAlias = Iterable[SquareLike]
FixedLike: TypeAlias = Iterable[SquareLike] | Mapping[SquareLike, PieceLike]
AllowedLike: TypeAlias = Iterable[SquareLike] | Mapping[SquareLike, PieceLike] | str | None
Count: TypeAlias = int | Literal["any"] | None  # None: as many, or as few, as possible
CountLike: TypeAlias = int | str | None
PiecesLike: TypeAlias = PieceLike | Iterable[PieceLike] | Mapping[PieceLike, CountLike]
ArmiesLike: TypeAlias = Sequence[PieceLike]  # in order, one piece perhaps several times
CostsLike: TypeAlias = Iterable[int]

ANY, BORDER = "any", "border"
AREAS = (BORDER, "light", "dark")  # names of several squares
BOARD = "rk.Board(8), a size such as 8, '8x11', '8x11:torus' or '8:cylinder', or a pair (8, 11)"
PIECES = f"{sources.EXPECTED_PIECE}; or several with their counts, such as {{'queen': 5, 'knight': 2}}"
COUNT = "a whole number, 'n' for the side of the board, or 'any'; leave it out for as many or as few as possible"
DURATIONS = "a number of seconds such as 90, or 90s, 2m, 1h30m"
RANGE = re.compile(r"(?<![0-9])([0-9]{1,9})\.\.([0-9]{1,9})(?![0-9])")
NUMBER = re.compile(r"[0-9]{1,9}")
DURATION = re.compile(r"([0-9]*\.?[0-9]+|[0-9]+\.)\s*(h|min|m|sec|s)?", re.IGNORECASE)
SECONDS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
MAX_BOARDS = 1000


def take_piece(value: Any, what: str = "piece", own: Iterable[Piece] = ()) -> Piece:
    """Return the piece of a piece, of a name (first of one of `own`), of Betza notation, or of `plain_piece`."""
    if isinstance(value, Piece):
        return value
    if isinstance(value, Mapping):
        return _build_piece(value, what)
    if not isinstance(value, str):
        refuse(what, value, sources.EXPECTED_PIECE)
    return next((piece for piece in own if piece.name == value.strip()), None) or sources.piece(value)


def plain_piece(piece: Piece) -> str | dict[str, Any]:
    """Return the name of one of our pieces; of another all that makes it, so that no file or plug-in is needed."""
    if piece in OWN_PIECES:
        return piece.name
    rides: dict[str, Any] = {"rides": sorted([*step, reach or 0] for step, reach in piece.rides)}
    with suppress(BadInput):
        if piece.betza is not None and parse(piece.betza) == piece.rides:
            rides = {"betza": piece.betza}
    looks = {"glyph": piece.glyph, "plural": piece.plural}
    if piece.plural == default_plural(piece.name, piece.betza):
        del looks["plural"]
    return {"name": piece.name, "symbol": piece.symbol, **rides, **{key: text for key, text in looks.items() if text}}


def _build_piece(data: Mapping[Any, Any], what: str) -> Piece:
    """Return the piece of `plain_piece`; the data may come from a file, and anything may be wrong with it."""
    try:
        if "rides" not in data:
            return Piece.from_betza(**data)
        rides = [Ride(Step(rows, columns), reach or None) for rows, columns, reach in data["rides"]]
        return Piece(**{**data, "rides": rides})
    except (TypeError, ValueError):
        refuse(what, dict(data), "a name, or a dictionary with name, symbol, and betza or rides")


def take_pieces(value: Any, what: str = "pieces") -> list[Piece]:
    """Return several pieces in order; one piece may occur several times."""
    if isinstance(value, Piece | str | Mapping) or not isinstance(value, Iterable):
        refuse(what, value, "a list of pieces, such as ['queen', 'queen']")
    return [take_piece(each, what) for each in value]


def take_counts(value: Any, board: AbstractBoard, count: Any = None, what: str = "pieces") -> dict[Piece, Count]:
    """Return pieces with their counts: one piece with its `count`, several pieces, or a mapping to counts.

    A list may hold pairs `[piece, count]`, as plain data does, and texts such as `queen=5`. Two pieces with one symbol
    get different letters. Raises `BadInput` for one piece under two names, and for counts that do not fit the board.
    """
    if isinstance(value, Piece | str) or (isinstance(value, Mapping) and "symbol" in value):
        pairs = [_split_count(value)]
    elif isinstance(value, Iterable):
        pairs = list(value.items() if isinstance(value, Mapping) else map(_split_count, value))
    else:
        refuse(what, value, PIECES)
    if not pairs:
        raise BadInput("no piece to place; name at least one")
    if count is not None:
        if len(pairs) != 1 or pairs[0][1] is not None:
            raise BadInput("count goes with one piece; give each of several pieces its own, as in {'queen': 5}")
        pairs = [(pairs[0][0], count)]
    pieces = _tell_apart([take_piece(piece, what) for piece, _ in pairs])
    counts = {p: take_count(number, board, f"count of {p}") for p, (_, number) in zip(pieces, pairs, strict=True)}
    _check_fit(counts, board)
    return counts


def _split_count(each: Any) -> tuple[Any, Any]:
    if isinstance(each, str):
        name, equals, count = each.partition("=")
        return name, count.strip() if equals else None
    return (each[0], each[1]) if isinstance(each, list | tuple) and len(each) == 2 else (each, None)


def plain_counts(counts: Mapping[Piece, Count]) -> list[Any]:
    """Return a list of pieces, each with its count if it has one: `["queen", ["knight", 2]]`."""
    return [plain_piece(p) if count is None else [plain_piece(p), count] for p, count in counts.items()]


def _tell_apart(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with different letters; raises `BadInput` for a piece that is named twice."""
    for other, piece in combinations(pieces, 2):
        if other.name == piece.name:
            raise BadInput(f"piece {piece} is named twice; name it once")
        if other.rides == piece.rides and piece.rides:
            raise BadInput(f"{other} and {piece} are two names of one piece; name it once")
    letter = tell_apart(pieces, symbols)
    return [p if letter(p) == p.symbol else replace(p, symbol=letter(p)) for p in pieces]


def _check_fit(counts: Mapping[Piece, Count], board: AbstractBoard) -> None:
    numbers = {piece: count for piece, count in counts.items() if isinstance(count, int)}
    for piece, number in numbers.items():
        if number < 0:
            raise BadInput(f"{number} {piece.plural}: a count must be at least 0")
    total = sum(numbers.values())
    if total > len(board):
        many = f"{amount(total, 'piece')} {'does' if total == 1 else 'do'}"
        raise BadInput(f"{many} not fit on {board.phrase}: it has {amount(len(board), board.noun, board.nouns)}")


def take_count(value: Any, board: AbstractBoard, what: str = "count") -> Count:
    """Return a count: a number, also as text, `n` for the side of the board, `any`, or None for most or fewest."""
    value = value.lower() if isinstance(value, str) else value
    if value is None or value == ANY:
        return cast("Count", value)
    if value == "n":
        if board.side is None:
            raise BadInput(f"{what} n is the side of a square board, and the board is {board}; give a number")
        return board.side
    if isinstance(value, str) and NUMBER.fullmatch(value):
        return int(value)
    return whole(value, what) if is_whole(value) else refuse(what, value, COUNT)


def take_board(value: Any) -> AbstractBoard:
    """Return the board of a board, of a side, of a pair of sides, of a size in text, or of `board.plain()`."""
    if isinstance(value, AbstractBoard):
        return value
    if isinstance(value, str):
        return parse_shape(value) or refuse("board", value, BOARD)
    if isinstance(value, Mapping):
        return _build_board(value)
    if is_whole(value):
        return Board(value)
    return Board(*value) if is_pair(value) else refuse("board", value, BOARD)


def take_regions(value: Any) -> AbstractBoard:
    """Return the board of a drawing of regions or of the file that holds it, or a board as `take_board` does."""
    is_board = isinstance(value, AbstractBoard | Mapping) or is_whole(value) or is_pair(value)
    if is_board or (isinstance(value, str) and parse_shape(value) is not None):
        return take_board(value)
    return RegionBoard(value)


def parse_shape(text: str) -> AbstractBoard | None:
    """Return the board that a text names: a size, `regions:AAB/ACB` or `graph:FILE`; None for other text."""
    prefix, _, path = text.strip().partition(":")
    if prefix == "graph":
        from rookery.models.boards.graphs import read_graph  # few boards are graphs

        return read_graph(path)
    return Board.parse(text) or RegionBoard.parse(text)


def _build_board(data: Mapping[str, Any]) -> AbstractBoard:
    """Return the board of `board.plain()`; the data may come from a file, and anything may be wrong with it."""
    with suppress(TypeError, ValueError):
        if data.keys() == {"size", "holes"} and isinstance(data["size"], str):
            return board(data["size"], holes=data["holes"])
        if {"vertices", "edges"} <= data.keys() <= {"vertices", "edges", "directed", "weights", "source"}:
            return Graph.from_plain(data)
    return refuse("board", dict(data), f"{BOARD}, a dictionary with size and holes, or one with vertices and edges")


def board(size: BoardLike, torus: bool = False, holes: SquaresLike = ()) -> AbstractBoard:
    """Return the board of a size: 8, "8", "8x11", "8x11:torus", (8, 11); holes as pairs or names, (0, 4) or "e4".

    >>> import rookery as rk
    >>> rk.board("5x8").rows, rk.board("5x8:torus").torus
    (5, True)

    Raises `BadInput` with what is accepted.
    """
    board = take_board(size)
    cut = take_squares(holes, board, "hole")
    if take_flag(torus, "torus"):
        if not isinstance(board, Board) or isinstance(board, RegionBoard) or board.kind == "cylinder":
            raise BadInput(f"{board.phrase} cannot be a torus")
        board = Board(board.rows, board.columns, torus, board.holes)
    if not cut:
        return board
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} takes no holes")
    return board.with_holes(cut)


def read_boards(text: str) -> list[AbstractBoard]:
    """Return the boards of a list such as `4..10`, `4,6,8`, `8x11` or `4..6,8x11:torus`."""
    boards = list(dict.fromkeys(chain.from_iterable(map(_read_range, text.split(",")))))
    if len(boards) > MAX_BOARDS:
        raise BadInput(f"board {show_value(text)}: at most {MAX_BOARDS:,} boards are accepted")
    return boards


def _read_range(text: str) -> Iterator[AbstractBoard]:
    """Yield the boards of one size, or of a range of numbers in it: `4..10`, `4..10:torus`."""
    limits = RANGE.search(text)
    first, last = (int(limits[1]), int(limits[2])) if limits else (0, 0)
    if first > last:
        raise BadInput(f"board {show_value(text)}: the range ends before it begins; expected the smaller side first")
    for side in range(first, min(last, first + MAX_BOARDS) + 1):
        size = f"{text[: limits.start()]}{side}{text[limits.end() :]}" if limits else text
        board = None if RANGE.search(size) else parse_shape(size)
        hyphen = re.fullmatch(r"\s*([0-9]+)-([0-9]+)\s*", text)
        example = f"{hyphen[1]}..{hyphen[2]}" if hyphen else "4..10"
        yield board or refuse("board", text, f"a size or a range, such as {example}, 8, 8x11 or 4,6,8")


def take_square(value: Any, board: AbstractBoard, what: str = "") -> Cell:
    """Return the square of a pair, of `R,C`, or of a name such as `e4`, which may lie off the board; or the vertex."""
    if not isinstance(board, Board):
        # A vertex: itself, the same as a plain tuple, or its name
        if isinstance(value, tuple) and value in board:
            return board.cell_type(*value)
        vertex = board.find(str(value))
        if vertex is None:
            raise BadInput(f"{what} {board.refusal(value)}".lstrip())
        return vertex
    if type(value) is Square and type(value[0]) is type(value[1]) is int:
        return value
    return board.read_square(value, what or "square")


def plain_square(square: Cell) -> Any:
    """Return `[row, column]` of a square, or the name of a vertex."""
    return list(square) if len(square) == 2 else square[0]


def take_squares(values: Any, board: AbstractBoard, what: str = "squares") -> list[Cell]:
    """Return the squares of a list, which may lie off the board."""
    return [take_square(each, board, what) for each in _list_squares(values, board, what)]


def _list_squares(values: Any, board: AbstractBoard, what: str) -> Iterable[Any]:
    if is_area(values):
        return [values]
    is_one = is_pair(values) and isinstance(board, Board)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or is_one:
        refuse(what, values, SQUARES)
    return values


def take_cell(value: Any, board: AbstractBoard, what: str = "") -> Cell:
    """Return a square of the board; raises `BadInput` for one that it does not have."""
    square = take_square(value, board, what)
    if square not in board:
        raise BadInput(f"{what} {board.refusal(square)}".lstrip())
    return square


def take_cells(values: Any, board: AbstractBoard, what: str) -> list[Cell]:
    """Return squares of the board in order; raises `BadInput` for one that it does not have, or that is given twice."""
    squares = [take_cell(each, board, what) for each in checking_deadline(_list_squares(values, board, what))]
    if len(set(squares)) < len(squares):
        raise BadInput(f"{board.noun} {board.label(most_frequent(squares))} is {what} twice")
    return sorted(squares, key=board.index)


def take_limits(
    values: Any, board: AbstractBoard, pieces: Sequence[Piece], what: str
) -> tuple[list[Cell], dict[Piece, list[Cell]]]:
    """Return the squares listed for all pieces, and those listed for single pieces, such as `e4=bishop`.

    A square may be an area: `light`, `dark` or `border`. With one piece, all squares are listed for it.
    """
    every, own = dict[Cell, None](), dict[Piece, dict[Cell, None]]()
    names = {piece.name: piece for piece in pieces}
    listed = values.items() if isinstance(values, Mapping) else _split_fixed(_list_squares(values, board, what), board)
    for where, named in checking_deadline(listed):
        squares = _list_area(where.lower(), board) if is_area(where) else [take_cell(where, board, what)]
        piece = None if named is None else take_piece(named, f"{what} piece", pieces)
        if piece is not None and piece.name not in names:
            raise BadInput(f"{what} {show_value(where)}: {piece} is not a piece of this problem: {', '.join(names)}")
        into = every if piece is None or len(pieces) == 1 else own.setdefault(names[piece.name], {})
        if not is_area(where) and squares[0] in into:
            raise BadInput(f"{board.noun} {board.label(squares[0])} is {what} twice")
        into.update(dict.fromkeys(squares))
    kept = {piece: sorted(squares, key=board.index) for piece, squares in own.items()}
    return sorted(every, key=board.index), kept


def is_area(value: Any) -> bool:
    """Return whether a value names an area: `light`, `dark` or `border`."""
    return isinstance(value, str) and value.lower() in AREAS


def _list_area(area: str, board: AbstractBoard) -> list[Cell]:
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} has no {'border' if area == BORDER else f'{area} squares'}")
    if area == BORDER:
        ends = (0, board.rows - 1), (0, board.columns - 1)
        return [square for square in board if square.row in ends[0] or square.column in ends[1]]
    odd = (board.rows - 1 + (area == "light")) % 2  # a1 is dark
    return [square for square in board if (square.row + square.column) % 2 == odd]


def plain_limits(values: Any, board: AbstractBoard, pieces: Sequence[Piece], what: str) -> Any:
    """Return squares, and pairs of a square and the name of its piece; one area that is named alone stays a name."""
    if values is None or is_area(values):
        return values
    every, own = take_limits(values, board, pieces, what)
    pairs = [[plain_square(square), piece.name] for piece, squares in own.items() for square in squares]
    return [*map(plain_square, every), *pairs]


def take_fixed(values: Any, board: AbstractBoard, pieces: Sequence[Piece], what: str = "fixed") -> dict[Cell, Piece]:
    """Return the squares whose piece is given, in order: a list if `pieces` is only one, else a mapping to pieces.

    A list may hold pairs `[square, piece]`, as plain data does, and texts such as `e4=queen`. A name means first one of
    `pieces`. Raises `BadInput` for squares off the board or given twice, and for pieces that are not of the problem.
    """
    own, fixed = {piece.name: piece for piece in pieces}, dict[Cell, Piece]()
    listed = values.items() if isinstance(values, Mapping) else _split_fixed(_list_squares(values, board, what), board)
    for where, named in checking_deadline(listed):
        if named is None and len(pieces) > 1:
            raise BadInput(f"{what} {show_value(where)}: name its piece too, one of {', '.join(own)}")
        square = take_cell(where, board, what)
        if square in fixed:
            raise BadInput(f"{board.noun} {board.label(square)} is {what} twice")
        piece = pieces[0] if named is None else take_piece(named, f"{what} piece on {board.label(square)}", pieces)
        fixed[square] = own.get(piece.name, piece)  # its letter may be another in this problem
        if fixed[square].rides != piece.rides or piece.name not in own:
            raise BadInput(f"{piece} on {board.label(square)}: it is not a piece of this problem: {', '.join(own)}")
    return dict(sorted(fixed.items(), key=lambda pair: board.index(pair[0])))


def _split_fixed(values: Iterable[Any], board: AbstractBoard) -> Iterator[tuple[Any, Any]]:
    for value in values:
        if isinstance(value, str) and "=" in value and (isinstance(board, Board) or board.find(value) is None):
            square, _, piece = value.rpartition("=")
            yield square, piece
        elif isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[1], str):
            yield value[0], value[1]
        else:
            yield value, None


def plain_fixed(fixed: Mapping[Cell, Piece], pieces: Sequence[Piece]) -> list[Any]:
    """Return squares if `pieces` is only one, otherwise pairs of a square and the name of its piece."""
    if len(pieces) == 1:
        return [plain_square(square) for square in fixed]
    return [[plain_square(square), piece.name] for square, piece in fixed.items()]


def take_whole(value: Any, what: str) -> int:
    """Return a whole number, of Python or of another library."""
    return whole(value, what) if is_whole(value) else refuse(what, value, "a whole number")


def take_costs(value: Any, what: str) -> list[int]:
    """Return a list of whole numbers."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        refuse(what, value, "a list of whole numbers, such as [9, 5]")
    return [take_whole(each, what) for each in value]


def take_flag(value: Any, what: str) -> bool:
    """Return a truth value."""
    return value if isinstance(value, bool) else refuse(what, value, "True or False")


def take_one_of(value: Any, values: Iterable[str], what: str) -> str:
    """Return one of some words in small letters; the case of the value has no meaning."""
    known = tuple(values)
    found = value.lower() if isinstance(value, str) else value
    if found not in known:
        raise unknown(what, value, known)
    return cast("str", found)


def take_seconds(value: Any, what: str = "seconds") -> float | None:
    """Return seconds, of a number or of text such as `90s`, `2m`, `1h30m`; None for no limit."""
    if value is None:
        return None
    if isinstance(value, str):
        value = _read_duration(value, what)
    if not isinstance(value, Real) or isinstance(value, bool):
        refuse(what, value, f"{DURATIONS}, or None for no limit")
    seconds = cast("float", value)
    if not seconds > 0:
        raise BadInput(f"{what} must be greater than 0, got {seconds:g}")
    if seconds == inf:
        raise BadInput(f"{what} must be finite; leave it out for no limit")
    return seconds


def _read_duration(text: str, what: str) -> float:
    """Return the seconds of a text; a sign or an infinity is left to the caller to refuse."""
    with suppress(ValueError):
        return float(text)
    parts = list(DURATION.finditer(text))
    if DURATION.sub("", text).strip() or not all(part[2] for part in parts) or not parts:
        refuse(what, text, DURATIONS)
    return sum(float(number) * SECONDS[unit.lower()] for number, unit in map(re.Match[str].groups, parts))


def take_options(value: Any, what: str = "options") -> dict[str, str]:
    """Return a backend's options by name; a number stands for its text."""
    if not isinstance(value, Mapping):
        refuse(what, value, "a mapping from names to values, such as {'strategy': 'rows'}")
    return {take_text(name, "option"): _take_option(name, each) for name, each in value.items()}


def _take_option(name: str, value: Any) -> str:
    accepted = isinstance(value, str | Real) and not isinstance(value, bool)
    return str(value) if accepted else refuse(f"option {name}", value, "text or a number")


def read_options(texts: Iterable[str]) -> dict[str, str]:
    """Return the options of a backend, from `NAME=VALUE`."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            refuse("option", text, "NAME=VALUE; `rookery backends` names those that exist")
        if name in options:
            raise BadInput(f"option {name} is given twice")
        options[name] = value
    return options


def take_text(value: Any, what: str) -> str:
    """Return text."""
    return value if isinstance(value, str) else refuse(what, value, "text")
