"""The README is right: its commands and its Python run and print what is shown. `make docs` runs the pages of docs/."""

import re
from pathlib import Path

import pytest
from rookery_docs.examples import DOCS, ROOT, Block, Fails, blocks, pages, run_block

README = ROOT / "README.md"
PAGES = [README, *pages()]
MADE = ("reference/", "house/", "results/")  # pages that `make docs` writes, and whose links it checks


@pytest.mark.slow
@pytest.mark.parametrize("block", list(blocks(README, "console", "sh", "python")), ids=lambda block: block.text[:40])
def test_example_of_the_readme_runs_as_written(block: Block) -> None:
    if block.text.startswith("make "):
        pytest.skip("make runs this test")
    run_block(block)


@pytest.mark.parametrize(
    ("language", "text", "keyword"),
    [
        ("console", "$ false\n", "exit code 1"),
        ("console", "$ echo a; echo b\na\nc\n", "should print\na\nc\n"),
        ("python", "print(1 / 0)\n", "ZeroDivisionError"),
    ],
)
def test_example_that_is_wrong_fails(language: str, text: str, keyword: str) -> None:
    with pytest.raises(Fails, match=re.escape(keyword)):
        run_block(Block("a.md", language, text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    wanted = [(page.parent / link).resolve() for link in links]
    made = [DOCS / each for each in MADE]
    assert [each for each in wanted if not each.exists() and not any(map(each.is_relative_to, made))] == []
