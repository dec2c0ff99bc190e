"""Values: dataclasses, mappings that cannot be changed, answers remembered as long as their thing lives, pictures."""

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import field as field
from dataclasses import replace as replace
from functools import partial, singledispatch, wraps
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import ref

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)
Thing = TypeVar("Thing")
Answer = TypeVar("Answer")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, init=True, repr=True, **options):
        """A dataclass as the standard library makes it; a frozen one costs a tenth of that until it is used.

        The standard library compiles six methods of each class, 0.5 ms, while its module is imported; a small question
        imports a hundred classes and makes values of thirty. Here `__init__` is compiled when it is first asked for,
        and the other methods are functions that know the names of the fields.
        """
        if cls is None:
            return lambda found: dataclass(found, frozen=frozen, init=init, repr=repr, **options)
        if not frozen:
            return dataclasses.dataclass(cls, init=init, repr=repr, **options)
        # Only a class under another frozen one must be called frozen here; two methods of it are compiled for that.
        derived = any(map(dataclasses.is_dataclass, cls.__mro__[1:]))
        made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, frozen=derived, **options)
        made.__dataclass_params__.frozen = (
            True  # as a frozen class of the standard library asks of what it derives from
        )
        methods = _frozen_methods(made)
        if init:
            methods["__init__"] = _Unwritten(made)
        if repr:
            methods["__repr__"] = _show_fields
        for name in methods.keys() - vars(made).keys():  # what a class defines itself stays
            setattr(made, name, methods[name])
        return made


class _Unwritten:
    """The `__init__` of a dataclass until it is first asked for; then it writes the function that takes its place."""

    def __init__(self, made: type) -> None:
        self._made = made

    def __get__(self, value: object, kind: type | None = None) -> Any:
        written = _write_init(self._made)
        type.__setattr__(self._made, "__init__", written)
        return written.__get__(value, kind)


class _Factory:
    """The default of a parameter whose value is made at each call, shown as the standard library does."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _write_init(made: Any) -> Any:
    """Compile `__init__` of a frozen dataclass: its parameters, an assignment for each field, `__post_init__`."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_FACTORY": _FACTORY}
    parameters, by_name, lines = ["self"], ["*"], []
    for each in fields(made):
        name, default, value = each.name, "", each.name if each.init else ""
        if each.default is not MISSING:
            known[f"_default_{name}"], default = each.default, f"=_default_{name}"
            value = value or f"_default_{name}"
        elif each.default_factory is not MISSING:
            known[f"_make_{name}"], default = each.default_factory, "=_FACTORY"
            value = f"_make_{name}()" + (f" if {name} is _FACTORY else {name}" if each.init else "")
        if each.init:
            (by_name if each.kw_only else parameters).append(name + default)
        if value:  # else `__post_init__` sets it
            lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    listed = ", ".join(parameters + (by_name if by_name[1:] else []))
    exec(f"def __init__({listed}):\n " + "\n ".join(lines or ["pass"]), known)
    written = known["__init__"]
    written.__module__, written.__qualname__ = made.__module__, f"{made.__qualname__}.__init__"
    written.__annotations__ = {each.name: each.type for each in fields(made) if each.init} | {"return": None}
    return written


def _frozen_methods(made: Any) -> dict[str, Any]:
    """Methods of a frozen dataclass that need not be compiled: comparison, hash, refusals, what pickling asks for."""
    names = {each.name for each in fields(made)}
    compared = [each.name for each in fields(made) if each.compare]
    values: Callable[[Any], Any] = partial(_list_compared, compared)
    if compared[1:]:
        values = attrgetter(*compared)  # faster; but of one name alone it gives the value without a tuple

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def number(self: Any) -> int:
        return hash(values(self))

    def assign(self: Any, name: str, value: object) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(made, self).__setattr__(name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(made, self).__delattr__(name)

    methods = {"__eq__": equal, "__hash__": number, "__setattr__": assign, "__delattr__": delete}
    pickled = {"__getstate__": _list_fields, "__setstate__": _set_fields} if "__slots__" in vars(made) else {}
    return methods | pickled


def _list_compared(names: list[str], thing: object) -> tuple[Any, ...]:
    return tuple([getattr(thing, name) for name in names])


@recursive_repr("...")
def _show_fields(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _list_fields(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_fields(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=False):
        object.__setattr__(self, each.name, value)


class FrozenMapping(Mapping[K, V_co], Generic[K, V_co]):
    """The entries of a mapping as they are now; raises `TypeError` if one would change them."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[K, V_co]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: K) -> V_co:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)


def freeze_mappings(thing: Any) -> None:
    """Put a frozen mapping in the place of each one of a frozen dataclass that could be changed."""
    for name in thing.__dataclass_fields__:
        value = getattr(thing, name)
        if isinstance(value, Mapping) and not isinstance(value, Hashable):
            object.__setattr__(thing, name, FrozenMapping(value))


def remember(find: Callable[[Thing], Answer]) -> Callable[[Thing], Answer]:
    """A function of one immutable thing that is computed once for each, and forgotten with it.

    Arguments are compared by identity: to compare two models takes as long as to read them. The answer must not hold
    the thing, which would then stay for ever. A call that raises, as at the deadline, leaves nothing.
    """
    found: dict[int, tuple[ref[Thing], Answer]] = {}

    @wraps(find)
    def ask(about: Thing) -> Answer:
        known = found.get(id(about))
        if known is not None and known[0]() is about:
            return known[1]
        answer, number = find(about), id(about)
        # the number may be that of another thing by then, which has a separate entry
        entry = ref(about, lambda gone: found.pop(number) if number in found and found[number][0] is gone else None)
        found[number] = entry, answer
        return answer

    return ask


@singledispatch
def picture(value: object) -> str | None:
    """A value as HTML; None if nothing draws it."""
    return None
