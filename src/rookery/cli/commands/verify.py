"""`rookery verify`: a certificate checked without any solver."""

import json
from pathlib import Path

import click
from click.exceptions import Exit

from rookery.certificates.certificate import Certificate
from rookery.certificates.verify import Verification, explain_evidence, verify
from rookery.cli import exits
from rookery.cli.options.command import DURATION, FILE, SECONDS, Command, json_option
from rookery.cli.output.terminal import complain, emit, say
from rookery.cli.output.wording import draw_claimed
from rookery.core.deadline import Deadline
from rookery.core.words import seconds as spell_seconds


@click.command("verify", cls=Command, epilog="Example: rookery verify q8.cert --explain")
@click.argument("file", type=FILE)
@json_option
@click.option("--seconds", type=SECONDS, help=f"Time limit (whole check): {DURATION}.")
@click.option("--explain", is_flag=True, help="Say what the proof is; a packing is drawn.")
@click.option(
    "--lrat",
    type=FILE,
    metavar="FOLDER",
    help="Write a refutation for other checkers into this folder: NAME.cnf, NAME.lrat.",
)
def command(file: Path, as_json: bool, seconds: float | None, explain: bool, lrat: Path | None) -> None:
    """Check a certificate (`solve --proof FILE`) without any solver."""
    verdict = verify(file, seconds=seconds)
    why = explain_evidence(Certificate.read(file)) if explain and verdict.verified else None
    if as_json:
        emit(json.dumps(verdict.as_dict() | ({} if why is None else {"explanation": why})))
    else:
        _tell(verdict, file, why)
    if lrat is not None and verdict.verified:
        from rookery.backends.certifying.export import write_refutation  # heavy, and nothing that verifies

        with Deadline(seconds).held():
            written = write_refutation(Certificate.read(file), lrat, file.stem)
        for path in written:
            complain(f"{path}: {path.stat().st_size:,} bytes")
    raise Exit(exits.ANSWERED if verdict.verified else exits.DISAGREEMENT)


def _tell(verdict: Verification, file: Path, why: str | None) -> None:
    if verdict.verified and verdict.problem is not None and (drawn := draw_claimed(verdict.problem, verdict.placement)):
        emit(f"{drawn}\n")
    if not verdict.verified:
        about = f" does not prove its claim: {verdict.claim}" if verdict.claim else " is refused"
        complain(f"rookery: {file}{about}\n{verdict.place}: {verdict.reason}")
        return
    say(verdict.claim, "bold green")
    if why is not None:
        emit(f"\n{why}\n")
    say(f"verified in {spell_seconds(verdict.seconds)}; it trusts", "dim")
    for each in verdict.trusts:
        say(f"  {each}", "dim")
