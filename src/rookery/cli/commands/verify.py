"""`rookery verify`: a certificate checked without any solver; with a problem, it must be about that one."""

import json
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from rookery.certificates.certificate import Certificate
from rookery.certificates.checking import Verification, explain_evidence, state_rows, verify
from rookery.cli import exits
from rookery.cli.options.option import LateGroup, argument, make_group, offer_families, option
from rookery.cli.options.squares import Squares
from rookery.cli.options.stated import FamilyValues, make_family_command
from rookery.cli.output.terminal import complain, emit, say
from rookery.cli.output.wording import draw_claimed
from rookery.core.deadline import Deadline
from rookery.core.errors import unknown
from rookery.core.files import replace_file
from rookery.core.values import dataclass
from rookery.core.words import seconds
from rookery.models import BadInput, Problem
from rookery.models.problems.family import Family
from rookery.models.reading.given import take_seconds

SYSTEMS, SYNTAXES = ("dimacs+lrat", "opb+veripb"), (1, 3)


@dataclass(frozen=True)
class VerifyOptions:
    """The certificate to be checked, the checker, and the form of the verdict."""

    file: Annotated[Path, argument("A file that `rookery solve ... --proof FILE` wrote.", "FILE")]
    as_json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    plain: Annotated[bool, option("--plain", "Use the second, slower checker in plain Python.", "")] = False
    seconds: Annotated[str | None, option("--seconds", "Time limit (whole check): seconds, or 90s, 2m, 1h.", "S")] = (
        None
    )
    workers: Annotated[
        int | None, option("--workers", "Threads for a large search tree; default: one on each processor.", "N")
    ] = None
    export_problem: Annotated[
        Path | None,
        option("--export-problem", "Write the rows that the plain checker reads with FILE, without Rookery.", "OUT"),
    ] = None
    write: Annotated[
        str | None,
        option("--write", "Write the proof for other checkers too: dimacs+lrat or opb+veripb.", "SYSTEM"),
    ] = None
    out: Annotated[Path, option("--out", "The folder for --write, made if it is missing.", "DIR")] = Path(".")
    bundle: Annotated[
        Path | None,
        option("--bundle", "Add it and a plain checker to an archive for readers without Rookery.", "OUT.zip"),
    ] = None
    syntax: Annotated[int, option("--syntax", "The syntax of VeriPB: 3, or 1 for its version of 2022.", "1|3")] = 3
    explain: Annotated[bool, option("--explain", "Draw a packing: the squares of which no piece guards two.", "")] = (
        False
    )

    def run(self, problem: Problem | None) -> None:
        """Check the certificate, say what became of it, and end with the exit code that it earns."""
        # Refuse another system or syntax before anything is checked
        if self.write not in (None, *SYSTEMS):
            raise unknown("system", str(self.write), SYSTEMS)
        if self.syntax not in SYNTAXES:
            raise BadInput(f"--syntax {self.syntax}; it is 1 or 3")
        verdict = verify(self.file, problem, self.plain, take_seconds(self.seconds), self.workers)
        if self.export_problem is not None and verdict.problem is not None:
            replace_file(self.export_problem, json.dumps(state_rows(verdict.problem)))
        why = explain_evidence(Certificate.read(self.file)) if self.explain and verdict.verified else None
        if self.as_json:
            emit(json.dumps(verdict.as_dict() | ({} if why is None else {"explanation": why})))
        else:
            _tell(verdict, why)
        if self.write is not None and verdict.verified:
            from rookery.backends.evidence.certifying.exporting import write_foreign  # heavy, and nothing that verifies

            with Deadline(take_seconds(self.seconds)).held():
                written = write_foreign(
                    Certificate.read(self.file), str(self.write), self.syntax, self.out, self.file.stem
                )
            for path in written:
                complain(f"{path}: {path.stat().st_size:,} bytes")
        if self.bundle is not None and verdict.verified:
            from rookery.cli.output.bundle import add_to_bundle

            add_to_bundle(self.bundle, self.file.name, Certificate.read(self.file).to_bytes())
        raise Exit(exits.ANSWERED if verdict.verified else exits.DISAGREEMENT)


def _tell(verdict: Verification, why: str | None) -> None:
    if verdict.verified and verdict.problem is not None and (drawn := draw_claimed(verdict.problem, verdict.placement)):
        emit(f"{drawn}\n")
    if not verdict.verified:
        complain(f"rookery: refused: {verdict.claim or 'no claim'}\n{verdict.place}: {verdict.reason}")
        return
    say(verdict.claim, "bold green")
    if why is not None:
        emit(f"\n{why}\n")
    say(f"verified in {seconds(verdict.seconds)}; it trusts", "dim")
    for each in verdict.trusts:
        say(f"  {each}", "dim")


def _verify(context: click.Context, options: VerifyOptions) -> None:
    context.obj = options
    if context.invoked_subcommand is None:
        options.run(None)


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def about(context: click.Context, stated: FamilyValues, squares: Squares) -> None:
        context.obj.run(stated.problem(squares))

    return make_family_command(about, family, "Check a certificate, and that it is about this problem.")


# Options may stand behind the file and behind the problem: what this command does not know, the problem's command may.


def make() -> LateGroup:
    """The command."""
    return make_group(
        "verify",
        lambda: offer_families(_offer),
        _verify,
        invoke_without_command=True,
        no_args_is_help=True,
        context_settings={"allow_interspersed_args": True, "ignore_unknown_options": True},
        help="Check a certificate without any solver. If a problem follows, the certificate must be about it.",
        epilog="Example: rookery verify q8.cert domination --piece queen --board 8",
    )
