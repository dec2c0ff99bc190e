"""The families of problems: ours, and those of other distributions (entry points `rookery.problems`).

Only families that place pieces on named boards can be compared.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from rookery.core import plugins
from rookery.core.errors import BadInput, unknown
from rookery.core.plugins import BrokenPlugin, EntryPoint, entry_points
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems import catalogue
from rookery.models.problems.family import COUNT as COUNT
from rookery.models.problems.family import Family, Several, Wording, declaration
from rookery.models.problems.parameters import KINDS_OF_PARAMETER, unlike

GROUP = "rookery.problems"
PLACEMENT = "placement"  # the family that n queens are a case of
N_QUEENS = "n-queens", "nqueens", "queens"  # the name, and others under which it is found
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# What commands and campaigns call their own: no family can have a parameter of such a name.
WORDS = """
all backend backends board board-file boards bound checkpoint coordinates count count-solutions
cpu-seconds distance dry-run evidence explain export family fix fixed fixed-file forbid forbidden format fresh
graph help hint hint-file hole holes jobs json limit memory mixed name option options out peers piece pieces
pieces-file placement png problems proof regions repair resume retry seconds seed seeds statistics
strategy svg together touching trust-peers unique up-to-symmetry want what why workers
"""
RESERVED = frozenset(WORDS.split())


class Families(Mapping[str, Family]):
    """Families and special cases by name, ours first; each of ours is imported when it is looked up.

    With `placing`, those alone that place pieces, which a special case leaves to the problem that it returns.
    """

    def __init__(self, placing: bool = False) -> None:
        self._placing = placing

    def __getitem__(self, name: str) -> Family:
        found = _import_own(name) if name in catalogue.FAMILIES else _find_others()[0][name]
        if self._placing and not found.places:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        names = (*catalogue.FAMILIES, *_find_others()[0])
        return (name for name in names if not self._placing or name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def families() -> Mapping[str, Family]:
    """All families and special cases by name, ours first."""
    return Families()


def short_forms() -> Mapping[str, Family]:
    """Families under other names, which commands take as well as those of `families`."""
    summary = "Place n queens on n x n so that none attacks another: short for placement --piece queen --count n."
    preset = {"piece": ["queen"], COUNT: ["n"]}
    short = family(PLACEMENT).short_form(N_QUEENS[0], summary, "--board 8", **preset)
    return dict.fromkeys(N_QUEENS, short)


def list_families() -> tuple[str, ...]:
    """The names of all families of problems and of their special cases, ours first, then those of plug-ins.

    >>> import rookery as rk
    >>> rk.list_families()[:3]
    ('placement', 'domination', 'sighted')

    A plug-in that gives no family is left out, with a warning.
    """
    name_left_out()
    return tuple(families())


def name_left_out() -> None:
    """Warn of each entry point that gives no family, with the reason."""
    for error in _find_others()[1]:
        plugins.leave_out(error)


def family(name: str) -> Family:
    """The family of a name; raises `BadInput` with the names that there are."""
    found = families().get(name)
    if found is None:
        raise unknown("family of problems", name, families())
    return found


def is_own(name: str) -> bool:
    """Return whether a family is one of ours."""
    return name in catalogue.FAMILIES


def declare(statement: Statement) -> Problem:
    """The problem of a statement; raises `BadInput` for a family that is not installed, and as its function does."""
    return family(statement.family).declare(statement)


def describe(statement: Statement) -> Wording:
    """A statement in words."""
    words = family(statement.family).describe
    return words(statement) if words else Wording(statement.family, statement.family)


@cache
def _import_own(name: str) -> Family:
    found = declaration(getattr(catalogue, catalogue.FAMILIES[name].rpartition(".")[2]))
    assert found is not None
    return found


@cache
def _find_others() -> tuple[Mapping[str, Family], tuple[BrokenPlugin, ...]]:
    """The families of other distributions, and what is wrong with those that are none; only these need all of ours."""
    found: dict[str, Family] = {}
    errors = []
    for entry in entry_points(group=GROUP):
        try:
            other = _load(entry)
            known = {**{name: _import_own(name) for name in catalogue.FAMILIES}, **found}
            try:
                _check(other, known)
            except BadInput as error:
                raise plugins.broken_plugin(entry, f"cannot be used: {error}") from None
            found[other.name] = other
        except BrokenPlugin as error:
            errors.append(error)
    return found, tuple(errors)


def _load(entry: EntryPoint) -> Family:
    found = declaration(plugins.load(entry))
    if found is None:
        raise plugins.broken_plugin(entry, "is not a function with a declaration, @declares(Family(...))")
    return found


def _piece_words(family: Family) -> set[str]:
    """The words by which commands and campaigns say what comes with a family's pieces."""
    return {family.each, family.places.key if family.places else ""} - {"", COUNT}


def _parameter_words(family: Family) -> set[str]:
    return {word for each in family.parameters for word in (each.option_name, each.entry_key)}


def _check(other: Family, known: Mapping[str, Family]) -> None:
    """Raise `BadInput` for a family whose commands would be ambiguous or impossible."""
    if other.name in (*known, "first"):
        raise BadInput(f"there is a family {other.name} already")
    for name in (other.name, *_piece_words(other), *_parameter_words(other)):
        if not NAME.fullmatch(name) or name in RESERVED:
            raise BadInput(
                f"{name!r} is not a name for a parameter: commands have one of that name, or it is not a word"
            )
    if other.places:
        if other.describe is None:
            raise BadInput("its declaration has no `describe`")
        always = other.places.several is Several.ALWAYS
        if always != bool(other.places.key):
            raise BadInput("a campaign needs a `key` for pieces that are always several, and for no others")
        if other.places.each and always == (other.places.each == COUNT):
            raise BadInput("a count comes with pieces that need not be several, all else with pieces that always are")
    for parameter in other.parameters:
        if type(parameter) not in KINDS_OF_PARAMETER:
            raise BadInput(f"its parameter {parameter.name} is a {type(parameter).__name__}, which no command can say")
    for each in known.values():
        crossed = (_piece_words(each) & _parameter_words(other)) | (_piece_words(other) & _parameter_words(each))
        for option in sorted({*unlike(each.parameters, other.parameters), *crossed}):
            raise BadInput(f"its parameter {option} is another than that of {each.name}; give it another name")


ALONE, TOGETHER = "pieces", "mixed"

FAMILIES: Mapping[str, Family] = Families(placing=True)


def piece_keys(family: Family) -> tuple[str, ...]:
    """The keys by which a campaign names the pieces of a family."""
    places = family.places
    assert places is not None
    if places.several is Several.ALWAYS:
        return (places.key,)
    together = (TOGETHER,) if places.several is Several.PERHAPS else ()
    return (ALONE, *together, *((COUNT,) if places.each == COUNT else ()))


def known_keys(family: Family) -> list[str]:
    """The keys of a campaign that mean something for a family."""
    return [*piece_keys(family), *(each.entry_key for each in family.parameters), *family.givens]
