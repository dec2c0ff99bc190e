"""Records in a store: any, and one with a little of everything."""

from collections.abc import Iterable
from pathlib import Path

from rookery.compare.record import Ended, Limits, Record, Said
from rookery.compare.store import Store

RECORD = Record(
    key="k",
    instance="4 queens on 4x4, number of solutions",
    family="n queens",
    size=4,
    problem={"family": "placement", "board": "4", "pieces": [["queen", 4]]},
    want="count",
    up_to_symmetry=False,
    backend="sat",
    options={"solver": "glucose4"},
    workers=1,
    seed=3,
    limits=Limits(2.0, None, 1 << 31),
    versions={"rookery": "0.1.0"},
    said=Said.COUNT,
    ended=Ended.OK,
    complete=True,
    count=2,
    solutions=((("queen", 0, 1), ("queen", 1, 3)),),
    times={"search": 0.1 + 0.2, "total": 1e-7},
    first=0.12345678901234567,
    memory=(1 << 33) + 1,
    log="näh\n\0",
    statistics={"nodes": 2, "conflicts": (1 << 53) + 1},
)


def stored(folder: Path, records: Iterable[Record], environment: dict[str, str] | None = None) -> Path:
    """Put records into the store of a folder."""
    with Store(folder) as store:
        store.begin(environment or {})
        for each in records:
            store.add(each)
    return folder
