"""An example of your own family of problems, found through an entry point: as few attacks as possible."""

from rookery_attacks.problem import fewest_attacks

__all__ = ["fewest_attacks"]
