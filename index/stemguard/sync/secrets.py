"""Which files hold private keys, judged by name: such a file is never opened."""

from __future__ import annotations

#: What the names of private keys end with: ssh-keygen(1) and sshd_config(5) for those of SSH, whose
#: public half ends in `.pub`; PEM, PKCS #8, PKCS #12, PuTTY and Java key stores; GnuPG before 2.1.
_ENDINGS = (
    ".pem",
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


def is_secret(path: str) -> bool:
    """Whether a file of this path or name is taken for a private key; case does not matter."""
    return path.lower().endswith(_ENDINGS)
