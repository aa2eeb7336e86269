"""A script by which a shell completes what may follow `stemguard`, made from the parser itself.

It holds all there is to offer, so that no Tab starts a process. Nothing of the library is loaded:
a shell may ask for the script whenever it starts.
"""

from __future__ import annotations

import argparse

import shtab

_KINDS = """
    class constant constructor enum event extension field file function impl index instance
    interface key macro member method module namespace object operator property protocol rule
    section struct table target test trait trigger type union variable view
"""
_LANGUAGES = """
    asciidoc bat c clojure cmake cpp csharp css cuda-cpp dart diff dockerfile dotenv elisp
    elixir erlang fsharp go graphql groovy haskell hcl html ini java javascript javascriptreact
    jinja json json5 jsonc jsonl julia jupyter kotlin latex less lisp lua makefile markdown mdx
    nim nix objective-c objective-cpp ocaml ocaml.interface org perl php plaintext powershell
    properties proto python r restructuredtext ruby rust sass scala scheme scss shellscript sql
    starlark svelte swift terraform tex toml troff typescript typescriptreact vb vim vue xml xsl
    yaml zig
"""
#: What `--kind` can find something for.
KINDS = tuple(_KINDS.split())
#: What `--lang` can; extensions do as well, and are not offered.
LANGUAGES = tuple(_LANGUAGES.split())

#: Bash hands over `--flag=value` as three words, and what shtab makes knows no `=` among them.
_BASH_WITHOUT_EQUALS = """
_stemguard() {
  local -a joined=()
  local word at=-1 index
  for index in "${!COMP_WORDS[@]}"; do
    word="${COMP_WORDS[index]}"
    if [[ "$word" == = && "${joined[*]: -1}" == --* ]]; then
      (( index == COMP_CWORD )) || continue
      word=
    fi
    joined+=("$word")
    (( index == COMP_CWORD )) && at=$(( ${#joined[@]} - 1 ))
  done
  local -a COMP_WORDS=("${joined[@]}")
  local COMP_CWORD=$at
  _shtab_stemguard
}
complete -o bashdefault -F _stemguard stemguard
"""

_OFFERED = {"--kind": KINDS, "--lang": LANGUAGES, "LANGUAGE": LANGUAGES}
#: By what a usage calls them. Nothing is known of a query, but that it begins with no `-`: Zsh
#: would take a flag that is begun for one.
_WORDS = {
    "ROOT": shtab.DIRECTORY,
    "FILE": shtab.FILE,
    "PATH:LINE[:COLUMN]": shtab.FILE,
    "QUERY": {"zsh": "_guard '^-*' query"},
}


def completion(top: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell; the parser is changed and is not to parse afterwards."""
    for command in _with_commands(top):
        for action in command._actions:
            for name in (*action.option_strings, str(action.metavar)):
                action.choices = _OFFERED.get(name, action.choices)
            if isinstance(action.metavar, str) and action.metavar in _WORDS:
                action.complete = _WORDS[action.metavar]  # type: ignore[attr-defined]
    return shtab.complete(top, shell) + (_BASH_WITHOUT_EQUALS if shell == "bash" else "")


def _with_commands(top: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    found = [top]
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += action.choices.values()
    return found
