"""How far a run has come: what a backend may tell while it searches."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being searched, which share of it is done (None where that is unknown), and how many nodes were made.

    `share` never falls while `task` stays the same; `nodes` never falls in a run. `fleet` says how many machines are at
    it, in words, where some are.
    """

    task: str
    share: float | None = None
    nodes: int = 0
    fleet: str = ""


Observer = Callable[[Progress], None]
