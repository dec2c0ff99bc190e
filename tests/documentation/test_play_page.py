"""The page to play on in the documentation: built without a network too, and asked by the links of other pages."""

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from rookery_docs import families as pages
from rookery_docs import play_page
from rookery_docs.examples import DOCS
from rookery_docs.pyodide import NotFetched

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
    monkeypatch.setattr(play_page, "write_pyodide", lambda folder: None)
    assert play_page.write_page(tmp_path) == ""
    assert json.loads((tmp_path / "play" / "settings.json").read_text(encoding="utf-8"))["engine"] == "pyodide"


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
