"""Constraints in normal form and weighted sums as clauses, compared with every assignment."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver
from rookery_tests.small_models import any_model, solutions_of

from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model.clauses import Partition, normalise
from rookery.models.model.constraints import Constraint
from rookery.models.model.weighted_sums import ClauseList, encode_sum


def grouped(random: Random) -> Model:
    """Any constraints, with groups of which exactly one is true, and a bound on a union of groups."""
    model = any_model(random, 8)
    left, groups = list(range(model.variables)), list[tuple[int, ...]]()
    while left and len(groups) < 3:
        groups.append(tuple(left.pop() for _ in range(min(len(left), random.randint(1, 3)))))
    union = tuple(v for group in random.sample(groups, random.randint(min(1, len(groups)), len(groups))) for v in group)
    total = random.choice((AtMost, AtLeast, Exactly))(random.randint(0, len(groups) + 1), union)
    declared = [Exactly(1, group) for group in groups if random.random() < 0.9]
    return replace(model, constraints=(*declared, total, *model.constraints[:2]))


@pytest.mark.parametrize("implied", [True, False])
def test_normal_form_has_the_same_solutions(implied: bool) -> None:
    feasible = 0
    for seed in range(200):
        model = grouped(Random(seed))
        partition = Partition.of(model) if implied else Partition((-1,) * model.variables, ())
        constraints = tuple(normalise(model, partition))
        solutions = solutions_of(model)
        assert solutions_of(replace(model, constraints=constraints)) == solutions, seed
        assert all(map(is_normal, constraints)), seed
        feasible += bool(solutions)
    assert 50 < feasible < 195


def is_normal(form: Constraint) -> bool:
    match form:
        case AtLeast(bound, _):
            return bound == 1
        case AtMost(bound, literals) | Exactly(bound, literals):
            return 0 < bound < len(literals)
        case Linear(weights, _, lower, upper):
            broken = (lower is not None and lower > 0) or (upper is not None and upper < sum(weights))
            return min(weights) > 0 and len(set(weights)) > 1 and broken


WEIGHTS = st.one_of(st.integers(1, 6), st.integers(1, 2**70))
LARGE = st.integers(-(2**71), 2**72)
DIAGRAM, ADDERS = 10_000, 0


def assignments(made: ClauseList, variables: int, exact: bool) -> list[tuple[bool, ...]]:
    """What each solution of the clauses says of the first variables, in order.

    With `exact` a value comes as often as there are solutions, and without it once.
    """
    with Solver("cadical153", bootstrap_with=[clause for clause in made.clauses if clause]) as solver:
        if [] in made.clauses:
            return []
        found = []
        for number in range(1, made.top + 1):  # a variable that stands in no clause counts, too
            solver.add_clause([number, -number])
        while solver.solve():
            model = solver.get_model()[: made.top]
            found.append(tuple(literal > 0 for literal in model[:variables]))
            solver.add_clause([-literal for literal in (model if exact else model[:variables])])
        return sorted(found)


@pytest.mark.parametrize("most_nodes", [DIAGRAM, ADDERS])
@pytest.mark.parametrize("exact", [False, True])
@given(
    weights=st.lists(WEIGHTS, min_size=1, max_size=5),
    signs=st.integers(0, 31),
    ends=st.tuples(LARGE, LARGE) | st.tuples(st.integers(-1, 12), st.integers(-1, 20)),
)
def test_encoded_sum_keeps_to_its_window(
    weights: list[int], signs: int, ends: tuple[int, int], exact: bool, most_nodes: int
) -> None:
    size = len(weights)
    made = ClauseList(size)
    literals = [-number if signs >> number & 1 else number for number in range(1, size + 1)]
    encode_sum(made, list(zip(weights, literals, strict=True)), ends, most_nodes, exact)

    def total(values: tuple[bool, ...]) -> int:
        return sum(w for w, at in zip(weights, literals, strict=True) if values[abs(at) - 1] == (at > 0))

    expected = [values for values in product((False, True), repeat=size) if ends[0] <= total(values) <= ends[1]]
    assert assignments(made, size, exact) == expected
