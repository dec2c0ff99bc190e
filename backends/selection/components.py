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
    items, cliques = _group_by_root(selection.items, root), _group_by_root(selection.cliques, root)
    bound = sorted(items.keys() | cliques.keys())
    found = [_component(selection, members[each], items.get(each, ()), cliques.get(each, ())) for each in bound]
    return found, len(members) - len(bound)


def _group_by_root(groups: Iterable[Options], root: Sequence[int]) -> dict[int, list[Options]]:
    found: dict[int, list[Options]] = {}
    for group in groups:
        found.setdefault(root[group[0]], []).append(group)
    return found


def _component(selection: Selection, free: set[int], items: Sequence[Options], cliques: Sequence[Options]) -> Selection:
    return replace(
        selection,
        forced=frozenset(),
        free=frozenset(free),
        items=tuple(items),
        demands=(1,) * len(items),
        wholes=(frozenset(),) * len(items),
        cliques=tuple(cliques),
    )
