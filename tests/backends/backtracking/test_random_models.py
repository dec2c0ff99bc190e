"""Random models of every shape, on paths that small models never take, against trying every assignment."""

from dataclasses import replace
from random import Random

import pytest
from rookery_tests.forced import FORCED
from rookery_tests.models import SHAPES, random_model
from rookery_tests.small_models import check

from rookery.backends import Ask, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover.components import ComponentsProgram
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.general.search import GeneralProgram
from rookery.backends.engine.options import IDEAS
from rookery.backends.engine.plain import FirstOfRows, SmallCovering
from rookery.backends.engine.rivals.search import RivalsProgram
from rookery.backends.engine.rows.search import RowProgram
from rookery.backends.presolve.program import Decided
from rookery.models import Satisfy

OWN = backend("backtracking")
# Small models need several nodes for one number only without the bounds.
UNPRUNED = {"optimum": "search", "without": "components,matching,gains,dual,colouring,symmetry"}


def draw_options(random: Random) -> dict[str, str]:
    """Often none, as a small covering without options is solved in plain Python."""
    without = ",".join(random.sample(sorted(IDEAS), random.randint(1, 3)))
    return random.choice(
        (
            {},
            {"count": "search", "optimum": "search"},
            {"count": "search", "optimum": "search", "without": "components"},
            {"without": random.choice((without, "all", "components,symmetry", "exchange"))},
        )
    )


@pytest.mark.parametrize("path", FORCED)
@pytest.mark.parametrize("shape", SHAPES)
def test_forced_paths_answer_as_brute_force(shape: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FORCED[path](monkeypatch)
    for seed in range(5 if path == "checked arrays" else 10):
        random = Random(f"{path} {shape} {seed}")
        model = random_model(random, shape)
        options = UNPRUNED if path in ("local search", "surplus") else draw_options(random)
        workers, order = 2 if path == "workers" else 1, random.choice((0, 0, 5))
        check(OWN, model, bounds=False, options=options, workers=workers, seed=order)


def test_shapes_reach_every_search() -> None:
    kinds = set[type]()
    for shape in SHAPES:
        for seed in range(12):
            model = random_model(Random(f"{shape} {seed}"), shape)
            kinds |= {type(choose(model, Ask(want))) for want in Want}
            kinds.add(type(choose(replace(model, goal=Satisfy()), Ask(Want.COUNT))))
    searches = {ComponentsProgram, CoverProgram, FirstOfRows, GeneralProgram, RivalsProgram, RowProgram, SmallCovering}
    assert kinds >= {Decided, *searches}
