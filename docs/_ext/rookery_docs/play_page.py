"""The page to play on, beside the pages of the site: with Python in the browser if that can be fetched."""

import json
import shutil
import sys
from importlib.resources import as_file, files
from pathlib import Path

from rookery.play.settings import list_settings
from rookery_docs.examples import DOCS
from rookery_docs.pyodide import NotFetched, write_pyodide

FOLDER = DOCS / "_made"  # Sphinx copies it as it is: `html_extra_path`
MAX_SIDE = 12
BACKENDS = ("auto", "backtracking", "sat", "textbook")  # these need no library but python-sat


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


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(write_page(Path(sys.argv[1])))
