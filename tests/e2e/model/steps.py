"""Every kind of step of a script. Each makes what it needs, and says what it did."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import quote

from tests.e2e.model.editor import Change, Document, Editor, some_change
from tests.e2e.model.harness import Model
from tests.e2e.model.judge import expected, judged
from tests.e2e.model.texts import question
from tests.e2e.model.world import IGNORE_FILE, RULES

Step = Callable[[Model], str]

_MOST_OPEN = 4


# On disk.


def _write(model: Model) -> str:
    return _written(model, model.world.some_file())


def _written(model: Model, path: str) -> str:
    model.world.write(path, model.world.new_text(path))
    return path


def _append(model: Model) -> str:
    path = model.world.some_file()
    more = model.world.new_text(path)
    with (model.world.root / path).open("a", encoding="utf-8", newline="") as file:
        file.write(more)
    return path


def _truncate(model: Model) -> str:
    path = model.world.some_file()
    whole = model.world.read(path)
    model.world.write(path, whole[: model.random.randint(0, len(whole))])
    return path


def _write_in_no_time(model: Model) -> str:
    """A file with other content of the same size, and the times it had."""
    path = model.world.some_file()
    file = model.world.root / path
    before = file.stat()
    model.world.write(path, model.world.read(path).swapcase())
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    return path


def _save_by_rename(model: Model) -> str:
    path = model.world.some_file()
    file = model.world.root / path
    beside = file.with_name(f".{file.name}.tmp")
    beside.write_text(model.world.new_text(path), encoding="utf-8", newline="")
    beside.replace(file)
    return path


def _save_with_backup(model: Model) -> str:
    path = model.world.some_file()
    file = model.world.root / path
    backup = file.with_name(f"{file.name}~")
    file.rename(backup)
    _written(model, path)
    if model.random.random() < 0.7:
        backup.unlink()
    return path


def _create(model: Model) -> str:
    return _written(model, model.world.new_path())


def _delete(model: Model) -> str:
    path = model.world.some_file()
    (model.world.root / path).unlink()
    return path


def _rename(model: Model) -> str:
    path, new = model.world.some_file(), model.world.new_path()
    (model.world.root / new).parent.mkdir(parents=True, exist_ok=True)
    (model.world.root / path).rename(model.world.root / new)
    return f"{path} to {new}"


def _rename_tree(model: Model) -> str:
    tree, name = model.world.some_folder(), model.world.new_name()
    target = (model.world.root / tree).with_name(name)
    (model.world.root / tree).rename(target)
    return f"{tree} to {name}"


def _move_tree_out(model: Model) -> str:
    tree = model.world.some_folder()
    (model.world.root / tree).rename(model.world.outside / model.world.new_name())
    return tree


def _move_tree_in(model: Model) -> str:
    world = model.world
    if not any(world.outside.iterdir()):
        _move_tree_out(model)
    tree = sorted(world.outside.iterdir())[0]
    above = model.random.choice(["", *world.folders()])
    tree.rename(world.root / above / tree.name)
    return f"{tree.name} into {above or 'the root'}"


def _delete_tree(model: Model) -> str:
    tree = model.world.some_folder()
    shutil.rmtree(model.world.root / tree)
    return tree


def _become_another(model: Model) -> str:
    """A folder or a link takes the place of a file."""
    path, other = model.world.some_file(), model.world.some_file()
    file = model.world.root / path
    file.unlink()
    if path == other or model.random.random() < 0.5:
        return _written(model, f"{path}/{model.world.new_path()}")
    file.symlink_to(model.world.root / other)
    return f"{path}, a link to {other}"


def _ignore(model: Model) -> str:
    above = model.random.choice(["", "", "", *(f"{f}/" for f in model.world.folders())])
    rules = model.random.sample(RULES, model.random.randint(0, 3))
    model.world.write(above + IGNORE_FILE, "".join(f"{rule}\n" for rule in rules))
    return f"{above}{IGNORE_FILE} {rules}"


def _checkout(model: Model) -> str:
    return model.world.checkout()


# In documents.


def _open(model: Model) -> str:
    editor = model.editor
    files = [path for path in model.world.files() if not path.endswith(IGNORE_FILE)]
    closed = [path for path in files if path not in editor.documents]
    while len(editor.documents) >= _MOST_OPEN or not closed:
        closed.append(_close(model))
    path = model.random.choice(closed)
    text = model.world.read(path)
    editor.open(path, Document(_some_uri(model, path), text))
    return path


def _some_uri(model: Model, path: str) -> str:
    """One of the URIs that name a file: clients differ in what they escape."""
    file = model.world.root / path
    if model.random.random() < 0.7:
        return file.as_uri()
    escaped = "".join(f"%{byte:02x}" for byte in os.fsencode(file.name))
    return f"file://{quote(file.parent.as_posix(), safe='/')}/{escaped}"


def _document(model: Model) -> str:
    """One that is open."""
    if not model.editor.documents:
        return _open(model)
    return model.random.choice(sorted(model.editor.documents))


def _edit(model: Model) -> str:
    path = _document(model)
    text = model.editor.documents[path].text
    changes: list[Change] = []
    for _ in range(model.random.choice([1, 1, 2, 5])):
        changes.append(some_change(model.random, text))
        text = changes[-1].applied(text)
    model.editor.edit(path, changes)
    return f"{path} {changes}"


def _replace(model: Model) -> str:
    path = _document(model)
    model.editor.replace(path, model.world.new_text(path))
    return path


def _empty(model: Model) -> str:
    path = _document(model)
    model.editor.replace(path, "")
    return path


def _save(model: Model) -> str:
    path = _document(model)
    if model.random.random() < 0.7:
        _edit(model)
    model.world.write(path, model.editor.documents[path].text)
    model.editor.saved(path)
    return path


def _close(model: Model) -> str:
    path = _document(model)
    model.editor.close(path)
    return path


def _write_under_document(model: Model) -> str:
    return _written(model, _document(model))


def _delete_under_document(model: Model) -> str:
    path = _document(model)
    (model.world.root / path).unlink(missing_ok=True)
    return path


# To servers.


def _move_root(model: Model) -> str:
    """The root is gone for a moment, and comes back with a change."""
    away = model.world.outside.with_name("away")
    model.world.root.rename(away)
    for _ in range(model.random.choice([0, 0, 1, 5])):
        model.editor.call("workspace/symbol", {"query": "copy"})
    away.rename(model.world.root)
    return _write(model)


def _restart(model: Model) -> str:
    return _ended(model, Editor.leave)


def _kill(model: Model) -> str:
    """The server is killed at some moment before or after it has noticed a change."""
    done = _some_disk_step(model)
    for _ in range(model.random.choice([0, 0, 1, 3, 10, 30])):
        model.editor.call("workspace/symbol", {"query": "copy"})
    return f"{done}; {_ended(model, Editor.kill)}"


def _ended(model: Model, end: Callable[[Editor], None]) -> str:
    """Ends the server, changes files, and starts one that is told what was open."""
    end(model.editor)
    done = [_some_disk_step(model) for _ in range(model.random.choice([0, 1, 3]))]
    model.editor = model.start(model.editor.documents)
    return f"while nothing ran: {done}"


def _take_over(model: Model) -> str:
    """A second server comes, both are right, and the first goes. The user moves to the second."""
    first, second = model.editor, model.start({})
    model.judge(second)
    done = [_some_disk_step(model)]
    model.judge(second)
    model.judge(first)
    model.random.choice([Editor.leave, Editor.kill])(first)
    model.editor = second
    for path, document in first.documents.items():
        second.open(path, document)
    done.append(_some_disk_step(model))
    return f"{done[0]}; then alone: {done[1]}"


def _ask_terminal(model: Model) -> str:
    """A terminal sees what is on disk."""
    done = _some_disk_step(model)
    asked = question(model.asking)
    while asked.method != "stemguard/search":
        asked = question(model.asking)
    params = asked.params
    match = params["match"]
    flags = [f"--{match}"] if isinstance(match, str) else ["--at-least", str(match["atLeast"])]
    flags += ["--names"] if params["view"] == "names" else []
    flags += ["--prefix"] if params["prefix"] else []
    flags += ["--tiers", params["tiers"]] if "tiers" in params else []
    flags += ["--limit", str(params["limit"]), "--offset", str(params["offset"])]
    command = [sys.executable, "-m", "stemguard_ls", "search", "--json", *flags, "--"]
    said = subprocess.run(
        [*command, params["query"]],
        cwd=model.world.root,
        env=dict(model.env),
        capture_output=True,
        check=False,
    )
    assert (said.returncode in (0, 1), said.stderr) == (True, b""), said
    found = judged(asked, json.loads(said.stdout))
    wanted = expected(asked, model.world.searched(), model.world.root, "utf-32")
    if found != wanted:
        raise model.wrong(f"After {done}, a terminal", asked, found, wanted)
    return f"{done}; {flags}"


def _some_disk_step(model: Model) -> str:
    kind = model.random.choice(sorted(DISK))
    return f"{kind}: {DISK[kind](model)}"


DISK: dict[str, Step] = {
    "write": _write,
    "append": _append,
    "truncate": _truncate,
    "write in no time": _write_in_no_time,
    "save by rename": _save_by_rename,
    "save with backup": _save_with_backup,
    "create": _create,
    "delete": _delete,
    "rename": _rename,
    "rename tree": _rename_tree,
    "move tree out": _move_tree_out,
    "move tree in": _move_tree_in,
    "delete tree": _delete_tree,
    "become another": _become_another,
    "ignore": _ignore,
    "checkout": _checkout,
}
DOCUMENTS: dict[str, Step] = {
    "open": _open,
    "edit": _edit,
    "replace": _replace,
    "empty": _empty,
    "save": _save,
    "close": _close,
    "write under document": _write_under_document,
    "delete under document": _delete_under_document,
}
SERVERS: dict[str, Step] = {
    "move root": _move_root,
    "restart": _restart,
    "kill": _kill,
    "take over": _take_over,
    "ask a terminal": _ask_terminal,
}
STEPS: dict[str, Step] = {**DISK, **DOCUMENTS, **SERVERS}
