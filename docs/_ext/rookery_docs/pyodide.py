"""Python for a page: the files of Pyodide, and an archive with python-sat, msgspec and the package installed here.

A page loads `pyodide.mjs` from the folder, and unpacks `site.zip` to the site-packages there. `npm` and `pip` fetch the
distributions of pyodide.toml, once on a machine.

PYTHONPATH=docs/_ext python -P -m rookery_docs.pyodide FOLDER     writes the folder, where there is no page
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PINS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SITE = "site.zip"
MAX_SECONDS = 300
# What no question of a page needs.
LEFT_OUT = (
    "pysat/examples/",
    "pysat/allies/",
    ".data/scripts/",
    "rookery/cli/",
    "rookery/compare/",
    "/RECORD",
    ".pyc",
)


class NotFetched(Exception):
    """A distribution that is not here and cannot be fetched: no network, no npm, or not the pinned content."""


def write_pyodide(folder: Path) -> None:
    """Write Pyodide and `site.zip` into a folder, which is made; raises `NotFetched` if they cannot be fetched."""
    python, platform = PINS["python-sat"]["python"], PINS["python-sat"]["platform"]
    tags = ["--python-version", python, "--platform", platform, "--abi", f"cp{python.replace('.', '')}"]
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", *tags]
    wheels = [_fetch(name, [*pip, PINS[name]["spec"], "--dest"]) for name in ("python-sat", "msgspec")]
    unpack("pyodide", folder)
    files: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as content:
            files |= {name: content.read(name) for name in content.namelist()}
    for name in ("rookery-cp", "lazy_loader"):
        own = (path for path in distribution(name).files or () if path.parts[0] != "..")
        files |= {str(path): path.read_binary() for path in own}
    with ZipFile(folder / SITE, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            if not any(part in name for part in LEFT_OUT):
                archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)  # of 1980: it depends on its content alone


def unpack(name: str, folder: Path) -> None:
    """Write the files of a distribution of npm into a folder, which is made; raises `NotFetched`."""
    fetched = _fetch(name, ["npm", "pack", PINS[name]["spec"], "--pack-destination"])
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetched) as packed:
        for file in PINS[name]["files"]:
            (folder / file).write_bytes(packed.extractfile(f"package/{file}").read())  # type: ignore[union-attr]


def _run(*command: str | Path) -> None:
    """Run a command, and raise `NotFetched` with the last line that it says where it fails."""
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=MAX_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", "") or "").strip().splitlines()
        raise NotFetched(f"{command[0]} fails: {said[-1] if said else error}") from None


def _fetch(name: str, command: Sequence[str]) -> Path:
    """Return a pinned distribution from the user's cache, or have the command write it there first."""
    digest = str(PINS[name]["sha256"])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rookery", "downloads")
    kept = cache / digest
    if kept.exists() and hashlib.sha256(kept.read_bytes()).hexdigest() == digest:
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        _run(*command, folder)
        (found,) = Path(folder).iterdir()
        if hashlib.sha256(found.read_bytes()).hexdigest() != digest:
            raise NotFetched(f"{found.name} is not what pyodide.toml has pinned")
        found.replace(kept)
    return kept


if __name__ == "__main__":
    try:
        write_pyodide(Path(sys.argv[1]))
    except NotFetched as error:
        sys.exit(f"no page: {error}")
