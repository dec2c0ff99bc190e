"""The verdict of a campaign, kept beside its runs: what was found by making smaller runs need not be found again."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rookery.compare.records.dispute import Dispute, Matter
from rookery.compare.records.solution import Solution
from rookery.compare.verdict.smaller import cut_board
from rookery.models.base.files import MOST_MODEL_BYTES, read_text, replace_file
from rookery.models.problems.plain import is_plain_board, stable

FILE = "verdict.json"
Kept = Mapping[tuple[str, str, str], Dispute[Solution]]


def save_disputes(folder: Path, found: Sequence[Dispute[Solution]]) -> None:
    """Keep disputes in a campaign's folder."""
    replace_file(folder / FILE, json.dumps([_as_plain(dispute) for dispute in found], indent=1))


def read_disputes(folder: Path, found: Sequence[Dispute[Solution]]) -> Kept:
    """The disputes that a folder keeps, as far as they are among those found now, perhaps on a smaller board.

    Whatever else the file holds is passed over: nothing in it can be shown that the runs do not dispute.
    """
    now = {dispute.key: dispute for dispute in found}
    kept = {dispute.key: dispute for dispute in _entries(folder)}
    return {key: kept[key] for key in now if key in kept and _shrinks(kept[key], now[key])}


def _as_plain(dispute: Dispute[Solution]) -> dict[str, Any]:
    return {
        "instance": dispute.instance,
        "matter": dispute.matter.value,
        "told": dispute.message,
        "one": dispute.one,
        "other": dispute.other,
        "command": dispute.command,
        "witness": dispute.witness or (),
        "problem": dispute.problem,
    }


def _entries(folder: Path) -> Iterator[Dispute[Solution]]:
    with suppress(ValueError, RecursionError):  # `BadInput` is one, too: what cannot be read is found anew
        data = json.loads(read_text(folder / FILE, "disputes as JSON", MOST_MODEL_BYTES))
        json.dumps(data, ensure_ascii=False).encode()  # half a character, which JSON may hold, cannot be shown
        for entry in data if isinstance(data, list) else ():
            with suppress(ValueError):
                yield _from_plain(entry)


def _from_plain(entry: Any) -> Dispute[Solution]:
    """The dispute of an entry; raises `ValueError` for what is none."""
    match entry:
        case {
            "instance": str(instance),
            "matter": str(matter),
            "told": str(message),
            "one": str(one),
            "other": str(other),
            "command": str(command),
            "witness": list(witness),
            "problem": dict(problem),
        }:
            solution = tuple(map(_piece, witness))
            return Dispute(one, other, Matter(matter), message, solution or None, instance, command, problem)
    raise ValueError(entry)


def _piece(entry: Any) -> tuple[Any, ...]:
    match entry:
        case [str(name), *cell] if cell and all(isinstance(each, int | str) for each in cell):
            return name, *cell
    raise ValueError(entry)


def _shrinks(kept: Dispute[Solution], now: Dispute[Solution]) -> bool:
    """Whether a kept dispute is about the problem of one that was found now, perhaps on a smaller board."""
    board, whole = kept.problem.get("board"), now.problem["board"]
    if not is_plain_board(now.problem) or board not in [[side - less for side in whole] for less in range(min(whole))]:
        return False
    smaller = cut_board(now.problem, whole[0] - board[0])
    return stable(kept.problem) == stable(smaller) and _is_on(kept.witness or (), board)


def _is_on(solution: Solution, board: Sequence[int]) -> bool:
    return all(len(at) == 2 and 0 <= at[0] < board[0] and 0 <= at[1] < board[1] for _, *at in solution)
