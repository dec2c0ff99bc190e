"""The statement of a problem in one line, which is different for each problem.

The title of a family names board, pieces and parameters. Here follow the squares that are given, the digest of a graph,
and the steps of unusual pieces. If all of that does not determine the plain data (a graph, a piece of the user, a long
list of squares), the line ends with their digest.
"""

from collections.abc import Iterable, Iterator, Sequence

from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words, legible, quote_odd
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import MAX_NAMED as MAX_HOLES
from rookery.models.boards.board import Board
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.betza import parse
from rookery.models.pieces.piece import OWN_PIECES, Piece
from rookery.models.problem.problem import Named, Problem, Statement
from rookery.models.problems.plain import digest, plain_statement
from rookery.models.problems.registry import describe, family, is_own

MAX_NAMED = 12  # squares that are named; more are counted, and then the digest says which
MAX_STEPS = 24  # of a piece that are written out
MAX_TITLE = 2_000  # characters


def state(problem: Problem) -> str:
    """The statement of a problem in one line; problems with different plain data have different lines.

    A changed copy of a problem has no plain data: its line says its title and what is given.
    """
    if problem.asked is None:
        return _join(problem.title, _list_givens(problem.board, problem.fixed.items(), problem.forbidden))
    return state_statement(problem.asked)


def state_statement(asked: Statement) -> str:
    """The same of a statement."""
    shown = _quote(asked)
    title = describe(shown).title
    said = _join(title[:MAX_TITLE], _list_details(shown))
    spelled = len(title) <= MAX_TITLE and _is_spelled(asked)
    return said if spelled else f"{said} [statement {digest(plain_statement(asked))}]"


def list_moves(asked: Statement) -> list[str]:
    """The moves of each unusual piece: its steps, with the reach of a ride that has an end."""
    strange = [(each, shown) for each, shown in _pair_pieces(asked) if each not in OWN_PIECES]
    return [f"the {shown} moves {_list_steps(each)}" for each, shown in dict.fromkeys(strange)]


def list_details(problem: Problem) -> list[str]:
    """The data that a title omits, in words: `queen fixed on 0,0 and 3,4`, `forbidden: 1,1`, the digest of a graph."""
    if problem.asked is None:
        return list(_list_givens(problem.board, problem.fixed.items(), problem.forbidden))
    return list(_list_details(_quote(problem.asked)))


def _join(title: str, details: Iterable[str]) -> str:
    said = "; ".join(details)
    return legible(f"{title} ({said})" if said else title).replace("\n", "\\n").replace("\t", "\\t")


def _is_spelled(asked: Statement) -> bool:
    """Return whether the words alone say all of the plain data."""
    lists = dict(family(asked.family).list_squares(asked)).values()
    given = max(map(len, (asked.fixed, asked.forbidden, _list_holes(asked.board), *lists)))
    usual = all(piece in OWN_PIECES for piece in asked.named_pieces())
    return usual and given <= MAX_NAMED and not isinstance(asked.board, Graph) and is_own(asked.family)


def _pair_pieces(asked: Statement) -> Iterator[tuple[Piece, Piece]]:
    """The pieces with what they are called in the line, so that no name can be read as a part of it."""
    for piece in asked.named_pieces():
        yield piece, next((each for each in OWN_PIECES if each == piece), None) or _rename(piece)


def _rename(piece: Piece) -> Piece:
    name, plural = quote_odd(piece.name), quote_odd(piece.plural)
    return Piece(name, piece.symbol, rides=piece.rides, betza=piece.betza, plural=plural)


def _quote(asked: Statement) -> Statement:
    """The statement with the names of its pieces in quotation marks if they are more than words."""
    names = dict(_pair_pieces(asked))
    named = tuple(Named(names[piece], value) for piece, value in asked.pieces)
    bare = Statement(asked.family, asked.board, named, asked.parameters, {}, asked.forbidden)
    known = family(asked.family)
    standing = dict(zip(known.standing(asked), known.standing(bare), strict=True))
    fixed = {square: standing.get(piece, piece) for square, piece in asked.fixed.items()}
    return Statement(asked.family, asked.board, named, asked.parameters, fixed, asked.forbidden)


def _list_details(asked: Statement) -> Iterator[str]:
    board = asked.board
    if isinstance(board, Graph):
        yield f"sha256 {digest(board.plain())}"
    if isinstance(board, RegionBoard):
        yield board.spec
    holes = _list_holes(board)
    if len(holes) > MAX_HOLES:
        yield f"holes: {_name_places(holes, board)}"
    for name, squares in family(asked.family).list_squares(asked):
        yield f"{name}: {_name_places(squares, board)}"
    yield from _list_givens(board, asked.fixed.items(), asked.forbidden)


def _list_givens(board: AbstractBoard, fixed: Iterable[tuple[Cell, Piece]], forbidden: Iterable[Cell]) -> Iterator[str]:
    standing: dict[Piece, list[Cell]] = {}
    for square, piece in fixed:
        standing.setdefault(piece, []).append(square)
    for piece, squares in standing.items():
        yield f"{piece} fixed on {_name_places(sorted(squares, key=board.index), board)}"
    if empty := sorted(forbidden, key=board.index):
        yield f"forbidden: {_name_places(empty, board)}"


def _list_holes(board: AbstractBoard) -> list[Cell]:
    """The holes of a board."""
    return sorted(board.holes) if isinstance(board, Board) else []


def _name_places(places: Sequence[Cell], board: AbstractBoard) -> str:
    if len(places) > MAX_NAMED:
        return amount(len(places), board.noun, board.nouns)
    return join_words([quote_odd(str(place), also=",") for place in places])


def _list_steps(piece: Piece) -> str:
    steps = [
        f"({down},{right}){'' if reach == 1 else f'x{reach}' if reach else '*'}"
        for (down, right), reach in sorted(piece.rides, key=str)
    ]
    more = f" and {len(steps) - MAX_STEPS:,} more steps" if len(steps) > MAX_STEPS else ""
    return " ".join(steps[:MAX_STEPS]) + more if steps else "nowhere"


def command_words(asked: Statement) -> list[str]:
    """The problem as arguments of a command: `placement --piece queen --board 8 --count 8`.

    Raises `BadInput` for a piece that no name and no Betza notation leads to.
    """
    known = family(asked.family)
    words = [asked.family, *_piece_words(asked, known.each)]
    words += [word for each in known.parameters for word in each.words(asked.parameters[each.name])]
    words += _board_words(asked.board)
    several = len(asked.pieces) > 1
    for square, piece in asked.fixed.items():
        words += ["--fix", str(square) + (f"={piece}" if several else "")]
    return words + [word for square in asked.forbidden for word in ("--forbid", str(square))]


def _board_words(board: AbstractBoard) -> Iterator[str]:
    if isinstance(board, Graph):
        if board.source is None:
            raise BadInput(f"{board.phrase} stands in no file that a command could take")
        yield from ("--graph", board.source)
        return
    assert isinstance(board, Board)
    yield from ("--board", board.size)
    for hole in () if isinstance(board, RegionBoard) else sorted(board.holes):
        yield from ("--hole", str(hole))


def _piece_words(asked: Statement, each: str) -> Iterator[str]:
    places = family(asked.family).places
    assert places is not None
    for piece, _ in asked.pieces:
        yield from (f"--{places.option}", _piece_word(piece))
    for _, value in asked.pieces if each else ():
        yield from (f"--{each}", places.open if value is None else str(value))


def _piece_word(piece: Piece) -> str:
    if piece in OWN_PIECES:
        return piece.name
    if piece.betza and parse(piece.betza) == piece.rides:
        return piece.betza
    raise BadInput(f"piece {piece} has no name and no Betza notation that a command could take")
