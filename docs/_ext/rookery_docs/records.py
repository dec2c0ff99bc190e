"""The page of records, and the new values as the OEIS takes them: b-files, a program, certificates."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from benchmarks.records import data, kinds, values
from benchmarks.records.certificates import certificates, name_of
from benchmarks.records.page import page
from rookery_docs.examples import DOCS
from rookery_docs.markdown import block, code, join, table, title, write

FOLDER = DOCS / "results"
WANTS = {"optimum": "", "sets": ', want="count"', "orbits": ', want="count", up_to_symmetry=True'}
FIELDS = {"optimum": "objective", "sets": "count", "orbits": "orbits"}
TORUS = {False: "n", True: "rk.Board(n, torus=True)"}
TRIVIAL = 3  # boards up to this side say nothing new
ABOUT = """\
[The records](records.md) hold values that no published table that we know has. Here they are in the form in which the
On-Line Encyclopedia of Integer Sequences takes them. Each b-file has the terms from the first n on without a gap,
published ones among them; its comments have the name, a program and the certificates. A new term is here only if a
second search found it as well. Before you submit one, look whether newer terms were published: we read the OEIS in
copies of 2021 to 2026.
"""


@dataclass(frozen=True)
class Series:
    """The terms of one sequence from the plan's first n on; `new` says for which n we know no published value."""

    plan: data.Plan
    field: str
    terms: Mapping[int, int]
    new: tuple[int, ...]
    certificates: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the sequence in the words of the OEIS."""
        piece = data.NAMES.get(self.plan.piece, self.plan.piece)
        text = kinds.KINDS[self.plan.kind].names[self.field].format(piece)
        return text.replace("n X n", "n X n toroidal", 1) if self.plan.torus else text

    @property
    def file(self) -> str:
        """The name of its b-file."""
        piece = data.NAMES.get(self.plan.piece, self.plan.piece)
        return f"b-{piece}-{self.plan.kind.replace(' ', '-')}{'-torus' if self.plan.torus else ''}-{self.field}.txt"

    @property
    def program(self) -> str:
        """A line of Python that computes a term."""
        asked = kinds.KINDS[self.plan.kind].program.format(self.plan.piece, TORUS[self.plan.torus])
        return f"import rookery as rk; a = lambda n: rk.solve({asked}{WANTS[self.field]}).{FIELDS[self.field]}"


def make() -> None:
    """Write the pages, with the certificates and the b-files that they link."""
    for folder in ("certificates", "b-files"):
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
        (FOLDER / folder).mkdir(parents=True)
    for name, content in certificates().items():
        (FOLDER / "certificates" / name).write_bytes(content)
    found = list(series())
    for each in found:
        write(FOLDER / "b-files" / each.file, b_file(each))
    write(FOLDER / "records.md", _page())
    write(FOLDER / "records-oeis.md", oeis(found))


def _page() -> str:
    """The page of the records, with a link to the new ones among them."""
    text = page(data.PLANS, data.kept())
    here = "In the form in which the OEIS takes them: [new values for the OEIS](records-oeis.md).\n\n"
    return text.replace("Found by two searches", f"{here}Found by two searches", 1)


def series() -> Iterator[Series]:
    """All sequences in which there is a new value."""
    records = data.kept()
    for plan in data.PLANS:
        for field in FIELDS:
            found = {each.side: each for each in records.values() if _tells(each, plan, field)}
            last = next(n for n in count(plan.first) if n not in found)
            terms = {n: getattr(found[n], field) for n in range(plan.first, last)}
            new = tuple(n for n in terms if field in values.missing(found[n]))
            if new:
                files = [name_of(found[n]) for n in terms]
                yield Series(plan, field, terms, new, tuple(name for name in files if name in certificates()))


def _tells(record: data.Record, plan: data.Plan, field: str) -> bool:
    """Whether a record has a term of a sequence that is published, or was found twice."""
    if record.plan != (plan.piece, plan.kind, plan.torus) or getattr(record, field) is None:
        return False
    best = record.want == "optimum" if field == "optimum" else record.want in ("sets", "orbits")
    return best and (field not in values.missing(record) or bool(record.confirmed))


def b_file(each: Series) -> str:
    """The lines of a b-file, with comments before them."""
    proofs = [f"# Certificate: {name} in benchmarks/certificates.zip (rookery verify)" for name in each.certificates]
    head = [
        f"# {each.name}.",
        f"# Table of n, a(n) for n = {min(each.terms)}..{max(each.terms)}",
        f"# New, found by two searches: n = {', '.join(map(str, each.new))}",
        f"# (Python) {each.program}",
        *proofs,
    ]
    return "".join(f"{line}\n" for line in [*head, *(f"{n} {value}" for n, value in each.terms.items())])


def oeis(found: list[Series]) -> str:
    """The page with a line a sequence."""
    rows = [
        (each.name, _terms(each), f"[{len(each.terms)} lines](b-files/{each.file})", len(each.certificates) or "none")
        for each in found
    ]
    return join(
        title("New values for the OEIS"),
        ABOUT,
        _count_new(found),
        title("One of them in full", 2),
        block("text", b_file(min(found, key=lambda each: (-len(each.certificates) > -6, len(b_file(each)))))),
        title("All of them", 2),
        table(("name", "terms", "b-file", "certificates"), rows),
        f"A certificate is checked by {code('rookery verify FILE')}, without any solver.\n",
    )


def _count_new(found: Sequence[Series]) -> str:
    """How many terms extend published sequences, and how many of others are beyond what is trivial."""
    extended = [each for each in found if len(each.new) < len(each.terms)]
    further = [each for each in found if each not in extended]
    beyond = [n for each in further for n in each.new if n > TRIVIAL]
    return (
        f"{len(extended)} published sequences are extended, by {sum(len(each.new) for each in extended)} terms."
        f" {len(further)} more are in no table that we know, with {len(beyond)} terms beyond n = {TRIVIAL}."
        " New terms are bold.\n"
    )


def _terms(each: Series) -> str:
    return ", ".join(f"**{value}**" if n in each.new else str(value) for n, value in each.terms.items())
