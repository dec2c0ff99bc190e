"""The oracle of the tests against published numbers, and that it shares no code with the toolkit."""

import ast
from itertools import product
from pathlib import Path

import oracle
import pytest
from fuzz.generate import ATOMS, TOKENS
from oracle.case import Case
from oracle.steps import rides
from oracle.trying import orbit_count, truth
from rookery_tests import known_values

import rookery as rk

OWN = {"case", "steps", "ground", "rules", "orbits", "trying"}
OURS = ("oracle", "fuzz", "rookery", "rookery_tests")
PLACED = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K"}
GUARDS = {**PLACED, "chancellor": "RN", "archbishop": "BN", "wazir": "W"}


def case(family: str, n: int, *pieces: str, **more: object) -> Case:
    return Case(family, n, n, pieces, **more)  # type: ignore[arg-type]


def best(asked: Case) -> tuple[int | None, int, int]:
    """The optimum, in how many ways, and in how many up to symmetry."""
    right = truth(asked)
    return right.best, len(right.placements), orbit_count(asked, right.placements)


@pytest.mark.parametrize("name", sorted(OWN))
def test_shares_no_code_with_the_toolkit(name: str) -> None:
    nodes = list(ast.walk(ast.parse((Path(oracle.__file__).parent / f"{name}.py").read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    bare = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "oracle"]
    named = {f"oracle.{alias.name}" for node in bare for alias in node.names}
    ours = {module for module in plain | taken | named if module.split(".")[0] in OURS}
    assert ours <= {"oracle", *(f"oracle.{own}" for own in OWN)}


@pytest.mark.parametrize("name", PLACED)
@pytest.mark.parametrize("n", [3, 4])
def test_places_pieces_in_as_many_ways_as_published(name: str, n: int) -> None:
    rows = known_values.rows(f"{name}.k_nonattacking")
    for k, expected in enumerate(rows.get(n, ())):
        assert best(case("placement", n, PLACED[name], each=(k,)))[1] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n"), [*product(GUARDS, (1, 2, 3)), ("queen", 4), ("knight", 4)])
def test_guards_boards_as_published(name: str, n: int) -> None:
    for word, kind in (("gamma", "plain"), ("independent_domination", "independent"), ("total_domination", "total")):
        found = best(case("domination", n, GUARDS[name], kind=kind))
        for number, ending in zip(found, ("", "_count", "_orbits"), strict=True):
            series = f"{name}.{word}{ending}"
            if series in known_values.series() and n in known_values.values(series):
                assert number == known_values.values(series)[n], series


@pytest.mark.parametrize("n", [1, 2, 3])
def test_families_as_published(n: int) -> None:
    size, _, orbits = best(case("armies", n, "Q", "Q"))
    assert size == known_values.values("peaceable.queens")[n]
    assert orbits == known_values.values("peaceable.queens_orbits16")[n]
    assert best(case("domination", n, "Q", allowed="border"))[0] == known_values.values("queen.border_domination")[n]
    covered = best(case("coverage", n, "Q", each=(n,), goal="fewest"))[0]
    assert covered == n * n - known_values.values("queen.unguarded")[n]
    assert best(case("placement", n, "Q", torus=True, each=(n,)))[1] == known_values.values("queen.toroidal_count")[n]
    assert best(case("domination", n, "Q", torus=True))[0] == known_values.values("queen.toroidal_gamma")[n]
    assert best(case("cheapest", n, "Q", each=(9,)))[0] == 9 * known_values.values("queen.gamma")[n]
    maximal = best(case("placement", n, "Q", each=(None,), kind="maximal"))
    assert maximal[1] == known_values.values("queen.independent_domination_count")[n]
    assert best(case("k-fold", n, "Q", times=1, closed=True))[1] == known_values.values("queen.gamma_count")[n]


@pytest.mark.parametrize("n", [2, 3])
def test_a_pawn_between_queens_as_published(n: int) -> None:
    """OEIS A103330."""
    assert best(case("sighted", n, "Q", each=(n + 1,), pawns=1))[1] == known_values.values("queen.one_pawn")[n]


def test_a_pawn_between_rooks() -> None:
    """On 3x3 the pawn in the middle lets no more than four rooks stand: beside it, two a side of its row and column."""
    assert truth(case("sighted", 3, "R", each=(None,), pawns=1)).best == 4


@pytest.mark.parametrize("kind", TOKENS)
def test_reads_betza_as_the_toolkit_does(kind: str) -> None:
    for token in TOKENS[kind]:
        for atom in ATOMS[kind]:
            for number in ("", "2", "3", "0"):
                text = f"{token}{atom}{number}"
                found = {(*ride.step, ride.reach or 0) for ride in rk.piece(text).rides}
                assert found == rides(text), text


def test_orbits_depend_on_what_is_attacked() -> None:
    """A bishop that is written with two steps of the ferz more is the same bishop on 3x3 (BbF2)."""
    for n in (2, 3):
        written = [best(case("placement", n, piece, each=(None,), kind="maximal")) for piece in ("B", "BbF2")]
        assert written[0] == written[1]
