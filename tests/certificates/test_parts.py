"""Large trees are shared by threads: the same bytes, the same verdict, whatever the number of threads and the hints."""

from collections.abc import Callable
from random import Random
from threading import Event, active_count
from time import sleep

import pytest
from rookery_tests.strategies import examples
from rookery_tests.theorems import falsified, mutated, proven, refusal, theorems, true_theorem
from rookery_tests.yardstick import PATIENCE

import rookery as rk
from benchmarks.records.certificates import certificates
from rookery.backends.evidence.certifying import trees
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Theorem
from rookery.certificates.workers import allow, count_allowed, run_in_order
from rookery.core.deadline import Deadline, OutOfTime, check_deadline
from rookery.core.kernels.jit import PLAIN
from rookery.models import AtLeast, AtMost, Model

pytestmark = pytest.mark.nojit
THEOREMS = list(theorems(examples(120), seed=2))


@pytest.fixture(autouse=True)
def _share_small_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "LARGE", 1)


EIGHT = rk.domination(rk.QUEEN, 8)
QUEENS = Theorem(EIGHT.model.at_optimum(4), 0, EIGHT.symmetries)  # OEIS A075458: five are needed


def made(theorem: Theorem, workers: int = 1, alone: int = 1) -> Evidence:
    with allow(workers):
        evidence = trees.make(theorem, alone)
    assert evidence is not None
    return evidence


def accepted(theorem: Theorem, evidence: Evidence) -> bool:
    """Whether it is proven: serial and shared checks must agree, and where no part is wrong the plain one, too."""
    verdicts = []
    for workers in (1, 2, 3):
        with allow(workers):
            verdicts.append(refusal(theorem, evidence, plain=False))
    assert len({verdict is None for verdict in verdicts}) == 1, (theorem, evidence, verdicts)
    if verdicts[0] is None:
        assert refusal(theorem, evidence, plain=True) is None
    return verdicts[0] is None


@pytest.mark.parametrize("alone", [1, 2])
@pytest.mark.drawn
@pytest.mark.full
def test_threads_make_the_same_bytes(alone: int) -> None:
    subtrees = 0
    for theorem in [*THEOREMS, QUEENS]:
        alike = [made(theorem, workers, alone) for workers in (1, 2, 5)]
        assert alike[0] == alike[1] == alike[2]
        subtrees += len(alike[0].about["parts"]) // 2
        assert accepted(theorem, alike[0])
        assert proven(theorem, alike[0])
    assert subtrees > examples(200)


@pytest.mark.full
def test_weights_are_numbered_in_turn() -> None:
    """Fifteen knights do not guard 10x10 (OEIS A006075): vectors prove it, which threads would number in any order."""
    problem = rk.domination(rk.KNIGHT, 10)
    better = Theorem(problem.model.at_optimum(15), 0, problem.symmetries)
    assert made(better, 1) == made(better, 4)
    assert made(better, 4).about["weights"]
    assert accepted(better, made(better, 4))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.drawn
@pytest.mark.full
def test_no_bytes_prove_a_false_theorem_to_threads(seed: int) -> None:
    random = Random(seed)
    for theorem in THEOREMS[seed % 2 :: 2]:
        wrong, evidence = falsified(theorem, random), made(theorem)
        for each in (evidence, mutated(evidence, random), with_wrong_parts(evidence, random)):
            assert not accepted(wrong, each)
            accepted(theorem, each)


def with_wrong_parts(evidence: Evidence, random: Random) -> Evidence:
    """The same tree with a hint or two changed, and perhaps bytes as well."""
    parts = list(evidence.about["parts"])
    for _ in range(random.randint(1, 2)):
        at = random.randint(0, len(parts))
        if random.random() < 0.3:
            parts[at:at] = [random.randrange(4), random.randrange(9)]
        elif random.random() < 0.3:
            del parts[at : at + 2]
        elif at < len(parts):
            parts[at] = max(0, parts[at] + random.choice((-1, 1, 3)))
    changed = mutated(evidence, random) if random.random() < 0.3 else evidence
    return Evidence("tree", {**changed.about, "parts": parts}, changed.data)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.drawn
def test_a_wrong_part_is_refused(workers: int) -> None:
    """Any other numbers than those of the subtrees, also with more nodes allowed."""
    random, tried = Random(5), 0
    for theorem in THEOREMS:
        evidence = made(theorem)
        about = {**evidence.about, "nodes": evidence.about["nodes"] + 20}
        for _ in range(3):
            wrong = with_wrong_parts(Evidence("tree", about, evidence.data), random)
            if wrong.about["parts"] != evidence.about["parts"] and wrong.data == evidence.data:
                tried += 1
                with allow(workers):
                    assert refusal(theorem, wrong, plain=False) is not None
    assert tried > examples(100)


@pytest.mark.full
def test_threads_agree_about_larger_trees() -> None:
    """Queens on 8x8 with bytes or hints changed: a subtree that is wrong may stand anywhere."""
    random, good = Random(1), made(QUEENS)
    assert good.about["nodes"] > 200
    for _ in range(6):
        changed = bytearray(good.data)
        changed[random.randrange(len(changed))] = random.randrange(64)
        accepted(QUEENS, Evidence("tree", good.about, bytes(changed)))
        wrong = with_wrong_parts(good, random)
        assert wrong.about["parts"] == good.about["parts"] or not accepted(QUEENS, wrong)


SQUARE = true_theorem(
    Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (1, 2)), AtLeast(1, (2, 3)), AtLeast(1, (3, 0)), AtMost(2, range(4))])
)


@pytest.mark.parametrize(
    "parts", [[1], [1, 2, 3], [-1, 1], [0, 1 << 60], [True, 1], [0.0, 1], "01", {"0": 1}, 7, [[0, 1]], [0, 1] * 70_000]
)
@pytest.mark.parametrize("workers", [1, 2])
def test_parts_that_make_no_sense_are_refused(parts: object, workers: int) -> None:
    evidence = made(SQUARE)
    assert accepted(SQUARE, evidence)
    with allow(workers):
        found = refusal(SQUARE, Evidence("tree", {**evidence.about, "parts": parts}, evidence.data), plain=False)
    assert found is not None
    assert found.place == "parts"


def test_a_small_tree_says_no_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "LARGE", 1 << 20)
    assert "parts" not in made(SQUARE, 2).about


def test_more_nodes_than_allowed_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is to be hit: 12 candidates have 4,096 sets, more than is allowed, however many threads look."""
    monkeypatch.setattr(trees, "MAX_WITHOUT_ITEMS", 4_095)
    theorem = Theorem(Model(12, []), 4_096)
    for workers in (1, 2):
        with allow(workers):
            assert trees.make(theorem) is None
    monkeypatch.setattr(trees, "MAX_WITHOUT_ITEMS", 4_096)
    assert made(theorem, 1) == made(theorem, 2)


def wait_for(event: Event) -> bool:
    return event.wait(PATIENCE)


def test_jobs_end_when_one_fails() -> None:
    """The first that fails in order is told of; the others are abandoned, and no thread is left."""
    before = active_count()

    def fail(_: Event) -> bool:
        sleep(0.05)
        raise ValueError("second")

    jobs: list[Callable[[Event], bool]] = [lambda _: True, fail, wait_for, wait_for]
    found = run_in_order(jobs, 4)
    assert next(found) is True
    with pytest.raises(ValueError, match="second"):
        next(found)
    assert active_count() == before


def test_jobs_are_under_the_deadline_that_is_held() -> None:
    def ask(_: Event) -> bool:
        for _pause in range(400):
            sleep(0.005)
            check_deadline()
        return True

    with Deadline(0.05).held(), pytest.raises(OutOfTime):
        list(run_in_order([ask, ask], 2))


def test_results_come_in_order() -> None:
    def slowly(number: int) -> Callable[[Event], int]:
        def work(_: Event) -> int:
            sleep(random.random() / 500)
            return number

        return work

    random = Random(0)
    assert list(run_in_order(map(slowly, range(200)), 8)) == list(range(200))


def test_workers_are_allowed_for_a_block() -> None:
    assert count_allowed() == 1
    with allow(3):
        assert count_allowed() == 3
    assert count_allowed() == 1


@pytest.mark.parametrize("workers", [0, -1, 1_001, 1 << 70, 1.5, "2", True])
def test_a_number_of_workers_that_is_none(workers: int) -> None:
    certificate = rk.certify(rk.domination(rk.QUEEN, 4))
    with pytest.raises(rk.BadInput, match="workers"):
        rk.verify(certificate, workers=workers)


def test_a_board_is_certified_and_verified_by_threads() -> None:
    """The whole way: `solve` is asked for two workers, and so is the tree."""
    found = [rk.certify(rk.domination(rk.QUEEN, 7), want="count", up_to_symmetry=True, workers=w) for w in (1, 2)]
    assert found[0].evidence == found[1].evidence
    assert all(rk.verify(found[0], workers=workers).verified for workers in (1, 2, None))


@pytest.mark.skipif(PLAIN, reason="a million nodes")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["queen-plain-13-orbits", "queen-plain-14-optimum", "queen-independent-14-optimum"])
@pytest.mark.full
def test_certificates_that_are_kept_are_still_verified(name: str) -> None:
    """Files of an earlier day: a format that changes needs another number, and these made anew."""
    found = rk.verify(rk.Certificate.from_bytes(certificates()[f"{name}.cert"]), workers=2)
    assert found.verified, found.reason
    assert ("288 optimal solutions, 41 up to symmetry" in found.claim) == (name == "queen-plain-13-orbits")
