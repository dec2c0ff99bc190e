"""The checker of refutations: no bytes refute clauses that can be satisfied, and each of its rules is needed."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.plain_checker import follow

from rookery.backends.certifying.export import list_lines
from rookery.backends.certifying.lrat import encode
from rookery.backends.certifying.lrat import refute as make_refutation
from rookery.certificates import Refused
from rookery.certificates import lrat as checker
from rookery.certificates.certificate import Lrat
from rookery.certificates.claim import Theorem
from rookery.certificates.lrat import ClauseFormula
from rookery.models import Model
from rookery.models.model.weighted_sums import Clause

A, D = ord("a"), ord("d")
# (1 or 2), (1 or -2), (-1 or 2), (-1 or -2): clause 5 says 1, clause 6 is empty.
SQUARE = ClauseFormula(2, [[1, 2], [1, -2], [-1, 2], [-1, -2]])
PROOF = [[A, 10, 2, 0, 2, 4, 0], [A, 12, 0, 10, 6, 8, 0]]
OPEN = ClauseFormula(2, SQUARE.clauses[:3])


def pack(*steps: Sequence[int]) -> bytes:
    return encode(number for step in steps for number in step)


def holds(formula: ClauseFormula, data: bytes, plainly: bool = False) -> bool:
    try:
        if plainly:
            refuted = Theorem(Model(formula.top, []), 0)
            follow(refuted, Lrat(data), clauses=formula.clauses, listed=())
        else:
            checker.refute(formula, data)
    except Refused:
        return False
    return True


def can_be_satisfied(clauses: Sequence[Clause], variables: int) -> bool:
    values = product((False, True), repeat=variables)
    return any(all(any((x > 0) == value[abs(x) - 1] for x in clause) for clause in clauses) for value in values)


def test_refutation_is_believed() -> None:
    assert holds(SQUARE, pack(*PROOF))
    assert holds(SQUARE, pack(*PROOF), plainly=True)
    assert not holds(OPEN, pack(*PROOF))


WRONG = {
    "nothing": [],
    "no end": PROOF[:1],
    "another kind": [[7, 10, 2, 0, 2, 4, 0], PROOF[1]],
    "another number": [[A, 14, 2, 0, 2, 4, 0], PROOF[1]],
    "an odd number": [[A, 11, 2, 0, 2, 4, 0], PROOF[1]],
    "no such variable": [[A, 10, 6, 0, 2, 4, 0], PROOF[1]],
    "literal one": [[A, 10, 1, 0, 2, 4, 0], PROOF[1]],
    "literal one in a clause that follows": [PROOF[0], [A, 12, 1, 0, 10, 6, 8, 0], [A, 14, 0, 10, 6, 8, 0]],
    "a tautology": [[A, 10, 2, 3, 0, 2, 4, 0], PROOF[1]],
    "a hint too few": [[A, 10, 2, 0, 2, 0], PROOF[1]],
    "a hint of itself": [[A, 10, 2, 0, 10, 0], PROOF[1]],
    "a hint that is not there": [[A, 10, 2, 0, 60, 4, 0], PROOF[1]],
    "hint 0": [[A, 10, 2, 0, 0, 2, 4, 0], PROOF[1]],
    "an odd hint": [[A, 10, 2, 0, 3, 4, 0], PROOF[1]],
    "a hint with two literals left": [[A, 10, 0, 2, 4, 0]],
    "a hint that is true": [[A, 10, 2, 0, 6, 2, 4, 0], PROOF[1]],
    "no hints": [[A, 10, 2, 0, 0], PROOF[1]],
    "a deletion": [PROOF[0], [D, 4, 0, 0], PROOF[1]],
    "more behind": [*PROOF, [A, 14, 0, 10, 6, 8, 0]],
    "a long number": [[A, 10, 2, 0, 2, 4 + (1 << 34), 0], PROOF[1]],
}


@pytest.mark.parametrize("steps", WRONG.values(), ids=WRONG)
def test_wrong_step_is_refused(steps: Sequence[Sequence[int]]) -> None:
    assert not holds(SQUARE, pack(*steps))
    assert not holds(SQUARE, pack(*steps), plainly=True)


def test_assumptions_are_forgotten_after_a_step() -> None:
    """Clause 5 supposes that 1 is false; were that kept, the empty clause would follow from two clauses alone."""
    assert not holds(SQUARE, pack(PROOF[0], [A, 12, 0, 2, 4, 0]))
    assert not holds(ClauseFormula(2, [[1, 2], [1, -2]]), pack([A, 6, 2, 0, 2, 4, 0], [A, 8, 0, 2, 4, 0]))


@pytest.mark.parametrize("plainly", [False, True])
def test_hint_leaves_one_literal(plainly: bool) -> None:
    """1 or 2, and not one of them: of the first clause two literals are left, so nothing follows from it."""
    for first, second in product(([1, 2], [2, 1]), ([-1], [-2])):
        assert not holds(ClauseFormula(2, [first, second]), pack([A, 6, 0, 2, 4, 0]), plainly)
    assert holds(ClauseFormula(2, [[1, 2], [-2], [-1]]), pack([A, 8, 0, 4, 2, 6, 0]), plainly)


@pytest.mark.parametrize("plainly", [False, True])
def test_clause_is_kept_whole(plainly: bool) -> None:
    """1, and 2 or 3 with it, and not 2: that is satisfied by 3, which stands last in the clause that is added."""
    steps = [A, 8, 4, 6, 0, 2, 4, 0], [A, 10, 0, 6, 8, 0]
    assert not holds(ClauseFormula(3, [[1], [-1, 2, 3], [-2]]), pack(*steps), plainly)
    assert holds(ClauseFormula(3, [[1], [-1, 2, 3], [-2, -3], [2], [3]]), pack([A, 12, 0, 8, 10, 6, 0]), plainly)


def test_hints_behind_a_contradiction_are_looked_at() -> None:
    assert holds(SQUARE, pack([A, 10, 2, 0, 2, 4, 8, 0], PROOF[1]))
    assert not holds(SQUARE, pack([A, 10, 2, 0, 2, 4, 60, 0], PROOF[1]))


@pytest.mark.parametrize("data", [b"\x80", b"\xff" * 40, b"a", b"a\x0a\x02", b"d\x80\x80\x80\x80\x80\x01\x00"])
def test_cut_stream_is_refused(data: bytes) -> None:
    for proof in (data, pack(PROOF[0]) + data, pack(*PROOF) + data):
        assert not holds(SQUARE, proof)
        assert not holds(SQUARE, proof, plainly=True)


def test_empty_clauses_and_no_clauses() -> None:
    assert holds(ClauseFormula(0, [[]]), make_refutation(ClauseFormula(0, [[]])))
    assert holds(ClauseFormula(1, [[1], []]), make_refutation(ClauseFormula(1, [[1], []])), plainly=True)
    with pytest.raises(Refused, match="another solution"):
        make_refutation(ClauseFormula(0, []))
    assert not holds(ClauseFormula(0, []), pack([A, 2, 0, 0]))


def test_long_proof_meets_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_LOOKS", 5)
    with pytest.raises(Refused, match="more than 5 literals"):
        checker.refute(SQUARE, pack(*PROOF))


def clauses_of(random: Random, variables: int) -> list[Clause]:
    """Short clauses, in the number at which about half of such formulas cannot be satisfied."""
    literals = [sign * variable for variable in range(1, variables + 1) for sign in (1, -1)]
    return [
        random.sample(literals, random.randint(1, min(3, len(literals))))
        for _ in range(random.randint(1, 5 * variables))
    ]


def test_only_unsatisfiable_clauses_are_refuted() -> None:
    for seed in range(60):
        random = Random(seed)
        variables = random.randint(1, 6)
        formula = ClauseFormula(variables, clauses_of(random, variables))
        if can_be_satisfied(formula.clauses, variables):
            with pytest.raises(Refused):
                make_refutation(formula)
        else:
            data = make_refutation(formula)
            assert holds(formula, data)
            assert holds(formula, data, plainly=True)


@given(st.binary(max_size=40) | st.lists(st.sampled_from([0, 2, 3, 4, 5, 6, 8, 10, 12, A, D]), max_size=24).map(bytes))
def test_random_bytes_refute_nothing_satisfiable(data: bytes) -> None:
    for plainly in (False, True):
        assert not holds(OPEN, data, plainly)


def test_text_is_that_of_other_checkers() -> None:
    """The lines of a step: number, literals, 0, hints, 0."""
    assert list(list_lines(pack(*PROOF))) == ["5 1 0 1 2 0", "6 0 5 3 4 0"]
