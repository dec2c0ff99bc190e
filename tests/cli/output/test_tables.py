"""Tables of the command line, at any width."""

import pytest

from rookery.cli.output.terminal import print_table


def test_rows_of_a_table_wider_than_the_terminal_are_blocks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piped without COLUMNS they stay in columns, since a program may read them."""
    table = ("name", "workers", "seed"), [("python-constraint", "1", "yes"), ("sat", "many", "")]
    monkeypatch.delenv("COLUMNS", raising=False)
    print_table(*table)
    assert capsys.readouterr().out.splitlines()[0].split() == ["name", "workers", "seed"]
    monkeypatch.setenv("COLUMNS", "25")
    print_table(*table)
    assert capsys.readouterr().out == "python-constraint\n  workers 1, seed yes\nsat\n  workers many\n"
