"""The command line: `python -m fuzz --seconds 600 --seed 1`, in the folder `tests/support` or with it on the path."""

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic

from fuzz.campaign import Campaign
from fuzz.case import Case
from fuzz.certificates import CertificateLeg
from fuzz.child import Child, serve
from fuzz.findings import Finding, cases
from fuzz.generate import drawn

FILE = Path(".fuzz-findings.jsonl")
EVERY = 30.0
ANSWERS, CERTIFICATES = "answers", "certificates"


def main() -> int:
    """Fuzz as the command line says; 1 where something was found."""
    options = _parser().parse_args()
    if options.child:
        serve()
        return 0
    if options.plain:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    if options.leg == CERTIFICATES:
        return _certify(options)
    child = Child()
    campaign = Campaign(child, lambda finding: _tell(finding, options.file))
    try:
        campaign.run(_reported(_cases(options), campaign, options.seconds))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        child.close()
    print(f"seed {options.seed}: {campaign}")
    if campaign.findings and not options.replay:
        print(f"kept in {options.file}; `--replay` of it tries them again")
    return int(bool(campaign.findings))


def _certify(options: argparse.Namespace) -> int:
    """The leg of certificates; 1 where something was found."""
    leg, found = CertificateLeg(options.seed), 0
    for fault in leg.run(options.problems, options.seconds, options.start):
        found += 1
        print(f"FOUND {fault}", flush=True)
    print(f"seed {options.seed}: {', '.join(f'{many} {what}' for what, many in leg.tally.most_common())}")
    return int(found > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fuzz", description="Random problems against an oracle of its own.")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long; default: never")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--problems", type=int, help="stop after so many problems")
    parser.add_argument("--start", type=int, default=0, help="the number of the first problem of the seed")
    parser.add_argument("--backend", help="ask this backend alone")
    parser.add_argument("--family", help="only problems of this family")
    parser.add_argument("--leg", choices=(ANSWERS, CERTIFICATES), default=ANSWERS, help="what is tried")
    parser.add_argument("--plain", action="store_true", help="without the compiler, where each index is checked")
    parser.add_argument("--file", type=Path, default=FILE, help="where findings are kept")
    parser.add_argument("--replay", type=Path, help="try the findings of a file again, nothing else")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser


def _cases(options: argparse.Namespace) -> Iterator[Case]:
    if options.replay:
        yield from cases(options.replay)
        return
    yield from islice(drawn(options.seed, options.start, options.family, options.backend), options.problems)


def _reported(every: Iterator[Case], campaign: Campaign, seconds: float) -> Iterator[Case]:
    """The cases until the time is over; now and then a line says how far it is."""
    start, shown = monotonic(), monotonic()
    for case in every:
        if monotonic() - start > seconds:
            return
        if monotonic() - shown > EVERY:
            shown = monotonic()
            print(f"{shown - start:6.0f} s  {campaign}", file=sys.stderr, flush=True)
        yield case


def _tell(finding: Finding, file: Path) -> None:
    print(finding, flush=True)
    with file.open("a", encoding="utf-8") as kept:
        kept.write(finding.written() + "\n")
