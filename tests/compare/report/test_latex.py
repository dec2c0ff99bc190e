"""Tables in LaTeX: balanced, escaped, with as many cells as columns; compiled where LaTeX is installed."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.synthetic_records import ENVIRONMENT, campaign, record

from rookery.compare.analysis.changes import SideBySide
from rookery.compare.analysis.findings import findings
from rookery.compare.report.latex import escape, latex

EVIL = 'a_b & 50% #1 $x$ {y} \\input{z} ~^<>|" é\n☃'


def written(*changes: str) -> str:
    runs = [replace(run, backend=f"{run.backend}{''.join(changes)}") for run in campaign()]
    found = findings(f"Queens {''.join(changes)}", runs, ENVIRONMENT)
    return latex(SideBySide((found, found)))


def tables(text: str) -> list[str]:
    return re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", text, re.DOTALL)


@pytest.mark.parametrize("text", [written(), written(EVIL)], ids=["plain", "evil"])
def test_every_table_is_whole(text: str) -> None:
    """Read as LaTeX reads it: what is escaped is no brace, no column, no comment."""
    assert len(tables(text)) == 5  # scores, pairs, two series, campaigns
    for table in tables(text):
        bare = re.sub(r"\\[\\&%#$_{}]", lambda found: "\n" if found[0] == "\\\\" else "", table)
        assert "%" not in bare
        columns = len(re.findall(r"[lr]", re.match(r"\\begin\{tabular\}\{(.*?)\}", bare)[1]))  # type: ignore[index]
        rows = [line for line in bare.splitlines() if "&" in line]
        assert rows
        assert {line.count("&") for line in rows} == {columns - 1}
        assert bare.count("{") == bare.count("}")
        assert all(table.count(rule) == 1 for rule in (r"\toprule", r"\bottomrule"))


def test_the_verdict_stands_in_a_comment() -> None:
    head = written().split("\n\n", 1)[0]
    assert all(line.startswith("% ") for line in head.splitlines())
    assert "times faster than" in head
    assert written().isascii()


@pytest.mark.full
@given(st.text())
def test_nothing_of_a_text_is_read_as_a_command(text: str) -> None:
    shown = escape(text)
    assert shown.isascii()
    assert "\n" not in shown
    known = r"\\(text\w+|times|geq|leq|infty|mu|to|rule|[{}#$%&_])"
    assert "\\" not in re.sub(known, "", shown)
    assert not re.search(r"(?<!\\)[%&#]", shown)


def test_the_smallest_campaigns_have_tables() -> None:
    for records in ([], [record()], [record("sat", 8, 0, None)]):
        assert r"\bottomrule" in latex(SideBySide((findings("small", records, ENVIRONMENT),)))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles_it(tmp_path: Path) -> None:
    body = f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}\n{written(EVIL)}\\end{{document}}\n"
    (tmp_path / "tables.tex").write_text(body)
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 0
