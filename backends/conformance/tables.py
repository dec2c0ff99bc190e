"""The questions of the conformance suite with their right answers, and where these come from.

"exhaustive" says: every placement was tried by a program that shares nothing with the backends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from rookery.backends.running.solve import as_problem
from rookery.models import (
    AtLeast,
    AtMost,
    Board,
    Exactly,
    Linear,
    Maximize,
    Minimize,
    Model,
    Piece,
    Problem,
    Ride,
    Satisfy,
    Step,
)
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Goal
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK, WAZIR
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement
from rookery.models.referee.rules import Kind

FORWARD = Piece("forward", "P", leaps=[(-1, 0), (-1, 1)])
SHORT = Piece("short rook", "S", rides=[Ride(Step(0, 1), 2), Ride(Step(1, 0), 2)])
NOTHING = Board(2, 3, holes=[(row, column) for row in range(2) for column in range(3)])
HOLED = Board(4, holes=[(0, 0), (1, 2)])
TORUS = Board(4, torus=True)


@dataclass(frozen=True)
class KnownProblem:
    """A problem, how many solutions it has (optimal ones if there is a goal), and the optimum."""

    name: str
    problem: Callable[[], Problem]
    count: int
    objective: int | None = None
    medium: bool = False


def _placing(piece: Piece, board: Board, k: int, count: int, *, fixed: int = -1, forbidden: int = -1) -> KnownProblem:
    """Placements of k pieces; a square is fixed or forbidden by its number."""
    givens = {"fixed": fixed, "forbidden": forbidden}
    squares = {word: [board.cell(number)] if number >= 0 else [] for word, number in givens.items()}
    words = "".join(f", {word} {given[0]}" for word, given in squares.items() if given)
    name = f"{k} of {piece} on {board}{words}"

    def declare() -> Problem:
        return placement(piece, board, k, fixed=squares["fixed"], forbidden=squares["forbidden"])

    return KnownProblem(name, declare, count, medium=len(board) > 16)


def _most(piece: Piece, board: Board, objective: int, count: int) -> KnownProblem:
    name = f"as many of {piece} as possible on {board}"
    return KnownProblem(name, lambda: placement(piece, board), count, objective, medium=len(board) > 16)


def _mixed_row(counts: dict[Piece, int | None], board: Board, count: int, objective: int | None = None) -> KnownProblem:
    name = ", ".join(f"{number} of {piece}" for piece, number in counts.items())
    medium = len(board) * len(counts) > 18
    return KnownProblem(f"{name} on {board}", lambda: placement(counts, board), count, objective, medium)


def _guarding(kind: Kind, piece: Piece, board: Board, objective: int | None, count: int) -> KnownProblem:
    name = f"{kind} domination of {board} by {piece}"
    return KnownProblem(name, lambda: domination(piece, board, kind), count, objective, medium=len(board) > 16)


PROBLEMS: tuple[KnownProblem, ...] = (
    *(_placing(QUEEN, Board(n), n, count) for n, count in enumerate((1, 0, 0, 2, 10, 4), 1)),  # OEIS A000170
    _placing(QUEEN, Board(8), 8, 92),  # A000170
    _placing(QUEEN, Board(8), 8, 4, fixed=0),  # 4 8 16 18 18 16 8 4 by the column of the first queen, 92 in all
    _placing(QUEEN, Board(8), 8, 88, forbidden=0),  # 92 - 4
    _placing(QUEEN, Board(4), 0, 1),  # nothing is one way
    _placing(QUEEN, Board(1), 0, 1),
    _placing(QUEEN, Board(1), 1, 0, forbidden=0),
    _placing(QUEEN, NOTHING, 0, 1),
    _most(QUEEN, NOTHING, 0, 1),
    _most(KNIGHT, Board(1), 1, 1),
    _placing(ROOK, Board(4), 4, 24),  # n!
    _placing(ROOK, Board(3, 5), 3, 60),  # 5 * 4 * 3
    _placing(BISHOP, Board(3), 3, 26),  # A002465
    _placing(KNIGHT, Board(3), 3, 36),  # A201540
    _placing(QUEEN, Board(5, torus=True), 5, 10),  # A007705
    _placing(QUEEN, TORUS, 3, 0),  # at most 2: A085801
    _most(QUEEN, TORUS, 2, 32),  # A085801; exhaustive
    _most(KING, Board(4), 4, 79),  # A018807
    _most(BISHOP, Board(4), 6, 16),  # A002465: 2n - 2 in 2^n ways
    _most(KNIGHT, Board(3), 5, 2),  # A030978, A289203
    _placing(QUEEN, HOLED, 3, 26),  # from here to the next source: exhaustive
    _most(ROOK, HOLED, 5, 4),
    _most(FORWARD, Board(3), 6, 1),
    _placing(FORWARD, Board(4), 3, 308),
    _placing(SHORT, Board(3, 4), 3, 36),
    _most(SHORT, Board(4), 6, 2),
    _mixed_row({QUEEN: 1, KNIGHT: 1}, Board(3), 0),
    _mixed_row({QUEEN: 1, KNIGHT: 2}, Board(4), 40),
    _mixed_row({QUEEN: 1, KNIGHT: None}, Board(4), 8, objective=3),
    _mixed_row({ROOK: 1, BISHOP: None}, Board(3), 4, objective=2),
    _mixed_row({ROOK: None, BISHOP: None}, Board(3), 8, objective=4),
    _mixed_row({KING: 2, KNIGHT: 2}, Board(3), 6),
    _mixed_row({ROOK: 1, BISHOP: 1, KING: 0}, Board(3), 16),
    _guarding("plain", QUEEN, NOTHING, 0, 1),
    _guarding("independent", QUEEN, Board(1), 1, 1),
    _guarding("total", QUEEN, Board(1), None, 0),
    _guarding("plain", QUEEN, Board(4), 2, 12),  # A075458, A002564
    _guarding("plain", QUEEN, Board(5), 3, 186),  # the same
    _guarding("independent", QUEEN, Board(4), 3, 16),  # A075324, A002568
    _guarding("independent", KNIGHT, Board(2), 4, 1),  # four knights on 2x2 are isolated
    _guarding("independent", KNIGHT, Board(4), 4, 9),  # A342576
    _guarding("total", KNIGHT, Board(3), None, 0),  # A261752
    _guarding("total", KNIGHT, Board(4), 6, 36),  # A261752
    _guarding("total", ROOK, Board(3), 3, 6),  # exhaustive
    _guarding("plain", KING, Board(3, 6), 2, 1),  # two blocks of 3x3
    _guarding("perfect", KING, Board(3), 1, 1),  # the middle
    _guarding("perfect", ROOK, Board(2), None, 0),  # one leaves a square, two guard one twice
    _guarding("perfect", WAZIR, Board(5, torus=True), 5, 10),  # the plus pentomino tiles in two ways, five shifts each
    _guarding("plain", QUEEN, HOLED, 2, 5),  # from here: exhaustive
    _guarding("independent", BISHOP, HOLED, 6, 16),
    _guarding("total", KING, TORUS, 3, 32),
    _guarding("perfect", KNIGHT, Board(2, 5), 4, 4),
    _guarding("plain", FORWARD, Board(3), 5, 4),
    _guarding("independent", FORWARD, Board(3, 4, torus=True), None, 0),
)


ANY = Satisfy()


def _model(
    name: str,
    variables: int,
    constraints: list[Constraint],
    count: int,
    goal: Goal = ANY,
    best: int | None = None,
) -> KnownProblem:
    return KnownProblem(f"model: {name}", lambda: as_problem(Model(variables, tuple(constraints), goal)), count, best)


SUM = Linear((3, 5, -2), (0, 1, 2), lower=1, upper=6)  # 3 5 3+5-2 3-2 5-2, and not 8 0 -2
PERMUTED = [
    *(Exactly(1, tuple(range(3 * row, 3 * row + 3)), choice=f"row {row}") for row in range(3)),
    *(Exactly(1, tuple(range(column, 9, 3)), choice=f"column {column}") for column in range(3)),
]

MODELS: tuple[KnownProblem, ...] = (  # counted by hand
    _model("no variables", 0, [], 1),
    _model("no variables, a goal", 0, [], 1, Maximize(()), 0),
    _model("no variables, an empty clause", 0, [AtLeast(1, ())], 0),
    _model("free variables", 3, [], 8),
    _model("a free variable next to a goal", 3, [AtLeast(1, (0, 1))], 4, Minimize((0, 1)), 1),
    _model("an empty clause", 2, [AtLeast(1, ())], 0),
    _model("empty bounds that hold", 1, [AtMost(0, ()), Exactly(0, ()), AtLeast(0, ())], 2),
    _model("bounds that always hold", 2, [AtMost(2, (0, 1)), AtMost(7, (0, 1)), AtLeast(-1, (0, 1))], 4),
    _model("at most -1", 2, [AtMost(-1, (0, 1))], 0),
    _model("at least 3 of 2", 2, [AtLeast(3, (0, 1))], 0),
    _model("exactly 3 of 2", 2, [Exactly(3, (0, 1))], 0),
    _model("none", 3, [AtMost(0, (0, 2))], 2),
    _model("exactly 3 of 6", 6, [Exactly(3, range(6))], 20),
    _model("negated, at least", 3, [AtLeast(2, (~0, ~1, 2))], 4),
    _model("negated, at most", 3, [AtMost(1, (~0, 1, ~2))], 4),
    _model("negated, exactly", 4, [Exactly(2, (0, ~1, 2, ~3))], 6),
    _model("a negated range", 4, [AtLeast(3, range(-4, 0))], 5),
    _model("two that contradict", 2, [AtLeast(1, (0,)), AtMost(0, (0, 1))], 0),
    _model("a linear sum", 3, [SUM], 5),
    _model("a linear sum open below", 3, [Linear((2, 3, 4), (0, ~1, 2), upper=4)], 4),
    _model("a linear sum open above", 3, [Linear((2, 3, 4), (0, 1, 2), lower=5)], 4),
    _model("a linear sum that is equal", 4, [Linear((1, 2, 3, 4), (0, 1, 2, 3), lower=5, upper=5)], 2),
    _model("an empty linear sum", 1, [Linear((), (), lower=0, upper=0)], 2),
    _model("an empty linear sum that fails", 1, [Linear((), (), lower=1)], 0),
    _model("a weight of 0", 2, [Linear((0, 1), (0, 1), lower=1)], 2),
    _model("a choice", 4, [Exactly(1, (0, 1, 2), choice="c")], 6),
    _model("a choice of negations", 3, [Exactly(1, (~0, ~1, ~2), choice="c")], 3),
    _model("a choice of one", 2, [Exactly(1, (1,), choice="c")], 2),
    _model("choices that cross", 9, [*PERMUTED], 6),
    _model("a choice of none", 1, [Exactly(1, (), choice="c")], 0),
    _model("weights", 3, [AtLeast(2, (0, 1, 2))], 1, Minimize((0, 1, 2), (5, 2, 3)), 5),
    _model("weights below 0", 3, [AtMost(2, (0, 1, 2))], 1, Minimize((0, 1, 2), (-1, 2, -3)), -4),
    _model("the most of a negation", 2, [], 1, Maximize((~0, 1)), 2),
    _model("weights of negations", 3, [AtLeast(1, (0, 1))], 4, Maximize((~0, ~1, 2), (2, 2, 0)), 2),
    _model("a goal without literals", 2, [AtLeast(1, (0, 1))], 3, Minimize(()), 0),
    _model("a goal that cannot be reached", 2, [AtLeast(3, (0, 1))], 0, Minimize((0, 1))),
)


def random_models(number: int) -> Iterator[Model]:
    """Models of 1 to 7 variables with all kinds of constraints, negations, weights and goals; always the same."""
    random = Random(8 * 92)
    for _ in range(number):
        size = random.randint(1, 7)
        constraints = tuple(_random_constraint(random, size) for _ in range(random.randint(1, 4)))
        yield Model(size, constraints, _random_goal(random, size))


def _literals(random: Random, size: int) -> tuple[int, ...]:
    some = random.sample(range(size), random.randint(1, size))
    return tuple(random.choice((variable, ~variable)) for variable in some)


def _random_constraint(random: Random, size: int) -> Constraint:
    literals = _literals(random, size)
    if random.random() < 0.75:
        counted: type[AtMost | AtLeast | Exactly] = random.choice((AtMost, AtLeast, Exactly))
        return counted(random.randint(0, len(literals)), literals)
    low = random.randint(-6, 2)
    weights = tuple(random.randint(-4, 4) for _ in literals)
    return Linear(weights, literals, random.choice((None, low)), random.choice((None, low + random.randint(0, 8))))


def _random_goal(random: Random, size: int) -> Goal:
    literals = _literals(random, size)
    weights = tuple(random.randint(-4, 4) for _ in literals)
    return random.choice((Satisfy(), Minimize(literals), Maximize(literals, weights), Minimize(literals, weights)))


def best_of(model: Model) -> tuple[int | None, set[frozenset[int]]]:
    """The optimum of a small model and the assignments that reach it (all accepted ones without a goal), by trying."""
    every = (frozenset(v for v in range(model.variables) if number >> v & 1) for number in range(1 << model.variables))
    accepted = [chosen for chosen in every if model.accepts(chosen)]
    values = [value for chosen in accepted if (value := model.value(chosen)) is not None]
    if not values:
        return None, set(accepted)
    best = min(values) if isinstance(model.goal, Minimize) else max(values)
    return best, {chosen for chosen in accepted if model.value(chosen) == best}
