"""The verdict of a campaign: found, shrunk, kept in its folder, and written into reports."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task, question_of
from rookery.compare.campaign.entries import family as name_family
from rookery.compare.campaign.entries import label
from rookery.compare.campaign.reader import read_name
from rookery.compare.records.record import SMALLER, Dispute, Matter, Record, Solution
from rookery.compare.records.store import read_store
from rookery.compare.runs.folder import CampaignResult, campaign_file
from rookery.compare.runs.harness import Harness
from rookery.compare.verdict.disputes import dispute_with_proofs, find_disputes
from rookery.compare.verdict.proofs import Proofs, read_proofs
from rookery.core.files import MAX_MODEL_BYTES, read_text, replace_file
from rookery.models import BadInput
from rookery.models.problems.plain import Plain, declare_plain, is_plain_board, stable

# The keys that list squares, each with the place of the row in an entry.
MAX_SQUARES = {"holes": 0, "forbidden": 0, "allowed": 0, "fixed": 1}
BUDGET = 30.0
EACH = 5.0
MAX_KEPT = 5_000  # solutions that are kept, so that two lists can be compared
FILE = "verdict.json"
Kept = Mapping[tuple[str, str, str], Dispute[Solution]]
HTML, MARKDOWN = "report.html", "report.md"


def smaller(problem: Plain) -> Iterator[dict[str, Any]]:
    """The same question on smaller boards, the smallest first, as far as it makes sense there."""
    if not is_plain_board(problem):
        return
    for less in range(min(problem["board"]) - 1, 0, -1):
        data = cut_board(problem, less)
        if _makes_sense(data):
            yield data


def cut_board(problem: Plain, less: int) -> dict[str, Any]:
    """The question on a board with fewer rows and columns; a count that is the board's side shrinks along."""
    rows, columns = problem["board"]
    height, width = rows - less, columns - less
    pieces = [each | {"count": height} if each["count"] == rows == columns else each for each in problem["pieces"]]
    squares = {
        key: [each for each in problem[key] if each[at] < height and each[at + 1] < width]
        for key, at in MAX_SQUARES.items()
        if key in problem
    }
    return {**problem, "board": [height, width], "pieces": pieces, **squares}


def _makes_sense(data: Plain) -> bool:
    try:
        declare_plain(data)
    except BadInput:
        return False
    return True


def shrink_disputes(found: Sequence[Dispute[Solution]], budget: float = BUDGET) -> list[Dispute[Solution]]:
    """The disputes, one of each sort with the smallest board on which it shows; the time goes to the smallest first."""
    deadline, seen = monotonic() + budget, set()
    shrunk = list(found)
    for number in sorted(range(len(found)), key=lambda number: found[number].records[0].size):
        dispute = found[number]
        sort = dispute.one, dispute.other, dispute.records[0].family, dispute.matter
        if sort not in seen and monotonic() < deadline:
            shrunk[number] = _smallest(dispute, deadline) or dispute
        seen.add(sort)
    return shrunk


def _smallest(dispute: Dispute[Solution], deadline: float) -> Dispute[Solution] | None:
    """The dispute on the smallest board that shows it; None if no board was tried that does."""
    for problem in [*smaller(dispute.problem), dispute.problem]:
        left = deadline - monotonic()
        if left <= 0:
            return None
        # Run both sides of a dispute again on another board, keeping enough solutions to distinguish lists
        seconds = min(EACH, left)
        tasks = {task.key(): task for task in (_task(record, problem, seconds) for record in dispute.records)}
        found: list[Record] = []
        Harness(list(tasks.values())).make(found.append)
        for now in find_disputes(found):
            if {now.one, now.other} == {dispute.one, dispute.other}:
                return _merge(dispute, now)
    return None


def _merge(before: Dispute[Solution], now: Dispute[Solution]) -> Dispute[Solution]:
    """The dispute with what the smaller board says of it."""
    smaller = now.problem != before.problem
    message = f"{before.message}{SMALLER}{now.message}" if smaller else now.message
    return replace(before, message=message, witness=now.witness, command=now.command, problem=now.problem)


def _task(record: Record, problem: Plain, seconds: float) -> Task:
    question = question_of(record, seconds)
    limits = replace(record.limits, seconds=question.seconds)
    return Task(problem, question, BackendRef(record.backend, record.use), limits, MAX_KEPT)


def save_disputes(folder: Path, found: Sequence[Dispute[Solution]]) -> None:
    """Keep disputes in a campaign's folder."""
    replace_file(folder / FILE, json.dumps([_as_plain(dispute) for dispute in found], indent=1))


def read_disputes(folder: Path, found: Sequence[Dispute[Solution]]) -> Kept:
    """The disputes that a folder keeps, as far as they are among those found now, perhaps on a smaller board.

    All other entries of the file are ignored, so that only disputes of the runs are shown.
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
    with suppress(ValueError, RecursionError):  # `BadInput` is one, too: an unreadable entry is computed again
        data = json.loads(read_text(folder / FILE, "disputes as JSON", MAX_MODEL_BYTES, follow=False))
        json.dumps(data, ensure_ascii=False).encode()  # half a character, which JSON may hold, cannot be shown
        for entry in data if isinstance(data, list) else ():
            with suppress(ValueError):
                yield _from_plain(entry)


def _from_plain(entry: Any) -> Dispute[Solution]:
    """The dispute of an entry; raises `ValueError` for a malformed one."""
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
    """Return whether a kept dispute is about the problem of one that was found now, perhaps on a smaller board."""
    board, whole = kept.problem.get("board"), now.problem["board"]
    if not is_plain_board(now.problem) or board not in [[side - less for side in whole] for less in range(min(whole))]:
        return False
    smaller = cut_board(now.problem, whole[0] - board[0])
    return stable(kept.problem) == stable(smaller) and all(
        len(at) == 2 and 0 <= at[0] < board[0] and 0 <= at[1] < board[1] for _, *at in (kept.witness or ())
    )


def conclude(
    folder: Path, title: str, result: CampaignResult, shrink: bool = True, proofs: Proofs | None = None
) -> Findings:
    """The findings of a campaign whose runs are made; disputes are shrunk unless the campaign was interrupted.

    Without `proofs`, those that the folder has are verified.
    """
    proven = read_proofs(folder, result.records) if proofs is None else proofs
    disputes = settle_disputes(folder, result.records, shrink and not result.interrupted)
    whole = dispute_with_proofs(result.records, proven.values(), disputes)
    return findings(title, result.records, result.environment, whole, str(folder), proven)


def read_findings(folder: Path) -> Findings:
    """The findings of a campaign's folder, which stays as it is; raises `BadInput` if it holds none."""
    stored, environment = read_store(folder)
    records = name_anew(stored)
    result = CampaignResult(tuple(records), environment, planned=len(records))
    return conclude(folder, read_title(folder), result, shrink=False)


def name_anew(records: Iterable[Record]) -> list[Record]:
    """The records with the names that this version gives their instances and families: another one may differ."""
    names: dict[tuple[str, str, bool], tuple[str, str]] = {}
    found = []
    for record in records:
        place = stable(record.problem), record.want, record.up_to_symmetry
        if place not in names:
            names[place] = _find_names(record)
        instance, family = names[place]
        found.append(replace(record, instance=instance, family=family))
    return found


def _find_names(record: Record) -> tuple[str, str]:
    """Instance and family; those that a record has if it is of a family that is not installed."""
    with suppress(BadInput, KeyError):
        return label(record.problem, record.want, record.up_to_symmetry), name_family(record.problem)
    return record.instance, record.family


def settle_disputes(folder: Path, records: Sequence[Record], shrink: bool = True) -> list[Dispute[Solution]]:
    """The disputes of a campaign, each as its folder keeps it; new ones are shrunk by smaller runs, and kept."""
    found = find_disputes(records)
    kept = read_disputes(folder, found)
    if shrink and any(dispute.key not in kept for dispute in found):
        found = shrink_disputes(found)
        save_disputes(folder, found)
        return found
    return [_recall(dispute, kept.get(dispute.key, dispute)) for dispute in found]


def _recall(now: Dispute[Solution], kept: Dispute[Solution]) -> Dispute[Solution]:
    """A dispute that was found now, on the smaller board on which it was kept."""
    return replace(now, message=kept.message, witness=kept.witness, command=kept.command, problem=kept.problem)


def read_title(folder: Path) -> str:
    """The name that a campaign gives itself, or that of its folder."""
    with suppress(BadInput):
        if name := read_name(campaign_file(folder)):
            return name
    return os.path.basename(os.path.realpath(folder))


def write_reports(folder: Path, found: Findings) -> list[Path]:
    """Write the reports, each whole or not at all."""
    from rookery.compare.report.markdown import markdown
    from rookery.compare.report.page import page

    texts = {folder / HTML: page(found), folder / MARKDOWN: markdown(found)}
    for path, text in texts.items():
        replace_file(path, text)
    return list(texts)
