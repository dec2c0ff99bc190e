"""The questions of the conformance suite with their right answers, and where these come from.

"exhaustive" says: every placement was tried by a program that shares nothing with the backends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from rookery.backends.solve import as_problem
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
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

FORWARD = Piece("forward", "P", leaps=[(-1, 0), (-1, 1)])
SHORT = Piece("short rook", "S", rides=[Ride(Step(0, 1), 2), Ride(Step(1, 0), 2)])
NOTHING = Board(2, 3, holes=[(row, column) for row in range(2) for column in range(3)])
HOLED = Board(4, holes=[(0, 0), (1, 2)])
TORUS = Board(4, torus=True)


@dataclass(frozen=True)
class Known:
    """A problem, the number of its solutions, of the best ones if it has a goal, and the optimum."""

    problem: Problem
    count: int
    objective: int | None = None
    name: str = ""

    def __str__(self) -> str:
        return self.name or self.problem.title


PLACED = (
    *(Known(placement("queen", n, n), count) for n, count in enumerate((1, 0, 0, 2, 10, 4), 1)),  # OEIS A000170
    Known(placement("queen", 8, 8), 92),  # A000170
    Known(
        placement("queen", 8, 8, fixed=[(0, 0)]), 4, name="8 queens on an 8x8 board, one fixed"
    ),  # by column 4 8 16 18 ...
    Known(placement("queen", 8, 8, forbidden=[(0, 0)]), 88),  # 92 - 4
    Known(placement("queen", 4, 0), 1),  # nothing is one way
    Known(placement("queen", 1, 0), 1),
    Known(placement("queen", 1, 1, forbidden=[(0, 0)]), 0),
    Known(placement("queen", NOTHING, 0), 1),
    Known(placement("queen", NOTHING), 1, 0),
    Known(placement("knight", 1), 1, 1),
    Known(placement("rook", 4, 4), 24),  # n!
    Known(placement("rook", "3x5", 3), 60),  # 5 * 4 * 3
    Known(placement("bishop", 3, 3), 26),  # A002465
    Known(placement("knight", 3, 3), 36),  # A201540
    Known(placement("queen", "5:torus", 5), 10),  # A007705
    Known(placement("queen", TORUS, 3), 0),  # at most 2: A085801
    Known(placement("queen", TORUS), 32, 2),  # A085801; exhaustive
    Known(placement("king", 4), 79, 4),  # A018807
    Known(placement("bishop", 4), 16, 6),  # A002465: 2n - 2 in 2^n ways
    Known(placement("knight", 3), 2, 5),  # A030978, A289203
    Known(placement("queen", HOLED, 3), 26),  # from here on: exhaustive
    Known(placement("rook", HOLED), 4, 5),
    Known(placement(FORWARD, 3), 1, 6),
    Known(placement(FORWARD, 4, 3), 308),
    Known(placement(SHORT, "3x4", 3), 36),
    Known(placement(SHORT, 4), 2, 6),
    Known(placement({"queen": 1, "knight": 1}, 3), 0),
    Known(placement({"queen": 1, "knight": 2}, 4), 40),
    Known(placement({"queen": 1, "knight": None}, 4), 8, 3),
    Known(placement({"rook": 1, "bishop": None}, 3), 4, 2),
    Known(placement({"rook": None, "bishop": None}, 3), 8, 4),
    Known(placement({"king": 2, "knight": 2}, 3), 6),
    Known(placement({"rook": 1, "bishop": 1, "king": 0}, 3), 16),
)
GUARDED = (
    Known(domination("queen", NOTHING), 1, 0),
    Known(domination("queen", 1, "independent"), 1, 1),
    Known(domination("queen", 1, "total"), 0),
    Known(domination("queen", 4), 12, 2),  # A075458, A002564
    Known(domination("queen", 5), 186, 3),  # the same
    Known(domination("queen", 4, "independent"), 16, 3),  # A075324, A002568
    Known(domination("knight", 2, "independent"), 1, 4),  # four knights on 2x2 are isolated
    Known(domination("knight", 4, "independent"), 9, 4),  # A342576
    Known(domination("knight", 3, "total"), 0),  # A261752
    Known(domination("knight", 4, "total"), 36, 6),  # A261752
    Known(domination("rook", 3, "total"), 6, 3),  # exhaustive
    Known(domination("king", "3x6"), 1, 2),  # two blocks of 3x3
    Known(domination("king", 3, "perfect"), 1, 1),  # the middle
    Known(domination("rook", 2, "perfect"), 0),  # one leaves a square, two guard one twice
    Known(domination("wazir", "5:torus", "perfect"), 10, 5),  # the plus pentomino tiles in two ways, five shifts each
    Known(domination("queen", HOLED), 5, 2),  # from here on: exhaustive
    Known(domination("bishop", HOLED, "independent"), 16, 6),
    Known(domination("king", TORUS, "total"), 32, 3),
    Known(domination("knight", "2x5", "perfect"), 4, 4),
    Known(domination(FORWARD, 3), 4, 5),
    Known(domination(FORWARD, "3x4:torus", "independent"), 0),
)


def _model(
    name: str, variables: int, constraints: Sequence[Constraint], count: int, goal: Goal | None = None,
    best: int | None = None,
) -> Known:  # fmt: skip
    return Known(as_problem(Model(variables, constraints, goal or Satisfy())), count, best, f"model: {name}")


SUM = Linear((3, 5, -2), (0, 1, 2), lower=1, upper=6)  # 3 5 3+5-2 3-2 5-2, and not 8 0 -2
PERMUTED = [
    *(Exactly(1, tuple(range(3 * row, 3 * row + 3)), choice=f"row {row}") for row in range(3)),
    *(Exactly(1, tuple(range(column, 9, 3)), choice=f"column {column}") for column in range(3)),
]

MODELS = (  # counted by hand
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
