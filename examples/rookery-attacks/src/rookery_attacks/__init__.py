"""An example of a family of problems of one's own, found through an entry point: as few attacks as possible."""

from rookery_attacks.problem import fewest_attacks

__all__ = ["fewest_attacks"]
