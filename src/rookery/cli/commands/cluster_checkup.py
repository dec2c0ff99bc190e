"""The report of `rookery doctor --cluster` on each worker."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.backends.fleet.held import open_fleet
from rookery.cli.commands.checkup import Finding, State
from rookery.core.words import amount

if TYPE_CHECKING:
    from rookery.compare.runs.remote.checkup import WorkerFacts

ASTRAY = 1.0  # seconds by which a clock may differ before the times of its log mislead


def findings_of_cluster(address: str) -> Iterator[Finding]:
    """A row for each worker of a cluster."""
    from rookery.compare.runs.remote.checkup import examine_workers

    with open_fleet(address) as fleet:
        rows = 0
        for worker in examine_workers(fleet):
            rows += 1
            yield _describe(worker)
        if not rows:
            yield Finding(State.BROKEN, f"cluster {address}", "it has no workers; `dask worker` starts one")


def _describe(worker: "WorkerFacts") -> Finding:
    about, facts = f"worker {worker.name}", {"worker": worker.as_dict()}
    if worker.unfit:
        where = f"{worker.machine}: " if worker.machine else ""
        return Finding(State.BROKEN, about, f"{where}it gets no work: {worker.unfit}", facts)
    told = [
        worker.machine,
        amount(worker.cores, "core"),
        amount(worker.slots, "slot"),
        *(f"{name} {version}" for name, version in worker.versions),
        "{} of {} kernels compiled".format(*worker.kernels),
        f"clock {worker.clock * 1000:+.0f} ms",
    ]
    late = abs(worker.clock) > ASTRAY or worker.kernels[0] < worker.kernels[1]
    return Finding(State.WARNING if late else State.OK, about, ", ".join(told), facts)
