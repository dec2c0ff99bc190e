"""The pictures of the README, made anew: a report's first screen, the page of a trace, and a solved board.

PYTHONPATH=tools python -P -m docs_site.images     needs Chromium
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import rookery as rk
from docs_site.examples import DOCS, run_command

FOLDER = DOCS / "images"
REPORT = DOCS / "sample-report.html"
TRACE = "rookery trace placement --piece queen --board 4 --out trace.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"report": (1180, 650), "trace": (1180, 760)}


def main() -> int:
    """Make all of them; 1 where there is no Chromium."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium: apt install chromium", file=sys.stderr)
        return 1
    found = rk.solve(rk.placement("queen", 8, count=8, fixed=["e4"])).best
    assert found is not None
    (FOLDER / "board.svg").write_text(found.svg(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        run_command(TRACE.split(), Path(folder)).check_returncode()
        photograph(browser, REPORT, "report")
        photograph(browser, Path(folder) / "trace.html", "trace")
    return 0


def photograph(browser: str, page: Path, name: str) -> None:
    """Keep the first screen of a page."""
    width, height = SIZES[name]
    words = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=4000")
    target = FOLDER / f"{name}.png"
    command = [browser, *words, f"--window-size={width},{height}", f"--screenshot={target}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    print(f"wrote {target}")


if __name__ == "__main__":
    sys.exit(main())
