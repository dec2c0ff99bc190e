"""Measures the house: the rooms of each folder and what they import, and the sizes of functions and files.

    python tools/house.py           prints the figures, and ends with 1 where a limit of `tools/house.toml` is passed
    python tools/house.py --draw    also prints each room with the rooms that it imports, floor by floor

A *room* is a file or a sub-folder of a folder. An *arrow* leads from a room to one that it imports, at whatever depth;
the folder's own `__init__.py` is its door and no room. The *floor* of a room is one above the highest room that it
imports. Rooms that import one another in a circle share a floor, and the arrows among them lead *upward*.
"""

import argparse
import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
PACKAGES = {"models": "rookery.models", "backends": "rookery.backends", "compare": "rookery.compare",
            "src/rookery": "rookery"}  # fmt: skip
Arrows = dict[str, set[str]]


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


def modules() -> dict[str, Path]:
    """Every module of the package, by its dotted name."""
    return {
        ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__"): file
        for folder, package in PACKAGES.items()
        for file in sorted((ROOT / folder).rglob("*.py"))
    }


def imports(file: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a file imports, wherever in the file; imports for types alone count too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module


def folder(path: str, known: dict[str, Path]) -> Folder:
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


def function_lengths(known: dict[str, Path]) -> Iterator[tuple[int, str]]:
    """The lines of each function that are no docstring, comment or blank, and where it stands."""
    for file in known.values():
        lines = file.read_text(encoding="utf-8").splitlines()
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield _length(node, lines), f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    skipped: set[int] = set()
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        skipped = set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    texts = {at: lines[at - 1].strip() for at in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sum(1 for at, text in texts.items() if at not in skipped and text and not text.startswith("#"))


def sizes(known: dict[str, Path]) -> dict[str, int]:
    """The sizes that limits are set for."""
    functions = [length for length, _ in function_lengths(known)]
    files = [len(file.read_text(encoding="utf-8").splitlines()) for file in known.values()]
    return {
        "function median": round(median(functions)),
        "function longest": max(functions),
        "file median": round(median(files)),
        "file longest": max(files),
    }


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


def main() -> int:
    """Print the figures; 1 where a limit is passed."""
    parser = argparse.ArgumentParser(description="Measure rooms, arrows and sizes against the limits of the project.")
    parser.add_argument("--draw", action="store_true", help="print each room with the rooms that it imports")
    options = parser.parse_args()
    limits = tomllib.loads((ROOT / "tools" / "house.toml").read_text(encoding="utf-8"))
    known = modules()
    faults: list[str] = []
    for path, limit in limits["folders"].items():
        each = folder(path, known)
        found = each.figures()
        print(f"{path:<30} " + ", ".join(f"{number} {name}" for name, number in found.items()))
        if options.draw:
            draw(each)
        faults += passed_limits(found, limit, path)
    found = sizes(known)
    print("lines: " + ", ".join(f"{name} {number}" for name, number in found.items()))
    faults += passed_limits(found, limits["lines"], "lines")
    print("\n".join(faults), file=sys.stderr, end="\n" * bool(faults))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
