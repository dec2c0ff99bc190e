"""The page of records, a table made from `benchmarks/records/values.json`."""

import json
from collections.abc import Mapping
from typing import Any

from rookery_docs.examples import DOCS, ROOT
from rookery_docs.markdown import code, join, table, title, write

VALUES = ROOT / "benchmarks" / "records" / "values.json"
HEAD = """\
The fewest pieces that dominate a board, the largest peaceable armies (no piece attacks one of another army), the most
squares that n queens leave unattacked; also how many such sets there are, and how many up to the symmetries of the
board (*orbits*). Rookery's own search has found all of them, and agrees with every published value.

A bold value is in no published table that we know (we read copies of the OEIS of 2021 to 2026). Two searches found
each: that of the backend, and a second one that lists all best sets without symmetries (CaDiCaL, our kernels in another
order, or separate programs in C).

`benchmarks/records/values.json` has the values with the commands, and `benchmarks/records/claims.txt` lists claims of
which a [certificate](../certificates.md) has been made and verified.
"""
WORDS = {"optimum": "optimum", "sets": "number of best sets", "orbits": "orbits"}


def make() -> None:
    """Write the page."""
    series = json.loads(VALUES.read_text(encoding="utf-8"))
    kinds = dict.fromkeys((each["piece"], each["kind"], each["torus"]) for each in series)
    sections = [
        _section(kind, [each for each in series if (each["piece"], each["kind"], each["torus"]) == kind])
        for kind in kinds
    ]
    write(DOCS / "results" / "records.md", join(title("Records"), HEAD, *sections))


def _section(kind: tuple[str, str, bool], series: list[Mapping[str, Any]]) -> str:
    piece, name, torus = kind
    rows = [(WORDS[each["what"]], code(each["command"]), _terms(each)) for each in series]
    notes = dict.fromkeys(f"{note[0].upper()}{note[1:]}.\n" for each in series if (note := each.get("note")))
    sources = dict.fromkeys(source for each in series for source in each["published"])
    published = f"Published: {'; '.join(sources)}.\n" if sources else ""
    heading = f"{piece.capitalize()}s, {name}{', on the torus' if torus else ''}"
    return join(title(heading, 2), *notes, table(("value", "command", "N: value"), rows), published)


def _terms(each: Mapping[str, Any]) -> str:
    new = set(map(str, each["new"]))
    return ", ".join(f"**{n}: {value}**" if n in new else f"{n}: {value}" for n, value in each["values"].items())
