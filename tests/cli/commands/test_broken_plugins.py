"""A distribution whose plug-ins fail at import: it is named in one line, and everything else goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path

# The module of a plug-in, and what is said of it.
WAYS = {
    "raises": ("raise RuntimeError('at\\nimport')", "RuntimeError: at import"),
    "exits": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "panics": ("class Panic(BaseException): pass\nraise Panic('no Exception')", "Panic: no Exception"),
    "misspelt": ("def = 3", "SyntaxError"),
    "mute": ("class Mute(Exception):\n    def __str__(self): raise self\nraise Mute", "Mute"),
    "lacking": ("", "AttributeError"),
}
SOLVE = ("solve", "placement", "--board", "4", "--count", "4", "--backend", "backtracking")


def install(folder: Path, ways: tuple[str, ...]) -> None:
    """Make a distribution with a piece and a backend in each of some modules."""
    for way in ways:
        (folder / f"{way}.py").write_text(f"print('in the way', flush=True)\n{WAYS[way][0]}\n", encoding="utf-8")
    info = folder / "fairy_dist-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fairy-dist\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"[rookery.{kind}]\n" + "".join(f"{way} = {way}:GNU\n" for way in ways)
                     for kind in ("pieces", "backends"))  # fmt: skip
    (info / "entry_points.txt").write_text(points, encoding="utf-8")


def call(folder: Path, *words: str) -> tuple[int, str, list[str]]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CONFIG_HOME": str(folder / "none")}
    command = [sys.executable, "-P", "-m", "rookery", *words]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if line != "in the way"]
    return done.returncode, done.stdout, lines


def test_broken_plugin_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    install(tmp_path, tuple(WAYS))
    code, out, lines = call(tmp_path, *SOLVE, "--piece", "queen", "--json")
    assert (code, json.loads(out)["count"], len(lines)) == (0, 1, len(WAYS))
    for way, (_, reason) in WAYS.items():
        (line,) = [line for line in lines if line.startswith(f"rookery: piece {way} of fairy-dist ({way}:GNU)")]
        assert reason in line
        assert line.endswith("; it is left out")


def test_broken_piece_and_backend_are_refused_when_asked_for(tmp_path: Path) -> None:
    install(tmp_path, ("panics",))
    for words in ((*SOLVE, "--piece", "panics"), (*SOLVE[:-1], "panics", "--piece", "Q")):
        code, out, lines = call(tmp_path, *words)
        assert (code, out) == (2, "")
        assert "Panic" in lines[-1]


def test_broken_backend_is_listed_and_not_compared(tmp_path: Path) -> None:
    install(tmp_path, ("exits",))
    code, out, _ = call(tmp_path, "backends", "--json")
    state = {each["name"]: each["state"] for each in json.loads(out)}
    assert (code, state["exits"], state["sat"]) == (0, "broken", "installed")
    assert "SystemExit: 3" in call(tmp_path, "backends")[1]
    code, out, lines = call(tmp_path, "compare", "placement", "--piece", "rook", "--board", "3", "--dry-run")
    assert (code, "sat" in out, "exits" in out, len(lines)) == (0, True, False, 2)
