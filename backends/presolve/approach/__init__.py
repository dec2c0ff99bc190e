"""Good answers to large coverings before any search, and how far they are from the best ones at the most."""

from rookery.core.runtime import has_numpy
from rookery.models import Model

FEWEST_ROWS = 1_000  # with fewer, a search finds as much as soon
FEW = 10_000  # rows that are reduced in some tenths of a second


def is_large(model: Model) -> bool:
    """Return whether a model has enough rows for an answer before any search, which numpy finds."""
    return len(model.constraints) >= FEWEST_ROWS and has_numpy()


def is_soon_reduced(model: Model) -> bool:
    """Return whether the reductions leave time for an answer."""
    return len(model.constraints) <= FEW
