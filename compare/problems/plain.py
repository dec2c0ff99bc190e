"""Problems as plain data, from which they can be declared again."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rookery.compare.problems.families import COST, COUNT, FAMILIES, WEIGHT, Told
from rookery.models import BadInput, Board, Minimize, Piece, Problem, Ride, Satisfy, Square, Step
from rookery.models.pieces.standard import STANDARD
from rookery.models.pieces.standard import piece as named_piece
from rookery.models.problems.armies import unarmed
from rookery.models.problems.sighted import PAWN
from rookery.models.referee.rules import Guarded, Holds, Kind, Peaceful, SightGuarded, TimesGuarded

Plain = Mapping[str, Any]
SHORT = {  # border and restricted domination are domination with forbidden squares
    "placement": "placement",
    "domination": "domination",
    "sighted placement": "sighted",
    "maximal placement": "maximal",
    "weighted placement": "weighted",
    "connected domination": "connected",
    "upper domination": "upper",
    "k-fold domination": "k-fold",
    "cheapest domination": "cheapest",
    "most unguarded": "unguarded",
    "armies": "armies",
}


def plain(problem: Problem) -> dict[str, Any]:
    """A problem as plain data; raises `BadInput` for one that is of no family that can be compared."""
    if problem.family not in SHORT:
        raise BadInput(
            f"problem {problem.title!r}: only problems of these families can be compared: {', '.join(SHORT)}"
        )
    family = SHORT[problem.family]
    data = squares_of(problem.board) | {
        "family": family,
        "pieces": [plain_piece(piece) | with_each for piece, with_each in _pieces(problem, family)],
        "fixed": [[piece.name, *square] for square, piece in sorted(problem.fixed.items())],
        "forbidden": [list(square) for square in sorted(problem.forbidden)],
        **_parameters(problem, family),
    }
    if _asked(declared(data)) != _asked(problem):  # a rule or a goal that the data does not know must not be lost
        raise BadInput(f"problem {problem.title!r}: it is no usual {problem.family}, and cannot be compared so far")
    return data


def squares_of(board: Board) -> dict[str, Any]:
    """A board as plain data."""
    holes = [list(hole) for hole in sorted(board.holes)]
    return {"board": [board.rows, board.columns], "torus": board.torus, "holes": holes}


def _asked(problem: Problem) -> tuple[object, ...]:
    """What a problem asks, in whatever order it was said."""
    model = problem.model
    return problem.board, frozenset(problem.rules), model.variables, frozenset(model.constraints), model.goal


def _pieces(problem: Problem, family: str) -> Sequence[tuple[Piece, dict[str, Any]]]:
    """The pieces that were asked for, each with its count, weight or cost."""
    held = [rule for rule in problem.rules if isinstance(rule, Holds)]
    if family == "armies":
        return [(piece, {COUNT: None}) for piece in unarmed(problem.pieces)]
    if family in ("sighted", "weighted"):
        held = [rule for rule in held if rule.piece != PAWN]
    key = FAMILIES[family].with_each
    if key in (WEIGHT, COST):
        return [(rule.piece, {COUNT: None, key: _value(problem, at)}) for at, rule in enumerate(held)]
    return [(rule.piece, {COUNT: rule.count}) for rule in held]


def _value(problem: Problem, piece: int) -> int:
    """The weight of a piece in the goal."""
    weights, at = getattr(problem.model.goal, "weights", None), piece * len(problem.board)
    return int(weights[at]) if weights and at < len(weights) else 1


def _parameters(problem: Problem, family: str) -> dict[str, Any]:
    """What else the rules say."""
    rules = problem.rules
    match family:
        case "domination":
            return {"kind": _kind(problem)}
        case "sighted" | "weighted":
            return {"pawns": sum(r.count or 0 for r in rules if isinstance(r, Holds) and r.piece == PAWN)}
        case "k-fold":
            rule = next(rule for rule in rules if isinstance(rule, TimesGuarded))
            return {"times": rule.times, "closed": rule.closed}
        case "cheapest":
            return {"through": SightGuarded() not in rules}
        case "armies":
            return {"size": next(rule.count for rule in rules if isinstance(rule, Holds))}
    return {}


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
    return Piece(data["piece"], data["symbol"], rides=read_rides(data), betza=data.get("betza"))


def read_rides(data: Plain) -> frozenset[Ride]:
    """The rides of a piece that is told by its steps."""
    return frozenset(Ride(Step(rows, columns), reach or None) for rows, columns, reach in data["rides"])


def declared(data: Plain) -> Problem:
    """The problem of plain data."""
    pieces = [read_piece(each) for each in data["pieces"]]
    named = {piece.name: piece for piece in pieces} | ({PAWN.name: PAWN} if data.get("pawns") else {})
    fixed: dict[tuple[int, int], Piece] = {Square(row, column): named[name] for name, row, column in data["fixed"]}
    forbidden = [Square(*square) for square in data["forbidden"]]
    return FAMILIES[data["family"]].declare(Told(data, read_board(data), pieces, fixed, forbidden))


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
