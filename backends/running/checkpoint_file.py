"""The file of a checkpoint: a zip of members that are packed already, with an index in JSON.

`checkpoint.json` says the format, its version, who wrote it, the question, and of each search its facts and how many
members it has; these stand beside it, one for each subtree that is left and one for each block of solutions. The file
holds no code. `VERSION` rises whenever the members of a search come to mean something else.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_STORED, ZipFile

from rookery.backends.contract.search_store import SearchState
from rookery.models import BadInput
from rookery.models.base.distribution import own_version
from rookery.models.base.files import check_regular, refusing_unreadable, replacing

FORMAT, VERSION, INDEX = "rookery checkpoint", 4, "checkpoint.json"
MOST_REPEATED = 60  # characters of a text in a file that a message repeats

Searches = Mapping[str, SearchState]


def write_checkpoint(path: Path, question: Mapping[str, Any], searches: Searches) -> None:
    """Replace a file as a whole, so that there is a whole one whenever a process is killed.

    Raises `BadInput` where it cannot be written.
    """
    told = {name: _describe(search) for name, search in searches.items()}
    header = {"format": FORMAT, "version": VERSION, "rookery": own_version()}
    with replacing(path) as file, ZipFile(file, "w", ZIP_STORED) as members:
        for at, search in enumerate(searches.values()):
            for kind, content in search.members.items():
                for place, member in enumerate(content):
                    members.writestr(f"{at}.{kind}.{place}", member)
        members.writestr(INDEX, json.dumps({**header, "question": question, "searches": told}, indent=1))


def _describe(search: SearchState) -> dict[str, Any]:
    return {"facts": search.facts, "members": {kind: len(content) for kind, content in search.members.items()}}


def read_checkpoint(path: Path) -> tuple[Mapping[str, Any], dict[str, SearchState]]:
    """The index and the searches of a file; raises `BadInput` for what is no checkpoint, or of another version."""
    check_regular(path, "a checkpoint")
    with refusing_unreadable(path):
        file = path.open("rb")
    with file:
        try:
            return _read_from(path, file)
        except BadInput:
            raise
        except Exception:  # a damaged file makes its readers raise whatever there is
            raise BadInput(f"{path} is not a checkpoint, or is damaged") from None


def _read_from(path: Path, file: BinaryIO) -> tuple[Mapping[str, Any], dict[str, SearchState]]:
    with ZipFile(file) as members:
        if any(member.compress_type != ZIP_STORED for member in members.infolist()):
            raise ValueError("members that may take any room")
        index = json.loads(members.read(INDEX))
        _require_same_version(path, index)
        if not isinstance(index["question"], dict):
            raise TypeError("no question")
        searches = enumerate(index["searches"].items())
        return index, {name: _read_search(members, at, told) for at, (name, told) in searches}


def _read_search(members: ZipFile, at: int, told: Mapping[str, Any]) -> SearchState:
    kinds = told["members"].items()
    content = {kind: [members.read(f"{at}.{kind}.{place}") for place in range(many)] for kind, many in kinds}
    return SearchState(told["facts"], content)


def _require_same_version(path: Path, index: Mapping[str, Any]) -> None:
    for name, here in (("format", FORMAT), ("version", VERSION)):
        if index[name] != here:
            there = printable(index[name])
            raise BadInput(f"{path} was written with {name} {there}, this is {here}; start a new search")


def printable(value: Any) -> str:
    """What a file says, fit for a line."""
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(character if character.isprintable() else "?" for character in text[:MOST_REPEATED])
