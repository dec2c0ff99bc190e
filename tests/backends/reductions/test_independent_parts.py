"""Independent parts of coverings: solved one by one, and put together, by a backend that tries everything."""

import random

import pytest
from rookery_tests.small_models import solve_by_force
from rookery_tests.streams import Split

from rookery.backends.contract import Ask, End, Reason, Solution, Want
from rookery.backends.presolve.reductions.parts import Remainder, find_remainder, split
from rookery.backends.presolve.reductions.reduced import Items, Reduced
from rookery.models import AtLeast, AtMost, Maximize, Minimize, Model


def divide(model: Model) -> Remainder | None:
    """The parts of a model that is not reduced before."""
    return find_remainder(Reduced(model, model, range(model.variables)), Ask(), divides=True)


def draw_union(chance: random.Random) -> Model:
    """Some coverings beside each other, at times one twice with the symmetry that exchanges the two."""
    sizes = [chance.randint(1, 3) for _ in range(chance.randint(2, 3))]
    twice = chance.random() < 0.4
    if twice:
        sizes = [sizes[0], sizes[0]]
    rows, first, drawn = list[AtLeast](), 0, list[AtLeast]()
    for size in sizes:
        if not (twice and drawn):
            drawn = [draw_row(chance, size) for _ in range(chance.randint(1, 4))]
        rows += [AtLeast(row.bound, tuple(v + first for v in row.literals)) for row in drawn]
        first += size
    weights = tuple(chance.randint(0, 3) for _ in range(sizes[0])) * 2 if twice else [chance.randint(0, 3)] * first
    goal = Minimize(range(first), tuple(weights)) if chance.random() < 0.7 else Minimize(range(first))
    swap = (*range(sizes[0], first), *range(sizes[0]))
    chance.shuffle(rows)
    return Model(first, tuple(rows), goal, symmetries=(tuple(range(first)), swap) if twice else ())


def draw_row(chance: random.Random, size: int) -> AtLeast:
    row = tuple(chance.sample(range(size), chance.randint(1, size)))
    return AtLeast(chance.randint(1, len(row)), row)


def solve_worst_first(model: Model, ask: Ask, aside: bool) -> Items:
    """Worse solutions come first; what is proven comes at times without a bound."""
    best = solve_by_force(model, Want.ONE)
    others: set[Solution] = solve_by_force(model, Want.ALL)
    values = {model.value(each): each for each in others}
    for value in sorted(values, key=lambda value: -(value or 0)):
        yield values[value]
    yield End(proven=True, bound=model.value(min(best, key=sorted)) if model.variables % 2 else None)


def test_parts_together_give_the_optimum() -> None:
    chance, several, alike = random.Random(3), 0, 0
    for _ in range(100):
        model = draw_union(chance)
        found = divide(model)
        if found is None:
            continue
        several += 1
        alike += any(len(part.images) > 1 for part in found.parts)
        stream = Split(found.solve(Ask(), solve_worst_first))
        given = list(stream)
        right = solve_by_force(model, Want.ONE)
        assert given[-1] in right, (model, given)
        values = [model.value(each) or 0 for each in given]
        assert values == sorted(set(values), reverse=True), (model, given)
        assert stream.outcome.proven
        assert stream.outcome.bound == values[-1]
    assert several > 30
    assert alike > 6


def test_unfinished_part_leaves_a_bound_and_a_solution() -> None:
    cycle = [AtLeast(1, (v, (v + 1) % 5)) for v in range(5)]
    other = [AtLeast(1, (5 + v, 5 + (v + 1) % 7)) for v in range(7)]
    model = Model(12, (*cycle, *other), Minimize(range(12)))

    def cut(part: Model, ask: Ask, aside: bool) -> Items:
        yield End(proven=False, reason=Reason.TIME, bound=3 if part.variables == 5 else 4)

    found = divide(model)
    assert found is not None
    stream = Split(found.solve(Ask(), cut))
    (quick,) = stream
    assert model.accepts(quick)
    assert (stream.outcome.proven, stream.outcome.reason, stream.outcome.bound) == (False, Reason.TIME, 3 + 3)


@pytest.mark.parametrize(
    "model",
    [
        Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), AtMost(1, (0, 2))), Minimize(range(4))),
        Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3))), Minimize(range(4), (-1, 1, 1, 1))),
        Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3))), Maximize(range(4))),
        Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3)))),
        Model(5, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3))), Minimize(range(5))),
        Model(3, (AtLeast(1, (0, 1)), AtLeast(1, (1, 2))), Minimize(range(3))),
    ],
)
def test_split_rejects_other_models(model: Model) -> None:
    assert split(model) == []
