"""The backend `sat`: right on small models by every solver, by every encoding, and honest when it is cut."""

import builtins
import os
import signal
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import asked, check, random_models, solutions_of
from rookery_tests.strategies import examples
from rookery_tests.yardstick import PATIENCE, with_time_enough, within

from rookery.backends import Answer, Deadline, End, Request, Status, Unsupported, Want, solve
from rookery.backends.solvers import sat as package
from rookery.backends.solvers.sat import SOLVERS, Sat, encode
from rookery.backends.solvers.sat import encode as formula
from rookery.backends.solvers.sat.encode import SatProgram
from rookery.models import (
    AtLeast,
    AtMost,
    BadInput,
    Board,
    Exactly,
    Linear,
    Maximize,
    Minimize,
    Model,
    domination,
    placement,
)
from rookery.models.model.model import Constraint
from rookery.models.model.weighted_sums import SumEncoding
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN

BACKEND = Sat()
QUEENS = placement(QUEEN, Board(8), count=8)
HARD = domination(QUEEN, Board(16))
OPEN = Model(6, (AtMost(3, range(6)),))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.drawn
def test_is_right_on_random_models(seed: int) -> None:
    for model in random_models(examples(100), seed):
        check(BACKEND, model)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.drawn
def test_is_right_by_every_solver(solver: str) -> None:
    for model in random_models(examples(40), 5):
        check(BACKEND, model, options={"solver": solver}, seed=3)


@pytest.mark.slow
@pytest.mark.drawn
def test_is_right_by_adders_and_by_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encode, "SUMS", SumEncoding(most_nodes=0, exact=False))
    monkeypatch.setattr(formula, "MAX_IN_PAIRS", 2)
    for model in random_models(examples(150), 6):
        check(BACKEND, model)


def _covering(random: Random) -> Model:
    """A covering model with packing and weights, large enough that cores overlap."""
    variables = random.randint(8, 10)

    def some(size: int) -> tuple[int, ...]:
        return tuple(v if random.random() < 0.8 else ~v for v in random.sample(range(variables), size))

    def constraints() -> list[Constraint]:
        kinds: list[list[Constraint]] = [
            [AtLeast(1, some(3))],
            [AtLeast(2, some(4)), AtMost(1, some(3))],
            [Exactly(3, some(6))],
            [Linear(tuple(random.randint(1, 9) for _ in range(6)), some(6), 7, 25)],
        ]
        return random.choice(kinds)

    demands = tuple(constraint for _ in range(random.randint(4, 10)) for constraint in constraints())
    costs = tuple(random.choice((1, 1, 2, 3, 7, 20, -3)) for _ in range(variables))
    goal = random.choice((Minimize, Maximize))
    return Model(variables, demands, goal(some(variables), random.choice((None, costs))))


@pytest.mark.parametrize("seed", range(30))
def test_finds_the_best_of_coverings(seed: int) -> None:
    check(BACKEND, _covering(Random(seed)))


@pytest.mark.parametrize("n", [0, 1, 5])
def test_counts_variables_that_stand_in_no_constraint(n: int) -> None:
    listed, outcome = asked(BACKEND, Model(n, ()), Want.ALL)
    assert (len(set(listed)), len(listed), outcome.proven) == (2**n, 2**n, True)


def test_counts_once_what_encodings_can_say_in_many_ways() -> None:
    model = Model(30, (AtMost(1, range(30)), AtMost(2, range(0, 30, 3)), Linear((2, 3, 4), (0, 6, 9), upper=4)))
    assert asked(BACKEND, model, Want.COUNT)[1].count == 31


@pytest.mark.parametrize(
    ("name", "problem", "best"),
    [
        ("queens", domination(QUEEN, Board(8)), 5),
        ("independent queens", domination(QUEEN, Board(8), "independent"), 5),
        ("independent knights", domination(KNIGHT, Board(8), "independent"), 14),
        ("independent bishops", domination(BISHOP, Board(8), "independent"), 8),
        ("bishops at most", placement(BISHOP, Board(8)), 14),
    ],
)
def test_proves_optima(name: str, problem: Any, best: int) -> None:
    answer = solve(problem, "sat", seconds=PATIENCE)
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, best, best), name


@pytest.mark.parametrize("seed", [0, 1, 12345678901234567890])
def test_finds_all_queens_whatever_the_seed(seed: int) -> None:
    assert solve(QUEENS, "sat", "all", seed=seed).count == 92


def test_a_seed_repeats_itself_and_changes_the_order() -> None:
    first, again, other = (asked(BACKEND, QUEENS.model, Want.ALL, seed=seed)[0] for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert set(first) == set(other)


@pytest.mark.parametrize(
    ("solver", "hint"), [("glucos4", "did you mean glucose4"), ("kissat404", "accepted are"), ("", "minicard")]
)
def test_refuses_solvers_that_it_does_not_know(solver: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint):
        solve(QUEENS, "sat", options={"solver": solver})


def test_refuses_options_that_it_does_not_have() -> None:
    with pytest.raises(BadInput, match="its options are: solver"):
        solve(QUEENS, "sat", options={"solvr": "cadical195"})


def test_leaves_counts_to_solvers_that_take_them() -> None:
    large = Request(options={"solver": "minicard"})
    assert BACKEND.compile(QUEENS.model, large).size["native at-mosts"] == 42
    pairs, free = Model(40_000, (AtMost(1, range(40_000)),)), Model(40_000, ())
    programs = [BACKEND.compile(pairs, Request()), BACKEND.compile(free, Request(Want.ALL))]
    assert [isinstance(program, SatProgram) and program.solver for program in programs] == ["minicard", "cadical195"]


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "minicard"])
def test_keeps_a_deadline_with_the_best_solution_and_an_honest_bound(solver: str) -> None:
    def search(seconds: float) -> Answer:
        with within(seconds + 1.5):
            return solve(HARD, "sat", seconds=seconds, options={"solver": solver})

    answer = with_time_enough(search, lambda found: bool(found.raw_status), 0.5)  # the solver has been asked
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert answer.raw_status == f"UNKNOWN by {solver}"
    assert answer.objective is not None
    assert answer.bound is not None
    assert 1 <= answer.bound <= 9 <= answer.objective  # gamma of the queens on 16x16 is 9


def test_says_that_it_does_not_know_when_there_was_no_time() -> None:
    found, outcome = asked(BACKEND, HARD.model, deadline=Deadline(1e-9))
    assert (found, outcome.proven, outcome.end, outcome.bound) == ([], False, End.TIME, 8)


# A first answer imports what a search needs: Python itself loses a Ctrl-C that comes between two imports, now and then.
INTERRUPTED = """
import rookery as rk, time
rk.solve(rk.domination(rk.QUEEN, rk.Board(7)), "sat")
print("ready", flush=True)
if rk.solve(rk.domination(rk.QUEEN, rk.Board(16)), "sat").interrupted:
    print("interrupted", flush=True)
try:
    time.sleep(3600)
except KeyboardInterrupt:
    print("again", flush=True)
"""


@pytest.mark.slow
def test_leaves_ctrl_c_to_python() -> None:
    """In the main thread PySAT takes SIGINT over for a search, and does not give it back when it comes."""
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for said in ("interrupted\n", "again\n"):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            with within(2):
                os.kill(process.pid, signal.SIGINT)
                assert process.stdout.readline() == said
    assert process.returncode == 0


def test_adds_large_weights_exactly() -> None:
    heavy = tuple(10**9 + 7 * at * at for at in range(12))
    model = Model(12, (Linear(heavy, tuple(range(12)), 5 * 10**9, 5 * 10**9 + 2000),))
    assert set(asked(BACKEND, model, Want.ALL)[0]) == solutions_of(model)


@pytest.mark.parametrize(("other", "said"), [(None, "pip install python-sat"), ("3.2.2", "satellite")])
def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch, other: str | None, said: str) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("pysat"):
            raise ImportError("No module named 'pysat.solvers'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(package, "installed_version", lambda name: other if name == "pysat" else None)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(Unsupported, match=said):
        Sat().load()


def test_names_the_version_that_answers() -> None:
    assert BACKEND.versions()["python-sat"][0].isdigit()
