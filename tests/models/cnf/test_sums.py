"""Weighted sums as clauses, against every assignment of their literals."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from rookery.models.cnf.clause_list import ClauseList
from rookery.models.cnf.sums import SumEncoding, encode_sum

WEIGHTS = st.one_of(st.integers(1, 6), st.integers(1, 2**70))
LARGE = st.integers(-(2**71), 2**72)
DIAGRAM, ADDERS = 10_000, 0


def assignments(made: ClauseList, variables: int) -> list[tuple[bool, ...]]:
    """What each solution of the clauses says of the first variables, in order, as often as there are solutions."""
    with Solver("cadical153", bootstrap_with=[clause for clause in made.clauses if clause]) as solver:
        if [] in made.clauses:
            return []
        found = []
        for number in range(1, made.top + 1):  # a variable that stands in no clause counts, too
            solver.add_clause([number, -number])
        while solver.solve():
            model = solver.get_model()[: made.top]
            found.append(tuple(literal > 0 for literal in model[:variables]))
            solver.add_clause([-literal for literal in model])
        return sorted(found)


@pytest.mark.parametrize("most_nodes", [DIAGRAM, ADDERS])
@pytest.mark.parametrize("exact", [False, True])
@given(
    weights=st.lists(WEIGHTS, min_size=1, max_size=5),
    signs=st.integers(0, 31),
    ends=st.tuples(LARGE, LARGE) | st.tuples(st.integers(-1, 12), st.integers(-1, 20)),
)
def test_a_sum_keeps_to_its_window(
    weights: list[int], signs: int, ends: tuple[int, int], exact: bool, most_nodes: int
) -> None:
    size = len(weights)
    made = ClauseList(size)
    literals = [-number if signs >> number & 1 else number for number in range(1, size + 1)]
    encode_sum(made, list(zip(weights, literals, strict=True)), ends, SumEncoding(most_nodes, exact))

    def total(values: tuple[bool, ...]) -> int:
        return sum(w for w, at in zip(weights, literals, strict=True) if values[abs(at) - 1] == (at > 0))

    expected = [values for values in product((False, True), repeat=size) if ends[0] <= total(values) <= ends[1]]
    found = assignments(made, size)
    assert (found if exact else sorted(set(found))) == expected
