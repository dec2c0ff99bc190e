"""The workers of a dask cluster that exists: the only module that imports `distributed`."""

import gc
import json
import logging
import socket
import warnings
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from rookery.backends.contract.fleet import PATIENCE, Fleet, LostFleet
from rookery.backends.fleet.connect import is_this_machine
from rookery.core.files import open_to_read, read_stream
from rookery.core.plugins import install_extra
from rookery.models import BadInput

try:
    from distributed import Client, get_worker
    from distributed.client import ClosedClientError
    from distributed.worker import thread_state
except ImportError as missing:
    raise BadInput(f"clusters need dask ({missing}): {install_extra('cluster')}") from None

T = TypeVar("T")
FIRST = 20.0  # seconds for a scheduler that was never met: its address may be mistyped
TRY, PAUSE = 5.0, 0.5  # seconds of one try to connect, and between two tries
FRESH = 0.5  # seconds for which it holds who is there
LEAVING = 1.0
BROKEN = (
    OSError,
    RuntimeError,
    AttributeError,
    ClosedClientError,
)  # a connection that breaks just now; some have lost parts
ACCEPTED = "tcp://HOST:PORT, tls://HOST:PORT, the scheduler file of dask (.json), or local:N"
UNPROTECTED = "cluster %s: without TLS, everybody who reaches that port can run code on its workers (docs/clusters.md)"
TLS = "tls:// needs certificates in DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ..__CLIENT__CERT and ..__CLIENT__KEY"


def connect(address: str, patience: float = PATIENCE) -> "DaskFleet":
    """Connect to a scheduler; raises `BadInput` for an invalid one, and if no scheduler answers."""
    # Refuse what is neither an address nor a file
    scheme, colon, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if not (scheme in ("tcp", "tls") and host and port.isdigit() if colon else address.endswith(".json")):
        raise BadInput(f"cluster {address!r}: expected {ACCEPTED}")
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what is lost is said once, by us
    connection = Connection(address, patience)
    try:
        contact = connection.client(FIRST).scheduler.address
    except LostFleet as error:
        raise BadInput(str(error)) from None
    if not contact.startswith("tls://") and not is_this_machine(contact):
        logging.getLogger("rookery").warning(UNPROTECTED, address)
    return DaskFleet(connection)


class Connection:
    """A client of a scheduler, replaced if the connection broke, for `patience` seconds from then on."""

    def __init__(self, address: str, patience: float) -> None:
        self.address, self._patience = address, patience
        self._lock, self._closed = Lock(), False
        self._client: Client | None = None
        self._deadline: float | None = None

    def client(self, patience: float | None = None) -> "Client":
        """The client, once it is connected; raises `LostFleet` when the patience is at its end."""
        with self._lock:
            if self._client is None or self._client.status != "running":
                self._drop()
                self._deadline = self._deadline or monotonic() + (
                    self._patience if patience is None else min(self._patience, patience)
                )
                self._client = self._connect(self._deadline)
                self._deadline = None
            return self._client

    def _connect(self, deadline: float) -> "Client":
        while True:
            try:
                return _open(_locate(self.address))
            except (OSError, ValueError, LookupError, TypeError) as error:
                if self._closed or not isinstance(error, OSError) or monotonic() + PAUSE > deadline:
                    raise LostFleet(f"cluster {self.address}: {_explain(error)}") from None
            gc.collect()  # a client that failed waits for a lock of its library when it is collected: not later, then
            sleep(PAUSE)

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):  # what broke once may break again
                client.close(timeout=LEAVING)
            client.status = (
                "closed"  # else it closes itself once more when it is collected, and waits for its dead loop
            )

    def close(self) -> None:
        """Leave the scheduler; a thread that tries to reach it gives up by itself."""
        self._closed = True
        if self._lock.acquire(timeout=LEAVING):
            with suppress(RuntimeError):
                self._drop()
            self._lock.release()


def _open(contact: str) -> "Client":
    """Open a client, only where a scheduler listens: one that cannot connect is hard to get rid of."""
    host, _, port = contact.partition("://")[2].rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), TRY).close()
    client = Client.__new__(
        Client
    )  # in hand also where it cannot be made: it would close itself, in vain, when collected
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # who has another version is named by `rookery doctor --cluster`
            client.__init__(contact, timeout=TRY, set_as_default=False, name="rookery")
    except BaseException:
        client.status = "closed"
        raise
    return client


def _locate(address: str) -> str:
    """The address itself, or the one that a scheduler has written to its file."""
    if "://" in address:
        return address
    with open_to_read(Path(address).expanduser()) as file:
        return str(json.loads(read_stream(file, address))["address"])


def _explain(error: Exception) -> str:
    """Explain how to mend a connection that fails."""
    if isinstance(error, FileNotFoundError):
        return "there is no such scheduler file; `dask scheduler --scheduler-file FILE` writes it"
    if isinstance(error, ValueError | LookupError):
        return "this is not the scheduler file of dask"
    if isinstance(error, TypeError):
        return TLS
    return "no scheduler answers; `dask scheduler` starts one, and its workers must be started again, too"


class DaskFleet(Fleet):
    """The workers that a scheduler has now: they come, go, and are replaced.

    What was submitted to a scheduler that is lost ends as cancelled; the next call waits for the scheduler's return.
    """

    def __init__(self, connection: Connection) -> None:
        self.address, self._connection = connection.address, connection
        self._members: Mapping[str, int] = {}
        self._asked = -FRESH
        self._tasks: WeakKeyDictionary[Future[Any], Any] = WeakKeyDictionary()  # as dask has them

    def submit(self, task: Callable[..., T], *given: Any) -> "Future[T]":
        """Give a task to any worker, under a separate key."""
        return self._submit(task, given)

    def submit_to(self, members: Collection[str], task: Callable[..., T], *given: Any) -> "Future[T]":
        """Give a task to one of these workers."""
        return self._submit(task, given, workers=list(members), allow_other_workers=False)

    def _submit(self, task: Callable[..., T], given: tuple[Any, ...], **where: Any) -> "Future[T]":
        while True:
            client = self._connection.client()
            with suppress(*BROKEN):
                executor = client.get_executor(pure=False, **where)
                future: Future[T] = executor.submit(task, *given)
                self._tasks[future] = next(iter(executor._futures), None)  # noqa: SLF001  (its only one)
                return future
            sleep(PAUSE)

    def carrier(self, task: "Future[Any]") -> str:
        """The address of the worker that has the result, as the scheduler says."""
        with suppress(*BROKEN, LookupError, TypeError, ValueError, LostFleet):
            found = self._connection.client().who_has([self._tasks[task]])
            return next(str(worker) for workers in found.values() for worker in workers)
        return ""

    def slots(self) -> int:
        """The threads of all workers."""
        return sum(self.members().values())

    def members(self) -> Mapping[str, int]:
        """The addresses of the workers with their threads, as the scheduler said a moment ago."""
        if monotonic() - self._asked > FRESH:
            client = self._connection.client()
            with suppress(*BROKEN):
                workers = client.scheduler_info(n_workers=-1)["workers"]
                self._members = {address: int(worker["nthreads"]) for address, worker in workers.items()}
            self._asked = monotonic()
        return self._members

    @property
    def cancelled(self) -> Callable[[], bool]:
        """A function by which a task asks its worker if it is cancelled, without any message."""
        return is_cancelled

    def close(self) -> None:
        """Leave the scheduler, and its workers as they are."""
        self._connection.close()


def is_cancelled() -> bool:
    """Return whether the task of this thread is no longer wanted."""
    state = get_worker().state.tasks.get(thread_state.key)
    return state is None or state.state != "executing"
