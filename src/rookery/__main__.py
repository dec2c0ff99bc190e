"""`rookery` and `python -m rookery`: the command line."""

import signal
import sys


def main() -> None:
    """Run the command line. Ctrl-C while it is imported ends the process without a traceback."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # Ctrl-C is ignored in the background of some shells, and stays so
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rookery.cli import main as run_command_line

    signal.signal(signal.SIGINT, before)
    run_command_line()


if __name__ == "__main__":
    if not sys.flags.safe_path:  # `-m` puts the current folder first, where a `json.py` may belong to anyone
        sys.path.append(sys.path.pop(0))
    main()
