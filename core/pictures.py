"""Pictures of values that know no drawing: they ask here, and the room that draws answers."""

from functools import singledispatch


@singledispatch
def picture(value: object) -> str | None:
    """A value as HTML; None where nothing draws it."""
    return None
