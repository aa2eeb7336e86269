"""Whether a header `.h` is C++, as its name does not tell.

It is where it writes, outside of comments, text and what `#ifdef __cplusplus` shows to compilers of
C++ alone, something that C does not have: `::` between names, a class or a namespace with what
follows it, `template <`, an access to members.
"""

from __future__ import annotations

import re

#: A sign that comes later than this comes too late: most stand in the first lines of code.
_LOOKED_AT = 50_000
#: One of these is in every sign, and most headers of C have none.
_WORDS = ("::", "class ", "namespace ", "template", "public:", "private:", "protected:")
_SCANNED = re.compile(
    r"""/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z) | //[^\n]*+ | "(?:[^"\\\n]|\\.)*+"?
    | ^[ \t]*\#[ \t]*if[^\n]*__cplusplus[^\n]*(?:\n(?![ \t]*\#[ \t]*(?:else|elif|endif))[^\n]*+)*+
    | (?P<sign>
        (?<![\[:\w])[A-Za-z_]\w*::~?[A-Za-z_]
        | ^[ \t]*(?:
            template[ \t]*<
            | (?:inline[ \t]+)?namespace[ \t]+\w[\w:]*\s*\{
            | class[ \t]+(?:\w+[ \t]+)?\w+(?:[ \t]+final)?\s*(?:[;{]|:[^:])
            | enum[ \t]+class[ \t]+\w+
            | (?:public|private|protected):))""",
    re.VERBOSE | re.MULTILINE,
)


def is_cpp(text: str) -> bool:
    """Whether the text of a header is C++; takes time that grows with its length at most."""
    if not any(word in text for word in _WORDS):
        return False
    found = _SCANNED.finditer(text, 0, _LOOKED_AT)
    return any(token["sign"] is not None for token in found)
