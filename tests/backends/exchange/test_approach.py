"""A good answer to a large covering at once: each is a covering, each bound holds, a run that is cut keeps both."""

from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.small_models import best_of

import rookery as rk
from rookery.backends.contract import Ask, Backend, Reason, Stream
from rookery.backends.presolve.approach import approach as module
from rookery.backends.presolve.approach.approach import Approach
from rookery.backends.presolve.approach.duals import make_prices, raise_prices, round_bound
from rookery.backends.presolve.approach.rebuilding import cover_by_prices, rebuild
from rookery.backends.progress import Progress
from rookery.backends.run import CLOSED, Run
from rookery.core.deadline import NEVER, OutOfTime
from rookery.models import AtLeast, AtMost, Exactly, Maximize, Minimize, Model


def draw_covering(random: Random) -> Model:
    """Rows of few columns, some to be hit twice, some columns decided, with costs or without."""
    size = random.randint(3, 9)
    rows = list[AtLeast | Exactly]()
    for _ in range(random.randint(2, 10)):
        many = random.randint(1, min(size, 4))
        rows.append(AtLeast(min(many, random.choice((1, 1, 1, 2))), tuple(random.sample(range(size), many))))
    if random.random() < 0.3:
        rows.append(Exactly(random.randint(0, 1), (random.randrange(size),)))
    costs = tuple(random.randint(1, 9) for _ in range(size)) if random.random() < 0.5 else None
    return Model(size, tuple(rows), Minimize(tuple(range(size)), costs))


@pytest.fixture
def of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small coverings are approached too."""
    monkeypatch.setattr(module, "FEWEST_COLUMNS", 1)


@pytest.mark.usefixtures("of_any_size")
def test_approach_gives_coverings_and_valid_bounds() -> None:
    random, reached = Random(0), 0
    for number in range(60):
        model = draw_covering(random)
        optimum, found = best_of(model), Approach.of(model, NEVER, number)
        assert (found is None) == (optimum is None)
        if found is None or optimum is None:
            continue
        for _ in found.run():
            assert model.accepts(found.solution)
            assert (model.value(found.solution), True) == (found.best, found.least <= optimum <= found.best)
        reached += found.best == optimum
    assert reached > 50


@pytest.mark.usefixtures("of_any_size")
def test_attempts_keep_their_sums_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    check_indices(monkeypatch, cover_by_prices, rebuild, raise_prices)
    random = Random(5)
    for number in range(12):
        found = Approach.of(draw_covering(random), NEVER, number)
        if found is None:
            continue
        t, s = found.tables, found.found
        assert cover_by_prices(t, s, 100) == 0
        prices = make_prices(t)
        assert raise_prices(t, prices, 20) == int(prices.bound[0])
        costs = [rebuild(t, s, steps) for steps in (2, 2, 2, 5, 5, 5)]
        assert costs == sorted(costs, reverse=True)
        chosen = s.chosen[: s.size[0]].tolist()
        assert (s.broken.many[0], s.paid[0]) == (0, sum(t.cost[chosen]))
        assert (len(set(chosen)), int(s.gain.sum())) == (len(chosen), 0)
        for row, (begin, end) in enumerate(zip(t.first, t.first[1:], strict=False)):
            assert s.hits[row] == sum(each in chosen for each in t.member[begin:end].tolist()) >= t.demand[row]


@pytest.mark.usefixtures("of_any_size")
def test_approach_rejects_other_models() -> None:
    rows = (AtLeast(1, (0, 1)), AtLeast(1, (1, 2)))
    fewest = Minimize(range(3))
    for model in (
        Model(3, (*rows, AtMost(1, (0, 2))), fewest),
        Model(3, (*rows, AtLeast(1, (~0, 2))), fewest),
        Model(3, (*rows, Exactly(0, (1,)), Exactly(1, (1,))), fewest),
        Model(3, rows, Maximize(range(3))),
        Model(3, rows),
        Model(3, rows, Minimize(range(3), (1, 1, 1 << 40))),
        Model(3, (*rows, AtLeast(1 << 63, (0, 2))), fewest),
    ):
        assert Approach.of(model, NEVER, 0) is None


def draw_graph() -> rk.Problem:
    """Dominating a graph that is no tree, whose prices prove nothing."""
    random = Random(1)
    return rk.domination("guard", rk.Graph({(at, random.randrange(at)) for at in range(1, 1200) for _ in range(4)}))


class Idle(Backend):
    """A backend whose time is up as soon as it is asked."""

    name = "idle"
    summary = "its time is up"

    def compile(self, model: Model, ask: Ask) -> None:
        raise OutOfTime

    def run(self, program: None, ask: Ask) -> Stream:
        raise AssertionError


def test_run_that_is_cut_has_an_answer_a_bound_and_a_gap() -> None:
    run, told = Run(draw_graph(), Idle(), rk.Question()), list[Progress]()
    run.progress = told.append
    sizes = [len(each) for each in run]
    answer = run.answer()
    assert (answer.end, answer.objective) == (Reason.TIME, min(sizes))
    assert answer.bound is not None
    assert answer.objective is not None
    assert 0 < answer.bound < answer.objective
    assert answer.gap == (answer.objective - answer.bound) / answer.objective == answer.as_dict()["gap"]
    assert f", a gap of {100 * answer.gap:.2g} %;" in str(answer)
    assert told[-1].task == f"best {answer.objective}, at least {answer.bound}, gap {100 * answer.gap:.2g} %"


def test_prices_prove_an_optimum() -> None:
    stars = rk.Graph([(f"hub {at // 4}", f"end {at}") for at in range(1200)])
    answer = rk.solve(rk.domination("guard", stars), backend=Idle())
    assert (answer.status, answer.objective, answer.gap, answer.note) == ("optimal", 300, 0.0, CLOSED)


@pytest.mark.usefixtures("of_any_size")
def test_useless_prices_give_no_bound() -> None:
    found = Approach.of(Model(2, (AtLeast(1, (0, 1)),), Minimize(range(2))), NEVER, 0)
    assert found is not None
    for price, bound in ((0.75, 1), (0.5, 1), (0.0, 0), (-1.0, 0), (3.0, 0), (1e300, 0)):
        assert round_bound(found.tables, np.array([price])) == bound
