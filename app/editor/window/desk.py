"""A scenario on the desk: its files as documents, every change with what takes it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from grognard.app.editor.boards.joining import Joining
from grognard.app.editor.boards.spreading import applied, spread
from grognard.app.editor.history import Deed, History, How, Line, Scribe, hash_of, inverse
from grognard.app.editor.maps.steps import Step, carry_out
from grognard.app.editor.traced import TRACING, opened
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.keep.savelock import SaveLock
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.scenario import gathering
from grognard.engines.core.scenario.document import Document, Edit


class Desk:
    """The files of one scenario under the author's hand.

    What is done is written into the history before a change returns, and into the files soon after
    it, in a thread: `settle` waits for that.

    Attributes:
        path: the scenario's file; maps and orders of battle lie beside it.
        documents: every file, by its name relative to the scenario's folder.
        boards: the boards of its map, if it is joined of boards.
        said: why the last change was refused, "" if it was not.
    """

    def __init__(self, game: AnyGame, path: Path) -> None:
        """Open a scenario's file for editing.

        Raises:
            ScenarioError: a file cannot be read.
            Held: somebody else edits it.
            OSError: its folder cannot be written.
        """
        self.game, self.path = game, path
        self.documents: dict[str, Document] = {}
        self.boards = Joining(game, self.documents, path)
        self.said = ""
        self._watchers: list[Callable[[str], None]] = []
        self._lock = SaveLock.take(path)
        try:
            for file in (path, *sorted(path.parent.glob("*/*.yaml"))):
                self.documents[file.relative_to(path.parent).as_posix()] = Document.open(file)
            if (path.parent / TRACING).is_file():
                self.documents[TRACING] = opened(path.parent)
            self._history = History(path.parent, self.documents)
        except BaseException:
            self._lock.free()
            raise
        self._done, self._undone = self._history.done, self._history.undone
        self._scribe = Scribe(self._write)
        for left in path.parent.rglob(".*.new"):
            left.unlink(missing_ok=True)  # a crash has left it half written
        for name, document in self.documents.items():
            if document.changed:
                self._scribe.put(name, document.text.encode())

    def close(self) -> None:
        """Let others edit it; everything is kept."""
        self.settle()
        self._lock.free()

    def settle(self) -> None:
        """Wait until all changes are in the files."""
        self._scribe.settle()

    @property
    def scenario(self) -> str:
        """The name of the scenario's own file."""
        return self.path.name

    def plain(self, file: str, path: Place = ()) -> Plain:
        """Return what a file says at a path, an empty text where it says nothing."""
        found = self.documents[file].plain()
        for step in path:
            if isinstance(found, dict) and isinstance(step, str):
                found = found.get(step, "")
            elif isinstance(found, list) and isinstance(step, int) and 0 <= step < len(found):
                found = found[step]
            else:
                return ""
        return found

    @property
    def map_place(self) -> tuple[str, Place]:
        """The file that holds the map, and where in it."""
        named = self.plain(self.scenario, ("map",))
        if isinstance(named, str) and named in self.documents:
            return named, ()
        return self.scenario, ("board",)

    def map_doc(self) -> Plain:
        """Return what the map says; of boards, what the one map says that they make."""
        joined = self.boards.joined
        if joined is not None:
            return joined.plain
        return self.plain(*self.map_place)

    def force_files(self) -> list[str]:
        """Return the orders of battle that lie beside the scenario."""
        named = self.plain(self.scenario, ("forces",))
        return (
            [name for name in named if isinstance(name, str) and name in self.documents]
            if isinstance(named, list)
            else []
        )

    def begin_tracing(self) -> None:
        """Have a file that says how a picture lies, so that all that is done with it can be undone.

        Raises:
            ScenarioError: it cannot be written.
        """
        if TRACING not in self.documents:
            document = opened(self.path.parent)
            document.save()
            self.documents[TRACING] = document

    def watch(self, watcher: Callable[[str], None]) -> Callable[[], None]:
        """Have `watcher` told the file that has changed, after each change; return what ends that."""
        self._watchers.append(watcher)

        def end() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return end

    # -- changes -----------------------------------------------------------------------------------

    def change_map(self, words: str, steps: Sequence[Step]) -> bool:
        """Do steps on the map; return whether anything has changed.

        On boards they become steps on those boards that they touch.
        """
        joined = self.boards.joined
        if joined is not None:
            meant = applied(joined.plain, steps)
            changes = spread(joined, joined.plain, meant, self.game.map_layers)
            return self.bring(changes) and self.change_all(words, changes)
        file, inside = self.map_place
        return self.change(words, file, [replace(s, path=(*inside, *s.path)) for s in steps])

    def change(self, words: str, file: str, steps: Sequence[Step]) -> bool:
        """Do steps on a file, all of them or none; return whether anything has changed."""
        return self.change_all(words, {file: steps})

    def change_all(self, words: str, changes: Mapping[str, Sequence[Step]]) -> bool:
        """Do steps on files as one change, all of them or none; return whether anything has changed."""
        self.said = ""
        changes = {file: steps for file, steps in changes.items() if steps}
        before = {file: hash_of(self.documents[file]) for file in changes}
        done: list[Deed] = []
        try:
            for file, steps in changes.items():
                done.append(Deed(words, file, tuple(carry_out(self.documents[file], steps))))
        except ScenarioError as wrong:
            for deed in done:
                self._take_back(deed)
            self.said = str(wrong)
            return False
        if not done:
            return False
        self._done.append(replace(done[0], also=tuple(done[1:])))
        self._undone.clear()
        self._keep([self._line("do", d, inverse(d.back), before[d.file]) for d in done])
        return True

    def bring(self, names: Iterable[str]) -> bool:
        """Have shipped files that the scenario refers to beside it, to be changed; return whether they are."""
        for name in names:
            if name in self.documents:
                continue
            try:
                gathering.bring(name, self.path.parent, self.game, self.path.parent)
                self.documents[name] = Document.open(self.path.parent / name)
            except (ScenarioError, OSError) as wrong:
                self.said = str(wrong)
                return False
        return True

    def undo(self) -> str:
        """Take the last change back; return what it was, "" if there is none."""
        return self._turn("undo", self._done, self._undone)

    def redo(self) -> str:
        """Do again what was taken back last; return what it was, "" if there is nothing."""
        return self._turn("redo", self._undone, self._done)

    def _turn(self, how: How, source: list[Deed], target: list[Deed]) -> str:
        if not source:
            return ""
        deed = source.pop()
        before = {part.file: hash_of(self.documents[part.file]) for part in deed.parts}
        turned = [self._take_back(part) for part in deed.parts]
        target.append(replace(turned[0], also=tuple(turned[1:])))
        self._keep([self._line(how, p, p.back, before[p.file]) for p in deed.parts])
        return deed.words

    def _take_back(self, deed: Deed) -> Deed:
        """Take back what was done to one file; return what takes that back."""
        back = [self.documents[deed.file].apply(edit) for edit in deed.back]
        return replace(deed, back=tuple(reversed(back)), also=())

    def remembers(self, file: str) -> bool:
        """Whether undo or redo may bring something of a file back."""
        return any(
            part.file == file for deed in (*self._done, *self._undone) for part in deed.parts
        )

    @property
    def to_undo(self) -> str:
        """What would be taken back, "" for nothing."""
        return self._done[-1].words if self._done else ""

    @property
    def to_redo(self) -> str:
        """What would be done again, "" for nothing."""
        return self._undone[-1].words if self._undone else ""

    def _line(self, how: How, deed: Deed, edits: tuple[Edit, ...], before: str) -> Line:
        after = hash_of(self.documents[deed.file])
        return Line(how, deed.words, deed.file, edits, before, after)

    def _keep(self, lines: Sequence[Line]) -> None:
        """Write down what was done, then have the files written, and tell whoever watches."""
        try:
            self._history.add(replace(lines[0], also=tuple(lines[1:])))
        except OSError as wrong:
            self.said = str(wrong)
        for line in lines:
            self._scribe.put(line.file, self.documents[line.file].text.encode())
        for line in lines:
            for watcher in tuple(self._watchers):
                watcher(line.file)

    def _write(self, file: str, raw: bytes) -> None:
        """Write a file, in the thread of the scribe."""
        try:
            self.documents[file].write(raw)
        except ScenarioError as wrong:
            self.said = str(wrong)
