"""What editors name exists in the server, and what they offer is what their pages say."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from stemguard.domain.unit import FILE, SECTION
from stemguard.units.code_languages import KINDS
from stemguard_ls import protocol
from stemguard_ls.config import NOT_FOR_PROJECTS, Settings
from stemguard_ls.convert import _SYMBOL_KINDS
from stemguard_ls.strict import WrongValue, fields_of, read_field

ROOT = Path(__file__).parents[2]
NEOVIM = ROOT / "editors" / "neovim"
NEOVIM_LUA = "\n".join(path.read_text(encoding="utf-8") for path in sorted(NEOVIM.rglob("*.lua")))
NEOVIM_HELP = (NEOVIM / "doc" / "stemguard.txt").read_text(encoding="utf-8")
NEOVIM_HOW_TO = (ROOT / "docs" / "how-to" / "neovim.md").read_text(encoding="utf-8")


VSCODE = ROOT / "editors" / "vscode"
VSCODE_PACKAGE = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
VSCODE_CONTRIBUTES = VSCODE_PACKAGE["contributes"]
VSCODE_TYPESCRIPT = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((VSCODE / "src").glob("*.ts"))
)
VSCODE_HOW_TO = (ROOT / "docs" / "how-to" / "vscode.md").read_text(encoding="utf-8")


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


def _vscode_settings() -> dict[str, dict[str, Any]]:
    """The settings of the extension that are the server's, by the server's names."""
    found = VSCODE_CONTRIBUTES["configuration"]["properties"]
    names = {name.removeprefix("stemguard."): setting for name, setting in found.items()}
    return {name: setting for name, setting in names.items() if "." not in name}


def test_vscode_has_every_setting_of_the_server_with_its_default_and_a_description() -> None:
    default = Settings()
    values = {name: getattr(default, field.name) for name, field in fields_of(Settings).items()}
    lists = {name: list(value) for name, value in values.items() if isinstance(value, tuple)}
    shown = {name: setting["default"] for name, setting in _vscode_settings().items()}
    assert shown == {**values, **lists, "languages": dict(default.languages)}
    sent = re.findall(r"SERVER_SETTINGS = \[(.*?)\]", VSCODE_TYPESCRIPT, re.DOTALL)[0]
    assert _found(r"'(\w+)'", sent) == set(_vscode_settings())
    assert all(setting["markdownDescription"] for setting in _vscode_settings().values())


def test_vscodes_settings_take_what_the_server_takes_and_nothing_else() -> None:
    fields = fields_of(Settings)
    for name, setting in _vscode_settings().items():
        for value in setting.get("enum", []):
            read_field(name, fields[name], value)
        for bound, step in (("minimum", -1), ("maximum", 1)):
            if bound in setting:
                read_field(name, fields[name], setting[bound])
                with pytest.raises(WrongValue):
                    read_field(name, fields[name], setting[bound] + step)
    offered = {
        name: setting["enum"] for name, setting in _vscode_settings().items() if "enum" in setting
    }
    assert offered == {
        "watch": ["auto", "poll", "client", "off"],
        "sources": ["both", "code", "documents"],
    }


def test_no_repository_chooses_for_vscode_what_a_project_may_not_set_or_what_is_run() -> None:
    found = VSCODE_CONTRIBUTES["configuration"]["properties"]
    assert {name for name, setting in found.items() if setting["scope"] == "machine"} == {
        f"stemguard.{name}" for name in NOT_FOR_PROJECTS
    }
    trust = VSCODE_PACKAGE["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    assert set(trust["restrictedConfigurations"]) == {
        "stemguard.server.command",
        "stemguard.server.python",
    }


def test_the_requests_that_vscode_sends_are_the_servers_and_no_command_is_there_twice() -> None:
    sent = _found(r"'(stemguard/\w+)'", VSCODE_TYPESCRIPT)
    assert sent == {
        protocol.SEARCH,
        protocol.EXPLAIN,
        protocol.STATUS,
        protocol.INDEX_CHANGED,
    }
    assert _found(r"_COMMAND = '(.*)'", VSCODE_TYPESCRIPT) == {protocol.REBUILD_COMMAND}
    commands = [command["command"] for command in VSCODE_CONTRIBUTES["commands"]]
    assert len(commands) == len(set(commands))
    # The client registers the server's commands under their own names.
    assert not set(commands) & set(protocol.COMMANDS)


def test_what_vscode_sends_and_reads_is_in_the_servers_requests_and_results() -> None:
    asked = _interface("Query") | {"limit"}
    assert asked <= set(fields_of(protocol.SearchParams))
    assert _interface("Query") | {"location"} <= set(fields_of(protocol.ExplainParams))
    results: dict[str, Any] = {
        "Hit": protocol.SearchItem,
        "Preview": protocol.Preview,
        "Word": protocol.Word,
        "Index": protocol.Index,
        "Answer": protocol.SearchResult,
        "Root": protocol.Root,
        "Status": protocol.StatusResult,
        "Explanation": protocol.ExplainResult,
    }
    for name, result in results.items():
        assert _interface(name) <= set(result.__annotations__), name


def test_every_command_of_vscode_is_run_by_the_extension_and_told_on_its_page() -> None:
    commands = {command["command"]: command["title"] for command in VSCODE_CONTRIBUTES["commands"]}
    assert set(commands) <= _found(r"^    '(stemguard\.[\w.]+)': ", VSCODE_TYPESCRIPT)
    unseen = {entry["command"] for entry in VSCODE_CONTRIBUTES["menus"]["commandPalette"]}
    titles = {title for command, title in commands.items() if command not in unseen}
    assert _found(r"^\| \*(.+?)\* \|", VSCODE_HOW_TO) == titles


def test_the_keys_of_vscode_are_those_on_its_page() -> None:
    told = {key.lower() for key in _found(r"`([^`]+)`", VSCODE_HOW_TO)}
    for binding in VSCODE_CONTRIBUTES["keybindings"]:
        assert {binding["key"], binding["mac"]} <= told, binding


def test_the_settings_of_vscode_are_on_its_page() -> None:
    own = {
        name for name in VSCODE_CONTRIBUTES["configuration"]["properties"] if name.count(".") > 1
    }
    assert _found(r"^\| `(stemguard\.[\w.]+)` \|", VSCODE_HOW_TO) == own


def test_vscodes_extension_has_the_version_of_the_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert VSCODE_PACKAGE["version"] == project["version"]


def _interface(name: str) -> set[str]:
    """The fields that an interface of the extension names."""
    [body] = re.findall(
        rf"^export interface {name} \{{\n(.*?)^\}}", VSCODE_TYPESCRIPT, re.DOTALL | re.MULTILINE
    )
    return _found(r"^  readonly (\w+)\??:", body)


EMACS = ROOT / "editors" / "emacs"
EMACS_LISP = "\n".join(path.read_text(encoding="utf-8") for path in sorted(EMACS.glob("*.el")))
EMACS_HOW_TO = (ROOT / "docs" / "how-to" / "emacs.md").read_text(encoding="utf-8")


def test_the_commands_of_emacs_and_their_keys_are_those_of_its_page() -> None:
    keys = re.findall(r'\(define-key map "(\w)" #\'(stemguard-[a-z-]+)\)', EMACS_LISP)
    told = re.findall(r"^\| `([a-z-]+)` \| `(\w)`", EMACS_HOW_TO, re.MULTILINE)
    assert keys == [(key, name) for name, key in told]
    said = r'"(?:[^"\\]|\\.|\\\n)*"'
    loaded = rf"^;;;###autoload\n\(defun (stemguard-[a-z-]+) [^\"]*{said}\n  \(interactive"
    assert _found(loaded, EMACS_LISP) == {name for name, _ in told}


def test_what_emacs_asks_of_the_server_is_the_servers() -> None:
    sent = _found(r":(stemguard/\w+)", EMACS_LISP)
    assert sent == {protocol.SEARCH, protocol.EXPLAIN, protocol.STATUS}
    assert _found(r'"(stemguard\.\w+)"', EMACS_LISP) == {protocol.REBUILD_COMMAND}
    assert _found(r"'(stemguard/\w+)", EMACS_LISP) == {protocol.INDEX_CHANGED}


def test_the_params_that_emacs_sends_are_those_of_the_requests() -> None:
    def sent(function: str) -> set[str]:
        (body,) = _found(rf"^\(defun {function} ((?:.*\n)+?)\n", EMACS_LISP)
        return _found(r"(?:\(list|^ +) ?:(\w+) ", body) - {
            "start",
            "character",
            "line",
            "uri",
            "range",
        }

    assert sent("stemguard--find") == {"query", "match", "view", "prefix", "limit"}
    assert sent("stemguard--find") <= set(fields_of(protocol.SearchParams))
    assert sent("stemguard--explained") == {"query", "match", "view", "prefix", "location"}
    assert sent("stemguard--explained") <= set(fields_of(protocol.ExplainParams))


def test_vs_code_has_an_icon_for_every_kind() -> None:
    kinds = (VSCODE / "src" / "kinds.ts").read_text(encoding="utf-8")
    icons = kinds.split("};")[0]
    drawn = set(re.findall(r"^  (\w+): '", icons, re.MULTILINE))
    assert drawn == set(_SYMBOL_KINDS)
    assert drawn >= KINDS | {FILE, SECTION}


def test_the_options_and_settings_on_emacs_page_exist() -> None:
    options = _found(r"^\(defcustom (stemguard-[a-z-]+)", EMACS_LISP)
    named = _found(r"\(setq (stemguard-[a-z-]+)|`(stemguard-(?:rows|live-list))`", EMACS_HOW_TO)
    assert {name for pair in named for name in pair if name} == options
    (settings,) = _found(r"\(setq stemguard-settings '\((.*)\)\)", EMACS_HOW_TO)
    assert set(re.findall(r":(\w+) ", settings)) <= set(fields_of(Settings))


def test_emacs_package_has_the_version_of_the_server_there_and_on_its_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert _found(r"^;; Version: (.+)", EMACS_LISP) == {project["version"]}
    assert _found(r"stemguard-([\d.]+)\.tar", EMACS_HOW_TO) == {project["version"]}


def test_nothing_is_defined_twice_in_emacs() -> None:
    defined = re.findall(r"^\((?:cl-)?def(?:un|macro|var|const|class) ([^\s)]+)", EMACS_LISP, re.M)
    assert len(defined) == len(set(defined))
