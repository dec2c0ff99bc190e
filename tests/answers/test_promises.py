"""What Rookery promises about any problem, asked about random ones of every family and compared with the oracle."""

import gzip
import json
from collections.abc import Callable, Sequence
from itertools import chain, combinations, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st
from oracle.case import space
from oracle.rules import aim
from oracle.trying import Truth, orbit_count, truth
from rookery_tests.cases import Case, declare, draw_case, write_arguments
from rookery_tests.command_line import rookery
from rookery_tests.judge import LARGE, is_overfull, name_placement, number_placement
from rookery_tests.plain_checker import require_plainly

import rookery as rk
from rookery.backends import Want
from rookery.certificates.certificate import Certificate

Promise = Callable[[Random, Case, rk.Problem, Truth], None]


def keeps_plain_data(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    again = rk.declare(json.loads(json.dumps(problem.asked)))
    assert (again.asked, again.model, again.rules) == (problem.asked, problem.model, problem.rules)


def referees_agree_with_the_oracle(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """Both referees accept the solutions; of neighbours of a solution they accept just what the oracle accepts."""
    for placed in list(right.placements)[:3]:
        placement = name_placement(placed, problem)
        assert rk.check(problem, placement).accepted
        for square in random.sample(list(problem.board), min(3, len(problem.board))):
            piece = random.choice(list(problem.pieces))
            other = {at: man for at, man in placement.items() if at != square}
            if square not in placement:
                other[square] = piece
            changed = rk.Placement(problem.board, other)
            # Without a goal the oracle lists every accepted placement; with one, an accepted placement is no better.
            judged = rk.check(problem, changed)
            if not right.goal:
                assert judged.accepted == (number_placement(changed, problem) in right.placements)
            elif judged.accepted:
                better = aim(case)
                assert better is not None
                assert better(judged.value, right.best) == right.best


def certifies(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """A certificate convinces both checkers, also one of clauses; what damaged files still prove is true."""
    want, kind = random.choice(list(Want)), random.choice((None, "lrat"))
    symmetry = want is not Want.ONE and not case.shape and random.random() < 0.5  # the oracle knows none of cylinders
    certificate = rk.certify(problem, want, up_to_symmetry=symmetry, evidence=kind)
    found = rk.verify(certificate, problem)
    assert found.verified, found.reason
    require_plainly(certificate)
    check_claim(certificate, right)
    if symmetry and right.placements:
        assert certificate.claim.orbits == orbit_count(case, right.placements)
    text = gzip.decompress(certificate.to_bytes())
    for _ in range(4):
        try:
            forged = Certificate.from_bytes(gzip.compress(change_bytes(random, text)))
            proven = rk.verify(forged, problem).verified
        except rk.RookeryError:
            continue
        if proven:
            check_claim(forged, right)


def check_claim(certificate: Certificate, right: Truth) -> None:
    claim, count = certificate.claim, len(right.placements)
    assert (claim.objective, claim.solvable) == (right.best, count > 0)
    assert claim.count in (None, count)


def change_bytes(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + random.choice((b"", b"0", b"9", b"\xff", b"[]", b"null")) + data[at + random.randint(0, 2) :]


def tells_unique_solutions(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    found = rk.is_unique(problem)
    assert found.unique == (len(right.placements) == 1)
    if len(right.placements) > 1:
        assert found.differing


def explains_contradictions(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    assert (rk.explain(problem).kind == "contradiction") == (not right.placements)


def finds_the_first_solution(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """The lexicographically first one, by the squares of each piece in turn."""
    found = rk.first(problem)
    expected = sorted(sorted(placed) for placed in right.placements)[:1]
    assert [sorted(number_placement(placement, problem)) for placement in found.solutions] == expected


def streams_solutions(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    streamed = [number_placement(each, problem) for each in rk.solutions(problem, random.choice(("sat", "auto")))]
    assert len(streamed) == len(right.placements)
    assert set(streamed) == right.placements


def improves_to_the_optimum(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    better = aim(case)
    assume(better)
    steps = list(rk.improving(problem, random.choice(("sat", "auto"))))
    assert better is not None
    assert all(better(one.objective, other.objective) == other.objective for one, other in pairwise(steps))
    assert len({each.objective for each in steps}) >= len(steps) - 1  # the last one may be repeated with its bound
    assert [(each.objective, each.optimal) for each in steps[-1:]] == [(right.best, True)] * bool(right.placements)


def exports_what_it_reads(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    form = random.choice(("opb", "mps", "wcnf", "json"))
    assume(problem.model.variables > 0)
    with TemporaryDirectory() as folder:
        file = Path(folder, f"model.{form}")
        file.write_text(rk.export(problem, form), encoding="utf-8")
        answer = rk.solve_model(rk.read_model(file), "sat")
    assert (answer.status == "infeasible") == (not right.placements)
    for chosen in answer.solutions:
        own = frozenset(variable for variable in chosen if variable < problem.model.variables)
        assert problem.model.accepts(own)
        assert number_placement(problem.read(own), problem) in right.placements


def gives_forced_hints(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """Each hint holds in all solutions that extend what is placed, and a mistake is told if there is none."""
    assume(right.placements or not right.goal)  # a problem without a best solution is refused
    so_far: dict[Any, rk.Piece] = {}
    if right.placements:
        placed = dict(name_placement(random.choice(sorted(right.placements, key=sorted)), problem))
        so_far = {square: piece for square, piece in placed.items() if random.random() < 0.5}
    if random.random() < 0.2:
        free = [square for square in problem.board if square not in problem.fixed]
        so_far |= {square: random.choice(list(problem.pieces)) for square in free[: random.randint(0, 1)]}
    left = [name_placement(each, problem) for each in right.placements]
    left = [each for each in left if all(each.get(square) == piece for square, piece in so_far.items())]
    walk = rk.walk_through(problem, so_far)
    for hint in walk.hints:
        if hint.mistake:
            assert not left
        else:
            there = {each.get(square) for each in left for square in hint.squares}
            assert there <= {hint.piece} if hint.piece else hint.absent not in there
    if len(left) < 2:
        assert walk.complete == bool(left)
    if walk.complete:
        assert walk.placement in left


def answers_what_if(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """What holds in some and in all of the solutions that are left, after moves and after moves taken back."""
    stack, squares = [[dict(name_placement(each, problem)) for each in right.placements]], list(problem.board)
    assume(stack[0] and squares)
    board = rk.what_if(problem)
    for _ in range(6):
        square, piece = random.choice(squares), random.choice(list(problem.pieces))
        left = stack[-1]
        some = [at for at in squares if any(each.get(at) == piece for each in left)]
        every = [at for at in some if all(each.get(at) == piece for each in left)]
        assert (board.in_some(piece), board.in_every(piece)) == (tuple(some), tuple(every))
        assert (board.possible(square, piece), board.forced(square, piece)) == (square in some, square in every)
        found = board.solution()
        assert dict(found) in left if found is not None else not left
        move = random.choice(("fix", "forbid", "empty", "undo"))
        if move == "undo" and len(stack) > 1:
            board.undo()
            stack.pop()
        elif move == "fix":
            board.fix(square, piece)
            stack.append([each for each in left if each.get(square) == piece])
        elif move == "forbid":
            board.forbid(square, piece)
            stack.append([each for each in left if each.get(square) != piece])
        elif move == "empty":
            board.forbid(square)
            stack.append([each for each in left if square not in each])
    board.close()


def repairs_with_the_fewest_changes(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    """No smaller set of fixed and forbidden squares can be removed to leave a solution."""
    givens = [*case.fixed, *case.forbidden]
    bare = case.but(fixed=(), forbidden=())
    assume(not right.placements and case.allowed is None and len(givens) <= 6 and space(bare) <= 20_000)
    removed = rk.repair(problem).removed
    for gone in chain.from_iterable(combinations(givens, size) for size in range(len(givens) + 1)):
        fixed = tuple(each for each in case.fixed if each not in gone)
        forbidden = tuple(each for each in case.forbidden if each not in gone)
        if truth(case.but(fixed=fixed, forbidden=forbidden)).placements:
            assert removed is not None
            assert len(removed) == len(gone)
            return
    assert removed is None


def answers_alike_on_the_command_line(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    code, out, err = rookery("solve", *write_arguments(case), "--all", "--json", "--backend", "sat")
    assert (code, err) == (0, "")
    said = json.loads(out)
    status = "infeasible" if not right.placements else "optimal" if right.goal else "satisfied"
    assert (said["status"], said["complete"], said["objective"]) == (status, True, right.best)
    assert said["count"] == len(said["solutions"]) == len(right.placements)
    names, index = [piece.name for piece in problem.pieces], problem.board.index
    listed = {frozenset((names.index(name), index(rk.Square(*at))) for name, *at in each) for each in said["solutions"]}
    assert listed == right.placements


def continues_from_a_checkpoint(random: Random, case: Case, problem: rk.Problem, right: Truth) -> None:
    assume(max(case.costs, default=0) < LARGE)  # which our own search leaves to others
    want = random.choice(list(Want))
    with TemporaryDirectory() as folder:
        file = Path(folder, "search")
        rk.solve(problem, want=want, checkpoint=file, seconds=random.choice((0.001, 60)))
        assume(file.exists())
        answer = rk.solve(problem, want=want, checkpoint=file)
    count = len(right.placements)
    assert (answer.complete, answer.objective) == (True, right.best)
    assert answer.count == (min(1, count) if want is Want.ONE else count)


PROMISES: Sequence[Promise] = (
    keeps_plain_data,
    referees_agree_with_the_oracle,
    certifies,
    tells_unique_solutions,
    explains_contradictions,
    finds_the_first_solution,
    streams_solutions,
    improves_to_the_optimum,
    exports_what_it_reads,
    gives_forced_hints,
    answers_what_if,
    repairs_with_the_fewest_changes,
    answers_alike_on_the_command_line,
    continues_from_a_checkpoint,
)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@given(st.randoms(use_true_random=False))
def test_promise(promise: Promise, random: Random) -> None:
    case = draw_case(random, budgets=(16, 256, 2048))
    note(repr(case))
    assume(
        not is_overfull(case) and max([number for number in case.each if isinstance(number, int)], default=0) < LARGE
    )
    promise(random, case, declare(case), truth(case))
