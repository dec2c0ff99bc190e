"""Groups as runs: turned round, cut, and fallen into parts; what a model is made of is found once."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from rookery.backends.presolve.structure.components import find_parts
from rookery.backends.presolve.structure.incidence import Incidence

COLUMNS = 9
Groups = list[list[int]]
groups = st.lists(st.lists(st.integers(0, COLUMNS - 1), min_size=1, max_size=4, unique=True), max_size=7)


def test_find_parts_without_groups() -> None:
    found = find_parts(3, [])
    assert (found.members, found.groups, found.bound) == ([[0], [1], [2]], [[[], [], []]], [])


@given(groups=groups)
def test_incidence_transposes(groups: Groups) -> None:
    incidence = Incidence.of(groups, COLUMNS)
    turned = incidence.transpose()
    assert list(incidence) == groups
    assert list(turned) == [[at for at, group in enumerate(groups) if number in group] for number in range(COLUMNS)]
    assert list(turned.transpose()) == [sorted(group) for group in groups]


def join_slowly(groups: Sequence[Sequence[int]]) -> list[set[int]]:
    """The parts of all numbers, by joining what shares a number until nothing changes."""
    found = [{number} for number in range(COLUMNS)]
    for group in groups:
        met = [part for part in found if not part.isdisjoint(group)]
        found = [part for part in found if part not in met] + [set().union(*met)]
    return sorted(found, key=min)


@given(items=groups, cliques=groups)
def test_find_parts_as_a_plain_loop(items: Groups, cliques: Groups) -> None:
    found = find_parts(COLUMNS, items, cliques)
    assert [set(each) for each in found.members] == join_slowly([*items, *cliques])
    for at, members in enumerate(found.members):
        assert all(found.owner[number] == at for number in members)
        for kind, every in zip(found.groups, (items, cliques), strict=True):
            assert kind[at] == [number for number, group in enumerate(every) if group[0] in members]
    assert found.bound == [at for at in range(len(found)) if any(kind[at] for kind in found.groups)]
