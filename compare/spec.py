"""Problems as plain data, from which they can be declared again."""

import json
from collections.abc import Mapping
from typing import Any

from rookery.models import (
    BadInput,
    Board,
    Minimize,
    Piece,
    Problem,
    Ride,
    Satisfy,
    Square,
    Step,
    domination,
    placement,
)
from rookery.models.pieces import STANDARD
from rookery.models.pieces import piece as named_piece
from rookery.models.rules import KINDS, Guarded, Holds, Kind, Peaceful

Plain = Mapping[str, Any]
FAMILIES = ("placement", "domination")


def plain(problem: Problem) -> dict[str, Any]:
    """A problem as plain data; raises `BadInput` for one that is neither a placement nor a domination."""
    if problem.family not in FAMILIES:
        raise BadInput(f"problem {problem.title!r}: only problems of {' and '.join(FAMILIES)} can be compared")
    board, holds = problem.board, [rule for rule in problem.rules if isinstance(rule, Holds)]
    data: dict[str, Any] = {
        "family": problem.family,
        "board": [board.rows, board.columns],
        "torus": board.torus,
        "holes": [list(hole) for hole in sorted(board.holes)],
        "pieces": [plain_piece(rule.piece) | {"count": rule.count} for rule in holds],
        "fixed": [[piece.name, *square] for square, piece in sorted(problem.fixed.items())],
        "forbidden": [list(square) for square in sorted(problem.forbidden)],
    }
    data |= {"kind": _kind(problem)} if problem.family == "domination" else {}
    if _asked(declared(data)) != _asked(
        problem
    ):  # a rule or a goal that the data does not know must not be lost silently
        raise BadInput(f"problem {problem.title!r}: only plain placements and dominations can be compared so far")
    return data


def _asked(problem: Problem) -> tuple[object, ...]:
    """What a problem asks, in whatever order it was said."""
    model = problem.model
    return problem.board, frozenset(problem.rules), model.variables, frozenset(model.constraints), model.goal


def _kind(problem: Problem) -> Kind:
    """Which domination the rules ask for."""
    if any(isinstance(rule, Peaceful) for rule in problem.rules):
        return "independent"
    guarded = next(rule for rule in problem.rules if isinstance(rule, Guarded))
    return "total" if guarded.total else "perfect" if guarded.once else "plain"


def plain_piece(piece: Piece) -> dict[str, Any]:
    """A piece by its name where that leads back to it anywhere, and by its steps otherwise."""
    if piece in STANDARD:
        return {"piece": piece.name}
    rides = sorted([*step, reach or 0] for step, reach in piece.rides)
    return {"piece": piece.name, "symbol": piece.symbol, "rides": rides, "betza": piece.betza}


def read_piece(data: Plain) -> Piece:
    """The piece of plain data."""
    if "rides" not in data:
        return named_piece(data["piece"])
    rides = [Ride(Step(rows, columns), reach or None) for rows, columns, reach in data["rides"]]
    return Piece(data["piece"], data["symbol"], rides=rides, betza=data.get("betza"))


def declared(data: Plain) -> Problem:
    """The problem of plain data."""
    board = read_board(data)
    pieces = {each["piece"]: read_piece(each) for each in data["pieces"]}
    fixed = {Square(row, column): pieces[name] for name, row, column in data["fixed"]}
    forbidden = [Square(*square) for square in data["forbidden"]]
    if data["family"] == "domination":
        kind = next(kind for kind in KINDS if kind == data["kind"])
        (piece,) = pieces.values()
        return domination(piece, board, kind, fixed, forbidden)
    counts = {pieces[each["piece"]]: each["count"] for each in data["pieces"]}
    return placement(counts, board, fixed=fixed, forbidden=forbidden)


def read_board(data: Plain) -> Board:
    """The board of plain data."""
    rows, columns = data["board"]
    return Board(rows, columns, data["torus"], data["holes"])


def stable(data: Any) -> str:
    """Plain data as text that is the same wherever the data is."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def goal(problem: Problem) -> int:
    """Whether a problem minimises (-1), maximises (1) or only has to be satisfied (0)."""
    wanted = problem.model.goal
    return 0 if isinstance(wanted, Satisfy) else -1 if isinstance(wanted, Minimize) else 1
