"""The cliques with which a search by cores begins: cheap, disjoint, and no answer changes by them."""

from itertools import combinations

from rookery.backends.presolve.structure.cliques import leave_out, list_exclusions, take_cliques
from rookery.backends.solve import solve_model
from rookery.backends.solvers.sat.encode import list_rivals
from rookery.models import AtLeast, AtMost, Minimize, Model


def test_cliques_save_conflicts() -> None:
    """Triangles that share nothing, each joined to the next one: two of each must be taken, and are enough."""
    triangles = [(at, at + 1, at + 2) for at in range(0, 60, 3)]
    edges = [pair for triangle in triangles for pair in combinations(triangle, 2)]
    edges += [(at + 2, at + 3) for at in range(0, 57, 3)]
    model = Model(60, [AtLeast(1, edge) for edge in edges], Minimize(range(60)))
    answer = solve_model(model, "sat")
    assert (answer.objective, answer.run.bound) == (40, 40)
    assert answer.statistics["conflicts"] < 10


def test_take_cliques_prefers_triangles() -> None:
    """A triangle with a tail at each corner: by pairs first the bound would be 3, and is 2 + 1."""
    groups = [[1, 2], [2, 3], [1, 3], [1, 4], [4, 5]]
    rivals = list_exclusions(groups, range(1, 6))
    taken = []
    for clique in take_cliques(rivals):
        assert all({one, other} in map(set, groups) for one, other in combinations(clique, 2))
        taken.append(sorted(clique))
        for literal in clique:
            leave_out(rivals, literal)
    assert taken == [[1, 2, 3], [4, 5]]


def test_clauses_of_two_exclude_their_negations() -> None:
    constraints = AtLeast(1, (0, ~1)), AtLeast(1, (0, 1, 2)), AtMost(1, (1, 2))
    assert list(list_rivals(constraints)) == [(~0, 1), (1, 2)]
