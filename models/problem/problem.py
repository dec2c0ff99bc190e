"""Problems: a chess question with the abstract model that asks it."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from rookery.core.errors import BadInput, show_value
from rookery.core.words import amount, join_words
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import MAX_NAMED
from rookery.models.boards.graph import Graph
from rookery.models.drawing.boards import paragraph, show_board
from rookery.models.drawing.svg import Marks
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Minimize, Model, Permutation, Satisfy
from rookery.models.pieces.piece import Piece
from rookery.models.problem.placement import Placement
from rookery.models.reading.given import PieceLike
from rookery.models.referee.rules import Aim, Barred, Fault, Fixed, Forbidden, Holds, Rule, find_faults
from rookery.models.referee.walking import Walked, reach
from rookery.models.symmetry import group

MAX_TITLE = 120  # characters of a title in `repr`


class Demand(NamedTuple):
    """Constraints of a model that its problem's `rules` demand together; without rules, they define variables."""

    rules: tuple[Rule, ...]
    constraints: Sequence[Constraint]


@dataclass(frozen=True, repr=False)
class Problem:
    """A chess question: board, pieces, the rules in chess words, and the same as an abstract model.

    Variable `p * len(board) + s` of the model says that piece number p stands on square number s. Variables beyond
    those are *auxiliary*: the constraints decide them once the placement is known, so that solutions of the model and
    placements are one to one. `group` are then the symmetries of the placements, and the model has none. An empty
    group: solutions are not counted up to symmetry. `aim` says in chess words what the goal counts, None without a
    goal, or if it is not about chess. `known` is a placement that solves the problem, perhaps not as well as others, by
    its variables. `demands` say which rules the constraints come from; a constraint of no rule follows from the others,
    or keeps a best solution. `phrase` says in words what is asked, without the board: `8 queens`. `call` are the
    arguments from which the problem was declared; a changed copy of a problem has none.
    """

    family: str
    phrase: str
    board: AbstractBoard
    rules: tuple[Rule, ...]
    model: Model
    aim: Aim | None = None
    declare_seconds: float = field(default=0.0, compare=False)
    group: Sequence[Permutation] | None = field(default=None, compare=False, repr=False)
    known: frozenset[int] | None = field(default=None, compare=False, repr=False)
    demands: tuple[Demand, ...] = field(default=(), compare=False, repr=False)
    call: Mapping[str, Any] | None = field(default=None, init=False, compare=False, repr=False)

    @cached_property
    def asked(self) -> Mapping[str, Any] | None:
        """The family and its keyword arguments as JSON data: `rookery.declare` returns an equal problem.

        Equal problems have equal data. None for a changed copy of a problem.
        """
        call = self.call
        return call and {k: each.plain() if isinstance(each, AbstractBoard) else each for k, each in call.items()}

    @cached_property
    def title(self) -> str:
        """The problem in words: `8 queens on an 8x8 board without a8, with e5 forbidden`."""
        empty = sorted(self.forbidden, key=self.board.index)
        many = f"{len(empty):,} forbidden {self.board.nouns}"
        named = many if len(empty) > MAX_NAMED else f"{join_words(list(map(self.board.label, empty)))} forbidden"
        barred = Counter(rule.piece for rule in self.rules if isinstance(rule, Barred))
        limits = [named] * bool(empty)
        limits += [
            f"{amount(number, self.board.noun, self.board.nouns)} forbidden for {piece.plural}"
            for piece, number in barred.items()
        ]
        phrase = f"{self.phrase} on {self.board.phrase}{f', with {join_words(limits)}' if limits else ''}"
        return phrase[:1].upper() + phrase[1:]

    @property
    def goal(self) -> int:
        """Return -1 if the problem minimises, 1 if it maximises, and 0 if it only has to be satisfied."""
        goal = self.model.goal
        return 0 if isinstance(goal, Satisfy) else -1 if isinstance(goal, Minimize) else 1

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that the problem places."""
        return tuple(rule.piece for rule in self.rules if isinstance(rule, Holds))

    @property
    def fixed(self) -> dict[Cell, Piece]:
        """The squares whose piece is given."""
        return {rule.square: rule.piece for rule in self.rules if isinstance(rule, Fixed)}

    @property
    def forbidden(self) -> frozenset[Cell]:
        """The squares that stay empty."""
        return frozenset(rule.square for rule in self.rules if isinstance(rule, Forbidden))

    @property
    def symmetries(self) -> Sequence[Permutation]:
        """The group that maps solutions to solutions, as permutations of the variables of the placement."""
        return self.model.symmetries if self.group is None else self.group

    def placed(self, chosen: Set[int]) -> frozenset[int]:
        """Return the chosen variables that say where a piece stands, without the auxiliary ones."""
        size = len(self.pieces) * len(self.board)
        return frozenset(chosen) if size == self.model.variables else frozenset(v for v in chosen if v < size)

    def read(self, chosen: Set[int]) -> Placement:
        """Return the placement of the chosen variables; raises `BadInput` for others than those of the model."""
        pieces, size = self.pieces, len(self.board)
        try:
            cells = sorted((v % size, v // size) for v in self.placed(chosen))
            return Placement.in_order(self.board, {self.board.cell(cell): pieces[layer] for cell, layer in cells})
        except (TypeError, IndexError):
            known = f"a set of variables, each from 0 to {self.model.variables - 1}"
            raise BadInput(f"read, chosen variables {show_value(chosen)}: expected {known}") from None

    def write(self, placement: Mapping[Cell, PieceLike]) -> frozenset[int]:
        """Return the variables of a placement; raises `BadInput` for a piece that the problem does not place."""
        layers = {piece: layer for layer, piece in enumerate(self.pieces)}
        size, there = len(self.board), self._take(placement).items()
        try:
            return frozenset(layers[piece] * size + self.board.index(square) for square, piece in there)
        except KeyError as error:
            raise BadInput(f"{error.args[0]} is not a piece of this problem: {', '.join(map(str, layers))}") from None

    def faults(self, placement: Mapping[Cell, PieceLike]) -> list[Fault]:
        """Return what the rules of chess refuse in a placement, a sentence each."""
        return [*find_faults(self.rules, Walked(self.board, self._take(placement)))]

    def objective(self, placement: Mapping[Cell, PieceLike]) -> int | None:
        """Return the objective of a placement by the rules of chess; None if the problem does not state its aim."""
        return None if self.aim is None else self.aim.count(Walked(self.board, self._take(placement)))

    def _take(self, placement: Mapping[Cell, PieceLike]) -> Placement:
        """Return a placement on the board of the problem; raises `BadInput` for squares that it does not have."""
        here = isinstance(placement, Placement) and (placement.board is self.board or placement.board == self.board)
        return placement if here else Placement(self.board, placement)  # type: ignore[return-value]

    def attack_graph(self) -> Graph:
        """Return the attacks on the empty board, as a graph whose vertices are named after the squares: `3,4`.

        A question about one piece on the board is the same question about guards in this graph; it is directed if
        attacks are not mutual. Fixed and forbidden squares are not in it. Raises `BadInput` for several pieces.
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
        """Return the same placement for all of its images under the problem's symmetries."""
        return self.read(frozenset(group.find_canonical(self.write(placement), self.symmetries)))

    def orbit(self, placement: Placement) -> frozenset[Placement]:
        """Return all images of a placement under the problem's symmetries."""
        return frozenset(map(self.read, group.orbit(self.write(placement), self.symmetries)))

    def __str__(self) -> str:
        return self.title

    def __repr__(self) -> str:
        title = self.title if len(self.title) <= MAX_TITLE else f"{self.title[:MAX_TITLE]}..."
        return f"Problem({title!r}, {self.model!r})"

    def _repr_html_(self) -> str:
        """Return the title over the board with the squares that are given."""
        board = show_board(self.fixed, self.board, Marks(forbidden=self.forbidden))
        return f"<div>{paragraph(self.title, 'font-weight: bold')}{board or ''}</div>"
