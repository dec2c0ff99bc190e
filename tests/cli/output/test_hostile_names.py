"""Names with control characters, marks of direction and markup in them, through every form of output."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from rookery_tests.command_line import Result, rookery
from rookery_tests.synthetic_records import ENVIRONMENT, campaign

import rookery as rk
from rookery.backends.formats import WRITERS
from rookery.compare.store import Store
from rookery.core.words import in_a_line, legible, markup

NAMES = ("\x1b]0owned\x07", "\x9b2J", "\u202eevil\u2066", "zero\u200bwidth", "a\x08b", "\ufffe",
         "<b>&\"'", "]]>", "<script>alert(1)</script>", "`*_#", "\\x1b", 'q"]evil')  # fmt: skip
IN_JSON = ("two\nlines", "tab\tbed", "nul\0", "nel\x85", "ls\u2028", "\ud800")  # and never in the lines of a list


def assert_clean(text: str) -> None:
    """Assert that nothing in a text moves a cursor, starts a line, or hides."""
    assert {sign for sign in text if not sign.isprintable()} <= set("\n\t")
    text.encode()


@pytest.fixture
def graph(tmp_path: Path) -> str:
    """A star whose rays have the names, and a lone vertex: the hub and the lone one are the fewest guards."""
    path = tmp_path / "gr\x1b[1m\u202eaph.txt"
    path.write_text("hub plain\n" + "".join(f"hub {name}\n" for name in NAMES) + "\x1b[5mlone\n", encoding="utf-8")
    return str(path)


def call(*arguments: str, code: int = 0, given: bytes = b"") -> Result:
    result = rookery(*arguments, given=given)
    assert_clean(result.out)
    assert_clean(result.err)
    assert result.code == code, result.err
    return result


@pytest.mark.parametrize("more", ["--explain", "--why", "--all", "--count-solutions", "--format unicode"])
def test_answer_about_a_graph_is_legible(more: str, graph: str) -> None:
    call("solve", "domination", "--graph", graph, *more.split())


def test_json_of_a_graph_keeps_its_names(graph: str) -> None:
    data = json.loads(call("solve", "domination", "--graph", graph, "--json").out)
    assert sorted(name for _, name in data["solutions"][0]) == ["\x1b[5mlone", "hub"]


def test_picture_of_a_graph_is_xml_and_python_shows_it_legibly(graph: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    call("solve", "domination", "--graph", graph, "--svg", str(picture))
    text = picture.read_text(encoding="utf-8")
    assert_clean(text)
    titles = {str(each.text) for each in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}title")}
    assert set(map(in_a_line, NAMES)) <= titles
    answer = rk.solve(rk.domination("guard", rk.read_graph(graph)))
    for shown in (answer._repr_html_(), str(answer.best), repr(answer)):
        assert_clean(shown)


def test_refusal_shows_names_legibly(graph: str) -> None:
    check = ("check", "domination", "--graph", graph, "--placement", "-")
    call(*check, code=4, given=b"hub\n")
    call(*check, "--json", code=4, given=b"hub\n")
    for lone in ("\x1b[5mlone", "\\x1b[5mlone"):  # as it is, and as we print it
        call(*check, given=f"hub\n{lone}\n".encode())
    call("solve", "domination", "--graph", graph, "--fix", "no\x1b[1m such", code=2)


@pytest.mark.parametrize("form", WRITERS)
def test_exported_names_are_legible(form: str, graph: str, tmp_path: Path) -> None:
    call("export", "domination", "--graph", graph, "--format", form, *["--bound", "2"] * (form == "dimacs"))
    path, names = tmp_path / "mo\x1b[1mdel.json", [*NAMES, *IN_JSON]
    literals = list(range(1, len(names) + 1))
    model = {"format": "rookery-model", "variables": names,
             "goal": {"kind": "minimize", "literals": literals, "weights": None},
             "constraints": [{"kind": "at-least", "bound": len(names), "literals": literals}]}  # fmt: skip
    path.write_text(json.dumps(model))
    assert_clean(rk.export(rk.read_model(path), form, 99 if form == "dimacs" else None))
    assert json.loads(call("solve", "model", str(path), "--json").out)["solutions"] == [names]
    call("solve", "model", str(path), "--explain")


def test_campaign_of_somebody_else_is_reported_legibly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "2000")  # no line is folded
    evil, folder = "\x1b]0;owned\x07\u202e", tmp_path / "campaign"
    with Store(folder) as store:
        store.begin({**ENVIRONMENT, "processor": evil})
        for at, each in enumerate(campaign()):
            named = replace(each, backend=f"{each.backend}{evil}", instance=f"{each.instance}{evil}", family=evil)
            store.add(replace(named, key=str(at), message=evil, log=evil, versions={evil: evil}))
    call("report", str(folder), "--html", str(tmp_path / "page"))
    call("report", str(folder))
    assert_clean((tmp_path / "page").read_text(encoding="utf-8"))


def test_printable_text_stays_as_it_is() -> None:
    for text in ("queen@3,2", "Zürich ♛ 東京", "two\nlines\tand a tab"):
        assert legible(text) == text
    assert in_a_line("two\nlines\t") == "two\\nlines\\t"
    assert markup("<\x00&\ud800") == "&lt;\\x00&amp;\\ud800"
