"""Queues with room for so much, whose reader may leave."""

from queue import Full, Queue
from threading import Event
from typing import TypeVar

ROOM = 1000
PATIENCE = 0.1  # seconds between two looks at whether anybody listens
T = TypeVar("T")


def put_until(queue: Queue[T], item: T, left: Event) -> bool:
    """Put an item into a queue as soon as there is room; False where the reader has left before."""
    while not left.is_set():
        try:
            queue.put(item, timeout=PATIENCE)
        except Full:
            continue
        return True
    return False
