"""What a fork server loads beforehand, its runs need not load again: their times are those of the search."""

import json
import subprocess
import sys

import pytest
from rookery_tests.isolated import make_small_campaign
from rookery_tests.yardstick import PATIENCE

# As the fork server does it, and then the run, in one process: which modules does the run still import?
CODE = """
import json, os, sys
from rookery.compare.runs.isolation.child import _run_task
from rookery.compare.runs.isolation.forkserver import _load_library
from rookery.compare.campaign.campaign import read_task
task = json.loads(sys.argv[1])
_load_library({"backend": task["backend"], "use": "", "samples": [task]})
before = set(sys.modules)
answer = _run_task(read_task(task), os.open(os.devnull, os.O_WRONLY))
print(json.dumps([answer["count"], sorted(set(sys.modules) - before)]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_run_imports_nothing_more(backend: str) -> None:
    for want in ("one", "count"):
        task = make_small_campaign(backends=[backend], want=want).tasks()[0]
        words = [sys.executable, "-P", "-c", CODE, json.dumps(task.as_plain())]
        made = subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE)
        assert json.loads(made.stdout) == [1 if want == "one" else 2, []]
