"""Problems: a chess question with the abstract model that asks it."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from rookery.models.errors import BadInput
from rookery.models.graphs.graph import Graph
from rookery.models.ground.protocol import Ground, Place
from rookery.models.model import Constraint, Model, Permutation
from rookery.models.pieces.piece import Piece
from rookery.models.placement import Placement
from rookery.models.referee.faults import findings
from rookery.models.referee.objective import objective
from rookery.models.referee.rules import Aim, Fixed, Forbidden, Holds, Rule
from rookery.models.referee.walking import reach
from rookery.models.symmetry import permutations

MOST_TITLE = 120  # characters of a title in what a programmer is shown


class Named(NamedTuple):
    """A piece that a problem is asked for, and its count, weight or cost; None for none, or as many as possible."""

    piece: Piece
    value: int | str | None = None


@dataclass(frozen=True, repr=False)
class Statement:
    """A family by its name, and what is asked of it: board, pieces, parameters, and squares that are given."""

    family: str
    board: Ground
    pieces: tuple[Named, ...]
    parameters: Mapping[str, Any]
    fixed: Mapping[Place, Piece]
    forbidden: tuple[Place, ...]

    def __repr__(self) -> str:
        return f"Statement({self.family!r}, {self.board!r})"

    def named_pieces(self) -> tuple[Piece, ...]:
        """The pieces that are asked for."""
        return tuple(piece for piece, _ in self.pieces)

    def each(self) -> dict[Piece, Any]:
        """What every piece comes with."""
        return dict(self.pieces)


class Demand(NamedTuple):
    """Constraints of a model that its problem's `rules` demand together; without rules, they define variables."""

    rules: tuple[Rule, ...]
    constraints: tuple[Constraint, ...]


@dataclass(frozen=True, repr=False)
class Problem:
    """A chess question: board, pieces, the rules in chess words, and the same as an abstract model.

    Variable `p * len(board) + s` of the model says that piece number p stands on square number s. Variables beyond
    those are *auxiliary*: the constraints decide them once the placement is known, so that solutions of the model and
    placements are one to one. `group` are then the symmetries of the placements; the model has those of them that go on
    to its auxiliary variables.
    `aim` says in chess words what the goal counts, None where there is no goal, or where it is not about chess.
    `found` is a placement that the declaration has found, by its variables: it is any solution, shown when a limit is
    reached first.
    `demands` say which rules the constraints come from; one in none of them follows from the others, or keeps a best
    solution.
    `asked` is the statement from which the problem can be declared again; a changed copy of a problem has none.
    """

    family: str
    title: str
    board: Ground
    rules: tuple[Rule, ...]
    model: Model
    aim: Aim | None = None
    declare_seconds: float = field(default=0.0, compare=False)
    group: Sequence[Permutation] | None = field(default=None, compare=False, repr=False)
    found: frozenset[int] | None = field(default=None, compare=False, repr=False)
    demands: tuple[Demand, ...] = field(default=(), compare=False, repr=False)
    asked: Statement | None = field(default=None, init=False, compare=False, repr=False)

    def remembering(self, asked: Statement | None) -> "Problem":
        """The same problem, which knows what it was asked."""
        problem = replace(self)
        object.__setattr__(problem, "asked", asked)
        return problem

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that the problem places."""
        return tuple(rule.piece for rule in self.rules if isinstance(rule, Holds))

    @property
    def fixed(self) -> dict[Place, Piece]:
        """The squares whose piece is given."""
        return {rule.square: rule.piece for rule in self.rules if isinstance(rule, Fixed)}

    @property
    def forbidden(self) -> frozenset[Place]:
        """The squares that stay empty."""
        return frozenset(rule.square for rule in self.rules if isinstance(rule, Forbidden))

    @property
    def symmetries(self) -> Sequence[Permutation]:
        """The group that maps solutions to solutions, as permutations of the variables of the placement."""
        return self.model.symmetries if self.group is None else self.group

    def placed(self, chosen: Set[int]) -> frozenset[int]:
        """The chosen variables that say where a piece stands, without the auxiliary ones."""
        size = len(self.pieces) * len(self.board)
        return frozenset(chosen) if size == self.model.variables else frozenset(v for v in chosen if v < size)

    def read(self, chosen: Set[int]) -> Placement:
        """The placement that the chosen variables stand for."""
        pieces, size = self.pieces, len(self.board)
        cells = sorted((v % size, v // size) for v in self.placed(chosen))
        return Placement.in_order(self.board, {self.board.square(cell): pieces[layer] for cell, layer in cells})

    def write(self, placement: Mapping[Place, Piece]) -> frozenset[int]:
        """The variables that stand for a placement; raises `BadInput` for a piece that the problem does not place."""
        layers = {piece: layer for layer, piece in enumerate(self.pieces)}
        size = len(self.board)
        try:
            return frozenset(layers[piece] * size + self.board.index(square) for square, piece in placement.items())
        except KeyError as error:
            raise BadInput(f"{error.args[0]} is not a piece of this problem: {', '.join(map(str, layers))}") from None

    def faults(self, placement: Mapping[Place, Piece]) -> list[str]:
        """What the referee of chess finds wrong with a placement."""
        return findings(self.rules, placement, self.board)

    def objective(self, placement: Mapping[Place, Piece]) -> int | None:
        """What the referee of chess counts for a placement; None where the problem does not say what it aims at."""
        return None if self.aim is None else objective(self.aim, placement, self.board)

    def attack_graph(self) -> Graph:
        """Who attacks whom on the empty board, as a graph whose vertices are named after the squares: `3,4`.

        A question about one piece on the board is the same about guards in this graph; it is directed where an attack
        is not always answered. Fixed and forbidden squares are not in it. Raises `BadInput` for several pieces.
        """
        if len(self.pieces) != 1:
            raise BadInput(f"{self.title}: {len(self.pieces)} pieces attack in different ways; one has a graph")
        hits = [(place, reach(self.pieces[0], place, self.board)) for place in self.board]
        arcs = {(place, other) for place, others in hits for other in others}
        directed = any((other, place) not in arcs for place, other in arcs)
        edges = sorted(pair for pair in arcs if directed or pair[0] < pair[1])
        weights: dict[int | str, int] = {str(place): self.board.weigh(place) for place in self.board}
        return Graph([(str(a), str(b)) for a, b in edges], map(str, self.board), directed=directed, weights=weights)

    def canonical(self, placement: Placement) -> Placement:
        """The same placement for all of its images under the problem's symmetries."""
        return self.read(frozenset(permutations.canonical(self.write(placement), self.symmetries)))

    def orbit(self, placement: Placement) -> frozenset[Placement]:
        """All images of a placement under the problem's symmetries."""
        return frozenset(map(self.read, permutations.orbit(self.write(placement), self.symmetries)))

    def __str__(self) -> str:
        return self.title

    def __repr__(self) -> str:
        title = self.title if len(self.title) <= MOST_TITLE else f"{self.title[:MOST_TITLE]}..."
        return f"Problem({title!r}, {self.model!r})"

    def _repr_html_(self) -> str:
        """The title over the board with the squares that are given."""
        from rookery.models.drawing.html import paragraph, show_board
        from rookery.models.drawing.svg import Marks

        board = show_board(self.fixed, self.board, Marks(forbidden=self.forbidden))
        return f"<div>{paragraph(self.title, 'font-weight: bold')}{board or ''}</div>"


def representatives(problem: Problem, placements: Iterable[Placement]) -> list[Placement]:
    """One canonical placement for each orbit, in the order in which the orbits are met."""
    return list(dict.fromkeys(map(problem.canonical, placements)))
