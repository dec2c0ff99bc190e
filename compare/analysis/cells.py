"""Cells: the runs of one contestant on one instance, and what they say together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.compare.analysis.statistics import Sample, par2
from rookery.compare.records.record import Ended, Record, Said

WANTED = {"one": "", "all": ", all", "count": ", number of solutions"}
OUT_OF_TIME = frozenset({Ended.TIME, Ended.KILLED})


def contestant(record: Record) -> str:
    """The name of a contestant: a backend, with options and workers that differ from the defaults."""
    workers = [] if record.workers == 1 else [f"workers={record.workers}"]
    return " ".join([record.backend, *(f"{name}={value}" for name, value in record.options.items()), *workers])


def series(record: Record) -> str:
    """The family of a record's instance, with what is wanted of it."""
    return f"{record.family}{WANTED[record.want]}{' up to symmetry' if record.up_to_symmetry else ''}"


def is_solved(record: Record) -> bool:
    """Return whether a run answered its question entirely, by itself."""
    return record.complete and record.ended is Ended.OK


def seconds_of(record: Record) -> float | None:
    """The seconds of a run, by its own clock if it has one, else by the clock outside."""
    own = record.times.get("total")
    return record.wall if own is None else own


def reason(record: Record) -> str:
    """The reason why a run is unsolved: how it ended, or that it ended by itself without a whole answer."""
    return record.ended.value if record.ended is not Ended.OK else "incomplete"


def sample_times(records: Iterable[Record]) -> Sample:
    """The times of some runs; one without an answer counts with its limit, or 0 if no limit ended it."""
    times, cut = [], []
    for record in records:
        if not is_solved(record):
            cut.append(time_given(record))
        elif (seconds := seconds_of(record)) is not None:
            times.append(seconds)
    return Sample(tuple(times), tuple(cut))


def time_given(record: Record) -> float:
    """The time that a run without an answer certainly searched: its limit, or 0 if something else ended it."""
    if record.ended not in OUT_OF_TIME:
        return 0.0
    return record.limits.seconds or record.wall or 0.0


@dataclass(frozen=True)
class Cell:
    """The runs of one contestant on one instance, by seed."""

    instance: str
    contestant: str
    records: tuple[Record, ...]

    @cached_property
    def total(self) -> Sample:
        """The times of whole runs."""
        return sample_times(self.records)

    @cached_property
    def solved(self) -> tuple[Record, ...]:
        """The runs that answered."""
        return tuple(filter(is_solved, self.records))

    @cached_property
    def reasons(self) -> Counter[str]:
        """The reasons why the other runs are unsolved."""
        return Counter(reason(record) for record in self.records if not is_solved(record))

    @cached_property
    def penalised(self) -> float | None:
        """PAR-2 of its runs; a run that crashed or was refused is charged like one that timed out."""
        times = [seconds_of(record) if is_solved(record) else None for record in self.records]
        return par2(times, self.records[0].limits.seconds)

    @property
    def best(self) -> Record:
        """The run that says the most: a whole answer, then a partial one, then none."""
        return max(self.records, key=lambda record: (is_solved(record), record.said is not Said.UNKNOWN))


@dataclass(frozen=True)
class Grid:
    """All runs by instance and contestant, both in a fixed order: family, size, name."""

    records: tuple[Record, ...]

    @cached_property
    def cells(self) -> Mapping[tuple[str, str], Cell]:
        """The cells that have runs."""
        runs: dict[tuple[str, str], list[Record]] = defaultdict(list)
        for record in self.records:
            runs[record.instance, contestant(record)].append(record)
        ordered = {place: tuple(sorted(found, key=lambda record: record.seed)) for place, found in runs.items()}
        return {(instance, who): Cell(instance, who, found) for (instance, who), found in ordered.items()}

    @cached_property
    def instances(self) -> Mapping[str, Record]:
        """Each instance with a record of it, by series, size and name."""
        first = {record.instance: record for record in reversed(self.records)}
        return dict(sorted(first.items(), key=lambda item: (series(item[1]), item[1].size, item[0])))

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """The names of the contestants."""
        return tuple(sorted({contestant(record) for record in self.records}))

    @cached_property
    def series(self) -> Mapping[str, Mapping[int, Sequence[str]]]:
        """The instances of each series by size."""
        found: dict[str, dict[int, list[str]]] = {}
        for instance, record in self.instances.items():
            found.setdefault(series(record), {}).setdefault(record.size, []).append(instance)
        return found

    def cell(self, instance: str, who: str) -> Cell | None:
        """The runs of one contestant on one instance, if there are any."""
        return self.cells.get((instance, who))

    def row(self, instance: str) -> list[Cell]:
        """The cells of one instance, in the order of the contestants."""
        return [cell for who in self.contestants if (cell := self.cell(instance, who)) is not None]

    def of(self, who: str) -> list[Cell]:
        """The cells of one contestant, in the order of the instances."""
        return [cell for instance in self.instances if (cell := self.cell(instance, who)) is not None]

    def at(self, instances: Iterable[str], who: str) -> Sample:
        """The times of one contestant on several instances of one size."""
        found = (self.cell(instance, who) for instance in instances)
        return sample_times(record for cell in found if cell for record in cell.records)
