"""The connected components of a selection."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rookery.backends.selection.incidence import Incidence, joined
from rookery.backends.selection.selection import Options, Selection


def connected_components(selection: Selection) -> tuple[list[Selection], int]:
    """The components of a selection that share no item and no clique, and how many variables are in neither.

    The bounds on the number chosen hold for all components together; each has those of the whole.
    """
    root = joined(selection.incidence, Incidence.of(selection.cliques, selection.variables)).tolist()
    members: dict[int, set[int]] = {}
    for variable in selection.free:
        members.setdefault(root[variable], set()).add(variable)
    items, cliques = _number_by_root(selection.items, root), _number_by_root(selection.cliques, root)
    bound = sorted(items.keys() | cliques.keys())
    found = [_component(selection, members[each], items.get(each, ()), cliques.get(each, ())) for each in bound]
    return found, len(members) - len(bound)


def _number_by_root(groups: Iterable[Options], root: Sequence[int]) -> dict[int, list[int]]:
    """The numbers of the groups of each component."""
    found: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        found.setdefault(root[group[0]], []).append(number)
    return found


def _component(selection: Selection, free: set[int], items: Sequence[int], cliques: Sequence[int]) -> Selection:
    return replace(
        selection,
        forced=frozenset(),
        free=frozenset(free),
        items=tuple(selection.items[number] for number in items),
        demands=tuple(selection.demands[number] for number in items),
        wholes=tuple(selection.wholes[number] for number in items),
        cliques=tuple(selection.cliques[number] for number in cliques),
    )
