"""A case in Rookery's words: the problem that it declares, and the keywords of its question."""

from collections.abc import Callable
from typing import Any, NamedTuple

import rookery as rk
from fuzz.case import Case
from rookery.backends import Backend, Want
from rookery.models.referee.rules import KINDS, Kind


def answer(case: Case, backend: Backend[Any] | None = None, seconds: float = 60.0) -> rk.Answer:
    """What Rookery says to a case."""
    problem = declared(case)
    hint = {rk.Square(row, column): problem.pieces[piece] for row, column, piece in case.hint}
    return rk.solve(
        problem,
        backend or case.backend,
        Want(case.want),
        limit=case.limit,
        seconds=seconds,
        workers=case.workers,
        seed=case.seed,
        up_to_symmetry=case.symmetry,
        options=dict(case.options),
        hint=hint or None,
    )


class Words(NamedTuple):
    """A case in Rookery's words."""

    case: Case
    board: rk.Board
    pieces: list[rk.Piece]
    fixed: dict[tuple[int, int], rk.Piece]

    @property
    def one(self) -> rk.Piece:
        """The piece, where there is one."""
        return self.pieces[0]

    @property
    def counts(self) -> dict[rk.Piece, int | None]:
        """How many of each piece."""
        return dict(zip(self.pieces, self.case.each, strict=True))

    @property
    def worth(self) -> dict[rk.Piece, int]:
        """What each piece costs."""
        return {piece: number or 0 for piece, number in self.counts.items()}

    @property
    def given(self) -> tuple[Any, Any]:
        """Fixed and forbidden squares, which most declarations take last."""
        return self.fixed, self.case.forbidden

    @property
    def allowed(self) -> Any:
        """The squares on which pieces may stand."""
        return self.case.allowed

    @property
    def kind(self) -> Kind:
        """The kind of domination."""
        return next(kind for kind in KINDS if kind == self.case.kind)


DECLARE: dict[str, Callable[[Words], rk.Problem]] = {
    "placement": lambda of: rk.placement(of.counts, of.board, None, *of.given, kind=of.case.kind),
    "domination": lambda of: rk.domination(of.one, of.board, of.kind, *of.given, allowed=of.allowed),
    "sighted": lambda of: rk.sighted_placement(of.counts, of.board, of.case.pawns, *of.given),
    "k-fold": lambda of: rk.k_fold_domination(of.one, of.board, of.case.times, of.case.closed, *of.given),
    "guards": lambda of: rk.guards(of.counts, of.board, of.kind, not of.case.through, *of.given),
    "cheapest": lambda of: rk.cheapest_domination(of.worth, of.board, not of.case.through, *of.given),
    "coverage": lambda of: rk.coverage(of.counts, of.board, None, of.case.kind, of.case.goal, *of.given),
    "regions": lambda of: rk.regions(of.board, 1, of.one, *of.given),
    "armies": lambda of: rk.armies(of.pieces, of.board, of.case.size, of.case.forbidden),
}


def declared(case: Case) -> rk.Problem:
    """The problem of a case."""
    pieces = [rk.piece(text) for text in case.pieces]
    fixed = {(row, column): pieces[piece] for row, column, piece in case.fixed}
    board = (rk.Cylinder if case.shape else rk.Board)(case.rows, case.columns, case.torus, case.holes)
    return DECLARE[case.family](Words(case, board, pieces, fixed))
