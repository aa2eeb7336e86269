"""A world, the servers that answer about it, and how each step of a script is judged."""

from __future__ import annotations

import shutil
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from difflib import unified_diff
from pathlib import Path
from pprint import pformat
from random import Random

from tests.e2e.model.editor import Document, Editor
from tests.e2e.model.judge import Afresh, expected, judged, whole
from tests.e2e.model.segments import Segments
from tests.e2e.model.texts import Question, question
from tests.e2e.model.world import World
from tests.patience import LONGEST_WAIT_S

from stemguard_ls.convert import Encoding

#: Between two questions, so that the server is not kept from its work by being asked.
_PAUSE_S = 0.02
_QUESTIONS = 3
_FRESH_EVERY = 100
_FRESH_QUESTIONS = 20
#: Of a difference of two answers.
_MOST_LINES = 40
_ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


class Model:
    """A script as it runs. Nothing but the seed decides what it does; when a server is met by it
    is left to chance.

    `random` is for the script and `asking` for the questions, so that neither moves the other.
    """

    def __init__(self, base: Path, seed: int, env: Mapping[str, str]) -> None:
        self.random = Random(seed)
        self.asking = Random(f"questions {seed}")
        self.env = env
        self.world = World(base, self.random, env)
        self.segments = Segments(Path(env["XDG_CACHE_HOME"]) / "stemguard")
        self.counts: Counter[str] = Counter()
        self.log = base / "stderr.txt"
        self._seed = seed
        self._afresh = base / "afresh"
        self._kind = "start"
        self._waits: Counter[str] = Counter()
        self._steps: deque[str] = deque(maxlen=20)
        self._started: list[Editor] = []
        self.editor = self.start({})

    def run(self, deck: Mapping[str, int], steps: Mapping[str, Callable[[Model], str]]) -> None:
        """Does each kind of step as often as the deck says, in random order, and judges each."""
        kinds = [kind for kind, times in deck.items() for _ in range(times)]
        self.random.shuffle(kinds)
        for number, self._kind in enumerate(kinds, 1):
            self._steps.append(f"{number} {self._kind}")
            self._steps[-1] += f": {steps[self._kind](self)}"
            self.counts[self._kind] += 1
            self.judge(self.editor)
            self.segments.look()
            if number % _FRESH_EVERY == 0 or number == len(kinds):
                self._judge_afresh()

    def start(self, documents: Mapping[str, Document]) -> Editor:
        """Starts a server in which these documents are open."""
        encoding = self.random.choice(_ENCODINGS)
        editor = Editor(self.world.root, self.env, self.log, encoding, documents)
        self._started.append(editor)
        return editor

    def close(self) -> None:
        """Ends the servers."""
        for editor in self._started:
            if editor.process.poll() is None:
                editor.kill()

    def judge(self, editor: Editor) -> None:
        """Asks a server until every answer is what brute force over the texts says."""
        texts = self._seen_by(editor)
        started = time.monotonic()
        for _ in range(_QUESTIONS):
            asked = question(self.asking)
            wanted = expected(asked, texts, self.world.root, editor.encoding)
            while (found := judged(asked, editor.call(asked.method, asked.params))) != wanted:
                if time.monotonic() - started > LONGEST_WAIT_S:
                    raise self.wrong("An editor", asked, found, wanted)
                time.sleep(_PAUSE_S)
        self._waits[self._kind] = max(self._waits[self._kind], self._ms_since(started))

    def wrong(self, who: str, asked: Question, found: object, wanted: object) -> AssertionError:
        """The error that says what was done last, and how to do it again."""
        before, after = (pformat(answer, width=200).splitlines() for answer in (wanted, found))
        difference = list(unified_diff(before, after, "wanted", "found", lineterm="", n=0))
        return AssertionError(
            "\n".join(
                [
                    f"STEMGUARD_MODEL_SEED={self._seed} does it again. The last steps:",
                    *self._steps,
                    f"open: {sorted(self.editor.documents)}",
                    f"{who} asked {asked}, and was answered otherwise than it had to be:",
                    *difference[:_MOST_LINES],
                ]
            )
        )

    def table(self) -> str:
        """What was done, and after each kind the longest time until all answers were right."""
        rows = [f"seed {self._seed}: {self.counts.total()} steps"]
        rows += [f"{k:24} {n:4} {self._waits[k]:6} ms" for k, n in sorted(self.counts.items())]
        seen = self.segments
        rows.append(f"{seen.merges} merges, up to {seen.most_live} live segments")
        return "\n".join(rows)

    @property
    def shown(self) -> list[str]:
        """The sentences that any editor has shown its user."""
        return [sentence for editor in self._started for sentence in editor.shown]

    def _judge_afresh(self) -> None:
        shutil.rmtree(self._afresh, ignore_errors=True)
        with Afresh(self._afresh, self._seen_by(self.editor)) as fresh:
            for _ in range(_FRESH_QUESTIONS):
                asked = question(self.asking)
                found = whole(self.editor.call(asked.method, asked.params))
                wanted = whole(fresh.answer(asked, self.editor.encoding, self.world.root))
                if found != wanted:
                    raise self.wrong("Beside a fresh index, an editor", asked, found, wanted)

    def _seen_by(self, editor: Editor) -> dict[str, str]:
        """The texts that an editor's user searches, by path."""
        return self.world.searched() | {
            path: document.text
            for path, document in editor.documents.items()
            if not self.world.is_hidden(path)
        }

    def _ms_since(self, started: float) -> int:
        return round(1000 * (time.monotonic() - started))
