"""Cases one after the other, each judged in the child; what goes wrong is shrunk, told and kept."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from fuzz.case import Case
from fuzz.child import Child
from fuzz.findings import Finding, key
from fuzz.judge import FINE, Verdict
from fuzz.shrink import shrunk

HARD = ("crash", "hang")
LOOKED_BACK = 200


def checking() -> Child:
    """A child that runs kernels without the compiler."""
    return Child(plain=True)


@dataclass
class Campaign:
    """Judges cases; of faults that look alike it shrinks the first and counts the others.

    `checked` makes a child in which each index is checked, to find what damaged the memory of one that crashed.
    """

    child: Child
    tell: Callable[[Finding], None]
    shrinking: float = 60.0
    checked: Callable[[], Child] = checking
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
        """A fault made small; what ends the process is tried by itself first."""
        history = self.child.history
        if verdict.kind in HARD and self.child.judge(case).kind != verdict.kind:
            return self._culprit(history, Finding(verdict, case, case, alone=False))
        small = shrunk(case, lambda other: self.child.judge(other).kind == verdict.kind, self.shrinking)
        return Finding(self.child.judge(small) if small != case else verdict, case, small)

    def _culprit(self, history: Sequence[Case], crash: Finding) -> Finding:
        """Which case before a crash did the damage: the one that fails where each index is checked."""
        plain = self.checked()
        try:
            for case in history[: -LOOKED_BACK - 1 : -1]:
                verdict = plain.judge(case)
                if not verdict.fine and verdict.kind.startswith("error"):
                    same = verdict.kind
                    small = shrunk(case, lambda other: plain.judge(other).kind == same, self.shrinking)  # noqa: B023
                    shown = Verdict(crash.verdict.kind, f"{crash.verdict.shown}; without the compiler {same}")
                    return Finding(shown, crash.drawn, small, plain=True)
        finally:
            plain.close()
        return crash
