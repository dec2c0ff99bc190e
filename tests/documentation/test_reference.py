"""The reference leaves out nothing that it is written from."""

import inspect
import re
from dataclasses import fields
from inspect import isfunction
from pathlib import Path

import pytest
from rookery_docs import call_tables, commands, families, pieces, python_face
from rookery_docs.examples import DOCS, Fails, leave_times_out
from rookery_docs.links import ELSEWHERE, lead_links
from rookery_docs.links import drop_empty_patterns as drop
from rookery_docs.markdown import table
from rookery_docs.python_face import group_of

import rookery as rk
from rookery import names
from rookery.backends.contract.question import QuestionLimits
from rookery.cli import exits
from rookery.compare.verdict.claims import series
from rookery.models.problems import catalogue
from rookery.models.problems.family import declaration

OWN = {each.name: each for name in catalogue.__all__ if (each := declaration(getattr(catalogue, name)))}
WHOLE = commands.root()


@pytest.mark.parametrize("name", OWN)
def test_each_family_says_what_its_page_needs(name: str) -> None:
    assert OWN[name].formula
    assert OWN[name].example
    assert all(re.fullmatch(r"A\d{6}", number) for number in OWN[name].oeis)


@pytest.mark.parametrize("name", OWN)
def test_the_example_of_a_family_states_a_problem_of_it(name: str) -> None:
    problem = families.declare(OWN[name], OWN[name].example)
    assert problem.asked is not None
    special = {"border", "restricted"}  # domination with squares that are forbidden
    assert problem.asked.family == ("domination" if name in special else name) or not OWN[name].places


def test_the_page_of_families_names_each() -> None:
    page = (DOCS / "families.md").read_text(encoding="utf-8")
    assert [name for name in OWN if name not in page and name.replace("-", "_") not in page] == []


def test_known_values_stand_on_the_page_of_their_family() -> None:
    shown = [
        each
        for name in OWN
        for each in families.known_series(OWN[name], families.declare(OWN[name], OWN[name].example))
    ]
    assert [each["name"] for each in series() if each not in shown] == []


def test_special_cases_have_the_values_of_their_piece_and_board() -> None:
    found = {
        name: {
            each["piece"] for each in families.known_series(OWN[name], families.declare(OWN[name], OWN[name].example))
        }
        for name in ("superqueens", "toroidal-queens", "blocked-queens")
    }
    assert found == {"superqueens": {"amazon"}, "toroidal-queens": {"queen"}, "blocked-queens": set()}


def test_values_that_nobody_published_are_those_of_two_backends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "LARGEST", 4)
    # one king guards boards up to 3x3; the others by trying every set of squares
    assert families.computed_values(OWN["connected"]) == {1: "1", 2: "1", 3: "1", 4: "2"}
    assert families.computed_values(OWN["restricted"]) == {}
    assert families.computed_values(OWN["placement"]) == {}


def test_backends_that_disagree_stop_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "_answer", lambda problem, backend: backend)
    with pytest.raises(Fails, match="disagree"):
        families.computed_values(OWN["upper"])


def test_a_backend_that_refuses_a_model_says_why() -> None:
    size, words_shown = families.see(rk.upper_domination("king", 3), "textbook")
    assert (size, words_shown[:8]) == ("", "refused:")
    assert families.see(rk.placement("queen", 4, count=4), "sat")[0].startswith("variables 16, clauses ")


@pytest.mark.parametrize("command", WHOLE.below, ids=lambda command: command.words)
def test_each_option_stands_on_the_page_of_its_command(command: commands.Command) -> None:
    page = commands._page(command)
    waiting = [command]
    while waiting:
        each = waiting.pop()
        waiting += each.below
        assert f"`{each.words}`" in page
        assert [row for row in each.rows if f"| `{row.written}`".replace("|", "\\|")[1:] not in page] == []
        assert each.made.epilog is None or each.made.epilog.removeprefix("Example: ") in page


def test_each_function_that_declares_or_asks_has_an_example() -> None:
    """`tests/test_face.py` runs them."""
    found = {name: python_face._function_of(getattr(rk, name)) for name in names.__all__}
    assert [name for name, each in found.items() if isfunction(each) and ">>>" not in (each.__doc__ or "")] == []


def test_tables_say_what_each_field_and_keyword_means() -> None:
    assert set(call_tables.ANSWER) == {each.name for each in fields(rk.Answer)}
    shown = call_tables.tables_of("solve")
    assert "| `seconds` | `float \\| str \\| None` | `None` | the time limit" in shown
    assert {*inspect.signature(rk.solve).parameters, *call_tables.keywords(QuestionLimits)} == {
        "problem", "limits", *call_tables.KEYWORDS
    }  # fmt: skip


def test_signatures_show_names_and_no_types() -> None:
    written = call_tables.write_signature("(x: ~a.B, y: ~C = 1, **limits: ~D)", inspect.unwrap(rk.first))
    assert written.startswith("(x, y=1, *, up_to_symmetry=..., options=..., hint=..., limit=..., seconds=...")
    for each in names.__all__:
        found = getattr(rk, each)
        if isfunction(inspect.unwrap(found)) or each == "Question":
            bare = [given.replace(annotation=given.empty) for given in inspect.signature(found).parameters.values()]
            shown = call_tables.write_signature(str(inspect.Signature(bare)), inspect.unwrap(found))
            assert "**" not in shown, each
    assert call_tables.write_signature("(x=DEFAULT)", inspect.unwrap(rk.first)) == "(x='auto')"
    assert call_tables.write_signature("(x=<what Python shows>)", rk.first) == "(x=<what Python shows>)"


@pytest.mark.parametrize("name", OWN)
def test_each_number_of_the_oeis_says_what_it_counts(name: str) -> None:
    problem = families.declare(OWN[name], OWN[name].example)
    shown = families._sequences(OWN[name], problem)
    assert all(f"[{each}](https://oeis.org/{each}) | " in shown for each in families.sequences(OWN[name], problem))


def test_times_of_the_machine_that_makes_the_pages_are_left_out() -> None:
    printed = "5 (optimal)\nauto: sat (a cover: small): start 0.1 s, search 12.5 s, total 12.6 s\n"
    assert leave_times_out(printed) == "5 (optimal)\nauto: sat (a cover: small)\n"
    assert leave_times_out("<p>sat: start 1 s, total 1.9 s</p>") == "<p>sat</p>"  # of a cell of a notebook


def test_each_public_name_has_a_page() -> None:
    assert [name for name in names.__all__ if group_of(name) is None] == []


def test_exit_codes_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", (DOCS / "command-line.md").read_text(encoding="utf-8"), flags=re.M)
    assert {int(code): meaning for code, meaning in rows} == exits.MEANINGS


def test_each_shape_of_board_is_shown() -> None:
    kinds = {type(rk.board(text)).name for text in pieces.example_boards()}
    assert kinds == set(registry_of_shapes()) - {"graph", "hypergraph"}


def registry_of_shapes() -> list[str]:
    from rookery.models.boards.catalogue import SHAPES

    return list(SHAPES)


@pytest.mark.parametrize(
    ("source", "page", "text", "led"),
    [
        ("docs/a.md", "docs/a.md", "[b](b.md)", "[b](b.md)"),
        ("docs/a.md", "docs/a.md", "[b](../ARCHITECTURE.md#glossary)", "[b](house/architecture.md#glossary)"),
        ("docs/a.md", "docs/a.md", "[it](../examples/rookery-fairy)", "[it](house/example-rookery-fairy.md)"),
        ("docs/a.md", "docs/a.md", "[b](../Makefile)", "b (`Makefile` in the repository)"),
        ("docs/a.md", "docs/a.md", "[a sample](sample-report.html)", '<a href="sample-report.html">a sample</a>'),
        ("ARCHITECTURE.md", "docs/house/architecture.md", "[t](docs/tried.md)", "[t](../tried.md)"),
        ("docs/a.md", "docs/a.md", "[b](https://example.org)", "[b](https://example.org)"),
    ],
)
def test_links_lead_to_pages_of_the_site(source: str, page: str, text: str, led: str) -> None:
    root = DOCS.parent
    assert lead_links(text, root / source, root / page) == led


def test_patterns_without_a_page_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "gallery.md").touch()
    assert drop("a\ngallery*\nrecords*\nhow-to/*\nb\n", tmp_path) == "a\ngallery*\nb\n"


def test_a_bar_does_not_end_a_cell() -> None:
    assert table(("a",), [("x|y\nz",)]) == "| a |\n| --- |\n| x\\|y z |\n"


def test_numbers_are_said_as_ranges() -> None:
    assert families.say_ranges([1, 2, 3, 5, 7, 8]) == "1 to 3, 5, 7 to 8"


def test_each_page_that_stands_elsewhere_is_there() -> None:
    assert [page for page in ELSEWHERE.values() if not page.exists()] == []
