"""The fork server: a process that has loaded one backend's library, and forks a supervisor for each run."""

import gc
import os
import select
import socket
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from rookery.backends import Ask, Backend, Deadline, Want
from rookery.backends.running.results import own_versions
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task, read_task
from rookery.compare.campaign.problems import declare_asked
from rookery.compare.runs.isolation import processes
from rookery.compare.runs.isolation.supervisor import supervise
from rookery.compare.runs.isolation.wire import Message, receive, send
from rookery.models import Satisfy

SWEEP = 1.0
MAX_SQUARES = 400  # beyond that compiling takes long, and leaves memory that each run would inherit


def main() -> None:
    """Serve the socket whose number is the only argument, until the harness closes it."""
    control = socket.socket(fileno=int(sys.argv[1]))
    hello = receive(control)
    if hello is not None:
        sys.path[:] = hello["path"]
        processes.adopt_orphans()
        send(control, _load_library(hello) if hello["preload"] else {})
        _serve(control)
        processes.end_all_below(os.getpid())
    os._exit(0)


def _load_library(hello: Message) -> Message:
    """Load a backend's library; what goes wrong here will go wrong in each run again, and be recorded there."""
    started = perf_counter()
    with suppress(Exception):
        import rookery.compare.runs.isolation.child  # noqa: F401

        backend = BackendRef(hello["backend"], hello["use"]).load()
        own_versions(), backend.versions()  # what they read is parsed by modules that are imported once, here
        for sample in hello["samples"]:
            _prepare(backend, read_task(sample))
    gc.collect()
    gc.freeze()  # what the runs inherit is not touched by their collections, and so not copied
    return {"preloaded": perf_counter() - started}


def _prepare(backend: Backend, sample: Task) -> None:
    """Load what only some programs need: kernels, and modules that are imported when a run is made.

    The run is not begun: nothing is solved here, where a thread would do harm.
    """
    problem, asked = declare_asked(sample.problem), sample.question
    if len(problem.board) > MAX_SQUARES:
        return
    model = problem.model
    goal = not isinstance(model.goal, Satisfy)
    for want in {Want.ONE, asked.want} if goal else {asked.want}:
        ask = Ask(want, None, Deadline(), asked.workers, asked.seed, dict(asked.options))
        aim = model.at_optimum(1) if goal and want is not Want.ONE else model
        stream = backend.run(backend.compile(aim, ask), ask)  # what a backend imports for its search is imported here
        if isinstance(stream, Generator):
            stream.close()


def _serve(control: socket.socket) -> None:
    supervisors: set[int] = set()
    while True:
        asked = select.select([control], [], [], SWEEP)[0]
        if asked:
            with suppress(OSError):
                message, handles, _, _ = socket.recv_fds(control, 1, 1)
            if not message:
                return
            supervisors.add(_fork_supervisor(control, handles[0]))
        supervisors -= {pid for pid, _ in processes.reap()}
        # Kill what a supervisor left behind when it was killed itself
        with suppress(OSError, ValueError):
            below = map(int, Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())
            for pid in set(below) - supervisors:
                processes.end(pid, 9)


def _fork_supervisor(control: socket.socket, handle: int) -> int:
    """Fork a supervisor for the run whose task comes on a handle."""
    pid = os.fork()
    if pid:
        os.close(handle)
        return pid
    try:
        control.close()
        supervise(socket.socket(fileno=handle))
    finally:
        os._exit(0)
