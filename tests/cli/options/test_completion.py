"""Completion by a shell: what it is offered, and the script that it reads."""

from pathlib import Path

import pytest
from rookery_tests.command_line import rookery


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("so", {"solve"}),
        ("solve dom", {"domination"}),
        ("solve domination --kind p", {"plain", "perfect"}),
        ("compare placement --backends sat,c", {"sat,cpsat"}),
        ("pieces show kn", {"knight"}),
        ("solve domination --format un", {"unicode"}),
        ("solve domination --count", {"--count-solutions"}),
    ],
)
def test_a_shell_is_offered_what_may_follow(words: str, offered: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ROOKERY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"rookery {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    found = {line.partition(",")[2] for line in rookery().out.splitlines()}
    assert offered <= found
    assert all(each.startswith(words.split()[-1]) for each in found)


@pytest.mark.parametrize(
    ("shell", "place"), [("zsh", ".zfunc/_rookery"), ("fish", ".config/fish/completions/rookery.fish")]
)
def test_completion_is_installed_for_the_users_shell(
    shell: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookery.cli.output.completion.find_shell", lambda: shell)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert rookery("--install-completion").lines[0] == f"{shell} completion installed in {tmp_path / place}"
    assert rookery("--install-completion").code == 0
    written = (tmp_path / place).read_text(encoding="utf-8")
    assert "_ROOKERY_COMPLETE" in written
    assert rookery("--show-completion").out.strip() == written.strip()
    if shell == "zsh":
        assert (tmp_path / ".zshrc").read_text(encoding="utf-8").count("compinit; compinit") == 1


def test_a_shell_without_completion_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.cli.output.completion.find_caller", lambda: "")
    monkeypatch.setenv("SHELL", "/bin/ksh")
    ended = rookery("--show-completion")
    assert (ended.code, ended.out) == (2, "")
    assert "no completion for the shell ksh; there is bash, zsh, fish" in ended.err
