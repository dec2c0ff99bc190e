"""The server of the page: it answers its own page alone, limits each question, and leaves no process behind."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from rookery_tests.command_line import rookery

from rookery.compare.server import descendants
from rookery.play.server import PlayServer

EIGHT = {"family": "placement", "board": "8", "pieces": [["queen", 8]]}


@pytest.fixture(scope="module")
def server() -> Iterator[PlayServer]:
    served = PlayServer(0)
    thread = Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield served
    served.shutdown()
    thread.join()
    served.close()


def request(server: PlayServer, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port)
    content = None if body is None else json.dumps(body).encode()
    kind = {} if body is None else {"Content-Type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(connection):
        connection.request("GET" if body is None else "POST", path, content, kind | named)
        response = connection.getresponse()
        return response.status, response.read()


def ask(server: PlayServer, **question: Any) -> dict[str, Any]:
    status, said = request(server, "/answer", question, Origin=f"http://127.0.0.1:{server.port}")
    assert status == 200
    found: dict[str, Any] = json.loads(said.splitlines()[-1])["answer"]
    return found


def test_server_listens_on_this_machine_alone(server: PlayServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_files_of_the_page_are_served(server: PlayServer) -> None:
    assert {"/play.html", "/play/main.js", "/play/play.css", "/play/settings.json"} <= server.pages.keys()
    for address, (_, text) in server.pages.items():
        assert request(server, address) == (200, text)
    settings = json.loads(request(server, "/play/settings.json")[1])
    assert (settings["engine"], settings["side"]) == ("server", 30)
    assert {"cpsat", "sat", "auto"} <= {name for name, _ in settings["backends"]}


def test_other_paths_are_not_served(server: PlayServer) -> None:
    for path in ("/play/../server.py", "/etc/passwd", "/play/play.html", "/play.css", "/play/%2e%2e/x.js"):
        assert request(server, path)[0] == 404, path


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
    ],
    ids=str,
)
def test_other_origins_are_refused(server: PlayServer, headers: dict[str, str]) -> None:
    assert request(server, "/play.html", **headers)[0] == 403
    assert request(server, "/answer", {"do": "words", "problem": EIGHT}, **headers)[0] == 403


def test_question_that_is_no_json_or_too_long_is_refused(server: PlayServer) -> None:
    for wrong in (b"{\xff", b"[" * 200_000):
        with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
            connection.request("POST", "/answer", wrong, {"Content-Type": "application/json"})
            assert json.loads(connection.getresponse().read()) == {"answer": {"error": "A question is JSON."}}
    assert request(server, "/answer", {}, Content_Type="text/plain")[0] == 415
    assert request(server, "/answer", {"do": " " * 300_000})[0] == 413
    assert request(server, "/elsewhere", {})[0] == 404


def test_question_that_takes_too_long_is_ended(server: PlayServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(server, do="words", problem=EIGHT)  # a process is there
    monkeypatch.setattr(server, "seconds", 0.05)
    hard = EIGHT | {"board": "14", "pieces": [["queen", 14]]}
    assert "Stopped" in ask(server, do="solve", problem=hard, want="count", backend="textbook")["error"]
    monkeypatch.undo()
    assert ask(server, do="words", problem=EIGHT)["title"] == "8 queens on an 8x8 board"


def test_process_that_dies_is_replaced(server: PlayServer) -> None:
    """A library may abort it where memory ends, in place of an exception."""
    ask(server, do="words", problem=EIGHT)
    for answerer in server._idle:
        process = answerer._worker._process
        assert process is not None
        process.popen.kill()
        process.popen.wait()
    for _ in server._idle[:]:
        assert "more memory than there is" in ask(server, do="words", problem=EIGHT)["error"]
    assert ask(server, do="words", problem=EIGHT)["title"] == "8 queens on an 8x8 board"


def test_page_that_leaves_ends_its_question(server: PlayServer) -> None:
    ask(server, do="words", problem=EIGHT)
    before = {answerer._worker._process for answerer in server._idle}
    hard = EIGHT | {"board": "16", "pieces": [["queen", 16]]}
    body = json.dumps({"do": "solve", "problem": hard, "want": "count", "backend": "textbook"}).encode()
    with socket.create_connection(("127.0.0.1", server.port)) as caller:
        head = f"POST /answer HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
        caller.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert caller.recv(12) == b"HTTP/1.0 200"
    for process in before:
        assert process is not None
        assert process.popen.wait(300) == -signal.SIGKILL


def test_ctrl_c_ends_the_command_and_its_processes() -> None:
    command = [sys.executable, "-P", "-m", "rookery", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        assert process.stderr is not None
        said = process.stderr.readline()
        children = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert said == "Ctrl-C ends it; only this machine can reach it\n"
    assert (process.returncode, out, err) == (0, "", "")
    assert not any(Path(f"/proc/{child}").exists() for child in children)


def test_port_in_use_is_refused(server: PlayServer) -> None:
    ended = rookery("play", "--no-browser", "--port", str(server.port))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"rookery: --port {server.port} ")
