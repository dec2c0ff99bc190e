"""A distribution whose plug-ins fail at import, in whatever way: it is named in one line, and the rest goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.slow

WAYS = {
    "raises": "raise RuntimeError('at\\nimport')",
    "exits": "import sys; sys.exit(3)",
    "exits_well": "import sys; sys.exit()",
    "panics": "class Panic(BaseException): pass\nraise Panic('no Exception')",
    "misspelt": "def = 3",
    "mute": "class Mute(Exception):\n    def __str__(self): raise self\nraise Mute",
    "undecodable": "raise OSError(2, 'no file', '\\udcff')",
    "lacking": "",
    "asserts": "assert False",
}
TOLD = {
    "raises": "RuntimeError: at import",
    "exits": "SystemExit: 3",
    "exits_well": "SystemExit",
    "panics": "Panic: no Exception",
    "misspelt": "SyntaxError: invalid syntax (misspelt.py, line 2)",
    "mute": "Mute",
    "undecodable": "FileNotFoundError: [Errno 2] no file: '\\udcff'",
    "lacking": "AttributeError: module 'lacking' has no attribute 'GNU'",
    "asserts": "AssertionError",
}
SOLVE = ("solve", "placement", "--board", "4", "--count", "4", "--backend", "backtracking")


class Result(NamedTuple):
    code: int
    out: str
    lines: list[str]


def installed(folder: Path, way: str) -> Path:
    """A distribution with a piece `gnu` and a backend `own`, both in a module that cannot be imported."""
    module = f"print('in the way', flush=True)\n{WAYS[way]}\n"
    (folder / f"{way}.py").write_text(module, encoding="utf-8")
    info = folder / "fairy_dist-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fairy-dist\nVersion: 1.0\n", encoding="utf-8")
    points = f"[rookery.pieces]\ngnu = {way}:GNU\n[rookery.backends]\nown = {way}:GNU\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


def rookery(folder: Path, *words: str) -> Result:
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CONFIG_HOME": str(folder / "none")}
    command = [sys.executable, "-P", "-m", "rookery", *words]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    lines = [line for line in done.stderr.splitlines() if line != "in the way"]
    return Result(done.returncode, done.stdout, lines)


def message(kind: str, name: str, way: str) -> str:
    return f"rookery: {kind} {name} of fairy-dist ({way}:GNU) cannot be loaded: {TOLD[way]}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.part(3)
def test_it_is_named_and_the_rest_goes_on(way: str, tmp_path: Path) -> None:
    installed(tmp_path, way)
    solved = rookery(tmp_path, *SOLVE, "--piece", "queen", "--json")
    assert (solved.code, json.loads(solved.out)["count"]) == (0, 1)
    assert solved.lines == [message("piece", "gnu", way) + "; it is left out"]


@pytest.mark.parametrize("way", ["exits_well", "panics"])
@pytest.mark.full
def test_asked_for_it_is_refused(way: str, tmp_path: Path) -> None:
    installed(tmp_path, way)
    assert rookery(tmp_path, *SOLVE, "--piece", "gnu") == (2, "", [message("piece", "gnu", way)])
    asked = rookery(tmp_path, *SOLVE[:-1], "own", "--piece", "Q")
    assert (asked.code, asked.out) == (2, "")
    assert asked.lines[-1] == message("backend", "own", way)


def test_all_backends_are_all_that_work(tmp_path: Path) -> None:
    installed(tmp_path, "exits")
    listed = rookery(tmp_path, "backends", "--json")
    state = {each["name"]: each["state"] for each in json.loads(listed.out)}
    assert (listed.code, state["own"], state["sat"]) == (0, "broken", "installed")
    planned = rookery(tmp_path, "compare", "placement", "--piece", "rook", "--boards", "3", "--dry-run")
    assert (planned.code, "sat" in planned.out, "own" in planned.out) == (0, True, False)
    assert set(planned.lines) == {message(*what, "exits") + "; it is left out" for what in BOTH}
    refused = rookery(tmp_path, "compare", "placement", "--piece", "rook", "--boards", "3", "--backends", "own,sat")
    assert (refused.code, refused.out, message("backend", "own", "exits") in refused.lines) == (2, "", True)


BOTH = (("piece", "gnu"), ("backend", "own"))


@pytest.mark.full
def test_the_doctor_finds_it(tmp_path: Path) -> None:
    examined = rookery(installed(tmp_path, "panics"), "doctor", "--json")
    broken = [each["message"] for each in json.loads(examined.out)["findings"] if each["state"] == "broken"]
    assert (examined.code, broken) == (1, [message(*what, "panics").removeprefix("rookery: ") for what in BOTH])
