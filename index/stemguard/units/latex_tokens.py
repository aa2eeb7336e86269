"""What is looked at in LaTeX: commands that make headings and macros, and which braces match."""

from __future__ import annotations

import re

#: What a comment or a backslash takes away from the others stands before them.
_TOKEN = re.compile(
    r"""
    %[^\r\n]*
    | \\ (?:
        (?P<heading> (?:add)?(?:part|chapter) | addchap | addsec | (?:sub){0,2}section
          | (?:sub)?paragraph | frametitle) (?![a-zA-Z@]) \*?
      | begin [ \t]* \{ (?P<verbatim> (?:[BL]?[vV]erbatim | lstlisting | minted | comment
          | filecontents | tcblisting) \*?) \}
      | begin [ \t]* \{ (?P<environment> abstract | frame) \}
      | (?P<end> end [ \t]* \{document\})
      | (?P<title> title) (?![a-zA-Z@])
      | (?P<unread> iffalse) (?![a-zA-Z@])
      | (?:verb | lstinline) (?![a-zA-Z@]) \*? (?P<bar> [^\sa-zA-Z*{\[]) [^\r\n]{0,300}? (?P=bar)
      | (?P<macro> (?:re)?newcommand | providecommand | newrobustcmd | DeclareRobustCommand
          | DeclareMathOperator | DeclarePairedDelimiter | [gex]?def | let
          | (?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand) (?![a-zA-Z@]) \*?
      | (?P<defined> (?:re)?newenvironment | newtheorem
          | (?:New|Renew|Provide|Declare)DocumentEnvironment) (?![a-zA-Z@]) \*?
      | [^a-zA-Z]
    )
    | \{ | \}
    """,
    re.VERBOSE,
)
_READ_AGAIN = re.compile(r"\\(?:fi|else)(?![a-zA-Z@])")


class Tokens:
    """The commands of a text, and for each brace that is closed the place of what closes it."""

    def __init__(self, text: str) -> None:
        self.commands: list[re.Match[str]] = []
        self.closing: dict[int, int] = {}
        self._text = text
        # What is nowhere in the rest of the text need not be looked for again.
        self._missing: set[str] = set()
        opened: list[int] = []
        at = 0
        while token := _TOKEN.search(text, at):
            at = token.end()
            kind = token.lastgroup
            if kind is None:
                if token[0] == "{":
                    opened.append(at - 1)
                elif token[0] == "}" and opened:
                    self.closing[opened.pop()] = at - 1
            elif kind == "verbatim":
                at = self._behind_verbatim(token["verbatim"], at)
            elif kind == "unread":
                at = self._behind_unread(at)
            elif kind == "end":
                break
            elif kind != "bar":
                self.commands.append(token)

    def _behind_verbatim(self, name: str, at: int) -> int:
        """Where the text goes on behind verbatim text; here, if it has no end."""
        end = f"\\end{{{name}}}"
        found = -1 if name in self._missing else self._text.find(end, at)
        if found < 0:
            self._missing.add(name)
            return at
        return found + len(end)

    def _behind_unread(self, at: int) -> int:
        found = None if "fi" in self._missing else _READ_AGAIN.search(self._text, at)
        if found is None:
            self._missing.add("fi")
            return at
        return found.end()
