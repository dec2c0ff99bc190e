"""The server of `rookery play`: the page and its answers, for this machine alone.

It listens on 127.0.0.1. Any page in the browser could send requests there, and by its own name server also under
another name (DNS rebinding): so a request must name this server as its host, come from a page of it, and put its
question as JSON, which no form of another page can send.

Each question is answered by a separate process, which is killed when its time is over or the page leaves.
"""

import json
import os
import select
import signal
import socket
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any

from rookery.backends.registry import general_names
from rookery.core.runtime import import_path, interpreter_command
from rookery.play.questions import MAX_SECONDS
from rookery.play.settings import list_settings

HOST = "127.0.0.1"
MAX_SIDE = 30
MAX_QUESTION = 256 << 10  # bytes
MAX_PROCESSES = 4  # two backends may race while completions are counted
LOADING = 30.0  # seconds beside those of the question: libraries are imported, kernels are compiled
CHUNK = 1 << 16
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json"}
# Nothing from elsewhere, no script and no style in the page itself.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'"
POLICY += "; form-action 'none'; frame-ancestors 'none'"
STOPPED = "Stopped: the question took longer than its time, or more memory than there is."
BUSY = "Too many questions at once: wait for an answer, or stop one."


class Answerer:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        start = f"import sys; sys.path[:] = {import_path()!r}; from rookery.play.child import main; main({os.getpid()})"
        self._process = subprocess.Popen(
            interpreter_command(start),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which ends this
        )

    def ask(self, question: bytes, caller: socket.socket, send: Callable[[bytes], object], seconds: float) -> bool:
        """Send on what the process says until the answer; False if it has none, or the caller left: end it then."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        deadline, said = monotonic() + seconds, b""
        with suppress(OSError):
            self._process.stdin.write(question.replace(b"\n", b" ") + b"\n")
            self._process.stdin.flush()
            answers = self._process.stdout.fileno()
            while (left := deadline - monotonic()) > 0:
                readable = select.select([answers, caller.fileno()], [], [], left)[0]
                if caller.fileno() in readable and not caller.recv(1):
                    return False
                if answers not in readable:
                    continue
                read = os.read(answers, CHUNK)
                if not read:
                    return False
                *lines, said = (said + read).split(b"\n")
                for line in lines:
                    send(line + b"\n")
                    if line.startswith(b'{"answer"'):
                        return True
        return False

    def end(self) -> None:
        """End the process and all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()


class PlayServer(ThreadingHTTPServer):
    """The server, with the processes that answer; `close` ends them."""

    daemon_threads = True

    def __init__(self, port: int, seconds: float = MAX_SECONDS + LOADING) -> None:
        super().__init__((HOST, port), PlayHandler)
        self.seconds = seconds
        self._idle: list[Answerer] = []
        self._workers: set[Answerer] = set()
        self._lock, self._free = Lock(), BoundedSemaphore(MAX_PROCESSES)
        # A process ends with the thread that has started it: this one lives as long as the server.
        self._starter = ThreadPoolExecutor(1)

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.server_address[1])

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which its own page knows it."""
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.port}/play.html"

    @cached_property
    def settings(self) -> bytes:
        """The data of the page."""
        return json.dumps(list_settings(MAX_SIDE, general_names()) | {"engine": "server"}).encode()

    def warm_up(self) -> None:
        """Start a process, so that the first question finds its libraries imported."""
        self._idle.append(self._start())

    def answer(self, question: bytes, caller: socket.socket, send: Callable[[bytes], object]) -> None:
        """Answer a question, line by line."""
        if not self._free.acquire(blocking=False):
            send(_refuse(BUSY))
            return
        try:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            worker = worker or self._start()
            if worker.ask(question, caller, send, self.seconds):
                with self._lock:
                    self._idle.append(worker)
            else:
                with self._lock:
                    self._workers.discard(worker)
                worker.end()
                send(_refuse(STOPPED))
        finally:
            self._free.release()

    def _start(self) -> Answerer:
        worker = self._starter.submit(Answerer).result()
        with self._lock:
            self._workers.add(worker)
        return worker

    def close(self) -> None:
        """End the server and its processes."""
        self.server_close()
        with self._lock:
            workers = list(self._workers)
        for worker in workers:
            worker.end()
        self._starter.shutdown(wait=False)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves is no error."""


def _refuse(why: str) -> bytes:
    return json.dumps({"answer": {"error": why}}).encode() + b"\n"


class PlayHandler(BaseHTTPRequestHandler):
    """One request: a file of the page, or a question."""

    server: PlayServer
    timeout = 30  # seconds of a caller that says nothing

    def do_GET(self) -> None:
        """Give a file of the page."""
        if not self._is_own():
            return
        path = self.path.partition("?")[0]
        name = path.removeprefix("/play/") if path.startswith("/play/") else path.removeprefix("/")
        if path == "/":
            self.send_response(302)
            self.send_header("Location", "/play.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path == "/play/settings.json":
            self._send(self.server.settings, "json")
        elif path == f"/{'play/' * (name != 'play.html')}{name}" and name in page_files():
            self._send(page_files()[name].read_bytes(), name.rpartition(".")[2])
        else:
            self.send_error(404, "There is no such page here")

    def do_POST(self) -> None:
        """Answer a question: lines of JSON, the last of which has the answer."""
        if not self._is_own():
            return
        length = self.headers.get("Content-Length", "")
        if self.path != "/answer":
            self.send_error(404, "The address of questions is /answer")
        elif self.headers.get_content_type() != "application/json":
            self.send_error(415, "A question is JSON")
        elif not length.isdecimal() or int(length) > MAX_QUESTION:
            self.send_error(413, f"A question has at most {MAX_QUESTION:,} bytes")
        else:
            question = self.rfile.read(int(length))
            self._begin("application/x-ndjson")
            with suppress(OSError):
                self.server.answer(question, self.connection, self.wfile.write)

    def _is_own(self) -> bool:
        """Return whether a request names this server, and comes from a page of it; refuse any other."""
        hosts, origin = self.server.hosts, self.headers.get("Origin")
        named = self.headers.get("Host") in hosts
        own = origin is None or origin in {f"http://{host}" for host in hosts}
        if not (named and own and self.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")):
            self.send_error(403, "Only the page of this server may ask it")
            return False
        return True

    def _begin(self, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()

    def _send(self, content: bytes, ending: str) -> None:
        self._begin(TYPES[ending])
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal has the address, and no more."""


def page_files() -> dict[str, Any]:
    """The files of the page by their names."""
    folder = files("rookery.play") / "page"
    return {each.name: each for each in folder.iterdir() if each.name.rpartition(".")[2] in TYPES}
