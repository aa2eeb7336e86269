from __future__ import annotations

import pytest

from stemguard.sync.secrets import holds_private_key, is_secret


@pytest.mark.parametrize(
    "path",
    [
        *("id_rsa", ".ssh/id_ed25519", "keys/deploy_id_rsa", "TLS.KEY", "x.p12"),
        *("etc/ssh/ssh_host_ecdsa_key", "release.jks", "putty.ppk", "AuthKey_1.p8"),
    ],
)
def test_the_usual_names_of_private_keys_are_known(path: str) -> None:
    assert is_secret(path)


@pytest.mark.parametrize(
    "path",
    [
        "a/server.pem",
        "ca.crt",
        "id_rsa.pub",
        "key.py",
        "keys.md",
        "a.pem/readme",
        "pem",
        "tls.key.md",
        "api_key",
        "",
    ],
)
def test_files_about_keys_are_not_taken_for_keys(path: str) -> None:
    assert not is_secret(path)


#: No test holds a key's first line in one piece, so that no scanner takes it for a leak.
HYPHENS = "-" * 5
CERTIFICATE = f"{HYPHENS}BEGIN CERTIFICATE{HYPHENS}\nMIIB\n{HYPHENS}END CERTIFICATE{HYPHENS}\n"


@pytest.mark.parametrize(
    "kind",
    ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "],
)
def test_a_text_that_begins_with_a_private_key_is_one(kind: str) -> None:
    key = f"{HYPHENS}BEGIN {kind}PRIVATE KEY{HYPHENS}\nMIIB\n"
    assert holds_private_key(key)
    assert holds_private_key(f"\n  # for the build\n; and\r\n// more\n{key}")
    assert holds_private_key(f"Bag Attributes\n    localKeyID: 01 \nKey Attributes: <No>\n{key}")
    assert holds_private_key(CERTIFICATE + key)


@pytest.mark.parametrize(
    "text",
    [
        f"{HYPHENS}BEGIN PGP PRIVATE KEY BLOCK{HYPHENS}\n",
        f"{HYPHENS[1:]} BEGIN SSH2 ENCRYPTED PRIVATE KEY {HYPHENS[1:]}\n",
        "PuTTY-User-Key-File-3: ssh-ed25519\n",
        "# created: 2024\n# public key: age1\nAGE-SECRET-KEY-1QQQ\n",
    ],
)
def test_other_forms_of_private_keys_are_known(text: str) -> None:
    assert holds_private_key(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        CERTIFICATE,
        f"{HYPHENS}BEGIN PUBLIC KEY{HYPHENS}\n",
        f"{HYPHENS}BEGIN PGP PUBLIC KEY BLOCK{HYPHENS}\n",
        f"KEY = '''\n{HYPHENS}BEGIN PRIVATE KEY{HYPHENS}\n'''\n",
        f"How to read {HYPHENS}BEGIN PRIVATE KEY{HYPHENS}\n",
        "# only\n" * 20_000 + "x",
        " \n" * 50_000,
        f"{CERTIFICATE}The line {HYPHENS}BEGIN PRIVATE KEY{HYPHENS} is not here.",
    ],
)
def test_certificates_and_texts_with_a_key_inside_are_no_keys(text: str) -> None:
    assert not holds_private_key(text)
