"""The work of a fleet's worker for a campaign: it describes itself, and makes isolated runs as the harness would."""

import atexit
import os
import platform
import socket
from collections.abc import Callable, Mapping
from dataclasses import asdict
from itertools import chain
from threading import Lock, Thread
from time import time
from typing import Any

from rookery.backends.running.results import own_versions
from rookery.compare.campaign.backends import BackendRef, digest_source, forget_imported, read_digest
from rookery.compare.campaign.campaign import Task, read_task
from rookery.compare.records.record import describe_kind
from rookery.compare.runs.environment import machine_facts
from rookery.compare.runs.isolation import require
from rookery.compare.runs.isolation.host import Cancelled, ForkServer, Report
from rookery.core.errors import show_value
from rookery.core.words import reason
from rookery.models import BadInput, RookeryError

Message = dict[str, Any]
MAX_WORDS = 1000  # letters of a text, and texts, that a worker says of itself
LOOK_SECONDS = 0.04  # seconds between two looks whether a run is still wanted
_lock = Lock()
_servers: dict[BackendRef, ForkServer] = {}


def describe_worker() -> Message:
    """Describe this worker: its machine, the versions that each run needs, and its clock."""
    facts = machine_facts()
    return {
        "machine": platform.node() or "unnamed",
        "kind": describe_kind(facts),
        "cores": int(facts["cores"]),
        "versions": own_versions(),
        "pid": os.getpid(),
        "clock": time(),
    }


def warm_kernels() -> tuple[int, int]:
    """Compile the kernels that are not compiled on this machine; return the number that then are, and of all."""
    from rookery.backends.engine.compile import samples
    from rookery.core.kernels.compiler import compile_all

    asked = [(sample.kernel, sample.types()) for sample in samples()]
    for _ in compile_all([(kernel, types) for kernel, types in asked if not kernel.is_kept(types)]):
        pass
    return sum(kernel.is_kept(types) for kernel, types in asked), len(asked)


def make_run(asked: Message, cancelled: Callable[[], bool]) -> Message:
    """Make a run, as it is asked for in plain data, and say how it went: `report`, or why it is `refused` here."""
    answer = {"token": asked["token"], "machine": platform.node() or "unnamed"}
    task = read_task(asked["task"])
    try:
        require()
        refusal = _find_refusal(task, asked["versions"])
        if refusal is None:
            report = _run_unless(cancelled, _fork_server(task.backend, asked["samples"]), task)
            return answer | {"kind": describe_kind(machine_facts()), "report": asdict(report)}
    except Cancelled:
        refusal = "the question is no longer open"
    except (RookeryError, OSError) as error:
        refusal = reason(error)
    return answer | {"refused": refusal}


def _find_refusal(task: Task, versions: Mapping[str, str]) -> str | None:
    """The reason why a run made here would not be the wanted one: other versions, or another file of a backend."""
    _forget_changed(task.backend)
    return compare_versions(task.versions(), versions)


def read_machine(said: Any) -> tuple[str, str, dict[str, str]]:
    """A worker's machine, its kind and its versions, of what the worker says; raises `BadInput` for anything else."""
    if isinstance(said, dict):
        machine, kind, versions = said.get("machine"), said.get("kind"), said.get("versions", {})
        texts = [machine, kind, *(chain(*versions.items()) if isinstance(versions, dict) else [None])]
        if all(isinstance(text, str) and len(text) <= MAX_WORDS for text in texts) and len(texts) <= MAX_WORDS:
            return str(machine), str(kind), dict(versions)
    raise BadInput(f"what it says of itself is nonsense: {show_value(said)}")


def compare_versions(here: Mapping[str, str], there: Mapping[str, str]) -> str | None:
    """The versions that differ, in words; None if all are equal."""
    names = [name for name in {**there, **here} if here.get(name) != there.get(name)]
    differences = [f"{name} {here.get(name, 'missing')} instead of {there.get(name, 'none')}" for name in names]
    return f"it has {', '.join(differences)}" if differences else None


def _forget_changed(backend: BackendRef) -> None:
    """Import the file of a backend again if it has changed since this worker read it."""
    with _lock:
        if digest_source(backend.use) != read_digest(backend.use):
            forget_imported()
            if (server := _servers.pop(backend, None)) is not None:
                server.close()


def _fork_server(backend: BackendRef, samples: list[Message]) -> ForkServer:
    """The fork server of a backend in this process, made when it is first needed."""
    with _lock:
        if backend not in _servers:
            _servers[backend] = ForkServer(backend, map(read_task, samples))
        return _servers[backend]


def _run_unless(cancelled: Callable[[], bool], server: ForkServer, task: Task) -> Report:
    """Make a run in another thread, since only the thread of a task learns that it is cancelled."""
    ended: list[Report | BaseException] = []
    stop_sender, stop = socket.socketpair()

    def run() -> None:
        try:
            ended.append(server.run(task, stop))
        except BaseException as error:
            ended.append(error)

    thread = Thread(target=run, daemon=True)
    with stop, stop_sender:
        thread.start()
        while thread.is_alive():
            thread.join(LOOK_SECONDS)
            if cancelled():
                stop_sender.close()
                thread.join()
    if isinstance(ended[0], BaseException):
        raise ended[0]
    return ended[0]


@atexit.register
def _close_servers() -> None:
    for server in _servers.values():
        server.close()
