"""The README is right: its commands and its Python run and print what is shown. `make docs` runs the pages of docs/."""

import re
from pathlib import Path

import pytest
from rookery_docs import examples

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
BUILT = {"_build", "_made", "jupyter_execute"}


@pytest.mark.slow
@pytest.mark.parametrize(("language", "text"), list(examples.find_blocks(README)))
def test_example_of_the_readme_runs_as_written(language: str, text: str) -> None:
    examples.run(language, f"{text}\n")


@pytest.mark.parametrize(
    ("language", "text", "keyword"),
    [
        ("console", "$ false\n", "exit code 1"),
        ("console", "$ echo a; echo b\na\nc\n", "should print\na\nc\n"),
        ("python", "print(1 / 0)\n", "ZeroDivisionError"),
    ],
)
def test_example_that_is_wrong_fails(language: str, text: str, keyword: str) -> None:
    with pytest.raises(examples.ExampleFails, match=re.escape(keyword)):
        examples.run(language, text)


@pytest.mark.parametrize("page", [page for page in PAGES if not BUILT & {*page.parts}], ids=lambda page: page.stem)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"(?:\]\(|src=\")(?!\w+:)([^)#\s\"]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
