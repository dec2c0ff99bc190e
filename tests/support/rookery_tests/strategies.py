"""What hypothesis draws: pieces with random steps, small boards, models with negations and weights."""

from hypothesis import strategies as st

from rookery.models import Board, Model, Piece, Ride, Square, Step
from rookery_tests.models import random_model

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
    kind = draw(st.sampled_from(["", "torus", "cylinder"]))
    return Board(rows, columns, kind == "torus", holes, cylinder=kind == "cylinder")


def models(most: int = 7) -> st.SearchStrategy[Model]:
    """A 0/1 model of at least one variable, small enough to try all assignments."""
    drawn = st.randoms(use_true_random=False).map(lambda random: random_model(random, "any", most))
    return drawn.filter(lambda model: model.variables > 0)
