"""What was found, one line of JSON each in a file, and how it is told."""

import json
from dataclasses import dataclass
from pathlib import Path

from fuzz.case import Case, command, dumped, loaded
from fuzz.judge import Verdict


@dataclass(frozen=True)
class Finding:
    """A case that goes wrong, as it was drawn and as small as it was made.

    `alone`: by itself, not only after the cases before it. `plain`: where kernels run without the compiler.
    """

    verdict: Verdict
    drawn: Case
    small: Case
    alone: bool = True
    plain: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two findings look like the same fault."""
        return key(self.drawn, self.verdict)

    def __str__(self) -> str:
        history = "" if self.alone else "\n  (not seen again by itself: only after the cases before it)"
        return f"FOUND {self.verdict.kind}: {self.verdict.shown}\n  {self.command}{history}"

    @property
    def command(self) -> str:
        """The command line that shows it."""
        return f"{'NUMBA_DISABLE_JIT=1 ' * self.plain}{command(self.small)}"

    def written(self) -> str:
        """The finding as one line."""
        plain = {"verdict": self.verdict, "command": self.command, "alone": self.alone}
        return json.dumps({**plain, "case": dumped(self.small), "drawn": dumped(self.drawn)})


def key(case: Case, verdict: Verdict) -> tuple[str, str, str]:
    """What makes two faults look like one."""
    return verdict.kind, case.family, case.backend


def cases(file: Path) -> list[Case]:
    """The shrunk cases of a file of findings."""
    return [loaded(json.loads(line)["case"]) for line in file.read_text(encoding="utf-8").splitlines()]
