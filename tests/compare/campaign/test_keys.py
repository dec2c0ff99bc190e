"""The keys of a campaign file: all are declared, and the example of each can be read."""

import tomllib

from rookery.compare.campaign.keys import BOARDS, CONDITIONS, NAME, PART, TABLES, TOP, family_keys, write_reference
from rookery.compare.campaign.reader import campaign_of
from rookery.models.problems.registry import FAMILIES, TOGETHER, known_keys, piece_keys

OWN = '[pieces]\ngnu = { betza = "NC", symbol = "G" }\n'


def test_every_key_is_declared() -> None:
    for family in FAMILIES.values():
        assert {key.name for key in family_keys(family)} == set(known_keys(family))
    assert {key.name for family in FAMILIES.values() for key in family_keys(family)} | {
        key.name for key in (*BOARDS, *CONDITIONS)
    } == set(PART)
    assert set(TOP) == {NAME.name, *(key.name for key in (*CONDITIONS, *TABLES)), "problems"}
    assert all(f"| `{name}`" in write_reference() for name in PART)


def test_examples_of_every_key_are_read() -> None:
    """Each optional key is added in turn; `mixed` comes in place of pieces and a count."""
    for family in FAMILIES:
        keys = {key.name: key.example for key in family_keys(FAMILIES[family])}
        optional = [name for name in keys if name in ("fixed", "forbidden") or (name == TOGETHER and "pieces" in keys)]
        needed = {name: example for name, example in keys.items() if name not in optional}
        needed = {"family": f'"{family}"', "boards": '"4"', **needed}
        for name in (None, "holes", *optional):
            chosen = dict(needed)
            if name == TOGETHER:
                chosen = {key: value for key, value in needed.items() if key not in piece_keys(FAMILIES[family])}
            if name is not None:
                chosen[name] = keys.get(name, '["0,0"]')
            lines = "\n".join(f"{key} = {example}" for key, example in chosen.items())
            assert campaign_of(tomllib.loads(f"{OWN}\n[[problems]]\n{lines}")).tasks(), (family, name)
