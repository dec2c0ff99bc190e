"""Certificates: a claim, a witness or the list, and the evidence for what no solution shows."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from rookery.certificates import container
from rookery.certificates.claim import WANTS, ProblemClaim
from rookery.certificates.refusals import Refused
from rookery.models.base.files import read_bytes, replace_file
from rookery.models.problems.plain import stable

EXPECTED = "a certificate that `rookery solve ... --proof FILE` has written"
MOST_NUMBER = (1 << 63) - 1
Chosen = tuple[int, ...]  # the variables of a placement, ascending


@dataclass(frozen=True)
class Evidence:
    """What proves that there is nothing else: its kind, what that kind says of itself, and its bytes."""

    kind: str
    about: Mapping[str, Any]
    data: bytes = b""


@dataclass(frozen=True)
class Certificate:
    """A claim with what proves it; `backend` is who answered, and proves nothing.

    `witness` is one solution, None where there is none. `solutions` is the whole list where that is claimed: one
    per orbit where orbits are. Each is given by the variables of its placement, ascending.
    """

    claim: ProblemClaim
    witness: Chosen | None
    evidence: Evidence
    solutions: tuple[Chosen, ...] | None = None
    backend: str = ""

    def to_bytes(self) -> bytes:
        """The certificate as bytes."""
        claim = self.claim
        header = {
            "problem": dict(claim.problem),
            "want": claim.want,
            "objective": claim.objective,
            "count": claim.count,
            "orbits": claim.orbits,
            "kind": self.evidence.kind,
            "about": dict(self.evidence.about),
            "backend": self.backend,
            "witness": self.witness,
            "solutions": self.solutions,
        }
        return container.pack(stable(header).encode(), self.evidence.data)

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The certificate of some bytes; raises `NoCertificate` and `Refused` for those that hold none."""
        text, data = container.unpack(content)
        try:
            header = json.loads(text)
            claim = ProblemClaim(
                _mapping(header["problem"]),
                _one_of(header["want"], WANTS),
                *(_number(header[name]) for name in ("objective", "count", "orbits")),
            )
            evidence = Evidence(str(header["kind"]), _mapping(header["about"]), data)
            witness = None if header["witness"] is None else _read_chosen(header["witness"])
            listed = None if header["solutions"] is None else tuple(map(_read_chosen, header["solutions"]))
            return cls(claim, witness, evidence, listed, str(header["backend"]))
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise Refused("header", f"{type(error).__name__}: {error}"[:200]) from None

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file."""
        replace_file(Path(path), self.to_bytes())

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The certificate of a file; raises `BadInput` for one that cannot be read, and as `from_bytes` does."""
        return cls.from_bytes(read_bytes(path, EXPECTED, container.MOST_FILE))


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{str(value)[:40]!r} where names with values are expected")
    return value


def _one_of(value: Any, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"{str(value)[:40]!r} is none of {', '.join(known)}")
    return str(value)


def _number(value: Any) -> int | None:
    if value is not None and (type(value) is not int or abs(value) > MOST_NUMBER):
        raise ValueError(f"{str(value)[:40]!r} is not a whole number of 64 bits")
    return value


def _read_chosen(value: Any) -> Chosen:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise TypeError(f"{str(value)[:40]!r} is not a list of variables")
    return tuple(value)
