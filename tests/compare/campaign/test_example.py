"""The example of a campaign's file: it has every key, it can be read, and what stands as a comment can be read too."""

import re
import tomllib

import pytest

from rookery.compare.campaign.keys import (
    BOARDS,
    CONDITIONS,
    NAME,
    PART,
    TABLES,
    TOP,
    family_keys,
    write_example,
    write_reference,
)
from rookery.compare.campaign.reader import campaign_of
from rookery.models.problems.registry import FAMILIES, TOGETHER, known_keys, piece_keys


def entries(text: str) -> list[str]:
    return text.split("[[problems]]")[1:]


def test_it_asks_every_family_and_can_be_read() -> None:
    data = tomllib.loads(write_example())
    assert [entry["family"] for entry in data["problems"]] == list(FAMILIES)
    assert len(campaign_of(data).tasks()) >= 2 * len(FAMILIES)


def test_it_has_every_key() -> None:
    text = write_example()
    head = text.split("[[problems]]", maxsplit=1)[0]
    for key in (NAME, *CONDITIONS, *TABLES):
        assert re.search(rf"^(# )?(\[{key.name}[\].]|{key.name} = )", head, re.MULTILINE), key.name
    for family, entry in zip(FAMILIES.values(), entries(text), strict=True):
        for name in (*(key.name for key in BOARDS), *known_keys(family)):
            assert re.search(rf"^(# )?{name} = ", entry, re.MULTILINE), (family.name, name)
    assert {key.name for family in FAMILIES.values() for key in family_keys(family)} | {
        key.name for key in (*BOARDS, *CONDITIONS)
    } == set(PART)
    assert set(TOP) == {NAME.name, *(key.name for key in (*CONDITIONS, *TABLES)), "problems"}


@pytest.mark.parametrize("family", FAMILIES)
def test_what_stands_as_a_comment_can_be_set(family: str) -> None:
    """One key after the other, on a board that has room for it; `mixed` comes in place of pieces and a count."""
    text = next(each for each in entries(write_example()) if f'family = "{family}"' in each)
    own = "[pieces]\n" + re.search(r"^gnu = .*", write_example(), re.MULTILINE)[0]  # type: ignore[index]
    unset = re.findall(r"^# (\S+) = .*", text, re.MULTILINE)
    assert unset
    for key in unset:
        lines = [line.removeprefix("# ") if line.startswith(f"# {key} =") else line for line in text.splitlines()]
        if key == TOGETHER:
            alone = tuple(f"{name} =" for name in piece_keys(FAMILIES[family]) if name != TOGETHER)
            lines = [line for line in lines if not line.startswith(alone)]
        entry = "\n".join(lines).replace('boards = "3"', 'boards = "4"')
        assert campaign_of(tomllib.loads(f"{own}\n[[problems]]{entry}")).tasks(), key


def test_every_key_of_the_reference_says_something() -> None:
    rows = [line for line in write_reference().splitlines() if line.startswith("| `")]
    assert len(rows) > len(PART)
    for row in rows:
        key, shown, example = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1])
        assert key.strip("`"), row
        assert len(shown) > 8, row
        assert example != "``" or key == "`problems`", row
