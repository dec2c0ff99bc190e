"""The page to play on, beside the pages of the site, with Python in the browser: Pyodide, python-sat and Rookery.

`npm` and `pip` fetch the distributions of pyodide.toml, once on a machine. Without a network, the page is built without
Python and says so.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from importlib.metadata import distribution
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rookery.play.settings import list_settings

PINS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("pyodide.toml").read_text(encoding="utf-8"))
MAX_SECONDS = 300  # of a download
MAX_SIDE = 12
BACKENDS = ("auto", "backtracking", "sat", "textbook")  # these need no library but python-sat
LEFT_OUT = ("pysat/examples/", "pysat/allies/", ".data/scripts/", "rookery/cli/", "rookery/compare/", "/RECORD", ".pyc")


class NotFetched(Exception):
    """A distribution that is not here and cannot be fetched: no network, no npm, or not the pinned content."""


def write_page(folder: Path) -> str:
    """Write `play.html` and what it loads; return why Python in the browser is left out, empty if it is there."""
    beside, why = folder / "play", ""
    shutil.rmtree(beside, ignore_errors=True)
    with as_file(files("rookery.play") / "page") as page:
        shutil.copytree(page, beside)
    (beside / "play.html").replace(folder / "play.html")
    try:
        write_python(beside / "pyodide")
    except NotFetched as error:
        why = str(error)
        print(f"play.html is built without Python in the browser: {why}", file=sys.stderr)
    settings = list_settings(MAX_SIDE, BACKENDS) | {"engine": "none" if why else "pyodide"}
    (beside / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return why


def write_python(folder: Path) -> None:
    """Write Pyodide and `site.zip`, an archive of packages, into a new folder; raises `NotFetched`."""
    python, platform = PINS["python-sat"]["python"], PINS["python-sat"]["platform"]
    tags = ["--python-version", python, "--platform", platform, "--abi", f"cp{python.replace('.', '')}"]
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", *tags]
    wheels = [fetch(name, *pip, PINS[name]["spec"], "--dest") for name in ("python-sat", "msgspec")]
    unpack("pyodide", folder)
    content: dict[str, bytes] = {}
    for wheel in map(ZipFile, wheels):
        content |= {name: wheel.read(name) for name in wheel.namelist()}
    for name in ("rookery-cp", "lazy_loader"):
        own = (path for path in distribution(name).files or () if path.parts[0] != "..")
        content |= {str(path): path.read_binary() for path in own}
    with ZipFile(folder / "site.zip", "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(content.items()):
            if not any(part in name for part in LEFT_OUT):
                archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)  # of 1980: it depends on its content alone


def unpack(name: str, folder: Path) -> None:
    """Write the files of a distribution of npm into a folder, which is made; raises `NotFetched`."""
    fetched = fetch(name, "npm", "pack", PINS[name]["spec"], "--pack-destination")
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetched) as packed:
        for file in PINS[name]["files"]:
            (folder / file).write_bytes(packed.extractfile(f"package/{file}").read())  # type: ignore[union-attr]


def fetch(name: str, *command: str) -> Path:
    """Return a pinned distribution from the user's cache, or have the command write it there first."""
    digest = str(PINS[name]["sha256"])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rookery", "downloads")
    kept = cache / digest
    if kept.exists() and hashlib.sha256(kept.read_bytes()).hexdigest() == digest:
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        try:
            subprocess.run([*command, folder], check=True, capture_output=True, timeout=MAX_SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            raise NotFetched(f"{command[0]} fails: {error}".splitlines()[0]) from None
        (found,) = Path(folder).iterdir()
        if hashlib.sha256(found.read_bytes()).hexdigest() != digest:
            raise NotFetched(f"{found.name} is not what pyodide.toml has pinned")
        found.replace(kept)
    return kept
