"""What the process of a run says, decoded strictly: each value has the type and the range that a backend can mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rookery.backends import Status
from rookery.compare.records.record import Ended
from rookery.compare.records.solution import Solution
from rookery.compare.runs.isolation.wire import Message

MOST_SECONDS = 1e9  # thirty years: beyond, a clock is wrong
Value = TypeVar("Value")


class Rubbish(Exception):
    """A message that makes no sense."""


@dataclass(frozen=True)
class DecodedAnswer:
    """What a process says that it found; without a `status` it answered nothing. The fields are those of a record."""

    status: Status | None = None
    complete: bool = False
    count: int | None = None
    orbits: int | None = None
    objective: int | None = None
    bound: int | None = None
    solutions: tuple[Solution, ...] = ()
    solutions_hash: str | None = None
    times: Mapping[str, float] = field(default_factory=dict)
    first: float | None = None
    last: float | None = None
    program: Mapping[str, int] = field(default_factory=dict)
    raw_status: str = ""


def decode_answer(said: Message) -> DecodedAnswer:
    """What a message says; raises `Rubbish` for what a backend cannot have said."""
    try:
        match said.get("ended"):
            case Ended.INVALID:
                witness = said.get("witness")
                return DecodedAnswer(solutions=() if witness is None else (_solution(witness),))
            case "ok":
                return _whole_answer(said)
            case None if said:
                return _answer_so_far(said)
    except RecursionError:
        raise Rubbish("nested too deeply") from None
    return DecodedAnswer()


def _whole_answer(said: Message) -> DecodedAnswer:
    status = said.get("status")
    if status not in list(Status):
        raise _rubbish("status", status)
    return DecodedAnswer(
        status=Status(status),
        complete=_require(said, "complete", bool),
        count=_read(said, "count", int),
        orbits=_read(said, "orbits", int),
        objective=_read(said, "objective", int),
        bound=_read(said, "bound", int),
        solutions=_solutions(said),
        solutions_hash=_read(said, "solutions_hash", str),
        times=_times(said),
        first=_seconds(said, "first"),
        last=_seconds(said, "last"),
        program=_program(said),
        raw_status=_read(said, "raw_status", str) or "",
    )


def _answer_so_far(said: Message) -> DecodedAnswer:
    """What a run had found when it was ended from outside."""
    objective = _read(said, "objective", int)
    proven = bool(_read(said, "proven", bool)) and objective is not None
    return DecodedAnswer(
        status=Status.OPTIMAL if proven else Status.SATISFIED,
        count=_read(said, "count", int),
        objective=objective,
        bound=objective if proven else None,
        solutions=_solutions(said),
        first=_seconds(said, "first"),
        last=_seconds(said, "last"),
    )


def _rubbish(name: str, value: object) -> Rubbish:
    return Rubbish(f"{name} {str(value)[:40]!r}")


def _read(said: Message, name: str, kind: type[Value]) -> Value | None:
    """A value of a message, None where there is none; a truth value is no number."""
    value = said.get(name)
    if value is None:
        return None
    if type(value) is not kind:
        raise _rubbish(name, value)
    return value


def _require(said: Message, name: str, kind: type[Value]) -> Value:
    value = _read(said, name, kind)
    if value is None:
        raise _rubbish(name, value)
    return value


def _seconds(said: Message, name: str) -> float | None:
    value = said.get(name)
    return None if value is None else _clock(name, value)


def _clock(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_SECONDS:
        raise _rubbish(name, value)
    return value


def _times(said: Message) -> dict[str, float]:
    return {name: _clock(name, value) for name, value in (_read(said, "times", dict) or {}).items()}


def _program(said: Message) -> dict[str, int]:
    """The sizes of the program, by name."""
    sizes = _read(said, "program", dict) or {}
    return {name: _require(sizes, name, int) for name in sizes}


def _solutions(said: Message) -> tuple[Solution, ...]:
    return tuple(map(_solution, _require(said, "solutions", list)))


def _solution(data: Any) -> Solution:
    if not isinstance(data, list):
        raise _rubbish("solution", data)
    return tuple(map(_piece, data))


def _piece(data: Any) -> tuple[str, int, int]:
    match data:
        case [str(name), int(row), int(column)]:
            return name, row, column
    raise _rubbish("solution", data)
