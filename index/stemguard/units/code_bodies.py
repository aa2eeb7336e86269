"""Which bodies need not be read: a row for each language, by LSP identifier.

A language without a row has all of its text read. The expressions are long, and looked at for every
byte of a file: each begins with what is rare, goes forward only where it can, and has an end to
each of its repetitions. A text that is made to take long meets the limit of a worker all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stemguard.units.bodies import Bodies, laid_out
from stemguard.units.unclosed_bodies import UnclosedBodies
from stemguard.units.unclosed_code_bodies import HASKELL, OCAML

#: What is in parentheses, up to four deep.
_PARENS = r"\((?:[^();{}]|\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*+\))*+\))*+\)){0,800}+\)"
_C_TAGGED = r"[^;(){}=,]{0,200}+(?:\([^;{}]{0,100}\)[^;(){}=,]{0,100})?\{"
_C_BRACE = r"(?:\r?\n(?P=indent))?\{"
#: What an attribute stands in belongs to a type, and not to a function that gives one.
_C_NOT_TYPE = (
    r"|(?:\w++[ \t]++){0,5}?(?:struct|union|enum|class)[ \t]+(?:\w++[ \t]++){0,4}?"
    r"(?:__\w+|[A-Z][A-Z\d_]+|alignas)[ \t]*\()"
)
#: A type after the attribute that stands before it.
_C_NO_TAG = r"(?!\s*(?:struct|union|enum|class)\b)"
_C_VALUE = rf"(?P<value>[^;{{}}()#\n=]*+=)[ \t]*{_C_BRACE}"
_C_DIRECTIVE = r"[ \t]*#(?:.*\\\r?\n)*+.*"
_C = laid_out(
    # Of functions and of what is given to variables.
    r"(?<![ \t])(?=[A-Za-z_].*[{),(][ \t\r]*$)(?!(?:extern[ \t]+\"|typedef\b)"
    rf"{_C_NOT_TYPE}(?:(?:[^;{{}}()#\n]*+{_PARENS}){{1,3}}{_C_NO_TAG}[ \t\w]*{_C_BRACE}"
    rf"|{_C_VALUE})",
    r"\}[ \t]*[;,]?[ \t\r]*$",
    rf"#[ \t]*define\b|typedef\b|(?:enum|struct|union)\b{_C_TAGGED}",
    ("/* */",),
    kept=rf"^{_C_DIRECTIVE}\n",
    beside=rf"{_C_DIRECTIVE}|(?P=indent)[A-Za-z_]\w*[ \t]*:(?!:)[^{{\n]*",
    comment="//",
    statement=";",
)
_CPP_GIVEN = (
    rf"[\s,]*+[\w:]++(?:<[^;{{}}()]{{0,200}}?>)?[ \t]?"
    rf"(?:{_PARENS}|\{{(?:[^;{{}}]|\{{[^;{{}}]*+\}}){{0,400}}+\}})(?:\.\.\.)?"
)
_CPP = laid_out(
    # A constructor with a macro before it is read wrong, and where it ends is told by its body.
    r"(?![A-Z][A-Z\d]*_[A-Z\d_]*[ \t]+\w+\()(?=[A-Za-z_~].*[{),(;\w][ \t\r]*$)"
    rf"(?!(?:extern[ \t]+\"|(?:class|concept|namespace|requires|typedef)\b){_C_NOT_TYPE}"
    rf"(?:(?:[^;{{}}()#\n]*+{_PARENS}){{1,3}}{_C_NO_TAG}"
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
#: Functions that have a name or may be given one.
_JS_FUNCTION = (
    r"function\b(?:[ \t]*\*?[ \t\r\n]*[\w$]|(?<![(,]function)(?<![(,] function)"
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
_JS_CLASS = r"class\b(?:[ \t\r\n]+[\w$]+)?[ \t\r\n]*(?:extends\b|[<{])"


def _script_bodies(heads: str, read: Iterable[str]) -> Bodies:
    """Of blocks, objects and arrays, but for what begins with one of `heads`."""
    return laid_out(
        r"(?=[^\s)>{\]/*].*+(?:(?<=[{\[(])|(?<=[{\[(]\r)))"
        rf"(?!(?:export[ \t]+)?(?:const|let|var)[ \t]*\{{|{heads}(?:extends|implements)\b)"
        r"(?P<value>(?=switch\b|(?>.*[{\[])(?:(?<![\w)\]] \{)(?<!=> \{)|(?<=return \{)"
        r"|(?<=default \{)|(?<=(?:ex|im)port \{)|(?<=type \{)|(?<= as \{))))?"
        r".*(?:(?<!\$)\{|[=(,:?\[ ]\[|\(\r?\n(?:(?P=indent)[ \t].*\n){1,30}+(?P=indent)\).*\{)",
        r"[}\]]",
        (*read, _JS_ASSIGNED, _JS_METHOD),
        ("/* */", "`"),
        comment="//",
        statement=";",
    )


_JAVASCRIPT = _script_bodies(r".*?\bclass\b|", (_JS_FUNCTION, _JS_CLASS))
_TYPESCRIPT = _script_bodies(
    r"\}>|(?:[a-z]+[ \t]+){0,3}(?:class|enum|global|interface|namespace|type[ \t]+[\w$]"
    r"|module[ \t]+['\"\w$])|.*?\b(?:class|declare)\b|",
    (
        _JS_FUNCTION,
        _JS_CLASS,
        r"interface(?<=\binterface)[ \t\r\n]+[\w$]",
        r"declare(?<=\bdeclare)[ \t]",
        r"type(?<=\btype)[ \t]+[\w$]+[ \t\r\n]*[=<]",
        r"namespace(?<=\bnamespace)[ \t\r\n]+[\w$]",
        r"enum(?<=\benum)[ \t\r\n]+[\w$]",
        r"module(?<=\bmodule)[ \t\r\n]+['\"\w$]",
    ),
)
_RUST = laid_out(
    # Of functions, of what runs in them, and of what is given to constants.
    r"(?:(?:(?:pub(?:\([^()\n]{1,60}\))?|const|async|unsafe|default"
    r"|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*+fn\b[^;{}]{0,1500}+\{"
    r"|(?P<value>(?:\}[ \t]*)?(?:else|for(?=.*\bin\b)|if|loop|match|while|let"
    r"|unsafe(?![ \t]+(?:auto|extern|impl|mod|trait)\b))\b.*\{"
    r"|[\w.&(].*(?:=>|\||\bmove)[ \t]*\{|(?:pub(?:\([^()\n]{1,60}\))?[ \t]+)?"
    r"(?:const|static)\b(?![ \t]+fn\b)[^;={}]{0,300}=.*[\[({]))",
    r"[}\])]",
    # The letters are what is rare in the words around them.
    r"(?:const|static)[ \t]+(?:mut[ \t]+)?\w+[ \t]*:"
    r"|fn[ \t\r\n]+\w|m(?:od[ \t\r\n]+\w+[ \t\r\n]*[{;]|acro_rules)|//!|/\*!"
    r"|u(?:ct(?<=\bstruct)|m(?<=\benum)|nion)[ \t\r\n]+\w"
    r"|pe(?<=\btype)[ \t\r\n]+\w+[ \t\r\n]*[=<:;]"
    r"|i(?:t(?<=\btrait)[ \t\r\n]+\w|mpl\b(?:[^;(){}]{0,300}|[ \t\r\n]*<[^;{}]{0,300})\{)",
    ("/* */", '"', 'r#" "#'),
    comment="//",
    statement=";",
)
_ZIG = laid_out(
    # Of functions, but not what begins in the type that one takes or gives, and of tests.
    r"(?:(?:(?:pub|export|inline|noinline|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*+fn\b"
    r"(?:error\{[\w ,]*\}|[^;{}]){0,500}+(?<!error)(?<!error )(?<!struct)(?<!struct )(?<!union )"
    r"(?<!\(enum\) )\{|test\b.*\{|comptime[ \t]*\{)",
    r"\}",
    r"fn[ \t\r\n]+[\w@]|(?:struct|union|enum|opaque|error)[ \t\r\n]*[({]",
    (),
    comment="//",
)
_JAVA = laid_out(
    # Of methods but not of constants of an enumeration, of lambdas, and what stands in an array.
    r"(?=[\w@<][^;{}]{0,400}+\{[ \t\r]*$)"
    r"(?:(?:@\w+[ \t]+(?=p))?(?!(?:[^(<{,@]|(?<=[a-z] )@)*+[,@])[^({=]*[\w>\]]"
    r"(?<!\bnew)(?<!\brecord)(?<!\breturn)[ \t\r\n]+\w+[ \t]*\([^{]*(?:\)|\bthrows\b[^{)]*)"
    r"|[^{]*->|(?P<value>[^{]*[=(\]]))[ \t]*\{",
    r"\}[;,)]*[ \t\r]*$",
    # The letters are what is rare in the words around them: bytes without are passed fast.
    (
        *(r"private[ \t]", r"protected[ \t]", r"public[ \t]", "@Override"),
        r"c(?:lass[ \t\r\n]+\w[^;(){]{0,400}+\{|ord(?<=\brecord)[ \t\r\n]+\w+[ \t\r\n]*[(<]"
        r"|e(?<=\binterface)[ \t\r\n]+\w)|um(?<=\benum)[ \t\r\n]+\w"
        r"|w(?<=\bnew)\b[^;{}]{0,1000}+(?<!\])(?<!\] )\{",
    ),
    ("{ }", "/* */", '"""'),
    comment="//",
    statement=";",
)
_PHP = laid_out(
    # Of functions and closures, and what stands in an array.
    r"(?:(?:(?:abstract|final|p(?:ublic|rotected|rivate)|static)[ \t]+)*+"
    r"function\b[^;{}]{0,600}+\{|[$\w\[(>-][^\n{}]{0,300}\bfunction\b[^;{}\n]{0,300}+\{"
    r"|(?P<value>[$\w\[('\"-][^\n#]*(?:\[|\barray\()))",
    r"[\])}][\];,)]*[ \t\r]*$",
    r"(?i:f(?:unction[ \t\r\n]+&?[ \t]*\w|ace(?<=\binterface)[ \t\r\n]+\w"
    r"|ine(?<=\bdefine)[ \t]*\()|rait(?<=\btrait)[ \t\r\n]+\w|um(?<=\benum)[ \t\r\n]+\w"
    r"|l(?<=\bcl)ass[ \t\r\n]*(?:[({]|\w[^;(){]{0,400}+\{))|<(?:<<|\?)|\?>",
    ("{ }", "/* */"),
    comment="//",
    statement=";",
)
_CSHARP = laid_out(
    # Of methods, accessors and lambdas; what a property is has to be seen where it is broken.
    r"(?=[\w\[(<@~][^;{}]{0,600}+\{[ \t\r]*$)"
    r"(?!(?:if|else|for|foreach|while|switch|using|lock|try|do|catch|finally|fixed|case|where)\b"
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
_KOTLIN = laid_out(
    # Of functions, and of all that begins with a small letter but of what has members.
    r"(?:(?:(?!fun\b|constructor\b)[a-z@]\w*[ \t]+)*+(?:fun\b|(?P<is_constructor>constructor)\b)"
    r"[^\n({}]*+\((?:[^(){}]|\([^(){}]*\)){0,600}+\)"
    r"(?(is_constructor)[ \t]*:[ \t]*(?:this|super)\b|(?![^\n{]*\bobject\b))[^\n{}]*+\{"
    r"|(?=[a-z.][^\n{}]*+\{)(?![^\n{]*\b(?:class|object|interface|constructor|where)\b)"
    r"[^\n{}]*+\{)(?:[^\n{}]*->)?",
    r"\}[;,)]*[ \t\r]*$",
    r"fun[ \t\r\n]|class[ \t\r\n]+[\w`]+[ \t]*[^\w \t]|b(?<=\bob)ject[ \t\r\n]*[:{]"
    r"|override\b|get\(\)",
    ("{ }", "/* */", '"""'),
    comment="//",
)
_SWIFT = laid_out(
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
_SCALA = laid_out(
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
_LUA = laid_out(
    # Of functions, and tables.
    r"(?:[^\s-].*)?(?:\bfunction\b[^\n()]{0,200}\([^()\n]{0,400}\)|(?P<value>\{))",
    r"(?:end\b|\})[;,)]*[ \t\r]*$",
    r"function[ \t\r\n]+\w|(?:[=.+]|\bor|\band)[ \t\r\n]*function\b|\[=*\[|\]=*\]",
    (),
    comment="--",
    statement=";",
)
_RUBY = laid_out(
    # Of methods, blocks and what runs in them, and what stands in an array or the like.
    r"(?:def\b(?:[^\n(]*\((?:[^()]|\([^()]*\)){0,600}+\))?.*"
    r"|(?:if|unless|elsif|while|until)\b(?!.*\bdo\b).*[\w?!)\]}'\"]|(?:else|begin|ensure|rescue\b.*)"
    r"|(?=[^\s#].*+(?<=[o|\[{( \t\r]))"
    r"(?!(?:if|unless|elsif|while|until|case|when)\b|.*=[ \t]*(?:if|unless|case)\b"
    r"|.*(?:\battr|_accessor|_reader|_writer|_attribute|alias_method|define_))[^\s#].*"
    r"(?:\bdo(?:[ \t]*\|[^|\n]*\|)?|(?P<value>[\[{(])|\{[ \t]*\|[^|\n]*\|))",
    r"(?:(?:end|else|elsif|rescue|ensure)\b|[\]})])",
    (
        *(r"def\b", r"class\b", r"module\b", "alias", "attr", "define_", "thread_m", "__END__"),
        *(r"\n=", r"<<(?:[~-]['\"`\w]|['\"`A-Z])", r"%[\w]?[{(\[|]?$"),
        r"\b[A-Z]\w*+(?:[ \t]*(?:[|&+*/-]*=(?![=~>])|,.*=))",
    ),
    ('"', "'"),
    comment="#",
    statement="nil;",
)
_SHELL = laid_out(
    # Of functions, and of what runs.
    r"(?:(?:function[ \t]+)?[\w:.-]+[ \t]*\([ \t]*\)[ \t]*(?:\r?\n(?P=indent))?\{"
    r"|function[ \t]+[\w:.-]+[ \t]*(?:\r?\n(?P=indent))?\{"
    r"|(?:if|elif|for|while|until)\b.*\b(?:then|do)|else)",
    r"(?:\}[ \t;]*(?:\r?$|[&|<>#])|(?:fi|done|else|elif)\b)",
    r"\([ \t]*\)|function[ \t]|alias|readonly|declare|typeset|<<|\\$",
    ('"', "'"),
    comment="#",
)
_ELIXIR = laid_out(
    # Of all but modules.
    r"(?!defmodule|defimpl|defprotocol|describe)[^\s#@].*\bdo",
    r"(?:end|rescue|catch|else|after)\b",
    r"def[a-z]*[ \t(]|@(?:\w*doc|typep?|opaque|\w*callback)\b|\"\"\"|\'\'\'|~[a-zA-Z]+[^\w\s]$"
    r"|(?:test|describe|property)[ \t(]+\"",
    ('"',),
    comment="#",
)
_JULIA = laid_out(
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
_GO = laid_out(
    r"func\b.*\{",
    r"\}[ \t\r]*$",
    (r"type(?<![(\w.]type)[ \t(]", r"struct\b", r"interface\b"),
    ("/* */", "`"),
    comment="//",
)

BODIES: Mapping[str, Bodies | UnclosedBodies] = {
    "c": _C,
    "cpp": _CPP,
    "csharp": _CSHARP,
    "elixir": _ELIXIR,
    "go": _GO,
    "haskell": HASKELL,
    "java": _JAVA,
    "javascript": _JAVASCRIPT,
    "javascriptreact": _JAVASCRIPT,
    "julia": _JULIA,
    "kotlin": _KOTLIN,
    "lua": _LUA,
    "ocaml": OCAML,
    "php": _PHP,
    "ruby": _RUBY,
    "rust": _RUST,
    "scala": _SCALA,
    "shellscript": _SHELL,
    "swift": _SWIFT,
    "typescript": _TYPESCRIPT,
    "typescriptreact": _TYPESCRIPT,
    "zig": _ZIG,
}
