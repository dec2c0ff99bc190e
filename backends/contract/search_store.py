"""What a backend keeps of a search, so that another process can go on with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class SearchState:
    """What is known of one search: plain facts (as JSON has them), and named lists of members, each packed as bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Sequence[bytes]] = field(default_factory=dict)


class SearchStore(Protocol):
    """Where a backend keeps its searches, by names of its own, and finds those that an earlier run has kept.

    A run that goes on takes the same way again: each search that it comes to is recalled by its name, whether it had
    ended or not.
    """

    def recall(self, name: str) -> SearchState | None:
        """What was kept of a search; None where nothing was."""

    def due(self) -> bool:
        """Whether it is time to keep what there is."""

    def keep(self, name: str, state: SearchState) -> None:
        """Keep a search as it stands."""

    def log(self, name: str, entry: Mapping[str, Any]) -> None:
        """Note in a journal what was done elsewhere: facts as JSON has them, `trees`, `left` and `part` among them."""
