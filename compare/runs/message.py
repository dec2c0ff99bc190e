"""The message of a run, decoded: only known fields, each of its type and within bounds; all else is rubbish."""

import re
from dataclasses import replace
from reprlib import Repr
from typing import Any, TypeVar

from rookery.backends import Status, Want
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.campaign.campaign import Task
from rookery.compare.records.record import MAX_VALUE, Ended, Record, Said, Solution, is_amount
from rookery.compare.runs.isolation.wire import Message
from rookery.core.words import in_a_line, legible
from rookery.models import Problem
from rookery.models.boards.ground import Ground

MAX_TEXT = 500  # characters of a text
MAX_ENTRIES = 64  # of a table
DIGEST = re.compile(r"[0-9a-f]{64}")
BRIEF = Repr()
BRIEF.maxstring = BRIEF.maxlong = BRIEF.maxother = 40

Value = TypeVar("Value")


class Rubbish(Exception):
    """A message that makes no sense."""


def decode_message(task: Task, problem: Problem, said: Message, run: Record) -> Record:
    """Add the answer of a message to the record of a run; raises `Rubbish` for what no backend can send."""
    match said.get("ended"):
        case Ended.INVALID:
            witness = said.get("witness")
            return run if witness is None else replace(run, solutions=(_solution(witness, problem),))
        case "ok":
            status = said.get("status")
            if status not in list(Status):
                raise _nonsense("status", status)
            found, complete = _figures(task, problem, said, run), _require("complete", _read(said, "complete", bool))
            answer = replace(
                found,
                said=_axis(run, Status(status), complete),
                complete=complete,
                orbits=_count(said, "orbits"),
                bound=_value(said, "bound"),
                solutions_hash=_digest(said),
                times={name: float(amount) for name, amount in _table(said, "times").items()},
                program=_table(said, "program"),
                statistics=_statistics(said),
                raw_status=in_a_line((_read(said, "raw_status", str) or "")[:MAX_TEXT]),
            )
            _check_sound(Status(status), answer)
            return answer
        case None if said:
            # The solutions that a run had found when it was ended from outside
            found = _figures(task, problem, said, run)
            proven = _require("proven", _read(said, "proven", bool)) and found.objective is not None
            status = Status.OPTIMAL if proven else Status.SATISFIED
            bound = found.objective if proven else None
            return replace(found, said=_axis(run, status, complete=False), bound=bound)
    return run


def _check_sound(status: Status, answer: Record) -> None:
    """Raise `Rubbish` for an answer that contradicts itself, or that shows nothing which the referees could look at."""
    found, shown = status in (Status.SATISFIED, Status.OPTIMAL), bool(answer.solutions)
    if shown and not found:
        raise Rubbish(f"{status}, with a solution")
    if found and not shown and answer.want == Want.ONE:
        raise Rubbish(f"{status}, without a solution")
    if status is Status.OPTIMAL and (not answer.goal or answer.bound != answer.objective):
        raise Rubbish(f"optimal with {answer.objective}, proven is {answer.bound}")


def _figures(task: Task, problem: Problem, said: Message, run: Record) -> Record:
    """Add what every message says of the solutions found."""
    solutions = _require("solutions", _read(said, "solutions", list))
    if len(solutions) > max(task.keep, 1):
        raise Rubbish(f"{len(solutions)} solutions where {task.keep} are kept")
    return replace(
        run,
        count=_count(said, "count"),
        objective=_value(said, "objective"),
        first=_seconds(said, "first"),
        last=_seconds(said, "last"),
        solutions=tuple(_solution(each, problem) for each in solutions),
    )


def _axis(run: Record, status: Status, complete: bool) -> Said:
    """The first axis: what was answered."""
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return Said(status.value)
    if run.goal and status is Status.SATISFIED:
        return Said.FEASIBLE
    if run.want == Want.ONE:
        return Said(status.value)
    return Said.COUNT if complete else Said.PARTIAL_COUNT


def _solution(data: Any, problem: Problem) -> Solution:
    """Pieces by square, each square once; the referees check that the problem has them."""
    if not isinstance(data, list) or len(data) > len(problem.board):
        raise _nonsense("solution", data)
    pieces = [_piece(each, problem.board) for each in data]
    if len({tuple(cell) for _, *cell in pieces}) < len(pieces):
        raise _nonsense("solution", data)
    return tuple(sorted(pieces, key=lambda piece: piece[1:]))


def _piece(data: Any, board: Ground) -> tuple[Any, ...]:
    """A piece and its cell, whose numbers or name have the types that the cells of the ground have."""
    match data:
        case [str(name), *cell] if list(map(type, cell)) == list(map(type, board.square(0))):
            known = tuple(cell) in board
            cells = [each if known or not isinstance(each, str) else in_a_line(each[:MAX_TEXT]) for each in cell]
            return in_a_line(name[:MAX_TEXT]), *cells
    raise _nonsense("piece", data)


def _count(said: Message, name: str) -> int | None:
    found = _read(said, name, int)
    if found is not None and found < 0:
        raise _nonsense(name, found)
    return found


def _value(said: Message, name: str) -> int | None:
    found = _read(said, name, int)
    if found is not None and abs(found) >= MAX_VALUE:
        raise _nonsense(name, found)
    return found


def _digest(said: Message) -> str | None:
    found = _read(said, "solutions_hash", str)
    if found is not None and not DIGEST.fullmatch(found):
        raise _nonsense("solutions_hash", found)
    return found


def _seconds(said: Message, name: str) -> float | None:
    found = said.get(name)
    return None if found is None else float(_number(name, found))


def _table(said: Message, name: str) -> dict[str, float]:
    """A table of numbers that are not negative."""
    found = _read(said, name, dict) or {}
    if len(found) > MAX_ENTRIES:
        raise _nonsense(name, found)
    return {in_a_line(key[:MAX_TEXT]): _number(key, value) for key, value in found.items()}


def _statistics(said: Message) -> dict[str, int]:
    """The cost of the search, by the known names; whole numbers that are not negative."""
    found = _table(said, "statistics")
    for name, number in found.items():
        if name not in VOCABULARY or not isinstance(number, int) or number >= 1 << 63:
            raise _nonsense(name, number)
    return {name: int(number) for name, number in found.items()}


def _number(name: str, value: Any) -> float:
    if not is_amount(value):
        raise _nonsense(name, value)
    return value


def _read(said: Message, name: str, kind: type[Value]) -> Value | None:
    """A value of a message, None if it is missing; a truth value is not a number."""
    value = said.get(name)
    if value is None:
        return None
    if type(value) is not kind:
        raise _nonsense(name, value)
    return value


def _require(name: str, value: Value | None) -> Value:
    if value is None:
        raise Rubbish(f"no {name}")
    return value


def _nonsense(name: str, value: Any) -> Rubbish:
    return Rubbish(legible(f"{name[:MAX_TEXT]} {BRIEF.repr(value)}"))
