"""The page to play on in the documentation: built without a network too."""

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from rookery_docs import play_page
from rookery_docs.pyodide import NotFetched
from rookery_tests.chromium import PlayPage, chromium

from rookery.play.server import page_files

QUEENS = {"family": "placement", "board": "8", "pieces": [["queen", 8]]}
IMPOSSIBLE = QUEENS | {"given": [["queen", 4, 1], ["queen", 5, 3], ["queen", 0, 7]]}
GUARDS = {"family": "domination", "board": "8", "pieces": [["queen", None]]}
STARS = {"family": "regions", "board": "regions:BBBFEC/BBFFCC/BBBBCC/BBBBDD/BBBDDD/ABBDDD", "pieces": [["king", None]]}


def test_without_a_network_the_page_says_that_python_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Path) -> None:
        folder.mkdir()
        raise NotFetched("npm fails: no network")

    monkeypatch.setattr(play_page, "write_pyodide", fail)
    assert play_page.write_page(tmp_path) == "npm fails: no network"
    settings = json.loads((tmp_path / "play" / "settings.json").read_text(encoding="utf-8"))
    assert (settings["engine"], settings["side"]) == ("none", 12)
    assert {path.name for path in tmp_path.rglob("*.*")} == {*page_files(), "settings.json"}
    monkeypatch.setattr(play_page, "write_pyodide", lambda folder: None)
    assert play_page.write_page(tmp_path) == ""
    settings = json.loads((tmp_path / "play" / "settings.json").read_text(encoding="utf-8"))
    assert settings["engine"] == "pyodide"
    assert [name for name, _ in settings["backends"]] == [*play_page.BACKENDS]


class SilentHandler(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.long
@pytest.mark.browser
def test_the_built_page_answers_by_itself(tmp_path: Path) -> None:
    """Eight queens, the fewest guards, a hint and a reason, by Python in the browser, which asks no other address."""
    if why := play_page.write_page(tmp_path):
        pytest.skip(why)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SilentHandler, directory=str(tmp_path))) as served:
        thread = Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        address = f"http://127.0.0.1:{served.server_address[1]}/"
        with chromium() as browser:
            page = PlayPage(browser, f"{address}play.html").open()
            page.press_cell(33, 43)
            assert page.board()[34] == "c4, attacked"
            page.until("document.getElementById('left').textContent")  # Python is there
            assert page.one("#left").text == "Exactly one way is left to complete it."
            assert "Accepted by both referees." in page.answer("ask")
            for question, button, said in (
                (GUARDS, "ask", "5 (optimal)"),
                (STARS, "hint", "Hint"),
                (IMPOSSIBLE, "why", "Why there is none"),
            ):
                page.script(f"(location.hash = {json.dumps('q=' + quote(json.dumps(question)))}, 1)")
                page.until("!document.getElementById('answers').childElementCount")
                assert page.answer(button).startswith(said)
            assert [url for url in page.requests() if not url.startswith((address, "blob:"))] == []
        served.shutdown()
        thread.join()
