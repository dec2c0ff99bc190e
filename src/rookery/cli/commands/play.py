"""`rookery play`: a page to play on, served from this machine with the backends that are installed here."""

import webbrowser

import click

from rookery.cli.options.command import Command, Whole
from rookery.cli.output.terminal import complain, emit
from rookery.core.interrupts import postpone_ctrl_c
from rookery.models import BadInput
from rookery.play.server import PlayServer

PORT = 8642


@click.command("play", cls=Command, epilog="Example: rookery play --no-browser")
@click.option(
    "--port",
    type=Whole(0, 65535),
    metavar="N",
    default=PORT,
    show_default=True,
    help="The port to listen on; 0 takes any that is free.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser; print the address alone.")
def command(port: int, no_browser: bool) -> None:
    """Play on a board in the browser, and ask the backends."""
    try:
        server = PlayServer(port)
    except OSError as error:
        raise BadInput(f"--port {port} cannot be used: {error.strerror}; 0 takes any that is free") from None
    try:
        with postpone_ctrl_c():  # a process that is being started must be known to be ended
            emit(server.address)
            complain("Ctrl-C ends it; only this machine can reach it")
            server.warm_up()
        if not (no_browser or webbrowser.open(server.address)):
            complain("rookery: no browser was found; open the address yourself")
        server.serve_forever()
    except KeyboardInterrupt:
        pass  # the way to end it
    finally:
        server.close()
