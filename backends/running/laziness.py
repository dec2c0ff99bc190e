"""Lazy forms in place of a model: what is asked of a backend, and how its solutions are those of the whole model."""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace

from rookery.backends.contract.backend import Outcome, Request, Solution
from rookery.models import Model
from rookery.models.base.lazy import LazyForm

Items = Generator[Solution | Outcome, None, None]
Found = Generator[Solution, None, None]


def asking(lazy: LazyForm[Model], request: Request) -> Request:
    """A request for solutions that break no clause."""
    return replace(request, lazy=lazy.everywhere())


def complete_solutions(stream: Items, model: Model, lazy: LazyForm[Model]) -> Items:
    """The stream of a lazy form with all variables of the model in its solutions."""
    from rookery.models.problems.shared.auxiliary import Completion

    whole = Completion(model, lazy.model.variables)
    with closing(stream):
        for item in stream:
            if isinstance(item, Outcome):
                yield item
            elif lazy.admits(item):
                yield whole.of(item)


def keep_given(found: Found, given: list[Solution]) -> Found:
    """The same solutions, which are kept as they are given."""
    with closing(found):
        for each in found:
            given.append(each)
            yield each


def others(found: Found, given: Sequence[Solution], model: Model) -> Found:
    """Those that were not given before; where ever better ones are asked for, those better than the last one given."""
    known, best = frozenset(given), model.value(given[-1]) if given else None
    with closing(found):
        for each in found:
            value = model.value(each)
            if each not in known and (value is None or best is None or model.better(value, than=best)):
                yield each
