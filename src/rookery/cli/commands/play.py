"""`rookery play`: a page to play on, served from this machine with the backends that are installed here."""

import webbrowser
from typing import Annotated

import click

from rookery.cli.options.option import make_command, option
from rookery.cli.output.terminal import complain, emit
from rookery.core.interrupts import postpone_ctrl_c
from rookery.models import BadInput

PORT = 8642
MAX_PORT = 65535


def play(
    port: Annotated[int, option("--port", "The port to listen on; 0 takes any that is free.", "N", least=0)] = PORT,
    no_browser: Annotated[bool, option("--no-browser", "Open no browser; print the address alone.", "")] = False,
) -> None:
    """Play on a board in the browser: place pieces, and ask the backends of this machine."""
    from rookery.play.server import PlayServer

    if port > MAX_PORT:
        raise BadInput(f"--port {port}; ports go up to {MAX_PORT}")
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


def make() -> click.Command:
    """The command."""
    return make_command(play, "play", epilog="Example: rookery play --no-browser")
