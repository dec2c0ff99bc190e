"""A problem with its question, as plain data; it is written as JSON and as a command line."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from oracle import case as oracle
from oracle.case import Standing
from oracle.rules import COUNTED

KINDED = ("placement", "domination", "guards")


@dataclass(frozen=True)
class Case(oracle.Case):
    """One problem and what is asked about it; its pieces are Betza strings."""

    pieces: tuple[str, ...]
    backend: str = "backtracking"
    want: str = "one"
    symmetry: bool = False
    limit: int | None = None
    workers: int = 1
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    hint: tuple[Standing, ...] = ()


def dumped(case: Case) -> str:
    """A case as one line of JSON, defaults left out."""
    plain = {f.name: f.default for f in fields(Case)}
    return json.dumps({key: value for key, value in asdict(case).items() if plain[key] != value})


def loaded(text: str) -> Case:
    """The case of a line of JSON."""
    return Case(**{key: _frozen(value) for key, value in json.loads(text).items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def command(case: Case) -> str:
    """The command line that asks the same."""
    return shlex.join(["rookery", "solve", case.family, *_problem(case), *_question(case), "--json"])


def _problem(case: Case) -> Iterator[str]:
    for number, piece in enumerate(case.pieces):
        yield from ("--touching" if case.family == "regions" else "--piece", piece)
        if case.family in COUNTED:
            none = "min" if case.family == "guards" else "max"
            yield from ("--count", none if case.each[number] is None else str(case.each[number]))
        if case.family == "cheapest":
            yield from ("--cost", str(case.each[number]))
    yield from ("--board", f"{case.rows}x{case.columns}{':torus' * case.torus}{f':{case.shape}' * bool(case.shape)}")
    for word, cells in (("hole", case.holes), ("forbid", case.forbidden), ("allow", case.allowed or ())):
        for row, column in cells if isinstance(cells, tuple) else ():
            yield from (f"--{word}", f"{row},{column}")
    yield from ["--allow", "border"] if case.allowed == "border" else []
    yield from _standing(case, "fix", case.fixed)
    yield from _told(case)


def _told(case: Case) -> Iterator[str]:
    """What only some families are told."""
    if case.family in KINDED:
        yield from ("--kind", case.kind)
    if case.family == "coverage":
        yield from ("--kind", case.kind, "--goal", case.goal)
    if case.family == "k-fold":
        yield from ("--times", str(case.times))
    if case.pawns:
        yield from ("--pawns", str(case.pawns))
    if case.size is not None:
        yield from ("--size", str(case.size))
    yield from ["--closed"] * case.closed
    yield from ["--through"] * case.through


def _standing(case: Case, word: str, standing: tuple[Standing, ...]) -> Iterator[str]:
    for row, column, piece in standing:
        yield from (f"--{word}", f"{row},{column}" + (f"={case.pieces[piece]}" if len(case.pieces) > 1 else ""))


def _question(case: Case) -> Iterator[str]:
    yield from ("--backend", case.backend)
    yield from {"one": (), "all": ("--all",), "count": ("--count-solutions",)}[case.want]
    yield from ["--up-to-symmetry"] * case.symmetry
    for word, value, usual in (("limit", case.limit, None), ("workers", case.workers, 1), ("seed", case.seed, 0)):
        if value != usual:
            yield from (f"--{word}", str(value))
    for name, text in case.options:
        yield from ("--option", f"{name}={text}")
    yield from _standing(case, "hint", case.hint)
