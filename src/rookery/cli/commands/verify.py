"""`rookery verify`: a certificate checked without any solver."""

import json
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from rookery.certificates.certificate import Certificate
from rookery.certificates.verify import Verification, explain_evidence, verify
from rookery.cli import exits
from rookery.cli.options.option import argument, make_command, option
from rookery.cli.output.terminal import complain, emit, say
from rookery.cli.output.wording import draw_claimed
from rookery.core.deadline import Deadline
from rookery.core.words import seconds
from rookery.models.reading.given import take_seconds


def verify_file(
    file: Annotated[Path, argument("A file that `rookery solve ... --proof FILE` wrote.", "FILE")],
    as_json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
    limit: Annotated[str | None, option("--seconds", "Time limit (whole check): seconds, or 90s, 2m, 1h.", "S")] = None,
    explain: Annotated[
        bool, option("--explain", "Draw a packing: the squares of which no piece guards two.", "")
    ] = False,
    lrat: Annotated[
        Path | None,
        option("--lrat", "Write a refutation for other checkers into this folder: NAME.cnf, NAME.lrat.", "FOLDER"),
    ] = None,
) -> None:
    """Check a certificate without any solver, and print what it proves."""
    verdict = verify(file, seconds=take_seconds(limit))
    why = explain_evidence(Certificate.read(file)) if explain and verdict.verified else None
    if as_json:
        emit(json.dumps(verdict.as_dict() | ({} if why is None else {"explanation": why})))
    else:
        _tell(verdict, why)
    if lrat is not None and verdict.verified:
        from rookery.backends.certifying.export import write_refutation  # heavy, and nothing that verifies

        with Deadline(take_seconds(limit)).held():
            written = write_refutation(Certificate.read(file), lrat, file.stem)
        for path in written:
            complain(f"{path}: {path.stat().st_size:,} bytes")
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


def make() -> click.Command:
    """The command."""
    return make_command(verify_file, "verify", no_args_is_help=True, epilog="Example: rookery verify q8.cert --explain")
