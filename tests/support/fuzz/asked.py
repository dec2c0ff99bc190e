"""A case in Rookery's words: the problem that it declares, and the keywords of its question."""

from collections.abc import Callable
from typing import Any, NamedTuple

import rookery as rk
from fuzz.case import Case
from rookery.backends import Backend, Want
from rookery.models.boards.glued import Cylinder, Klein, Moebius
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
        """What each piece is worth, or costs."""
        return {piece: number or 0 for piece, number in self.counts.items()}

    @property
    def given(self) -> Any:
        """Fixed and forbidden squares, which most declarations take last."""
        return self.fixed, self.case.forbidden

    @property
    def kind(self) -> Kind:
        """The kind of domination."""
        return next(kind for kind in KINDS if kind == self.case.kind)


SHAPES: dict[str, type[rk.Board]] = {"": rk.Board, "cylinder": Cylinder, "moebius": Moebius, "klein": Klein}
DECLARE: dict[str, Callable[[Words], rk.Problem]] = {
    "placement": lambda of: rk.placement(of.counts, of.board, None, *of.given),
    "domination": lambda of: rk.domination(of.one, of.board, of.kind, *of.given),
    "sighted": lambda of: rk.sighted_placement(of.counts, of.board, of.case.pawns, *of.given),
    "maximal": lambda of: rk.maximal_placement(of.pieces, of.board, *of.given),
    "weighted": lambda of: rk.weighted_placement(of.worth, of.board, of.case.pawns, *of.given),
    "connected": lambda of: rk.connected_domination(of.one, of.board, *of.given),
    "upper": lambda of: rk.upper_domination(of.one, of.board, *of.given),
    "k-fold": lambda of: rk.k_fold_domination(
        of.one, of.board, of.case.times, of.case.closed, of.fixed, of.case.forbidden, dict(of.case.numbers)
    ),
    "border": lambda of: rk.border_domination(of.one, of.board, of.kind, of.fixed),
    "restricted": lambda of: rk.restricted_domination(of.one, of.board, of.case.allowed, of.kind, of.fixed),
    "guards": lambda of: rk.guards(of.counts, of.board, of.kind, not of.case.through, *of.given),
    "cheapest": lambda of: rk.cheapest_domination(of.worth, of.board, not of.case.through, *of.given),
    "coverage": lambda of: rk.coverage(
        of.counts, of.board, None, of.case.kind, of.case.goal, dict(of.case.numbers), *of.given
    ),
    "unguarded": lambda of: rk.most_unguarded(of.one, of.board, of.case.each[0] or 0, *of.given),
    "hitting-set": lambda of: rk.hitting_set(of.one, of.board, *of.given),
    "regions": lambda of: rk.regions(of.board, 1, of.one, *of.given),
    "mutual": lambda of: rk.mutual_attack(
        of.counts, of.board, of.case.times, of.case.closed, not of.case.through, *of.given
    ),
    "colouring": lambda of: rk.colouring(of.one, of.board, of.case.kind, len(of.pieces), forbidden=of.case.forbidden),
    "armies": lambda of: rk.armies(of.pieces, of.board, of.case.size, of.case.forbidden),
}


def declared(case: Case) -> rk.Problem:
    """The problem of a case."""
    pieces = [rk.piece(text) for text in case.pieces]
    fixed = {(row, column): pieces[piece] for row, column, piece in case.fixed}
    board = SHAPES[case.shape](case.rows, case.columns, case.torus, case.holes)
    return DECLARE[case.family](Words(case, board, pieces, fixed))
