"""What a server has loaded, its runs need not load again: their times are those of the search."""

import json

import pytest
from rookery_tests.isolated import make_small_campaign

from rookery.compare.backends import BackendRef
from rookery.compare.client import Client


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_run_imports_nothing_more(backend: str) -> None:
    for want in ("one", "count"):
        task = make_small_campaign(backends=[backend], want=want).tasks[0]
        with Client(BackendRef(backend), [task]) as client:
            said = json.loads(client.run(task).said)
        assert (said["count"], said["modules"]) == (1 if want == "one" else 2, [])
