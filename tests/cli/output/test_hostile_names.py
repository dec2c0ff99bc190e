"""Names from elsewhere, with control signs, marks of direction and markup in them, through every form of output."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rookery_tests.command_line import Result, rookery
from rookery_tests.synthetic_records import ENVIRONMENT, campaign

import rookery as rk
from rookery.backends.formats import FORMATS
from rookery.cli.output.terminal import console
from rookery.compare.records.store import Store
from rookery.core.words import in_a_line, legible, markup
from rookery.models.boards.graph_files import write_dot

ESCAPES = ("\x1b]0;owned\x07", "\x1b[31mred", "\x9b2J", "\u202eevil\u2066", "zero\u200bwidth", "a\x08b", "\ufffe")
MARKUP = ("<b>&\"'", "]]>", "--><script>alert(1)</script>", "![x](y)", "`*_|#", "\\x1b", 'q"];evil')
NAMES = (*ESCAPES, *MARKUP)
# in JSON, and never in lines of a list
MORE = ("two\nlines", "tab\tbed", "nul\0", "c\rr", "nel\x85", "ls\u2028", "\ud800")


def assert_clean(text: str) -> None:
    """Nothing in a text moves a cursor, turns a line, or hides."""
    assert {sign for sign in text if not sign.isprintable()} <= set("\n\t")
    text.encode()


def assert_xml(text: str) -> ElementTree.Element:
    assert_clean(text)
    return ElementTree.fromstring(text)


@pytest.fixture
def graph(tmp_path: Path) -> str:
    """A star whose rays have the names; each is dominated by the hub alone."""
    path = tmp_path / "gr\x1b[1m\u202eaph.txt"
    path.write_text("hub plain\n" + "".join(f"hub {name}\n" for name in NAMES) + "\x1b[5mlone\n", encoding="utf-8")
    return str(path)


def ran(*arguments: str, code: int = 0, given: bytes = b"") -> Result:
    result = rookery(*arguments, given=given)
    assert_clean(result.out)
    assert_clean(result.err)
    assert result.code == code, result.err
    return result


@pytest.mark.parametrize("form", ["text", "unicode", "board", "pace", "dot"])
def test_a_graph_in_each_format(form: str, graph: str) -> None:
    out = ran("solve", "domination", "--graph", graph, "--format", form).out
    assert "\\x1b[5mlone" in out or ("\\\\x1b[5mlone" in out and form == "dot")


def test_a_graph_in_plain_data_keeps_its_names(graph: str) -> None:
    data = json.loads(ran("solve", "domination", "--graph", graph, "--json").out)
    assert sorted(name for _, name in data["solutions"][0]) == ["\x1b[5mlone", "hub"]


@pytest.mark.parametrize("more", [("--explain",), ("--why",), ("--statistics",), ("--all",), ("--count-solutions",)])
def test_a_graph_with_words_about_it(more: tuple[str, ...], graph: str) -> None:
    ran("solve", "domination", "--graph", graph, *more)


def test_the_picture_of_a_graph_is_xml(graph: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    ran("solve", "domination", "--graph", graph, "--svg", str(picture))
    root = assert_xml(picture.read_text(encoding="utf-8"))
    titles = {str(each.text) for each in root.iter("{http://www.w3.org/2000/svg}title")}
    assert set(map(in_a_line, NAMES)) <= titles
    answer = rk.solve(rk.domination("guard", rk.read_graph(graph)))
    assert_clean(answer._repr_html_())
    assert_clean(str(answer.best))
    assert_clean(repr(answer))


def test_a_picture_in_dot_holds_each_name_in_its_quotes(graph: str) -> None:
    ground = rk.read_graph(graph)
    for line in write_dot(ground, []).splitlines()[1:-1]:
        assert re.fullmatch(r'  "(?:[^"\\]|\\.)*"(?: -- "(?:[^"\\]|\\.)*")?;', line), line


@pytest.mark.parametrize("form", ["text", "json"])
def test_check_names_what_is_wrong(form: str, graph: str, tmp_path: Path) -> None:
    picture = tmp_path / "refused.svg"
    asked = ("check", "domination", "--graph", graph, "--placement", "-", "--svg", str(picture))
    ran(*asked, *["--json"] * (form == "json"), code=4, given=b"hub\n")
    assert_xml(picture.read_text(encoding="utf-8"))
    for lone in ("\x1b[5mlone", "\\x1b[5mlone"):  # as it is, and as we print it
        ran(*asked, given=f"hub\n{lone}\n".encode())


def test_a_refusal_shows_no_name_as_it_is(graph: str, tmp_path: Path) -> None:
    ran("solve", "domination", "--graph", graph, "--fix", "no\x1b[1m such", code=2)
    for text in ("a \x1b[1m\x1b[1m \x9b\n", "p ds 2 1\n1 \x1b[2J\n", "a b\n\x1b[1m \x1b[1m c\n", "a b\n\x1b = x\n"):
        (tmp_path / "wr\x1b[7mong").write_text(text, encoding="utf-8")
        ran("solve", "domination", "--graph", str(tmp_path / "wr\x1b[7mong"), code=2)


@pytest.mark.parametrize("form", FORMATS)
def test_exports_of_a_graph(form: str, graph: str) -> None:
    ran("export", "domination", "--graph", graph, "--format", form, *["--bound", "2"] * (form == "dimacs"))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path, names = tmp_path / "mo\x1b[1mdel.json", [*NAMES, *MORE]
    literals = list(range(1, len(names) + 1))
    constraint = {"kind": "at-least", "bound": len(names), "literals": literals}
    goal = {"kind": "minimize", "literals": literals, "weights": None}
    whole = {"format": "rookery-model", "variables": names, "goal": goal, "constraints": [constraint]}
    path.write_text(json.dumps(whole))
    return path


def test_a_model_from_a_file(model: Path) -> None:
    out = ran("solve", "model", str(model), "--explain").out
    assert out.splitlines()[0].split(" ") == " ".join(map(in_a_line, [*NAMES, *MORE])).split(" ")
    data = json.loads(ran("solve", "model", str(model), "--json").out)
    assert data["solutions"] == [[*NAMES, *MORE]]


@pytest.mark.parametrize("form", FORMATS)
def test_exports_of_a_model(form: str, model: Path) -> None:
    read = rk.read_model(model)
    made = rk.export(read, form, 99 if form == "dimacs" else None)
    assert_clean(made)
    comments = [line for line in made.splitlines() if in_a_line("two lines") in line]
    assert len(comments) == 1 or form == "json"


def test_a_store_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "2000")  # no line is folded
    evil, folder = "\x1b]0;owned\x07\u202e\nForged:agree", tmp_path / "campaign"
    with Store(folder) as store:
        store.begin(replace(ENVIRONMENT, facts={**ENVIRONMENT.facts, "processor": evil}))
        for at, each in enumerate(campaign()):
            named = replace(each, backend=f"{each.backend}{evil}", instance=f"{each.instance}{evil}", family=evil)
            store.add(replace(named, key=str(at), message=evil, log=evil, versions={evil: evil}))
    ran("report", str(folder), "--html", str(tmp_path / "page"))
    assert_clean((tmp_path / "page").read_text(encoding="utf-8"))
    assert not any(line.strip() == "Forged:agree" for line in ran("report", str(folder)).lines)


def test_a_console_keeps_its_own_colours_and_no_others() -> None:
    shown = console(soft_wrap=False)
    shown._force_terminal = True
    with shown.capture() as out:
        shown.print("a\x1b[2Jb\x9bc", style="bold")
    assert legible("a\x1b[2Jb\x9bc") in out.get()
    assert "\x1b[2J" not in out.get()


def test_texts_that_can_be_printed_stay_as_they_are() -> None:
    for text in ("queen@3,2", "Zürich ♛ 東京", "two\nlines\tand a tab"):
        assert legible(text) == text
    assert in_a_line("two\nlines\t") == "two\\nlines\\t"
    assert markup("<\x00&\ud800") == "&lt;\\x00&amp;\\ud800"
