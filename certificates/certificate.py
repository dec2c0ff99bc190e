"""Certificates: a claim, a witness or the list, and the evidence for all that a solution cannot show.

The file of a certificate: magic and version, a digest, and one compressed stream of a header and the evidence.

    offset  length  content
    0       7       the letters `rookery`
    7       1       version, 2
    8       8       BLAKE2b digest of all that follows, against accidents: a forger can change the digest as well
    16      rest    raw deflate with the dictionary below, of:
                        4 bytes, the length of the header, big-endian
                        the header, JSON in ASCII
                        the evidence, to the end

Nothing is allocated before its length is known to be within its bound.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

from rookery.certificates.claim import WANTS, NoCertificate, ProblemClaim, Refused
from rookery.core.files import read_bytes, replace_file
from rookery.models.problems.family import stable

MAGIC, VERSION = b"rookery", 2
DIGEST = 8
START = len(MAGIC) + 1 + DIGEST
MAX_FILE = 64 << 20
MAX_HEADER = 8 << 20
MAX_PAYLOAD = 64 << 20
# What headers hold, the most frequent last, so that small certificates stay small. It belongs to version 2: a change
# of one letter makes another version.
DICTIONARY = (
    b'"forbidden":[["holes":[[],"size":"8"}"kind":"independent""kind":"total""kind":"perfect""kind":"maximal"'
    b'"family":"k-fold","times":2"closed":true"pieces":["bishop""piece":"king""piece":"rook""piece":"knight"'
    b'"solutions":[["kind":"lrat""kind":"farkas""kind":"witness"'
    b'{"about":{"alone":2,"nodes":,"symmetry":true,"weights":[]},"backend":"backtracking","count":null,'
    b'"kind":"tree","objective":,"orbits":null,"problem":{"board":"8","family":"placement","pieces":[["queen",8]]},'
    b'"problem":{"board":"8","family":"domination","piece":"queen"},"solutions":null,"want":"one","witness":['
)


def pack(header: bytes, evidence: bytes) -> bytes:
    """The file of a header and some evidence."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARY)
    body = press.compress(len(header).to_bytes(4) + header + evidence) + press.flush()
    return MAGIC + bytes([VERSION]) + _digest(body) + body


def unpack(content: bytes) -> tuple[bytes, bytes]:
    """The header and the evidence of a file; raises `NoCertificate` for another file, `Refused` for a damaged one."""
    if not content.startswith(MAGIC) or len(content) <= START:
        raise NoCertificate("this is not a certificate: the first bytes are wrong")
    if content[len(MAGIC)] != VERSION:
        raise NoCertificate(f"a certificate of version {content[len(MAGIC)]}; version {VERSION} is read")
    body = content[START:]
    if _digest(body) != content[START - DIGEST : START]:
        raise Refused("file", "it is damaged: its digest is another")
    try:
        payload = expand(body, MAX_PAYLOAD, -15, DICTIONARY)
    except Damaged as error:
        raise Refused("file", str(error)) from None
    length = int.from_bytes(payload[:4])
    if length > min(MAX_HEADER, len(payload) - 4):
        raise Refused("file", f"a header of {length:,} bytes")
    return payload[4 : 4 + length], payload[4 + length :]


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=DIGEST).digest()


EXPECTED = "a certificate that `rookery solve ... --proof FILE` has written"
MAX_LISTS = 1 << 20  # of a header: a solution is one
MAX_NUMBER = (1 << 63) - 1
Chosen = tuple[int, ...]  # the variables of a placement, ascending


@dataclass(frozen=True)
class Evidence:
    """The proof that there are no other solutions: its kind, the fields of that kind, and its bytes."""

    kind: str
    about: Mapping[str, Any]
    data: bytes = b""


@dataclass(frozen=True)
class Certificate:
    """A claim and its proof; `backend` names the backend that answered, and proves nothing.

    `witness` is one solution, None if there is none. `solutions` is the whole list if that is claimed: one per orbit
    if orbits are. Each is given by the variables of its placement, ascending.
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
        return pack(stable(header).encode(), self.evidence.data)

    def check_bounds(self) -> None:
        """Raise `Refused` if the file would be larger than is read."""
        content = self.to_bytes()
        if len(content) > MAX_FILE:
            raise Refused("file", f"it has {len(content):,} bytes; at most {MAX_FILE:,} are read")
        _check_lists(unpack(content)[0])

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The certificate of some bytes; raises `NoCertificate` and `Refused` for those that hold none."""
        text, data = unpack(content)
        _check_lists(text)
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
        return cls.from_bytes(read_bytes(path, EXPECTED, MAX_FILE))


def _check_lists(text: bytes) -> None:
    """Raise `Refused` for a header of too many lists, before one is made: an empty one takes 20 times its text."""
    many = text.count(b"[") + text.count(b"{")
    if many > MAX_LISTS:
        raise Refused("header", f"it has {many:,} lists and mappings; at most {MAX_LISTS:,} are read")


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{str(value)[:40]!r} where names with values are expected")
    return value


def _one_of(value: Any, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"{str(value)[:40]!r} is none of {', '.join(known)}")
    return str(value)


def _number(value: Any) -> int | None:
    if value is not None and (type(value) is not int or abs(value) > MAX_NUMBER):
        raise ValueError(f"{str(value)[:40]!r} is not a whole number of 64 bits")
    return value


def _read_chosen(value: Any) -> Chosen:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise TypeError(f"{str(value)[:40]!r} is not a list of variables")
    return tuple(value)


class Damaged(ValueError):
    """Packed bytes that cannot be expanded, or that would become more than they may."""


def expand(packed: bytes, most: int, wbits: int = zlib.MAX_WBITS, dictionary: bytes = b"") -> bytes:
    """Expand a whole deflated stream, and nothing behind it, to at most `most` bytes; raises `Damaged`."""
    stream = zlib.decompressobj(wbits, zdict=dictionary) if dictionary else zlib.decompressobj(wbits)
    try:
        content = stream.decompress(packed, most + 1)
    except zlib.error as error:
        raise Damaged(f"it cannot be expanded: {error}") from None
    if len(content) > most or not stream.eof or stream.unused_data:
        raise Damaged("it is cut short, too long, or followed by something else")
    return content
