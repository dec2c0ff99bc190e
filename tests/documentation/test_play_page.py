"""The page to play on in the documentation: built without a network too, and asked by the links of other pages."""

import json
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest
from rookery_docs import families as pages
from rookery_docs import play_page
from rookery_docs.examples import DOCS
from rookery_docs.pyodide import NotFetched
from rookery_docs.trying import write_links
from rookery_tests.chromium import PlayPage, chromium

from rookery.models.boards.graph import Graph
from rookery.models.problems.registry import families
from rookery.play.questions import read_problem
from rookery.play.server import page_files

EXAMPLES = {name: each for name, each in families().items() if each.example}


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
    monkeypatch.setattr(play_page, "write_pyodide", Path.mkdir)
    assert play_page.write_page(tmp_path) == ""
    settings = json.loads((tmp_path / "play" / "settings.json").read_text(encoding="utf-8"))
    assert settings["engine"] == "pyodide"
    assert [name for name, _ in settings["backends"]] == [*play_page.BACKENDS]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_link_asks_the_problem_of_its_page(name: str) -> None:
    problem = pages.declare(EXAMPLES[name], EXAMPLES[name].example)
    link = play_page.write_link(problem, "Try it", DOCS / "reference" / "families" / "x")
    if isinstance(problem.board, Graph):
        assert link == ""
        return
    head, written = link.removesuffix('">Try it</a>').split("#q=")
    assert head == '<a href="../../play.html'
    asked = read_problem(json.loads(unquote(written)))  # special cases are asked as the problem that they are
    assert (asked.asked, asked.model) == (problem.asked, problem.model)


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("python", "import rookery as rk\nprint(rk.solve(rk.domination('knight', 6)))", [{"board": "6"}]),
        ("ipython3", "p = rk.placement('queen', '7:torus', 7, fixed=['a1'])", [{"given": [["queen", 6, 0]]}]),
        ("sh", "rookery solve placement --piece queen --count 5 --board 5 --all | head\n", [{"want": "all"}]),
        (
            "console",
            "$ rookery solve domination --piece king --board 4\n$ rookery solve domination --piece king --board 5",
            [{"board": "4"}, {"board": "5"}],
        ),
        ("python", "n = 8\nrk.placement('queen', n)", []),
        ("python", "rk.placement('queen', 40)", []),
        ("python", "rk.placement('dragon', 8)", []),
        ("python", "%timeit 3", []),
        ("console", "$ rookery solve graph --graph road.txt\n$ rookery solve placement --board 0\n$ ls", []),
        ("text", "rk.placement('queen', 8)", []),
    ],
)
def test_an_example_links_to_what_it_declares(language: str, text: str, asked: list[dict[str, object]]) -> None:
    html = write_links(language, text, DOCS / "how-to" / "play")
    links = [json.loads(unquote(link)) for link in re.findall(r'"\.\./play\.html#q=([^"]*)"', html)]
    assert len(links) == len(asked)
    for link, expected in zip(links, asked, strict=True):
        assert {name: link[name] for name in expected} == expected
        assert read_problem(link).asked is not None


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
            for title, button, said in (
                ("Five guards", "ask", "5 (optimal)"),
                ("Star battle", "hint", "Hint"),
                ("Impossible", "why", "Why there is none"),
            ):
                link = f"[...document.querySelectorAll('#gallery a')].find(a => a.textContent.includes('{title}'))"
                page.script(f"({link}.click(), 1)")
                page.until("!document.getElementById('answers').childElementCount")
                assert page.answer(button).startswith(said)
            assert [url for url in page.requests() if not url.startswith((address, "blob:"))] == []
        served.shutdown()
        thread.join()
