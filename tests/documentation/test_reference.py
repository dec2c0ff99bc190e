"""The reference pages leave out no command, option, family or public name."""

import inspect
import re
from dataclasses import fields

import pytest
from rookery_docs import call_tables, commands, families
from rookery_docs.examples import DOCS
from rookery_docs.python_face import group_of

import rookery as rk
from rookery.backends.solve import QuestionLimits
from rookery.cli import exits
from rookery.compare.known_values import series
from rookery.models.problems.registry import OURS, find_family

OWN = {name: find_family(name) for name in OURS}
WHOLE = commands.root()


def test_families_have_an_example_and_their_published_values() -> None:
    shown, page = [], (DOCS / "families.md").read_text(encoding="utf-8")
    for name, family in OWN.items():
        assert family.formula
        assert name in page or name.replace("-", "_") in page
        shown += families.known_series(family)
        written = families._sequences(family)
        assert all(f"https://oeis.org/{each}) | " in written for each in families.sequences(family))
    assert [each["name"] for each in series() if each not in shown] == []


@pytest.mark.parametrize("command", WHOLE.below, ids=lambda command: command.words)
def test_page_of_a_command_has_each_option(command: commands.Command) -> None:
    page = commands._page(command)
    waiting = [command]
    while waiting:
        each = waiting.pop()
        waiting += each.below
        assert f"`{each.words}`" in page
        assert [row for row in each.rows if f"| `{row.written}`".replace("|", "\\|")[1:] not in page] == []
        assert each.made.epilog is None or each.made.epilog.removeprefix("Example: ") in page


def test_public_names_have_a_page_and_functions_an_example() -> None:
    assert [name for name in rk.__all__ if group_of(name) is None] == []
    found = {name: getattr(rk, name) for name in rk.__all__}
    assert [
        name for name, each in found.items() if inspect.isfunction(each) and ">>>" not in (each.__doc__ or "")
    ] == []


def test_tables_have_each_field_and_keyword() -> None:
    assert set(call_tables.ANSWER) == {each.name for each in fields(rk.Answer)}
    keywords = {*inspect.signature(rk.solve).parameters, *call_tables.keywords(QuestionLimits)}
    assert keywords == {"problem", "limits", *call_tables.KEYWORDS}
    written = call_tables.write_signature("(x: ~a.B, y: ~C = 1, **limits: ~D)", inspect.unwrap(rk.first))
    assert written.startswith("(x, y=1, *, workers=..., seed=..., options=..., limit=..., seconds=...")


def test_exit_codes_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", (DOCS / "command-line.md").read_text(encoding="utf-8"), flags=re.M)
    assert {int(code): meaning for code, meaning in rows} == exits.MEANINGS
