"""Small random models of every constraint, what is true of them by trying everything, and what a backend says."""

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import chain, combinations, pairwise
from random import Random
from typing import Any, TypeVar

from rookery.backends import Ask, Backend, End, Want
from rookery.backends.contract import Solution
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Goal
from rookery_tests.streams import Split, run_program

MOST = 7
T = TypeVar("T")


def random_models(count: int, seed: int) -> Iterator[Model]:
    """Yield models of up to 7 variables that are the same in each run."""
    for number in range(count):
        yield any_model(Random(f"{seed} {number}"))


def any_model(random: Random, most: int = MOST) -> Model:
    """A model of all constraints, with negations, negative weights, empty lists and bounds beyond reach."""
    variables = random.randint(0, most)
    constraints = tuple(_constraint(random, variables) for _ in range(random.randint(0, 4)))
    return Model(variables, constraints, _goal(random, variables))


def _literals(random: Random, variables: int) -> tuple[int, ...]:
    some = random.sample(range(variables), random.randint(0, variables))
    return tuple(variable if random.random() < 0.7 else ~variable for variable in some)


def _weights(random: Random, literals: tuple[int, ...]) -> tuple[int, ...]:
    most = random.choice((1, 4, 4, 1000))
    return tuple(random.randint(-most, most) for _ in literals)


def _constraint(random: Random, variables: int) -> Constraint:
    literals = _literals(random, variables)
    bound = random.randint(-1, len(literals) + 1)
    kind = random.randrange(6)
    if kind < 2:
        weights = _weights(random, literals)
        reach = sum(map(abs, weights)) + 1
        lower, upper = (random.choice((None, random.randint(-reach, reach))) for _ in range(2))
        return Linear(weights, literals, lower, upper)
    if kind == 2:
        return Exactly(1, literals, choice=f"choice {random.randrange(99)}")
    return (AtMost, AtLeast, Exactly)[kind - 3](bound, literals)


def _goal(random: Random, variables: int) -> Goal:
    literals = _literals(random, variables)
    weights = random.choice((None, _weights(random, literals)))
    return random.choice((Satisfy(), Minimize(literals, weights), Maximize(literals, weights)))


EDGES = (2**31, 2**53, 2**61, 2**62 - 1, 2**62, 2**62 + 1, 2**63 - 1, 2**63, 2**64, 10**18, 10**30)


def random_large_models(count: int, seed: int) -> Iterator[Model]:
    """Models of up to 6 variables whose weights and bounds lie about the edges of 63 and 64 bits."""
    for number in range(count):
        random = Random(f"large {seed} {number}")
        variables = random.randint(1, MOST - 1)
        constraints = tuple(_large_constraint(random, variables) for _ in range(random.randint(0, 3)))
        literals = _literals(random, variables)
        weights = tuple(_large(random) for _ in literals)
        goal = random.choice((Satisfy(), Minimize(literals, weights), Maximize(literals, weights)))
        yield Model(variables, constraints, goal)


def _large(random: Random) -> int:
    number = random.choice((1, 2, 3, *EDGES)) // random.choice((1, 1, 2, 3)) + random.choice((0, 0, 1, -1))
    return random.choice((1, 1, -1)) * number


def _large_constraint(random: Random, variables: int) -> Constraint:
    literals = _literals(random, variables)
    if random.random() < 0.3:
        return random.choice((AtMost, AtLeast, Exactly))(random.choice((1, _large(random))), literals)
    weights = tuple(random.choice((_large(random), random.randint(-3, 3))) for _ in literals)
    some = sum(weight for weight in weights if random.random() < 0.5)
    lower, upper = (random.choice((None, some, some + random.randint(-1, 1), _large(random))) for _ in range(2))
    return Linear(weights, literals, lower, upper)


def powerset(things: Iterable[T], most: int | None = None) -> Iterator[frozenset[T]]:
    """Every set of some things, or each of at most `most` of them, the smallest first."""
    some = list(things)
    sizes = range((len(some) if most is None else most) + 1)
    return map(frozenset, chain.from_iterable(combinations(some, size) for size in sizes))


@lru_cache(maxsize=200)  # a model is often asked about again, by the next backend or without another idea
def solutions_of(model: Model) -> Set[Solution]:
    """All solutions, by trying everything."""
    return frozenset(chosen for chosen in powerset(range(model.variables)) if model.accepts(chosen))


def best_of(model: Model) -> int | None:
    """The optimum; None without a goal or a solution."""
    values = [value for chosen in solutions_of(model) if (value := model.value(chosen)) is not None]
    if not values:
        return None
    return min(values) if isinstance(model.goal, Minimize) else max(values)


def solve_by_force(model: Model, want: Want) -> set[Solution]:
    """All solutions, or all of the best ones."""
    best = None if want is not Want.ONE else best_of(model)
    return {each for each in solutions_of(model) if best is None or model.value(each) == best}


def asked(backend: Backend, model: Model, want: Want = Want.ONE, **limits: Any) -> tuple[list[Solution], End]:
    """What a backend gives for a model without any driver, and how it ends."""
    ask = Ask(want, **limits)
    stream = Split(run_program(backend, backend.compile(model, ask), ask))
    return list(stream), stream.outcome


def check(backend: Backend, model: Model, bounds: bool = True, **limits: Any) -> None:
    """Ask a backend for one, all, how many and the best of a model, and compare with trying everything.

    `bounds` says that the backend tells the bound that proves an optimum; otherwise it may leave that to the run.
    """
    right, best = solutions_of(model), best_of(model)
    first, outcome = asked(backend, model, **limits)
    assert set(first) <= right
    assert bool(first) == bool(right)
    if best is not None:
        values = [value for chosen in first if (value := model.value(chosen)) is not None]
        assert all(model.better(after, than=before) for before, after in pairwise(values))
        assert (values[-1], outcome.proven) == (best, True)
        assert outcome.bound == best or (outcome.bound is None and not bounds)
        right = frozenset(chosen for chosen in right if model.value(chosen) == best)
        model = model.at_optimum(best)
    elif not right:
        assert outcome.proven
        return
    listed, outcome = asked(backend, model, Want.ALL, **limits)
    assert outcome.proven
    assert len(listed) == len(right)
    assert set(listed) == right
    counted, outcome = asked(backend, model, Want.COUNT, **limits)
    assert outcome.proven
    assert (len(counted) if outcome.count is None else outcome.count) == len(right)
