"""A library that is not there, as after `pip install --no-deps`: one line that says what to install, no traceback.

Without numpy and without threads, as in a page, `sat` and `textbook` answer all the same, and our own search some.
"""

import subprocess
import sys

import pytest
from rookery_tests import page_questions

import rookery as rk

# What imports, and questions about what is installed, meet where a module is not there.
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
"""
NEEDED = {
    "backtracking": ({"numba", "llvmlite"}, "pip install numba"),
    "cpsat": ({"ortools"}, "pip install ortools"),
    "sat": ({"pysat"}, "pip install python-sat"),
    "python-constraint": ({"constraint"}, "pip install python-constraint2"),
}


def run(code: str, modules: set[str]) -> subprocess.CompletedProcess[str]:
    program = BLOCKED.format(modules=modules) + code
    return subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_library_is_named_in_one_line(name: str) -> None:
    modules, remedy = NEEDED[name]
    done = run(ASK.format(backend=name), modules)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Unsupported backend {name} needs ")
    assert done.stdout.count("\n") == 1
    assert remedy in done.stdout


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.full
def test_the_other_backends_answer(name: str) -> None:
    other = "sat" if name != "sat" else "cpsat"
    done = run(f"import rookery as rk; print(rk.solve(rk.placement('queen', 5, 5), {other!r}).status)", NEEDED[name][0])
    assert (done.stdout, done.stderr) == ("satisfied\n", "")


# As Pyodide has it.
IN_A_PAGE = """
import sys, threading, time
from runpy import run_path
sys.platform, sys.argv = "emscripten", {argv!r}
del time.thread_time
threading.Thread.start = None
run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.full
def test_without_numpy_and_threads_every_kind_of_question_is_answered() -> None:
    assert page_questions.QUESTIONS.keys() >= {*rk.problems()}
    questions = page_questions.QUESTIONS | page_questions.PLAIN_SEARCHES
    argv = [page_questions.__file__, *questions]
    done = run(
        IN_A_PAGE.format(argv=argv), {"numpy", "numba", "llvmlite", "ortools", "msgspec", "click", "rich", "jinja2"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    page_questions.assert_answered_alike(done.stdout, questions)


def test_what_needs_numpy_kernels_or_processes_says_so() -> None:
    asked = ", ".join(
        f"lambda: {call}"
        for call in (
            'rk.certify(rk.domination("king", 3), backend="sat", evidence="tree")',
            'rk.solve(rk.placement("queen", 5, 5), "sat", workers=2)',
            'rk.solve(rk.placement("queen", 5, 5), "backtracking", want="count")',
        )
    )
    code = f"""
import sys
sys.platform = "emscripten"
import rookery as rk
for ask in ({asked}):
    try:
        ask()
    except rk.RookeryError as error:
        print(error)
"""
    done = run(code, {"numpy"})
    assert done.stdout.splitlines() == [
        "no certificate: evidence of the kind tree needs numpy: pip install numpy, for one of Dominating a 3x3 board"
        " with kings",
        "2 workers: Python has one thread and one process here; leave it at 1",
        "backend backtracking cannot answer this question in a page: use sat",
    ]
