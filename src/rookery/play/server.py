"""The server of `rookery play`: the page and its answers, for this machine alone.

It listens on 127.0.0.1. Any page in the browser could send requests there, also under another host name (DNS
rebinding). A request must therefore name this server as its host, come from its page, and be JSON, which no form of
another page can send.

A separate process answers each question. It is killed when its time is over or the page is closed.
"""

import json
import select
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from rookery.backends.registry import general_names
from rookery.backends.worker import Worker
from rookery.play.questions import MAX_SECONDS, reply
from rookery.play.settings import list_settings

HOST = "127.0.0.1"
MAX_SIDE = 30
MAX_QUESTION = 256 << 10  # bytes
MAX_PROCESSES = 4  # a question, completions that are counted, and as many of another tab
MAX_MEMORY = 4 << 30  # bytes of address space of a process
LOADING = 30.0  # seconds beside those of the question: libraries are imported, kernels are compiled
PACE = 0.2  # seconds between two lines of progress, and between two looks at the caller
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json"}
# Nothing from elsewhere, no script and no style in the page itself.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'"
POLICY += "; form-action 'none'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
STOPPED = "Stopped: the question took longer than its time, or more memory than there is."
BUSY = "Too many questions at once: wait for an answer, or stop one."
Send = Callable[[dict[str, Any]], None]


def stream_reply(question: Any) -> Iterator[dict[str, Any]]:
    """Yield progress messages, then the answer; runs in the answering process."""
    with suppress(ImportError, ValueError, OSError):  # another system, or one that has a lower limit already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    said, last = SimpleQueue[dict[str, Any]](), 0.0

    def search() -> None:
        said.put({"answer": reply(question, lambda text: said.put({"progress": text}))})

    Thread(target=search, daemon=True).start()
    while "answer" not in (message := said.get()):
        if monotonic() - last >= PACE:
            last = monotonic()
            yield message
    yield message


class Answerer:
    """A process that answers one question after the other, and the thread that owns it: it ends with that thread."""

    def __init__(self) -> None:
        self._thread, self._worker = ThreadPoolExecutor(1), Worker()
        self._thread.submit(self._worker.call, reply, None)  # the first question finds its libraries imported

    def ask(self, question: Any, caller: socket.socket, send: Send, seconds: float) -> bool:
        """Send the messages up to the answer; return False without one, or if the caller left: then end the process."""
        asked, deadline = self._thread.submit(self._pass_on, question, send), monotonic() + seconds
        while not wait([asked], PACE).done:
            if monotonic() > deadline or is_gone(caller):
                self._worker.kill()
        return isinstance(asked.exception(), OSError) or asked.exception() is None

    def _pass_on(self, question: Any, send: Send) -> None:
        for message in self._worker.stream(stream_reply, question):
            send(message)

    def end(self) -> None:
        """End the process."""
        self._worker.kill()
        self._worker.close()
        self._thread.shutdown(wait=False)


def is_gone(caller: socket.socket) -> bool:
    """Return whether the other side of a connection has closed it."""
    readable = select.select([caller], [], [], 0)[0]
    with suppress(OSError):
        return bool(readable) and not caller.recv(1, socket.MSG_PEEK)
    return True


class PlayServer(ThreadingHTTPServer):
    """The server, with the processes that answer; `close` ends them."""

    daemon_threads = True

    def __init__(self, port: int, seconds: float = MAX_SECONDS + LOADING) -> None:
        super().__init__((HOST, port), PlayHandler)
        self.port = int(self.server_address[1])
        self.hosts = f"{HOST}:{self.port}", f"localhost:{self.port}"
        self.address = f"http://{HOST}:{self.port}/play.html"
        self.seconds = seconds
        self._idle: list[Answerer] = []
        self._busy: list[Answerer] = []
        self._lock = Lock()

    @cached_property
    def pages(self) -> dict[str, tuple[str, bytes]]:
        """The type and the text of each file by its address."""
        settings = json.dumps(list_settings(MAX_SIDE, general_names()) | {"engine": "server"})
        found = {"/play/settings.json": (TYPES["json"], settings.encode())}
        for file in (files("rookery.play") / "page").iterdir():
            kind = TYPES.get(file.name.rpartition(".")[2])
            if kind is not None:
                address = "/play.html" if file.name == "play.html" else f"/play/{file.name}"
                found[address] = kind, file.read_bytes()
        return found

    def warm_up(self) -> None:
        """Start a process."""
        self._idle.append(Answerer())

    def answer(self, question: Any, caller: socket.socket, send: Send) -> None:
        """Answer a question, message by message."""
        with self._lock:
            is_free = bool(self._idle) or len(self._busy) < MAX_PROCESSES
            if is_free:
                answerer = self._idle.pop() if self._idle else Answerer()
                self._busy.append(answerer)
        if not is_free:
            send({"answer": {"error": BUSY}})
            return
        answered = answerer.ask(question, caller, send, self.seconds)
        with self._lock:
            self._busy.remove(answerer)
            self._idle += [answerer] * answered
        if not answered:
            answerer.end()
            send({"answer": {"error": STOPPED}})

    def close(self) -> None:
        """End the server and its processes."""
        self.server_close()
        with self._lock:
            for answerer in (*self._idle, *self._busy):
                answerer.end()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that closes the connection."""


class PlayHandler(BaseHTTPRequestHandler):
    """One request: a file of the page, or a question."""

    server: PlayServer
    timeout = 30  # seconds of a caller that says nothing

    def do_GET(self) -> None:
        """Give a file of the page."""
        if not self._is_own():
            return
        path = self.path.partition("?")[0]
        if path == "/":
            self.send_response(302)
            self.send_header("Location", "/play.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path in self.server.pages:
            kind, text = self.server.pages[path]
            self._begin(kind)
            self.wfile.write(text)
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
            asked = self.rfile.read(int(length))
            self._begin("application/x-ndjson")
            try:
                question = json.loads(asked)
            except (ValueError, RecursionError):
                self._send({"answer": {"error": "A question is JSON."}})
                return
            with suppress(OSError):
                self.server.answer(question, self.connection, self._send)

    def _send(self, message: dict[str, Any]) -> None:
        self.wfile.write(json.dumps(message).encode() + b"\n")

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
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal shows the address alone."""
