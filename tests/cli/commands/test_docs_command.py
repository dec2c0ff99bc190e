"""`rookery docs` says where the documentation is, or how to build it."""

import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest
from rookery_docs.wheel import write_wheel
from rookery_tests.command_line import rookery

from rookery.cli.commands import docs


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source of Rookery in whose sub-folder we are; the package was installed from nowhere."""
    folder = tmp_path / "a b"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "conf.py").touch()
    (folder / "pyproject.toml").write_text('[project]\nname = "rookery-cp"\n', encoding="utf-8")
    monkeypatch.chdir(folder / "docs")
    monkeypatch.setattr(docs, "installed_from", lambda: iter(()))
    return folder


def build(source: Path) -> Path:
    page = source / docs.MADE
    page.parent.mkdir(parents=True)
    page.touch()
    return page


def test_pages_that_are_built_are_named(source: Path) -> None:
    page = build(source)
    assert rookery("docs") == (0, f"{page.as_uri()}\n", "")


def test_pages_that_are_not_built_are_to_be_made(source: Path) -> None:
    assert rookery("docs") == (0, f"not built: run `make docs` in {source}\n", "")
    assert rookery("docs", "--open").err.startswith("rookery: the documentation is not built here; run `make docs` in ")


def test_the_folder_that_it_was_installed_from_is_found(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = build(source)
    monkeypatch.chdir(source.parent)
    assert "source distribution of rookery-cp" in rookery("docs").out
    monkeypatch.setattr(docs, "installed_from", lambda: iter([source]))
    assert rookery("docs").out == f"{page.as_uri()}\n"


def test_the_wheel_of_the_pages_opens_them(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made twice with the same bytes, pip takes it, and what only the build needs is not in it."""
    (source / "pyproject.toml").unlink()
    assert rookery("docs").out.startswith("not built: install the wheel rookery-cp-docs, or get ")
    pages = tmp_path / "html"
    for name in ("index.html", "play/play.css", ".doctrees/index.doctree"):
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text("é" * 999, encoding="utf-8")
    wheel = write_wheel(pages, tmp_path / "dist")
    assert wheel.read_bytes() == write_wheel(pages, tmp_path / "again").read_bytes()
    place = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet", "--target", str(place)]
    subprocess.run([*command, str(wheel)], check=True)
    assert {path.name for path in (place / "rookery_cp_docs").rglob("*.*")} == {"index.html", "play.css"}
    monkeypatch.syspath_prepend(place)
    assert rookery("docs") == (0, f"{(place / 'rookery_cp_docs' / 'index.html').as_uri()}\n", "")


@pytest.mark.parametrize("text", ["", "{}", "[]", "{", '{"url": "https://example.org/a.whl"}', '{"url": 3}'])
def test_an_address_that_is_no_folder_is_passed_over(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept:
        def read_text(self, name: str) -> str:
            return text

    monkeypatch.setattr(docs, "distribution", lambda name: Kept())
    assert list(docs.installed_from()) == []


def test_another_project_is_not_ours(source: Path) -> None:
    (source / "pyproject.toml").write_text('name = "other"\n', encoding="utf-8")
    assert list(docs.source_folders()) == []


@pytest.mark.parametrize(
    ("opens", "message"), [(True, ""), (False, "rookery: no browser was found; open the address yourself\n")]
)
def test_a_browser_opens_them(source: Path, monkeypatch: pytest.MonkeyPatch, opens: bool, message: str) -> None:
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return opens

    monkeypatch.setattr(webbrowser, "open", open_page)
    page = build(source)
    assert rookery("docs", "--open") == (0, f"{page.as_uri()}\n", message)
    assert opened == [page.as_uri()]
