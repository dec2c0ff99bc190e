"""A fleet: what carries out tasks elsewhere, in other processes or on other machines, each at least once.

Every engine that offers `concurrent.futures.Executor` can be one. A fleet promises little: a task may be carried out
twice, late, or never. Whoever submits tasks counts only the results that they take, each once.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from rookery.models import RookeryError
from rookery.models.base.closing import Closing
from rookery.models.base.words import amount

T = TypeVar("T")
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    ClusterLike: TypeAlias = "str | Executor | Fleet"
else:
    ClusterLike: TypeAlias = Any  # so that no small question imports executors
PATIENCE = 600.0  # seconds that a fleet is waited for once it cannot be reached


class FleetFailure(RookeryError):
    """A fleet cannot go on with what it was asked: one line that says why, and what to do."""


class LostFleet(FleetFailure):
    """A fleet cannot be reached, and did not come back within the patience: one line that says what to start again."""


class Fleet(Closing):
    """Where tasks are carried out; use it in a `with` statement, or close it.

    A task is a function of an importable module; what it is given and what it returns go over as pickles. `address` is
    how people name the fleet; `patience` are the seconds for which it may be out of reach, or without any worker;
    `audit` is the share of the tasks that are carried out twice, so that what comes back can be compared.
    """

    address: str
    patience: float = PATIENCE
    audit: float = 0.0

    @abstractmethod
    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Have a task carried out once more, whatever was submitted before.

        The future ends with what the task returns. With whatever else it ends (an exception, cancelled by the engine),
        the task may not have been carried out, and may be submitted again. Whoever no longer wants it calls `cancel`,
        which also stops a task that goes on where the engine can do that. Raises `LostFleet`.
        """

    @abstractmethod
    def slots(self) -> int:
        """How many tasks can be carried out at a time, by the workers that there are now; raises `LostFleet`."""

    def members(self) -> Mapping[str, int] | None:
        """The workers by name, each with its slots; None where the engine cannot give a task to one of them alone."""
        return None

    def submit_to(self, members: Collection[str], task: Callable[..., T], *given: Any) -> "Future[T]":
        """Have a task carried out by one of these members, where the fleet names its members, and else by any."""
        return self.submit(task, *given)

    @property
    def cancelled(self) -> Callable[[], bool]:
        """A function of an importable module by which a task, where it is carried out, learns that nobody wants it."""
        return never

    @abstractmethod
    def close(self) -> None:
        """Leave the fleet: what it was made of for this purpose ends, what was there before stays."""


@dataclass
class FleetWork:
    """What a fleet does for one run: how many tasks it can do and has now, and what came of those before.

    `lost` tasks ended without a result, or were given up; a `stale` result came after that, and was not taken. `hosts`
    are the nodes of the search tree by the machine that has visited them. `failure` is why the fleet was left early.
    """

    fleet: Fleet
    slots: int = 0
    leased: int = 0
    done: int = 0
    lost: int = 0
    stale: int = 0
    hosts: dict[str, int] = field(default_factory=dict)
    failure: str = ""

    def __str__(self) -> str:
        return f"{amount(self.slots, 'slot')}, {self.leased:,} leased, {self.lost:,} lost"

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "fleet"}
        return {"address": self.fleet.address, **kept, "hosts": dict(self.hosts)}


def never() -> bool:
    """Nobody tells a task that it is cancelled: it goes on to the end of its time."""
    return False
