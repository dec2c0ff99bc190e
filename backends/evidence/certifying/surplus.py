"""Sweeps of surplus as evidence: weights of the items by linear programs over classes of items that symmetries make."""

import numpy as np
from numpy.typing import NDArray

from rookery.backends.evidence.certifying.certify import Uncertified
from rookery.backends.evidence.certifying.programs import maximise, nudge
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree.check import find_symmetries
from rookery.certificates.tree.nodes.covering import ItemCovering, recognise_covering
from rookery.certificates.tree.surplus import MAX_ITEMS, MAX_STATES, refute
from rookery.core.deadline import checking_deadline

UNIT = 10_000
SAFE = 1 - 1e-9  # of what the simplex method finds: its rounding must not make a candidate weigh too much
TRIES = 8  # linear programs, of whose answers the mean is taken: nearly all items weigh something, so all hits count
MAX_CELLS = 1 << 16  # of a tableau
MIN_CANDIDATES, MAX_OPTIONS = 80, 24
TIGHT = 6  # a larger part of what may be chosen than 1 / TIGHT is too much to spare: too many states


def pays(theorem: Theorem) -> bool:
    """Return whether there are many candidates, and few options of each item, near each other."""
    if theorem.count or theorem.model.variables < MIN_CANDIDATES:
        return False
    found = recognise_covering(theorem.model)
    if found is None or len(found.variables) < MIN_CANDIDATES or {demand for demand, _ in found.items} != {1}:
        return False
    sizes = [len(options) for _, options in found.items]
    spans = [options[-1][0] - options[0][0] for _, options in found.items if options]
    return max(sizes) <= MAX_OPTIONS and 2 * max(spans, default=0) <= len(found.variables)


def make(theorem: Theorem) -> Evidence:
    """A sweep of surplus that proves a theorem; raises `Uncertified` if none is known."""
    found = None if theorem.count else recognise_covering(theorem.model)
    if found is None or len(found.items) > MAX_ITEMS:
        raise Uncertified("no certificate: a sweep of surplus proves of coverings that there is no solution")
    weights = weigh_items(found, find_classes(theorem, found))
    spare = UNIT * found.most - sum(weights)
    if TIGHT * spare > UNIT * found.most:
        raise Uncertified(f"no certificate: of {found.most} pieces, weights leave {spare / UNIT:.1f} over")
    try:
        states = refute(found, UNIT, weights, MAX_STATES)
    except Refused as error:  # perhaps because rivals and demands of several hits are left out
        raise Uncertified(f"no certificate: {error.reason}") from None
    return Evidence("surplus", {"states": states, "unit": UNIT, "weights": weights})


def find_classes(theorem: Theorem, found: ItemCovering) -> NDArray[np.int64]:
    """The class of each item: the number of the first one that a symmetry maps to it or it to."""
    number = {frozenset(c for c, _ in options): at for at, (_, options) in enumerate(found.items)}
    classes = np.arange(len(found.items))
    try:
        symmetries = find_symmetries(theorem, found, len(theorem.symmetries) > 1)
    except Refused:  # too many: no item is like another
        return classes
    for image in checking_deadline(symmetries, often=1):
        for at, (_, options) in enumerate(found.items):
            to = number.get(frozenset(image[c] for c, _ in options), at)
            classes[at] = min(classes[at], to)
    return classes


def weigh_items(found: ItemCovering, classes: NDArray[np.int64]) -> list[int]:
    """Whole weights, the same for all items of a class, of which no candidate hits more than `UNIT`; all 0 if none are
    found.
    """
    _, kind, size = np.unique(classes, return_inverse=True, return_counts=True)
    hits = np.zeros((len(found.variables), len(size)), np.int64)
    for at, (_, options) in enumerate(found.items):
        hits[[c for c, _ in options], kind[at]] += 1
    rows = np.unique(hits, axis=0)
    if not 0 < rows.size <= MAX_CELLS:
        return [0] * len(kind)
    mean = np.mean([maximise(rows, worth) for worth in nudge(size, TRIES)], axis=0)
    mean /= max(1.0, float((rows @ mean).max()))
    weights: list[int] = np.floor(mean * SAFE * UNIT).astype(np.int64)[kind].tolist()
    return weights
