"""Models and placements in the files of other tools."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rookery.backends.formats.clauses import read_dimacs, read_wcnf, write_dimacs, write_wcnf
from rookery.backends.formats.mps import read_mps, write_lp, write_mps
from rookery.backends.formats.named import NamedModel, check_size
from rookery.backends.formats.opb import read_opb, write_opb
from rookery.backends.formats.pace import write_pace
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value, unknown
from rookery.core.files import MAX_MODEL_BYTES, naming_file, read_bytes, take_path
from rookery.models import BadInput, Model, Problem
from rookery.models.boards.links import write_link
from rookery.models.boards.regions import RegionBoard
from rookery.models.model.plain import read_plain, write_plain

JSON_FORMAT = "rookery-model"


def write_json(named: NamedModel) -> Iterator[str]:
    """Yield the lines of a model as one JSON object, with a constraint on each line."""
    data = write_plain(named.model)
    head = {"format": JSON_FORMAT, "title": named.title, "variables": list(named.names)}
    yield json.dumps(head)[:-1] + ","
    yield f'"goal": {json.dumps(data["goal"])},'
    yield '"constraints": ['
    yield ",\n".join(map(json.dumps, data["constraints"]))
    yield "]}"


def read_json(text: str) -> Model:
    """Return the model in a JSON object that `write_json` wrote."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != JSON_FORMAT:
        raise BadInput(f'not a model of Rookery: "format" is not "{JSON_FORMAT}"')
    model = read_plain(data)
    check_size(model.variables)
    return model


WRITERS: Mapping[str, Callable[[NamedModel], Iterator[str]]] = {
    "dimacs": write_dimacs,
    "wcnf": write_wcnf,
    "opb": write_opb,
    "mps": write_mps,
    "lp": write_lp,
    "json": write_json,
}
READERS: Mapping[str, Callable[[str], Model]] = {
    ".cnf": read_dimacs,
    ".dimacs": read_dimacs,
    ".wcnf": read_wcnf,
    ".opb": read_opb,
    ".mps": read_mps,
    ".json": read_json,
}


def write_puzzle(board: RegionBoard, stars: int) -> str:
    """Return a star battle puzzle as a JSON object."""
    return json.dumps({"size": board.rows, "stars": stars, "regions": list(map(list, board.drawing))})


PUZZLES: Mapping[str, Callable[[RegionBoard, int], str]] = {
    "puzzle": write_puzzle,
    "puzz.link": lambda board, stars: write_link(board.drawing, stars),
}
FORMATS = (*WRITERS, "pace", *PUZZLES)
ENDINGS = {"cnf": "dimacs", "pb": "opb", "maxsat": "wcnf"}  # other names of formats, for suggestions


def export(what: Problem | Model, format: str, bound: int | None = None) -> str:
    """Return a problem or a model as the text of a file for other tools.

    Comments say what each variable means. With a `bound` the file asks for any solution at least as good, instead of
    the best: DIMACS needs this, since it has no goals.

    Args:
        what: the problem or model.
        format: dimacs, wcnf, opb, mps, lp, json; pace for the graph of a domination problem; puzzle (regions in JSON)
            or puzz.link for a star battle.
        bound: the value that a solution has to reach.

    Raises `BadInput` for another format, and for a problem that the format cannot express.

    >>> from rookery.models import Exactly, Model
    >>> print(export(Model(2, (Exactly(1, (0, 1)),)), "opb"), end="")
    * #variable= 2 #constraint= 1
    * a 0/1 model
    * satisfy; 2 variables, 1 constraint; by rookery
    * x1 = x0
    * x2 = x1
    +1 x1 +1 x2 = 1 ;
    """
    if not isinstance(what, Problem | Model):
        raise BadInput(
            f"cannot export {show_value(what)}: expected a Problem, such as rk.placement('queen', 8), or a Model"
        )
    format = str(format).lower()
    if meant := ENDINGS.get(format):
        raise BadInput(f"unknown format {format!r}: did you mean {meant}? known are {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown("format", format, FORMATS)
    if format == "pace":
        if bound is not None:
            raise BadInput("pace writes a graph, which has no bound; leave --bound out")
        return "\n".join(write_pace(what)) + "\n"
    if format in PUZZLES:
        return f"{PUZZLES[format](*_take_puzzle(what, format))}\n"
    return "\n".join(checking_deadline(WRITERS[format](NamedModel.of(what, bound)))) + "\n"


def _take_puzzle(what: Problem | Model, format: str) -> tuple[RegionBoard, int]:
    """Return the board and the stars of a star battle; raises `BadInput` for any other problem."""
    asked = (what.asked if isinstance(what, Problem) else None) or {}
    plain = asked.get("family") == "regions" and not asked.keys() & {"piece", "fixed", "forbidden"}
    if not isinstance(what, Problem) or not plain or not isinstance(what.board, RegionBoard):
        raise BadInput(f"{format} takes a board of regions for kings, without given squares: `regions --regions FILE`")
    return what.board, asked.get("stars") or what.board.stars or 1


def read_model(path: str | Path) -> Model:
    """Return the model in a file of DIMACS CNF, WCNF (old or new), OPB, MPS or Rookery's JSON, by the file's ending.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "one.cnf").write_text("p cnf 2 2\\n1 2 0\\n-1 -2 0\\n")
    ...     model = rk.read_model(Path(folder, "one.cnf"))
    >>> rk.solve_model(model, want="all").count
    2

    Variables keep the names of the file (`x1`, `x2`, ...). Names that begin with `_` are auxiliary variables, decided
    by the others.

    Raises `BadInput`, with the file and, if possible, the line, for a file that is not valid or larger than 32 MiB, and
    for variables in MPS other than 0/1 variables.
    """
    path = take_path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        found = f"{path}:" if path.exists() else f"cannot read {path}: No such file or directory;"
        raise BadInput(f"{found} unknown ending {path.suffix!r}; accepted are {', '.join(READERS)}")
    content = read_bytes(path, "a readable file", MAX_MODEL_BYTES)
    try:
        return reader(content.decode("utf-8", errors="replace"))
    except BadInput as error:
        raise naming_file(path, error) from None
