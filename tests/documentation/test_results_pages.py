"""The pages of results say what was measured and kept, and nothing else."""

import importlib
import sys
import tomllib
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import ModuleType

import pytest
from rookery_docs import comparison, gallery, images, records, report_pictures, thumbnails, whole_pages
from rookery_docs.comparison import Run
from rookery_docs.examples import Fails
from rookery_tests import synthetic_records

import rookery as rk
from benchmarks.records import data
from benchmarks.records.certificates import certificates
from benchmarks.records.page import page
from rookery.backends import Outcome, Request, Want
from rookery.compare.analysis.findings import findings
from rookery.compare.report.page import context

PEERS = Path(__file__).parents[2] / "benchmarks" / "peers"


@pytest.fixture(scope="module")
def peers() -> Iterator[dict[str, ModuleType]]:
    sys.path.insert(0, str(PEERS))
    yield {name: importlib.import_module(name) for name in ("plain_constraint", "plain_ortools", "naive_pysat")}
    sys.path.remove(str(PEERS))


def run(name: str, seconds: float) -> Run:
    return Run(name, seconds, 6.0, 1)


def test_no_two_stored_answers_differ() -> None:
    for instance, runs in comparison.lines().items():
        found = {each.value for each in runs.values() if each.seconds < inf and each.value is not None}
        assert len(found) <= 1, instance


def test_every_backend_has_run_on_what_it_is_shown_for() -> None:
    for instance, runs in comparison.lines().items():
        general = {*comparison.OURS, *comparison.PEERS} - {"tutorial", "nucs"}
        assert general <= runs.keys(), instance


@pytest.mark.parametrize(
    ("ours", "other", "text"),
    [(1.0, 0.5, True), (1.0, 0.7, False), (0.03, 0.015, False), (inf, 5.0, True), (0.5, inf, False), (inf, inf, False)],
)
def test_where_a_peer_is_clearly_faster_the_page_says_so(ours: float, other: float, text: bool) -> None:
    runs = {name: run(name, inf) for name in comparison.OURS}
    runs |= {"backtracking": run("backtracking", ours), "naive-pysat": run("naive-pysat", other)}
    assert ("naive-pysat" in comparison.losses({"a question": runs})) is text


def test_a_run_that_ended_at_its_limit_is_in_no_mean() -> None:
    found = {"a": {"backtracking": run("backtracking", 1), "sat": run("sat", 2)}}
    found["b"] = {"backtracking": run("backtracking", 1), "sat": run("sat", inf)}
    assert "| `sat` | 1 of 2 | 2.0 | 0 |" in comparison.means(found, ["sat"])


def test_par2_counts_a_lost_run_as_twice_the_limit() -> None:
    svg = report_pictures.draw_par2({"a": {name: run(name, inf) for name in report_pictures.COLOURS}})
    assert "sat: 12.00 s" in svg


def test_a_b_file_has_every_term_from_the_first_on() -> None:
    found = list(records.series())
    assert len(found) > 50
    for each in found:
        lines = [line for line in records.b_file(each).splitlines() if not line.startswith("#")]
        assert [int(line.split()[0]) for line in lines] == list(range(each.plan.first, each.plan.first + len(lines)))
        assert set(each.new) <= set(each.terms)
    assert len({each.file for each in found}) == len(found)


@pytest.mark.full
def test_the_program_of_a_b_file_computes_its_terms() -> None:
    for each in list(records.series()):
        names: dict[str, object] = {}
        exec(each.program.replace("; ", "\n"), names)
        term = names["a"]
        assert callable(term)
        small = [n for n in (1, 3) if n in each.terms]
        assert [term(n) for n in small] == [each.terms[n] for n in small], each.name


def test_a_certificate_that_is_refused_stops_the_gallery(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "queen-plain-12-optimum"
    data = bytearray(certificates()[f"{name}.cert"])
    data[-20] ^= 1
    monkeypatch.setattr(gallery, "certificates", lambda: {f"{name}.cert": bytes(data)})
    with pytest.raises((ValueError, rk.RookeryError)):
        gallery._record(name)


CAMPAIGN = """\
seconds = 5
backends = ["textbook"]
[[problems]]
family = "placement"
pieces = ["queen"]
boards = "4"
count = "n"
"""


@pytest.mark.full
def test_the_pages_of_the_program_are_those_of_today(tmp_path: Path) -> None:
    """The site shows a report and a trace as the installed program writes them; a command that fails stops it."""
    campaign = tmp_path / "small.toml"
    campaign.write_text(CAMPAIGN, encoding="utf-8")
    whole_pages.make_pages(campaign, tmp_path / "pages")
    sample, trace = ((tmp_path / "pages" / f"{name}.html").read_text() for name in ("sample-report", "trace"))
    shown = context(findings("any", synthetic_records.campaign(range(4, 6)), synthetic_records.ENVIRONMENT))
    assert shown["script"] in sample
    assert shown["style"] in sample
    assert "</html>" in trace
    campaign.write_text("nothing = 1\n", encoding="utf-8")
    with pytest.raises(Fails, match="exit code 2"):
        whole_pages.make_pages(campaign, tmp_path / "pages")


def test_the_sample_is_a_campaign_of_few_runs() -> None:
    """The site is made often: the campaign of its sample takes half a minute."""
    read = tomllib.loads(whole_pages.CAMPAIGN.read_text(encoding="utf-8"))
    assert read["seeds"] * read["seconds"] <= 4


def test_the_picture_of_the_readme_is_drawn_by_the_package_of_today() -> None:
    assert images.BOARD.read_text(encoding="utf-8") == images.draw_board()


@pytest.mark.parametrize("name", ["PlainConstraint", "PlainOrtools", "NaivePysat"])
@pytest.mark.parametrize(
    ("problem", "want", "expected"),
    [
        (rk.placement("queen", 1, count=1), Want.ALL, 1),
        (rk.placement("queen", 3, count=3), Want.ALL, 0),
        (rk.placement("queen", 6, count=6), Want.ALL, 4),
        (rk.placement("knight", 3, count=4), Want.ALL, 18),
        (rk.domination("queen", 5), Want.ONE, 1),
    ],
)
def test_peers_find_what_there_is(
    peers: dict[str, ModuleType], name: str, problem: rk.Problem, want: Want, expected: int
) -> None:
    backend = next(getattr(module, name) for module in peers.values() if hasattr(module, name))()
    request = Request(want=want)
    *solutions, outcome = backend.run(backend.compile(problem.model, request), request)
    assert isinstance(outcome, Outcome)
    found = set(solutions)
    assert all(problem.model.accepts(each) for each in found)
    if want is Want.ALL:
        assert len(found) == expected
    else:
        assert min(map(len, found)) == 3


def test_the_gallery_has_24_thumbnails_of_at_most_five_lines() -> None:
    found = thumbnails.THUMBNAILS
    assert len(found) == len({each.name for each in found}) == 24
    assert max(len(each.lines.splitlines()) for each in found) <= 5


@pytest.mark.full
def test_records_are_split_by_piece_and_nothing_of_them_is_lost() -> None:
    whole = page(data.PLANS, data.kept())
    pages = records.split_page(whole)
    lines = {line for text in pages.values() for line in text.splitlines()}
    headings = {line for line in whole.splitlines() if line.startswith("## ")}
    assert {line for line in whole.splitlines() if line.startswith("| ")} <= lines
    assert len([line for line in headings if line not in lines]) == 2  # which are titles of their pages
    assert "](records-queens.md)" in pages["records"]
