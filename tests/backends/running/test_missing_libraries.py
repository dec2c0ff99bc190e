"""Without a library, one line says what to install and the other backends answer.

Without numpy and threads, as in a web page, `sat`, `textbook` and part of our own search still answer.
"""

import subprocess
import sys

import pytest
from rookery_tests import page_questions

import rookery as rk

# Hides modules from imports, and distributions from questions about versions.
BLOCKED = """
import sys
class Without:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.split(".")[0] in {modules!r} else self.finder.find_spec(name, path, target)
    def find_distributions(self, context):
        find = getattr(self.finder, "find_distributions", lambda context: ())
        return (each for each in find(context) if each.name not in {modules!r})
sys.meta_path[:] = [Without(each) for each in sys.meta_path]
"""
ASK = """
import rookery as rk
try:
    rk.solve(rk.domination("queen", 5), {backend!r})
except rk.RookeryError as error:
    print(type(error).__name__, error)
print(rk.solve(rk.placement("queen", 5, 5), {other!r}).status)
"""
NEEDED = {
    "backtracking": ({"numba", "llvmlite"}, "pip install numba"),
    "cpsat": ({"ortools"}, "pip install ortools"),
    "sat": ({"pysat"}, "pip install python-sat"),
    "python-constraint": ({"constraint"}, "pip install python-constraint2"),
}


def run_without(modules: set[str], code: str) -> str:
    program = BLOCKED.format(modules=modules) + code
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", NEEDED)
def test_missing_library_is_named_and_other_backends_answer(name: str) -> None:
    modules, remedy = NEEDED[name]
    refusal, answer = run_without(
        modules, ASK.format(backend=name, other="cpsat" if name == "sat" else "sat")
    ).splitlines()
    assert refusal.startswith(f"Unsupported backend {name} needs ")
    assert remedy in refusal
    assert answer == "satisfied"


# As Pyodide has it.
IN_A_PAGE = """
import sys, threading, time
from runpy import run_path
sys.platform, sys.argv = "emscripten", {argv!r}
del time.thread_time
threading.Thread.start = None
run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.slow
def test_page_without_numpy_and_threads_answers_every_kind_of_question() -> None:
    assert page_questions.QUESTIONS.keys() >= {*rk.list_families()}
    missing = {"numpy", "numba", "llvmlite", "ortools", "click", "rich", "jinja2"}
    page_questions.assert_answered_alike(run_without(missing, IN_A_PAGE.format(argv=[page_questions.__file__])))


SAID_IN_A_PAGE = {
    'rk.solve(rk.placement("queen", 8, 8), "backtracking").status': "satisfied",
    'rk.solve(rk.domination("queen", 8), "backtracking").objective': "5",
    'rk.certify(rk.domination("king", 3), backend="sat", evidence="tree")': "pip install numpy",
    'rk.solve(rk.placement("queen", 5, 5), "sat", workers=2)': "leave it at 1",
    'rk.solve(rk.placement("queen", 5, 5), "backtracking", want="count")': "use sat",
}


def test_page_searches_plainly_and_refuses_what_needs_numpy_or_processes() -> None:
    code = f"""
import sys
sys.platform = "emscripten"
import rookery as rk
for call in {[*SAID_IN_A_PAGE]!r}:
    try:
        print(eval(call))
    except rk.RookeryError as error:
        print(error)
"""
    lines = run_without({"numpy"}, code).splitlines()
    assert all(word in line for word, line in zip(SAID_IN_A_PAGE.values(), lines, strict=True)), lines
