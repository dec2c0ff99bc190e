"""Certificates of a campaign's answers: made once for each instance, kept in its folder, verified when it is read."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rookery.certificates import Certificate, ProblemClaim, Verification, verify
from rookery.compare.records.record import Certified, Ended, Record, Said, Solution, placement_of, solution_of
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.files import make_folder
from rookery.core.values import dataclass
from rookery.models import Problem, RookeryError
from rookery.models.problems.plain import declare_plain, stable

FOLDER = "certificates"
SECONDS = 60.0  # for each claim, and for each file of a folder that is read
Proofs = Mapping[str, Certified]  # by instance
Tell = Callable[[str], None]


@dataclass(frozen=True)
class StatedClaim:
    """The certain claim of a run, with the solutions that it kept."""

    record: Record
    claim: ProblemClaim

    @property
    def name(self) -> str:
        """A file's name: what was asked in words, and a digest of the claim."""
        claim = self.claim
        said = [dict(claim.problem), claim.want, claim.objective, claim.count, claim.orbits]
        digest = blake2b(stable({"claim": said}).encode(), digest_size=6).hexdigest()
        return f"{re.sub(r'[^a-z0-9]+', '-', self.record.instance.lower()).strip('-')[:60]}-{digest}.cert"


def certify_records(
    folder: Path, records: Sequence[Record], seconds: float = SECONDS, tell: Tell | None = None
) -> Proofs:
    """A verified certificate of each instance that has one, by instance; those in the folder are verified again.

    Each claim has at most `seconds`; without a proof by then it stays uncertified. `tell` is called for each.
    """
    return dict(_prove_all(folder, records, seconds, tell or _ignore_line))


def _ignore_line(line: str) -> None:
    """Ignore a message."""


def read_proofs(folder: Path, records: Sequence[Record], seconds: float = SECONDS) -> Proofs:
    """The certificates in a campaign's folder that are verified now, by instance."""
    return dict(_prove_all(folder, records, seconds, None)) if (folder / FOLDER).is_dir() else {}


def _prove_all(
    folder: Path, records: Sequence[Record], seconds: float, tell: Tell | None
) -> Iterator[tuple[str, Certified]]:
    by_instance: dict[str, dict[str, list[StatedClaim]]] = {}
    for asserted in _list_asserted(records):
        by_instance.setdefault(asserted.record.instance, {}).setdefault(asserted.name, []).append(asserted)
    for instance, claims in by_instance.items():
        alike = sorted(claims.values(), key=len, reverse=True)  # the true one is most often that of the most
        found = _prove_one(folder / FOLDER, [each[0] for each in alike], seconds, tell)
        if tell is not None:
            tell(f"{instance}: {'certified' if found else f'no certificate within {seconds:g} s'}")
        if found is not None:
            yield instance, found


def _list_asserted(records: Sequence[Record]) -> Iterator[StatedClaim]:
    """The answers that are complete; those that a referee refused claim nothing."""
    for record in records:
        if record.complete and record.said is not Said.UNKNOWN and record.ended is not Ended.INVALID:
            yield StatedClaim(record, _claim(record))


def _claim(record: Record) -> ProblemClaim:
    """The claim of a record; for a list that was not kept whole, the number."""
    if record.said is Said.INFEASIBLE or record.count == 0:
        return ProblemClaim(record.problem, record.want, count=0)
    if record.want == "one":
        return ProblemClaim(record.problem, "one", record.objective)
    kept = record.count if record.orbits is None else record.orbits
    want = "all" if record.want == "all" and kept == len(record.solutions) else "count"
    return ProblemClaim(record.problem, want, record.objective, record.count, record.orbits)


def _prove_one(folder: Path, claims: Sequence[StatedClaim], seconds: float, tell: Tell | None) -> Certified | None:
    """A verified certificate of one of the claims: it refutes the other claims that differ."""
    for asserted in claims:
        with suppress(RookeryError, OutOfTime, MemoryError):
            found = _recall(folder / asserted.name, asserted, seconds)
            if found is not None:
                return found
    for asserted in claims if tell is not None else ():
        found = None
        with suppress(RookeryError, OutOfTime, MemoryError):
            certificate = _make(asserted, seconds)
            found = _judge(verify(certificate, seconds=seconds), folder / asserted.name, asserted)
        if found is not None:
            make_folder(folder)
            certificate.write(folder / asserted.name)
            return found
    return None


def _recall(path: Path, asserted: StatedClaim, seconds: float) -> Certified | None:
    """The result that a file of the folder proves; None if there is no file, or it proves something else."""
    if not path.is_file():
        return None
    certificate = Certificate.read(path)
    same = _content(certificate.claim) == _content(asserted.claim)
    return _judge(verify(certificate, seconds=seconds), path, asserted) if same else None


def _content(claim: ProblemClaim) -> tuple[Any, ...]:
    return stable(claim.problem), claim.want, claim.objective, claim.count, claim.orbits


def _judge(verdict: Verification, path: Path, asserted: StatedClaim) -> Certified | None:
    if not verdict.verified:
        return None
    claim, shown = asserted.claim, verdict.placement
    figures = claim.objective, claim.count, claim.orbits
    data = stable(asserted.record.problem), asserted.record.want, verdict.claim, str(path)
    return Certified(*data, *figures, None if shown is None else solution_of(shown))


def _make(asserted: StatedClaim, seconds: float) -> Certificate:
    """A certificate of a claim; raises `RookeryError` if there is none, and `OutOfTime`."""
    from rookery.backends.evidence.certifying import certify_claim

    problem = declare_plain(asserted.record.problem)
    shown = [each for each in asserted.record.solutions if _is_worth(problem, each, asserted.claim.objective)]
    chosen = [tuple(sorted(problem.write(placement_of(problem, each)))) for each in shown]
    with Deadline(seconds).held():
        return certify_claim(problem, asserted.claim, chosen, asserted.record.backend)


def _is_worth(problem: Problem, solution: Solution, objective: int | None) -> bool:
    return objective is None or problem.objective(placement_of(problem, solution)) in (None, objective)
