"""Links, pipes, devices and folders in each place of a file that a command opens: nothing is harmed, nothing hangs.

`python -m fuzz.places [--seconds S] [--seed N]` tries them in the order of the seed, until the time is over or all are.
"""

import argparse
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired, run
from time import monotonic

from rookery_tests.command_line import Result, rookery

PRECIOUS = b"no file of ours\n"
PATIENCE = 120.0
QUEENS = ("solve", "placement", "--piece", "queen", "--board", "4")


def _bind(place: Path, _: Path) -> None:
    with chdir(place.parent), socket.socket(socket.AF_UNIX) as made:  # the name of a socket has at most 108 bytes
        made.bind(place.name)


KINDS: Mapping[str, Callable[[Path, Path], None]] = {
    "link": lambda place, home: place.symlink_to(home / "precious"),
    "dangling link": lambda place, home: place.symlink_to(home / "absent"),
    "link to a folder": lambda place, home: place.symlink_to(home),
    "link to itself": lambda place, _: place.symlink_to(place.name),
    "device": lambda place, _: place.symlink_to("/dev/zero"),
    "second name": lambda place, home: place.hardlink_to(home / "precious"),
    "pipe": lambda place, _: os.mkfifo(place),
    "socket": _bind,
    "folder": lambda place, _: place.mkdir(),
}
CAMPAIGN = (
    "campaign.json",
    "campaign.toml",
    "runs.sqlite",
    "runs.sqlite-wal",
    "runs.sqlite-shm",
    "runs.sqlite-journal",
    "runs.lock",
)
REPORTS = ("report.html",)
NEW = tuple(f"{name}.new" for name in ("campaign.json", "report.html", "kept", "out.cert"))
READ = (
    "graph.gr",
    "pieces.toml",
    "board.txt",
    "fixed.txt",
    "hint.txt",
    "model.cnf",
    "model.opb",
    "q.cert",
    "asked.toml",
)
# Commands, each run in a folder that holds a campaign, a checkpoint and what readers take, with the places they open.
SCENES: Sequence[tuple[Sequence[str], Sequence[str]]] = (
    (("compare", "."), (*CAMPAIGN, *REPORTS, *NEW)),
    (("compare", ".", "--fresh"), (*CAMPAIGN, *REPORTS)),
    (("report", "."), (*CAMPAIGN, *REPORTS)),
    (("report", ".", "--export", "out.csv", "--html", "out.html"), (*CAMPAIGN, "out.csv", "out.html")),
    (("report", ".", "--export", "out.jsonl"), ("out.jsonl",)),
    (("compare", "asked.toml", "--dry-run"), ("asked.toml",)),
    ((*QUEENS, "--checkpoint", "kept"), ("kept", "kept.lock", "kept.new")),
    ((*QUEENS, "--resume", "there"), ("there", "there.lock", "there.new")),
    ((*QUEENS, "--proof", "out.cert"), ("out.cert", "out.cert.new")),
    ((*QUEENS, "--svg", "out.svg"), ("out.svg",)),
    ((*QUEENS, "--fixed-file", "fixed.txt"), ("fixed.txt",)),
    ((*QUEENS, "--hint-file", "hint.txt", "--backend", "sat"), ("hint.txt",)),
    ((*QUEENS, "--pieces", "pieces.toml"), ("pieces.toml",)),
    (("solve", "placement", "--piece", "queen", "--board-file", "board.txt"), ("board.txt",)),
    (("solve", "domination", "--graph", "graph.gr"), ("graph.gr",)),
    (("check", *QUEENS[1:], "--placement", "hint.txt"), ("hint.txt",)),
    (("solve", "model", "model.cnf"), ("model.cnf",)),
    (("solve", "model", "model.opb"), ("model.opb",)),
    (("verify", "q.cert"), ("q.cert",)),
    (("pieces", "check", "pieces.toml"), ("pieces.toml",)),
    (("export", *QUEENS[1:], "--format", "opb", "--out", "out.opb"), ("out.opb",)),
)
WAITING = (".svg", ".opb", ".html")  # what a user names may be a pipe that somebody reads


@dataclass(frozen=True)
class Place:
    """A command with something in the place of one of its files."""

    command: Sequence[str]
    name: str
    kind: str

    def __str__(self) -> str:
        return f"rookery {' '.join(self.command)}, {self.name}: a {self.kind}"


def places() -> list[Place]:
    """Every command with everything in every place."""
    found = [Place(command, *each) for command, names in SCENES for each in product(names, KINDS)]
    return [each for each in found if not (each.kind == "pipe" and each.name.startswith("out.") and _may_wait(each))]


def _may_wait(place: Place) -> bool:
    return Path(place.name).suffix in WAITING


def furnish(folder: Path) -> None:
    """Fill a folder with what the commands read."""
    (folder / "graph.gr").write_text("p tw 3 2\n1 2\n2 3\n")
    (folder / "pieces.toml").write_text('gnu = "NC"\n')
    for name in ("board.txt", "hint.txt"):
        (folder / name).write_text(". Q . .\n. . . Q\nQ . . .\n. . Q .\n" if name == "hint.txt" else "....\n" * 4)
    (folder / "fixed.txt").write_text("1\n0 1\n")
    (folder / "model.cnf").write_text("p cnf 2 1\n1 -2 0\n")
    (folder / "model.opb").write_text("+1 x1 +1 x2 >= 1 ;\n")
    asked = 'name = "c"\nbackends = ["backtracking"]\n[[problems]]\nfamily = "placement"\npieces = ["queen"]\n'
    (folder / "asked.toml").write_text(asked + 'boards = "4"\ncount = "n"\n')
    with chdir(folder):
        for command in (("compare", "asked.toml", "--out", "."), (*QUEENS, "--checkpoint", "there")):
            assert rookery(*command).code == 0, command
        assert rookery(*QUEENS, "--proof", "q.cert").code == 0


def judge(place: Place, template: Path, called: Callable[..., Result] = rookery) -> str:
    """What is wrong with how a command ends; empty where nothing is."""
    with tempfile.TemporaryDirectory(prefix="rookery-places-") as made:
        folder, home = Path(made, "foreign"), Path(made, "home")
        shutil.copytree(template, folder)
        home.mkdir()
        (home / "precious").write_bytes(PRECIOUS)
        spot = folder / place.name
        if spot.is_dir():
            shutil.rmtree(spot)
        spot.unlink(missing_ok=True)
        KINDS[place.kind](spot, home)
        with chdir(folder):
            ended = called(*place.command)
        if sorted(os.listdir(home)) != ["precious"] or (home / "precious").read_bytes() != PRECIOUS:
            return f"harm: {sorted(os.listdir(home))}, {(home / 'precious').read_bytes()[:80]!r}"
        left = [each for each in os.listdir(folder) if each.startswith(".")]
        if left:
            return f"left behind: {left}"
    if ended.code not in (0, 2) or "bug" in ended.err or "Traceback" in ended.err:
        return f"exit {ended.code}: {ended.err.strip()[-300:]}"
    return "" if ended.code == 0 or len(ended.err.splitlines()) < 4 else f"more than a line: {ended.err}"


def apart(*arguments: str) -> Result:
    """Call the command in a process of its own, which may hang."""
    command = [sys.executable, "-P", "-m", "rookery", *arguments]
    try:
        ended = run(command, capture_output=True, text=True, timeout=PATIENCE, stdin=-3, errors="replace")
    except TimeoutExpired:
        return Result(-1, "", f"no end within {PATIENCE:g} s")
    return Result(ended.returncode, ended.stdout, ended.stderr)


def main() -> int:
    """Try the places; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="fuzz.places", description="Links, pipes and devices in place of files.")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found, tried = 0, 0
    with tempfile.TemporaryDirectory(prefix="rookery-places-") as template:
        furnish(Path(template))
        for place in _until(options.seconds, shuffled(options.seed)):
            tried += 1
            wrong = judge(place, Path(template), apart)
            if wrong:
                found += 1
                print(f"{place}: {wrong}", flush=True)
    print(f"seed {options.seed}: {tried} of {len(places())} places tried, {found or 'nothing'} wrong")
    return int(bool(found))


def shuffled(seed: int) -> list[Place]:
    """All places in the order of a seed."""
    return Random(seed).sample(places(), len(places()))


def _until(seconds: float, every: Sequence[Place]) -> Iterator[Place]:
    start = monotonic()
    for place in every:
        if monotonic() - start > seconds:
            return
        yield place


if __name__ == "__main__":
    sys.exit(main())
