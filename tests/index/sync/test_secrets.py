from __future__ import annotations

import pytest

from stemguard.sync.secrets import is_secret


@pytest.mark.parametrize(
    "path",
    [
        *("id_rsa", ".ssh/id_ed25519", "keys/deploy_id_rsa", "a/server.pem", "TLS.KEY", "x.p12"),
        *("etc/ssh/ssh_host_ecdsa_key", "release.jks", "putty.ppk", "AuthKey_1.p8"),
    ],
)
def test_the_usual_names_of_private_keys_are_known(path: str) -> None:
    assert is_secret(path)


@pytest.mark.parametrize(
    "path", ["id_rsa.pub", "key.py", "keys.md", "a.pem/readme", "pem", "tls.key.md", "api_key", ""]
)
def test_files_about_keys_are_not_taken_for_keys(path: str) -> None:
    assert not is_secret(path)
