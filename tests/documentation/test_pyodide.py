"""Python for a page: what it is made of, what it answers, and what is said where it cannot be had."""

import subprocess
from pathlib import Path

import pytest
from rookery_docs import pyodide
from rookery_tests import page_questions


def test_a_page_and_the_suite_search_with_one_version_of_python_sat() -> None:
    constraints = Path(__file__).parents[2] / "constraints.txt"
    assert pyodide.PINS["python-sat"]["spec"] in constraints.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("command", [["npm-that-is-not-there"], ["false"]])
def test_where_a_distribution_cannot_be_had_one_sentence_says_so(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(pyodide.NotFetched) as refused:
        pyodide._fetch("pyodide", command)
    assert len(str(refused.value).splitlines()) == 1


def test_another_content_than_the_pinned_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    copy = ["cp", __file__]
    with pytest.raises(pyodide.NotFetched, match=r"test_pyodide\.py is not what pyodide\.toml has pinned"):
        pyodide._fetch("pyodide", copy)
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]


@pytest.fixture(scope="module")
def in_node(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs a script in a page's Python."""
    folder = tmp_path_factory.mktemp("python")
    try:
        pyodide.write_pyodide(folder)
    except pyodide.NotFetched as error:
        pytest.skip(str(error))
    return ["node", str(Path(pyodide.__file__).with_suffix(".mjs")), str(folder)]


@pytest.mark.long
def test_a_page_answers_what_this_machine_answers(in_node: list[str]) -> None:
    done = subprocess.run([*in_node, page_questions.__file__], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    page_questions.assert_answered_alike(done.stdout, page_questions.QUESTIONS | page_questions.PLAIN_SEARCHES)
