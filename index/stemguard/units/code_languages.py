"""The languages whose definitions are found with a grammar: one row each, in one place.

What a language defines stands in `queries/<name>.scm`, in patterns of our own. A pattern names one
definition and says what it is:

- `@function`, `@class` ... any of `KINDS`: the node that is the whole definition. A `@function`
  directly inside a definition of the language's `holders` is a method.
- `@name`: its name, up to the last part of it. One node may have several, a match each. Where two
  patterns give a node as a name, the one that stands first in the query counts: what is special
  goes before what is general, and what a pattern calls a name without saying of what is none.
- `@within`: text that goes into the container before the name, such as a receiver's type or each
  part of `ns::Class` in a definition outside of its class.
- `@scope` with `@name`: no definition, but its name is in the container of what is inside it.
- `@rest` beside a kind or alone, with `@name`: its name is in the container of what follows it, up
  to the next one or the end of the text. For namespaces without braces.

The patterns in `queries/<name>.top.scm`, which a language may have, start with a child of the root
and stand behind all others: constants and variables, of which functions hold many more. They are as
good as patterns that start with the root, which cost time at every node.

Patterns without a name tell what belongs to a definition:

- `@comment`: documents the definition that begins right below it, an empty line between them
  parting them, or the member (`MEMBERS`) that it stands behind, as the last on its line.
- `@attribute`: stands before a definition or at its start, and is part of it without being the
  place where it is declared: annotations, decorators.
- `@doc`: documents the innermost definition around it, or the text if there is none.
- `@opening`: the comment above it documents the text; the first one counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

#: What a definition can be; clients are told LSP's kind that is nearest.
KINDS = frozenset(
    (
        *("function", "method", "constructor", "operator", "macro", "test"),
        *("class", "struct", "union", "interface", "trait", "protocol", "object", "instance"),
        *("impl", "extension", "enum", "member", "field", "property", "event"),
        *("type", "constant", "variable", "module", "namespace"),
        *("table", "view", "index", "trigger"),
        *("rule", "key", "target"),
    )
)
#: Directly inside of these a function is a method.
HOLDERS = frozenset(
    (
        *("class", "struct", "union", "interface", "trait", "protocol", "object", "instance"),
        *("impl", "extension", "enum"),
    )
)
#: What runs: what only it can see defines nothing.
RUNNERS = frozenset({"function", "method", "constructor", "operator", "test"})
#: What a comment behind it on its line documents.
MEMBERS = frozenset({"member", "field", "property", "type", "constant", "variable", "event"})

#: What is a comment's mark and not its text, by what the language's comments begin with.
#: The end of a block comment, as an alternative that comes last.
BLOCK_END = r"|[ \t]*\*+/[ \t]*$"
_SLASHES = r"[ \t]*(?:/\*[*!]*<?|//[/!]*<?|\*(?![*/]))[ \t]?"
SLASHES = re.compile(f"^{_SLASHES}{BLOCK_END}", re.MULTILINE)
_HASHES = r"[ \t]*#+[:!']?[ \t]?"
HASHES = re.compile(f"^{_HASHES}", re.MULTILINE)
#: The tags of C#'s documentation, but not what they refer to.
_CSHARP = re.compile(
    rf"{SLASHES.pattern}|<(?:see|seealso) \w+=\"|\" ?/>|</?[a-z]+(?: \w+=\"[^\"\n]*\")* ?/?>",
    re.MULTILINE,
)
#: Comments of Go that speak to its tools.
_GO = re.compile(rf"^(?://(?:go:|line |export |nolint).*$|{_SLASHES}){BLOCK_END}", re.MULTILINE)

#: Comments of Ruby that speak to its tools, and the lines around a block.
_RUBY = re.compile(
    r"^(?:[ \t]*#[ \t]*(?:frozen_string_literal:|-\*-|rubocop:).*$|=(?:begin|end)\b|"
    rf"{_HASHES})",
    re.MULTILINE,
)
_PHP = re.compile(rf"^(?:[ \t]*#+[ \t]?|{_SLASHES}){BLOCK_END}", re.MULTILINE)
_SHELL = re.compile(rf"^#!.*$|^[ \t]*# ?shellcheck .*$|{HASHES.pattern}", re.MULTILINE)
#: Documentation of Elixir is text, and as a rule two levels deep.
_ELIXIR = re.compile(
    r"""^[ \t]*@(?:type)?doc[ \t]+(?:~[sS])?"+|"+[ \t]*$|^  (?![ \t]*[#@])|""" + HASHES.pattern,
    re.MULTILINE,
)
_LUA = re.compile(r"^[ \t]*--+(?:\[=*\[-*)?[ \t]?|(?:--+)?\]=*\][ \t]*$", re.MULTILINE)


#: A conversion without its parameters.
_CPP_NAME = re.compile(r"operator\s*\(\s*\)|[^(]+")
#: Macros that export a class, which the grammar takes for its name, those that have lines of their
#: own, which it takes for the type of what follows, and calls of macros outside of all.
#: Each begins with what is found fast.
_MACROS = (
    re.compile(
        r"\n(?:(?<=[;{}/)\n]\n)[ \t]*"
        r"([A-Z][A-Z\d]*_[A-Z\d_]+(?:[ \t]*\n[ \t]*[A-Z][A-Z\d]*_[A-Z\d_]+){0,9})"
        r"(?=[ \t]*\n\s*[a-zA-Z#/}])(?!\s*[\w* \t]+\()"
        r"|([A-Z][A-Z\d]*_[A-Z\d_]+\([^;{}()]{0,999}\)[ \t]*;))"
    ),
    re.compile(r"struct ([A-Z][A-Z\d_]+)(?=\s+\w+(?:\s+final)?\s*[:{])"),
    # How a function is called.
    re.compile(r"typedef [\w \t*]{1,60}\(([A-Z][A-Z\d_]{1,29})\b(?=[ \t]*\*[ \t]*\w{1,99}\)\s*\()"),
    re.compile(r"(APIENTRY|CALLBACK|NTAPI|PASCAL|WINAPI)(?=[ \t]+\w{1,99}[ \t]*\()"),
    # Comments in what a macro stands for, which goes on in the next line or ends a loop.
    re.compile(r"(/\*[^*\n]{0,200}\*/)(?=[^\n]{0,200}\\\r?\n|[ \t]*0\))"),
)
_CPP_MACROS = (
    *_MACROS,
    re.compile(r"class ([A-Z][A-Z\d_]+)(?=\s+\w+(?:\s+final)?\s*[:{])"),
    # What Qt adds to a class.
    re.compile(
        r"(Q_(?<!define Q_)(?:(?:OBJECT|GADGET)\b|SLOTS(?=[ \t]*:)|SIGNALS[ \t]*:"
        r"|(?:CLASSINFO|DECLARE_PRIVATE|DISABLE_COPY|ENUM|FLAG|INTERFACES|PROPERTY)"
        r"\((?:[\t\r\n !-'*-~]|\([\t !-'*-~]{0,300}\)){0,600}\)))"
    ),
    re.compile(r"(slots(?<=(?:public|rivate|tected) slots)(?=[ \t]*:))"),
    re.compile(r"\n[ \t]*(signals[ \t]*:(?!:))"),
)
#: Patterns of the shell: those that have alternatives, one of which may have some again (but `+`
#: and `*` multiply, too), those that are cut from a value, and regular expressions.
_SHELL_UNREAD = (
    re.compile(
        r"""(?P<word>[@!?+*]\((?:(?<=[@!?]\()|(?=\[|[^()\s]{1,200}\|))"""
        r"""(?:[@!?+*]\([^()\s"'`;]{1,200}\)|[^()\s"'`;]){1,200}\))"""
    ),
    re.compile(r"""\$\{\w{1,99}(?:##?|%%?)(?P<word>[^\s"'$}\\]{1,99})\}"""),
    re.compile(
        r"""=~[ \t]+(?:\\\r?\n[ \t]*)?(?P<word>[^\s"'$]\S{0,300})(?=[ \t]+(?:\]\]|&&|\|\|))"""
    ),
)
#: A name that is a reserved word without what lets it be one.
_RUST_NAME = re.compile(r"(?:(?<=r#)|(?!r?#)).+", re.DOTALL)
_LOCAL = frozenset({"variable", "constant"})
#: Conditions, where each branch is whole.
_CONDITIONS = re.compile(
    r"^[ \t]*(#[ \t]*(?:if|ifdef|ifndef|elif|elseif|else|endif)\b[\t -~]*)", re.MULTILINE
)
#: What was added to the language of late.
_SWIFT_UNREAD = (
    _CONDITIONS,
    re.compile(r"(nonisolated\(unsafe\)) "),
    re.compile(r"(sending(?<!\wsending)) [@A-Z(]"),
    re.compile(r"(consume(?<!\wconsume)) \w"),
    re.compile(r"(repeat each) [@A-Z(]"),
    re.compile(r"(@_(?:implicitSelfCapture|inheritActorContext)) "),
)

#: The lines of Scala's documentation begin below the second star of its first.
_SCALA = re.compile(rf"^[ \t]*\*  |{SLASHES.pattern}", re.MULTILINE)
_JULIA = re.compile(r"^(?:raw|doc)?\"+|\"+$|^[ \t]*(?:#+=?)[ \t]?|[ \t]*=#$", re.MULTILINE)
#: What lets a field of a structure keep its value, where none is given.
_JULIA_UNREAD = (re.compile(r"[\r\n][ \t]+(const)(?=[ \t]+\w+[ \t]*(?:::[^=\r\n]*)?[\r\n])"),)
#: An annotation that the text ends in, as it does while one is typed: the grammar looks for what
#: comes after it without an end.
_KOTLIN_UNREAD = (re.compile(r"(@+)(?:[^\s(]|\([^)\r\n]{0,300}(?:\)|\Z)){0,300}\Z", re.ASCII),)
_KOTLIN_BROKEN = (
    # What parts a property from its accessor, which it may.
    re.compile(
        r"(;)(?=[ \t]*(?:(?:private|protected|internal|public)[ \t]+(?:set|get)\b"
        r"|get\(\)[ \t]*[={:]|set\(\w{1,99}\)[ \t]*[={]))"
    ),
    # The last declaration of a class has to end before the class does: on one line, too.
    re.compile(
        r"\$\{(?:[^{}\r\n]|\{[^{}\r\n]{0,200}\}){0,200}\}"
        r"|(?<=[^\s{;])(?<!->)[ \t]*(?P<stop>[ \t])(?=\})"
    ),
)
_HASKELL = re.compile(
    r"^[ \t]*(?:--+|\{-)[ \t]?(?:[|^$*][ \t]?)?|^ {2,3}(?! )|[ \t]*-\}[ \t]*$", re.MULTILINE
)
_OCAML_MARKS = re.compile(
    r"^[ \t]*\(\*+[ \t]?|^[ \t]*\*(?!\))[ \t]?|^ {2,4}(?! )|[ \t]*\*+\)[ \t]*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class CodeLanguage:
    """How the definitions of a language are found.

    `grammar` is the module of the grammar, `entry` its function that gives the language, `queries`
    the names of the queries, their patterns in this order. `separator` stands between the parts of
    a container, `constructor` is the name of methods that are constructors. `marks` is what is
    removed from the text of comments. `depth` is the depth of the tree below which no definition
    begins, None where there is no such depth. With `clauses`, definitions of one name and kind in a
    row are one: equations, overloads. Directly inside of `holders` a function is a method. `local`
    are kinds that define nothing directly inside of a function. `name` finds a name in the text of
    its node, None where that is all of it. `unread` find what the grammar cannot read: a group,
    which is ASCII and shown to it as spaces, as a word or a semicolon if the group is called `word`
    or `stop`; a match without its group stays. `broken` find more of it, which can harm what is
    read well, so they are asked only where there is an error. `below` is how a comment begins that
    documents what it stands right below, or behind.
    """

    grammar: str
    queries: tuple[str, ...]
    entry: str = "language"
    separator: str = "."
    constructor: str = ""
    marks: re.Pattern[str] = SLASHES
    depth: int | None = None
    clauses: bool = False
    holders: frozenset[str] = HOLDERS
    local: frozenset[str] = _LOCAL
    name: re.Pattern[str] | None = None
    unread: tuple[re.Pattern[str], ...] = ()
    broken: tuple[re.Pattern[str], ...] = ()
    below: re.Pattern[str] | None = None


_JAVASCRIPT = CodeLanguage(
    "tree_sitter_javascript",
    ("ecmascript", "javascript"),
    constructor="constructor",
    clauses=True,
)
_TYPESCRIPT = CodeLanguage(
    "tree_sitter_typescript",
    ("ecmascript", "typescript"),
    entry="language_typescript",
    constructor="constructor",
    clauses=True,
)

_OCAML = CodeLanguage(
    "tree_sitter_ocaml",
    ("ocaml", "ocaml_values"),
    entry="language_ocaml",
    marks=_OCAML_MARKS,
    depth=24,
    holders=frozenset(),
    name=re.compile(r"[^\s()`]+"),
    below=re.compile(r"\(\*\*(?!\*)"),
)

#: By LSP identifier; a new language is a row here, a query and a fixture.
CODE: Mapping[str, CodeLanguage] = {
    "c": CodeLanguage(
        "tree_sitter_c",
        ("c",),
        depth=7,
        holders=frozenset(),
        local=_LOCAL | {"function"},
        unread=_MACROS,
    ),
    "cpp": CodeLanguage(
        "tree_sitter_cpp",
        ("cpp",),
        separator="::",
        depth=10,
        local=_LOCAL | {"function"},
        name=_CPP_NAME,
        unread=_CPP_MACROS,
    ),
    "csharp": CodeLanguage("tree_sitter_c_sharp", ("csharp",), marks=_CSHARP),
    "css": CodeLanguage("tree_sitter_css", ("css",), separator=" "),
    "elixir": CodeLanguage(
        "tree_sitter_elixir",
        ("elixir",),
        marks=_ELIXIR,
        depth=12,
        clauses=True,
    ),
    "go": CodeLanguage(
        "tree_sitter_go",
        ("go",),
        marks=_GO,
    ),
    "java": CodeLanguage("tree_sitter_java", ("java",)),
    "haskell": CodeLanguage(
        "tree_sitter_haskell",
        ("haskell",),
        marks=_HASKELL,
        depth=8,
        clauses=True,
        unread=(_CONDITIONS,),
        below=re.compile(r"--+[ \t]*\^|\{-[ \t]*\^"),
    ),
    "javascript": _JAVASCRIPT,
    "javascriptreact": _JAVASCRIPT,
    "julia": CodeLanguage(
        "tree_sitter_julia",
        ("julia",),
        marks=_JULIA,
        holders=frozenset(),
        unread=_JULIA_UNREAD,
    ),
    "kotlin": CodeLanguage(
        "tree_sitter_kotlin",
        ("kotlin",),
        name=re.compile("[^`]+"),
        unread=_KOTLIN_UNREAD,
        broken=_KOTLIN_BROKEN,
    ),
    "lua": CodeLanguage("tree_sitter_lua", ("lua",), marks=_LUA, depth=16),
    "ocaml": _OCAML,
    "ocaml.interface": replace(_OCAML, queries=("ocaml",), entry="language_ocaml_interface"),
    "php": CodeLanguage(
        "tree_sitter_php",
        ("php",),
        entry="language_php",
        separator="\\",
        marks=_PHP,
        depth=12,
    ),
    "ruby": CodeLanguage(
        "tree_sitter_ruby",
        ("ruby",),
        separator="::",
        marks=_RUBY,
        name=re.compile("[^:]+"),
    ),
    "rust": CodeLanguage(
        "tree_sitter_rust",
        ("rust",),
        separator="::",
        depth=8,
        name=_RUST_NAME,
    ),
    "scala": CodeLanguage(
        "tree_sitter_scala",
        ("scala",),
        marks=_SCALA,
        name=re.compile("[^`]+"),
    ),
    "shellscript": CodeLanguage(
        "tree_sitter_bash",
        ("shellscript",),
        marks=_SHELL,
        depth=10,
        name=re.compile("[^=]+"),
        unread=_SHELL_UNREAD,
    ),
    "swift": CodeLanguage(
        "tree_sitter_swift",
        ("swift",),
        name=re.compile("[^`]+"),
        unread=_SWIFT_UNREAD,
    ),
    "typescript": _TYPESCRIPT,
    "typescriptreact": replace(_TYPESCRIPT, entry="language_tsx"),
    "zig": CodeLanguage(
        "tree_sitter_zig",
        ("zig",),
        local=frozenset(),
        name=re.compile(r'[^@"]+'),
    ),
}
