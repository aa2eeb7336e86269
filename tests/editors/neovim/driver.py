"""A Neovim without a terminal, driven by keystrokes and looked at through its own screen."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

#: Long enough for a server to start and index a small project on a busy machine.
LIMIT_S = 60.0
LOOK_S = 0.03

#: The screen as text; a cell that a wide character covers is empty.
SCREEN = """
vim.cmd.redraw()
local rows = {}
for row = 1, vim.o.lines do
  local cells = {}
  for column = 1, vim.o.columns do
    cells[column] = vim.fn.screenstring(row, column)
  end
  rows[row] = (table.concat(cells):gsub('%s+$', ''))
end
return rows
"""


class Neovim:
    """One running Neovim; `lua` is evaluated in it, `keys` are typed."""

    def __init__(
        self,
        program: Path,
        env: Mapping[str, str],
        folder: Path,
        *arguments: str,
        columns: int = 100,
        lines: int = 30,
    ) -> None:
        self._program = program
        self._env = dict(env)
        self._socket = Path(env["HOME"]) / f"nvim-{time.monotonic_ns()}.sock"
        size = f"set columns={columns} lines={lines}"
        words = [str(program), "--headless", "--listen", str(self._socket), "--cmd", size]
        self._process = subprocess.Popen(
            [*words, *arguments],
            cwd=folder,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait(self._socket.exists, lambda: "for Neovim's socket")

    def children(self, word: str) -> list[int]:
        """The processes that it has started with a word on their command lines."""
        found = subprocess.run(
            ["pgrep", "-f", "-P", str(self._process.pid), word],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in found.stdout.split()]

    def lua(self, code: str) -> Any:  # noqa: ANN401 - whatever the code returns
        """What the Lua code returns."""
        wrapped = f"vim.json.encode({{ (function() {code}\nend)() }})"
        answer = self._remote("--remote-expr", f"luaeval({json.dumps(wrapped)})")
        values = json.loads(answer) if answer.strip() not in ("", "{}") else []
        return values[0] if values else None

    def keys(self, keys: str) -> None:
        """Types keys, in the notation of Vim's mappings."""
        self._remote("--remote-send", keys)

    def screen(self) -> list[str]:
        """The lines of the screen."""
        rows: list[str] = self.lua(SCREEN)
        return rows

    def until_shown(self, *texts: str) -> list[str]:
        """The lines of the screen, once each of these texts is on one of them."""

        def shows_all(rows: list[str]) -> bool:
            return all(any(text in row for row in rows) for text in texts)

        rows: list[str] = self.until(SCREEN, f"for {texts} on the screen", shows_all)
        return rows

    def until(self, code: str, what: str, passes: Callable[[Any], bool] = bool) -> Any:  # noqa: ANN401 - whatever the code returns
        """What the Lua code returns once that passes."""
        seen: list[Any] = [None]

        def there() -> bool:
            seen[0] = self.lua(code)
            return passes(seen[0])

        self._wait(there, lambda: f"{what}; last seen: {seen[0]!r}\n" + "\n".join(self.screen()))
        return seen[0]

    def close(self) -> None:
        """Ends it as a user does, and whatever it takes."""
        if self._process.poll() is None:
            # The answer may be lost as it ends, and so is not looked at.
            self._run("--remote-send", "<C-\\><C-n>:qa!<CR>")
            try:
                self._process.wait(LIMIT_S)
            finally:
                self._process.kill()

    def _remote(self, *words: str) -> str:
        answer = self._run(*words)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self._program), "--server", str(self._socket), *words],
            env=self._env,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )

    def _wait(self, there: Callable[[], bool], what: Callable[[], str]) -> None:
        def there_while_it_runs() -> bool:
            assert self._process.poll() is None, "Neovim has ended"
            return there()

        wait(there_while_it_runs, what)


def wait(there: Callable[[], bool], what: Callable[[], str]) -> None:
    """Returns once something is there, and else says what was waited for."""
    end = time.monotonic() + LIMIT_S
    while not there():
        assert time.monotonic() < end, f"waited {LIMIT_S:g} s {what()}"
        time.sleep(LOOK_S)
