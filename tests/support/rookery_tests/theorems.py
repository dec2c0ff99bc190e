"""Small theorems about coverings, true by trying everything, and what both checkers say of evidence for them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rookery.certificates.certificate import Evidence, Lrat, Packing, Tree
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.verify import check
from rookery.models import Model, Satisfy
from rookery.models.symmetry.group import find_canonical
from rookery_tests.models import random_model
from rookery_tests.plain_checker import prove_plainly
from rookery_tests.small_models import solutions_of


def theorems(count: int, seed: int = 0) -> Iterator[Theorem]:
    """Yield true theorems about coverings, packings and selections, about half of them with a group and its orbits."""
    for number in range(count):
        random = Random(f"{seed} {number}")
        shape = random.choice(("symmetric", "symmetric", "symmetric", "covering", "selection"))
        model = replace(random_model(random, shape, most=7), goal=Satisfy())
        yield true_theorem(model, with_orbits=random.random() < 0.7)


def true_theorem(model: Model, with_orbits: bool = False) -> Theorem:
    """The theorem that says how many solutions a model has, and up to its symmetries."""
    found = solutions_of(model)
    orbits = (
        len({find_canonical(each, model.symmetries) for each in found}) if with_orbits and model.symmetries else None
    )
    return Theorem(model, len(found), model.symmetries, orbits)


def refusal(theorem: Theorem, evidence: Evidence, plain: bool) -> Refused | None:
    """Why a checker refuses some evidence; None where it is convinced."""
    try:
        (prove_plainly if plain else check)(theorem, evidence)
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
    """The same evidence with some of its numbers changed, left out or put in."""
    match evidence:
        case Packing(rows, cliques):
            rows = dict(rows)
            for _ in range(random.randint(1, 3)):
                if rows and random.random() < 0.5:
                    del rows[random.choice(sorted(rows))]
                else:
                    rows[random.randint(-1, 12)] = random.choice((0, 1, 1, 2, 3, 200))
            return Packing(rows, cliques[random.randrange(2) :])
        case Tree(nodes, weights, symmetry):
            length = len(weights) if weights else random.randrange(9)
            some = [random.choice((0, 1, 1, 2, 3)) for _ in range(length)]
            weights = random.choice((None, weights, some, some, [*some, 1]))
            return Tree(max(1, nodes + random.choice((-1, 0, 0, 9))), weights, symmetry ^ (random.random() < 0.3))
        case Lrat(proof, solutions):
            if solutions and random.random() < 0.3:
                return Lrat(proof, tuple(random.sample(solutions, len(solutions) - 1)))
            return Lrat(mutated_bytes(proof, random), solutions)


def mutated_bytes(content: bytes, random: Random) -> bytes:
    """Bytes changed, left out and put in."""
    data = bytearray(content)
    for _ in range(random.randint(1, 3)):
        at, byte = random.randint(0, len(data)), random.choice((0, 1, 2, 3, random.randrange(256), 255))
        kind = random.randrange(3)
        if kind == 0 and at < len(data):
            data[at] = byte
        elif kind == 1:
            data.insert(at, byte)
        else:
            del data[at : at + random.randint(1, 3)]
    return bytes(data)
