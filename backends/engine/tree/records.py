"""What searches count, and their arrays as one value in a checkpoint."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

from rookery.backends.contract import Ask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CARRIED = 1 << 61  # counters of 64 bits that have come so far are emptied into numbers without an end


@dataclass(frozen=True)
class SearchAsk(Ask):
    """An ask whose searches add their `effort`: the statistics of its end."""

    effort: Counter[str] = field(default_factory=Counter, compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of a search: solutions by the number that each stands for, nodes, and whether a bound pruned."""

    solutions: Fraction = Fraction(0)
    nodes: int = 0
    cut: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.solutions + other.solutions, self.nodes + other.nodes, self.cut or other.cut)

    @property
    def large(self) -> bool:
        """Return whether counters of 64 bits that hold it should be emptied."""
        return self.nodes >= CARRIED or self.solutions >= CARRIED


def pack_arrays(arrays: "Mapping[str, NDArray[Any]]") -> "dict[str, NDArray[np.uint8]]":
    """Return named arrays as one array of bytes, as numpy saves them."""
    import numpy as np

    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # the stub takes all keywords for allow_pickle
    return {"packed": np.frombuffer(file.getvalue(), np.uint8)}


def unpack_arrays(packed: "Mapping[str, NDArray[Any]]") -> "dict[str, NDArray[Any]]":
    """Return the arrays that `pack_arrays` made one array of."""
    import numpy as np

    with np.load(BytesIO(packed["packed"].tobytes())) as file:
        return dict(file)
