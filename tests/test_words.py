"""What people read is plain English: no idiom, no inversion, and the words of the field.

The texts are the help of all commands, what backends say of themselves, all texts in the sources (messages of errors
among them), a report, the README and docs/. The list below is short: each entry is a phrase that a reader stumbled
over, its reason, and what to write. Line ends count as blanks; pages are read without their code.
"""

import ast
import inspect
import re
from collections import deque
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from rich.console import Console
from rookery_docs.examples import pages
from rookery_tests.synthetic_records import ENVIRONMENT, campaign

import rookery
from benchmarks.records import page as records
from benchmarks.records.data import PLANS, kept
from rookery.backends import registry
from rookery.cli import make_app
from rookery.cli.output.help import show_kind
from rookery.compare.analysis.findings import findings
from rookery.compare.report.markdown import markdown
from rookery.compare.report.page import page
from rookery.compare.report.terminal import show
from rookery.models.problems.registry import families

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "models", "certificates", "backends", "compare", "src")
PAGES = [ROOT / "README.md", *pages(), *sorted((ROOT / "examples").glob("*/README.md"))]
FOR_DEVELOPERS = {"decisions.md", "tried.md", "isolation.md"}  # notes on the making, not on the use
NO_NOUN = r"(?<!there )\b(?:is|are|was|were) no (?!longer|more\b|less\b|better)"

# What nobody should have to read twice: the pattern, why it is out, and what to write in its place.
BANNED = {
    r"\bin peace\b": "a metaphor that nobody searches for: non-attacking",
    r"\bhang together\b": "an idiom: connected",
    r"\b(?:none|nobody|nothing) can be spared\b": "an idiom: minimal",
    r"\b(?:is|are|was|were|been|search|searches) told\b": "an inversion that hides who speaks: `X names`, `X says`",
    r"\bput (?:problems|questions|it|them)? ?to (?!(?:the )?use)": "an inversion: run X on Y, check Y with X",
    r"\bbeside\b": "for what does not stand on a board: next to, and, with",
    r"\b(?:is|are|was|were) asked for\b": "an inversion: the question wants",
    r"\bcame first\b": "an idiom: was reached first",
    r"\bby then\b": "dialect: so far",
    r"\bkeeps? (?:it|them) further\b": "no English: continues saving",
    r"\bfrom its begin\b|\bthe begin\b": "no English: beginning",
    r"\bbelongs? into\b": "no English: belongs to; say what to do: set X in Y",
    r"\bput to the vote\b": "an idiom: there is no majority vote",
    r"\bof each orbit\b|\bone an orbit\b": "a term of group theory: one solution per symmetry class",
    r"\bhow many there are\b": "names no noun: count the solutions",
    r"\ba row more\b": "no English: per extra row",
    r"\bno telling\b": "an idiom: unknown",
    r"\bthe witness\b(?=:)": "a metaphor: counterexample",
    r"\bask again\b": "says not what to do: reproduce",
    r"\bfor other tools: ": "a label before an imperative: write a sentence",
    r"\bwho solves\b": "a backend is no person: the solver",
    r"\b(?:proven|shown) the fewest\b": "the field says optimal",
    r"\bon \d+(?: by|,|:) ": "the field says 8x8",
    r"\bplain domination\b": "the field says domination, domination number",
    NO_NOUN: "is no X: dialect for `is not a X`",
    r"; take (?:a|an|one|another|[a-z]+)\b": "dialect: use",
    r"\bof (?:ours|its own|their own) (?:alone|self)\b": "dialect",
    r"\b[a-z]+ alone\b(?= (?:can|may|is|are))": "an inversion: only X",
    r"\bkeeps no\b": "dialect: cannot save",
    r"\banew\b": "archaic: again",
    r"\b(?:whoever|nobody)\b": "a clause or a negation as a subject: name who it is",
    r"\b(?:a|one) (?:row|line|worker|process|vertex|command) an? (?:worker|run|core|edge|set|piece|line)\b": "per X",
    r"\ban? (?:[a-z]+ )?[a-z]+ of (?:its|their|one's) own\b(?! (?:accord|page))": "dialect: a separate X, its own X",
    r"\balike\b": "of two things that one has to find: the same, equal, in the same way",
    r"\b(?:this|that|the|a|any|every|other|another) grounds?\b": "a word of the sources: board, or graph",
    r"\bthe house\b|\brooms\b": "a metaphor of ARCHITECTURE.md alone: the project, packages",
    r"\breckoned\b": "archaic: computed, estimated",
    r"\bof any origin\b": "says nothing: leave it out",
}
OLD = [
    "Guard the board with the fewest pieces that hang together by their attacks.",
    "Place the fewest pieces in peace that leave no room for another.",
    "Guard the board with the most pieces of which none can be spared.",
    "Put problems to several backends side by side: who is right, and who is faster.",
    "a solution is told by its true variables",
    "One solution of each orbit; lists them.",
    "How many there are.",
    "Write, for other tools: Place pieces so that none attacks another",
    "backend sat keeps no checkpoint; leave that out, or take backtracking",
    "--seconds belongs into the campaign's file, where others find it too",
    "A list is given again from its begin.",
    "keeps the search every few seconds and keeps it further",
    "When a limit came first, the answer holds what was found by then.",
    "Answers are never put to the vote.",
    "plain domination of 8 by queens: 5, proven the fewest",
    "Who solves; `rookery backends` lists them.",
    "a.txt is no checkpoint, or is damaged",
    "weights are too large for CP-SAT; take sat",
    "a count beside a mapping of pieces to counts",
    "growth: a row more x0.98",
    "The witness: what shows it",
    "the list is searched anew",
    "Whoever reaches that port can run code",
    "a table with one row a run",
    "a placement of any origin",
    "what the search told last",
    "names that nobody foresees",
    "a count and a vertex a line",
    "a process of its own",
    "only pieces that step alike",
    "squares that this ground does not have",
    "The tree is laid out in rooms",
    "is reckoned outside of the search",
]


def faults_of(text: str) -> list[str]:
    """The phrases of a text that are banned, each with its reason."""
    plain = re.sub(r"\s+", " ", text)
    return [
        f"{found[0]!r} in {plain[max(0, found.start() - 60) : found.end() + 40]!r}: {why}"
        for pattern, why in BANNED.items()
        for found in re.finditer(pattern, plain, re.IGNORECASE)
    ]


def commands() -> Iterator[tuple[str, Any]]:
    """All commands, by their words."""
    root = make_app()
    waiting: list[tuple[str, Any]] = [("rookery", root)]
    while waiting:
        name, command = waiting.pop()
        yield name, command
        context = click.Context(command)
        words = command.list_commands(context) if hasattr(command, "commands") else ()
        waiting += [(f"{name} {word}", command.get_command(context, word)) for word in words]


COMMANDS = dict(commands())


def test_help_texts_are_plain() -> None:
    assert len(COMMANDS) > 100
    found = [
        (name, fault)
        for name, command in COMMANDS.items()
        for text in (command.help, command.short_help, *(getattr(each, "help", "") for each in command.params))
        for fault in faults_of(text or "")
    ]
    assert found == []


def test_flags_show_no_type() -> None:
    for name, command in COMMANDS.items():
        context = click.Context(command, **command.context_settings)
        shown = (*command.params, command.get_help_option(context))
        flags = [each for each in shown if getattr(each, "is_flag", False)]
        assert flags, name
        assert [each.opts for each in flags if show_kind(each).plain] == [], name


@pytest.mark.parametrize("name", registry.names())
def test_backends_speak_plainly_of_themselves(name: str) -> None:
    backend = registry.backend(name)
    assert faults_of(f"{backend.summary} {' '.join(backend.capabilities.options.values())}") == []


def test_families_are_defined_in_the_words_of_the_field() -> None:
    summaries = [family.summary for family in families().values()]
    assert [fault for summary in summaries for fault in faults_of(summary)] == []
    assert all(re.fullmatch(r"[A-Z][^.]*\.", summary) for summary in summaries), "one sentence each"


def texts() -> Iterator[tuple[str, str]]:
    """Where each text of the sources stands, and the text, with {} for what is filled in; docstrings are not shown."""
    for folder in (*ROOMS, "docs/_ext"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            yield from ((f"{file.relative_to(ROOT)}:{line}", text) for line, text in texts_in(tree) if " " in text)


def texts_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts of some code, literals and f-strings, each with its line."""
    waiting = deque([tree])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield node.lineno, text
            inside = [part for part in node.values if not isinstance(part, ast.Constant)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        waiting.extend(inside)


@pytest.mark.full
def test_texts_in_the_sources_are_plain() -> None:
    found = list(texts())
    assert len(found) > 1500, "the sources lie where this test looks"
    assert [f"{place}: {fault}" for place, text in found for fault in faults_of(text)] == []


class Text(HTMLParser):
    """The text of a page, without its scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden = tag in ("script", "style")
        self.parts += [value for name, value in attrs if name in ("title", "aria-label") and value]

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)


def test_reports_are_plain() -> None:
    found = findings("Queens", campaign(), ENVIRONMENT)
    reader = Text()
    reader.feed(page(found))
    console = Console(record=True, width=200, file=StringIO())
    show(found, console)
    shown = {"page": " ".join(reader.parts), "Markdown": markdown(found), "terminal": console.export_text()}
    assert all(len(text) > 500 for text in shown.values())
    assert {name: faults_of(text) for name, text in shown.items()} == {name: [] for name in shown}


SCRIPT_TEXT = re.compile(r'"[^"\n]* [^"\n]*"|`[^`]* [^`]*`')


@pytest.mark.parametrize("folder", ["compare/report/templates", "src/rookery/cli/output/templates"])
def test_pages_say_the_same_in_their_scripts(folder: str) -> None:
    scripts = sorted((ROOT / folder).glob("*.js"))
    assert scripts
    texts = [text for file in scripts for text in SCRIPT_TEXT.findall(file.read_text(encoding="utf-8"))]
    assert [fault for text in texts for fault in faults_of(text)] == []


def test_the_records_are_plain() -> None:
    assert faults_of(prose(records.page(PLANS, kept()))) == []


def prose(text: str) -> str:
    """A page of Markdown without its code."""
    return re.sub(r"`[^`\n]*`", "`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def public_docstrings() -> Iterator[tuple[str, str]]:
    """What `help` shows of each public name, and of the methods of public classes."""
    for name in rookery.__all__:
        each = getattr(rookery, name)
        if callable(each):
            yield name, inspect.getdoc(each) or ""
        if inspect.isclass(each) and each.__module__.startswith("rookery"):
            yield from (
                (f"{name}.{method}", inspect.getdoc(found) or "")
                for method, found in inspect.getmembers(each)
                if not method.startswith("_") and (inspect.isfunction(found) or isinstance(found, property))
            )


def test_docstrings_of_public_names_are_plain() -> None:
    found = dict(public_docstrings())
    assert len(found) > 100
    assert [f"{name}: {fault}" for name, text in found.items() for fault in faults_of(text)] == []


# Beginnings and words that no docstring has: the pattern, the folders that hold to it, and the reason.
NO_DOCSTRING = {
    r"\A(?:What|Who|Whom|Whose|Whoever|How|Where|Which)\b": (ROOMS, "a question: begin with a verb or a noun"),
    r"\A(?:None|Nobody|Nothing)\b": (ROOMS, "a negation: say what is returned, and when it is None"),
    r"\AWhether\b": (ROOMS, "half a sentence: Return whether"),
    r"\A(?:Why|By|To which|In how|Of|As|On|True|Those|Its|It|Both|Ever|Not|Nor)\b": (
        ROOMS,
        "begin with a verb or a noun",
    ),
    r"; (?:whether|how many)\b": (ROOMS, "half a sentence: return whether, return the number"),
    r"\b(?:None|False|True|empty) where (?!to\b|they stand|a )|\b[Rr]aises? `\w+` where\b": (ROOMS, "a condition: if"),
    r"(?<!to )(?<!of )(?<!then )\bwhere (?:there (?:is|are)|that is|they are|nothing|some|none|no) ": (
        ROOMS,
        "a condition: if",
    ),
    r"\bjust when\b": (ROOMS, "not the term: if and only if"),
    r"\b(?:is|are|be) none of\b|\bnone of ours\b": (ROOMS, "dialect: is not in, is not one of"),
    r"\bso (?:many|much|few)\b(?! that)": (ROOMS, "a number without a name: say which one, such as `most`"),
    r"\b(?:whoever|nobody|somebody|anybody)\b": (ROOMS, "code is no person: name the caller, the worker, the thread"),
    r"\banew\b": (ROOMS, "archaic: again"),
    r"\balike\b(?!`)": (ROOMS, "the same, equal, in the same way"),
    r"\bbeside\b": (ROOMS, "next to, and, with, besides"),
    r"\ban? [a-z]+ of (?:its|their|one's) own\b(?! accord)": (ROOMS, "dialect: a separate X, its own X"),
    r"\b(?:is|are) told\b": (("models", "certificates", "backends", "compare", "src"), "an inversion: X reports"),
}


def docstrings() -> Iterator[tuple[str, str, str]]:
    """The folder, the place and the text of each docstring of the sources, on one line."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, documented) and (text := ast.get_docstring(node)):
                    place = f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
                    yield room, place, re.sub(r"\s+", " ", text)


def test_comments_name_no_persons() -> None:
    pattern = re.compile(r"#.*\b(?:whoever|nobody|somebody|anybody|anew)\b", re.IGNORECASE)
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    lines = [(f"{file.relative_to(ROOT)}", line) for file in files for line in file.read_text("utf-8").splitlines()]
    assert [f"{place}: {line.strip()}" for place, line in lines if pattern.search(line)] == []


@pytest.mark.full
def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    found = list(docstrings())
    assert len(found) > 4000, "the sources lie where this test looks"
    assert [
        f"{place}: {match[0]!r}: {why}"
        for pattern, (rooms, why) in NO_DOCSTRING.items()
        for room, place, text in found
        if room in rooms and (match := re.search(pattern, text))
    ] == []


@pytest.mark.parametrize("file", PAGES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_pages_are_plain(file: Path) -> None:
    if file.name in FOR_DEVELOPERS:
        pytest.skip("notes on the making")
    assert faults_of(prose(file.read_text(encoding="utf-8"))) == []


def test_the_readme_is_found_by_the_words_of_the_field() -> None:
    text = re.sub(r"\s+", " ", (ROOT / "README.md").read_text(encoding="utf-8").lower())
    terms = ("n-queens", "eight queens", "non-attacking", "dominating set", "domination number", "optim")
    assert [term for term in terms if term not in text] == []


@pytest.mark.parametrize(
    "term", ["PAR-2", "virtual best", "orbit", "cell", "lowering", "kernel", "referee", "k-fold", "witness", "seed"]
)
def test_the_glossary_defines_what_newcomers_do_not_know(term: str) -> None:
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), flags=re.M)
    assert any(term in row for row in rows)


@pytest.mark.parametrize("text", OLD)
def test_the_list_catches_what_people_stumbled_over(text: str) -> None:
    assert faults_of(text)
