"""A question: what is wanted of a backend, and within which limits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from math import inf
from typing import Any, Self

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Program, Unsupported
from rookery.models import BadInput, Piece, Square
from rookery.models.base.words import shorten

PASS = "lowering."
USUAL = {"workers": 1, "seed": 0, "up_to_symmetry": False}
MOST_SAID = 60  # characters of a value in what a programmer is shown
MOST_WORKERS = 1_000  # threads or processes


@dataclass(frozen=True, repr=False)
class Question:
    """What is wanted: one solution, all, or how many; at most `limit` of them, within `seconds` for all phases.

    `up_to_symmetry` keeps one solution an orbit; `options` are the backend's own; `hint` is a placement to start from,
    which may break the rules. Raises `BadInput` for a value that makes no sense.
    """

    want: Want = Want.ONE
    limit: int | None = None
    seconds: float | None = None
    workers: int = 1
    seed: int = 0
    up_to_symmetry: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    hint: Mapping[Square, Piece] | None = None

    def __post_init__(self) -> None:
        if self.want not in list(Want):
            raise BadInput(f"unknown want {self.want!r}; known are {', '.join(Want)}")
        object.__setattr__(self, "want", Want(self.want))
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise BadInput(f"{self.seconds:g} seconds; it must be more than 0")
        for name, value, least in (("limit", self.limit, 1), ("workers", self.workers, 1), ("seed", self.seed, 0)):
            if value is not None and value < least:
                raise BadInput(f"{name} {value}; it must be at least {least}")
        if self.workers > MOST_WORKERS:
            raise BadInput(f"workers {self.workers}; it must be at most {MOST_WORKERS:,}")

    def __repr__(self) -> str:
        """What is not as usual: `Question(want='all', seconds=5)`."""
        told = {field.name: getattr(self, field.name) for field in dataclass_fields(self) if field.name != "want"}
        special = {name: value for name, value in told.items() if value not in (USUAL.get(name), {})}
        said = (f"{name}={shorten(repr(value), MOST_SAID)}" for name, value in special.items())
        return f"Question({', '.join([f'want={self.want.value!r}', *said])})"

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """A question from keywords; raises `BadInput` for one that it does not have."""
        known = [field.name for field in dataclass_fields(cls)]
        for name in fields:
            if name not in known:
                raise BadInput(f"a question has no {name!r}; it has {', '.join(known)}")
        return cls(**fields)

    def require_supported_by(self, backend: Backend[Program]) -> None:
        """Raise `Unsupported` for what a backend cannot do, and `BadInput` for an option that it does not know."""
        able = backend.capabilities
        if self.workers > 1 and self.want not in able.workers:
            wants = ", ".join(sorted(able.workers))
            limits = f"more than one only for: {wants}" if wants else "one worker only"
            raise Unsupported(f"backend {backend.name} does not use {self.workers} workers here; it takes {limits}")
        if self.seed and not able.seeds:
            raise Unsupported(f"backend {backend.name} takes no seed; leave it at 0")
        if self.hint is not None and not able.hints:
            raise Unsupported(f"backend {backend.name} takes no hint; `rookery backends` names those that do")
        for name in self.options:
            if name not in able.options:
                raise BadInput(f"backend {backend.name} has no {_describe_unknown(name, able.options)}")


def _describe_unknown(name: str, options: Iterable[str]) -> str:
    """An option that a backend does not have, or a pass of its lowering, beside those that it has."""
    if not name.startswith(PASS):
        return f"option {name!r}; its options are: {', '.join(options) or 'none'}"
    passes = [option.removeprefix(PASS) for option in options if option.startswith(PASS)]
    return f"pass {name.removeprefix(PASS)!r} to lower a model; its passes are: {', '.join(passes) or 'none'}"
