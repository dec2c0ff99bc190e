"""Models with the names of their variables, as they are written to files and read from files."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rookery.backends.modeler import Modeler
from rookery.core.deadline import checking_deadline
from rookery.core.numbers import read_whole
from rookery.core.words import amount, in_a_line
from rookery.models import BadInput, Model, Problem, Satisfy
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.model.constraints import Constraint
from rookery.models.problems.family import digest, stable

HIDDEN = "_"  # first character of the names of auxiliary variables in models read from files


@dataclass(frozen=True)
class NamedModel:
    """A model with the text of the comments in its file."""

    model: Model
    names: tuple[str, ...]
    title: str = "a 0/1 model"
    about: tuple[str, ...] = ()  # further lines

    @classmethod
    def of(cls, what: Problem | Model, bound: int | None = None) -> "NamedModel":
        """Return a problem or a model to write; with a `bound`, all solutions at least as good, without the goal.

        Raises `BadInput` for a bound without a goal, and for a model without variables.
        """
        model = what.model if isinstance(what, Problem) else what
        if not model.variables:
            raise BadInput("a model without variables has nothing to export")
        if bound is not None and isinstance(model.goal, Satisfy):
            raise BadInput(f"bound {bound}: the problem has no goal; leave the bound out")
        placed = len(what.pieces) * len(what.board) if isinstance(what, Problem) else model.variables
        names = tuple(meaning(model.name, v, v < placed) for v in checking_deadline(range(model.variables)))
        named = cls(model if bound is None else model.at_optimum(bound), names)
        if isinstance(what, Problem):
            asked = (stable(what.asked), f"statement {digest(what.asked)}") if what.asked else ()
            named = replace(named, title=what.title, about=asked)
        return named if bound is None else replace(named, about=(*named.about, f"bound {bound}"))

    def comments(self, mark: str, called: str = "x{}") -> Iterator[str]:
        """Yield comments: the title, the size, and the meaning of each variable."""
        size = f"{amount(self.model.variables, 'variable')}, {amount(len(self.model.constraints), 'constraint')}"
        for line in (self.title, *self.about, f"{type(self.model.goal).__name__.lower()}; {size}; by rookery"):
            yield f"{mark}{in_a_line(' '.join(line.split()))}"
        for number, name in enumerate(checking_deadline(self.names), 1):
            yield f"{mark}{called.format(number)} = {in_a_line(' '.join(name.split()))}"


def meaning(name: Callable[[int], str], variable: int, placed: bool) -> str:
    """Return the meaning of a variable; auxiliary ones have no name in chess words."""
    return name(variable) if placed else f"auxiliary {variable}"


def check_size(variables: int, line: int | None = None) -> None:
    """Raise `BadInput`, with the line, for more variables than a board has squares: models are solved as boards."""
    if variables > MAX_SQUARES:
        where = f"line {line}: " if line else ""
        raise BadInput(f"{where}{variables:,} variables; at most {MAX_SQUARES:,} are read")


def read_integer(word: str, line: int) -> int:
    """Return a word as a whole number; raises `BadInput`, with the line, for any other word."""
    try:
        return read_whole(word)
    except BadInput as error:
        raise BadInput(f"line {line}: {error}") from None


def finish(modeler: Modeler, named: int, clauses: Iterable[Constraint] = ()) -> Model:
    """Return a model that was read, with further clauses; all but the first `named` variables are auxiliary."""
    hidden = [f"{HIDDEN}{name}" for name in modeler.names[named:]]
    model = modeler.model
    return replace(
        model, constraints=(*clauses, *model.constraints), name=(*modeler.names[:named], *hidden).__getitem__
    )
