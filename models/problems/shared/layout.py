"""The common steps of all declarations: checking the question, naming variables, fixing squares."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import Literal, Self

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly
from rookery.models.model.model import Goal, Maximize, Minimize, Model, Satisfy
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Demand, Problem
from rookery.models.problems.shared.attacks import Clique, attack_pairs, attackers, attacks, cliques
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.reading.given import (
    ANY,
    AllowedLike,
    BoardLike,
    Count,
    CountLike,
    FixedLike,
    PieceLike,
    PiecesLike,
    SquaresLike,
    take_board,
    take_counts,
    take_fixed,
    take_limits,
    take_piece,
)
from rookery.models.referee.rules import Aim, Barred, Fixed, Forbidden, Holds, Number, Rule, Value
from rookery.models.symmetry.group import Group

Demanded = dict[Rule | tuple[Rule, ...], Iterable[Constraint]]


@dataclass(frozen=True)
class Layout:
    """The variables of a declaration: one for each piece on each square, and what is given of squares and counts.

    `alike` lists groups of interchangeable pieces, by their numbers.
    """

    board: AbstractBoard
    pieces: tuple[Piece, ...]
    fixed: Mapping[Cell, Piece]
    forbidden: frozenset[Cell]
    barred: frozenset[tuple[Cell, Piece]]
    alike: Sequence[Sequence[int]] = ()
    counts: Mapping[Piece, Count] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        board: BoardLike,
        pieces: Iterable[PieceLike],
        fixed: FixedLike = (),
        forbidden: SquaresLike = (),
        alike: Sequence[Sequence[int]] = (),
        allowed: AllowedLike = None,
    ) -> Self:
        """Convert and check the arguments of a family; raises `BadInput` for givens that contradict each other."""
        board, placed = take_board(board), tuple(map(take_piece, pieces))
        for piece in placed:
            board.admit(piece)
        kept, (empty, barred) = take_fixed(fixed, board, placed), take_limits(forbidden, board, placed, "forbidden")
        if allowed is not None:
            every, own = take_limits(allowed, board, placed, "allowed")
            if not every and not own:
                raise BadInput("no square is allowed; name at least one")
            free = {piece: {*every, *own.get(piece, [])} for piece in placed if every or piece in own}
            gone = {piece: {square for square in board if square not in free[piece]} for piece in free}
            empty = [*{*empty}.union(set.intersection(*gone.values()) if len(gone) == len(placed) else ())]
            barred = {piece: [*barred.get(piece, []), *gone.get(piece, [])] for piece in placed}
        closed = frozenset(empty)
        pairs = frozenset((s, piece) for piece, squares in barred.items() for s in squares if s not in closed)
        if both := [s for s, piece in kept.items() if s in closed or (s, piece) in pairs]:
            raise BadInput(f"{board.noun} {board.label(both[0])} is both fixed and forbidden")
        if alike and pairs:
            raise BadInput("pieces that can be exchanged are not told apart; forbid squares without naming a piece")
        return cls(board, placed, kept, closed, pairs, alike)

    @classmethod
    def of_counts(
        cls,
        board: BoardLike,
        pieces: PiecesLike,
        count: CountLike = None,
        fixed: FixedLike = (),
        forbidden: SquaresLike = (),
        allowed: AllowedLike = None,
    ) -> Self:
        """Return the same for pieces with counts, as `take_counts` takes them."""
        board = take_board(board)
        counts = take_counts(pieces, board, count)
        return replace(cls.of(board, counts, fixed, forbidden, allowed=allowed), counts=counts)

    @property
    def size(self) -> int:
        """The number of variables."""
        return len(self.board) * len(self.pieces)

    def layer(self, piece: int) -> range:
        """Return the variables of one piece."""
        return range(piece * len(self.board), (piece + 1) * len(self.board))

    def square(self, square: tuple[int, int]) -> list[int]:
        """Return the variables of one square, a piece each."""
        return [layer[self.board.index(square)] for layer in map(self.layer, range(len(self.pieces)))]

    def name(self, variable: int) -> str:
        """Return the meaning of a variable: `queen@3,4`, or `auxiliary 70` where it has none in chess words."""
        if variable >= self.size:
            return f"auxiliary {variable}"
        piece, square = divmod(variable, len(self.board))
        return f"{self.pieces[piece].name}@{self.board.cell(square)}"

    def permutations(self, sight: bool = False) -> Group:
        """Return the symmetries of the board that keep attacks, weights, and fixed and forbidden squares.

        With `sight`, pieces shield each other, and what each sees past which others is kept.
        """
        by_piece = [[s for s, p in self.fixed.items() if p == piece] for piece in self.pieces]
        by_piece += [[s for s, barred in self.barred if barred == piece] for piece in self.pieces]
        return Group(self.board, self.pieces, [*by_piece, self.forbidden, *self._list_equal()], sight, self.alike)

    def _list_equal(self) -> list[list[Cell]]:
        """Return the squares of each weight."""
        squares: dict[int, list[Cell]] = {}
        for place, weight in zip(self.board, self.board.weights or (), strict=False):
            squares.setdefault(weight, []).append(place)
        return list(squares.values())

    def spell_counts(self, how: Literal["many", "few"] = "many") -> str:
        """Return the counts in a sentence: `2 queens and as many rooks as possible`."""
        return join_words([_spell_count(piece, count, how) for piece, count in self.counts.items()])

    def hold_counts(self) -> Demanded:
        """Return the counts as rules with their constraints."""
        held: Demanded = {}
        for at, (piece, count) in enumerate(self.counts.items()):
            if isinstance(count, int):
                held[Holds(piece, count)] = [Exactly(count, self.layer(at))]
            else:
                held[Holds(piece)] = []
        return held

    def hold_apart(self) -> Demanded:
        """Return the counts, and at most one of several pieces on each square."""
        held = self.hold_counts()
        if len(held) > 1:
            together = tuple(rule for rule in held if isinstance(rule, Rule))
            held[together] = [AtMost(1, self.square(square)) for square in checking_deadline(self.board)]
        return held

    def open_goal(self, kind: type[Minimize | Maximize]) -> tuple[Goal, Number | None]:
        """Return the goal and the aim to place the fewest, or most, of the pieces without a count, if there are any."""
        open_layers = [at for at, count in enumerate(self.counts.values()) if count is None]
        if not open_layers:
            return Satisfy(), None
        literals = [variable for at in open_layers for variable in self.layer(at)]
        return kind(literals), Number(frozenset(self.pieces[at] for at in open_layers))

    def givens(self) -> Iterator[Demand]:
        """Yield the fixed and forbidden squares with their constraints."""
        for square, piece in self.fixed.items():
            there = Exactly(1, (self.square(square)[self.pieces.index(piece)],))
            yield Demand((Fixed(square, piece),), (there,))
        for square in checking_deadline(sorted(self.forbidden, key=self.board.index)):
            yield Demand((Forbidden(square),), tuple(Exactly(0, (variable,)) for variable in self.square(square)))
        for square, piece in sorted(self.barred, key=lambda pair: (self.board.index(pair[0]), pair[1].name)):
            there = Exactly(0, (self.square(square)[self.pieces.index(piece)],))
            yield Demand((Barred(square, piece),), (there,))

    def problem(
        self,
        rules: Demanded,
        goal: Goal,
        aim: Aim | None = None,
        *,
        phrase: str,
        auxiliary: Definitions | None = None,
        groups: Sequence[Sequence[int]] = (),
        known: frozenset[int] | None = None,
    ) -> Problem:
        """Return the problem of these rules, with the given squares and the auxiliary variables.

        Each rule, or several rules together, comes with the constraints that state it; without a rule, constraints
        follow from others or keep a best solution. `aim` is what the goal counts in chess words; pieces count for the
        weights of their cells. `phrase` says in words what is asked, without the board. `known` is a solution.
        """
        givens, ruled = list(self.givens()), list[Demand]()
        for key, constraints in rules.items():
            names = key if isinstance(key, tuple) else (key,)
            ruled.append(Demand(names, tuple(constraints)))
        defined = Demand((), tuple(auxiliary.constraints if auxiliary else ()))
        demands = (*givens, *ruled, defined)
        named = tuple(dict.fromkeys(rule for demand in (*ruled, *givens) for rule in demand.rules))
        minding: list[Rule | Aim] = [*named, *([aim] if aim else [])]
        moves = self.permutations(sight=any(each.minds_sight(len(self.pieces)) for each in minding))
        variables = auxiliary.variables if auxiliary else self.size
        bare = variables == self.size
        constraints = tuple(chain.from_iterable(demand.constraints for demand in demands))
        symmetries = {"symmetries": moves} if bare else {"moves": moves}
        model = Model(variables, constraints, self._weigh(goal, aim), name=self.name, groups=groups, **symmetries)
        group = None if bare else moves
        return Problem("", phrase, self.board, named, model, aim, group=group, known=known, demands=demands)

    def _weigh(self, goal: Goal, aim: Aim | None) -> Goal:
        """Return a goal that counts pieces, with the weights of the cells that they stand on."""
        weights = self.board.weights
        if weights is None or isinstance(goal, Satisfy) or not isinstance(aim, Number | Value):
            return goal
        return type(goal)(goal.literals, tuple(weight * weights[at % len(weights)] for weight, at in goal.terms()))

    def forbid_attacks(self) -> Iterator[Constraint]:
        """Yield at most one piece per square, and no attacks: cliques instead of pairs if a line gives them."""
        if len(self.pieces) > 1:
            yield from (AtMost(1, self.square(square)) for square in checking_deadline(self.board))
        for number, piece in enumerate(self.pieces):
            layer = self.layer(number)
            yield from (AtMost(1, shift_clique(clique, layer)) for clique in cliques(piece, self.board))
        for one, other in combinations(range(len(self.pieces)), 2):
            yield from self.forbid_attacks_between(one, other)

    def forbid_attacks_between(self, one: int, other: int) -> Iterator[Constraint]:
        """Yield constraints against attacks between two pieces, by their numbers, in either direction: pair by pair."""
        tables = attacks(self.pieces[one], self.board), attacks(self.pieces[other], self.board)
        refuse_large(2 * max(sum(map(len, table)) for table in tables), self.board)
        first, second = list(self.layer(one)), list(self.layer(other))  # to share literals among pairs
        pairs = attack_pairs(self.pieces[one], self.pieces[other], self.board)
        yield from (AtMost(1, (first[a], second[b])) for a, b in pairs)

    def list_guards(self) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Yield for each square the variables that occupy it, and those that attack it on the empty board."""
        layers = [list(self.layer(at)) for at in range(len(self.pieces))]  # to share literals among clauses
        tables = [attackers(piece, self.board) for piece in self.pieces]
        if len(layers) == 1:  # as in most questions about large graphs
            yield from (((square,), hits) for square, hits in enumerate(checking_deadline(tables[0])))
            return
        for square in checking_deadline(range(len(self.board))):
            hits = (map(layer.__getitem__, table[square]) for table, layer in zip(tables, layers, strict=True))
            yield [layer[square] for layer in layers], tuple(chain.from_iterable(hits))

    def guard_squares(self) -> Iterator[Constraint]:
        """Yield for each square that it is occupied or attacked, also through occupied squares."""
        return (AtLeast(1, (*occupied, *hits)) for occupied, hits in self.list_guards())


def _spell_count(piece: Piece, count: Count, how: str) -> str:
    if count is None:
        return f"as {how} {piece.plural} as possible"
    return f"any number of {piece.plural}" if count == ANY else amount(str(count), piece.name, piece.plural)


def shift_clique(clique: Clique, layer: range) -> Clique:
    """Return the variables of a clique of squares in one piece's layer."""
    if layer.start == 0:
        return clique
    if isinstance(clique, range):
        return range(clique.start + layer.start, clique.stop + layer.start, clique.step)
    return tuple(square + layer.start for square in clique)
