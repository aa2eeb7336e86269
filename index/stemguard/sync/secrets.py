"""Which files hold private keys: by name, then they are never opened, or by how they begin."""

from __future__ import annotations

import re

#: Why such a file is not searched.
PRIVATE_KEY = "private key"

#: What the names of private keys end with: ssh-keygen(1) and sshd_config(5) for those of SSH, whose
#: public half ends in `.pub`; PKCS #8, PKCS #12, PuTTY and Java key stores; GnuPG before 2.1. A
#: certificate has the names of PEM, `.pem` and `.crt`, too.
_ENDINGS = (
    ".key",
    ".p8",
    ".p12",
    ".pfx",
    ".ppk",
    ".jks",
    ".keystore",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "_rsa_key",
    "_dsa_key",
    "_ecdsa_key",
    "_ed25519_key",
    "secring.gpg",
)
#: What may stand above the first block of a file of keys: blank lines, comments, and the attributes
#: that openssl-pkcs12(1) writes.
_PREAMBLE = re.compile(r"(?:\s++|(?:[#;]|//)[^\r\n]*+|(?:Bag|Key) Attributes[^-]*+)*+")
#: RFC 7468, RFC 4716 (SSH2, with four hyphens), RFC 4880; PuTTY and age have forms of their own.
_BLOCK = re.compile(r"-----BEGIN |---- BEGIN |PuTTY-User-Key-File-|AGE-SECRET-KEY-")
_KEY = re.compile(
    r"^(?:-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|---- BEGIN [A-Z0-9 ]*PRIVATE KEY ----"
    r"|PuTTY-User-Key-File-|AGE-SECRET-KEY-)",
    re.MULTILINE,
)


def is_secret(path: str) -> bool:
    """Whether a file of this path or name is taken for a private key; case does not matter."""
    return path.lower().endswith(_ENDINGS)


def holds_private_key(text: str) -> bool:
    """Whether a text is a private key, or certificates and the like with one among them.

    It begins with such a block, comments above it left out. A key inside of something else, as in
    the source of a test, makes no text a key.
    """
    begin = _PREAMBLE.match(text)
    at = begin.end() if begin is not None else 0
    return _BLOCK.match(text, at) is not None and _KEY.search(text, at) is not None
