"""The table of certificates: their sizes, and what making and checking them takes.

    python -m benchmarks.speed certificates [--plain] [--long] [--workers N] [--out FOLDER] [NAME ...]

Seconds are processor seconds of this process, of all of its threads, kernels compiled beforehand; "solve" is the same
question without a proof. `--plain` adds the plain checker, `--long` the claims that take minutes, and `--out` keeps the
certificates. Run it on an idle machine.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import rookery as rk
from rookery.backends.evidence.certifying import certify_answer

Q, N, K = rk.QUEEN, rk.KNIGHT, rk.KING


class Row(NamedTuple):
    """A claim, with the size and the seconds that it may take."""

    problem: Callable[[], rk.Problem]
    asked: Mapping[str, Any]
    most_bytes: int
    most_seconds: float


ORBITS: Mapping[str, Any] = {"want": "count", "up_to_symmetry": True}
COUNT: Mapping[str, Any] = {"want": "count"}
ROWS: dict[str, Row] = {
    "Q8": Row(lambda: rk.domination(Q, 8), {}, 200, 0.1),
    "Q8-all": Row(lambda: rk.domination(Q, 8), ORBITS, 2_000, 0.1),
    "N8": Row(lambda: rk.domination(N, 8), {}, 100, 0.1),
    "K8": Row(lambda: rk.domination(K, 8), {}, 100, 0.1),
    "Q13-all": Row(lambda: rk.domination(Q, 13), ORBITS, 150_000, 2),
    "Q14": Row(lambda: rk.domination(Q, 14), {}, 120_000, 1),
    "Q14-independent": Row(lambda: rk.domination(Q, 14, kind="independent"), {}, 200_000, 2),
    "N12": Row(lambda: rk.domination(N, 12), {}, 200_000, 2),
    "3-queens": Row(lambda: rk.placement(Q, 3, 3), {}, 1_000, 0.1),
    "8-queens": Row(lambda: rk.placement(Q, 8, 8), COUNT, 10_000, 0.1),
    "12-queens": Row(lambda: rk.placement(Q, 12, 12), COUNT, 1_000_000, 1),
    "5-armies": Row(lambda: rk.armies([Q, Q], 5), {}, 1_000, 0.1),
    "6-armies": Row(lambda: rk.armies([Q, Q], 6), {}, 1_000, 1),
    "5-upper": Row(lambda: rk.upper_domination(Q, 5), {}, 1_000, 0.1),
    "6-upper": Row(lambda: rk.upper_domination(Q, 6), {}, 1_000, 1),
    "6-sighted": Row(lambda: rk.sighted_placement(Q, 6), COUNT, 1_000, 0.1),
    "6-weighted": Row(lambda: rk.weighted_placement({Q: 9, N: 3}, 6), COUNT, 1_000, 1),
    "5-connected": Row(lambda: rk.connected_domination(K, 5), ORBITS, 1_000, 1),
    "6-cheapest": Row(lambda: rk.cheapest_domination({Q: 5, rk.ROOK: 3}, 6), {}, 1_000, 1),
    "7-unguarded": Row(lambda: rk.most_unguarded(Q, 7, 5), {}, 1_000, 1),
}
LONG: dict[str, Row] = {
    f"Q{n}": Row(lambda n=n: rk.domination(Q, n), {}, 20_000_000, 120)  # type: ignore[misc]
    for n in (15, 16, 17, 18)
} | {"Q16-all": Row(lambda: rk.domination(Q, 16), ORBITS, 10_000_000, 2 * 15 * 60)}  # 15 minutes on two cores


def main() -> None:
    """Print a line for each claim that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join([*ROWS, *LONG])}; default: all that are short"
    )
    parser.add_argument("--long", action="store_true", help="also those that take minutes")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="threads; default: 1")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the certificates there, as NAME.cert")
    parser.add_argument("--plain", action="store_true", help="also check by the checker in plain Python")
    options = parser.parse_args()
    for problem in (rk.domination(Q, 9), rk.upper_domination(Q, 6)):
        rk.verify(rk.certify(problem, **ORBITS))  # kernels are compiled
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    print("name              bytes  (at most)  nodes       solve    make   check  (within)  claim")
    for name in options.names or (ROWS | LONG if options.long else ROWS):
        print(describe(name, (ROWS | LONG)[name], options), flush=True)


def describe(name: str, row: Row, options: argparse.Namespace) -> str:
    """The line of a claim."""
    problem, workers = row.problem(), options.workers
    answer, alone = measure(lambda: rk.solve(problem, workers=workers, **row.asked))
    certificate, made = measure(lambda: certify_answer(answer))
    content = certificate.to_bytes()
    if options.out is not None:
        certificate.write(options.out / f"{name}.cert")
    found, checked = measure(lambda: rk.verify(rk.Certificate.from_bytes(content), workers=workers))
    nodes, fits = certificate.evidence.about.get("nodes", 0), len(content) <= row.most_bytes
    line = f"{name:<16} {len(content):>7,} {row.most_bytes:>9,}{' ' if fits else '!'} {nodes:>9,}"
    line += f"  {alone:>6.2f}  {made:>6.2f}"
    line += f"  {checked:>6.2f}  {row.most_seconds:>6.1f}{' ' if checked <= row.most_seconds else '!'}  {found.claim}"
    if options.plain:
        line += f"; plain {measure(lambda: rk.verify(certificate, plain=True))[1]:.1f} s"
    return line if found.verified else f"{line} NOT VERIFIED: {found.reason}"


def measure(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call gives, and its processor seconds."""
    start = process_time()
    found = call()
    return found, process_time() - start
