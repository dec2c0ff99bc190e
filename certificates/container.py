"""The file of a certificate: magic and version, a digest, and one compressed stream of a header and the evidence.

    offset  length  content
    0       7       the letters `rookery`
    7       1       version, 1
    8       8       BLAKE2b digest of all that follows, against accidents: who changes a file may change the digest
    16      rest    raw deflate with the dictionary below, of:
                        4 bytes, the length of the header, big-endian
                        the header, JSON in ASCII
                        the evidence, to the end

Nothing is allocated before its length is known to be within its bound.
"""

import zlib
from hashlib import blake2b

from rookery.certificates.refusals import NoCertificate, Refused

MAGIC, VERSION = b"rookery", 1
DIGEST = 8
START = len(MAGIC) + 1 + DIGEST
MOST_FILE = 64 << 20
MOST_HEADER = 8 << 20
MOST_PAYLOAD = 64 << 20
# What headers hold, the most frequent last, so that small certificates stay small. It belongs to version 1: a change
# of one letter makes another version.
DICTIONARY = (
    b'"kind":"independent""kind":"total""kind":"perfect""family":"placement""family":"k-fold","times":2'
    b'"closed":false"family":"maximal""piece":"bishop""piece":"king""piece":"rook""piece":"knight"'
    b'"solutions":[["kind":"lrat""kind":"farkas""kind":"witness"'
    b'{"about":{"alone":2,"nodes":,"symmetry":true,"weights":[]},"backend":"backtracking","count":null,'
    b'"kind":"tree","objective":,"orbits":null,"problem":{"board":[8,8],"family":"domination","fixed":[],'
    b'"forbidden":[],"holes":[],"kind":"plain","pieces":[{"count":null,"piece":"queen"}],"torus":false},'
    b'"solutions":null,"want":"one","witness":['
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
    payload = _inflate(body)
    length = int.from_bytes(payload[:4])
    if length > min(MOST_HEADER, len(payload) - 4):
        raise Refused("file", f"a header of {length:,} bytes")
    return payload[4 : 4 + length], payload[4 + length :]


def _inflate(body: bytes) -> bytes:
    press = zlib.decompressobj(-15, zdict=DICTIONARY)
    try:
        payload = press.decompress(body, MOST_PAYLOAD)
    except zlib.error as error:
        raise Refused("file", f"it cannot be expanded: {error}") from None
    if not press.eof or press.unused_data:
        raise Refused("file", "it is cut short, too long, or followed by something else")
    return payload


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=DIGEST).digest()
