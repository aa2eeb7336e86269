"""An Emacs in a terminal, whose own server answers questions."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.editors.tmux import LIMIT_S, Terminal, wait_for


class Emacs(Terminal):
    """A running Emacs."""

    def __init__(self, program: str, env: dict[str, str], folder: Path) -> None:
        self._own = Path(tempfile.mkdtemp(prefix="sge"))
        self._server = self._own / "server"
        serve = ["--eval", f'(setq server-socket-dir "{self._own}")', "-f", "server-start"]
        super().__init__([program, "-nw", *serve], env, folder)
        wait_for("Emacs", lambda: self._server.exists() or None, self.screen)

    def ask(self, form: str) -> object:
        """The value of a form, as JSON has it."""
        whole = f"(base64-encode-string (json-serialize {form} :null-object nil) t)"
        client = ["emacsclient", "-s", str(self._server), "--eval", whole]
        said = subprocess.run(
            client, env=self.env, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
        assert said.returncode == 0, said.stdout + said.stderr
        return json.loads(base64.b64decode(said.stdout.strip().strip('"')))

    def wait_until(self, form: str) -> object:
        """The value of a form, once it is one."""
        return wait_for(form, lambda: self.ask(form), self.screen)

    def stop(self) -> None:
        """Ends Emacs, and with it what it started."""
        super().stop()
        # Emacs may be taking its socket away at this moment.
        shutil.rmtree(self._own, ignore_errors=True)
