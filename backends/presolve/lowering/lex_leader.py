"""Lex-leader symmetry breaking: of the solutions that symmetries map onto each other, only the least is kept.

Sound for one solution and for an optimum, never for counting or listing, and only with symmetries of this very model
(Crawford, Ginsberg, Luks and Roy 1996).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from rookery.models import AtLeast, Model
from rookery.models.model.model import Permutation

MAX_PERMUTATIONS = 15  # a torus has hundreds, and the first ones break the most
DEPTH = 60  # differing positions of each symmetry that are compared: fewer clauses, sound as well


def break_symmetries(model: Model) -> Model:
    """Return the model with the clauses of the lex-leader, and their variables above its own."""
    clauses, top = lex_leader(model.symmetries, model.variables)
    return replace(model, variables=top, constraints=(*model.constraints, *clauses), symmetries=(), moves=(), groups=())


def lex_leader(symmetries: Sequence[Permutation], top: int) -> tuple[list[AtLeast], int]:
    """Clauses that no image of a solution is lexicographically less, and the number of variables with theirs."""
    clauses: list[AtLeast] = []
    for permutation in islice(symmetries, 1, MAX_PERMUTATIONS + 1):
        pairs = list(islice(_compared_pairs(permutation), DEPTH))
        clauses.extend(_order_clauses(pairs, top))
        top += max(0, len(pairs) - 1)
    return clauses, top


def _compared_pairs(permutation: Permutation) -> Iterator[tuple[int, int]]:
    """Positions with their images, without those that are equal once the earlier ones are."""
    seen = set[tuple[int, int]]()
    for variable, image in enumerate(permutation):
        if variable != image and (image, variable) not in seen:
            seen.add((variable, image))
            yield variable, image


def _order_clauses(pairs: Sequence[tuple[int, int]], top: int) -> Iterator[AtLeast]:
    """Yield clauses: the first of each pair is no greater than the second, as long as all before are equal."""
    for at, (one, other) in enumerate(pairs):
        so_far = (~(top + at - 1),) if at else ()
        yield AtLeast(1, (*so_far, ~one, other))
        if at < len(pairs) - 1:
            yield AtLeast(1, (*so_far, ~one, top + at))
            yield AtLeast(1, (*so_far, other, top + at))
