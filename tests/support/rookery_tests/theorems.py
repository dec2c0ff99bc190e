"""Small theorems about coverings, true by trying everything, and what both checkers say of evidence for them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rookery.certificates.certificate import Evidence
from rookery.certificates.checking import checker
from rookery.certificates.claim import Refused, Theorem
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Permutation
from rookery.models.symmetry.group import find_canonical
from rookery_tests.plain_checker import prove_plainly
from rookery_tests.small_models import solutions_of


def theorems(count: int, seed: int = 0) -> Iterator[Theorem]:
    """True theorems: items with demands, options that hit often, rivals, bounds on the number, and cyclic groups."""
    for number in range(count):
        random = Random(f"{seed} {number}")
        variables = random.randint(1, 7)
        group = _group(random, variables)
        parts = [part for _ in range(random.randint(0, 3)) for part in _constraints(random, variables, group)]
        model = Model(variables, (*parts, *_bounds(random, variables)), symmetries=group)
        yield true_theorem(model, random.random() < 0.7)


def true_theorem(model: Model, with_orbits: bool = False) -> Theorem:
    """The theorem that says how many solutions a model has, and up to its symmetries."""
    found = solutions_of(model)
    orbits = (
        len({find_canonical(each, model.symmetries) for each in found}) if with_orbits and model.symmetries else None
    )
    return Theorem(model, len(found), model.symmetries, orbits)


def _group(random: Random, variables: int) -> list[Permutation]:
    """The turns of a cycle, with or without its reflections, or one reflection; perhaps none."""
    turns = [[(v + by) % variables for v in range(variables)] for by in range(variables)]
    mirrored = [[-v % variables for v in turn] for turn in turns]
    groups = [[], turns, [*turns, *mirrored], [turns[0], mirrored[0]]]
    return [tuple(each) for each in {tuple(p): None for p in random.choice(groups)}]


def _constraints(random: Random, variables: int, group: list[Permutation]) -> Iterator[Constraint]:
    """A constraint with all of its images."""
    some = random.sample(range(variables), random.randint(1, variables))
    demand = random.choice((1, 1, 2, 3))
    weights = tuple(random.choice((1, 1, demand, 4)) for _ in some)
    pair = random.sample(range(variables), min(2, variables))
    kind = random.randrange(4)
    for image in dict.fromkeys(map(tuple, group)) or [tuple(range(variables))]:
        moved = tuple(image[v] for v in some)
        if kind == 0:
            yield AtLeast(demand, moved)
        elif kind == 1:
            yield Linear(weights, moved, lower=demand)
        elif kind == 2:
            yield AtMost(1, tuple(image[v] for v in pair))
        else:
            yield Exactly(1, moved)


def _bounds(random: Random, variables: int) -> Iterator[Constraint]:
    if random.random() < 0.7:
        yield random.choice((AtMost, Exactly, AtMost))(random.randint(0, min(4, variables)), range(variables))
    if random.random() < 0.2:
        yield AtLeast(random.randint(0, 3), range(variables))


def refusal(theorem: Theorem, evidence: Evidence, plain: bool) -> Refused | None:
    """Why a checker refuses some evidence; None where it is convinced."""
    try:
        (prove_plainly if plain else checker(evidence.kind))(theorem, evidence)
    except Refused as error:
        return error
    return None


def proven(theorem: Theorem, evidence: Evidence) -> bool:
    """Whether both checkers are convinced; they must agree."""
    fast, plain = refusal(theorem, evidence, plain=False), refusal(theorem, evidence, plain=True)
    assert (fast is None) == (plain is None), (theorem, evidence, fast, plain)
    return fast is None


def falsified(theorem: Theorem, random: Random) -> Theorem:
    """The same theorem with a number that is wrong; claims of orbits of no solution are refused before any evidence."""
    if theorem.orbits is not None and theorem.count and random.random() < 0.5:
        return replace(theorem, orbits=theorem.orbits + random.choice((-1, 1)))
    return replace(theorem, count=theorem.count + random.choice((-1, 1, 2)))


def mutated(evidence: Evidence, random: Random) -> Evidence:
    """The same evidence with bytes changed, left out, put in, or all of them random, and perhaps another header."""
    data = bytearray(evidence.data)
    for _ in range(random.randint(1, 3)):
        at, byte = random.randint(0, len(data)), random.choice((0, 1, 2, 3, random.randrange(256), 255))
        kind = random.randrange(4)
        if kind == 0 and at < len(data):
            data[at] = byte
        elif kind == 1:
            data.insert(at, byte)
        elif kind == 2:
            del data[at : at + random.randint(1, 3)]
        else:
            data[at:at] = bytes(random.randrange(8) for _ in range(random.randint(0, 9)))
    about = dict(evidence.about)
    if evidence.kind == "tree":
        if random.random() < 0.5:
            about["alone"] = random.choice((1, 2, 3, 9))
        if random.random() < 0.3:
            about["symmetry"] = not about["symmetry"]
        if random.random() < 0.5:
            about["weights"] = [[[random.randrange(5), random.randrange(4)] for _ in range(random.randint(0, 4))]]
    elif evidence.kind == "lrat" and about["solutions"] and random.random() < 0.3:
        about["solutions"] = random.sample(about["solutions"], len(about["solutions"]) - 1)
    return Evidence(evidence.kind, about, bytes(data))
