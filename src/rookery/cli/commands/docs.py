"""`rookery docs`: where the documentation is."""

import json
import webbrowser
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

from rookery.cli.options.option import Command, make_command, option
from rookery.cli.output.terminal import complain, emit
from rookery.core.files import read_text
from rookery.core.plugins import DISTRIBUTION
from rookery.models import BadInput

MADE = Path("docs", "_build", "html", "index.html")
SOURCE = Path("docs", "conf.py")
PAGES = f"{DISTRIBUTION}-docs"  # the distribution of the pages alone


def show_docs(
    opened: Annotated[bool, option("--open", "Also open the first page in a browser.", "")] = False,
) -> None:
    """Print where the documentation is, or how to build it."""
    folders = list(source_folders())
    pages = [*(folder / MADE for folder in folders), *installed_pages()]
    built = next((page for page in pages if page.is_file()), None)
    if built is None:
        if opened:
            raise BadInput(f"the documentation is not built here; {say_how_to_build(folders)}")
        emit(f"not built: {say_how_to_build(folders)}")
        return
    emit(built.as_uri())
    if opened and not webbrowser.open(built.as_uri()):
        complain("rookery: no browser was found; open the address yourself")


def make() -> Command:
    """The command."""
    return make_command(show_docs, "docs", epilog="Example: rookery docs")


def source_folders() -> Iterator[Path]:
    """The possible source folders of Rookery: this folder, those above it, and the one that it was installed from."""
    here = Path.cwd()
    for folder in (here, *here.parents, *installed_from()):
        if (folder / SOURCE).is_file() and _is_ours(folder / "pyproject.toml"):
            yield folder


def installed_pages() -> Iterator[Path]:
    """The first page of the wheel of the pages, if it is installed."""
    try:
        yield Path(str(distribution(PAGES).locate_file(Path(PAGES.replace("-", "_"), "index.html"))))
    except PackageNotFoundError:
        return


def _is_ours(project: Path) -> bool:
    try:
        return f'name = "{DISTRIBUTION}"' in read_text(project, "the declaration of a project")
    except BadInput:
        return False


def installed_from() -> Iterator[Path]:
    """The folder that pip installed the package from, if it was a folder: pip keeps its address (PEP 610)."""
    try:
        kept = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return
    address = urlsplit(str(kept.get("url", "")) if isinstance(kept, dict) else "")
    if address.scheme == "file":
        yield Path(unquote(address.path))


def say_how_to_build(folders: list[Path]) -> str:
    """The command that builds the documentation, in the source if that is on this machine."""
    if folders:
        return f"run `make docs` in {folders[0]}"
    return (
        f"install the wheel {PAGES}, or get the source distribution of {DISTRIBUTION}, which contains it, and run"
        " `make docs` there"
    )
