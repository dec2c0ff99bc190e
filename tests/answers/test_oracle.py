"""The oracle of the tests agrees with published numbers and shares no code with the toolkit."""

import ast
from itertools import product
from pathlib import Path
from typing import Any

import oracle
import pytest
from oracle.case import Case
from oracle.steps import ambiguous, rides
from oracle.trying import orbit_count, truth
from rookery_tests import known_values
from rookery_tests.cases import ATOMS, DIRECTIONS

import rookery as rk

OURS = ("rookery", "rookery_tests")
PLACED = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K"}
GUARDS = {**PLACED, "chancellor": "RN", "archbishop": "BN", "wazir": "W"}


def solve(family: str, n: int, *pieces: str, **more: Any) -> tuple[int | None, int, int]:
    """Return the optimum, in how many ways it is reached, and in how many up to symmetry."""
    case = Case(family, n, n, pieces, **more)
    right = truth(case)
    return right.best, len(right.placements), orbit_count(case, right.placements)


def test_oracle_shares_no_code_with_the_toolkit() -> None:
    for file in Path(oracle.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & set(OURS), file


@pytest.mark.parametrize("name", PLACED)
@pytest.mark.parametrize("n", [3, 4])
def test_oracle_counts_placements_as_published(name: str, n: int) -> None:
    for k, expected in enumerate(known_values.rows(f"{name}.k_nonattacking").get(n, ())):
        assert solve("placement", n, PLACED[name], each=(k,))[1] == expected


@pytest.mark.parametrize(("name", "n"), [*product(GUARDS, (1, 2, 3)), ("queen", 4), ("knight", 4)])
def test_oracle_dominates_as_published(name: str, n: int) -> None:
    kinds = {"gamma": "plain", "independent_domination": "independent", "total_domination": "total"}
    for word, kind in kinds.items():
        found = solve("domination", n, GUARDS[name], kind=kind)
        for number, ending in zip(found, ("", "_count", "_orbits"), strict=True):
            series = f"{name}.{word}{ending}"
            if series in known_values.series() and n in known_values.values(series):
                assert number == known_values.values(series)[n], series


@pytest.mark.parametrize("n", [1, 2, 3])
def test_oracle_answers_families_as_published(n: int) -> None:
    size, _, orbits = solve("armies", n, "Q", "Q")
    assert size == known_values.values("peaceable.queens")[n]
    assert orbits == known_values.values("peaceable.queens_orbits16")[n]
    names = [name for name, series in known_values.tables().items() if name.startswith("queen.") and "values" in series]
    queens = {name.removeprefix("queen."): known_values.values(name) for name in names}
    assert solve("domination", n, "Q", allowed="border")[0] == queens["border_domination"][n]
    assert solve("coverage", n, "Q", each=(n,), goal="fewest")[0] == n * n - queens["unguarded"][n]
    assert solve("placement", n, "Q", torus=True, each=(n,))[1] == queens["toroidal_count"][n]
    assert solve("domination", n, "Q", torus=True)[0] == queens["toroidal_gamma"][n]
    assert solve("guards", n, "Q", each=(None,), costs=(9,))[0] == 9 * queens["gamma"][n]
    maximal = solve("placement", n, "Q", each=(None,), kind="maximal")
    assert maximal[1] == queens["independent_domination_count"][n]
    assert solve("k-fold", n, "Q", times=1, closed=True)[1] == queens["gamma_count"][n]
    if n > 1:
        assert solve("sighted", n, "Q", each=(n + 1,), pawns=1)[1] == queens["one_pawn"][n]


def test_oracle_lets_a_pawn_shield_rooks() -> None:
    """On 3x3 the pawn in the middle lets no more than four rooks stand: two a side of its row and column."""
    assert solve("sighted", 3, "R", each=(None,), pawns=1)[0] == 4


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_oracle_reads_betza_as_the_toolkit_does(kind: str) -> None:
    for parts in product(DIRECTIONS[kind], ATOMS[kind], ("", "2", "3", "0")):
        text = "".join(parts)
        assert {(*ride.step, ride.reach or 0) for ride in rk.piece(text).rides} == rides(text), text
    assert ambiguous("rWW2")
    assert not ambiguous("W2WfN")


def test_orbits_depend_on_what_is_attacked() -> None:
    """A bishop that is written with two steps of the ferz more is the same bishop on 3x3 (BbF2)."""
    for n in (2, 3):
        written = [solve("placement", n, piece, each=(None,), kind="maximal") for piece in ("B", "BbF2")]
        assert written[0] == written[1]
