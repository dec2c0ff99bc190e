"""Pages of the reference for the Python face: each public name of `rookery` with its docstring."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import rookery as rk
from rookery.models.boards.base import AbstractBoard
from rookery_docs.call_tables import tables_of
from rookery_docs.examples import DOCS
from rookery_docs.markdown import block, code, contents, join, table, title, write

FOLDER = DOCS / "reference" / "python"
SHAPES = """\
Every shape of board has what stands below `Board`, as far as it has rows and columns. Of the other shapes this page
shows how they are made, and what they do in another way.
"""
INHERITED = "object, tuple, dict, Mapping, Exception, BaseException, ABC"


class Group(NamedTuple):
    """Names that stand on one page: those whose modules begin so."""

    page: str
    title: str
    modules: tuple[str, ...]


GROUPS = (
    Group(
        "solving",
        "Solving",
        (
            "rookery.backends.solve",
            "rookery.backends.first",
            "rookery.backends.run",
            "rookery.backends.answer",
            "rookery.backends.contract",
        ),
    ),
    Group("problems", "Problems", ("rookery.models.problems", "rookery.models.problem.problem")),
    Group("pieces", "Pieces", ("rookery.models.pieces", "rookery.core.numbers")),
    Group(
        "boards",
        "Boards, graphs and placements",
        ("rookery.models.boards", "rookery.models.problem.placement", "rookery.models.reading"),
    ),
    Group(
        "trust",
        "Explain, check and certify",
        (
            "rookery.backends.check",
            "rookery.backends.explaining",
            "rookery.backends.certifying",
            "rookery.certificates",
        ),
    ),
    Group("comparing", "Compare", ("rookery.compare", "rookery.backends.registry")),
    Group(
        "models",
        "0/1 models and files of other tools",
        (
            "rookery.models.model.model",
            "rookery.models.model.constraints",
            "rookery.backends.formats",
            "rookery.backends.modeler",
        ),
    ),
)
ERRORS = Group("errors", "Errors", ())


def group_of(name: str) -> Group | None:
    """The page on which a public name stands; None for one that no page takes."""
    found = getattr(rk, name)
    if isinstance(found, type) and issubclass(found, Exception):
        return ERRORS
    made = type(found) if isinstance(found, rk.Piece) else inspect.unwrap(found)
    fitting = (
        (group, each) for group in GROUPS for each in group.modules if f"{made.__module__}.".startswith(f"{each}.")
    )
    return max(fitting, key=lambda pair: len(pair[1]), default=(None, ""))[0]


def make() -> Iterator[str]:
    """Write a page for each group, and one that lists all names; raises `LookupError` for a name without a page."""
    grouped: dict[Group, list[str]] = {group: [] for group in (*GROUPS, ERRORS)}
    for name in rk.__all__:
        group = group_of(name)
        if group is None:
            raise LookupError(
                f"no page of the reference takes rk.{name}: add its module to rookery_docs.python_face.GROUPS"
            )
        grouped[group].append(name)
    for group, members in grouped.items():
        write(FOLDER / f"{group.page}.md", _page(group, members))
    write(FOLDER / "index.md", _index(grouped))
    yield "python/index"


def _index(grouped: Mapping[Group, Sequence[str]]) -> str:
    rows = [
        (f"[{group.title}]({group.page}.md)", ", ".join(code(f"rk.{name}") for name in members))
        for group, members in grouped.items()
    ]
    text = "All public names, as `import rookery as rk` gives them. How to use them: [Python](../../python.md).\n"
    pages = [group.page for group in grouped]
    return join(title("Python"), text, table(("page", "names"), rows), contents(pages))


def _page(group: Group, members: Sequence[str]) -> str:
    documented = [name for name in members if not isinstance(getattr(rk, name), rk.Piece)]
    documented.sort(key=lambda name: inspect.isclass(getattr(rk, name)))  # what one calls first
    standing = [getattr(rk, name) for name in members if name not in documented]
    pieces = (
        table(
            ("name", "piece", "Betza"),
            [(code(f"rk.{each.name.upper()}"), each.name, code(each.betza or "")) for each in standing],
        )
        if standing
        else ""
    )
    parts = ((block("{eval-rst}", _directive(name, getattr(rk, name))), tables_of(name)) for name in documented)
    shapes = SHAPES if "Board" in members else ""
    return join(title(group.title), shapes, pieces, *(part for pair in parts for part in pair))


def _directive(name: str, found: Any) -> str:
    """What asks autodoc for a name."""
    if not inspect.isclass(found):
        return f".. autofunction:: rookery.{name}"
    kind = "exception" if issubclass(found, Exception) else "class"
    whole = not issubclass(found, AbstractBoard) or found is rk.Board
    inherited = f"\n   :inherited-members: {INHERITED}" if whole else ""
    return f".. auto{kind}:: rookery.{name}\n   :members:{inherited}"
