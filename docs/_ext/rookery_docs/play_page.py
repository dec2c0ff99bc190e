"""The page to play on, beside the pages of the site: with Python in the browser if that can be fetched."""

import json
import os
import shutil
import sys
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rookery.core.words import markup
from rookery.models import Board, Problem
from rookery.models.boards.graph import Graph
from rookery.models.pieces.piece import OWN_PIECES
from rookery.models.problems.registry import family
from rookery.play.settings import list_settings
from rookery_docs.examples import DOCS
from rookery_docs.pyodide import NotFetched, write_pyodide

FOLDER = DOCS / "_made"  # Sphinx copies it as it is: `html_extra_path`
MAX_SIDE = 12
BACKENDS = "auto", "backtracking", "sat", "textbook"  # those that need no library but python-sat


def make() -> None:
    """Write `play.html` and what it loads; without a network the page says that it was built without Python."""
    why = write_page(FOLDER)
    if why:
        print(f"play.html is built without Python in the browser: {why}", file=sys.stderr)


def write_page(folder: Path) -> str:
    """Write the page to a folder, and return why Python in the browser is left out of it; empty if it is there."""
    beside, why = folder / "play", ""
    shutil.rmtree(beside, ignore_errors=True)
    with as_file(files("rookery.play") / "page") as page:
        shutil.copytree(page, beside)
    (beside / "play.html").replace(folder / "play.html")
    try:
        write_pyodide(beside / "pyodide")
    except NotFetched as error:
        why = str(error)
        shutil.rmtree(beside / "pyodide", ignore_errors=True)
    engine = {"engine": "none" if why else "pyodide"}
    (beside / "settings.json").write_text(json.dumps(list_settings(MAX_SIDE, BACKENDS) | engine), encoding="utf-8")
    return why


def write_link(problem: Problem, words: str, page: Path, more: Mapping[str, Any] | None = None) -> str:
    """A link from a page to the page to play on that asks a problem; empty for a ground that is not drawn there.

    `more` is asked too, such as `{"want": "all"}`.
    """
    asked = problem.asked
    if asked is None or isinstance(asked.board, Graph):
        return ""
    known = {each.name: each for each in family(asked.family).parameters}
    options = {name: value for name, value in asked.parameters.items() if value != known[name].default}
    question = {
        "family": asked.family,
        "board": asked.board.size,
        "holes": [list(hole) for hole in getattr(asked.board, "holes", ())] if type(asked.board) is Board else [],
        "pieces": [[piece.name if piece in OWN_PIECES else piece.betza, value] for piece, value in asked.pieces],
        "options": {name: known[name].to_plain(value) for name, value in options.items()},
        "given": [[piece.name, *square] for square, piece in asked.fixed.items()],
        "forbidden": [list(square) for square in asked.forbidden],
        **(more or {}),
    }
    written = json.dumps({name: value for name, value in question.items() if value}, separators=(",", ":"))
    where = os.path.relpath(DOCS / "play.html", page.parent)
    return f'<a href="{where}#q={quote(written, safe="")}">{markup(words)}</a>'


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(write_page(Path(sys.argv[1])))
