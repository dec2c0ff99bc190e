"""Colourings: the fewest non-attacking classes of squares, the most dominating ones, the most disjoint placements."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.boards.regions import SIGNS
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly, Linear, Literal
from rookery.models.model.model import Maximize, Minimize, Satisfy
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, capitalize, declares
from rookery.models.problems.parameters import Whole, choose_among
from rookery.models.problems.shared.attacks import attack_edges, attackers, attacks, cliques
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Demanded, Layout, lay_out, shift_clique
from rookery.models.referee.rules import Aim, Fault, Holds, Rule
from rookery.models.referee.walking import Walked

LETTERS = [sign for sign in SIGNS if sign.isalpha()]


@dataclass(frozen=True, slots=True)
class Coloured(Rule):
    """A piece stands on each square that is not forbidden; `partly`: on some."""

    forbidden: frozenset[Cell] = frozenset()
    partly: bool = False

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the squares without a colour."""
        for square in walked.board:
            if not (self.partly or square in walked.pieces or square in self.forbidden):
                yield Fault(f"{walked.board.noun} {square} has no colour", square)

    def __str__(self) -> str:
        return f"each square has {'at most' if self.partly else 'exactly'} 1 colour"


@dataclass(frozen=True, slots=True)
class PeacefulColours(Rule):
    """No piece attacks another of its colour."""

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the attacks within a colour."""
        pieces = walked.pieces
        for start, target in walked.meetings():
            if pieces[start] == pieces[target]:
                yield Fault(f"the {pieces[start]} on {start} attacks the {pieces[target]} on {target}", start, target)


@dataclass(frozen=True, slots=True)
class GuardedByEach(Rule):
    """Each square is occupied or attacked by each colour."""

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the squares that a colour does not dominate."""
        for colour in dict.fromkeys(walked.pieces.values()):
            own = {square: piece for square, piece in walked.pieces.items() if piece == colour}
            for square, number in Walked(walked.board, own).guards():
                if not number and square not in own:
                    yield Fault(f"no {colour} guards {walked.board.noun} {square}", square)


@dataclass(frozen=True, slots=True)
class InOrder(Rule):
    """Colours are named in the order of their first squares."""

    colours: tuple[Piece, ...]

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the first colour that comes too early."""
        first = dict.fromkeys(walked.pieces[square] for square in walked.board if square in walked.pieces)
        for piece, expected in zip(first, self.colours, strict=False):
            if piece != expected:
                yield Fault(f"the {piece} comes before the {expected}")
                return


@dataclass(frozen=True, slots=True)
class ColourNumber(Rule):
    """Pieces of exactly `colours` colours stand on the board, `size` of each; None leaves a number open."""

    colours: int | None = None
    size: int | None = None

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield wrong numbers of colours, and of the squares of a colour."""
        numbers = Counter(walked.pieces.values())
        if self.colours is not None and len(numbers) != self.colours:
            yield Fault(f"{amount(len(numbers), 'colour')} on the board, {self.colours} required")
        for piece, number in numbers.items():
            if self.size is not None and number != self.size:
                yield Fault(f"{amount(number, piece, piece.plural)} on the board, {self.size} required")

    def __str__(self) -> str:
        size = "" if self.size is None else f"each colour on the board has {amount(self.size, 'square')}"
        are = "is" if self.colours == 1 else "are"
        number = "" if self.colours is None else f"{amount(self.colours, 'colour')} {are} used"
        return " and ".join(filter(None, (number, size))) or "colours are open"


@dataclass(frozen=True, slots=True)
class Colours(Aim):
    """The number of different pieces on the board: of colours."""

    def count(self, walked: Walked) -> int:
        """Return the number of colours."""
        return len({*walked.pieces.values()})


KIND = choose_among(
    "kind",
    ("proper", "domatic", "disjoint"),
    "kind of colouring",
    "proper: the fewest colours, none attacking its own; domatic: the most colours, each dominating; disjoint: the"
    " most colours, each --size non-attacking pieces, which leaves squares without a colour.",
)
COLOURS = Whole(
    name="colours",
    help="The number of colours, each on a square; default: best.",
    unbounded=True,
    none="best",
    least=1,
)
SIZE = Whole(
    name="size",
    help="The number of pieces of each colour where they are disjoint; default: the number of rows.",
    unbounded=True,
    none="rows",
    least=1,
)


def _describe(asked: Statement) -> Wording:
    (piece,) = asked.named_pieces()
    kind, number = asked.parameters["kind"], asked.parameters["colours"]
    given = asked.parameters["size"]
    size = given or getattr(asked.board, "rows", "?")  # a board without rows is refused
    many = f"the {'fewest' if kind == 'proper' else 'most'} colours" if number is None else amount(number, "colour")
    what = {"proper": "non-attacking", "domatic": "dominating", "disjoint": f"{size} non-attacking"}[kind]
    phrase = f"{many} of {what} {piece.plural}{'' if given is None else f', {given} of each colour'}"
    return Wording(phrase, capitalize(f"{phrase} on {a_board(asked.board)}"))


@declares(
    Family(
        "colouring",
        "Colour squares so that no piece attacks its own colour, each colour dominates, or each is a placement.",
        Places(),
        (KIND, COLOURS, SIZE),
        _describe,
        without={"fixed": "colours take no fixed squares: they are named in the order of their first squares"},
        example="--piece queen --board 5",
        oeis=("A088202", "A292192", "A171760"),
        formula="squares in disjoint classes S(1) ... S(k): min k such that they hold each square and no s, t in S(i)"
        " have s in N(t) (proper); max k such that they hold each square and |S(i) ∩ N[v]| ≥ 1 for each square v"
        " (domatic); max k such that |S(i)| = m and no s, t in S(i) have s in N(t) (disjoint)",
    )
)
def colouring(
    piece: Piece,
    board: AbstractBoard,
    kind: str = "proper",
    colours: int | None = None,
    size: int | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for classes of squares, each a colour, up to the names of the colours.

    >>> import rookery as rk
    >>> rk.solve(colouring("queen", 5)).objective
    5
    >>> rk.solve(colouring("queen", 5, kind="disjoint")).objective
    5

    - proper: each square has a colour, and no piece attacks another of its colour: the fewest colours, the chromatic
      number of the attack graph (queens on n x n: OEIS A088202).
    - domatic: each square has a colour, and the squares of each colour dominate the board: the most colours, the
      domatic number of the attack graph (queens: A292192).
    - disjoint: each colour is on `size` squares, as many as the board has rows if it is not given, and no piece attacks
      another of its colour: the most colours (disjoint solutions of n queens: A171760).

    With `colours` given it asks for exactly that many. Colours are A, B, C ... in the order of their first squares, so
    that a solution is a division of the squares, and the count is one of divisions: the names of colours do not matter.
    Symmetries of the board would change names: orbits are not counted. A forbidden square has no colour, but is to be
    dominated. Raises `BadInput` for an unknown kind, a size without `disjoint`, numbers below 1, more colours than
    letters, a board without squares, and a forbidden square off the board.
    """
    if size is not None and kind != "disjoint":
        raise BadInput(f"a size of {size} in a {kind} colouring; only the colours of a disjoint one have a size")
    size = _find_size(board, size) if kind == "disjoint" else None
    for name, number in (("colours", colours), ("size", size)):
        if number is not None and number < 1:
            raise BadInput(f"{name} {number}; it must be at least 1")
    if not len(board):
        raise BadInput(f"{board.phrase} has nothing to colour")
    closed = lay_out(board, (piece,), (), forbidden).forbidden
    left = [at for at, square in enumerate(board) if square not in closed]
    many = max(1, _bound_colours(piece, board, kind, size, left) if colours is None else colours)
    if many > len(LETTERS):
        raise BadInput(f"{many:,} colours; at most {len(LETTERS):,} are accepted")
    guards = sum(map(len, attackers(piece, board))) if kind == "domatic" else 0
    refuse_large(many * (14 * len(board) + guards + sum(map(len, cliques(piece, board)))), board)
    layout = lay_out(board, colour_pieces(piece, many), (), forbidden)
    auxiliary = Definitions(layout.size)
    ordered = list(_name_in_order(layout, auxiliary))
    used = [literal for literal, _ in ordered]
    rules: Demanded = {
        **{Holds(each): () for each in layout.pieces},
        InOrder(layout.pieces): [constraint for _, each in ordered for constraint in each],
        ColourNumber(colours, size): _number(layout, used, colours, size),
    }
    if kind == "disjoint":
        rules = {**rules, Coloured(partly=True): (AtMost(1, layout.square(square)) for square in board)}
    else:
        open_squares = (square for square in board if square not in closed)
        rules = {**rules, Coloured(closed): (Exactly(1, layout.square(square)) for square in open_squares)}
    if kind == "domatic":
        rules = {**rules, GuardedByEach(): _guard_by_each(layout, used)}
    else:
        alike = ((layer, clique) for layer in _layers(layout) for clique in cliques(piece, board))
        rules = {**rules, PeacefulColours(): (AtMost(1, shift_clique(clique, layer)) for layer, clique in alike)}
    goal = Satisfy() if colours is not None else Minimize(used) if kind == "proper" else Maximize(used)
    problem = layout.problem(rules, (), goal, Colours() if colours is None else None, auxiliary)
    # No symmetry of the board keeps the order of first squares
    return replace(problem, group=(), model=replace(problem.model, symmetries=()))


def colour_pieces(piece: Piece, many: int) -> tuple[Piece, ...]:
    """The piece in each colour, under different names."""
    return tuple(
        Piece(
            f"{piece} of colour {sign}",
            sign,
            rides=piece.rides,
            plural=f"{piece.plural} of colour {sign}",
        )
        for sign in islice(LETTERS, many)
    )


def _find_size(board: AbstractBoard, size: int | None) -> int:
    """The size of each colour of disjoint ones: by default the number of rows."""
    if size is None and not isinstance(board, Board):
        raise BadInput(f"{board.phrase} has no rows; give the size of each colour")
    return board.rows if size is None and isinstance(board, Board) else size or 0


def _bound_colours(piece: Piece, board: AbstractBoard, kind: str, size: int | None, left: Sequence[int]) -> int:
    """The number of colours that is certainly enough: no better solution has more."""
    if kind == "disjoint":
        return len(left) // max(1, size or 1)
    if kind == "domatic":
        # Each square needs one of each colour among those that guard it; a colour has one square if that guards the
        # board, two if two squares do, and otherwise three or more
        free, every = set(left), (1 << len(board)) - 1
        fewest = min(len(free.intersection((at, *hits))) for at, hits in enumerate(attackers(piece, board)))
        guarded = [1 << at | sum(1 << there for there in attacks(piece, board)[at]) for at in left]
        others = [each for each in guarded if each != every]
        pair = any(one | other == every for one, other in combinations(checking_deadline(others), 2))
        return min(fewest, len(guarded) - len(others) + len(others) // (2 if pair else 3))
    near: list[set[int]] = [set() for _ in board]
    for one, other in attack_edges(piece, board):
        near[one].add(other)
        near[other].add(one)
    # A colouring by saturation (Brelaz 1979): next the square with the most colours around it
    waiting, around, most = set(left), [set[int]() for _ in board], 0
    while waiting:
        at = max(waiting, key=lambda each: (len(around[each]), len(near[each]), -each))
        waiting.remove(at)
        colour = next(each for each in range(len(left)) if each not in around[at])
        most = max(most, colour + 1)
        for other in near[at]:
            around[other].add(colour)
    return most


def _layers(layout: Layout) -> list[range]:
    return [layout.layer(at) for at in range(len(layout.pieces))]


def _name_in_order(layout: Layout, auxiliary: Definitions) -> Iterator[tuple[Literal, list[Constraint]]]:
    """For each colour whether it is on the board, and the constraints that its first square follows the one before.

    Auxiliary variables say whether a colour stands on one of the first squares; the placement decides them.
    """
    before: list[Literal] = []
    for number, layer in enumerate(checking_deadline(_layers(layout))):
        found = list[Constraint]()
        if number:
            found = [Exactly(0, (layer[0],))]
            found += (AtLeast(1, (~here, up_to)) for here, up_to in zip(layer[1:], before, strict=False))
        before = []
        for here in layer:
            before.append(auxiliary.define_any((here, before[-1])) if before else here)
        yield before[-1], found


def _number(layout: Layout, used: Sequence[Literal], colours: int | None, size: int | None) -> Iterator[Constraint]:
    """The number of colours, and that of the squares of each colour that is on the board."""
    if colours is not None:
        yield from (AtLeast(1, (literal,)) for literal in used)
    for literal, layer in zip(used, _layers(layout), strict=True):
        if size is not None and len(layer) == 1:  # its only square says whether the colour is there
            yield AtMost(int(size == 1), layer)
        elif size is not None:
            yield Linear((*(1,) * len(layer), -size), (*layer, literal), 0, 0)


def _guard_by_each(layout: Layout, used: Sequence[Literal]) -> Iterator[Constraint]:
    """Each colour on the board occupies or attacks each square."""
    guards = attackers(layout.pieces[0], layout.board)
    for literal, layer in zip(used, _layers(layout), strict=True):
        for at, hits in enumerate(checking_deadline(guards)):
            guarded = (layer[at], *(layer[there] for there in hits))
            if literal not in guarded:
                yield AtLeast(1, (~literal, *guarded))
