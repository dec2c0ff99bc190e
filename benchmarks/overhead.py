"""Measures what isolation costs: the time of a run as the harness sees it, less the run's own time."""

import sys
from statistics import median
from time import perf_counter

from rookery.backends import Question, Want, registry
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.tasks import Task
from rookery.compare.records.record import Limits
from rookery.compare.runs.decode import decode_report
from rookery.compare.runs.isolation.host import ForkServer
from rookery.models import Board, placement
from rookery.models.pieces.standard import QUEEN
from rookery.models.problems.plain import plain


def overheads(name: str, runs: int) -> list[float]:
    """Seconds that each of some runs took beyond its own phases."""
    limits = Limits(20.0, None, 2 << 30)
    question = Question(Want.COUNT, seconds=limits.seconds)
    task = Task(plain(placement(QUEEN, Board(6), 6)), question, BackendRef(name), limits)
    server = ForkServer(task.backend, [task])
    server.run(task)
    found = []
    for _ in range(runs):
        started = perf_counter()
        record = decode_report(task, server.run(task), "")
        found.append(perf_counter() - started - record.times["total"])
    server.close()
    return sorted(found)


def main() -> None:
    """Print the quartiles and the worst of each backend, in milliseconds."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{runs} runs each; milliseconds beyond the run's own time")
    for name in registry.names():
        found = [1000 * seconds for seconds in overheads(name, runs)]
        low, middle, high = found[runs // 4], median(found), found[3 * runs // 4]
        print(f"{name:18} median {middle:5.1f}   quartiles {low:5.1f} .. {high:5.1f}   worst {found[-1]:5.1f}")


if __name__ == "__main__":
    main()
