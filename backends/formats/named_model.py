"""What is exported: a model, what it is about, and what each variable means."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rookery.models import BadInput, Model, Problem, Satisfy


@dataclass(frozen=True)
class NamedModel:
    """A model with its title and the meaning of each variable, for the comments of a file."""

    title: str
    model: Model
    names: tuple[str, ...]

    @classmethod
    def of(cls, what: Problem | Model, bound: int | None = None) -> "NamedModel":
        """A problem or a bare model; a `bound` asks for any solution that is at least as good instead of the best.

        Raises `BadInput` for a bound where there is no goal, and for a model without variables.
        """
        problem = what if isinstance(what, Problem) else None
        model = what.model if isinstance(what, Problem) else what
        if not model.variables:
            raise BadInput("a model without variables has nothing to export")
        if bound is not None and isinstance(model.goal, Satisfy):
            raise BadInput(f"a bound of {bound} on a problem without a goal; leave it out")
        placed = len(problem.pieces) * len(problem.board) if problem else model.variables
        names = tuple(meaning(model.name, v, v < placed) for v in range(model.variables))
        title = problem.title if problem else "a 0/1 model"
        return cls(title, model if bound is None else model.at_optimum(bound), names)

    def comments(self, mark: str = "", called: str = "x{}", first: int = 1) -> Iterator[str]:
        """Lines that say what the file is about and which variable means what."""
        for line in (self.title, *self.describe()):
            yield f"{mark}{_plain(line)}"
        for number, name in enumerate(self.names, first):
            yield f"{mark}{called.format(number)} = {_plain(name)}"

    def describe(self) -> Iterator[str]:
        """The goal, and who wrote the file."""
        goal = type(self.model.goal).__name__.lower()
        yield f"{goal}; {self.model.variables} variables, {len(self.model.constraints)} constraints; by rookery"


def meaning(name: Callable[[int], str], variable: int, placed: bool) -> str:
    """What a variable means; auxiliary ones have no name in chess words."""
    return name(variable) if placed else f"auxiliary {variable}"


def _plain(text: str) -> str:
    """A text that fits on a line of comment, in XML too."""
    return " ".join(text.split()).replace("--", "- -")
