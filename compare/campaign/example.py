"""A campaign's file with every key, made from the declarations; it runs as it is. Also the keys as a reference."""

from collections.abc import Iterable, Iterator

from rookery.compare.campaign.keys import BOARDS, CONDITIONS, GIVENS, NAME, TABLES, Key, family_keys
from rookery.models.problems.families import ALONE, FAMILIES, TOGETHER
from rookery.models.problems.family import Family

HEAD = """\
# A campaign: which backends solve which problems. Every key is here; a comment shows a key that is not set.
# Keep what you need, and run it: rookery compare FILE"""
OWN = "# An entry may contain any of the conditions above; they then apply only to that entry."
ACTIVE_TABLES = {"options": "options.sat", "pieces": "pieces"}
WIDTH, LONGEST = 34, 120


def write_example() -> str:
    """The file: the name and the conditions, tables, then an entry for each family."""
    lines = [HEAD, "", *_lines([NAME, *CONDITIONS])]
    for table in TABLES:
        name = ACTIVE_TABLES.get(table.name, table.name)
        lines += ["", f"[{name}]  # {table.help}", f"{'' if table.name in ACTIVE_TABLES else '# '}{table.example}"]
    lines += ["", OWN]
    for family in FAMILIES.values():
        lines += ["", *_entry(family)]
    return "\n".join(lines) + "\n"


def write_reference() -> str:
    """The keys as tables in Markdown, in the order of the example."""
    parts = [
        "## On top",
        _reference([NAME, *CONDITIONS, *TABLES]),
        "## In each entry `[[problems]]`",
        _reference(BOARDS),
    ]
    for family in FAMILIES.values():
        parts += [f"### {family.name}", f"{family.summary}", _reference(family_keys(family))]
    return "\n\n".join(parts) + "\n"


def _reference(keys: Iterable[Key]) -> str:
    rows = (f"| `{key.name}` | {_in_cell(key.help)} | `{_in_cell(key.example)}` |" for key in keys)
    return "\n".join(["| key | what it says | example |", "|---|---|---|", *rows])


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|")


def _entry(family: Family) -> Iterator[str]:
    yield f"[[problems]]  # {family.summary}"
    asked = [key._replace(example=f'"{family.name}"', help="") if key.name == "family" else key for key in BOARDS]
    optional = {"holes", *GIVENS}
    keys = list(family_keys(family))
    if ALONE in (key.name for key in keys):
        optional.add(TOGETHER)
    yield from _lines([*asked, *keys], optional)


def _lines(keys: Iterable[Key], optional: Iterable[str] = ()) -> Iterator[str]:
    """A line for each key with its help; those that are not set are comments."""
    unset = set(optional)
    for key in keys:
        line = f"{'# ' if key.name in unset else ''}{key.name} = {key.example}"
        told = f"{line:{WIDTH}}  # {key.help}"
        if len(told) > LONGEST:
            yield f"# {key.name}: {key.help}"
        yield told if key.help and len(told) <= LONGEST else line
