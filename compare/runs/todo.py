"""The runs that are left to make, in order; all runs of an instance go to one kind of machine."""

from collections.abc import Collection, Iterable, Mapping
from threading import Lock

from rookery.compare.campaign.tasks import Task


class Todo:
    """Tasks that are taken one by one, from several threads, each for a kind of machine.

    `kinds` says on which kind the runs of an instance were made so far; another instance is given to whoever takes it
    first.
    """

    def __init__(self, tasks: Iterable[Task], kinds: Mapping[str, str]) -> None:
        self._tasks = {task.key(): task for task in tasks}
        self._kinds = dict(kinds)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._tasks)

    def take(self, kind: str) -> Task | None:
        """The next task that is for this kind, or for nobody yet."""
        with self._lock:
            for key, task in self._tasks.items():
                if self._kinds.get(task.instance, kind) == kind:
                    self._kinds[task.instance] = kind
                    return self._tasks.pop(key)
        return None

    def has(self, kind: str) -> bool:
        """Whether there is a task for this kind."""
        with self._lock:
            return any(self._kinds.get(task.instance, kind) == kind for task in self._tasks.values())

    def put_back(self, task: Task) -> None:
        """Take a task back that was not carried out: it comes first."""
        with self._lock:
            self._tasks = {task.key(): task, **self._tasks}

    def keep_kinds(self, kinds: Collection[str]) -> None:
        """Free the instances of all other kinds of machine: those have left."""
        with self._lock:
            self._kinds = {instance: kind for instance, kind in self._kinds.items() if kind in kinds}
