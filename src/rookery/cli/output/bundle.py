"""An archive of certificates for readers without Rookery, with a checker and a statement; reproducible bytes."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from importlib import import_module, resources
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from rookery.certificates.certificate import MAX_FILE, Certificate
from rookery.certificates.checking import ALONE, state_rows
from rookery.core.files import read_bytes, replace_file
from rookery.models import BadInput
from rookery.models.problems.plain import stable

DATE = (1980, 1, 1, 0, 0, 0)  # the first one that an archive can say
NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)  # it stands in the commands of the README
README = """# Certificates

Each file in `certificates/` proves a claim. The commands below check all of it with Python alone, nothing installed:
`check.py` reads the file and follows its evidence, node by node, from the rows of the problem. `statement.py` makes
these rows from the board and the piece: read it, since this is what you trust. Of problems that it does not know,
`rows/` has the rows as Rookery declares them, and for refutations `clauses/` the clauses: these are trusted, then.

A file of a million nodes takes minutes. `rookery verify certificates/NAME.cert` is for those: it declares the problem
again, referees each solution, and follows the evidence. `problems/` says what each is about, as plain data, and
`sha256sum -c SHA256SUMS` looks at the bytes. CITATION.cff says how to cite them.
"""
CITATION = """cff-version: 1.2.0
message: "Please cite certificates by their digests, with the program that made them."
title: "Rookery: placement and domination problems with chess pieces, solved by several backends, refereed"
type: software
authors:
  - name: "The Rookery maintainers"
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
    files, said = {"CITATION.cff": CITATION.encode()}, [README]
    for name in ("check.py", "statement.py"):
        files[name] = (resources.files(ALONE) / name).read_bytes()
    for name, content in sorted(certificates.items()):
        certificate, stem = Certificate.from_bytes(content), name.removesuffix(".cert")
        claim = certificate.claim
        problem, command = claim.declare(), f"python check.py certificates/{name}"
        files[f"certificates/{name}"], files[f"problems/{stem}.json"] = content, stable(claim.problem).encode()
        if not _states(claim.problem):
            files[f"rows/{stem}.json"] = json.dumps(state_rows(problem)).encode()
            command += f" rows/{stem}.json"
        if certificate.evidence.kind == "lrat":
            from rookery.backends.evidence.certifying.exporting import expand  # heavy

            flat = replace(certificate, claim=replace(claim, orbits=None))  # the same clauses
            files[f"clauses/{stem}.cnf"] = "\n".join((*expand(flat, "dimacs+lrat")[".cnf"], "")).encode()
            command += f" clauses/{stem}.cnf"
        said += [f"- `{name}`: {claim.sentence(problem)}  ", f"  `{command}`"]
    files["README.md"] = "\n".join([*said, ""]).encode()
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in sorted({**files, "SHA256SUMS": sums.encode()}.items()):
            entry = ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, whatever this machine is
            archive.writestr(entry, content)
    return written.getvalue()


def _states(problem: Mapping[str, Any]) -> bool:
    """Return whether `statement.py` knows the rows of a problem."""
    try:
        import_module(f"{ALONE}.statement").state(json.loads(stable(problem)))
    except (ValueError, LookupError, TypeError):
        return False
    return True
