"""The reference leaves out no command, family, backend, piece, notation or public name."""

import inspect
import re
from pathlib import Path

import pytest
from rookery_docs import commands, reference

import rookery as rk
from rookery.backends import registry
from rookery.backends.formats import READERS, WRITERS
from rookery.cli import exits
from rookery.compare.campaign import KEYS
from rookery.compare.known_values import series
from rookery.models.pieces import betza
from rookery.models.pieces.piece import STANDARD
from rookery.models.problems.registry import OURS, find_family

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = DOCS / "reference"


def read(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OURS)
def test_family_has_a_page_with_its_values(name: str) -> None:
    page, family = read(f"families/{name}.md"), find_family(name)
    for part in ("definition", "example", "parameters"):
        assert f"```{{generated}} {part} {name}\n" in page
    known = series(name)
    shown = "\n".join(reference.values(name)) if f"```{{generated}} values {name}\n" in page else ""
    assert all(reference.link(each["source"]) in shown for each in known)
    assert [number for number in family.oeis if number not in shown + page] == []
    assert set(family.parameters) <= set(re.findall(r"`(\w+)`", "".join(reference.parameters(name))))


def test_commands_have_a_page_and_their_summary_in_the_index() -> None:
    index, context = read("commands/index.md"), commands.app.make_context("rookery", [], resilient_parsing=True)
    for name in commands.app.list_commands(context):
        assert f".. click:: rookery_docs.commands:{name}\n   :prog: rookery {name}\n" in read(f"commands/{name}.md")
        summary = " ".join(getattr(commands, name).help.partition("\n\n")[0].split())
        assert f"| [`rookery {name}`]({name}.md) | {summary} |" in index


def test_public_names_have_a_page_and_functions_an_example() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (REFERENCE / "python").glob("*.md"))
    shown = {*re.findall(r"^\.\. auto\w+:: rookery\.(\w+)$", pages, re.M), *re.findall(r"`rk\.([A-Z]+)`", pages)}
    assert {*rk.__all__} <= shown
    found = {name: getattr(rk, name) for name in rk.__all__}
    assert [
        name for name, each in found.items() if inspect.isfunction(each) and ">>>" not in (each.__doc__ or "")
    ] == []


def test_pages_name_all_pieces_backends_keys_and_formats() -> None:
    pieces, notation, backends, files = (
        read("pieces.md"),
        read("betza.md"),
        read("backends.md"),
        (DOCS / "files.md").read_text(encoding="utf-8"),
    )
    assert [piece.name for piece in STANDARD if f"{{attacks}}`{piece} on 7`" not in pieces] == []
    assert [text for text in (*betza.ATOMS, *betza.SHORTHANDS) if f"{{attacks}}`{text} on 9`" not in notation] == []
    assert [name for name in registry.OWN if f"```{{generated}} backend {name}\n" not in backends] == []
    assert [name for name in registry.STRATEGIES if f"| `{name}` |" not in backends] == []
    assert {*re.findall(r"^\| `([a-z-]+)` \|", read("campaign-files.md"), re.M)} == {*KEYS}
    assert [ending for ending in READERS if f"`{ending}`" not in files] == []
    assert [name for name in WRITERS if name.upper() not in files] == []


def test_exit_codes_are_those_of_the_page() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert {int(code): meaning for code, meaning in re.findall(r"^\| (\d+) \| (.*) \|$", page, re.M)} == exits.MEANINGS
