"""Certificates of answers: what they claim, how small they are, and that no file proves a false claim."""

import gzip
import json
import re
import tracemalloc
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rookery_tests.plain_checker import require_plainly

import rookery as rk
from rookery import domination, placement
from rookery.backends import Want
from rookery.backends.certifying import Uncertified, certify_claim, lrat
from rookery.backends.solvers.sat import proving
from rookery.certificates import Certificate, Claim, Lrat, NoCertificate, Packing, Refused, Tree, verify
from rookery.models import Board, Piece, Problem, Ride, Step
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK

FIVE = domination(QUEEN, Board(5))


@pytest.fixture(scope="module")
def five() -> Certificate:
    return rk.certify(FIVE, want="count", up_to_symmetry=True)


# Queens on 5x5: gamma is 3 (OEIS A075458), by 186 sets, 37 of them up to symmetry (A002563, A002567); 4 queens on 4x4:
# 2 ways (A000170).
WANTS = [
    (FIVE, "one", False, "Domination by queens on a 5x5 board: 3 is the fewest"),
    (FIVE, "count", False, "3 is the fewest; there are exactly 186 optimal solutions"),
    (FIVE, "all", True, "3 is the fewest; there are exactly 186 optimal solutions, 37 up to symmetry"),
    (placement(QUEEN, Board(4), 4), "one", False, "there is a solution"),
    (placement(QUEEN, Board(4), 4), "count", True, "there are exactly 2 solutions, 1 up to symmetry"),
    (placement(QUEEN, Board(3), 3), "all", True, "there is no solution"),
    (domination(ROOK, Board(1)), "all", True, "1 is the fewest; there is exactly 1 optimal solution, 1 up to symmetry"),
]


@pytest.mark.parametrize(("problem", "want", "up_to_symmetry", "said"), WANTS)
def test_answer_is_certified(problem: Problem, want: str, up_to_symmetry: bool, said: str) -> None:
    certificate = rk.certify(problem, want=Want(want), up_to_symmetry=up_to_symmetry)
    read = Certificate.from_bytes(certificate.to_bytes())
    assert read.to_bytes() == certificate.to_bytes()
    found = verify(read, problem)
    assert found.verified, found.reason
    assert said in found.claim
    for name in re.findall(r"rookery[.\w]+", " ".join(found.trusts)):
        import_module(name)
    require_plainly(read)
    assert not verify(read, domination(QUEEN, Board(7))).verified


FALSE: list[dict[str, Any]] = [
    {"count": 185},
    {"count": 187},
    {"orbits": 36},
    {"orbits": 38},
    {"orbits": None, "count": 37},
    {"objective": 2},
    {"objective": 4},
    {"objective": None},
    {"count": None, "orbits": None},
    {"count": 0, "orbits": None, "objective": None},
    {"want": "one"},
    {"want": "all"},
    {"orbits": 0},
    {"orbits": 187},
]


@pytest.mark.parametrize("change", FALSE, ids=str)
def test_another_claim_is_refused(five: Certificate, change: dict[str, Any]) -> None:
    for witness in (five.witness, None):
        found = verify(replace(five, claim=replace(five.claim, **change), witness=witness))
        assert not found.verified
        assert found.place
        assert found.reason


@pytest.mark.parametrize(
    "witness", [(), (0,), (0, 1), (0, 1, 2), (2, 1, 0), (0, 1, 25), (-1, 0, 1), (12, 12, 12), (0, 1, 2, 3)]
)
def test_invalid_witness_is_refused(five: Certificate, witness: tuple[int, ...]) -> None:
    found = verify(replace(five, witness=witness))
    assert (found.verified, found.place) == (False, "witness")


def test_changed_list_is_refused() -> None:
    whole = rk.certify(FIVE, want="all")
    assert whole.solutions is not None
    first, second, *others = whole.solutions
    for solutions in (others, [first, first, *others], [second, *others], [(0, 1, 2), second, *others], None):
        changed = replace(whole, solutions=None if solutions is None else tuple(solutions))
        assert not verify(changed).verified
    orbits = rk.certify(FIVE, want="all", up_to_symmetry=True)
    assert orbits.solutions is not None
    one = FIVE.read(frozenset(orbits.solutions[0]))
    image = next(iter(FIVE.orbit(one) - {one}))
    twice = (*orbits.solutions[:-1], tuple(sorted(FIVE.write(image))))
    assert not verify(replace(orbits, solutions=twice)).verified


PROBLEMS: list[dict[str, Any]] = [
    {"board": "5x6"},
    {"board": 5},
    {"board": "5x5"},
    {"board": "0x5"},
    {"board": "1000000x1000000"},
    {"board": [5, 5]},
    {"board": {"size": "5", "holes": []}},
    {"board": {"size": "5", "holes": [[9, 9]]}},
    {"family": "nonsense"},
    {"piece": "nonsense"},
    {"piece": 7},
    {"kind": "plain"},
    {"kind": "nonsense"},
    {"fixed": [[[0, 0], "king"]]},
    {"forbidden": [[0, 0, 0]]},
    {"unknown": 1},
]


@pytest.mark.parametrize("change", PROBLEMS, ids=str)
def test_senseless_problem_is_refused(five: Certificate, change: dict[str, Any]) -> None:
    changed = replace(five, claim=replace(five.claim, problem={**five.claim.problem, **change}))
    assert not verify(changed).verified


def test_claim_names_the_steps_of_a_piece_of_ones_own() -> None:
    odd = Piece("queen", "Q", rides=[Ride(Step(0, 1)), Ride(Step(0, -1), 2), Ride(Step(1, 0), 1)])
    found = verify(rk.certify(domination(odd, Board(3))))
    assert found.verified
    assert '"rides":[[0,-1,2],[0,1,0],[1,0,1]]' in found.claim


def test_name_of_a_piece_forges_no_verdict(five: Certificate) -> None:
    forged = {"name": "q\nverified", "symbol": "Q", "rides": [[0, 1, 0]]}
    changed = replace(five, claim=replace(five.claim, problem={**five.claim.problem, "piece": forged}))
    found = verify(changed)
    assert (found.verified, found.place) == (False, "problem")


def test_claim_names_givens() -> None:
    row = rk.certify(placement(QUEEN, Board(3), 3, forbidden=[(0, 0), (0, 1)]))
    assert verify(row).claim == "3 queens on a 3x3 board, with a3 and b3 forbidden: there is no solution"
    one = rk.certify(domination(QUEEN, Board(4), fixed=[(0, 0)]), want="count")
    assert '"fixed":[[0,0]]' in verify(one).claim


def packed(content: Any) -> bytes:
    """A file of some JSON."""
    return gzip.compress(content if isinstance(content, bytes) else json.dumps(content).encode())


SENSELESS: dict[str, bytes] = {
    "nothing": b"",
    "a list": b"[]",
    "another type": b'{"claim": 5}',
    "no claim": b"{}",
    "no problem": b'{"claim": {"want": "one"}}',
    "another version": b'{"version": 3, "claim": {"problem": {}, "want": "one"}}',
    "an unknown field": b'{"claim": {"problem": {}, "want": "one"}, "more": 1}',
    "another want": b'{"claim": {"problem": {}, "want": "some"}}',
    "another kind": b'{"claim": {"problem": {}, "want": "one"}, "evidence": {"type": "sums"}}',
    "nodes": b'{"claim": {"problem": {}, "want": "one"}, "evidence": {"type": "tree", "nodes": 0}}',
    "weights": b'{"claim": {"problem": {}, "want": "one"}, "evidence": {"type": "tree", "nodes": 1, "weights": [-1]}}',
    "a deep list": b'{"claim": {"problem": {"a": ' + b"[" * 100_000 + b'}, "want": "one"}}',
    "bytes": b'{"claim": {"problem": {}, "want": "\xff"}}',
}


@pytest.mark.parametrize("text", SENSELESS.values(), ids=SENSELESS)
def test_senseless_file_is_refused_in_one_line(text: bytes) -> None:
    with pytest.raises(Refused) as raised:
        Certificate.from_bytes(packed(text))
    assert "\n" not in str(raised.value)


def test_damaged_and_older_files_are_refused() -> None:
    content = rk.certify(placement(QUEEN, 4, 4)).to_bytes()
    for damaged in (content[:-1], content[:-9], content + b"x", content[:20] + b"?" + content[21:]):
        with pytest.raises(Refused, match=r"damaged|cut short"):
            Certificate.from_bytes(damaged)
    for other, why in ((b"rookery\2 and more", "older format"), (b"{}", "not compressed by gzip")):
        with pytest.raises(NoCertificate, match=why):
            Certificate.from_bytes(other)


def test_bombs_are_refused_before_they_are_expanded() -> None:
    """80 MB of zeros, and millions of empty lists, in small files."""
    lists = b'{"claim": {"problem": {}, "want": "one"}, "solutions": [' + b"[]," * 2_000_000 + b"[]]}"
    numbers = b'{"claim": {"problem": {}, "want": "one"}, "witness": [' + b"0," * 5_000_000 + b"0]}"
    for text in (bytes(80 << 20), lists, numbers):
        content = packed(text)
        assert len(content) < 100_000
        tracemalloc.start()
        try:
            with pytest.raises(Refused, match=r"longer than 67,108,864 bytes|at most 1,048,576 and 4,194,304 are read"):
                Certificate.from_bytes(content)
            assert tracemalloc.get_traced_memory()[1] < 150 << 20  # the text, and little more
        finally:
            tracemalloc.stop()


LARGE: dict[str, dict[str, Any]] = {
    "squares": {"board": "101x100"},
    "vertices": {"board": {"vertices": list(range(20_000)), "edges": []}},
    "negative sides": {"board": "-5000"},
    "queens": {"family": "n-queens", "n": 5000, "blocked": 3},
    "pieces": {"family": "armies", "pieces": ["queen"] * 400, "board": "6"},
}


@pytest.mark.parametrize("asked", LARGE.values(), ids=LARGE)
def test_large_problem_is_refused_before_it_is_built(asked: dict[str, Any]) -> None:
    problem = asked if "family" in asked else {"family": "domination", "piece": "guard"} | asked
    found = verify(Certificate(Claim(problem, "one", count=0), evidence=Packing({})))
    assert (found.verified, found.place) == (False, "problem")


def test_orbits_of_more_symmetries_than_can_be_counted_are_refused() -> None:
    armies = rk.armies([QUEEN] * 26, Board(3)).asked
    crafted = Certificate(Claim(dict(armies or {}), "all", 0, 1, 1), (), Lrat(b""), ((),))
    assert verify(crafted).reason == "they are too many to be checked"


def test_no_certificate_is_written_that_would_be_refused_for_its_size() -> None:
    large = domination(ROOK, Board(101))
    with pytest.raises(Uncertified, match="10,201 variables; at most 10,000 are checked"):
        certify_claim(large, Claim(dict(large.asked or {}), "one", 101), [tuple(range(101))])


def test_check_ends_in_time() -> None:
    """Half a million nodes."""
    whole = rk.certify(domination(QUEEN, 8))
    slow = replace(whole, claim=Claim({"family": "domination", "piece": "queen", "board": "16"}, "one", count=0))
    with pytest.raises(rk.RookeryError, match="time limit"):
        verify(replace(slow, witness=None, evidence=Tree(1 << 34)), seconds=0.2)


def test_certificate_of_8_queens_is_small_and_comes_back_as_a_file(tmp_path: Path) -> None:
    every = rk.certify(domination(QUEEN, Board(8)), want="count", up_to_symmetry=True)
    assert (every.claim.count, every.claim.orbits) == (4860, 638)  # OEIS A002563, A002567
    assert len(every.to_bytes()) <= 200
    every.write(tmp_path / "all.cert")
    assert verify(tmp_path / "all.cert").verified


def test_no_mutant_changes_a_claim() -> None:
    """Values of the JSON are replaced by others: what is still verified claims what was claimed, or less."""
    random, verified = Random(3), 0
    for problem, want, symmetric in ((FIVE, Want.COUNT, True), (domination(KNIGHT, 4), Want.ONE, False)):
        certificate = rk.certify(problem, want=want, up_to_symmetry=symmetric)
        for _ in range(100):
            mutant = json.loads(gzip.decompress(certificate.to_bytes()))
            mutate(mutant, random)
            try:
                read = Certificate.from_bytes(packed(mutant))
            except Refused:
                continue
            if verify(read, problem).verified:
                said, claim = certificate.claim, read.claim
                assert (claim.objective, claim.solvable) == (said.objective, said.solvable)
                assert claim.count in (None, said.count)
                assert claim.orbits in (None, said.orbits)
                verified += 1
    assert verified > 5


def mutate(data: Any, random: Random) -> None:
    """Replace, drop or add one value somewhere in JSON."""
    while True:
        at = random.choice([*data] if isinstance(data, dict) else range(len(data)))
        if not isinstance(data[at], dict | list) or not data[at] or random.random() < 0.1:
            break
        data = data[at]
    others: tuple[Any, ...] = (None, True, 0, 1, 2, 3, 9, -1, 186, 1.5, "one", "all", [], [0], {}, {"0": 1})
    if random.random() < 0.1:
        del data[at]
    elif random.random() < 0.3 and isinstance(data, list):
        data.insert(at, random.choice(others))
    elif random.random() < 0.5 and type(data[at]) is int:
        data[at] += random.choice((-1, 1))
    else:
        data[at] = random.choice(others)


def test_missing_evidence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = rk.coverage(QUEEN, Board(4), 2, goal="fewest")
    monkeypatch.setattr(lrat, "MAX_SOLUTIONS", 1)
    for kind in ("lrat", None):
        with pytest.raises(Uncertified, match="at most 1 solutions"):
            rk.certify(covered, want="count", evidence=kind)
    monkeypatch.setattr(proving, "MAX_CONFLICTS", 1)
    monkeypatch.setattr(lrat, "MAX_SOLUTIONS", 100)
    with pytest.raises(Uncertified, match="does not find them all"):
        rk.certify(rk.placement(QUEEN, 8, 8), want="count", evidence="lrat")
    monkeypatch.setattr(lrat, "MAX_TRACE", 0)
    with pytest.raises(Uncertified, match="32 MB"):
        rk.certify(covered, evidence="lrat")
    with pytest.raises(Uncertified, match="not answered entirely"):
        rk.certify(FIVE, want="all", limit=3)  # type: ignore[call-arg]
