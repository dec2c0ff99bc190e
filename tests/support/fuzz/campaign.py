"""Cases one after the other, each judged in the child; what goes wrong is shrunk, told and kept."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fuzz.case import Case
from fuzz.child import Child
from fuzz.findings import Finding, key
from fuzz.judge import FINE, Verdict
from fuzz.shrink import shrunk

HARD = ("crash", "hang")


@dataclass
class Campaign:
    """Judges cases; of faults that look alike it shrinks the first and counts the others."""

    child: Child
    tell: Callable[[Finding], None]
    shrinking: float = 60.0
    tally: Counter[str] = field(default_factory=Counter)
    findings: dict[tuple[str, str, str], Finding] = field(default_factory=dict)

    def run(self, cases: Iterable[Case]) -> None:
        """Judge all of some cases."""
        for case in cases:
            self.judge(case)

    def judge(self, case: Case) -> None:
        """Judge one case."""
        verdict = self.child.judge(case)
        self.tally[verdict.kind] += 1
        if not verdict.fine and key(case, verdict) not in self.findings:
            finding = self._found(case, verdict)
            self.findings[finding.key] = finding
            self.tell(finding)

    @property
    def problems(self) -> int:
        """How many were tried."""
        return self.tally.total()

    def __str__(self) -> str:
        fine = ", ".join(f"{self.tally[kind]} {kind}" for kind in FINE if self.tally[kind])
        wrong = {kind: number for kind, number in self.tally.items() if kind not in FINE}
        faults = ", ".join(f"{number} {kind}" for kind, number in sorted(wrong.items())) or "nothing wrong"
        return f"{self.problems} problems tried: {fine or 'none right'}; {faults}"

    def _found(self, case: Case, verdict: Verdict) -> Finding:
        if verdict.kind in HARD:
            alone = self.child.judge(case).kind == verdict.kind
            small = shrunk(case, lambda other: self._same(other, verdict), self.shrinking) if alone else case
            return Finding(verdict, case, small, alone)
        small = shrunk(case, lambda other: self._same(other, verdict), self.shrinking)
        return Finding(self.child.judge(small) if small != case else verdict, case, small, alone=True)

    def _same(self, case: Case, verdict: Verdict) -> bool:
        return self.child.judge(case).kind == verdict.kind
