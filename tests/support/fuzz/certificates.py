"""The leg of certificates: random problems are certified, written, verified, and their sentences compared.

Then the file is changed at random, inside a frame that is as it should be: what comes of it is a refusal in words, or a
claim that is true. `python -m fuzz --leg certificates` runs it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from time import monotonic, process_time
from typing import Any
from warnings import catch_warnings, simplefilter

from rookery_tests.random_problems import draw_problem

import rookery as rk
from rookery.backends import Want
from rookery.backends.evidence.certifying import Uncertified, certify
from rookery.certificates.certificate import Certificate, pack, unpack
from rookery.certificates.checking import verify
from rookery.core.deadline import OutOfTime
from rookery.models.problems.plain import plain, stable

SECONDS, GRACE = 5.0, 10.0  # for each search and each check; and how much processor time more there may be
CHANGES = 12  # of each certificate
NUMBERS = [0, 1, -1, 2, 255, 256, 1 << 16, 1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 70, 10**400]
JUNK: list[Any] = [
    None,
    True,
    False,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "queen",
    "x",
    [],
    [0],
    [[]],
    [-1],
    {},
    {"": 0},
]


class CertificateLeg:
    """What was tried, what came of it, and which problem has which sentence."""

    def __init__(self, seed: int) -> None:
        self.seed, self.tally = seed, Counter[str]()
        self.said: dict[str, str] = {}

    def run(self, cases: int | None = None, seconds: float = float("inf"), start: int = 0) -> Iterator[str]:
        """What is wrong, a line each, until as many cases are tried, or the time is over."""
        begun, number = monotonic(), start
        while (cases is None or number < start + cases) and monotonic() - begun < seconds:
            with catch_warnings():
                simplefilter("ignore")
                for fault in self.judge(Random(f"certificates {self.seed} {number}")):
                    self.tally["wrong"] += 1
                    yield f"certificates, seed {self.seed}, case {number}: {fault}"
            number += 1

    def judge(self, random: Random) -> Iterator[str]:
        """What is wrong with one problem's certificate, and with files that are made from it."""
        problem = draw_problem(random)
        if problem is None:
            self.tally["no problem"] += 1
            return
        want, symmetry = random.choice((Want.ONE, Want.ONE, Want.ALL, Want.COUNT)), random.random() < 0.3
        try:
            made = certify(problem, want, up_to_symmetry=symmetry and want != Want.ONE, seconds=SECONDS)
        except (Uncertified, OutOfTime):
            self.tally["uncertified"] += 1
            return
        except Exception as error:
            yield f"certify {stable(plain(problem))}, {want}: {type(error).__name__}: {error}"
            return
        yield from self._check_own(problem, made, random)
        content = unpack(made.to_bytes())
        for _ in range(CHANGES):
            yield from self._check_changed(*change(*content, random), random)

    def _check_own(self, problem: rk.Problem, made: Certificate, random: Random) -> Iterator[str]:
        """Our own certificate is verified, and its sentence is that of no other problem."""
        data = stable(plain(problem))
        found = verify(Certificate.from_bytes(made.to_bytes()), problem)
        self.tally["verified" if found.verified else "refused"] += 1
        if not found.verified:
            yield f"our own certificate of {data} is refused: {found.place}: {found.reason}"
        asked = found.claim.rpartition(": ")[0]
        if self.said.setdefault(asked, data) != data:
            yield f"one sentence for two problems: {asked!r}: {data} and {self.said[asked]}"
        if not found.claim.isprintable():
            yield f"a sentence that is no line: {found.claim!r}"

    def _check_changed(self, header: bytes, data: bytes, random: Random) -> Iterator[str]:
        """A changed file is refused, or what it claims is true."""
        before = process_time()
        try:
            certificate = Certificate.from_bytes(pack(header, data))
            found = verify(certificate, seconds=SECONDS)
        except rk.RookeryError as error:
            self.tally[f"changed: {type(error).__name__}"] += 1
        except Exception as error:
            yield f"{header[:2000]!r} {data[:200]!r}: {type(error).__name__}: {error}"
        else:
            self.tally[f"changed: {'verified' if found.verified else 'refused'}"] += 1
            if found.verified:
                yield from _contradict(certificate, found.problem)
        if (used := process_time() - before) > SECONDS + GRACE:
            yield f"{header[:2000]!r} took {used:.0f} s"


def _contradict(certificate: Certificate, problem: rk.Problem | None) -> Iterator[str]:
    """What a search says against a claim that was verified."""
    assert problem is not None
    claim = certificate.claim
    truth = rk.solve(problem, want="count", up_to_symmetry=claim.orbits is not None, seconds=SECONDS)
    if not truth.complete:
        return
    objective = truth.objective if truth.count else None
    wrong = (
        claim.objective != objective or claim.count not in (None, truth.count) or claim.solvable != (truth.count > 0)
    )
    if wrong or (claim.orbits and claim.orbits != truth.orbits):
        yield f"a false claim is verified: {certificate.claim}, the search says {truth.objective}, {truth.count}"


def change(header: bytes, data: bytes, random: Random) -> tuple[bytes, bytes]:
    """A header and evidence with one or a few changes."""
    if random.random() < 0.3 and data:
        changed = bytearray(data)
        at = random.randrange(len(changed))
        changed[at : at + random.choice((0, 1, 1, 9))] = random.choice((b"", b"\xff", random.randbytes(3), b"\0" * 40))
        return header, bytes(changed)
    if random.random() < 0.15:
        text = bytearray(header)
        at = random.randrange(len(text))
        text[at : at + random.randint(0, 3)] = random.choice(
            (b"0", b"9", b"null", b"[", b"]", b"}", b"-", b'"', b"1e9")
        )
        return bytes(text), data
    value = json.loads(header)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        _change_value(value, random)
    return json.dumps(value).encode(), data


def _change_value(value: Any, random: Random) -> None:
    """Change one thing somewhere in plain data."""
    places = [*_list_places(value)]
    holder, key = random.choice(places)
    other, where = random.choice(places)
    match random.randrange(6):
        case 0:
            holder[key] = random.choice(JUNK)
        case 1:
            holder[key] = random.choice(NUMBERS)
        case 2 if isinstance(holder[key], int):
            holder[key] += random.choice((1, -1))
        case 3 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 4:
            del holder[key]
        case _:
            holder[key] = deepcopy(other[where])
    about = value.get("about") if isinstance(value, dict) else None
    if isinstance(about, dict) and random.random() < 0.1:
        about[random.choice(("solutions", "weights", "alone"))] = random.choice(
            ([1 << 70, 1], [[1]] * 9, [[1, [1 << 62, 0]]], [[[9, 0]]], *NUMBERS[:9], *JUNK)
        )


def _list_places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _list_places(value[key])
