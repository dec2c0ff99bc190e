"""The built site, whose folder `ROOKERY_SITE` names: accessible, by axe, and loading nothing from a network."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rookery_docs import play_page
from rookery_tests.chromium import Page, chromium

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = ("index.html", "tutorial/fifteen-minutes.html", "play.html", "reference/families/domination.html",
         "reference/commands/solve.html", "comparison.html", "search.html")  # fmt: skip
DARK = ("index.html", "play.html")


@pytest.fixture(scope="module")
def site() -> Path:
    folder = os.environ.get("ROOKERY_SITE")
    if not folder:
        pytest.skip("no built site: make docs, and ROOKERY_SITE=docs/_build/html")
    return Path(folder).absolute()


@pytest.fixture(scope="module")
def axe(site: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    try:
        play_page.unpack("axe-core", folder)
    except play_page.NotFetched as why:
        pytest.skip(str(why))
    return (folder / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(axe: str) -> Iterator[Any]:
    with chromium() as driver:
        driver.set_script_timeout(300)  # seconds: a machine may be busy
        yield driver


def test_axe_finds_a_fault(browser: Any, axe: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.html").write_text("<html lang='en'><title>A</title><h1>A</h1><img src='a.png'>")
    browser.get((tmp_path / "wrong.html").as_uri())
    assert 'critical image-alt: <img src="a.png">' in Page(browser, tmp_path).list_faults(axe)


@pytest.mark.parametrize(("name", "dark"), [*((name, False) for name in PAGES), *((name, True) for name in DARK)])
def test_page_has_no_faults(browser: Any, axe: str, site: Path, name: str, dark: bool) -> None:
    colours = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "screen", "features": colours})
    browser.get((site / name).as_uri())
    assert Page(browser, site / name).list_faults(axe) == []


LOADED = re.compile(
    r"""<(?!a\b|form\b)\w+\b[^>]*?\s(?:href|src)="(?:https?:)?//|url\(["']?https?:|@import\s+["']?https?:"""
)


def test_pages_load_nothing_from_a_network(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert [page.name for page in pages if LOADED.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "loading", ['<script src="https://a.example/a.js">', '<link rel="b" href="//a.example">', "url(https://a.example)"]
)
def test_loading_from_a_network_is_found(loading: str) -> None:
    assert LOADED.search(loading)
    assert not LOADED.search('<a class="x" href="https://a.example">')
