"""The list of mutants: places in functions that are broken on purpose, and the tests that must notice."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
FILE = ROOT / "tests" / "mutants.toml"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class DoesNotApply(Exception):
    """A mutant that cannot be made; the message names it and says why."""


class Mutant(NamedTuple):
    """One replacement in one function.

    `place` is `file::function`, or `file::Class.method`; `old` stands in that function once. `breaks` says what
    the mutant does, in words; `tests` are arguments of pytest. With `plain` the kernels run as plain Python: seconds,
    where compiling them takes longer. Those that are `short` are tried in each run of `.ci/run`.
    """

    name: str
    breaks: str
    place: str
    old: str
    new: str
    tests: tuple[str, ...]
    plain: bool
    short: bool

    @property
    def file(self) -> str:
        """The file of the function, from the root of the project."""
        return self.place.partition("::")[0]

    def read(self, root: Path = ROOT) -> str:
        """The source that the mutant changes; raises `DoesNotApply` where its file is gone."""
        path = root / self.file
        if not path.is_file():
            raise DoesNotApply(f"{self.name}: there is no file {self.file}")
        return path.read_text(encoding="utf-8")

    def apply(self, source: str) -> str:
        """The source with the replacement made; raises `DoesNotApply` where there is not one place for it."""
        start, end = self._find_function(source)
        function = source[start:end]
        if (times := function.count(self.old)) != 1:
            raise DoesNotApply(f"{self.name}: {self.old!r} stands {times} times in {self.place}, not once")
        if self.old == self.new:
            raise DoesNotApply(f"{self.name}: old and new are the same text")
        return source[:start] + function.replace(self.old, self.new) + source[end:]

    def _find_function(self, source: str) -> tuple[int, int]:
        file, _, function = self.place.partition("::")
        spans = find_functions(source)
        if function not in spans:
            there = ", ".join(spans) or "none"
            raise DoesNotApply(f"{self.name}: {file} has no function {function}; it has {there}")
        return spans[function]


@cache  # some files have dozens of mutants
def find_functions(source: str) -> dict[str, tuple[int, int]]:
    """Each function of a source by its qualified name, decorators included, with where its text begins and ends."""
    found = {}
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for name, node in _walk(ast.parse(source), ""):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        found[name] = (starts[first - 1], starts[node.end_lineno or first])
    return found


def _walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        inner = f"{prefix}{child.name}." if isinstance(child, Function | ast.ClassDef) else prefix
        yield from _walk(child, inner)


def read_mutants(file: Path = FILE) -> list[Mutant]:
    """All mutants, in the order of the list; `tests`, `plain` and `short` of a group hold for each without its own."""
    mutants = []
    for group in tomllib.loads(file.read_text(encoding="utf-8"))["group"]:
        for entry in group["mutant"]:
            shared = {
                "tests": group.get("tests"),
                "plain": group.get("plain", True),
                "short": group.get("short", False),
            }
            fields = {**shared, **entry}
            mutants.append(Mutant(**{**fields, "tests": tuple(fields["tests"])}))
    return mutants
