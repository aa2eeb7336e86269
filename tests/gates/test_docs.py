"""The reference and the program name the same things."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import attrs
import pytest

from stemguard_ls import protocol
from stemguard_ls.cli.arguments import parser
from stemguard_ls.config import Settings
from stemguard_ls.strict import fields_of

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def _text(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def _section(text: str, heading: str) -> str:
    """The text under a heading that begins with a name in backquotes."""
    found = re.search(rf"^## `{re.escape(heading)}.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no section on {heading}"
    return found[0]


def _rows(text: str) -> set[str]:
    """The names in the first column of the tables of a text."""
    return set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))


def _flags(text: str) -> set[str]:
    """The flags named in backquotes."""
    return {
        flag
        for quoted in re.findall(r"`([^`]+)`", text)
        for flag in re.findall(r"(?:^|\s)(--[a-z][a-z-]*|-[0i])", quoted)
    }


def _commands() -> dict[str, argparse.ArgumentParser]:
    (commands,) = (
        action.choices
        for action in parser("0")._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return dict(commands)


def test_every_command_has_a_section_and_every_section_a_command() -> None:
    documented = re.findall(r"^## `([a-z]+)", _text("cli.md"), re.MULTILINE)
    assert sorted(documented) == sorted(_commands())


@pytest.mark.parametrize("command", sorted(_commands()))
def test_the_flags_of_a_command_are_those_of_its_section(command: str) -> None:
    known = {flag for action in _commands()[command]._actions for flag in action.option_strings}
    assert _flags(_section(_text("cli.md"), command)) == known - {"-h", "--help"}


def test_the_settings_are_those_of_their_table() -> None:
    assert _rows(_text("settings.md")) == set(fields_of(Settings))


def test_the_defaults_of_plain_settings_are_those_of_their_table() -> None:
    shown = dict(re.findall(r"^\| `(\w+)` \|.*?\| `([^`]*)`", _text("settings.md"), re.MULTILINE))
    for name, field in fields_of(Settings).items():
        if isinstance(field.default, bool | int) or (name in ("watch", "sources")):
            written = str(field.default).lower()
            assert shown[name].strip('"') == written


def test_the_methods_are_those_of_the_reference() -> None:
    named = set(re.findall(r"\bstemguard/[a-zA-Z]+", _text("protocol.md")))
    assert named == {
        protocol.SEARCH,
        protocol.STATUS,
        protocol.EXPLAIN,
        protocol.INDEX_CHANGED,
    }


def test_the_commands_of_the_server_are_those_of_the_reference() -> None:
    named = set(re.findall(r"^- `(stemguard\.[a-z]+)`", _text("protocol.md"), re.MULTILINE))
    assert named == set(protocol.COMMANDS)


@pytest.mark.parametrize(
    ("method", "params"),
    [(protocol.SEARCH, protocol.SearchParams), (protocol.EXPLAIN, protocol.ExplainParams)],
)
def test_the_params_of_a_request_are_those_of_its_table(
    method: str, params: type[attrs.AttrsInstance]
) -> None:
    assert _rows(_section(_text("protocol.md"), method)) == set(fields_of(params))


@pytest.mark.parametrize(
    ("method", "result"),
    [
        (protocol.SEARCH, protocol.SearchResult),
        (protocol.SEARCH, protocol.SearchItem),
        (protocol.SEARCH, protocol.Word),
        (protocol.SEARCH, protocol.Index),
        (protocol.STATUS, protocol.StatusResult),
        (protocol.STATUS, protocol.Root),
        (protocol.STATUS, protocol.Skipped),
        (protocol.EXPLAIN, protocol.ExplainResult),
        (protocol.INDEX_CHANGED, protocol.IndexChanged),
    ],
)
def test_the_fields_of_a_result_are_named_in_its_section(method: str, result: type) -> None:
    section = _section(_text("protocol.md"), method)
    for field in result.__annotations__:
        assert re.search(rf"\b{field}\b", section), field


@pytest.mark.parametrize("name", ["neovim", "terminal"])
def test_a_screen_in_the_readme_is_the_one_that_was_captured(name: str) -> None:
    docs = REFERENCE.parent
    captured = (docs / "images" / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
    readme = (docs.parent / "README.md").read_text(encoding="utf-8")
    assert f"```text\n{captured}\n```" in readme
