"""Problems as plain data, from which they can be declared again."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rookery.models import BadInput, Board, Minimize, Piece, Problem, Ride, Satisfy, Step
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import OWN_PIECES, default_plural
from rookery.models.pieces.sources import PieceSources
from rookery.models.problem.placement import list_pieces
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import Family, sort_fixed
from rookery.models.problems.parameters import Parameter
from rookery.models.problems.registry import COUNT, FAMILIES, declare, family

Plain = Mapping[str, Any]


def plain(problem: Problem) -> dict[str, Any]:
    """A problem as plain data; raises `BadInput` for one that is of no family that can be compared."""
    if problem.asked is not None and problem.asked.family in FAMILIES:
        return plain_statement(problem.asked)
    if problem.asked is not None:
        why = f"its family {problem.asked.family} stands in no entry point `rookery.problems`"
        raise BadInput(f"problem {problem.title!r}: {why}, where the processes of a comparison find it")
    labels = [each.label or each.name for each in FAMILIES.values()]
    if problem.family in labels:  # such as a copy with one more rule: what its family is asked does not say it
        raise BadInput(f"problem {problem.title!r}: it is not a usual {problem.family}, and cannot be compared so far")
    raise BadInput(f"problem {problem.title!r}: only problems of these families can be compared: {', '.join(FAMILIES)}")


def plain_statement(asked: Statement) -> dict[str, Any]:
    """The statement of a problem as plain data."""
    known = family(asked.family)
    return squares_of(asked.board) | {
        "family": asked.family,
        "pieces": [plain_piece(piece) | _value(known.each, value) for piece, value in asked.pieces],
        "fixed": list_pieces(dict(sort_fixed(asked.fixed))),
        "forbidden": [list(square) for square in asked.forbidden],
        **{each.name: each.to_plain(value) for each, value in _list_written(asked, known)},
    }


def _list_written(asked: Statement, known: Family) -> Iterator[tuple[Parameter, Any]]:
    """The parameters that plain data has, with their values."""
    for each in known.parameters:
        value = asked.parameters[each.name]
        if not each.later or value != each.default:
            yield each, value


def _value(each: str, value: Any) -> dict[str, Any]:
    """The value of a piece; a count is in all data, None if it is not given."""
    return {COUNT: None} | ({each: value} if each else {})


def squares_of(board: AbstractBoard) -> dict[str, Any]:
    """A board as plain data; a rectangle goes without saying."""
    if isinstance(board, Graph):
        return {"ground": "graph", "board": [len(board), 1], **board.plain()}
    assert isinstance(board, Board)
    sides = {"board": [board.rows, board.columns], "torus": board.torus}
    data = sides | {"holes": [list(hole) for hole in sorted(board.holes)]}
    if isinstance(board, RegionBoard):
        return data | {"ground": "regions", "regions": board.spec.removeprefix("regions:")}
    return data | ({"ground": "cylinder"} if board.kind == "cylinder" else {})


def plain_piece(piece: Piece) -> dict[str, Any]:
    """A piece by its name if that leads back to it anywhere, and by its steps otherwise."""
    if piece in OWN_PIECES:
        return {"piece": piece.name}
    rides = sorted([*step, reach or 0] for step, reach in piece.rides)
    usual = piece.plural == default_plural(piece.name, piece.betza)
    more = {} if usual else {"plural": piece.plural}
    return {"piece": piece.name, "symbol": piece.symbol, "rides": rides, "betza": piece.betza} | more


def read_piece(data: Plain) -> Piece:
    """The piece of plain data."""
    if "rides" not in data:
        return PieceSources().piece(data["piece"])
    named: dict[str, Any] = {key: data.get(key) for key in ("betza", "plural")}
    return Piece(data["piece"], data["symbol"], rides=read_rides(data), **named)


def read_rides(data: Plain) -> frozenset[Ride]:
    """The rides of a piece that is given by its steps."""
    return frozenset(Ride(Step(rows, columns), reach or None) for rows, columns, reach in data["rides"])


def read_statement(data: Plain) -> Statement:
    """Read the statement of plain data; raises `BadInput` for a family that is not installed."""
    known = family(data["family"])
    each = known.each
    named = tuple(Named(read_piece(piece), piece[each] if each else None) for piece in data["pieces"])
    board = board_from_plain(data)
    written = (each for each in known.parameters if not each.later or each.name in data)
    values = {each.name: each.default for each in known.parameters}
    values |= {each.name: each.from_plain(data[each.name], board) for each in written}
    forbidden = tuple(board.cell_type(*square) for square in data["forbidden"])
    asked = Statement(known.name, board, named, values, {}, forbidden)
    standing = {piece.name: piece for piece in known.standing(asked)}
    return replace(asked, fixed={board.cell_type(*cell): standing[name] for name, *cell in data["fixed"]})


def declare_plain(data: Plain) -> Problem:
    """The problem of plain data."""
    return declare(read_statement(data))


def is_plain_board(data: Plain) -> bool:
    """Return whether plain data asks about a rectangle or a torus of squares, and no other board."""
    return "ground" not in data


def board_from_plain(data: Plain) -> AbstractBoard:
    """The board of plain data."""
    match data.get("ground"):
        case "graph":
            return Graph.from_plain(data)
        case "regions":
            return RegionBoard(data["regions"])
        case None | "cylinder" as kind:
            rows, columns = data["board"]
            return Board(rows, columns, data["torus"], data["holes"], cylinder=kind is not None)
    raise BadInput(f"unknown board {data['ground']!r}; known are graph, regions, cylinder")


def stable(data: Any) -> str:
    """Plain data as text that is the same wherever the data is."""
    import json

    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(data: Any) -> str:
    """The SHA-256 of plain data as stable text: what a claim calls its statement."""
    from hashlib import sha256

    return sha256(stable(data).encode()).hexdigest()


def goal(problem: Problem) -> int:
    """Return whether a problem minimises (-1), maximises (1) or only has to be satisfied (0)."""
    wanted = problem.model.goal
    return 0 if isinstance(wanted, Satisfy) else -1 if isinstance(wanted, Minimize) else 1
