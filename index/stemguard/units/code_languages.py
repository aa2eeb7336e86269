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

from stemguard.units.bodies import Bodies, laid_out

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
#: What is in parentheses, up to four deep.
_PARENS = r"\((?:[^();{}]|\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*+\))*+\))*+\)){0,800}+\)"
_C_TAGGED = r"[^;(){}=,]{0,200}+(?:\([^;{}]{0,100}\)[^;(){}=,]{0,100})?\{"
_C_BRACE = r"(?:\r?\n(?P=indent))?\{"
#: What an attribute stands in belongs to a type, and not to a function that gives one.
_C_NOT_TYPE = (
    r"|(?:\w++[ \t]++){0,5}?(?:struct|union|enum|class)[ \t]+(?:\w++[ \t]++){0,4}?"
    r"(?:__\w+|[A-Z][A-Z\d_]+|alignas)[ \t]*\()"
)
_C_VALUE = rf"(?P<value>[^;{{}}()#\n=]*+=)[ \t]*{_C_BRACE}"
_C_DIRECTIVE = r"[ \t]*#(?:.*\\\r?\n)*+.*"
_C_BODIES = laid_out(
    # Of functions and of what is given to variables.
    r"(?<![ \t])(?=[A-Za-z_].*[{),(][ \t\r]*$)(?!(?:extern[ \t]+\"|typedef\b)"
    rf"{_C_NOT_TYPE}(?:(?:[^;{{}}()#\n]*+{_PARENS}){{1,3}}[ \t\w]*{_C_BRACE}|{_C_VALUE})",
    r"\}[ \t]*[;,]?[ \t\r]*$",
    rf"#[ \t]*define\b|typedef\b|(?:enum|struct|union)\b{_C_TAGGED}",
    ("/* */",),
    kept=rf"^{_C_DIRECTIVE}\n",
    beside=rf"{_C_DIRECTIVE}|(?P=indent)[A-Za-z_]\w*[ \t]*:(?!:).*",
    comment="//",
    statement=";",
)
_CPP_GIVEN = (
    rf"[\s,]*+[\w:]++(?:<[^;{{}}()]{{0,200}}?>)?[ \t]?"
    rf"(?:{_PARENS}|\{{(?:[^;{{}}]|\{{[^;{{}}]*+\}}){{0,400}}+\}})(?:\.\.\.)?"
)
_CPP_BODIES = laid_out(
    # A constructor with a macro before it is read wrong, and where it ends is told by its body.
    r"(?![A-Z][A-Z\d]*_[A-Z\d_]*[ \t]+\w+\()(?=[A-Za-z_~].*[{),(;\w][ \t\r]*$)"
    rf"(?!(?:extern[ \t]+\"|(?:class|concept|namespace|requires|typedef)\b){_C_NOT_TYPE}"
    rf"(?:(?:[^;{{}}()#\n]*+{_PARENS}){{1,3}}"
    r"(?:[ \t\w&]|->[^;{}()\n]{1,200}+|\n(?P=indent)[ \t]*(?=->))*+"
    rf"(?:\s*:(?!:)(?:{_CPP_GIVEN}){{1,50}}+[ \t]*)?{_C_BRACE}|{_C_VALUE})",
    r"\}[ \t]*[;,)]*[ \t\r]*$",
    r"#[ \t]*define\b|typedef\b|using\s+\w+[^;=\n]{0,99}=|namespace\b[\s\w]{0,99}="
    rf"|(?:class|enum|struct|union)\b{_C_TAGGED}",
    ("/* */", '"'),
    kept=rf"^{_C_DIRECTIVE}\n",
    beside=_C_DIRECTIVE,
    comment="//",
    statement=";",
)
_JS_PARENS = r"\((?:[^();]|\((?:[^();]|\([^();]*+\))*+\)){0,600}+\)"
#: Functions that have a name or may be given one; their first letters stand elsewhere.
_JS_FUNCTION = (
    r"unction\b(?:[ \t]*\*?[ \t\r\n]*[\w$]|(?<![(,]function)(?<![(,] function)"
    r"(?<![(,]async function)(?<![(,] async function)(?<!return function))"
)
_JS_ASSIGNED = (
    r"[=:?](?!=|:)\s*+(?:/\*[^*\n]{0,99}\*/\s*+)?(?:async\b\s*+)?(?:<[^;{}()]{0,200}>\s*)?"
    r"(?:[\w$]++\s*+=>|\([^;]{0,800}?\)[^;(){}=]{0,200}=>)"
)
_JS_METHOD = (
    r"[{,\n][ \t]*+(?!(?:if|for|while|switch|catch|function|with)\b)"
    r"(?:(?:async|get|set|static)[ \t]+(?=[\w$#\['\"*]))?(?:\*[ \t]*)?"
    r"(?:[\w$#]++|\[[^\]\n]{1,99}\]|'[^'\n]{1,99}'|\"[^\"\n]{1,99}\")[ \t]*"
    r"(?:<[^;{}()\n]{0,99}>)?(?=\([^;\n{]*+(?:\{|(?<=[(,])\r?\n|(?<=[(,]\r)\n))"
    rf"{_JS_PARENS}[ \t\r\n]*(?::[^;(){{}}=]{{1,200}})?\{{"
)
_JS_CLASS = r"ss\b(?:[ \t\r\n]+[\w$]+)?[ \t\r\n]*(?:extends\b|[<{])"


def _script_bodies(heads: str, read: str) -> Bodies:
    """Of blocks, objects and arrays, but for what begins with one of `heads`."""
    return laid_out(
        r"(?=[^\s)>{\]/*].*+(?:(?<=[{\[(])|(?<=[{\[(]\r)))"
        rf"(?!(?:export[ \t]+)?(?:const|let|var)[ \t]*\{{|{heads}(?:extends|implements)\b)"
        r"(?P<value>(?=switch\b|(?>.*[{\[])(?:(?<![\w)\]] \{)(?<!=> \{)|(?<=return \{)"
        r"|(?<=default \{)|(?<=(?:ex|im)port \{)|(?<=type \{)|(?<= as \{))))?"
        r".*(?:(?<!\$)\{|[=(,:?\[ ]\[|\(\r?\n(?:(?P=indent)[ \t].*\n){1,30}+(?P=indent)\).*\{)",
        r"[}\]]",
        rf"{read}|{_JS_ASSIGNED}|{_JS_METHOD}",
        ("/* */", "`"),
        comment="//",
        statement=";",
    )


_JAVASCRIPT_BODIES = _script_bodies(r".*?\bclass\b|", f"f{_JS_FUNCTION}|cla{_JS_CLASS}")
_TYPESCRIPT_BODIES = _script_bodies(
    r"\}>|(?:[a-z]+[ \t]+){0,3}(?:class|enum|global|interface|namespace|type[ \t]+[\w$]"
    r"|module[ \t]+['\"\w$])|.*?\b(?:class|declare)\b|",
    rf"f(?:{_JS_FUNCTION}|ace(?<=\binterface)[ \t\r\n]+[\w$])"
    rf"|cla(?:{_JS_CLASS}|re(?<=\bdeclare)[ \t])"
    r"|p(?:e(?<=\btype)[ \t]+[\w$]+[ \t\r\n]*[=<]|ace(?<=\bnamespace)[ \t\r\n]+[\w$])"
    r"|u(?:m(?<=\benum)[ \t\r\n]+[\w$]|le(?<=\bmodule)[ \t\r\n]+['\"\w$])",
)
_RUST_BODIES = laid_out(
    # Of functions, of what runs in them, and of what is given to constants.
    r"(?:(?:(?:pub(?:\([^()\n]{1,60}\))?|const|async|unsafe|default"
    r"|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*+fn\b[^;{}]{0,1500}+\{"
    r"|(?P<value>(?:\}[ \t]*)?(?:else|for|if|loop|match|unsafe|while|let)\b.*\{"
    r"|[\w.&(].*(?:=>|\||\bmove)[ \t]*\{|(?:pub(?:\([^()\n]{1,60}\))?[ \t]+)?"
    r"(?:const|static)\b(?![ \t]+fn\b)[^;={}]{0,300}=.*[\[({]))",
    r"[}\])]",
    # The letters are what is rare in the words around them.
    r"fn[ \t\r\n]+\w|m(?:od[ \t\r\n]+\w+[ \t\r\n]*[{;]|acro_rules)|//!|/\*!"
    r"|u(?:ct(?<=\bstruct)|m(?<=\benum)|nion)[ \t\r\n]+\w"
    r"|pe(?<=\btype)[ \t\r\n]+\w+[ \t\r\n]*[=<:;]"
    r"|i(?:t(?<=\btrait)[ \t\r\n]+\w|mpl\b(?:[^;(){}]{0,300}|[ \t\r\n]*<[^;{}]{0,300})\{)",
    ("/* */", '"', 'r#" "#'),
    comment="//",
    statement=";",
)
_ZIG_BODIES = laid_out(
    # Of functions, but not what begins in the type that one takes or gives, and of tests.
    r"(?:(?:(?:pub|export|inline|noinline|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*+fn\b"
    r"(?:error\{[\w ,]*\}|[^;{}]){0,500}+(?<!error)(?<!error )(?<!struct)(?<!struct )(?<!union )"
    r"(?<!\(enum\) )\{|test\b.*\{|comptime[ \t]*\{)",
    r"\}",
    r"fn[ \t\r\n]+[\w@]|(?:struct|union|enum|opaque|error)[ \t\r\n]*[({]",
    (),
    comment="//",
)
_JAVA_BODIES = laid_out(
    # Of methods but not of constants of an enumeration, of lambdas, and what stands in an array.
    r"(?=[\w@<][^;{}]{0,400}+\{[ \t\r]*$)"
    r"(?:(?:@\w+[ \t]+(?=p))?(?!(?:[^(<{,@]|(?<=[a-z] )@)*+[,@])[^({=]*[\w>\]]"
    r"(?<!\bnew)(?<!\brecord)(?<!\breturn)[ \t\r\n]+\w+[ \t]*\([^{]*(?:\)|\bthrows\b[^{)]*)"
    r"|[^{]*->|(?P<value>[^{]*[=(\]]))[ \t]*\{",
    r"\}[;,)]*[ \t\r]*$",
    # The letters are what is rare in the words around them: bytes without are passed fast.
    r"c(?:lass[ \t\r\n]+\w[^;(){]{0,400}+\{|ord(?<=\brecord)[ \t\r\n]+\w+[ \t\r\n]*[(<]"
    r"|e(?<=\binterface)[ \t\r\n]+\w)|um(?<=\benum)[ \t\r\n]+\w"
    r"|w(?<=\bnew)\b[^;{}]{0,1000}+(?<!\])(?<!\] )\{",
    ("{ }", "/* */", '"""'),
    comment="//",
    statement=";",
)
_PHP_BODIES = laid_out(
    # Of functions and closures, and what stands in an array.
    r"(?:(?:(?:abstract|final|p(?:ublic|rotected|rivate)|static)[ \t]+)*+"
    r"function\b[^;{}]{0,600}+\{|[$\w\[(>-][^\n{}]{0,300}\bfunction\b[^;{}\n]{0,300}+\{"
    r"|(?P<value>[$\w\[('\"-][^\n#]*(?:\[|\barray\()))",
    r"[\])}][\];,)]*[ \t\r]*$",
    r"f(?:unction[ \t\r\n]+&?[ \t]*\w|ace(?<=\binterface)[ \t\r\n]+\w"
    r"|ine(?<=\bdefine)[ \t]*\()|DEFINE|rait(?<=\btrait)[ \t\r\n]+\w|um(?<=\benum)[ \t\r\n]+\w"
    r"|l(?<=\bcl)ass[ \t\r\n]*(?:[({]|\w[^;(){]{0,400}+\{)|<(?:<<|\?)|\?>",
    ("{ }", "/* */"),
    comment="//",
    statement=";",
)
_CSHARP_BODIES = laid_out(
    # Of methods, accessors and lambdas; what a property is has to be seen where it is broken.
    r"(?=[\w\[(<@~][^;{}]{0,600}+\{[ \t\r]*$)"
    r"(?!(?:if|else|for|foreach|while|switch|using|lock|try|do|catch|finally|fixed|case)\b"
    r"|[^{]*\b(?:(?:class|struct)[ \t]+\w|(?:record|interface|enum|namespace|extension)\b))"
    r"(?:(?:get|set|init|add|remove)\s"
    r"|(?P<value>(?=[^{]*\b(?:new|return|switch)\b(?![^{]*=>)))?[^({]*\()[^{]*\{",
    r"\}[;,)]*[ \t\r]*$",
    # Functions in functions, which begin with no word of their own.
    r"^[ \t]*+(?!(?:return|else|await|throw|new|yield|case|when|from|where|select|join|let"
    r"|orderby|group|not)\b)(?:\([^;(){}=\n]*\)[\[\]?]*|[^;(){}=\"\n/]*[\w>\]?*])[ \t]+\w+[ \t]*"
    r"(?:<[^;(){}]{0,200}>)?[ \t]*\((?=[^;{]{0,400}(?:\{|=>))"
    r"|@\$?\"(?:[^\"\n]|\"\")*$",
    ("{ }", "/* */", '"""', "#if #endif"),
    beside="#.*",
    comment="//",
    statement="return;",
)
_KOTLIN_BODIES = laid_out(
    # Of functions, and of all that begins with a small letter but of what has members.
    r"(?:(?:(?!fun\b|constructor\b)[a-z@]\w*[ \t]+)*+(?:fun\b|(?P<is_constructor>constructor)\b)"
    r"[^\n({}]*+\((?:[^(){}]|\([^(){}]*\)){0,600}+\)"
    r"(?(is_constructor)[ \t]*:[ \t]*(?:this|super)\b|(?![^\n{]*\bobject\b))[^\n{}]*+\{"
    r"|(?=[a-z.][^\n{}]*+\{)(?![^\n{]*\b(?:class|object|interface|constructor|where)\b)"
    r"[^\n{}]*+\{)(?:[^\n{}]*->)?",
    r"\}[;,)]*[ \t\r]*$",
    r"fun[ \t\r\n]|class[ \t\r\n]+[\w`]+[ \t]*[^\w \t]|b(?<=\bob)ject[ \t\r\n]*[:{]",
    ("{ }", "/* */", '"""'),
    comment="//",
)
_SWIFT_BODIES = laid_out(
    # Of functions, and of all that begins with a small letter but of types.
    r"(?:(?:(?!func\b|init\b|subscript\b)[a-z@]\w*(?:\(\w*\))?[ \t]+)*+(?:func|init|subscript)\b"
    r"[^\n({}]*+\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*+\)){0,600}+\)[^\n{}]*+"
    r"(?:\n[ \t]*(?:(?:->|async|throws|where)[^\n{}]*+|(?=\{))){0,3}\{"
    r"|(?=[a-z.@][^\n{}]*+\{)"
    r"(?![^\n{]*\b(?:class|struct|enum|extension|protocol|actor|where)\b)[^\n{}]*+\{)"
    r"(?:[^\n{}]*\bin)?",
    r"\}[;,()]*[ \t\r]*$",
    r"func[ \t]|get[ \t\r]*(?:\n|set)|peal(?<=\btypeal)ias[ \t]"
    r"|(?:class|struct|actor|um(?<=\benum))[ \t]+[\w`]+[ \t]*[:{<\r\n]",
    ("{ }", "/* */", '"""'),
    comment="//",
)
_SCALA_BODIES = laid_out(
    # Of functions, and of all else that has no members.
    r"(?:(?:(?!def\b)[a-z@]\w*(?:\[\w*\])?[ \t]+)*+def\b[^\n({}]*+"
    r"(?:\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*+\)){0,600}+\)"
    r"(?:[ \t\r]*\n[ \t]*(?=\())?[^\n({}]*+)*+(?=[^\n{}]*\{)(?![^\n{]*\bnew\b)[^\n{}]*+\{"
    r"|(?=\w[^\n{}]*+\{)(?![^\n{]*\b(?:class|trait|object|enum|extension|new|given|package"
    r"|type|extends|with)\b)[^\n{}]*+\{)(?:[^\n{}]*=>)?",
    r"\}[;,)]*[ \t\r]*$",
    r"def[ \t]|new\b[^\n]*\{|\}\)[ \t]*\{|type[ \t]+[^\n=]*=|given[ \t][^\n]*[=:{]"
    r"|(?:class|trait|object|enum)[ \t]+[\w`$]+[ \t]*(?:[\[({:;@/\r\n]|extends\b|private\b)"
    r"|new[ \t]+[^\n({})]*(?:\((?:[^(){}]|\([^(){}]*\)){0,600}+\)[^\n({}]*)*+\n[ \t]*\{",
    ("{ }", "/* */", '"""'),
    comment="//",
)

#: Declarations without blocks, comments and custom properties, on one line or more.
_CSS_BODIES = Bodies(
    re.compile(
        rb"\{(?P<body>(?:[^{}\"'/*\\-]++|-(?!-[\w-]*+\s*:)|/(?!\*)|\*(?!/)|\\."
        rb"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')++)(?=\})"
    ),
    re.compile(rb"(?!)"),
    (),
)
_LUA_BODIES = laid_out(
    # Of functions, and tables.
    r"(?:[^\s-].*)?(?:\bfunction\b[^\n()]{0,200}\([^()\n]{0,400}\)|\{)",
    r"(?:end\b|\})[;,)]*[ \t\r]*$",
    r"function[ \t\r\n]+\w|(?:[=.+]|\bor|\band)[ \t\r\n]*function\b|\[=*\[|\]=*\]",
    (),
    comment="--",
)
_RUBY_BODIES = laid_out(
    # Of methods, blocks and what runs in them, and what stands in an array or the like.
    r"(?:def\b(?:[^\n(]*\((?:[^()]|\([^()]*\)){0,600}+\))?.*"
    r"|(?:if|unless|elsif|while|until)\b(?!.*\bdo\b).*[\w?!)\]}'\"]|(?:else|begin|ensure|rescue\b.*)"
    r"|(?!(?:if|unless|elsif|while|until|case|when)\b|.*=[ \t]*(?:if|unless|case)\b"
    r"|.*(?:\battr|_accessor|_reader|_writer|_attribute|alias_method|define_))[^\s#].*"
    r"(?:\bdo(?:[ \t]*\|[^|\n]*\|)?|[\[{(]|\{[ \t]*\|[^|\n]*\|))",
    r"(?:(?:end|else|elsif|rescue|ensure)\b|[\]})])",
    r"def\b|class\b|module\b|alias|attr|define_|thread_m|<<(?:[~-]['\"`\w]|['\"`A-Z])|^=|__END__|%[\w]?[{(\[|]?$"
    r"|(?:\b[A-Z]\w*)[ \t]*(?:[|&+*/-]*=(?![=~>])|,.*=)",
    ('"', "'"),
    comment="#",
)
_SHELL_BODIES = laid_out(
    # Of functions, and of what runs.
    r"(?:(?:function[ \t]+)?[\w:.-]+[ \t]*\([ \t]*\)[ \t]*(?:\r?\n(?P=indent))?\{"
    r"|function[ \t]+[\w:.-]+[ \t]*(?:\r?\n(?P=indent))?\{"
    r"|(?:if|elif|for|while|until)\b.*\b(?:then|do)|else)",
    r"(?:\}[ \t;]*(?:\r?$|[&|<>#])|(?:fi|done|else|elif)\b)",
    r"\([ \t]*\)|function[ \t]|alias|readonly|declare|typeset|<<|\\$",
    ('"', "'"),
    comment="#",
)
_ELIXIR_BODIES = laid_out(
    # Of all but modules.
    r"(?!defmodule|defimpl|defprotocol|describe)[^\s#@].*\bdo",
    r"(?:end|rescue|catch|else|after)\b",
    r"def[a-z]*[ \t(]|@(?:\w*doc|typep?|opaque|\w*callback)\b|\"\"\"|\'\'\'|~[a-zA-Z]+[^\w\s]$"
    r"|(?:test|describe|property)[ \t(]+\"",
    ('"',),
    comment="#",
)
_JULIA_BODIES = laid_out(
    # Of functions, and of what runs in them.
    r"(?:(?:@\w+[ \t]+)*(?:function|macro)\b[^\n(]*"
    r"\((?:[^()]|\((?:[^()]|\([^()]*\))*+\)){0,600}+\).*"
    r"|(?:if|for|while|elseif|else)\b.*)",
    r"(?:end|else|elseif)\b",
    r"function\b|struct\b|macro\b|(?:abstract|primitive)[ \t]+type|module\b|@(?:enum|testset)"
    r"|\bconst\b|#=|=#"
    r"|\)(?:::[^=\n]{0,200})?(?:[ \t]+where\b[^=\n]{0,200})?[ \t\r\n]*=(?![=>])|\}[ \t]*=(?!=)",
    ('"',),
    comment="#",
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
    documents what it stands right below, or behind. `bodies` need not be read.
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
    bodies: Bodies | None = None


_JAVASCRIPT = CodeLanguage(
    "tree_sitter_javascript",
    ("ecmascript", "javascript"),
    constructor="constructor",
    clauses=True,
    bodies=_JAVASCRIPT_BODIES,
)
_TYPESCRIPT = CodeLanguage(
    "tree_sitter_typescript",
    ("ecmascript", "typescript"),
    entry="language_typescript",
    constructor="constructor",
    clauses=True,
    bodies=_TYPESCRIPT_BODIES,
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
        bodies=_C_BODIES,
    ),
    "cpp": CodeLanguage(
        "tree_sitter_cpp",
        ("cpp",),
        separator="::",
        depth=10,
        local=_LOCAL | {"function"},
        name=_CPP_NAME,
        unread=_CPP_MACROS,
        bodies=_CPP_BODIES,
    ),
    "csharp": CodeLanguage(
        "tree_sitter_c_sharp", ("csharp",), marks=_CSHARP, bodies=_CSHARP_BODIES
    ),
    "css": CodeLanguage("tree_sitter_css", ("css",), separator=" ", bodies=_CSS_BODIES),
    "elixir": CodeLanguage(
        "tree_sitter_elixir",
        ("elixir",),
        marks=_ELIXIR,
        depth=12,
        clauses=True,
        bodies=_ELIXIR_BODIES,
    ),
    "go": CodeLanguage(
        "tree_sitter_go",
        ("go",),
        marks=_GO,
        bodies=laid_out(
            r"func\b.*\{",
            r"\}[ \t\r]*$",
            r"(?<![(\w.])type[ \t(]|\b(?:struct|interface)\b",
            ("/* */", "`"),
        ),
    ),
    "java": CodeLanguage("tree_sitter_java", ("java",), bodies=_JAVA_BODIES),
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
        bodies=_JULIA_BODIES,
    ),
    "kotlin": CodeLanguage(
        "tree_sitter_kotlin",
        ("kotlin",),
        name=re.compile("[^`]+"),
        unread=_KOTLIN_UNREAD,
        broken=_KOTLIN_BROKEN,
        bodies=_KOTLIN_BODIES,
    ),
    "lua": CodeLanguage("tree_sitter_lua", ("lua",), marks=_LUA, depth=16, bodies=_LUA_BODIES),
    "ocaml": _OCAML,
    "ocaml.interface": replace(_OCAML, queries=("ocaml",), entry="language_ocaml_interface"),
    "php": CodeLanguage(
        "tree_sitter_php",
        ("php",),
        entry="language_php",
        separator="\\",
        marks=_PHP,
        depth=12,
        bodies=_PHP_BODIES,
    ),
    "ruby": CodeLanguage(
        "tree_sitter_ruby",
        ("ruby",),
        separator="::",
        marks=_RUBY,
        name=re.compile("[^:]+"),
        bodies=_RUBY_BODIES,
    ),
    "rust": CodeLanguage(
        "tree_sitter_rust",
        ("rust",),
        separator="::",
        depth=8,
        name=_RUST_NAME,
        bodies=_RUST_BODIES,
    ),
    "scala": CodeLanguage(
        "tree_sitter_scala",
        ("scala",),
        marks=_SCALA,
        name=re.compile("[^`]+"),
        bodies=_SCALA_BODIES,
    ),
    "shellscript": CodeLanguage(
        "tree_sitter_bash",
        ("shellscript",),
        marks=_SHELL,
        depth=10,
        name=re.compile("[^=]+"),
        unread=_SHELL_UNREAD,
        bodies=_SHELL_BODIES,
    ),
    "swift": CodeLanguage(
        "tree_sitter_swift",
        ("swift",),
        name=re.compile("[^`]+"),
        unread=_SWIFT_UNREAD,
        bodies=_SWIFT_BODIES,
    ),
    "typescript": _TYPESCRIPT,
    "typescriptreact": replace(_TYPESCRIPT, entry="language_tsx"),
    "zig": CodeLanguage(
        "tree_sitter_zig",
        ("zig",),
        local=frozenset(),
        name=re.compile(r'[^@"]+'),
        bodies=_ZIG_BODIES,
    ),
}
