"""Parts of the reference that are written from the code, by the directive `generated`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import Parameter
from json import loads
from pathlib import Path
from re import sub
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

import rookery as rk
from rookery.backends import registry
from rookery.backends.contract import ABILITIES
from rookery.cli.problem_options import read_words
from rookery.compare.known_values import series
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.boards import draw_picture
from rookery.models.drawing.svg import NONE, Marks
from rookery.models.pieces.betza import REFUSED
from rookery.models.problems.command import option_name
from rookery.models.problems.registry import find_family
from rookery.models.referee.walking import reach

RECORDS = Path(__file__).parents[3] / "benchmarks" / "records" / "values.json"
WHAT = {"optimum": "optimum", "count": "number of solutions", "sets": "number of best sets", "orbits": "up to symmetry"}


class Generated(SphinxDirective):
    """`{generated} PART [NAME]`: the Markdown of one of `PARTS`."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown in place of the directive."""
        part, *names = self.arguments
        return self.parse_text_to_nodes("\n".join(PARTS[part](*names)))


class Attacks(SphinxRole):
    """A role that draws what a piece attacks from the middle of a board, such as `queen on 8`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the picture."""
        name, _, size = self.text.partition(" on ")
        piece, board = rk.piece(name), rk.board(size)
        middle = board.cell(len(board) // 2)
        return [
            nodes.raw("", draw(board, {middle: piece}, Marks(attacked=reach(piece, middle, board))), format="html")
        ], []


def draw(board: AbstractBoard, pieces: Mapping[Any, rk.Piece], marks: Marks = NONE) -> str:
    """Return a board as HTML."""
    return f'<span class="board">{draw_picture(board, pieces, marks)}</span>'


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown; a bar within a cell does not end it."""
    lines = [header, ["---"] * len(header), *rows]
    cells = ([" ".join(str(cell).split()).replace("|", "\\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def code(text: object) -> str:
    """Return a text in the type of code."""
    return f"`{text}`" if str(text) else ""


def backend(name: str) -> Iterator[str]:
    """Yield what one of our backends says of itself."""
    found = registry.backend(name)
    versions = ", ".join(f"{each} {version}" for each, version in found.versions().items())
    yield f"{found.summary[0].upper()}{found.summary[1:]}.\n"
    yield f"Takes: {', '.join(word for word in ABILITIES if word in found.can)}. Libraries: {versions or 'none'}.\n"
    if found.options:
        rows = ((code(f"{key}="), means.replace("\n", "<br>")) for key, means in found.options.items())
        yield table(("`--option`", "meaning"), rows)


def refused() -> Iterator[str]:
    """Yield the signs of Betza notation that are not read."""
    yield table(("sign", "why"), ((code(sign) if sign.strip() else "a blank", why) for sign, why in REFUSED.items()))


def definition(name: str) -> Iterator[str]:
    """Yield what a family asks, in words and in signs."""
    family = find_family(name)
    yield f"{family.summary} In Python: {{py:func}}`rookery.{family.function.__name__}`.\n"
    yield f"```text\n{family.formula}\n```\n"
    if "N[" in family.formula or "N(" in family.formula:
        yield "S is the set of chosen squares, N(v) the squares from which a piece attacks v, and N[v] is N(v) with v."


def example(name: str) -> Iterator[str]:
    """Yield the example of a family: its command, and its answer of this moment."""
    words = f"{name} {find_family(name).example}"
    (problem,) = read_words(words)
    answer = rk.solve(problem)
    yield f"```text\n$ rookery solve {words}\n```\n\n{answer}\n"
    yield draw(problem.board, answer.best or {})


def parameters(name: str) -> Iterator[str]:
    """Yield the parameters of a family, as options and in Python."""
    family = find_family(name)
    usual = {name: each.default for name, each in family.parameters.items()}
    shown = {name: "" if value in (None, (), Parameter.empty) else code(value) for name, value in usual.items()}
    rows = ((code(option_name(name)), code(name), shown[name], family.help.get(name, "")) for name in usual)
    yield table(("option", "in Python", "default", "meaning"), rows)


def values(name: str) -> Iterator[str]:
    """Yield the known values of a family, a table for each piece with the source of each column."""
    known = series(name)
    for piece, torus in dict.fromkeys((each["piece"], each.get("torus", False)) for each in known):
        part = [each for each in known if (each["piece"], each.get("torus", False)) == (piece, torus)]
        columns = {about(each): each for each in part}
        numbers = {head: each.get("values") or each["rows"] for head, each in columns.items()}
        sides = sorted({n for found in numbers.values() for n in found}, key=int)
        yield f"```{{rubric}} {piece}{', torus' if torus else ''}\n```\n"
        rows = ((n, *(str(found.get(n, "")).strip("[]") for found in numbers.values())) for n in sides)
        yield table(("n", *columns), rows)
        yield from (f"- {head}: {link(each['source'])}; {evidence(each)}" for head, each in columns.items())


def about(each: Mapping[str, Any]) -> str:
    """Return what a series counts."""
    count = {"max": "as many as possible"}.get(each.get("count", ""), each.get("count", ""))
    parts = [each.get("kind", ""), f"count {count}" if count else "", "0, 1, 2, ... pieces" if "rows" in each else ""]
    others = "pawns", "armies", "times", "size", "allowed", "goal"
    parts += [f"{name} {each[name]}" for name in others if name in each]
    parts += ["as the number of the other squares"] if "complement" in each else []
    return f"{WHAT[each['what']]}: {', '.join(filter(None, parts))}".removesuffix(": ")


def evidence(each: Mapping[str, Any]) -> str:
    """Return how the values of a series were checked; sides that follow each other as a range."""
    sides = each.get("computed_n", [])
    starts, ends = [n for n in sides if n - 1 not in sides], [n for n in sides if n + 1 not in sides]
    ranges = (str(a) if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True))
    return f"{each['verified']}; computed again for n = {', '.join(ranges)}" if sides else str(each["verified"])


def link(source: str) -> str:
    """Return a text with each number of the OEIS as a link."""
    return sub(r"A\d{6}", r"[\g<0>](https://oeis.org/\g<0>)", source)


def records() -> Iterator[str]:
    """Yield the records, with the command that computes each."""
    found = loads(RECORDS.read_text(encoding="utf-8"))
    for piece, kind, torus in dict.fromkeys((each["piece"], each["kind"], each["torus"]) for each in found):
        part = [each for each in found if (each["piece"], each["kind"], each["torus"]) == (piece, kind, torus)]
        yield f"```{{rubric}} {piece.capitalize()}s, {kind}{', on the torus' if torus else ''}\n```\n"
        yield from dict.fromkeys(f"{note[0].upper()}{note[1:]}.\n" for each in part if (note := each.get("note")))
        yield table(("value", "command", "N: value"), ((WHAT[e["what"]], code(e["command"]), terms(e)) for e in part))
        sources = dict.fromkeys(source for each in part for source in each["published"])
        yield f"Published: {link('; '.join(sources))}.\n" if sources else ""


def terms(each: Mapping[str, Any]) -> str:
    """Return the values of a series of records, the new ones in bold."""
    new = set(map(str, each["new"]))
    return ", ".join(f"**{n}: {value}**" if n in new else f"{n}: {value}" for n, value in each["values"].items())


PARTS: Mapping[str, Callable[..., Iterator[str]]] = {
    part.__name__: part for part in (backend, refused, definition, example, parameters, values, records)
}
