"""The certificates of the records: one archive, `certificates.zip`, and the digest of each, `certificates.sha256`."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

ARCHIVE = Path(__file__).parents[1] / "certificates.zip"
DIGESTS = ARCHIVE.with_suffix(".sha256")


@cache
def certificates() -> Mapping[str, bytes]:
    """Return the certificates by name; raises `ValueError` for one that has not the digest in the list."""
    lines = DIGESTS.read_text(encoding="utf-8").splitlines()
    digests = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    with ZipFile(ARCHIVE) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    for name, content in contents.items():
        if digests.get(name) != sha256(content).hexdigest():
            raise ValueError(f"{name}: its digest in {ARCHIVE.name} is not that of {DIGESTS.name}")
    return contents
