"""What editors name exists in the server, and what they offer is what their pages say."""

from __future__ import annotations

import re
from pathlib import Path

from stemguard_ls import protocol
from stemguard_ls.strict import fields_of

ROOT = Path(__file__).parents[2]
NEOVIM = ROOT / "editors" / "neovim"
NEOVIM_LUA = "\n".join(path.read_text(encoding="utf-8") for path in sorted(NEOVIM.rglob("*.lua")))
NEOVIM_HELP = (NEOVIM / "doc" / "stemguard.txt").read_text(encoding="utf-8")
NEOVIM_HOW_TO = (ROOT / "docs" / "how-to" / "neovim.md").read_text(encoding="utf-8")


def _neovim(module: str) -> str:
    return (NEOVIM / "lua" / "stemguard" / f"{module}.lua").read_text(encoding="utf-8")


def _found(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text, re.MULTILINE))


def test_the_words_of_neovims_command_are_those_of_its_help_and_its_page() -> None:
    words = _found(r"^function words\.(\w+)|^  (\w+) = search\(", _neovim("command"))
    known = {word for pair in words for word in pair if word}
    assert known == _found(r"\*:Stemguard-(\w+)\*", NEOVIM_HELP)
    assert known == _found(r"^\| `:Stemguard (\w+)", NEOVIM_HOW_TO)


def test_the_requests_and_commands_that_neovim_sends_are_the_servers() -> None:
    sent = _found(r"'(stemguard/\w+)'", NEOVIM_LUA)
    assert sent == {protocol.SEARCH, protocol.EXPLAIN, protocol.STATUS}
    commands = _found(r"command = '(stemguard\.\w+)'", NEOVIM_LUA)
    assert commands == {protocol.REBUILD_COMMAND}


def test_the_params_that_neovim_sends_are_those_of_both_requests() -> None:
    text = _neovim("modes")
    params = _found(r"said = \{ (\w+) =|, (\w+) = asked|params = \{ (\w+) =", text)
    sent = {name for names in params for name in names if name}
    assert sent == {"query", "prefix", "sources", "match", "view"}
    for request in (protocol.SearchParams, protocol.ExplainParams):
        assert sent <= set(fields_of(request))


def test_the_settings_of_neovims_plugin_are_those_of_its_help_and_its_page() -> None:
    read = _found(r"vim\.g\.stemguard or \{\}\)\.(\w+)", NEOVIM_LUA)
    [shown] = re.findall(r"vim\.g\.stemguard = \{\n(.*?)\}", NEOVIM_HELP, re.DOTALL)
    assert read == _found(r"^ *(\w+) = ", shown)
    [page] = re.findall(r"vim\.g\.stemguard = \{(.*?)\}", NEOVIM_HOW_TO, re.DOTALL)
    assert read == _found(r"(\w+) = ", page)
    assert read <= _found(r"^\| `(\w+)` \|", NEOVIM_HOW_TO)


def test_the_pickers_highlights_and_mappings_of_neovim_are_those_of_its_help_and_its_page() -> None:
    [pickers] = re.findall(r"M\.needs = \{\n(.*?)\n\}", _neovim("pickers"), re.DOTALL)
    known = _found(r"^  (?:\[')?([\w-]+)(?:'\])? =", pickers)
    assert known == _found(r'^"([\w-]+)"  ', NEOVIM_HELP)
    [row] = re.findall(r"^\| `picker` .*$", NEOVIM_HOW_TO, re.MULTILINE)
    assert known == _found(r"`'([\w-]+)'`", row)

    groups = _found(r"^  (Stemguard\w+) = '", _neovim("highlights"))
    assert groups == _found(r"^(Stemguard\w+)  ", NEOVIM_HELP)
    assert groups == _found(r"^\| `(Stemguard\w+)`", NEOVIM_HOW_TO)
    assert _found(r"'(Stemguard\w+)'", NEOVIM_LUA) - {"Stemguard"} <= groups

    plugin = (NEOVIM / "plugin" / "stemguard.lua").read_text(encoding="utf-8")
    [modes] = re.findall(r"in ipairs\(\{(.*?)\}\)", plugin)
    mapped = _found(r"'(\w+)'", modes) | _found(r"<Plug>\(stemguard-(\w+)\)", plugin)
    assert mapped == _found(r"\*<Plug>\(stemguard-(\w+)\)\*", NEOVIM_HELP)
    assert mapped == _found(r"`<Plug>\(stemguard-(\w+)\)`", NEOVIM_HOW_TO)


def test_the_keys_of_neovims_live_list_are_those_of_its_help_and_its_page() -> None:
    live = _neovim("live")
    bound = {key for keys in re.findall(r"key\(\{ (.*?) \}", live) for key in _keys(keys)}
    [section] = re.findall(r"\*stemguard-live\*(.*?)\n={20}", NEOVIM_HELP, re.DOTALL)
    assert bound == {key for line in section.split("\n") for key in _keys(line) if "    <" in line}
    [page] = re.findall(r"## Keys of the live list(.*?)\n## ", NEOVIM_HOW_TO, re.DOTALL)
    names = {"Enter": "CR", "Escape": "Esc"}
    told = _found(r"\b(Enter|Down|Up|PageDown|PageUp|Esc|Ctrl-\w)\b", page)
    assert bound == {names.get(key, key).replace("Ctrl-", "C-") for key in told}


def _keys(text: str) -> list[str]:
    return re.findall(r"<([\w-]+)>", text)


def test_the_functions_of_neovims_plugin_are_those_of_its_help_and_its_page() -> None:
    offered = _found(r"^function M\.(\w+)", _neovim("init")) - {"remember"}
    assert offered == _found(r"\*stemguard\.(\w+)\(\)\*", NEOVIM_HELP)
    assert offered == _found(r"require\('stemguard'\)\.(\w+)\(", NEOVIM_HOW_TO)
