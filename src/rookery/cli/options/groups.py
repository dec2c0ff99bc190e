"""Options in groups: a command takes dataclasses, and typer sees the fields of each as options."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def group_options(command: Callable[..., None], /, **made: type) -> Callable[..., None]:
    """A command for typer whose options are the fields of the dataclasses that `command` takes, in their order.

    `made` are groups that were made from declarations: the `command` is written for a base of theirs.
    """
    hints = get_type_hints(command, include_extras=True) | made
    own = signature(command).parameters

    @wraps(command)
    def flat(**values: Any) -> None:
        command(**{name: _fill(hints[name], values) if is_dataclass(hints[name]) else values[name] for name in own})

    taken = [each for name in own for each in _flatten(own[name], hints[name])]
    flat.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    flat.__annotations__ = {each.name: each.annotation for each in taken}
    return flat


def _flatten(parameter: Parameter, hint: Any) -> Iterator[Parameter]:
    if not is_dataclass(hint):
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint)
        return
    hints = get_type_hints(hint, include_extras=True)
    for field in fields(hint):
        default = Parameter.empty if field.default is MISSING else field.default
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name])


def _fill(group: Any, values: dict[str, Any]) -> Any:
    return group(**{field.name: values[field.name] for field in fields(group)})
