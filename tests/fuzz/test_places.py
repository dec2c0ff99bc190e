"""Links, pipes and devices in the places of files that commands open; `make fuzz` tries all of them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fuzz.places import CAMPAIGN, KINDS, NEW, QUEENS, REPORTS, Place, furnish, judge, shuffled

HUNG = 120
# What stood open in 0.1: each is written, or read, without a word from the user.
OPEN = [Place(("compare", "."), name, kind) for name in (*CAMPAIGN, *REPORTS, *NEW[:2]) for kind in ("link", "pipe")]
OPEN += [Place(("report", "."), name, "pipe") for name in CAMPAIGN]
OPEN += [Place((*QUEENS, "--checkpoint", "kept"), f"kept{end}", "link") for end in ("", ".lock", ".new")]
OPEN += [Place((*QUEENS, "--resume", "there"), f"there{end}", kind) for end in ("", ".lock") for kind in KINDS]
OPEN += [Place((*QUEENS, "--proof", "out.cert"), name, "link") for name in ("out.cert", "out.cert.new")]
OPEN += [Place(("report", ".", "--export", f"out.{end}"), f"out.{end}", "link") for end in ("csv", "jsonl")]
OPEN += [Place((*QUEENS, "--svg", "out.svg"), "out.svg", "link")]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template")
    furnish(folder)
    return folder


@contextmanager
def not_hanging() -> Iterator[None]:
    """End a call that waits for ever."""

    def end(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(HUNG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.part(4)
@pytest.mark.parametrize("place", OPEN, ids=str)
def test_a_foreign_folder_does_no_harm(place: Place, template: Path) -> None:
    with not_hanging():
        assert judge(place, template) == ""


@pytest.mark.full
def test_fifty_places(template: Path) -> None:
    for place in shuffled(3)[:50]:
        with not_hanging():
            assert judge(place, template) == "", place
