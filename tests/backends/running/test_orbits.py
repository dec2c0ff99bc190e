"""The number of orbits of solutions: by Burnside's lemma, and by the canonical forms of all solutions."""

from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.strategies import models
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend, Status, solve
from rookery.backends.conformance import best_of
from rookery.backends.orbits import invariant_model, symmetry_classes
from rookery.backends.solve import as_problem
from rookery.models import Model, Problem


def check_orbits(problem: Problem) -> None:
    """Compare the numbers of orbits with the canonical forms of all solutions."""
    listed = solve(problem, want="all")
    expected = len({problem.canonical(each) for each in listed.solutions})
    counted = solve(problem, want="count", up_to_symmetry=True)
    assert (counted.complete, counted.count, counted.orbits) == (True, listed.count, expected), problem.title
    assert solve(problem, want="all", up_to_symmetry=True).orbits == expected, problem.title


@given(model=models(), data=st.data())
def test_invariant_model_of_random_models(model: Model, data: st.DataObject) -> None:
    """Permutations of all variables and of the first few."""
    model = Model(model.variables, model.constraints)
    _, solutions = best_of(model)
    first = data.draw(st.integers(1, model.variables))
    permutation = data.draw(st.permutations(range(first)))
    moved = {v: permutation[v] if v < first else v for v in range(model.variables)}
    kept = [s for s in solutions if {v for v in s if v < first} == {moved[v] for v in s if v < first}]
    assert len(best_of(invariant_model(model, permutation))[1]) == len(kept)


def test_conjugate_symmetries_form_one_class() -> None:
    def sizes(problem: Problem) -> list[int]:
        return [each.size for each in symmetry_classes(problem, problem.model)]

    assert sorted(sizes(rk.placement("queen", 4, 4))) == [1, 1, 2, 2, 2]  # the dihedral group of order 8
    torus = sizes(rk.placement("queen", "5:torus", 5))
    assert (len(torus), sum(torus), torus[0]) == (14, 200, 1)  # of Z5^2 with the dihedral group of order 8
    model = Model(3, (), symmetries=[(0, 1, 2), (1, 2, 0)])  # no group
    assert symmetry_classes(as_problem(model), model) == []


def test_queens_up_to_symmetry_are_counted_without_a_list() -> None:
    for n, count, orbits in ((8, 92, 12), (9, 352, 46), (13, 73712, 9233)):  # OEIS A000170, A002562
        answer = solve(rk.placement("queen", n, n), want="count", up_to_symmetry=True)
        assert (answer.count, answer.orbits, answer.complete) == (count, orbits, True)
        assert answer.times.check == 0


def test_kings_up_to_symmetry() -> None:
    """A mirror leaves some kings where they are and pairs the others: no plain bound on their number."""
    for problem in (rk.placement("king", 4, 3), rk.domination("king", 5, "total")):
        check_orbits(problem)


def test_infeasible_problem_with_a_goal_has_no_orbits(backend: Backend) -> None:
    for want in ("count", "all", "one"):
        answer = solve(rk.domination("rook", 2, "perfect", forbidden=[(0, 0)]), backend, want, up_to_symmetry=True)
        assert (answer.status, answer.orbits) == (Status.INFEASIBLE, 0)


def test_orbits_at_a_time_limit_are_a_lower_bound() -> None:
    answer = with_time_enough(
        lambda seconds: solve(rk.placement("queen", 18, 18), want="count", up_to_symmetry=True, seconds=seconds),
        lambda found: found.orbits,
        0.3,
    )
    assert not answer.complete
    assert answer.orbits == -(-answer.count // 8)
