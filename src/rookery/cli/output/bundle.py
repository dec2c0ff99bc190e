"""An archive of certificates for readers without Rookery, with problems and plain checkers; reproducible bytes."""

import re
from collections.abc import Mapping
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from rookery.certificates.certificate import MAX_FILE, Certificate
from rookery.certificates.checking import export_problem
from rookery.certificates.claim import Refused
from rookery.core.files import read_bytes, replace_file
from rookery.models import BadInput
from rookery.models.problems.plain import stable

DATE = (1980, 1, 1, 0, 0, 0)  # the first one that an archive can say
CHECKERS = {
    "packing": "packing",
    "tree": "tree",
    "cases": "tree.cases",
    "branching": "branching",
    "sweep": "branching.sweep",
}
NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)  # it stands in the commands of the README
README = """# Certificates

Each file in `certificates/` proves a claim. `rookery verify certificates/NAME.cert` checks all of it: the problem is
declared again, each solution is refereed, the evidence is followed. Without Rookery, the commands below check the
evidence: that the rows of `problems/NAME.json` have as many solutions as it says. Each checker is one file of plain
Python with the rules at its top. `sha256sum -c SHA256SUMS` looks at the bytes.
"""


def add_to_bundle(path: Path, name: str, content: bytes) -> None:
    """Add a certificate to an archive, which is made if it is missing; raises `BadInput` for a file that is none."""
    if not NAME.fullmatch(name):
        raise BadInput(f"{name!r} in an archive; give it a name of letters, digits, dots, - and _")
    files = {**(_read_certificates(path) if path.exists() else {}), name: content}
    replace_file(path, make_bundle(files))


def _read_certificates(path: Path) -> dict[str, bytes]:
    """The certificates of an archive by their names."""
    expected = "an archive that `rookery verify --bundle` has written"
    try:
        with ZipFile(BytesIO(read_bytes(path, expected, MAX_FILE))) as archive:
            entries = [each for each in archive.infolist() if each.filename.startswith("certificates/")]
            if sum(each.file_size for each in entries) > MAX_FILE:
                raise BadInput(f"{path}: more than {MAX_FILE:,} bytes of certificates")
            found = {PurePosixPath(each.filename).name: archive.read(each) for each in entries}
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise BadInput(f"{path}: it cannot be read; expected {expected}") from None
    return {name: content for name, content in found.items() if NAME.fullmatch(name)}


def make_bundle(certificates: Mapping[str, bytes]) -> bytes:
    """The bytes of an archive of certificates: sorted names, one date, nothing compressed."""
    files, lines = dict[str, bytes](), [README]
    for name, content in sorted(certificates.items()):
        certificate = Certificate.from_bytes(content)
        files[f"certificates/{name}"] = content
        lines += [f"- `{name}`: {certificate.claim.sentence(certificate.claim.declare())}"]
        kind = certificate.evidence.kind
        try:
            problem = export_problem(certificate)
        except Refused:  # its solution proves it, or no plain checker runs by itself
            lines += ["  (`rookery verify` checks it)"]
            continue
        stem = name.removesuffix(".cert")
        files[f"problems/{stem}.json"] = stable(problem).encode()
        folder = resources.files(f"rookery.certificates.{CHECKERS[kind]}")
        files[f"checkers/{kind}.py"] = (folder / "plain.py").read_bytes()
        lines += [f"  `python checkers/{kind}.py < problems/{stem}.json`"]
    files["README.md"] = "\n".join([*lines, ""]).encode()
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in sorted({**files, "SHA256SUMS": sums.encode()}.items()):
            entry = ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, whatever this machine is
            archive.writestr(entry, content)
    return written.getvalue()
