"""Independent parts of coverings: solved one by one, and put together, by a backend that tries everything."""

import random
from typing import Any

import pytest
from rookery_tests.best_by_force import solve_by_force

import rookery as rk
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Items, Outcome, Request, Solution, Split
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.reductions.solving import find_bound, find_remainder, find_some, split
from rookery.models import AtLeast, AtMost, Maximize, Minimize, Model

PARTS = Switches(False, False, False, True)


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


def start(model: Model, request: Request, aside: bool, program: object) -> Items:
    """Worse solutions come first; what is proven comes at times without a bound."""
    best = solve_by_force(model, Want.ONE)
    others: set[Solution] = solve_by_force(model, Want.ALL)
    values = {model.value(each): each for each in others}
    for value in sorted(values, key=lambda value: -(value or 0)):
        yield values[value]
    yield Outcome(proven=True, bound=model.value(min(best, key=sorted)) if model.variables % 2 else None)


@pytest.mark.full
def test_parts_together_are_best() -> None:
    chance, several, alike = random.Random(3), 0, 0
    for _ in range(300):
        model = draw_union(chance)
        found = find_remainder(reduce_model(model, Request(), PARTS), Request(), PARTS)
        if found is None:
            continue
        several += 1
        alike += any(len(part.images) > 1 for part in found.parts)
        stream = Split(found.solve(Request(), start))
        given = list(stream)
        right = solve_by_force(model, Want.ONE)
        assert given[-1] in right, (model, given)
        values = [model.value(each) or 0 for each in given]
        assert values == sorted(set(values), reverse=True), (model, given)
        assert stream.outcome.proven
        assert stream.outcome.bound == values[-1]
    assert several > 100
    assert alike > 20


def test_each_part_gets_its_own_part_of_a_hint() -> None:
    """Of a solution of the whole each part has a solution, and of what is not hinted at nothing."""
    chance, asked = random.Random(5), 0
    for _ in range(200):
        model = draw_union(chance)
        chosen = chance.choice([*solve_by_force(model, Want.ALL)])
        hint = tuple(v if v in chosen else ~v for v in range(model.variables))
        shown = list[tuple[Model, Request]]()

        def listen(part: Model, request: Request, aside: bool, program: object, shown: list[Any] = shown) -> Items:
            shown.append((part, request))
            return start(part, request, aside, program)

        found = find_remainder(reduce_model(model, Request(), PARTS), Request(hint=hint), PARTS)
        list(Split(found.solve(Request(hint=hint), listen))) if found else []
        asked += len(shown)
        for part, request in shown:
            assert sorted(max(each, ~each) for each in request.hint) == list(range(part.variables))
            assert part.accepts({each for each in request.hint if each >= 0})
    assert asked > 20


def test_what_small_parts_gain_is_given_once() -> None:
    """Thirty circles of five, of which a backend tells a cover of all five, one of four, and a best one of three."""
    rows = [AtLeast(1, (5 * at + v, 5 * at + (v + 1) % 5)) for at in range(30) for v in range(5)]
    model = Model(150, tuple(rows), Minimize(range(150), tuple(1 + v % 5 for v in range(150))))
    found = find_remainder(reduce_model(model, Request(), PARTS), Request(), PARTS)
    assert found is not None
    given = list(Split(found.solve(Request(), start)))
    assert len(given) <= 2
    assert model.value(given[-1]) == 30 * (1 + 2 + 4)


def test_quick_solutions_and_bounds_hold() -> None:
    chance = random.Random(4)
    for _ in range(200):
        size = chance.randint(1, 6)
        rows = tuple(draw_row(chance, size) for _ in range(chance.randint(1, 5)))
        weights = {v: chance.randint(0, 4) for v in range(size)}
        model = Model(size, rows, Minimize(range(size), tuple(weights.values())))
        some, bound = find_some(model, weights), find_bound(model, weights)
        assert some is not None
        assert model.accepts(some)
        assert not any(model.accepts(some - {each}) for each in some), (model, some)
        best = model.value(next(iter(solve_by_force(model, Want.ONE))))
        assert best is not None
        assert bound <= best <= (model.value(some) or 0)


def test_a_part_that_is_cut_leaves_a_bound_and_a_solution() -> None:
    cycle = [AtLeast(1, (v, (v + 1) % 5)) for v in range(5)]
    other = [AtLeast(1, (5 + v, 5 + (v + 1) % 7)) for v in range(7)]
    model = Model(12, (*cycle, *other), Minimize(range(12)))

    def cut(part: Model, request: Request, aside: bool, program: object) -> Items:
        yield Outcome(proven=False, end=End.TIME, bound=3 if part.variables == 5 else 4)

    found = find_remainder(reduce_model(model, Request(), PARTS), Request(), PARTS)
    assert found is not None
    stream = Split(found.solve(Request(), cut))
    (quick,) = stream
    assert model.accepts(quick)
    assert (stream.outcome.proven, stream.outcome.end, stream.outcome.bound) == (False, End.TIME, 3 + 3)


@pytest.mark.parametrize("foreseen", [None, "a program"])
def test_what_is_foreseen_as_a_whole_is_not_split(foreseen: str | None) -> None:
    """A map of roads falls into a hundred parts: each by itself took twice as long as all of them in one sweep."""
    model = Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3))), Minimize(range(4)))
    seen = list[tuple[int, bool, object]]()

    def watch(part: Model, request: Request, aside: bool, program: object) -> Items:
        seen.append((part.variables, aside, program))
        return start(part, request, aside, program)

    found = find_remainder(reduce_model(model, Request(), PARTS), Request(), PARTS, lambda whole, request: foreseen)
    assert found is not None
    stream = Split(found.solve(Request(), watch))
    assert list(stream)[-1] in solve_by_force(model, Want.ONE)
    assert stream.outcome.proven
    assert seen == ([(4, False, foreseen)] if foreseen else [])  # the greedy solution of each pair is a best one


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
def test_only_several_coverings_have_parts(model: Model) -> None:
    assert split(model) == []


@pytest.mark.parametrize("name", ["sat", "cpsat", "auto"])
def test_two_colours_of_total_domination_are_solved_apart(name: str) -> None:
    """Knights attack the other colour alone: two halves that are images of each other."""
    problem = rk.domination("knight", 6, kind="total")
    with_parts, without = (rk.solve(problem, name, options={"lowering.parts": each}) for each in ("on", "off"))
    assert with_parts.objective == with_parts.bound == without.objective
