"""The certificates of the records: one archive, `certificates.zip`, and a digest for each, `certificates.sha256`.

    python -m benchmarks.records certificates              checks the digests, and makes what is named there and missing
    python -m benchmarks.records certificates --verify     also verifies each certificate, against its record
    python -m benchmarks.records certificates --renew      makes all again, as for another format: this takes long
    python -m benchmarks.records certificates --more [--piece queen] [--kind plain] [--most 14] [--seconds 20]
                                                           certifies records that have no certificate yet

Certificates are the same bytes on each machine, and so is the archive: sorted names, one date, and nothing compressed,
since certificates are. With `--more` each takes `--seconds` at most, to make and to check alike; after one that takes
longer, or is larger than `--bytes`, larger boards of the same piece, kind and want are left out.
"""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import rookery as rk
from benchmarks.records.data import PLANS, Key, Plan, Record, kept
from rookery.backends.evidence.certifying import certify_claim
from rookery.certificates import ProblemClaim
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models.problems.plain import plain

ARCHIVE = Path(__file__).parents[1] / "certificates.zip"
DIGESTS = ARCHIVE.with_suffix(".sha256")
DATE = (1980, 1, 1, 0, 0, 0)  # the first one that an archive can say
MAX_TOTAL = 1_000_000
Contents = Mapping[str, bytes]


class Damaged(Exception):
    """The archive does not hold what the list of digests says."""


def read_digests() -> dict[str, str]:
    """The digest of each certificate by its name, as `sha256sum` writes them."""
    lines = DIGESTS.read_text(encoding="utf-8").splitlines() if DIGESTS.exists() else []
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def read_archive() -> Contents:
    """The certificates by their names, each with the digest that is listed; raises `Damaged` for another one."""
    digests = read_digests()
    with ZipFile(ARCHIVE) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    for name, content in contents.items():
        if digests.get(name) != sha256(content).hexdigest():
            raise Damaged(f"{name}: its digest in {ARCHIVE.name} is not that of {DIGESTS.name}")
    return contents


@cache
def certificates() -> Contents:
    """The certificates that are kept, by their names: what all readers of the archive call."""
    return read_archive() if ARCHIVE.exists() else {}


def write_archive(contents: Contents) -> None:
    """Keep certificates, and their digests beside those of listed ones that are still missing."""
    digests = read_digests() | {name: sha256(content).hexdigest() for name, content in contents.items()}
    DIGESTS.write_text("".join(f"{digests[name]}  {name}\n" for name in sorted(digests)), encoding="utf-8")
    fresh = ARCHIVE.with_suffix(".new")
    fresh.write_bytes(archive_bytes(contents))
    fresh.replace(ARCHIVE)
    certificates.cache_clear()


def archive_bytes(contents: Contents) -> bytes:
    """An archive of certificates; the same bytes for the same ones."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name in sorted(contents):
            entry = ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, whatever this machine is
            archive.writestr(entry, contents[name])
    return written.getvalue()


def name_of(record: Record) -> str:
    """The name of the certificate of a record: `queen-plain-8-orbits.cert`."""
    signs = {"(": "", ")": "-", ",": "-", ":": "-", " ": "-"}
    name = "".join(signs.get(sign, sign) for sign in f"{record.piece}-{record.kind}-{record.board}-{record.want}")
    return f"{name.replace('--', '-')}.cert"


def sizes(records: Mapping[Key, Record]) -> dict[Key, int]:
    """How many bytes the certificate of each record has that has one."""
    there = certificates()
    return {key: len(there[name]) for key, each in records.items() if (name := name_of(each)) in there}


def claim_of(record: Record, problem: rk.Problem) -> ProblemClaim:
    """What a record says."""
    if record.want == "optimum":
        return ProblemClaim(plain(problem), "one", record.optimum)
    return ProblemClaim(plain(problem), "count", record.optimum, record.sets, record.orbits)


def certify(record: Record, seconds: float | None) -> rk.Certificate | None:
    """A verified certificate of a record; None where there is none within the time."""
    problem = record.problem
    with suppress(rk.RookeryError, OutOfTime), Deadline(seconds).held():
        certificate = certify_claim(problem, claim_of(record, problem), (), "backtracking")
        return certificate if rk.verify(certificate, problem, seconds=seconds).verified else None
    return None


def make(contents: Contents, digests: Mapping[str, str], renew: bool) -> Iterator[tuple[str, bytes]]:
    """The certificates that are listed and missing, or all that are listed; raises `Damaged` for another digest."""
    records = {name_of(record): record for record in kept().values()}
    for name, digest in digests.items():
        if name in contents and not renew:
            continue
        made = certify(records[name], None)
        if made is None:
            raise Damaged(f"{name}: no certificate was made")
        content = made.to_bytes()
        if not renew and sha256(content).hexdigest() != digest:
            raise Damaged(f"{name}: its digest is not that of {DIGESTS.name}: another format? --renew makes all again")
        yield name, content


def certify_more(plan: Plan, chosen: argparse.Namespace) -> Iterator[str]:
    """Certify the records of a plan that have no certificate, from the smallest board on; a line for each."""
    late: set[str] = set()
    own = [each for each in kept().values() if each.plan == (plan.piece, plan.kind, plan.torus)]
    for record in sorted(own, key=lambda each: each.side):
        name = name_of(record)
        if record.want in late or record.side > chosen.most or name in certificates():
            continue
        made = certify(record, chosen.seconds)
        content = made.to_bytes() if made else b""
        yield f"{name}: {f'{len(content):,} bytes' if made else 'none'}"
        if made is None or len(content) > chosen.bytes:
            late.add(record.want)
        elif sum(map(len, certificates().values())) + len(content) <= MAX_TOTAL:
            write_archive({**certificates(), name: content})


def verify_all(most_bytes: int = MAX_TOTAL) -> int:
    """Check every certificate that is kept, and no larger, against its record; how many are there."""
    records = kept()
    small = [key for key, size in sizes(records).items() if size <= most_bytes]
    for key in small:
        record, name = records[key], name_of(records[key])
        read = rk.Certificate.from_bytes(certificates()[name])
        found = rk.verify(read, record.problem)
        if not found.verified or read.claim != claim_of(record, record.problem):
            raise Damaged(f"{name}: {found.place}: {found.reason or 'it claims something else'}")
    return len(small)


def main() -> None:
    """Make what is missing, check what is there, and more where that is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true", help="verify each certificate against its record")
    parser.add_argument("--renew", action="store_true", help="make all again")
    parser.add_argument("--more", action="store_true", help="certify records that have no certificate yet")
    parser.add_argument("--piece")
    parser.add_argument("--kind")
    parser.add_argument("--most", type=int, default=14, help="boards of this side and below")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--bytes", type=int, default=16_000)
    chosen = parser.parse_args()
    try:
        _make_and_check(chosen)
    except Damaged as error:
        raise SystemExit(str(error)) from None


def _make_and_check(chosen: argparse.Namespace) -> None:
    made = 0
    for name, content in make(certificates(), read_digests(), chosen.renew):
        write_archive({**certificates(), name: content})
        made += 1
    if archive_bytes(certificates()) != ARCHIVE.read_bytes():
        raise Damaged(f"{ARCHIVE.name}: these certificates make another archive")
    for plan in PLANS if chosen.more else ():
        if chosen.piece in (None, plan.piece) and chosen.kind in (None, plan.kind):
            for line in certify_more(plan, chosen):
                print(line, flush=True)
    print(f"{len(certificates())} certificates have the digests that are listed; {made} were made")
    if chosen.verify:
        print(f"{verify_all()} are verified")
