"""Certificates of answers: what they claim, how small they are, and that no file proves a false claim."""

import zlib
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.plain_checker import require_plainly

import rookery as rk
from rookery import domination, placement
from rookery.backends import Want
from rookery.backends.evidence.certifying import Uncertified, lrat
from rookery.certificates import Certificate, NoCertificate, Refused, verify
from rookery.certificates import certificate as container
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
    assert len(found.trusts) >= 1
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
    assert verify(row).claim == "3 queens on a 3x3 board, with 0,0 and 0,1 forbidden: there is no solution"
    one = rk.certify(domination(QUEEN, Board(4), fixed=[(0, 0)]), want="count")
    assert '"fixed":[[0,0]]' in verify(one).claim


def sealed(body: bytes) -> bytes:
    """A file around a changed body, with the digest that fits."""
    return b"rookery\x02" + blake2b(body, digest_size=8).digest() + body


FOUR = [
    rk.certify(domination(QUEEN, Board(4)), want="count", up_to_symmetry=True),
    rk.certify(placement(QUEEN, Board(4), 4), want="all"),
    rk.certify(domination(KNIGHT, Board(3), "total")),
]


def test_packed_file_is_expanded_within_a_bound() -> None:
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=container.DICTIONARY)
    body = b"".join(press.compress(bytes(1 << 20)) for _ in range(80)) + press.flush()
    assert len(body) < 1 << 20
    with pytest.raises(Refused, match="cut short, too long"):
        container.unpack(sealed(body))
    with pytest.raises(Refused, match="a header of"):
        container.unpack(container.pack(bytes(9 << 20), b""))
    content = FOUR[0].to_bytes()
    with pytest.raises(NoCertificate, match="version 1"):
        Certificate.from_bytes(content[:7] + b"\1" + content[8:])
    for text in (b"", b"{}", b"[]", b"[" * 100_000, b"nonsense", b'{"problem": {}}', b"\xff"):
        with pytest.raises(Refused):
            Certificate.from_bytes(container.pack(text, b""))


def test_certificate_of_8_queens_is_small_and_comes_back_as_a_file(tmp_path: Path) -> None:
    queens = domination(QUEEN, Board(8))
    assert len(rk.certify(queens).to_bytes()) <= 200
    every = rk.certify(queens, want="count", up_to_symmetry=True)
    assert (every.claim.count, every.claim.orbits) == (4860, 638)  # OEIS A002563, A002567
    assert len(every.to_bytes()) <= 2_000
    every.write(tmp_path / "all.cert")
    assert verify(tmp_path / "all.cert").verified


def test_missing_evidence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = rk.coverage(QUEEN, Board(4), 2, goal="fewest")
    monkeypatch.setattr(lrat, "MAX_SOLUTIONS", 1)
    with pytest.raises(Uncertified, match="at most 1 solutions"):
        rk.certify(covered, want="count", evidence="lrat")
    with pytest.raises(Uncertified, match="at most 1 solutions"):
        rk.certify(covered, want="count")
    monkeypatch.setattr(lrat, "MAX_TRACE", 0)
    with pytest.raises(Uncertified, match="32 MB"):
        rk.certify(covered, evidence="lrat")
    with pytest.raises(Uncertified, match="not answered entirely"):
        rk.certify(FIVE, want="all", limit=3)  # type: ignore[call-arg]
