"""Certifies the records: certificates that stay small are kept in `certificates/`, each verified before.

    python benchmarks/records_certificates.py [--piece queen] [--kind plain] [--most 14] [--seconds 20] [--bytes 16000]

Each takes `--seconds` at most, to make and to check alike; after one that takes longer, or is larger than `--bytes`,
larger boards of the same piece, kind and want are left out. What is there is not made again; `--verify` checks it.
"""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from records_data import PLANS, Key, Plan, Record, kept

import rookery as rk
from rookery.backends.certifying import certify_claim
from rookery.certificates import ProblemClaim
from rookery.models.base.deadline import Deadline, OutOfTime
from rookery.models.problems.plain import plain

FOLDER = Path(__file__).with_name("certificates")
MOST_TOTAL = 1_000_000


def place(record: Record) -> Path:
    """The file of a record: `queen-plain-8-orbits.cert`."""
    signs = {"(": "", ")": "-", ",": "-", ":": "-", " ": "-"}
    name = "".join(signs.get(sign, sign) for sign in f"{record.piece}-{record.kind}-{record.board}-{record.want}")
    return FOLDER / f"{name.replace('--', '-')}.cert"


def sizes(records: Mapping[Key, Record]) -> dict[Key, int]:
    """How many bytes the certificate of each record has that has one."""
    return {key: place(each).stat().st_size for key, each in records.items() if place(each).exists()}


def claim_of(record: Record, problem: rk.Problem) -> ProblemClaim:
    """What a record says."""
    if record.want == "optimum":
        return ProblemClaim(plain(problem), "one", record.optimum)
    return ProblemClaim(plain(problem), "count", record.optimum, record.sets, record.orbits)


def certify(record: Record, seconds: float) -> rk.Certificate | None:
    """A verified certificate of a record; None where there is none within the time."""
    problem = record.problem
    with suppress(rk.RookeryError, OutOfTime), Deadline(seconds).held():
        certificate = certify_claim(problem, claim_of(record, problem), (), "backtracking")
        return certificate if rk.verify(certificate, problem, seconds=seconds).verified else None
    return None


def certify_plan(plan: Plan, chosen: argparse.Namespace) -> Iterator[str]:
    """Certify the records of a plan from the smallest board on; a line for each."""
    late: set[str] = set()
    own = [each for each in kept().values() if each.plan == (plan.piece, plan.kind, plan.torus)]
    for record in sorted(own, key=lambda each: each.side):
        if record.want in late or record.side > chosen.most or place(record).exists():
            continue
        made = certify(record, chosen.seconds)
        size = len(made.to_bytes()) if made else 0
        yield f"{place(record).stem}: {f'{size:,} bytes' if made else 'none'}"
        if made is None or size > chosen.bytes:
            late.add(record.want)
        elif sum(sizes(kept()).values()) + size <= MOST_TOTAL:
            FOLDER.mkdir(exist_ok=True)
            made.write(place(record))


def verify_all(most_bytes: int = MOST_TOTAL) -> int:
    """Check every certificate that is kept, and no larger, against its record; how many are there."""
    records = kept()
    small = [key for key, size in sizes(records).items() if size <= most_bytes]
    for key in small:
        record = records[key]
        read = rk.Certificate.read(place(record))
        found = rk.verify(read, record.problem)
        if not found.verified or read.claim != claim_of(record, record.problem):
            raise SystemExit(f"{place(record)}: {found.place}: {found.reason or 'it claims something else'}")
    return len(small)


def main() -> None:
    """Certify what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piece")
    parser.add_argument("--kind")
    parser.add_argument("--most", type=int, default=14)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--bytes", type=int, default=16_000)
    parser.add_argument("--verify", action="store_true")
    chosen = parser.parse_args()
    if chosen.verify:
        print(f"{verify_all()} certificates are verified")
        return
    for plan in PLANS:
        if chosen.piece in (None, plan.piece) and chosen.kind in (None, plan.kind):
            for line in certify_plan(plan, chosen):
                print(line, flush=True)


if __name__ == "__main__":
    main()
