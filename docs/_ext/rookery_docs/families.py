"""A page of the reference for each family of problems, from its declaration, its values and its example."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from inspect import Parameter
from pathlib import Path
from re import findall, search, sub
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import rookery as rk
from rookery.backends import Unsupported, Want, registry
from rookery.backends.contract import Ask
from rookery.cli.problem_options import read_words
from rookery.compare.known_values import series
from rookery.core.deadline import Deadline
from rookery.models import Problem
from rookery.models.problems.command import option_name
from rookery.models.problems.family import Family
from rookery.models.problems.registry import families
from rookery_docs.examples import DOCS, Fails, leave_times_out, run_command
from rookery_docs.links import lead_links
from rookery_docs.markdown import block, code, contents, join, table, title, write
from rookery_docs.oeis import say_counted

FOLDER = DOCS / "reference" / "families"
WHAT = {"optimum": "optimum", "count": "number of solutions", "orbits": "solutions up to symmetry"}
LARGEST = 5  # the side of the largest board of which values are computed here
REFEREES = ("backtracking", "sat")  # those that compute them
SECONDS = 20.0


class Shown(NamedTuple):
    """The example of a family as it ran: its command, what it printed, and a picture of its answer."""

    command: str
    printed: str
    svg: str


def make() -> Iterator[str]:
    """Write the pages."""
    found = {name: each for name, each in families().items() if each.example}
    with ThreadPoolExecutor(2) as pool:
        examples = dict(zip(found, pool.map(run_example, found.values()), strict=True))
    for name, each in found.items():
        write(FOLDER / f"{name}.md", _page(each, examples[name]))
    listed = [(f"[{code(name)}]({name}.md)", each.summary) for name, each in found.items()]
    page, topics = FOLDER / "index.md", DOCS / "families.md"
    definitions = join(title("All definitions", 2), table(("family", "definition"), listed))
    write(page, join(lead_links(topics.read_text(encoding="utf-8"), topics, page), definitions, contents(list(found))))
    yield "families/index"


def run_example(family: Family) -> Shown:
    """Run the example of a family's command; raises `Fails` where it ends with an error."""
    command = f"rookery solve {family.name} {family.example}"
    with TemporaryDirectory() as folder:
        ended = run_command([*shlex.split(command), "--svg", "board.svg"], Path(folder))
        if ended.returncode:
            raise Fails(f"{command}\n{ended.stdout}{ended.stderr}")
        return Shown(command, ended.stdout, (Path(folder) / "board.svg").read_text(encoding="utf-8"))


def declare(family: Family, example: str) -> Problem:
    """The problem that the options of a command state."""
    (problem,) = read_words(f"{family.name} {example}")
    return problem


def _page(family: Family, shown: Shown) -> str:
    problem = declare(family, family.example)
    write(FOLDER / "pictures" / f"{family.name}.svg", shown.svg)
    function = family.function.__name__
    parts = [
        title(code(family.name)),
        f"{family.summary}\n",
        title("Definition", 2),
        block("text", family.formula) if family.formula else "",
        _signs(family),
        f"In Python: {{py:func}}`rookery.{function}`, where the docstring says more. As a command:"
        f" [{code(f'rookery solve {family.name}')}](../commands/solve.md).\n",
        title("Example", 2),
        block("console", f"$ {shown.command}\n{leave_times_out(shown.printed)}"),
        f"![{problem.title}](pictures/{family.name}.svg){{.board}}\n",
        _parameters(family),
        _sequences(family),
        _values(family),
        _backends(problem),
    ]
    return join(*parts)


def _signs(family: Family) -> str:
    if not search(r"N[\[(]", family.formula):
        return ""
    return "S is the set of chosen squares, N(v) the squares from which a piece attacks v, and N[v] is N(v) with v.\n"


def _parameters(family: Family) -> str:
    rows = [
        (
            code(option_name(name)),
            code(name),
            code("" if each.default in (None, (), Parameter.empty) else each.default),
            family.help.get(name, ""),
        )
        for name, each in family.parameters.items()
    ]
    return join(title("Parameters", 2), table(("option", "in Python", "default", "meaning"), rows))


def known_series(family: Family) -> list[Mapping[str, Any]]:
    """The series of known values about a family."""
    return [each for each in series() if each["family"] == family.name]


def sequences(family: Family) -> list[str]:
    """The sequences of the OEIS with values of a family: those of its declaration, and the sources of known values."""
    sources = [number for each in known_series(family) for number in findall(r"A\d{6}", each["source"])]
    return list(dict.fromkeys([*family.oeis, *sources]))


def _sequences(family: Family) -> str:
    found, known = sequences(family), known_series(family)
    about = list(map(_about, known))
    rows = [(f"[{each}](https://oeis.org/{each})", say_counted(each, known, about)) for each in found]
    return join(title("Sequences of the OEIS", 2), table(("number", "what it counts"), rows)) if rows else ""


def _values(family: Family) -> str:
    known = known_series(family)
    if known:
        expected = "Reports hold every answer against these numbers; n is the side of the board.\n"
        groups = dict.fromkeys((each["piece"], bool(each.get("torus"))) for each in known)
        return join(title("Known values", 2), expected, *(_values_of(*group, known) for group in groups))
    computed = computed_values(family)
    if not computed:
        return ""
    backends = " and ".join(code(name) for name in REFEREES)
    expected = (
        f"{code(family.example)} for smaller boards. {backends} computed these when this page was made, and agree;"
        " n is the side of the board.\n"
    )
    return join(title("Values", 2), expected, table(("n", "optimum"), computed.items()))


def _values_of(piece: str, torus: bool, known: Sequence[Mapping[str, Any]]) -> str:
    """A table by n of the known values about a piece, and where each column is from."""
    those = [each for each in known if (each["piece"], bool(each.get("torus"))) == (piece, torus)]
    columns = {_about(each, short=True): each for each in those}
    numbers = {head: each["values"] if "values" in each else _from_rows(each) for head, each in columns.items()}
    sides = sorted({n for values in numbers.values() for n in values}, key=int)
    rows = [(n, *(values.get(n, "") for values in numbers.values())) for n in sides]
    sources = "".join(f"- {head}: {each['source']}; {_evidence(each)}\n" for head, each in columns.items())
    return join(title(f"{piece}{', torus' if torus else ''}", 3), table(("n", *columns), rows), sources)


def _from_rows(each: Mapping[str, Any]) -> Mapping[str, str]:
    """For each n the numbers for 0 pieces, 1 piece and so on."""
    return {side: ", ".join(map(str, row)) for side, row in each["rows"].items()}


def _about(each: Mapping[str, Any], short: bool = False) -> str:
    """What a series counts; a short text leaves out the piece and the board."""
    count = {"max": "as many as possible"}.get(each.get("count", ""), each.get("count", ""))
    kind = each.get("kind", "")
    parts = ["" if short else each["piece"], "on the torus" if each.get("torus") and not short else "", kind]
    parts += [f"count {count}" if count else "", "0, 1, 2, ... pieces" if "rows" in each else ""]
    others = "pawns", "armies", "times", "size", "allowed", "goal"
    parts += [f"{name} {each[name]}" for name in others if name in each]
    parts += ["as the number of the other squares"] if "complement" in each else []
    return f"{WHAT[each['what']]}: {', '.join(filter(None, parts))}".removesuffix(": ")


def _evidence(each: Mapping[str, Any]) -> str:
    sides = each.get("computed_n", [])
    again = f"; computed again for n = {say_ranges(sides)}" if sides else ""
    return f"{each['verified']}{again}"


def say_ranges(numbers: Sequence[int]) -> str:
    """Numbers that follow each other, as ranges: `1 to 4, 7`."""
    starts = [each for each in numbers if each - 1 not in numbers]
    ends = [each for each in numbers if each + 1 not in numbers]
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True))


def computed_values(family: Family) -> dict[int, str]:
    """The optima of a family's example on smaller boards, by backends that must agree; none where its size is fixed."""
    named = search(r"--count|--piece \S+=|--blocked", family.example)
    if named or not search(r"--board \d+", family.example):
        return {}
    found = {}
    for side in range(1, LARGEST + 1):
        problem = declare(family, sub(r"--board \d+", f"--board {side}", family.example))
        answers = {_answer(problem, name) for name in REFEREES}
        if len(answers) != 1:
            raise Fails(f"{problem.title}: {' and '.join(REFEREES)} disagree: {answers}")
        found[side] = answers.pop()
    return found


def _answer(problem: Problem, backend: str) -> str:
    answer = rk.solve(problem, backend=backend, seconds=SECONDS)
    return "none" if not answer.solutions and answer.complete else str(answer.objective)


def _backends(problem: Problem) -> str:
    model = problem.model
    rows = [(f"[{code(name)}](../backends/{name}.md)", see(problem, name)) for name in registry.OWN]
    expected = (
        f"The example, {problem.title}, is a model of {model.variables:,} variables and {len(model.constraints):,}"
        " constraints. Each backend compiles it to a separate program.\n"
    )
    return join(title("How each backend sees it", 2), expected, table(("backend", "structure and search"), rows))


def see(problem: Problem, name: str) -> str:
    """What a backend says of its program for a problem; or why it refuses."""
    backend, ask = registry.backend(name), Ask(Want.ONE, deadline=Deadline(SECONDS))
    try:
        program = backend.compile(problem.model, ask)
    except Unsupported as error:
        return f"refused: {error}"
    return "; ".join(backend.describe(program))
