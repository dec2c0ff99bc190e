"""The list of mutants: places where a prune is broken on purpose, and the tests that must notice."""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
FILE = ROOT / "tests" / "mutants.toml"


class Mutant(NamedTuple):
    """One replacement in one source file.

    `breaks` says in words what it does; `tests` are arguments of pytest. With `plain` the kernels run as plain Python:
    a matter of seconds, where compiling them takes longer.
    """

    name: str
    breaks: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    plain: bool

    def applied(self, source: str) -> str | None:
        """The source with the replacement made; None where it can not be made at just one place."""
        return source.replace(self.old, self.new) if source.count(self.old) == 1 and self.old != self.new else None


def mutants(file: Path = FILE) -> list[Mutant]:
    """All mutants, in the order of the list; `tests` and `plain` of a group hold for each of it that has no own."""
    made = []
    for group in tomllib.loads(file.read_text(encoding="utf-8"))["group"]:
        for entry in group["mutant"]:
            each = {"file": group.get("file"), "tests": group.get("tests"), "plain": group.get("plain", True), **entry}
            made.append(Mutant(**{**each, "tests": tuple(each["tests"])}))
    return made
