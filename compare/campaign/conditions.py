"""Under which conditions the problems of a campaign are asked: what is wanted, seeds, workers and limits."""

from math import inf

from rookery.backends import Want
from rookery.compare.campaign.located import Located
from rookery.compare.campaign.sizes import read_size
from rookery.compare.records.record import Limits
from rookery.models.reading.typed import quote

MOST_SEEDS = 10_000


def read_want(entry: Located) -> Want:
    """One, all, or how many."""
    want = entry.read("want", str, "one")
    if want not in list(Want):
        entry.refuse(f"want {quote(want)}; expected one, all or count", "want")
    return Want(want)


def read_numbers(entry: Located, key: str, least: int) -> tuple[int, ...]:
    """Numbers: a list of them; for seeds a single number says how many, for workers it is the one."""
    given = entry.read(key, int | list, [0] if key == "seeds" else [1])
    if isinstance(given, int) and not 1 <= given <= MOST_SEEDS:
        entry.refuse(f"{given}; expected a number from 1 to {MOST_SEEDS:,}, or a list", key)
    numbers = given if isinstance(given, list) else list(range(given)) if key == "seeds" else [given]
    bad = [each for each in numbers if isinstance(each, bool) or not isinstance(each, int) or each < least]
    if bad or not numbers or len(set(numbers)) < len(numbers):
        entry.refuse(f"{given!r}; expected different whole numbers of at least {least}", key)
    return tuple(numbers)


def read_limits(entry: Located) -> Limits:
    """The limits of each run, in seconds and bytes."""
    seconds, cpu = (_read_seconds(entry, key) for key in ("seconds", "cpu-seconds"))
    memory = entry.read("memory", int | str, None)
    with entry.naming("memory"):
        return Limits(seconds, cpu, None if memory is None else read_size(memory))


def _read_seconds(entry: Located, key: str) -> float | None:
    given = entry.read(key, int | float, None)
    if given is not None and not 0 < given < inf:
        entry.refuse(f"{given:g} seconds; it must be more than 0", key)
    return None if given is None else float(given)
