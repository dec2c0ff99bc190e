"""The families of problems that can be compared: what the plain data of each holds, and how it is declared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rookery import models
from rookery.models import Board, Piece, Problem, Square
from rookery.models.referee.rules import KINDS, Kind

COUNT, WEIGHT, COST = "count", "weight", "cost"


class Told(NamedTuple):
    """Plain data, its board, pieces and squares read."""

    data: Mapping[str, Any]
    board: Board
    pieces: Sequence[Piece]
    fixed: Mapping[tuple[int, int], Piece]
    forbidden: Sequence[Square]

    def each(self, key: str) -> dict[Piece, Any]:
        """The pieces with what each comes with."""
        return dict(zip(self.pieces, (each[key] for each in self.data["pieces"]), strict=True))

    @property
    def kind(self) -> Kind:
        """The kind of domination."""
        return next(kind for kind in KINDS if kind == self.data["kind"])


@dataclass(frozen=True)
class Family:
    """A family: how it is declared, what each piece comes with, and what else it is told.

    `several` says that one problem places several pieces: "always", "perhaps", or "" for never. `squares` are the
    givens that mean something; `parameters` have the value that holds where nothing is said.
    """

    declare: Callable[[Told], Problem]
    with_each: str = ""
    several: str = ""
    parameters: Mapping[str, Any] | None = None
    squares: tuple[str, ...] = ("fixed", "forbidden")

    @property
    def told(self) -> Mapping[str, Any]:
        """The parameters with their defaults."""
        return self.parameters or {}


def _placement(told: Told) -> Problem:
    return models.placement(told.each(COUNT), told.board, None, told.fixed, told.forbidden)


def _domination(told: Told) -> Problem:
    return models.domination(told.pieces[0], told.board, told.kind, told.fixed, told.forbidden)


def _sighted(told: Told) -> Problem:
    return models.sighted_placement(told.each(COUNT), told.board, told.data["pawns"], told.fixed, told.forbidden)


def _maximal(told: Told) -> Problem:
    return models.maximal_placement(told.pieces, told.board, told.fixed, told.forbidden)


def _weighted(told: Told) -> Problem:
    return models.weighted_placement(told.each(WEIGHT), told.board, told.data["pawns"], told.fixed, told.forbidden)


def _connected(told: Told) -> Problem:
    return models.connected_domination(told.pieces[0], told.board, told.fixed, told.forbidden)


def _upper(told: Told) -> Problem:
    return models.upper_domination(told.pieces[0], told.board, told.fixed, told.forbidden)


def _k_fold(told: Told) -> Problem:
    times, closed = told.data["times"], told.data["closed"]
    return models.k_fold_domination(told.pieces[0], told.board, times, closed, told.fixed, told.forbidden)


def _border(told: Told) -> Problem:
    return models.border_domination(told.pieces[0], told.board, told.kind, told.fixed)


def _restricted(told: Told) -> Problem:
    allowed = [(row, column) for row, column in told.data["allowed"]]
    return models.restricted_domination(told.pieces[0], told.board, allowed, told.kind, told.fixed)


def _cheapest(told: Told) -> Problem:
    sighted = not told.data["through"]
    return models.cheapest_domination(told.each(COST), told.board, sighted, told.fixed, told.forbidden)


def _unguarded(told: Told) -> Problem:
    count = told.data["pieces"][0]["count"]
    return models.most_unguarded(told.pieces[0], told.board, count, told.fixed, told.forbidden)


def _armies(told: Told) -> Problem:
    return models.armies(told.pieces, told.board, told.data["size"], told.forbidden)


FAMILIES: Mapping[str, Family] = {
    "placement": Family(_placement, COUNT, "perhaps"),
    "domination": Family(_domination, parameters={"kind": "plain"}),
    "sighted": Family(_sighted, COUNT, "perhaps", {"pawns": 0}),
    "maximal": Family(_maximal, several="perhaps"),
    "weighted": Family(_weighted, WEIGHT, "always", {"pawns": 0}),
    "connected": Family(_connected),
    "upper": Family(_upper),
    "k-fold": Family(_k_fold, parameters={"times": 2, "closed": False}),
    "border": Family(_border, parameters={"kind": "plain"}, squares=("fixed",)),
    "restricted": Family(_restricted, parameters={"kind": "plain", "allowed": ()}, squares=("fixed",)),
    "cheapest": Family(_cheapest, COST, "always", {"through": False}),
    "unguarded": Family(_unguarded, COUNT),
    "armies": Family(_armies, several="always", parameters={"size": None}, squares=("forbidden",)),
}
