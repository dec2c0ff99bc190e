"""The page of records, and the new values as the OEIS takes them: b-files, a program, certificates."""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import rookery as rk
from benchmarks.records import data, kinds, values
from benchmarks.records.certificates import certificates, name_of
from benchmarks.records.page import page
from rookery_docs.examples import DOCS
from rookery_docs.markdown import block, code, contents, join, table, title, write
from rookery_docs.thumbnails import draw_shaded

FOLDER = DOCS / "results"
SHOWN = ("queen-plain-12-optimum", "knight-plain-12-optimum", "zebra-plain-10-optimum")
TITLES = {
    "records-new": "What no published table has",
    "records-growth": "What larger boards would need",
}
SAID = {"records-new": "each found by two searches", "records-growth": "an estimate for the next boards"}
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
    for name, text in split_page(page(data.PLANS, data.kept())).items():
        write(FOLDER / f"{name}.md", text)
    write(FOLDER / "records-oeis.md", oeis(found))


def split_page(text: str) -> dict[str, str]:
    """The page of all records as an overview, with a page for each piece, for the new values and for larger boards."""
    head, *sections = re.split(r"^(?=## )", text, flags=re.M)
    pages: dict[str, list[str]] = {}
    for section in sections:
        piece, comma, _ = section[3 : section.index("\n")].partition(", ")
        name = piece.lower().replace(" ", "-") if comma else "growth" if pages else "new"
        pages.setdefault(f"records-{name}", []).append(section)
    said = {name: SAID.get(name) or _boards(sections) for name, sections in pages.items()}
    overview = [(f"[{titles_of(name)}]({name}.md)", text) for name, text in said.items()]
    links = table(("page", "kinds, and the largest board"), overview)
    more = "[New values in the form of the OEIS](records-oeis.md) come with b-files.\n"
    growth = "](#what-larger-boards-would-need) stands at the end"
    head = head.replace(growth, "](records-growth.md) has a page")
    what, _, how = head.partition("\n\n")[2].partition("\n\n")
    below = contents([*pages, "records-oeis"]).replace(":maxdepth: 1", ":hidden:")
    read = title("How to read the tables", 2)
    found = {"records": join(title("Records"), f"{what}\n", _pictures(), links, more, read, how, below)}
    for name, parts in pages.items():
        found[name] = parts[0].removeprefix("#") if name in TITLES else join(title(titles_of(name)), *parts)
    return found


def titles_of(name: str) -> str:
    """The title of a page of records."""
    return TITLES.get(name, f"Records: {name.removeprefix('records-').replace('-', ' ')}")


def _boards(sections: Sequence[str]) -> str:
    """What the tables of a page are about, each with its largest board."""
    found = []
    for section in sections:
        kind = section[: section.index("\n")].partition(", ")[2]
        sides = re.findall(r"^\| (\d+) \|", section, flags=re.M)
        found += [f"{kind} to {sides[-1]}x{sides[-1]}"] if kind and sides else []
    return "; ".join(found)


def _pictures() -> str:
    """Some records as boards, the squares shaded that are attacked."""
    cards = []
    for name in SHOWN:
        checked = rk.verify(rk.Certificate.from_bytes(certificates()[f"{name}.cert"]))
        if not checked.verified or checked.placement is None:
            raise ValueError(f"{name}: {checked.reason or 'no placement'}")
        write(FOLDER / "pictures" / f"record-{name}.svg", draw_shaded(checked.placement))
        picture = f"![{checked.claim}](pictures/record-{name}.svg){{.board}}"
        cards.append(f":::{{container}} card\n{picture}\n\n{checked.claim}\n:::")
    return "::::{container} cards\n" + "\n\n".join(cards) + "\n::::\n"


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
    """The page with a line per sequence."""
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
