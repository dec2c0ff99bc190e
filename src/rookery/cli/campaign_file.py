"""Campaign files: TOML whose `problems` are lines of command words, `domination --piece queen,knight --board 4..8`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rookery.cli.problem_options import read_words
from rookery.compare.campaign.campaign import Campaign, make_campaign
from rookery.core.errors import show_value
from rookery.core.files import read_text
from rookery.models import BadInput, Piece
from rookery.models.pieces.files import Misread, Source, piece_of
from rookery.models.pieces.sources import piece

EXPECTED = 'lines such as "domination --piece queen,knight --board 4..8", as `rookery solve` takes them'


def read_campaign_file(path: Path, overrides: Mapping[str, Any]) -> Campaign:
    """Return the campaign of a TOML file, some of whose conditions are overridden.

    Its table `pieces` defines pieces of its own as a file of pieces does, and names of files are relative to its
    folder. Raises `BadInput` that begins with the file, and the line where it is known.
    """
    source = Source(read_text(path, "a campaign's TOML file"), path.name)
    data = {"name": path.stem, **source.data()}
    own = dict(_read_pieces(source, data.pop("pieces", {})))
    problems = list(_read_problems(source, data.pop("problems", None), own, path.parent))
    try:
        return make_campaign(problems, data, path.parent, overrides=overrides)
    except BadInput as error:
        error.args = (f"{source.place((str(error).partition(':')[0],))}: {error}",)
        raise


def _read_pieces(source: Source, tables: Any) -> Iterator[tuple[str, Piece]]:
    """The pieces that a campaign defines itself."""
    if not isinstance(tables, dict):
        raise BadInput(f"{source.place(('pieces',))}: pieces: expected a table, such as gnu = 'NC'")
    for name, table in tables.items():
        try:
            yield name, piece_of(name, table)
        except BadInput as error:
            key = (error.key,) if isinstance(error, Misread) and isinstance(table, dict) and error.key else ()
            raise BadInput(f"{source.place(('pieces', name, *key))}: {error}") from None


def _read_problems(source: Source, lines: Any, own: Mapping[str, Piece], folder: Path) -> Iterator[Mapping[str, Any]]:
    """The problems of all lines as plain data."""
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"{source.place(('problems',))}: problems: expected {EXPECTED}")
    for line in lines:
        try:
            problems = read_words(line, lambda name: own.get(name) or piece(name), folder)
            yield from filter(None, (problem.asked for problem in problems))
        except BadInput as error:
            at = next((f", line {at}" for at, text in enumerate(source.text.splitlines(), 1) if line in text), "")
            raise BadInput(f"{source.name}{at}: {show_value(line)}: {error}") from None
