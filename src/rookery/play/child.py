"""The process that answers questions of the page: a line of JSON in, lines of progress out, and a line with the answer.

It is ended from outside when a question takes too long, or when the page no longer waits.
"""

import json
import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Any

from rookery.core.runtime import die_with_parent
from rookery.play.questions import answer

MAX_MEMORY = 4 << 30  # bytes of address space
PACE = 0.2  # seconds between two lines of progress
TOO_LARGE = "Memory ran out: a smaller board or another backend may need less."


def main(parent: int) -> None:
    """Answer questions until standard input ends."""
    die_with_parent(parent)
    with suppress(ImportError, ValueError, OSError):  # another system, or one that has a lower limit already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    # What a library prints must not be read as an answer
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        last = [0.0]

        def send(message: dict[str, Any]) -> None:
            out.write(json.dumps(message).encode() + b"\n")

        def tell(text: str, last: list[float] = last) -> None:
            if monotonic() - last[0] >= PACE:
                last[0] = monotonic()
                send({"progress": text})

        try:
            question = json.loads(line)
        except (ValueError, RecursionError):
            send({"answer": {"error": "A question is JSON."}})
            continue
        try:
            send({"answer": answer(question, tell)})
        except (MemoryError, RecursionError):
            send({"answer": {"error": TOO_LARGE}})
        except Exception as error:  # a bug: the page says so, and the next question is answered
            send({"answer": {"error": f"This is a bug in Rookery: {type(error).__name__}: {error}"[:500]}})
