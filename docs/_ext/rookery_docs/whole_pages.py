"""Whole pages as the program writes them, shown by the site: the report of a small campaign, and a trace."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from rookery.cli.exits import ANSWERED, DISAGREEMENT
from rookery_docs.examples import DOCS, ROOT, Fails, run_command

FOLDER = DOCS / "_made"  # Sphinx copies it as it is: `html_extra_path`
CAMPAIGN = ROOT / "benchmarks" / "campaigns" / "sample.toml"
TRACE = ("rookery", "trace", "placement", "--piece", "queen", "--board", "4", "--out", "trace.html")


def make() -> None:
    """Write both, as `results/sample-report.html` and `results/trace.html` of the site."""
    make_pages(CAMPAIGN, FOLDER / "results")


def make_pages(campaign: Path, target: Path) -> None:
    """Run a campaign and a trace in an empty folder, and keep their pages; raises `Fails` where a command fails."""
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for command in (("rookery", "compare", str(campaign), "--out", "sample"), TRACE):
            ended = run_command(command, Path(folder))
            if ended.returncode not in (ANSWERED, DISAGREEMENT):  # the sample has a liar
                raise Fails(f"{' '.join(command)}\nends with exit code {ended.returncode}:\n{ended.stderr}")
        report = (Path(folder) / "sample" / "report.html").read_text(encoding="utf-8")
        # Its commands are for a reader in a clone, and name no folder of this machine
        (target / "sample-report.html").write_text(report.replace(f"{ROOT}/", ""), encoding="utf-8")
        shutil.copy(Path(folder) / "trace.html", target)
