"""Reads of a model which sets its variables fall into, how large each must be, and what is in conflict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rookery.backends.presolve.structure.definitions import Clause, Defined, read_definitions
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import Cardinality, Constraint, Literal, variable

MAX_SETS, MAX_PLACES = 8, 2_000
Literals = tuple[Literal, ...]


@dataclass(frozen=True)
class RivalBounds:
    """Bounds on each set, in addition to conflicts. A place is a literal's number in its set.

    `forced` and `barred` places (a bit each) are in for certain, or out; `least` and `most` bound the size. Sets that
    must be of one size have the same number in `equal`; `goal` is the set to maximise, -1 without a goal, and `decided`
    the one that the others decide: its literals hold where all in conflict with them are out. `fewest`: the model
    minimises the number of the goal's literals that do not hold.
    """

    forced: tuple[int, ...]
    barred: tuple[int, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    equal: tuple[int, ...]
    goal: int
    decided: int
    definitions: Defined
    fewest: bool = False


@dataclass(frozen=True)
class RivalSets:
    """Sets of literals, and conflicts: of the literals of one, one is true at most.

    `place` says of a literal its set and its number there.
    """

    sets: tuple[Literals, ...]
    conflicts: list[Literals]
    bounds: RivalBounds
    place: dict[Literal, tuple[int, int]]


@dataclass
class _Sorted:
    """The constraints of a model by what they may say here."""

    clauses: list[AtLeast] = field(default_factory=list)
    conflicts: list[Literals] = field(default_factory=list)
    sizes: list[Cardinality] = field(default_factory=list)
    pairs: list[tuple[Literals, Literals]] = field(default_factory=list)
    given: dict[int, bool] = field(default_factory=dict)


def read_sets(model: Model) -> RivalSets | None:
    """Return the sets of a model whose constraints are all of the kinds that armies have; None for any other model."""
    goal = _goal(model)
    if goal is None:
        return None
    parts = _sort(model.constraints)
    if parts is None:
        return None
    definitions, rest = read_definitions(parts.clauses)
    for clause in rest:
        if len(clause) == 2 and max(clause) < 0:
            parts.conflicts.append((~clause[0], ~clause[1]))
        else:
            parts.sizes.append(AtLeast(1, clause))
    parts.sizes = [each if definitions.keys().isdisjoint(each.literals) else _negate(each) for each in parts.sizes]
    sets = _find_sets(model, goal, parts, definitions)
    if sets is None or (found := _assemble(sets, goal, parts, definitions)) is None:
        return None
    return replace(found, bounds=replace(found.bounds, fewest=isinstance(model.goal, Minimize)))


def _goal(model: Model) -> Literals | None:
    """Return the literals of which many are wanted, none where any solution will do; None for another goal.

    The fewest of some literals are the most of their negations; a covering, whose goal has all variables, is no such
    model.
    """
    match model.goal:
        case Satisfy():
            return ()
        case Maximize(literals, weights) if literals and set(weights or (1,)) == {1}:
            return tuple(literals)
        case Minimize(literals, weights) if 0 < len(literals) < model.variables and set(weights or (1,)) == {1}:
            return tuple(~literal for literal in literals)
    return None


def _negate(size: Cardinality) -> Cardinality:
    """Return the same bound on the negations of its literals."""
    kind = {AtMost: AtLeast, AtLeast: AtMost}.get(type(size), Exactly)
    return kind(len(size.literals) - size.bound, tuple(~literal for literal in size.literals))


def _sort(constraints: Iterable[Constraint]) -> _Sorted | None:
    """Sort the constraints; None if one is of no kind that armies have."""
    parts = _Sorted()
    for constraint in checking_deadline(constraints):
        literals = tuple(constraint.literals)
        match constraint:
            case Linear():
                if (pair := _read_equality(constraint)) is None:
                    return None
                parts.pairs.append(pair)
            case Exactly(0 | 1 as bound, (literal,)) | AtLeast(1 as bound, (literal,)) | AtMost(0 as bound, (literal,)):
                true = bool(bound) == (literal >= 0)
                if parts.given.setdefault(variable(literal), true) != true:
                    return None
            case _ if _always_holds(constraint):
                pass
            case AtLeast(1):
                parts.clauses.append(constraint)
            case AtMost(1) if len(literals) > 1 and min(literals) >= 0:
                parts.conflicts.append(literals)
            case _:
                parts.sizes.append(constraint)
    return parts


def _always_holds(constraint: Cardinality) -> bool:
    lower, upper = constraint.lower, constraint.upper
    return (lower is None or lower <= 0) and (upper is None or upper >= len(constraint.literals))


def _read_equality(constraint: Linear) -> tuple[Literals, Literals] | None:
    """Return the two sets of literals of which a sum says that they are equally many."""
    if constraint.lower != 0 or constraint.upper != 0 or not {1, -1}.issuperset(constraint.weights):
        return None
    plus = tuple(literal for weight, literal in constraint.terms() if weight > 0)
    minus = tuple(literal for weight, literal in constraint.terms() if weight < 0)
    return (plus, minus) if plus and minus and min(plus + minus) >= 0 else None


def _find_sets(model: Model, goal: Literals, parts: _Sorted, definitions: Defined) -> list[Literals] | None:
    """Return the sets that goals and sizes speak of, and the one of all that is left; None if that is no division."""
    named = [goal, *(each for pair in parts.pairs for each in pair), *(tuple(each.literals) for each in parts.sizes)]
    sets = list({frozenset(each): each for each in reversed(named) if each}.values())[::-1]
    free = {v for each in sets for v in each if v >= 0}
    left = tuple(v for v in range(model.variables) if v not in free and v not in definitions)
    sets += [left] if left else []
    return sets if _divide(model, sets, definitions) else None


def _divide(model: Model, sets: Sequence[Literals], definitions: Defined) -> bool:
    """Return whether sets are few, disjoint, hold each variable that is not defined, and at most one is decided."""
    plain = [each for each in sets if min(each) >= 0]
    decided = [each for each in sets if max(each) < 0]
    free = [v for each in plain for v in each]
    if len(plain) + len(decided) < len(sets) or not 2 <= len(sets) <= MAX_SETS or max(map(len, sets)) > MAX_PLACES:
        return False
    if len(free) != len(set(free)) or not definitions.keys().isdisjoint(free) or len(decided) > 1:
        return False
    return len(free) + len(definitions) == model.variables and (not decided or len(plain) == 1)


def _assemble(sets: list[Literals], goal: Literals, parts: _Sorted, definitions: Defined) -> RivalSets | None:
    number = {frozenset(each): at for at, each in enumerate(sets)}
    place = {literal: (at, where) for at, each in enumerate(sets) for where, literal in enumerate(each)}
    decided = next((at for at, each in enumerate(sets) if each[0] < 0), -1)
    sizes = _read_sizes(sets, parts, number)
    equal = _join(len(sets), [(number[frozenset(a)], number[frozenset(b)]) for a, b in parts.pairs])
    given = _read_given(sets, parts, place)
    if sizes is None or given is None or not _fits(sets, decided, sizes[1], equal):
        return None
    if decided >= 0:
        if not all(_guards(definitions, literal) for literal in sets[decided]):
            return None
        parts.conflicts += ((guard, literal) for literal in sets[decided] for guard in _guards(definitions, literal))
    wanted = number[frozenset(goal)] if goal else -1
    bounds = RivalBounds(*given, *sizes, equal, wanted, decided, definitions)
    return RivalSets(tuple(sets), parts.conflicts, bounds, place)


def _guards(definitions: Defined, literal: Literal) -> Clause:
    """Return the variables that must all be out for a negative literal to hold."""
    return definitions.get(~literal, (~literal,))


def _read_sizes(
    sets: Sequence[Literals], parts: _Sorted, number: dict[frozenset[Literal], int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the least and the largest size of each set; None where a bound is on something else."""
    least, most = [0] * len(sets), [len(each) for each in sets]
    for each in parts.sizes:
        at = number.get(frozenset(each.literals))
        if at is None:
            return None
        if each.lower is not None:
            least[at] = max(least[at], each.lower)
        if each.upper is not None:
            most[at] = min(most[at], each.upper)
    return (tuple(least), tuple(most)) if all(low <= high for low, high in zip(least, most, strict=True)) else None


def _join(size: int, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """For each set the first one that is as large."""
    first = list(range(size))
    for one, other in pairs:
        low, high = sorted((first[one], first[other]))
        first = [low if each == high else each for each in first]
    return tuple(first)


def _read_given(
    sets: Sequence[Literals], parts: _Sorted, place: dict[Literal, tuple[int, int]]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the places that are in and those that are out; None if something else is given."""
    masks = {True: [0] * len(sets), False: [0] * len(sets)}
    for given, true in parts.given.items():
        if given not in place:
            return None
        at, where = place[given]
        masks[true][at] |= 1 << where
    return tuple(masks[True]), tuple(masks[False])


def _fits(sets: Sequence[Literals], decided: int, most: Sequence[int], equal: Sequence[int]) -> bool:
    """Return whether a set that is decided has no upper bound, and need not be as large as another."""
    return decided < 0 or (most[decided] == len(sets[decided]) and [*equal] == [*range(len(sets))])
