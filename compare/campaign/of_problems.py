"""Campaigns of problems that are declared already, as a call of `rk.compare` has them."""

from collections.abc import Iterable, Mapping
from typing import Any

from rookery.compare.campaign.campaign import Campaign
from rookery.compare.campaign.entries import make_entry
from rookery.compare.campaign.reader import CampaignReader
from rookery.models import BadInput
from rookery.models.problems.plain import Plain


def campaign_of_problems(asked: Iterable[Plain], conditions: Mapping[str, Any]) -> Campaign:
    """The campaign of problems that are declared already, under conditions that a call gives."""
    own: dict[str, Any] = {}
    entries = []
    for problem in asked:
        said, pieces = make_entry(problem)
        entries.append((problem, said))
        for name, piece in pieces.items():
            if own.setdefault(name, piece) != piece:
                raise BadInput(f"two different pieces are named {name}; give one of them another name")
    if not entries:
        raise BadInput("a campaign asks at least one problem")
    return CampaignReader({**conditions, "pieces": own}).campaign_of(entries)
