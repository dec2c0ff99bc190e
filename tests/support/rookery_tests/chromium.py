"""A headless Chromium that opens one page from the disk, and all that it asked the network and complained about."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Self

import pytest

PROGRAMS, DRIVERS = ("chromium", "chromium-browser", "google-chrome"), ("chromedriver", "chromium-driver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = """
  const done = arguments[0], say = ({ id, impact }, { html }) => `${impact} ${id}: ${html.slice(0, 99)}`;
  axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    done(violations.flatMap((each) => each.nodes.map((node) => say(each, node)))));
"""
LOGS = {"browser": "ALL", "performance": "ALL"}


def _which(names: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def _missing(expected: str) -> NoReturn:
    """Skip the test, or fail it where the browser is required."""
    if os.environ.get("ROOKERY_BROWSER") == "required":
        pytest.fail(expected)
    pytest.skip(expected)


@contextmanager
def chromium() -> Iterator[Any]:
    """A driver with a fresh profile; skips the test where there is no Chromium, driver or Selenium."""
    try:
        from selenium import webdriver
    except ImportError:
        _missing("Selenium is not installed: pip install 'rookery-cp[test]'")
    program, driver = _which(PROGRAMS), _which(DRIVERS)
    if not (program and driver):
        _missing("no Chromium with its driver: apt-get install chromium chromium-driver")
    from selenium.webdriver.chrome.service import Service

    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = program
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", LOGS)
        browser = webdriver.Chrome(options=options, service=Service(driver))
        try:
            yield browser
        finally:
            browser.quit()


class Page:
    """A page in the browser, on the disk or at an address; `patience` is how many seconds a condition may take."""

    def __init__(self, browser: Any, path: Path | str, patience: int = 10) -> None:
        self.browser, self.patience = browser, patience
        self.address = path if isinstance(path, str) else path.as_uri()

    def open(self, width: int = 1280, *, dark: bool = False, media: str = "screen", at: str = "") -> Self:
        """Load the page afresh at some width and place (`#scores?from=5`), and wait until its script has filled it."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        wishes = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        for kind in LOGS:
            self.browser.get_log(kind)  # what came before belongs to another page
        self.browser.get("about:blank")  # a place of the page that is shown would only be scrolled to
        self.browser.get(self.address + at)
        self.until("document.documentElement.dataset.ready === 'yes'")
        return self

    def script(self, code: str) -> Any:
        """The value of an expression in the page."""
        return self.browser.execute_script(f"return {code}")

    def until(self, condition: str) -> None:
        """Wait until an expression is true; fails after `patience` seconds."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.browser, self.patience).until(lambda _: self.script(condition))

    def one(self, selector: str) -> Any:
        """The first element of a selector."""
        return self.all(selector)[0]

    def all(self, selector: str) -> list[Any]:
        """All elements of a selector."""
        found: list[Any] = self.browser.find_elements("css selector", selector)
        return found

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements of a selector."""
        found: list[str] = self.script(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.innerText)")
        return found

    def press(self, *keys: str) -> None:
        """Type keys to whatever has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    def list_faults(self, axe: str) -> list[str]:
        """What axe, whose script is given, finds in the page: how grave, which rule, and the element."""
        self.browser.set_script_timeout(300)  # seconds: a machine may be busy
        self.browser.execute_script(axe)
        found: list[str] = self.browser.execute_async_script(AXE)
        return found

    def complaints(self) -> list[str]:
        """What the console says."""
        return [str(entry["message"]) for entry in self.browser.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for, but for the page itself, what it holds, and the browser itself."""
        events = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        sent = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [
            url
            for url in sent
            if url != self.address and not url.startswith(("data:", "blob:", "chrome:", "chrome-untrusted:"))
        ]


class PlayPage(Page):
    """The page to play on, at an address."""

    def __init__(self, browser: Any, address: str) -> None:
        super().__init__(browser, address, patience=300)  # Python answers, on a machine that may be busy

    def board(self) -> list[str]:
        """The squares, as a reader of the screen says them."""
        found: list[str] = self.script("[...document.querySelectorAll('.cell')].map(e => e.getAttribute('aria-label'))")
        return found

    def press_cell(self, *numbers: int) -> None:
        """Press some squares."""
        for number in numbers:
            self.one(f"[data-cell='{number}']").click()

    def answer(self, button: str = "") -> str:
        """What the page answers, after a button was pressed."""
        if button:
            self.one(f"#{button}").click()
        self.until("document.querySelector('#answers .card') && document.getElementById('stop').hidden")
        return str(self.one("#answers").text)
