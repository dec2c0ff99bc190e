"""The file of a certificate: a claim, solutions, and evidence that there are no others, as gzipped JSON.

docs/certificate-format.md describes format 2. Lengths are checked before anything is allocated for them.
"""

import gzip
import zlib
from pathlib import Path
from typing import Annotated, Self, TypeAlias

from msgspec import Meta, MsgspecError, Struct, json

from rookery.certificates.claim import Claim, NoCertificate, Refused
from rookery.core.files import read_bytes, write_file

MAX_FILE = 64 << 20  # bytes
MAX_TEXT = 64 << 20  # bytes of JSON
MAX_LISTS = 1 << 20  # in memory, an empty list takes 20 times as many bytes as in JSON
MAX_VALUES = 1 << 22
MAX_NODES = 1 << 34  # of a tree: hours of checking
MAX_WEIGHT = 1 << 16
EXPECTED = "a certificate that `rookery solve ... --proof FILE` has written"
Chosen: TypeAlias = tuple[int, ...]  # the variables of a placement, ascending


class Packing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="packing"):
    """Multiples of rows of the model, by the row's number, whose sum demands more than all variables can reach.

    Numbers after those of the model's rows are `cliques`: sets of variables that exclude each other in pairs.
    """

    rows: dict[int, int]
    cliques: tuple[tuple[int, ...], ...] = ()


class Tree(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="tree"):
    """The checker's own search of a covering, within `nodes`; `weights` of the items sharpen its bound."""

    nodes: Annotated[int, Meta(gt=0, le=MAX_NODES)]
    weights: list[Annotated[int, Meta(ge=0, le=MAX_WEIGHT)]] | None = None
    symmetry: bool = True


class Lrat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="lrat"):
    """A refutation, in binary LRAT, of the model's clauses with a clause that excludes each of `solutions`.

    A solution is given by its true variables, auxiliary ones included; None if the certificate lists the same.
    """

    proof: bytes
    solutions: tuple[tuple[int, ...], ...] | None = None


Evidence: TypeAlias = Packing | Tree | Lrat


class Certificate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="version", tag=2):
    """A claim and its proof.

    `witness` is one solution, None if there is none. `solutions` is the complete list if the claim is about one: one
    solution per orbit if orbits are claimed. `evidence` is None if the witness proves the claim.
    """

    claim: Claim
    witness: Chosen | None = None
    evidence: Evidence | None = None
    solutions: tuple[Chosen, ...] | None = None

    def to_bytes(self) -> bytes:
        """Return the certificate as bytes."""
        return gzip.compress(json.encode(self), mtime=0)

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Return the certificate in the bytes of a file; raises `NoCertificate` or `Refused` if they hold none."""
        if content.startswith(b"rookery"):
            raise NoCertificate("a certificate in an older format; make it again with `rookery solve ... --proof FILE`")
        if not content.startswith(b"\x1f\x8b"):
            raise NoCertificate("not a certificate: it is not compressed by gzip")
        if len(content) > MAX_FILE:
            raise Refused("file", f"it has {len(content):,} bytes; at most {MAX_FILE:,} are read")
        text = expand(content, MAX_TEXT)
        lists, values = text.count(b"[") + text.count(b"{"), text.count(b",")
        if lists > MAX_LISTS or values > MAX_VALUES:
            most = f"at most {MAX_LISTS:,} and {MAX_VALUES:,} are read"
            raise Refused("file", f"it has {lists:,} lists and mappings, and {values:,} commas; {most}")
        try:
            return json.decode(text, type=cls)
        except (MsgspecError, RecursionError, ValueError) as error:
            raise Refused("file", " ".join(str(error).split())) from None

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file."""
        write_file(Path(path), self.to_bytes())

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Return the certificate in a file; raises `BadInput` if it cannot be read, and as `from_bytes` does."""
        try:
            return cls.from_bytes(read_bytes(path, EXPECTED, MAX_FILE))
        except NoCertificate as error:
            raise NoCertificate(f"{path}: {error}") from None


def expand(packed: bytes, most: int) -> bytes:
    """Expand a single gzip stream to at most `most` bytes; raises `Refused` for anything else."""
    stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        content = stream.decompress(packed, most + 1)
    except zlib.error as error:
        raise Refused("file", f"it is damaged: {error}") from None
    if len(content) > most or not stream.eof or stream.unused_data:
        raise Refused("file", f"it is cut short, followed by something, or longer than {most:,} bytes of JSON")
    return content
