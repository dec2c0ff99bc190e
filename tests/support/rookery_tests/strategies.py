"""What hypothesis draws: pieces with random steps, small boards, models with negations and weights."""

from hypothesis import strategies as st

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
    Ride,
    Satisfy,
    Square,
    Step,
)
from rookery.models.model.model import Constraint, Goal

steps = st.builds(Step, st.integers(-3, 3), st.integers(-3, 3)).filter(lambda step: step != (0, 0))
rides = st.builds(Ride, steps, st.sampled_from([None, 1, 1, 2, 3]))


@st.composite
def pieces(draw: st.DrawFn, name: str = "stranger") -> Piece:
    """A piece of up to six rides, as asymmetric as they come, or closed under the turns of the square."""
    drawn = draw(st.lists(rides, min_size=1, max_size=6))
    if draw(st.booleans()):
        signs = [(a, b) for a in (1, -1) for b in (1, -1)]
        drawn = [
            Ride(Step(a * rows, b * columns), reach)
            for (down, right), reach in drawn
            for rows, columns in ((down, right), (right, down))
            for a, b in signs
        ]
    return Piece(name, name[0].upper(), rides=drawn)


@st.composite
def boards(draw: st.DrawFn, most: int = 9) -> Board:
    """A board of at most `most` cells, perhaps a torus, perhaps with holes."""
    rows = draw(st.integers(1, min(4, most)))
    columns = draw(st.integers(1, min(5, most // rows)))
    cells = [Square(row, column) for row in range(rows) for column in range(columns)]
    holes = draw(st.sets(st.sampled_from(cells), max_size=2)) if draw(st.booleans()) else set()
    return Board(rows, columns, torus=draw(st.booleans()), holes=holes)


@st.composite
def _literals(draw: st.DrawFn, variables: int) -> tuple[int, ...]:
    some = draw(st.lists(st.integers(0, variables - 1), unique=True, max_size=variables))
    return tuple(draw(st.sampled_from([variable, ~variable])) for variable in some)


def _weights(literals: tuple[int, ...]) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*(st.integers(-5, 5) for _ in literals))


@st.composite
def _constraints(draw: st.DrawFn, variables: int) -> Constraint:
    literals = draw(_literals(variables))
    if draw(st.booleans()):
        sides = st.none() | st.integers(-8, 8)
        return Linear(draw(_weights(literals)), literals, draw(sides), draw(sides))
    if draw(st.booleans()):
        return Exactly(1, literals, choice=f"choice {draw(st.integers(0, 99))}")
    bound = draw(st.integers(-1, len(literals) + 1))
    counted: list[Constraint] = [AtMost(bound, literals), AtLeast(bound, literals), Exactly(bound, literals)]
    return draw(st.sampled_from(counted))


@st.composite
def _goals(draw: st.DrawFn, variables: int) -> Goal:
    literals = draw(_literals(variables))
    weights = draw(st.none() | _weights(literals))
    goals: list[Goal] = [Satisfy(), Minimize(literals, weights), Maximize(literals, weights)]
    return draw(st.sampled_from(goals))


@st.composite
def models(draw: st.DrawFn, most: int = 7) -> Model:
    """A 0/1 model small enough to try all assignments."""
    variables = draw(st.integers(1, most))
    constraints = draw(st.lists(_constraints(variables), max_size=5))
    return Model(variables, tuple(constraints), draw(_goals(variables)))
