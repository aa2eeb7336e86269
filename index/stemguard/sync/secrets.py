"""Which files hold private keys, judged by name: such a file is never opened."""

from __future__ import annotations

#: ssh-keygen(1): the default names of private keys; the public half ends in `.pub`.
_NAMES = frozenset(
    {"id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_xmss"}
)
_ENDINGS = (
    ".pem",
    ".key",
    ".p8",
    ".p12",
    ".pfx",
    ".ppk",
    ".jks",
    ".keystore",
    "_rsa_key",
    "_dsa_key",
    "_ecdsa_key",
    "_ed25519_key",
    "secring.gpg",
)


def is_secret(path: str) -> bool:
    """Whether a file of this path or name is taken for a private key; case does not matter."""
    lowered = path.lower()
    return lowered.endswith(_ENDINGS) or lowered[lowered.rfind("/") + 1 :] in _NAMES
