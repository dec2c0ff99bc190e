"""Tasks: the runs that are to be made, each with a key that never changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rookery.backends import Question, Want
from rookery.backends.running.results import own_versions
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.problems.command_lines import Side, command, compare_command, label
from rookery.compare.records.record import Limits, Record
from rookery.models.problems.plain import Plain, stable

KEPT = 12


@dataclass(frozen=True)
class Task:
    """One run of a campaign: a problem, a question, a backend, and limits.

    `keep` is the number of solutions that the record holds; it changes no answer and is not part of the key.
    """

    problem: Plain
    question: Question
    backend: BackendRef
    limits: Limits = field(default_factory=Limits)
    keep: int = field(default=KEPT, compare=False)

    @property
    def instance(self) -> str:
        """The problem with what is wanted of it: the same for all backends, options and seeds."""
        return label(self.problem, self.question.want, self.question.up_to_symmetry)

    @property
    def command(self) -> str:
        """The command line that asks the same; only a comparison takes a backend that is not registered."""
        if self.backend.use:
            return compare_command(self.problem, [Side(self.backend.name, self.backend.use, self.question)])
        return command(self.problem, self.backend.name, self.question)

    def versions(self) -> dict[str, str]:
        """The versions of all that takes part in the answer."""
        return own_versions() | self.backend.versions()

    def key(self) -> str:
        """The key that distinguishes this run from all others: problem, question, backend, limits and versions."""
        return sha256(stable(self.as_plain() | {"versions": self.versions()}).encode()).hexdigest()[:32]

    def as_plain(self) -> dict[str, Any]:
        """The task as plain data, without how many solutions are kept."""
        question = self.question
        return {
            "problem": dict(self.problem),
            "want": question.want.value,
            "up_to_symmetry": question.up_to_symmetry,
            "backend": self.backend.name,
            "use": self.backend.use,
            "options": dict(sorted(question.options.items())),
            "workers": question.workers,
            "seed": question.seed,
            "limits": {
                "seconds": self.limits.seconds,
                "cpu_seconds": self.limits.cpu_seconds,
                "memory": self.limits.memory,
            },
        }


def read_task(data: Mapping[str, Any]) -> Task:
    """The task of plain data."""
    limits = Limits(**data["limits"])
    question = Question(
        data["want"],
        seconds=limits.seconds,
        workers=data["workers"],
        seed=data["seed"],
        up_to_symmetry=data["up_to_symmetry"],
        options=data["options"],
    )
    return Task(data["problem"], question, BackendRef(data["backend"], data["use"]), limits, data.get("keep", KEPT))


def question_of(record: Record, seconds: float | None = None) -> Question:
    """The question of a record, limited to `seconds`."""
    given = [limit for limit in (seconds, record.limits.seconds) if limit is not None]
    return Question(
        Want(record.want),
        seconds=min(given, default=None),
        workers=record.workers,
        seed=record.seed,
        up_to_symmetry=record.up_to_symmetry,
        options=record.options,
    )
