"""Measures the house: rooms and what they import, the sizes of functions and files, and names that say too little.

    python tools/house.py           prints the figures, and ends with 1 where a limit of `tools/house.toml` is passed
    python tools/house.py --draw    also prints each room with the rooms that it imports, floor by floor
    python tools/house.py --guard   compares the limits with those before: one that rises needs a line in
                                    `docs/decisions.md` that says what was gained: - Limit `models arrows` 25 -> 26: ...

A *room* is a file or a sub-folder of a folder. An *arrow* leads from a room to one that it imports, at whatever depth;
the folder's own `__init__.py` is its door and no room. The *floor* of a room is one above the highest room that it
imports. Rooms that import one another in a circle share a floor, and the arrows among them lead *upward*: in no folder
of the package is there such an arrow, but where `tools/house.toml` grants some until they are mended.
"""

import argparse
import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGES = {"core": "rookery.core", "models": "rookery.models", "certificates": "rookery.certificates",
            "backends": "rookery.backends", "compare": "rookery.compare",
            "src/rookery": "rookery"}  # fmt: skip
Arrows = dict[str, set[str]]
Known = dict[str, Path]
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Participles that do not end in -ed, but for those that are nouns or verbs as well; and what ends in -ed and is none.
IRREGULAR = re.compile(
    "begun|broken|brought|built|chosen|done|drawn|found|given|gone|heard|held|hidden|kept|laid|lost|made|met|said|seen"
    "|sent|shown|shrunk|sunk|taken|thrown|told|torn|understood|won|worn|written"
)
NO_PARTICIPLE = re.compile("embed|exceed|feed|need|proceed|seed|speed|.?ed")


@dataclass(frozen=True)
class Folder:
    """A folder with its rooms, and the arrows between them."""

    path: str
    arrows: Arrows

    @property
    def circles(self) -> list[set[str]]:
        """The groups of rooms that reach one another."""
        reach = {room: _reached(room, self.arrows) for room in self.arrows}
        groups = {frozenset(other for other in reach[room] if room in reach[other]) for room in self.arrows}
        return [set(group) for group in groups if group]

    @property
    def floors(self) -> dict[str, int]:
        """The floor of each room, from 1 for those that import none of the others."""
        circle = {room: min(group) for group in self.circles for room in group}
        floors: dict[str, int] = {}

        def floor(room: str, above: frozenset[str]) -> int:
            same = circle.get(room, room)
            members = {other for other in self.arrows if circle.get(other, other) == same}
            below = {to for member in members for to in self.arrows[member]} - members
            return 1 + max((floors.get(to) or floor(to, above | members) for to in below - above), default=0)

        for room in self.arrows:
            floors[room] = floor(room, frozenset())
        return floors

    def figures(self) -> dict[str, int]:
        """The figures that limits are set for."""
        upward = sum(len(self.arrows[room] & group) for group in self.circles for room in group)
        return {
            "rooms": len(self.arrows),
            "floors": max(self.floors.values(), default=0),
            "arrows": sum(map(len, self.arrows.values())),
            "upward": upward,
        }


def _reached(room: str, arrows: Arrows) -> set[str]:
    found: set[str] = set()
    todo = list(arrows[room])
    while todo:
        if (each := todo.pop()) not in found:
            found.add(each)
            todo += arrows[each]
    return found


def modules(root: Path = ROOT) -> Known:
    """Every module of the package, by its dotted name."""
    return {
        ".".join([package, *file.relative_to(root / folder).with_suffix("").parts]).removesuffix(".__init__"): file
        for folder, package in PACKAGES.items()
        for file in sorted((root / folder).rglob("*.py"))
        if "build" not in file.relative_to(root).parts
    }


def folders(root: Path = ROOT) -> Iterator[str]:
    """Every folder of the package, from the root of the project, that holds modules."""
    for top in PACKAGES:
        for door in sorted((root / top).rglob("__init__.py")):
            yield door.parent.relative_to(root).as_posix()


@cache
def list_nodes(text: str) -> list[ast.AST]:
    """The nodes of a source text that are measured here; seven measures read each file, which is parsed once."""
    measured = Function | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Expr | ast.Name | ast.Attribute
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, measured)]


def imports(file: Path, known: Known) -> Iterator[str]:
    """The modules of the package that a file imports, wherever in the file; imports for types alone count too."""
    for node in list_nodes(file.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module


def folder(path: str, known: Known) -> Folder:
    """The rooms of a folder and the arrows between them."""
    root, package = next((r, p) for r, p in PACKAGES.items() if path == r or path.startswith(f"{r}/"))
    prefix = ".".join([package, *path.removeprefix(root).strip("/").split("/")]).strip(".")
    arrows: Arrows = {}
    for name, file in known.items():
        if (room := _room(name, prefix)) is None or room == "__main__":
            continue
        targets = {_room(target, prefix) for target in imports(file, known)}
        arrows.setdefault(room, set()).update(target for target in targets if target and target != room)
    return Folder(path, {room: {to for to in targets if to in arrows} for room, targets in arrows.items()})


def _room(name: str, prefix: str) -> str | None:
    inside = name.removeprefix(f"{prefix}.")
    return inside.partition(".")[0] if inside != name else None


def function_lengths(known: Known) -> Iterator[int]:
    """The lines of each function that are no docstring, comment or blank."""
    for file in known.values():
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in list_nodes(text):
            if isinstance(node, Function):
                yield _length(node, lines)


def _length(node: Function, lines: list[str]) -> int:
    skipped: set[int] = set()
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        skipped = set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    texts = {at: lines[at - 1].strip() for at in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sum(1 for at, text in texts.items() if at not in skipped and text and not text.startswith("#"))


def count_lines(text: str) -> tuple[int, int]:
    """The lines of code, without docstrings, comments and blank lines; and those of them that import."""
    lines = text.splitlines()
    silent, importing = set[int](), set[int]()
    for node in list_nodes(text):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            silent.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            importing.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    stripped = ((at, line.strip()) for at, line in enumerate(lines, start=1))
    code = sum(1 for at, line in stripped if line and not line.startswith("#") and at not in silent)
    return code, len(importing)


def share_used_once(texts: list[str]) -> int:
    """How many of 100 private functions are named at one place only besides their definition."""
    uses = []
    for text in texts:
        nodes = list_nodes(text)
        private = {n.name for n in nodes if isinstance(n, Function) and re.match("_[a-z]", n.name)}
        named = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in nodes
            if isinstance(node, ast.Name | ast.Attribute)
        )
        uses += [named[name] for name in private]
    return round(100 * sum(use == 1 for use in uses) / max(1, len(uses)))


def sizes(known: Known, root: Path) -> dict[str, int]:
    """The sizes that limits are set for."""
    functions = list(function_lengths(known))
    texts = [file.read_text(encoding="utf-8") for file in known.values()]
    files = [len(text.splitlines()) for text in texts]
    code, importing = map(sum, zip(*map(count_lines, texts), strict=True))
    tests = (file.read_text(encoding="utf-8") for file in (root / "tests").rglob("*.py"))
    return {
        "function median": round(median(functions)),
        "function longest": max(functions),
        "file median": round(median(files)),
        "file longest": max(files),
        "files": len(files),
        "source": sum(files),
        "tests": sum(len(text.splitlines()) for text in tests),
        "imports for 100 of code": round(100 * importing / code),
        "private functions used once, of 100": share_used_once(texts),
    }


def count_names(known: Known) -> dict[str, int]:
    """How many functions are called by a participle that does not say of what, and how many classes share a name."""
    homes: Counter[str] = Counter()
    participles = 0
    for file in known.values():
        for node in list_nodes(file.read_text(encoding="utf-8")):
            if isinstance(node, ast.ClassDef):
                homes[node.name] += 1
            elif isinstance(node, Function):
                participles += is_participle(node.name) and not _is_property(node)
    return {"bare participles": participles, "classes with two homes": sum(many > 1 for many in homes.values())}


def is_participle(name: str) -> bool:
    """Whether the name of a function is one past participle and nothing else."""
    word = name.strip("_")
    regular = word.endswith("ed") and not NO_PARTICIPLE.fullmatch(word)
    return "_" not in word and (regular or IRREGULAR.fullmatch(word) is not None)


def _is_property(node: Function) -> bool:
    """Whether it is read as a value, for which an adjective is a good name."""
    return any(ast.unparse(decorator).endswith("property") for decorator in node.decorator_list)


def passed_limits(found: dict[str, int], limits: dict[str, int], what: str) -> Iterator[str]:
    """What is above its limit, in words."""
    for name, limit in limits.items():
        if found[name] > limit:
            yield f"{what}: {name} {found[name]}, at most {limit}"


def draw(each: Folder) -> None:
    """Print the rooms of a folder from the top floor down, each with what it imports."""
    floors = each.floors
    for room in sorted(each.arrows, key=lambda room: (-floors[room], room)):
        print(f"    {floors[room]}  {room:<22} {' '.join(sorted(each.arrows[room]))}")


def measure_folders(root: Path, known: Known, limits: dict[str, dict[str, int]], drawn: bool) -> Iterator[str]:
    """Print the figures of each folder that has limits; what is above them, or upward in any folder, in words."""
    for path in sorted({*folders(root), *limits}):
        each = folder(path, known)
        figures = each.figures()
        if path in limits:
            print(f"{path:<30} " + ", ".join(f"{number} {name}" for name, number in figures.items()))
            if drawn:
                draw(each)
        yield from passed_limits(figures, {"upward": 0, **limits.get(path, {})}, path)


def flatten(limits: dict[str, Any], above: str = "") -> dict[str, int]:
    """Limits by their names: `models arrows`, `function longest`."""
    flat: dict[str, int] = {}
    for name, value in limits.items():
        flat |= flatten(value, f"{above}{name} ") if isinstance(value, dict) else {f"{above}{name}": value}
    return {name.removeprefix("folders ").removeprefix("lines ").removeprefix("names "): n for name, n in flat.items()}


def list_rises(before: str, after: str, decisions: str) -> Iterator[str]:
    """The limits that rose from one text of `house.toml` to a later one without a line in the decisions."""
    old, new = flatten(tomllib.loads(before)), flatten(tomllib.loads(after))
    for name in sorted(set(old) & set(new)):
        if new[name] > old[name] and f"Limit `{name}` {old[name]} -> {new[name]}:" not in decisions:
            yield f"the limit `{name}` rose from {old[name]} to {new[name]} without a line in docs/decisions.md"


def guard(root: Path) -> list[str]:
    """The limits that rose without a reason since the last tag; without a tag, since the guard began."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    tag = git("describe", "--tags", "--abbrev=0")
    since = [f"{tag}..HEAD"] if tag else []
    commits = git("log", "--reverse", "--format=%H", *since, "--", "tools/house.toml").split()
    texts = [git("show", f"{commit}:tools/house.toml") for commit in ([tag] if tag else []) + commits]
    texts = [text for text in texts if "[guard]" in text]
    texts.append((root / "tools" / "house.toml").read_text(encoding="utf-8"))
    decisions = (root / "docs" / "decisions.md").read_text(encoding="utf-8")
    return [rise for before, after in pairwise(texts) for rise in list_rises(before, after, decisions)]


def main() -> int:
    """Print the figures; 1 where a limit is passed."""
    parser = argparse.ArgumentParser(description="Measure rooms, arrows, sizes and names against the project's limits.")
    parser.add_argument("--draw", action="store_true", help="print each room with the rooms that it imports")
    parser.add_argument(
        "--guard", action="store_true", help="refuse limits that rose without a reason in the decisions"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the project to measure; default: this one")
    options = parser.parse_args()
    limits = tomllib.loads((options.root / "tools" / "house.toml").read_text(encoding="utf-8"))
    known = modules(options.root)
    faults = list(measure_folders(options.root, known, limits["folders"], options.draw))
    for what, figures in (("lines", sizes(known, options.root)), ("names", count_names(known))):
        print(f"{what}: " + ", ".join(f"{name} {number}" for name, number in figures.items()))
        faults += passed_limits(figures, limits[what], what)
    faults += guard(options.root) if options.guard else []
    print("\n".join(faults), file=sys.stderr, end="\n" * bool(faults))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
