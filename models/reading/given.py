"""Convert arguments: values of Python, text of a command line and plain data (JSON) to pieces, boards, squares, counts.

A value of the right type is passed on unchanged. Each refusal is one sentence that says which values are accepted.
The `plain_` functions are the inverse of the `take_` functions: JSON data, the same for equal values.
"""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Literal, NoReturn, TypeAlias, cast

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, most_frequent, show_value
from rookery.core.numbers import Step, whole
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board, Square, is_pair, is_whole
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces import sources as named
from rookery.models.pieces.betza import Ride, parse
from rookery.models.pieces.piece import OWN_PIECES, Piece, default_plural
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.typed import DURATIONS, NUMBER, parse_board, read_seconds, read_square

PieceLike: TypeAlias = Piece | str
BoardLike: TypeAlias = AbstractBoard | int | str | tuple[int, int]
RegionsLike: TypeAlias = (
    AbstractBoard | int | str | tuple[int, int] | Path | Sequence[str]
)  # also a drawing, or its file
SquareLike: TypeAlias = tuple[int, int] | tuple[str] | str | int  # a square, or a vertex of a graph
SquaresLike: TypeAlias = Iterable[SquareLike]
AllowedLike: TypeAlias = Iterable[SquareLike] | Literal["border"] | None
FixedLike: TypeAlias = Iterable[SquareLike] | Mapping[SquareLike, PieceLike]
Count: TypeAlias = int | Literal["any"] | None  # None: as many, or as few, as possible
CountLike: TypeAlias = int | str | None
PiecesLike: TypeAlias = PieceLike | Iterable[PieceLike] | Mapping[PieceLike, CountLike]
ArmiesLike: TypeAlias = Sequence[PieceLike]  # in order, one piece perhaps several times
CostsLike: TypeAlias = Iterable[int]

ANY = "any"
BORDER = "border"
PIECE = named.EXPECTED_PIECE
BOARD = "rk.Board(8), a size such as 8, '8x11' or '8x11:torus', or a pair (8, 11)"
SQUARE = "(ROW, COLUMN) counted from 0, such as (0, 4), or a name such as 'e4'"
SQUARES = "a list of squares, such as [(0, 4)] or ['e4']"
PIECES = f"{PIECE}; or several with their counts, such as {{'queen': 5, 'knight': 2}}"
COUNT = "a whole number, 'n' for the side of the board, 'any' for any number, or None for the most or fewest"


def refuse(what: str, value: object, accepted: str) -> NoReturn:
    """Raise `BadInput`, which names the parameter, its value and the accepted forms."""
    raise BadInput(f"{what} {show_value(value)}: expected {accepted}")


def take_piece(value: Any, what: str = "piece", find: FindPiece = named.piece) -> Piece:
    """Return the piece of a piece, of a name, of Betza notation, or of `plain_piece`."""
    if isinstance(value, Piece):
        return value
    if isinstance(value, Mapping):
        return _build_piece(value, what)
    if not isinstance(value, str):
        refuse(what, value, PIECE)
    return find(value)


def plain_piece(piece: Piece) -> str | dict[str, Any]:
    """Return the name of one of our pieces, or all that makes another piece: no file or plug-in is needed to read it."""
    if piece in OWN_PIECES:
        return piece.name
    made: dict[str, Any] = {"name": piece.name, "symbol": piece.symbol}
    if piece.betza and parse(piece.betza) == piece.rides:
        made["betza"] = piece.betza
    else:
        made["rides"] = sorted([*step, reach or 0] for step, reach in piece.rides)
    made |= {"glyph": piece.glyph} if piece.glyph else {}
    return made | ({"plural": piece.plural} if piece.plural != default_plural(piece.name, piece.betza) else {})


def _build_piece(data: Mapping[Any, Any], what: str) -> Piece:
    """Return the piece of `plain_piece`; the data may come from a file, and anything may be wrong with it."""
    try:
        if "rides" not in data:
            return Piece.from_betza(**data)
        rides = [Ride(Step(rows, columns), reach or None) for rows, columns, reach in data["rides"]]
        return Piece(**{**data, "rides": rides})
    except (TypeError, ValueError):
        refuse(
            what, dict(data), "a name, or a dictionary with name, symbol, and betza or rides [[ROWS, COLUMNS, REACH]]"
        )


def take_pieces(value: Any, what: str = "pieces") -> list[Piece]:
    """Return several pieces in order; one piece may occur several times."""
    if isinstance(value, Piece | str | Mapping) or not isinstance(value, Iterable):
        refuse(what, value, "a list of pieces, such as ['queen', 'queen']")
    return [take_piece(each, what) for each in value]


def take_counts(value: Any, board: AbstractBoard, count: Any = None, what: str = "pieces") -> dict[Piece, Count]:
    """Return pieces with their counts: one piece with its `count`, several pieces, or a mapping to counts.

    A list may hold pairs `[piece, count]`, as plain data does. Two pieces with one symbol get different letters.
    Raises `BadInput` for one piece under two names, and for counts that are negative or larger than the board.
    """
    if isinstance(value, Piece | str) or (isinstance(value, Mapping) and "symbol" in value):
        pairs = [(value, count)]
    elif not isinstance(value, Iterable):
        refuse(what, value, PIECES)
    else:
        listed = value.items() if isinstance(value, Mapping) else map(_split_count, value)
        pairs = list(listed)
        if count is not None:
            if len(pairs) != 1 or pairs[0][1] is not None:
                raise BadInput("count goes with one piece; give each of several pieces its own, as in {'queen': 5}")
            pairs = [(pairs[0][0], count)]
    if not pairs:
        raise BadInput("no piece to place; name at least one")
    pieces = tell_apart([take_piece(piece, what) for piece, _ in pairs])
    for at, piece in enumerate(pieces):
        for other in pieces[:at]:
            if other.name == piece.name:
                raise BadInput(f"piece {piece} is named twice; name it once")
            if other.rides == piece.rides:
                raise BadInput(f"{other} and {piece} are two names of one piece; name it once")
    counts = {p: take_count(k, board, f"count of {p}") for p, (_, k) in zip(pieces, pairs, strict=True)}
    check_counts(counts, board)
    return counts


def _split_count(each: Any) -> tuple[Any, Any]:
    is_pair_of_plain_data = isinstance(each, list | tuple) and len(each) == 2
    return tuple(each) if is_pair_of_plain_data else (each, None)  # type: ignore[return-value]


def plain_counts(counts: Mapping[Piece, Count]) -> list[Any]:
    """Return a list of pieces, each with its count if it has one: `["queen", ["knight", 2]]`."""
    return [plain_piece(p) if count is None else [plain_piece(p), count] for p, count in counts.items()]


def tell_apart(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with different symbols: of two with one letter our own keeps it, or else the first one."""
    taken = {piece.symbol for piece in pieces if piece in OWN_PIECES}
    told = list[Piece]()
    for piece in pieces:
        if piece not in OWN_PIECES and piece.symbol in taken:
            letters = (letter for letter in (*filter(str.isalpha, piece.name.upper()), *ascii_uppercase))
            piece = replace_symbol(piece, next((each for each in letters if each not in taken), piece.symbol))
        taken.add(piece.symbol)
        told.append(piece)
    return told


def replace_symbol(piece: Piece, symbol: str) -> Piece:
    """Return the same piece with another letter."""
    return Piece(piece.name, symbol, rides=piece.rides, betza=piece.betza, glyph=piece.glyph, plural=piece.plural)


def check_counts(counts: Mapping[Piece, Count], board: AbstractBoard) -> None:
    """Raise `BadInput` for counts that no board of this size can hold."""
    numbers = {piece: count for piece, count in counts.items() if isinstance(count, int)}
    for piece, number in numbers.items():
        if number < 0:
            raise BadInput(f"{number} {piece.plural}: a count must be at least 0")
    total = sum(numbers.values())
    if total > len(board):
        room = amount(len(board), board.noun, board.nouns)
        pieces = f"{amount(total, 'piece')} {'does' if total == 1 else 'do'}"
        raise BadInput(f"{pieces} not fit on {board.phrase}: it has {room}")


def take_board(value: Any) -> AbstractBoard:
    """Return the board of a board, of a side, of a pair of sides, of a size in text, or of `plain_board`."""
    if isinstance(value, AbstractBoard):
        return value
    if isinstance(value, str):
        return parse_board(value)
    if isinstance(value, Mapping):
        return _build_board(value)
    if is_whole(value):
        return Board(value)
    if is_pair(value):
        return Board(*value)
    refuse("board", value, BOARD)


def take_regions(value: Any) -> AbstractBoard:
    """Return the board of a drawing of regions or of the file that holds it, or a board as `take_board` does."""
    drawn = isinstance(value, Path) or (isinstance(value, str) and Board.parse(value) is None)
    return (
        RegionBoard(value) if drawn or (isinstance(value, list | tuple) and not is_pair(value)) else take_board(value)
    )


def plain_board(board: AbstractBoard) -> str | dict[str, Any]:
    """Return the text of a size or a drawing of regions; otherwise all holes, or all vertices and edges of a graph."""
    if isinstance(board, RegionBoard):
        return board.spec
    if isinstance(board, Board):
        holes = [list(hole) for hole in sorted(board.holes)]
        return {"size": board.size, "holes": holes} if holes else board.size
    assert isinstance(board, Graph)
    names = board.vertices
    pairs = ((at, there) for at, hits in enumerate(board.targets) for there in hits if board.directed or at < there)
    found: dict[str, Any] = {"vertices": list(names), "edges": [[names[one], names[other]] for one, other in pairs]}
    found |= {"directed": True} if board.directed else {}
    found |= {"weights": [[name, board.heavy[name]] for name in names if name in board.heavy]} if board.heavy else {}
    return found | ({"source": board.source} if board.source else {})


def _build_board(data: Mapping[Any, Any]) -> AbstractBoard:
    """Return the board of `plain_board`; the data may come from a file, and anything may be wrong with it."""
    known = {"size", "holes"}, {"vertices", "edges", "directed", "weights", "source"}
    try:
        if "size" in data and data.keys() <= known[0]:
            return cast("Board", parse_board(data["size"])).with_holes([tuple(hole) for hole in data["holes"]])
        if data.keys() <= known[1]:
            edges, weights = [tuple(edge) for edge in data["edges"]], dict(data.get("weights", ()))
            rest = {"directed": data.get("directed", False), "source": data.get("source")}
            return Graph(edges, data["vertices"], weights=weights, **rest)  # type: ignore[arg-type]
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    refuse("board", dict(data), f"{BOARD}, a dictionary with size and holes, or one with vertices and edges")


def make_board(size: BoardLike, torus: bool = False, holes: Iterable[SquareLike] = ()) -> AbstractBoard:
    """The board of a size: 8, "8", "8x11", "8x11:torus", (8, 11); holes as pairs or names, such as (0, 4) or "e4".

    >>> import rookery as rk
    >>> rk.board("5x8").rows, rk.board("5x8:torus").torus
    (5, True)

    Raises `BadInput` with what is accepted.
    """
    board, torus = take_board(size), take_flag(torus, "torus")
    cut = take_squares(holes, board, "hole")
    if not torus and not cut:
        return board
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} takes no holes, and its edges are joined already or not at all")
    return (Board(board.rows, board.columns, torus, board.holes) if torus else board).with_holes(cut)


def take_square(value: Any, board: AbstractBoard, what: str = "square") -> Cell:
    """Return the square of a pair, of `R,C`, or of a name such as `e4`, which may lie off the board; or the vertex."""
    if not isinstance(board, Board):
        # A vertex: itself, the same as a plain tuple, or its name
        if isinstance(value, tuple) and value in board:
            return board.cell_type(*value)
        found = board.find(str(value))
        if found is None:
            raise BadInput(f"{what} {board.refusal(value)}")
        return found
    if type(value) is Square and type(value[0]) is type(value[1]) is int:
        return value
    if isinstance(value, str):
        return read_square(value, what, board)
    if isinstance(value, list):
        value = tuple(value)
    if not is_pair(value):
        refuse(what, value, SQUARE)
    return Square(int(value[0]), int(value[1]))


def plain_square(square: Cell) -> Any:
    """Return `[row, column]` of a square, or the name of a vertex."""
    return list(square) if len(square) == 2 else square[0]


def take_squares(values: Any, board: AbstractBoard, what: str = "squares") -> list[Cell]:
    """The squares of a list."""
    one = is_pair(values) and isinstance(board, Board)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or one:
        refuse(what, values, SQUARES)
    return [take_square(each, board, what) for each in values]


def take_cells(values: Any, board: AbstractBoard, what: str) -> list[Cell]:
    """Return squares of the board in order; raises `BadInput` for one that it does not have, or that is given twice."""
    squares = take_squares(values, board, what)
    for square in checking_deadline(squares):
        if square not in board:
            raise BadInput(f"{what} {board.refusal(square)}")
    if len(set(squares)) < len(squares):
        raise BadInput(f"{board.noun} {most_frequent(squares)} is {what} twice")
    return sorted(squares, key=board.index)


def take_fixed(values: Any, board: AbstractBoard, pieces: Sequence[Piece], what: str = "fixed") -> dict[Cell, Piece]:
    """Return the squares whose piece is given: a list if `pieces` is only one, otherwise a mapping to pieces.

    A list may hold pairs `[square, piece]`, as plain data does. A name means first one of `pieces`.
    """
    by_name, found = {piece.name: piece for piece in pieces}, dict[Cell, Piece]()
    for where, named_piece in _split_fixed(values, board, pieces, what):
        square = take_square(where, board, what)
        if square not in board:
            raise BadInput(f"{what} {board.refusal(square)}")
        if square in found:
            raise BadInput(f"{board.noun} {square} is {what} twice")
        piece = take_piece(named_piece, f"{what} piece on {square}", find_first(pieces))
        same = by_name.get(piece.name)  # its letter may have been changed by `tell_apart`
        found[square] = same if same and same.rides == piece.rides else piece
        if found[square] not in pieces:
            raise BadInput(f"a {piece} is fixed on {square}, but the problem places {', '.join(map(str, pieces))}")
    return dict(sorted(found.items(), key=lambda pair: board.index(pair[0])))


def _split_fixed(values: Any, board: AbstractBoard, pieces: Sequence[Piece], what: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(values, Mapping):
        return values.items()
    one = is_pair(values) and isinstance(board, Board)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or one:
        refuse(what, values, SQUARES)
    pairs = list[tuple[Any, Any]]()
    for value in values:
        if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[1], str):
            pairs.append((value[0], value[1]))
        elif len(pieces) > 1:
            raise BadInput(f"a fixed square needs its piece when there are several: {', '.join(map(str, pieces))}")
        else:
            pairs.append((value, pieces[0]))
    return pairs


def plain_fixed(fixed: Mapping[Cell, Piece], pieces: Sequence[Piece]) -> list[Any]:
    """Return squares if `pieces` is only one, otherwise pairs of a square and the name of its piece."""
    if len(pieces) == 1:
        return [plain_square(square) for square in fixed]
    return [[plain_square(square), piece.name] for square, piece in fixed.items()]


def take_whole(value: Any, what: str) -> int:
    """A whole number, of Python or of another library."""
    if not is_whole(value):
        refuse(what, value, "a whole number")
    return whole(value, what)


def take_count(value: Any, board: AbstractBoard, what: str = "count") -> Count:
    """Return a count: a number, also as text, `n` for the side of the board, `any`, or None for most or fewest."""
    if value is None or value == ANY:
        return cast("Count", value)
    if value == "n":
        if board.side is None:
            raise BadInput(f"{what} n is the side of a square board, and the board is {board}; give a number")
        return board.side
    if isinstance(value, str) and NUMBER.fullmatch(value):
        return int(value)
    return whole(value, what) if is_whole(value) else refuse(what, value, COUNT)


def take_flag(value: Any, what: str) -> bool:
    """A truth value."""
    if not isinstance(value, bool):
        refuse(what, value, "True or False")
    return value


def take_one_of(value: Any, values: Iterable[str], what: str) -> str:
    """One of some words."""
    known = tuple(values)
    if not isinstance(value, str) or value not in known:
        raise BadInput(f"unknown {what} {show_value(value)}; known are {', '.join(known)}")
    return value


def take_seconds(value: Any, what: str = "seconds") -> float | None:
    """A time in seconds, of a number or of text such as `90s`, `2m`, `1h`; None for no limit."""
    if isinstance(value, str):
        return read_seconds(value, what)
    if value is None or (isinstance(value, Real) and not isinstance(value, bool)):
        return cast("float | None", value)
    refuse(what, value, f"{DURATIONS}, or None for no limit")


def take_options(value: Any, what: str = "options") -> dict[str, str]:
    """A backend's options by name; a number stands for its text."""
    if not isinstance(value, Mapping):
        refuse(what, value, "a mapping from names to values, such as {'strategy': 'rows'}")
    return {take_text(name, "option"): _take_option(name, each) for name, each in value.items()}


def _take_option(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | Real):
        refuse(f"option {name}", value, "text or a number")
    return str(value)


def take_text(value: Any, what: str) -> str:
    """Text."""
    if not isinstance(value, str):
        refuse(what, value, "text")
    return value


def find_first(own: Iterable[Piece], find: FindPiece = named.piece) -> FindPiece:
    """A search for names that looks first among some pieces."""
    by_name: Mapping[str, Piece] = {piece.name: piece for piece in own}
    return lambda name: by_name.get(name.strip()) or find(name)
