"""Random problems of a fixed seed, put to every backend and to an oracle; `make fuzz` goes on without end."""

from itertools import islice

import pytest
from fuzz.campaign import Campaign
from fuzz.child import Child
from fuzz.findings import Finding
from fuzz.generate import drawn

pytestmark = pytest.mark.slow

SEED = 9
PROBLEMS = {"backtracking": 150, "cpsat": 60, "sat": 60, "python-constraint": 60, "auto": 60}


@pytest.mark.nojit
@pytest.mark.parametrize("backend", PROBLEMS)
@pytest.mark.full
@pytest.mark.share(2)
def test_random_problems(backend: str) -> None:
    found: list[Finding] = []
    child = Child()
    campaign = Campaign(child, found.append, shrinking=10.0)
    try:
        campaign.run(islice(drawn(SEED, backend=backend), PROBLEMS[backend]))
    finally:
        child.close()
    assert not found, "\n".join(map(str, found))
    assert campaign.problems == PROBLEMS[backend]
    assert campaign.tally["right"] > PROBLEMS[backend] / 2
