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


@pytest.mark.long
def test_a_page_answers_what_this_machine_answers(tmp_path: Path) -> None:
    """In Pyodide by node."""
    try:
        pyodide.write_pyodide(tmp_path)
    except pyodide.NotFetched as error:
        pytest.skip(str(error))
    script = Path(page_questions.__file__)
    command = ["node", str(script.with_name("pyodide.mjs")), str(tmp_path), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    page_questions.assert_answered_alike(done.stdout, page_questions.QUESTIONS | page_questions.PLAIN_SEARCHES)
