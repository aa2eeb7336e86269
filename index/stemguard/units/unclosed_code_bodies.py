"""Which bodies need not be read of languages in which no sign closes one: a row for each.

As in `code_bodies`, each repetition goes forward only, or has an end.
"""

from __future__ import annotations

from stemguard.units.unclosed_bodies import below_indented

#: White space within a head, which may go on below.
_GAP = r"[ \t]*+(?:\r?\n(?P=indent)[ \t]++)?+"
_STRING = r"\"[^\"\n]*+\""
#: What is in parentheses, up to three deep.
_WITHIN = rf"(?:[^()\n\"]|{_STRING}|\((?:[^()\n\"]|{_STRING}|\([^()\n\"]*+\))*+\))*+"
_LIST = r"\[[^\[\]\n\"]*+\]"
_RECORD = r"\{[^{}\n\"]*+\}"
_SIGNS = r"!#$%&*+./<=>?@\\^|~:-"

_HASKELL_NAME = (
    r"(?:(?!(?:case|class|data|default|deriving|do|else|foreign|if|import|in|infix[lr]?|instance"
    r"|let|mdo|module|newtype|of|pattern|rec|then|type|where)\b)[a-z_][\w']*+"
    rf"|\([{_SIGNS}]++\))"
)
#: An operator between is what is defined, or a pattern of others.
_HASKELL_GIVEN = (
    rf"(?:[ \t]*+|\r?\n(?P=indent)[ \t]++)[!~]?(?:[\w']++@)?[!~]?"
    rf"(?:[\w']++(?:\.[\w']++)*+|\({_WITHIN}\)|\[{_WITHIN}\]|{_RECORD}|{_STRING})"
)
HASKELL = below_indented(
    # Of equations and of signatures. In a case, what stands behind a bar is no guard of either.
    rf"{_HASKELL_NAME}(?:[ \t]*+,[ \t]*+{_HASKELL_NAME}){{0,20}}+"
    rf"(?P<body>(?:{_GAP}(?P<type>::)|(?:{_HASKELL_GIVEN}){{0,60}}+{_GAP}"
    r"(?P<value>=|\|(?(nested)(?=(?:[^-\n]|-(?!>))*?[ \t]=[ \t\r\n]))))"
    rf"(?![{_SIGNS}])",
    {"type": "::", "value": "="},
    # Not within the braces of a record, and no comment that hides how the body goes on.
    r"(?<![,;])[ \t\r]*+(?:\n(?:[ \t\r]*+(?:--.*)?\n){0,60}+ *+|\n?)(?=\{-#|[^\s,{})\];#]|\Z)",
    comment="--.*",
    pairs=("( )", "[ ]", "{ }", '"'),
    signs=("{-", "-}", "|]", ";", "--"),
    read=r"\{-|-\}|\|\]|;|--.*\Z",
)

_OCAML_COMMENT = r"\(\*(?:[^*]|\*(?!\))){0,1000}+\*\)"
_OCAML_GIVEN = (
    rf"(?:[~?]?(?:[\w'`.]++:?+)?(?:\((?!\*){_WITHIN}\)|{_LIST}|{_RECORD})"
    r"|[~?]?[\w'`.]++(?::(?=\w)[\w']++)?)"
)
OCAML = below_indented(
    # What goes on with `and` and takes nothing may be a type.
    r"(?:let(?:[ \t]+rec)?|and(?=[ \t]+(?!_[ \t])[a-z_][\w']*+[ \t]+[\w'(~?\[{`]))"
    r"(?:\[@[^\]\n]*+\])?[ \t]+"
    rf"(?:(?!(?:class|exception|module|open|rec|type)\b)[a-z_][\w']*+|\(\)|\( ?[{_SIGNS}]++ ?\))"
    rf"(?P<body>(?P<taking>(?:{_GAP}{_OCAML_GIVEN}){{1,60}}+)?"
    rf"(?:{_GAP}:(?![:=])(?:[^()\[\]{{}}=\n\";|,]|\({_WITHIN}\)|{_LIST}"
    rf"|\r?\n(?P=indent)[ \t]++){{0,600}}+)?+"
    rf"{_GAP}=(?![{_SIGNS}])(?!\s*+\(\*)(?:\s*+(?P<function>(?=fun\b|function\b)))?",
    {"taking": " _=", "function": "=fun _->", "indent": "="},
    # Not where something has to follow.
    r"(?<![=(\[{,;|&<>@^+*/:.-])(?<![ \t\n(]in)(?<!\belse)(?<!\bthen)(?<!\bbegin)(?<! do)"
    rf"(?<!\*\))\s*+(?:{_OCAML_COMMENT}\s*+){{0,4}}+"
    r"(?=let\b|and\b|module\b|open\b|type\b|exception\b|external\b|include\b|class\b|val\b"
    r"|method\b|inherit\b|initializer\b|in\b|;;|\[@@@|\[%%|\Z|end\b)",
    comment=r"\(\*(?:[^*\n]|\*(?!\)))*+\*\)[ \t\r]*+",
    pairs=("( )", '"', "{| |}", "(* *)"),
    signs=(
        *("[%%", "[@", ";;", "|}", " and ", "class", "exception", "external", "module", "object"),
        *("sig", "struct", "type"),
    ),
    balanced=("let |let+|let*|let%|begin", " in | in\n| in\r| end"),
    passed=rf'{_OCAML_COMMENT}|(?<!\\)"(?:[^"\\]++|\\[\s\S]){{0,100}}+"',
    # The first letter of each is found much faster than what stands between words.
    read=r"class\b(?<=\bclass)|ex(?:ternal\b(?<=\bexternal)"
    r"|ception\b(?<=\bexception)(?<!\| exception)(?<!with exception))"
    r"|module\b(?<=\bmodule)(?<!\(module)|object\b(?<=\bobject)"
    r"|s(?:ig\b(?<=\bsig)|truct\b(?<=\bstruct))|type\b(?<=\btype)"
    r"|\[@@|\[@[^\]]*+\]\Z|\[%%|;;|\{[a-z_%]+\|",
    nested=r"(?P<opens>let\b(?<=\blet)|begin\b(?<=\bbegin))"
    r"|(?P<closes>in\b(?<=\bin)|end\b(?<=\bend))|and\b(?<=\band)",
)
