"""The verdict of a campaign, from its runs or from its folder, and its report."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from rookery.compare.campaign.problems import name_instance, name_series
from rookery.compare.findings import Findings
from rookery.compare.records.record import Record
from rookery.compare.records.store import read_store
from rookery.compare.runs.folder import CampaignResult, campaign_file
from rookery.compare.verdict.disputes import find_disputes
from rookery.core.files import read_text, replace_file
from rookery.models import BadInput
from rookery.models.problems.family import stable

HTML = "report.html"


class Named(msgspec.Struct):
    """The name of a campaign, from its file."""

    name: str = ""


def conclude(folder: Path, title: str, result: CampaignResult) -> Findings:
    """The findings of a campaign whose runs are made."""
    return Findings(title, result.records, result.environment, find_disputes(result.records), str(folder))


def read_findings(folder: Path) -> Findings:
    """The findings of a campaign's folder, which stays as it is; raises `BadInput` if it holds none."""
    stored, environment = read_store(folder)
    records = name_anew(stored)
    return Findings(read_title(folder), records, environment, find_disputes(records), str(folder))


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
        return name_instance(record.problem, record.want, record.up_to_symmetry), name_series(record.problem)
    return record.instance, record.family


def read_title(folder: Path) -> str:
    """The name that a campaign gives itself, or that of its folder."""
    with suppress(BadInput, msgspec.MsgspecError, RecursionError):
        text = read_text(campaign_file(folder), "a campaign's JSON file")
        if name := msgspec.json.decode(text, type=Named).name:
            return name
    return os.path.basename(os.path.realpath(folder))


def write_report(folder: Path, found: Findings) -> Path:
    """Write the report to the campaign's folder, whole or not at all, and return its path."""
    from rookery.compare.page import page

    path = folder / HTML
    replace_file(path, page(found))
    return path
