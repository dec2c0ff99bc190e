"""Recognises coverings that choose one value in each row, such as n queens."""

from rookery.backends.presolve.covering import Covering, Options
from rookery.core.values import remember


@remember
def recognise_rows(selection: Covering) -> tuple[Options, ...] | None:
    """Return items that partition the free variables into rows of which exactly one is chosen, and imply all others.

    None if there is no such partition.
    """
    if selection.folded:
        return None
    cliques = {frozenset(clique) for clique in selection.cliques}
    exact = [item for item in selection.items if len(item) == 1 or frozenset(item) in cliques]
    taken: set[int] = set()
    cut = []
    for item in exact:
        if taken.isdisjoint(item):
            taken.update(item)
            cut.append(item)
    fits = selection.least <= len(cut) <= selection.most
    if not fits or taken != selection.free or not cut or not _implies_all(selection, exact, cut):
        return None
    return tuple(cut)


def _implies_all(selection: Covering, exact: list[Options], cut: list[Options]) -> bool:
    """Return whether one choice in each row hits all items: the others are a second partition into as many rows.

    n pieces on n rows, at most one in each of n columns: then each column has one.
    """
    inside = set(cut)
    others = [item for item in selection.items if item not in inside]
    if not others:
        return True
    spread = [variable for item in others for variable in item]
    return (
        set(others) <= set(exact)
        and len(others) == len(cut)
        and len(spread) == len(set(spread))
        and set(spread) == selection.free
    )
