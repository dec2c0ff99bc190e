"""The Sphinx extension that writes the generated pages before Sphinx looks for pages: reference, records, play page.

PYTHONPATH=docs/_ext python -P -m rookery_docs.making     writes them without making the site
"""

import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import rmtree
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

from rookery_docs import backends, commands, families, files, pieces, play_page, python_face, records
from rookery_docs.call_tables import write_signature
from rookery_docs.examples import DOCS, fingerprint, installed
from rookery_docs.links import copy_house
from rookery_docs.markdown import contents, join, title, write

REFERENCE = DOCS / "reference"
MADE = REFERENCE / ".made"
# What writes the pages of each part of the reference, in the order of its contents; each gives the names of its pages.
PARTS: tuple[Callable[[], Iterable[str]], ...] = (
    commands.make,
    python_face.make,
    families.make,
    pieces.make,
    backends.make,
    files.make,
)


def make() -> None:
    """Write all generated pages, unless those are there and neither the package nor what writes them has changed."""
    copy_house()
    made_from = installed() + fingerprint([*sorted(Path(__file__).parent.glob("*.py")), records.VALUES])
    if MADE.exists() and MADE.read_text(encoding="utf-8") == made_from:
        return
    rmtree(REFERENCE, ignore_errors=True)  # also the page of what is gone by now
    records.make()
    play_page.make()
    names = [name for part in PARTS for name in part()]
    text = "All of these pages are written from the code when the site is made: docstrings, declarations and options."
    write(REFERENCE / "index.md", join(title("Reference"), f"{text}\n", contents(names)))
    write(MADE, made_from)


def _make(app: Sphinx, config: Config) -> None:
    make()


def _skip(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Leave out members that are Python's own, such as a default value that is a method of text."""
    return True if inspect.isbuiltin(member) or inspect.ismethoddescriptor(member) else None


def _write_signature(app: Sphinx, what: str, name: str, found: Any, options: Any, *signature: str | None) -> Any:
    """Write a signature without types, which the text says; a default that a dataclass makes is `...`."""
    given, returned = signature
    return given and (write_signature(given.replace("<factory>", "..."), inspect.unwrap(found)), returned)


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages first of all."""
    app.connect("config-inited", _make)
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-signature", _write_signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    sys.exit(make())
