"""Independent components of a selection: parts that share no item and no clique, and which are images of others."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rookery.backends.backtracking.frontier.orders import parts
from rookery.backends.selection.selection import Options, Selection
from rookery.models.model import Permutation

MOST_COMPONENTS = 64


@dataclass(frozen=True)
class Component:
    """A component, the symmetries that keep it, and symmetries that take it to components like it, itself first.

    Symmetries move all variables; those that keep it differ in what they do to its own.
    """

    chosen: Selection
    symmetries: tuple[Permutation, ...]
    images: tuple[Permutation, ...]


def components(chosen: Selection, symmetries: Sequence[Permutation]) -> tuple[Component, ...]:
    """The components of a selection, one of each sort; none where it is one, or has variables that nothing binds.

    Items that demand more than one option keep it whole: so far only the covering search knows of them.
    """
    if chosen.folded:
        return ()
    found, loose = parts(chosen)
    if loose or not 2 <= len(found) <= MOST_COMPONENTS:
        return ()
    return tuple(_sorted(found, [tuple(range(chosen.variables)), *map(tuple, symmetries)]))


def _sorted(found: list[Selection], symmetries: Sequence[Permutation]) -> Iterator[Component]:
    rest = list(found)
    while rest:
        one = rest[0]
        images = [image for image in (_image(one, other, symmetries) for other in rest) if image is not None]
        reached = [frozenset(image[v] for v in one.free) for image in images]
        rest = [other for other in rest if other.free not in reached]
        yield Component(one, tuple(_keeping(one, symmetries)), tuple(images))


def _image(one: Selection, other: Selection, symmetries: Sequence[Permutation]) -> Permutation | None:
    """A symmetry that takes one component to another."""
    return next((p for p in symmetries if takes(p, one, other)), None)


def _keeping(one: Selection, symmetries: Sequence[Permutation]) -> Iterator[Permutation]:
    """The symmetries that keep a component, one for each way in which they move its variables."""
    seen: set[tuple[int, ...]] = set()
    free = sorted(one.free)
    for permutation in symmetries:
        moved = tuple(permutation[v] for v in free)
        if moved not in seen and takes(permutation, one, one):
            seen.add(moved)
            yield permutation


def takes(permutation: Permutation, one: Selection, other: Selection) -> bool:
    """Whether a permutation takes the variables, the items and the cliques of one selection to those of another."""
    if any(permutation[v] not in other.free for v in one.free):
        return False
    return all(
        _moved(permutation, here) == {frozenset(group) for group in there}
        for here, there in ((one.items, other.items), (one.cliques, other.cliques))
    )


def _moved(permutation: Permutation, groups: Iterable[Options]) -> set[frozenset[int]]:
    return {frozenset(permutation[v] for v in group) for group in groups}
