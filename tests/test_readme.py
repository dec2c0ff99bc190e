"""The README is true: its commands and its Python run and print what is shown. The pages of docs/ have known blocks.

`make docs` runs the examples of docs/ when it makes the pages (`rookery_docs.examples` finds, runs and compares both).
Commands that begin with `make` are run by `.ci/run`, since `make test` is what runs this.
"""

import re
from pathlib import Path

import pytest
from rookery_docs.examples import BLOCK, DOCS, ROOT, Block, Fails, blocks, pages, run_block

README = ROOT / "README.md"
PAGES = [README, *pages()]
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
KNOWN = {"console", "sh", "python", "text", "toml", "json"}
MADE = ("reference/", "house/", "results/")  # pages that `make docs` writes, and whose links it checks


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.slow
@pytest.mark.parametrize("block", list(blocks(README, "console", "sh", "python")), ids=lambda block: block.text[:70])
def test_examples_of_the_readme_run_as_written(block: Block) -> None:
    if block.text.startswith("make "):
        pytest.skip("make runs this test; .ci/run runs make")
    run_block(block)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("console", "$ false\n", "ends with exit code 1"),
        ("console", "$ echo a; echo b\na\nc\n", "should print\na\nc\n"),
        ("python", "print(1 / 0)\n", "ZeroDivisionError"),
        ("python", "import warnings\nwarnings.warn('old')\n", "UserWarning"),
    ],
)
def test_an_example_that_is_not_true_fails(language: str, text: str, said: str) -> None:
    with pytest.raises(Fails, match=re.escape(said)):
        run_block(Block("a.md", language, text))


def test_dots_stand_for_any_lines_and_commands_share_a_folder() -> None:
    block = Block("a.md", "console", "$ seq 5 > a; cat a\n1\n...\n5\n$ wc -l < a\n5\n")
    assert run_block(block) == ["1\n2\n3\n4\n5\n", "5\n"]


def test_reasons_not_to_run_a_block_are_read(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("```sh\nls\n```\n\n<!-- not run: no cluster -->\n```sh\nls -l\n```\n")
    assert [(each.text, each.reason) for each in blocks(page, "sh")] == [("ls\n", ""), ("ls -l\n", "no cluster")]


def test_there_is_something_to_run() -> None:
    assert len(list(blocks(README, "console"))) >= 3
    assert sum(not each.reason for page in pages() for each in blocks(page, "console", "sh", "python")) > 30


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_block_has_a_language_that_is_known_here(page: Path) -> None:
    fences = [each for each in re.findall(r"^```(.*)$", TEXTS[page], flags=re.M) if each]
    plain = [each for each in fences if not each.startswith("{")]
    assert len(plain) == len(list(BLOCK.finditer(TEXTS[page])))
    assert set(plain) <= KNOWN
    # the comment would be taken for what the place in the index is: `make docs` would find no such place
    assert re.findall(r"^```\{index\}.*\n```\n+<!--", TEXTS[page], flags=re.M) == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", TEXTS[page])
    wanted = [(page.parent / link).resolve() for link in links]
    made = [DOCS / each for each in MADE]
    assert [each for each in wanted if not each.exists() and not any(map(each.is_relative_to, made))] == []


def test_the_readme_is_short() -> None:
    assert len(TEXTS[README].splitlines()) <= 110


def test_make_is_named_so_that_somebody_can_begin() -> None:
    made = {line for each in blocks(README, "sh") for line in each.text.splitlines() if line.startswith("make ")}
    assert made == {"make demo", "make test"}
