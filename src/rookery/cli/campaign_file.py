"""Campaign files: TOML whose `problems` are lines of command words, `domination --piece queen,knight --board 4..8`."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rookery.cli.problem_options import read_words
from rookery.compare.campaign import Campaign, make_campaign
from rookery.core.errors import show_value
from rookery.core.files import read_text
from rookery.models import BadInput, Piece
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.sources import piece

EXPECTED = 'lines such as "domination --piece queen,knight --board 4..8", as `rookery solve` takes them'


def read_campaign_file(path: Path, overrides: Mapping[str, Any]) -> Campaign:
    """Return the campaign of a TOML file; `overrides` take the place of its conditions.

    Its table `pieces` defines pieces of its own as a file of pieces does, and names of files are relative to its
    folder. Raises `BadInput` that begins with the file and the key.
    """
    text = read_text(path, "a campaign's TOML file")
    try:
        data = {"name": path.stem, **tomllib.loads(text)}
        own = dict(_read_pieces(data.pop("pieces", {})))
        problems = list(_read_problems(data.pop("problems", None), own, path.parent))
        return make_campaign(problems, {**data, **overrides}, path.parent)
    except RecursionError:
        raise BadInput(f"{path.name}: its tables are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path.name}: {error}") from None
    except BadInput as error:
        error.args = (f"{path.name}: {error}",)
        raise
    except ValueError:  # Python reads no number of thousands of digits
        raise BadInput(f"{path.name}: a number has more than 64 bits") from None


def _read_pieces(tables: Any) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces that a campaign defines itself."""
    if not isinstance(tables, dict):
        raise BadInput("pieces: expected a table, such as gnu = 'NC'")
    for name, table in tables.items():
        try:
            yield name, piece_of(name, table)
        except BadInput as error:
            raise BadInput(f"pieces.{error}") from None


def _read_problems(lines: Any, own: Mapping[str, Piece], folder: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the problems of all lines as plain data."""
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"problems: expected {EXPECTED}")
    for line in lines:
        try:
            problems = read_words(line, lambda name: own.get(name) or piece(name), folder)
        except BadInput as error:
            raise BadInput(f"problems: {show_value(line)}: {error}") from None
        yield from filter(None, (problem.asked for problem in problems))
