"""A case in Rookery's words: the problem that it declares, and the keywords of its question."""

from typing import Any

import rookery as rk
from fuzz.case import Case
from rookery.backends import Backend
from rookery.models.referee.rules import KINDS


def answer(case: Case, backend: Backend[Any] | None = None, seconds: float = 60.0) -> rk.Answer:
    """What Rookery says to a case."""
    problem = declared(case)
    hint = {rk.Square(row, column): problem.pieces[piece] for row, column, piece in case.hint}
    return rk.solve(
        problem,
        backend or case.backend,
        case.want,
        limit=case.limit,
        seconds=seconds,
        workers=case.workers,
        seed=case.seed,
        up_to_symmetry=case.symmetry,
        options=dict(case.options),
        hint=hint or None,
    )


def declared(case: Case) -> rk.Problem:
    """The problem of a case."""
    board = rk.Board(case.rows, case.columns, case.torus, case.holes)
    pieces = [rk.piece(text) for text in case.pieces]
    one, each = pieces[0], dict(zip(pieces, case.each, strict=False))
    worth = {piece: number or 0 for piece, number in each.items()}
    fixed = {(row, column): pieces[piece] for row, column, piece in case.fixed}
    kind = next(kind for kind in KINDS if kind == case.kind)
    given: Any = (fixed, case.forbidden)
    match case.family:
        case "placement":
            return rk.placement(each, board, None, *given)
        case "domination":
            return rk.domination(one, board, kind, *given)
        case "sighted":
            return rk.sighted_placement(each, board, case.pawns, *given)
        case "maximal":
            return rk.maximal_placement(pieces, board, *given)
        case "weighted":
            return rk.weighted_placement(worth, board, case.pawns, *given)
        case "connected":
            return rk.connected_domination(one, board, *given)
        case "upper":
            return rk.upper_domination(one, board, *given)
        case "k-fold":
            return rk.k_fold_domination(one, board, case.times, case.closed, *given)
        case "border":
            return rk.border_domination(one, board, kind, fixed)
        case "restricted":
            return rk.restricted_domination(one, board, case.allowed, kind, fixed)
        case "cheapest":
            return rk.cheapest_domination(worth, board, not case.through, *given)
        case "unguarded":
            return rk.most_unguarded(one, board, case.each[0] or 0, *given)
        case "armies":
            return rk.armies(pieces, board, case.size, case.forbidden)
    raise ValueError(f"no family {case.family}")
