"""Writes the records as a page: values that were not published first, then a table for each piece and kind.

python -m benchmarks.records page     prints it; `make docs` makes it for the site
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import indent

from benchmarks.records.armies import place as drawn
from benchmarks.records.certificates import name_of, sizes
from benchmarks.records.data import MACHINE, NAMES, PLANS, Key, Plan, Record, kept
from benchmarks.records.growth import growth
from benchmarks.records.kinds import KINDS
from benchmarks.records.values import missing, published

FIELDS = ("optimum", "sets", "orbits")
FLAGS = {"optimum": "", "sets": " --count-solutions", "orbits": " --count-solutions --up-to-symmetry"}
MARKS = {"SAT": "", "middle": "'", "order": "''", "owners": "^", "program": "*"}
HEAD = """# Records

The fewest pieces that guard a board, the largest peaceable armies (no piece attacks one of another army), the most
squares that n pieces leave unattacked; the number of all such sets, and of their symmetry classes (*orbits*: a set with
its images under the symmetries of the board, which may swap equal armies). The backend `backtracking` has found them
with one worker, or two. They are kept in `benchmarks/records/records.jsonl`, from which this page is made. The command
above a table reproduces it; `python -m benchmarks.records search` finds what is missing, and with `--folder nights`
it continues what was ended. [What larger boards would need](#what-larger-boards-would-need) stands at the end.

Seconds are processor seconds of one core ({machine}) that also did other work; {versions}.
{others}They include the checks of both referees, which take longer than the search for long lists, and the loading of
the kernels (compiled functions) in the first lines. Node counts may miss the last 0.1 s; short searches have none.

**Published** names the sequence of the OEIS, or the paper, that has a value of that line; the script stops with an
error if one disagrees. Bold: not in any published table we know, and found by a second search as well. We read copies
of the OEIS of 2021 to 2026, entry by entry: it may have newer terms, and sequences that we did not find.

**Certified** gives the size of the certificate, a file that proves the value without trust in the search: [why that is
a proof](../certificates.md). The link leads to the file, and `rookery verify NAME.cert` checks it. All certificates are
in `benchmarks/certificates.zip`; `make certificates` checks their digests and makes what is missing, and
`python -m benchmarks.records certificates --verify` checks all against this page.
"""
NEW = """## Not in the published tables that we know

Each value was found by two searches of different kinds. The first is that of the backend: it tries 0, 1, 2, ... pieces
until a number suffices, and skips images of squares that it has tried; for armies it looks for the largest, and skips
images of owners of lines. The second
search lists all best sets of the model without its symmetries, so it would also meet a better set:

- without a mark: CaDiCaL, a SAT solver, which excludes each solution by a clause;
- with a prime ('): our kernels, from the middle square: they choose one after another the squares that guard it, skip
  images of the earlier ones, and the number of sets that each solution represents is computed separately;
- with two primes (''), armies and unattacked squares: our kernels again, without symmetries and in another order:
  another tree, the same bound; on a torus with a piece on the first square, where a shift takes any;
- with a circumflex (^), two armies of queens: the same, for each way to give the rows and columns in the middle to an
  army; of ways that are images of each other, for one;
- with a star (*), armies and unattacked squares: separate programs in C, which are not in this package.

If only a number of pieces is new, and no sets, the same searches refute a better number. Connected queens are
refuted with all that attack each other (*total*): they need at least as many. Up to 8x8 (independent
knights: 12x12) an exhaustive program found many of these values as well, and they agree.

The program in C refuted two armies of 38 queens on 16x16 with 1,030,405,405 nodes in 896 s of one core before our
search did. Both follow one design (each line has an army as its owner, and classes of lines give the bound), so a fault
of that design would be in both. Ours refuted 38 with 1,049,533,419 nodes in 674 s of the processor (two workers, 915 s
by the clock with other work), and found 37 with white to the left and black to the right
(`python -m benchmarks.records armies 16 37`, 516,705 nodes). On 17x17 a second program in C, which keeps the counts of
lines in registers, refuted 43 with 3,932,633,391 nodes in 724 s, and 38 on 16x16 with 1,032,229,861 in 179 s; ours
found 42 and refuted 43 with 5,030,582,768 nodes in all. A third one lists the leaves of such a search: 113 for 14x14
(22 s), 252 for 15x15 (150 s), whose choices make as many orbits as ours. To 14x14 our search has also met all armies
one by one, without symmetries (2,540,743,553 nodes on 14x14, 32 minutes). The first program refuted 98 unattacked
squares with 17 queens on 17x17, with 512,722,123 nodes. Both referees accept these on 16x16:

{armies}

The value of 26x26 queens has a star too. Whether 13 queens guard that board was open: OEIS A075458 ends at 25. A
separate program in C refuted 13 with 856,314,273 nodes in 53 minutes of one core before our search did. Both use, at
every node, the bound of the proof that n x n needs (n - 1) / 2 queens (Weakley, Domination in the Queen's Graph, 1995),
for the four outermost lines without a queen; code, order of choices and symmetries differ. Our search writes the bound
as weights of squares and checks that no queen covers more than her share. From 20x20 to 26x26 its nodes grow fivefold
for each step of two: 28x28 with 14 queens would take an hour and a half of one core.

Certificates of these values are checked by a third program, which makes the cases itself, from a file that does not say
where to branch: `benchmarks/records/queens` has them for 20x20 to 26x26. So it is proven without trust in a search that
14 queens are the fewest on 26x26. The method does not suit lists such as all sets of 9 on 16x16: the weights leave more
than one queen unused, and a separate program by the same cases had not ended after 50 s, while it refutes 8 in 0.4 s.
"""
Rows = list[tuple[int, Record | None, Record | None]]


def page(plans: Iterable[Plan], records: Mapping[Key, Record]) -> str:
    """The whole page."""
    tables = [(each, rows) for each in plans if (rows := _rows(each, records))]
    versions = sorted({each.versions for each in records.values()})
    parts = [
        HEAD.format(machine=MACHINE, versions="; ".join(versions), others=_others(records)),
        NEW.format(armies=_drawn(16, 37)),
        *_new(tables),
    ]
    parts += [_table(each, rows) for each, rows in tables]
    return "\n".join([*parts, growth(records)]).rstrip("\n") + "\n"


def _others(records: Mapping[Key, Record]) -> str:
    """Which machines took the seconds that are marked; empty where none are."""
    names = sorted({each.machine for each in records.values()} - {""})
    return f"Where they are marked (†): {'; '.join(names)}.\n" if names else ""


def _drawn(side: int, size: int) -> str:
    """A kept placement of two armies, as a block of text."""
    return indent(drawn(side, size).read_text(encoding="utf-8"), "    ").rstrip()


def shown(record: Record | None, field: str) -> str:
    """A value as the page has it: bold where it is new, left out where it is new and found but once."""
    value = None if record is None else getattr(record, field)
    if record is None or value is None:
        return "-"
    if field not in missing(record):
        return str(value)
    return f"**{value}**" if record.confirmed else "-"


def _rows(plan: Plan, records: Mapping[Key, Record]) -> Rows:
    """The records of a table by the side of the board: of the optimum, and of the sets."""
    rows: dict[int, dict[str, Record]] = {}
    for record in records.values():
        if record.plan == (plan.piece, plan.kind, plan.torus):
            rows.setdefault(record.side, {})[record.want] = record
    return [(side, row.get("optimum"), row.get("orbits") or row.get("sets")) for side, row in sorted(rows.items())]


def _new(tables: Sequence[tuple[Plan, Rows]]) -> Iterator[str]:
    yield "| | | board: value |\n|---|---|---|"
    for table, rows in tables:
        for field in FIELDS:
            records = ((few or every) if field == "optimum" else every for _, few, every in rows)
            values = [f"{each.side}: {_marked(each, field)}" for each in records if each and _is_new(each, field)]
            if values:
                yield f"| {_title(table)} | {_word(table, field)} | {', '.join(values)} |"
    yield ""


def _is_new(record: Record, field: str) -> bool:
    return bool(record.confirmed) and field in missing(record)


def _marked(record: Record, field: str) -> str:
    return f"{getattr(record, field)}{MARKS[record.confirmed[0]]}"


def _word(table: Plan, field: str) -> str:
    return KINDS[table.kind].best if field == "optimum" else field


def _title(table: Plan) -> str:
    return f"{NAMES.get(table.piece, table.piece)}s, {table.kind}{', on the torus' if table.torus else ''}"


def _board(table: Plan, side: int | str) -> str:
    return f"{side}x{side}:torus" if table.torus else str(side)


def _table(table: Plan, rows: Rows) -> str:
    kind = KINDS[table.kind]
    command = kind.command.format(shlex.quote(table.piece), _board(table, "N"))
    lines = [
        f"## {_title(table).capitalize()}\n",
        f"    rookery solve {command}",
        f"    rookery solve {command}{FLAGS['orbits']}\n",
        "(without `--up-to-symmetry` where there are no orbits)\n" + (f"\n{kind.note}\n" if kind.note else ""),
        f"| N | {kind.best} | seconds | nodes | sets | orbits | seconds | nodes | published | certified |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for side, few, every in rows:
        found = [shown(few or every, "optimum"), *_cost(few)]
        found += [shown(every, "sets"), shown(every, "orbits"), *_cost(every)]
        lines.append(f"| {side} | {' | '.join(found)} | {_sources(every or few)} | {_certified(few, every)} |")
    return "\n".join([*lines, ""])


def _certified(few: Record | None, every: Record | None) -> str:
    """The certificates of a line with their sizes, each with a link to the file."""
    there = {KINDS[each.kind].best if each is few else "all": each for each in (few, every) if each}
    many = sizes({each.question: each for each in there.values()})
    found = [
        f"[{what} {many[each.question]:,} B](certificates/{name_of(each)})"
        for what, each in there.items()
        if each.question in many
    ]
    return ", ".join(found) or "-"


def _cost(record: Record | None) -> tuple[str, str]:
    if record is None:
        return "-", "-"
    return f"{record.seconds:.3g}{'†' if record.machine else ''}", f"{record.nodes:,}" if record.nodes else "-"


def _sources(record: Record | None) -> str:
    found = [published(record, field) for field in FIELDS if getattr(record, field) is not None] if record else []
    return ", ".join(dict.fromkeys(_short(each[1], record) for each in found if each)) or "-"


def _short(source: str, record: Record | None) -> str:
    """The sequence or the paper out of a longer source; A002563 has a wrong term for 16 queens."""
    if source.startswith("OEIS A002563") and record and record.board in ("16", "19"):
        return "arXiv:2508.11945"
    named = re.search(r"A\d{6}|arXiv:\S+\d", source)
    return named[0] if named else source


def main() -> None:
    """Print the page."""
    print(page(PLANS, kept()), end="")
