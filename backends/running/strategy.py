"""A strategy among the options: the short form of a backend with options of its own."""

from dataclasses import replace
from typing import Any

from rookery.backends import registry
from rookery.backends.contract.backend import Backend
from rookery.backends.contract.question import Question
from rookery.models import BadInput

STRATEGY = "strategy"


def resolve_strategy(backend: Backend[Any], question: Question) -> tuple[Backend[Any], Question]:
    """The backend and the question that `strategy=NAME` stands for; the same ones where that is no option.

    It is short for another backend where the default one is asked; raises `BadInput` for a strategy there is not.
    """
    given = dict(question.options)
    if STRATEGY not in given or STRATEGY in backend.capabilities.options:
        return backend, question
    name, options = registry.strategy(given.pop(STRATEGY))
    if backend.name not in (registry.DEFAULT, name):
        return backend, question
    if twice := [option for option in options if option in given]:
        raise BadInput(f"option strategy and option {twice[0]} say the same; give one of them")
    asked = backend if backend.name == name else registry.backend(name)
    return asked, replace(question, options={**given, **options})
