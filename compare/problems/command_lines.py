"""Plain problems in words: the names of instances and families, and the command line that asks the same."""

import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rookery.backends import Question, Want
from rookery.backends.registry import DEFAULT
from rookery.compare.problems.families import FAMILIES
from rookery.compare.problems.plain import Plain, read_board, read_piece
from rookery.compare.problems.titles import phrase
from rookery.models import BadInput
from rookery.models.pieces.standard import piece as named_piece


def label(data: Plain, want: str, up_to_symmetry: bool = False) -> str:
    """The name of an instance: its problem, and what is wanted of it."""
    wanted = {"one": "", "all": ", all", "count": ", how many"}[want]
    return f"{title(data)}{wanted}{' up to symmetry' if up_to_symmetry else ''}"


def title(data: Plain) -> str:
    """The title of a problem without declaring it, with all that tells it from its likes."""
    return ", ".join([f"{phrase(data)} on {read_board(data)}", *_givens(data)])


def _givens(data: Plain) -> Iterator[str]:
    if data["fixed"]:
        yield "fixed " + " ".join(f"{name}@{row},{column}" for name, row, column in data["fixed"])
    for key in ("forbidden", "allowed"):
        if data.get(key):
            yield f"{key} " + " ".join(f"{row},{column}" for row, column in data[key])


def family(data: Plain) -> str:
    """What problems that differ in their size alone have in common: `independent domination by queens`."""
    rows, columns = data["board"]
    counts = [each | {"count": "n"} if each["count"] == rows == columns else each for each in data["pieces"]]
    shape = "" if rows == columns else f" on {rows}xn" if rows < columns else f" on nx{columns}"
    given = data["fixed"] or data["forbidden"] or data.get("allowed")
    extra = " with holes" * bool(data["holes"]) + " with givens" * bool(given)
    return f"{phrase({**data, 'pieces': counts})}{shape}{' on a torus' if data['torus'] else ''}{extra}"


def typed(data: Plain) -> list[str]:
    """The problem as arguments of a command: `placement --piece queen --board 8 --count 8`.

    Raises `BadInput` for a piece that no name and no Betza notation leads to.
    """
    rows, columns = data["board"]
    words = [data["family"], *_typed_pieces(data), *_typed_parameters(data)]
    size = str(rows) if rows == columns else f"{rows}x{columns}"
    words += ["--board", size + (":torus" if data["torus"] else "")]
    words += [word for row, column in data["holes"] for word in ("--hole", f"{row},{column}")]
    several = len(data["pieces"]) > 1
    for name, row, column in data["fixed"]:
        words += ["--fix", f"{row},{column}" + (f"={name}" if several else "")]
    return words + [word for row, column in data["forbidden"] for word in ("--forbid", f"{row},{column}")]


def _typed_pieces(data: Plain) -> Iterator[str]:
    key = FAMILIES[data["family"]].with_each
    for each in data["pieces"]:
        yield from ("--piece", _typed_piece(each))
    for each in data["pieces"] if key else ():
        yield from (f"--{key}", "max" if each[key] is None else str(each[key]))


def _typed_parameters(data: Plain) -> Iterator[str]:
    """What differs from the defaults, and the kind in any case."""
    for key, default in FAMILIES[data["family"]].told.items():
        match key, data[key]:
            case "allowed", squares:
                yield from (word for row, column in squares for word in ("--allow", f"{row},{column}"))
            case _, True:
                yield f"--{key}"
            case _, value if value != default or key == "kind":
                yield from (f"--{key}", str(value))


def _typed_piece(data: Plain) -> str:
    if "rides" not in data:
        return str(data["piece"])
    betza = data.get("betza")
    if betza and named_piece(betza).rides == read_piece(data).rides:
        return str(betza)
    raise BadInput(f"piece {data['piece']} has no name and no Betza notation that a command could take")


def command(data: Plain, backend: str, question: Question) -> str:
    """The command line that asks a backend the same; a comment where there is none."""
    try:
        words = typed(data)
    except BadInput as error:
        return f"# {error}"
    return shlex.join(["rookery", "solve", *words, *_asked(question), *_conditions(backend, question)])


def _asked(question: Question) -> Iterator[str]:
    if question.want is Want.COUNT:
        yield "--count-solutions"
    if question.want is Want.ALL:
        yield "--all"
    if question.up_to_symmetry:
        yield "--up-to-symmetry"


def _conditions(backend: str, question: Question) -> Iterator[str]:
    if backend != DEFAULT:
        yield from ("--backend", backend)
    for name, value in (("--workers", question.workers), ("--seed", question.seed)):
        if value != {"--workers": 1, "--seed": 0}[name]:
            yield from (name, str(value))
    if question.seconds is not None:
        yield from ("--seconds", f"{question.seconds:g}")
    for option, chosen in question.options.items():
        yield from ("--option", f"{option}={chosen}")


class Side(NamedTuple):
    """Who is asked, and what: a backend, where it comes from when it is not registered, and the question."""

    backend: str
    use: str
    question: Question


def comparing(data: Plain, sides: Sequence[Side]) -> str:
    """The command line that compares how some backends answer a problem; a comment where there is none."""
    try:
        words = typed(data)
    except BadInput as error:
        return f"# {error}"
    first = sides[0].question
    words[words.index("--board")] = "--boards"
    optional = FAMILIES[data["family"]].several == "perhaps"
    words += ["--together"] * (len(data["pieces"]) > 1 and optional) + ["--up-to-symmetry"] * first.up_to_symmetry
    words += ["--backends", ",".join(dict.fromkeys(side.use or side.backend for side in sides)), "--want", first.want]
    return shlex.join(["rookery", "compare", *words, *_shared(sides)])


def _shared(sides: Sequence[Side]) -> Iterator[str]:
    """What all sides share, and the options of each."""
    seeds, workers = ({getattr(side.question, name) for side in sides} for name in ("seed", "workers"))
    if seeds != {0}:
        yield from ("--seeds", ",".join(map(str, sorted(seeds))) + ",")
    if workers != {1}:
        yield from ("--workers", ",".join(map(str, sorted(workers))))
    if sides[0].question.seconds is not None:
        yield from ("--seconds", f"{sides[0].question.seconds:g}")
    options = {(side.backend, name, value) for side in sides for name, value in side.question.options.items()}
    for backend, name, value in sorted(options):
        yield from ("--option", f"{backend}.{name}={value}")
