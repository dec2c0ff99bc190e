"""Random 0/1 models of many shapes, each small enough to try every assignment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Goal
from rookery_tests.small_models import any_model

SHAPES = (
    *("any", "covering", "weighted", "selection", "rows", "pairs"),
    *("union", "symmetric", "tight", "groups", "rivals", "images"),
)
MAX_GROUP = 24  # permutations


def random_model(random: Random, shape: str, most: int = 8) -> Model:
    """A model of at most 12 variables. `shape` says what it looks like, and so which search suits it."""
    if shape == "any":
        return any_model(random, most)
    if shape == "union":
        return _union(random)
    if shape == "tight":
        return _tight(random)
    if shape == "symmetric":
        return _symmetric(random, most)
    if shape == "rivals":
        return _rivals(random)
    if shape == "images":
        return _images(random, most)
    size = random.randint(1, most)
    goal: Goal = random.choice((Satisfy(), Minimize(range(size))))
    rows: list[Constraint]
    if shape == "pairs":
        rows = [AtLeast(1, pair) for pair in combinations(range(size), 2) if random.random() < 0.4]
        goal = Minimize(range(size))
    elif shape == "rows":
        rows = _rows(random, size)
        goal = Satisfy()
    elif shape == "groups":
        groups = [_some(random, size, 3) for _ in range(3)]
        rows = [AtLeast(1, sorted({v for group in random.sample(groups, 2) for v in group})) for _ in range(4)]
        rows += [AtMost(1, group) for group in groups if random.random() < 0.3]
        return Model(size, tuple(rows), goal, groups=groups)
    else:
        rows = [_covering_row(random, size) for _ in range(random.randint(1, 7))]
        if shape == "selection":
            rows += [AtMost(1, _some(random, size, 3)) for _ in range(random.randint(0, 3))]
            rows.append(random.choice((AtMost, AtLeast, Exactly))(random.randint(0, size), range(size)))
            goal = random.choice((goal, Maximize(range(size))))
        if shape == "weighted":
            goal = Minimize(range(size), tuple(random.choice((0, 1, 2, 3, 9)) for _ in range(size)))
    return Model(size, tuple(rows), goal)


def _some(random: Random, size: int, most: int = 4) -> tuple[int, ...]:
    return tuple(random.sample(range(size), min(size, random.randint(1, most))))


def _covering_row(random: Random, size: int) -> Constraint:
    """At least one or two of some variables, or one that is enough alone beside others of which it takes two."""
    some = _some(random, size)
    if random.random() < 0.1:
        return Linear((2, *(1 for _ in some[1:])), some, lower=2)
    return AtLeast(random.choice((1, 1, 1, 2)), some)


def _rows(random: Random, size: int) -> list[Constraint]:
    """One of each row, and pairs and threes of which at most one is chosen."""
    left, rows = list(range(size)), list[Constraint]()
    while left:
        row = [left.pop(random.randrange(len(left))) for _ in range(min(len(left), random.randint(1, 3)))]
        rows.append(Exactly(1, tuple(row), choice=f"row {len(rows)}"))
    return rows + [AtMost(1, _some(random, size, 3)) for _ in range(random.randint(0, 4))]


def _union(random: Random) -> Model:
    """Two or three parts that share no variable, mixed; often the first two are alike, with the exchange of them."""
    size, many = random.choice(((4, 2), (5, 2), (3, 3)))
    parts = [random_model(random, random.choice(("covering", "selection", "pairs")), most=size) for _ in range(many)]
    is_alike = random.random() < 0.6
    if is_alike:
        parts[1] = parts[0]
    total = size * many
    place = random.sample(range(total), total)
    rows = [
        _moved(constraint, {v: place[size * at + v] for v in range(size)})
        for at, part in enumerate(parts)
        for constraint in part.constraints
    ]
    swap = {v: v for v in range(total)}
    for v in range(size):
        swap[place[v]], swap[place[size + v]] = place[size + v], place[v]
    symmetries = (tuple(range(total)), tuple(swap.values())) if is_alike and random.random() < 0.7 else ()
    goal: Goal = random.choice((Minimize(range(total)), Maximize(range(total)), Satisfy()))
    return Model(total, tuple(rows), goal, symmetries=symmetries)


def _symmetric(random: Random, most: int) -> Model:
    """Constraints on a ring, with all of its turns and perhaps its reflections."""
    size = random.randint(1, most)
    turns = [tuple((v + by) % size for v in range(size)) for by in range(size)]
    if random.random() < 0.5:
        turns += [tuple(-v % size for v in turn) for turn in turns]
    rows = list[Constraint]()
    for _ in range(random.randint(1, 2)):
        base = random.choice(
            (_covering_row(random, size), AtLeast(2, _some(random, size)), AtMost(1, _some(random, size, 3)))
        )
        rows += [_moved(base, dict(enumerate(turn))) for turn in turns]
    if random.random() < 0.5:
        rows.append(random.choice((AtMost, AtMost, Exactly))(random.randint(0, size), range(size)))
    goal: Goal = random.choice((Satisfy(), Minimize(range(size)), Maximize(range(size), (3,) * size)))
    return Model(size, tuple(dict.fromkeys(rows)), goal, symmetries=tuple(dict.fromkeys(turns)))


def _images(random: Random, most: int) -> Model:
    """All images of any constraints under a group, and a goal that the group keeps."""
    while True:
        model = any_model(random, most)
        every = range(model.variables)
        makers = [tuple(random.sample(every, len(every))) for _ in range(random.choice((1, 1, 2)))]
        group = {tuple(every): None}
        fresh = list(group)
        while fresh and len(group) <= MAX_GROUP:
            fresh = [p for p in {tuple(p[v] for v in maker) for p in fresh for maker in makers} if p not in group]
            group.update(dict.fromkeys(fresh))
        if len(group) <= MAX_GROUP:
            break
    rows = [replace(row, literals=_turn(row.literals, p)) for row in model.constraints for p in group]
    goal = model.goal
    if not isinstance(goal, Satisfy):  # the variables of an orbit weigh the same
        weight = {v if v >= 0 else ~v: w for w, v in goal.terms()}
        least = {v: min(p[v] for p in group) for v in every}
        terms = [(v, weight[at]) for v, at in least.items() if at in weight]
        goal = type(goal)(tuple(v for v, _ in terms), tuple(w for _, w in terms))
    return replace(model, constraints=tuple(rows), goal=goal, symmetries=tuple(group))


def _turn(literals: Sequence[int], permutation: Sequence[int]) -> tuple[int, ...]:
    return tuple(permutation[each] if each >= 0 else ~permutation[~each] for each in literals)


def tight(
    random: Random, items: int, candidates: int, pieces: int
) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """Return what each candidate hits, and pairs of rivals.

    The items are parted into a number of candidates, again and again, some with an item less or more: the largest gains
    just reach all items, or fail by one.
    """
    hits: list[frozenset[int]] = []
    while len(hits) < candidates:
        mixed = random.sample(range(items), items)
        cuts = sorted(random.sample(range(1, items), pieces - 1))
        parts = [set(mixed[a:b]) for a, b in zip([0, *cuts], [*cuts, items], strict=True)]
        for part in parts[: candidates - len(hits)]:
            if random.random() < 0.3:
                part ^= {random.randrange(items)}
            hits.append(frozenset(part or {random.randrange(items)}))
    pairs = list(combinations(range(candidates), 2))
    return hits, [frozenset(pair) for pair in random.sample(pairs, len(pairs) // 20)]


def _tight(random: Random) -> Model:
    """Coverings whose bounds are tight; some candidates exclude each other."""
    pieces = random.randint(2, 4)
    hits, _ = tight(random, random.choice((6, 9, 14)), 10, pieces)
    rows: list[Constraint] = [
        AtLeast(1, tuple(v for v in range(10) if item in hits[v])) for item in sorted(frozenset().union(*hits))
    ]
    rows += [AtMost(1, random.sample(range(10), 2)) for _ in range(random.randint(0, 3))]
    if random.random() < 0.5:
        return Model(10, tuple(rows), Minimize(range(10)))
    rows.append(random.choice((AtMost, Exactly))(random.randint(pieces - 1, pieces + 1), range(10)))
    return Model(10, tuple(rows))


def _rivals(random: Random) -> Model:
    """Two or three sets with conflicts between them, of equal size or with bounds, of which one is to be large."""
    size, armies = random.randint(2, 4), random.choice((2, 2, 3))
    sets = [range(at * size, (at + 1) * size) for at in range(armies)]
    pairs = [(one, other) for a, b in combinations(sets, 2) for one in a for other in b]
    rows: list[Constraint] = [
        random.choice((AtMost(1, pair), AtLeast(1, (~pair[0], ~pair[1])))) for pair in pairs if random.random() < 0.35
    ]
    rows += [
        random.choice((AtLeast(random.randint(0, 2), each), Exactly(random.randint(0, 2), each), AtMost(3, each)))
        for each in sets
    ]
    if random.random() < 0.5:
        rows.append(Linear((1,) * size + (-1,) * size, (*sets[0], *sets[1]), 0, 0))
    if random.random() < 0.4:
        rows.append(Exactly(random.randint(0, 1), (random.randrange(size * armies),)))
    return Model(size * armies, tuple(rows), random.choice((Satisfy(), Maximize(random.choice(sets)))))


def _moved(constraint: Constraint, to: Mapping[int, int]) -> Constraint:
    """A constraint on other variables; of those without negations."""
    literals = tuple(to[v] for v in constraint.literals)
    if isinstance(constraint, Linear):
        return Linear(constraint.weights, literals, constraint.lower, constraint.upper)
    return type(constraint)(constraint.bound, literals)
