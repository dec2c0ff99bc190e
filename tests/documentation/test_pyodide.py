"""Python in the page to play on: it is pinned, and the page is built without it where there is no network."""

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from rookery_docs import play_page
from rookery_tests.chromium import PlayPage, chromium

from rookery.play.server import PlayServer


def test_page_and_suite_use_one_version_of_python_sat() -> None:
    constraints = Path(__file__).parents[2] / "constraints.txt"
    assert play_page.PINS["python-sat"]["spec"] in constraints.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("command", [["npm-that-is-not-there"], ["false"], ["cp", __file__]])
def test_archive_that_fails_or_differs_from_its_pin_is_refused(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(play_page.NotFetched) as refused:
        play_page.fetch("pyodide", *command)
    assert len(str(refused.value).splitlines()) == 1
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]


def test_page_without_a_network_leaves_python_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path) -> None:
        folder.mkdir()
        raise play_page.NotFetched("npm fails: no network")

    for write, reason, engine in ((fail, "npm fails: no network", "none"), (lambda folder: None, "", "pyodide")):
        monkeypatch.setattr(play_page, "write_python", write)
        assert play_page.write_page(tmp_path) == reason
        settings = json.loads((tmp_path / "play" / "settings.json").read_text(encoding="utf-8"))
        assert settings["engine"] == engine
    with PlayServer(0) as server:
        assert {f"/{path.relative_to(tmp_path).as_posix()}" for path in tmp_path.rglob("*.*")} == server.pages.keys()


class SilentHandler(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.slow
@pytest.mark.browser
def test_built_page_answers_without_a_server(tmp_path: Path) -> None:
    if why := play_page.write_page(tmp_path):
        pytest.skip(why)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SilentHandler, directory=str(tmp_path))) as served:
        thread = Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        address = f"http://127.0.0.1:{served.server_address[1]}/"
        with chromium() as browser:
            page = PlayPage(browser, f"{address}play.html").open()
            page.press_cell(33, 43)
            page.until("document.getElementById('left').textContent")  # Python is there
            assert page.one("#left").text == "Exactly one way is left to complete it."
            assert "Accepted by both referees." in page.answer("ask")
            assert [url for url in page.requests() if not url.startswith((address, "blob:"))] == []
        served.shutdown()
        thread.join()
