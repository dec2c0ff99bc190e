"""A fleet carries out tasks elsewhere, in other processes or on other machines, each at least once.

Every engine that offers `concurrent.futures.Executor` can be one. A fleet promises little: a task may be carried out
twice, late, or never. The caller counts only the results that it takes, each once.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from rookery.core.files import Closing
from rookery.core.values import dataclass, field
from rookery.core.words import amount
from rookery.models import RookeryError

T = TypeVar("T")
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    ClusterLike: TypeAlias = "str | Executor | Fleet"
else:
    ClusterLike: TypeAlias = Any  # so that no small question imports executors
PATIENCE = 600.0  # seconds that a fleet is waited for once it cannot be reached


class FleetFailure(RookeryError):
    """A fleet cannot go on with its tasks: one line that says why, and what to do."""


class LostFleet(FleetFailure):
    """A fleet cannot be reached, and did not come back within the patience: one line that says what to start again."""


class Fleet(Closing):
    """A place where tasks are carried out; use it in a `with` statement, or close it.

    A task is a function of an importable module; its arguments and its result are sent as pickles. `address` is the
    name of the fleet for people; `patience` are the seconds for which it may be out of reach, or without any worker;
    `audit` is the share of the tasks that are carried out twice, so that what comes back can be compared.
    """

    address: str
    patience: float = PATIENCE
    audit: float = 0.0

    @abstractmethod
    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Have a task carried out once more, even if it was submitted before.

        The future ends with what the task returns. If it ends otherwise (an exception, cancelled by the engine), the
        task may not have been carried out, and may be submitted again. Call `cancel` when the result is no longer
        wanted; it also stops a running task if the engine can do that. Raises `LostFleet`.
        """

    @abstractmethod
    def slots(self) -> int:
        """The number of tasks that the present workers can carry out at a time; raises `LostFleet`."""

    def members(self) -> Mapping[str, int] | None:
        """The workers by name, each with its slots; None if the engine cannot give a task to one of them alone."""
        return None

    def submit_to(self, members: Collection[str], task: Callable[..., T], *given: Any) -> "Future[T]":
        """Have a task carried out by one of these members, if the fleet names its members, and else by any."""
        return self.submit(task, *given)

    def carrier(self, task: "Future[Any]") -> str:
        """The member that has carried out a task, as the engine knows; empty if it does not."""
        return ""

    @property
    def cancelled(self) -> Callable[[], bool]:
        """A function of an importable module by which a running task learns that it is cancelled."""
        return never

    @abstractmethod
    def close(self) -> None:
        """Leave the fleet: what was made for this purpose ends, what was there before stays."""


@dataclass
class FleetWork:
    """The work of a fleet for one run: the numbers of tasks that it can do and has now, and the fate of those before.

    `lost` tasks ended without a result, or were given up; a `stale` result came after that, and was not taken. `hosts`
    are the nodes of the search tree by the machine that has visited them. `confirmed` parts were searched twice, and
    came back the same. Members that are `left_out` get no more tasks, for the reason that stands there. `failure` says
    why the fleet was left early.
    """

    fleet: Fleet
    slots: int = 0
    leased: int = 0
    done: int = 0
    lost: int = 0
    stale: int = 0
    hosts: dict[str, int] = field(default_factory=dict)
    confirmed: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    failure: str = ""

    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Have a task carried out by any member that is not left out; raises `LostFleet`."""
        members = self._members() if self.left_out else None
        return self.fleet.submit(task, *given) if members is None else self.fleet.submit_to(members, task, *given)

    def count_slots(self) -> int:
        """Number of tasks that can be carried out at a time by members that are not left out; raises `LostFleet`."""
        members = self._members() if self.left_out else None
        return self.fleet.slots() if members is None else sum(members.values())

    def _members(self) -> Mapping[str, int] | None:
        """The members that are not left out; raises `FleetFailure` if each one is."""
        members = self.fleet.members()
        if members is None:
            return None
        rest = {name: slots for name, slots in members.items() if name not in self.left_out}
        if members and not rest:
            name = next(iter(members))
            raise FleetFailure(f"no worker of {self.fleet.address} can be believed; {name}: {self.left_out[name]}")
        return rest

    def leave_out(self, task: "Future[Any]", why: str) -> None:
        """Give no more tasks to the member that has carried out this one, if the engine knows it; say so once."""
        name = self.fleet.carrier(task)
        if name not in self.left_out:
            self.left_out[name] = why
            from logging import getLogger  # few runs have a fleet

            what = f"worker {name} gets no more parts" if name else "a worker cannot be believed"
            getLogger("rookery").warning("%s: %s", what, why)

    def __str__(self) -> str:
        return f"{amount(self.slots, 'slot')}, {self.leased:,} leased, {self.lost:,} lost"

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "fleet"}
        return {"address": self.fleet.address, **kept, "hosts": dict(self.hosts), "left_out": dict(self.left_out)}


def never() -> bool:
    """Return False: no task is ever cancelled, and each goes on to the end of its time."""
    return False
