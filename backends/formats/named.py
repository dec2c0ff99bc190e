"""Names and numbers of the variables in files: comments that give their meaning, and the names of auxiliary ones."""

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

HIDDEN = "_"  # the names of auxiliary variables in models that were read begin with it


@dataclass(frozen=True)
class NamedModel:
    """A model with what the comments of its file say."""

    model: Model
    names: tuple[str, ...]
    title: str = "a 0/1 model"
    about: tuple[str, ...] = ()  # further lines

    @classmethod
    def of(cls, what: Problem | Model, bound: int | None = None) -> "NamedModel":
        """Return a problem or a bare model; with a `bound` any solution is asked for that is at least as good.

        Raises `BadInput` for a bound if there is no goal, and for a model without variables.
        """
        model = what.model if isinstance(what, Problem) else what
        if not model.variables:
            raise BadInput("a model without variables has nothing to export")
        if bound is not None and isinstance(model.goal, Satisfy):
            raise BadInput(f"a bound of {bound} on a problem without a goal; leave it out")
        placed = len(what.pieces) * len(what.board) if isinstance(what, Problem) else model.variables
        names = tuple(meaning(model.name, v, v < placed) for v in checking_deadline(range(model.variables)))
        named = cls(model if bound is None else model.at_optimum(bound), names)
        if isinstance(what, Problem):
            asked = (stable(what.asked), f"statement {digest(what.asked)}") if what.asked else ()
            named = replace(named, title=what.title, about=asked)
        return named if bound is None else replace(named, about=(*named.about, f"bound {bound}"))

    def comments(self, mark: str, called: str = "x{}") -> Iterator[str]:
        """Yield lines that give the subject of the file and the meaning of each variable."""
        size = f"{amount(self.model.variables, 'variable')}, {amount(len(self.model.constraints), 'constraint')}"
        for line in (self.title, *self.about, f"{type(self.model.goal).__name__.lower()}; {size}; by rookery"):
            yield f"{mark}{in_a_line(' '.join(line.split()))}"
        for number, name in enumerate(checking_deadline(self.names), 1):
            yield f"{mark}{called.format(number)} = {in_a_line(' '.join(name.split()))}"


def meaning(name: Callable[[int], str], variable: int, placed: bool) -> str:
    """Return the meaning of a variable; auxiliary ones have no name in chess words."""
    return name(variable) if placed else f"auxiliary {variable}"


def check_size(variables: int, line: int | None = None) -> None:
    """Raise `BadInput` with the line that asks for more variables than are read; a model is solved as a board."""
    if variables > MAX_SQUARES:
        where = f"line {line}: " if line else ""
        raise BadInput(f"{where}{variables:,} variables; at most {MAX_SQUARES:,} are read")


def read_integer(word: str, line: int) -> int:
    """Return the whole number of a word; raises `BadInput` with the line for anything else."""
    try:
        return read_whole(word)
    except BadInput as error:
        raise BadInput(f"line {line}: {error}") from None


def finish(modeler: Modeler, named: int, clauses: Iterable[Constraint] = ()) -> Model:
    """Return the model that was read, with further clauses; variables above the first `named` ones are auxiliary."""
    hidden = [f"{HIDDEN}{name}" for name in modeler.names[named:]]
    model = modeler.model
    return replace(
        model, constraints=(*clauses, *model.constraints), name=(*modeler.names[:named], *hidden).__getitem__
    )
