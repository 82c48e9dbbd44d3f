"""A scenario on the desk: its files as documents, every change with what takes it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from app.editor.maps.steps import Step, carry_out
from engines.core.data.schema import Path as Place
from engines.core.data.yamlio import Plain
from engines.core.keep.savelock import SaveLock
from engines.core.play.game import AnyGame, ScenarioError
from engines.core.scenario.document import Document, Edit


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done, as its author sees it: its words, and what takes it back."""

    words: str
    file: str
    back: tuple[Edit, ...]


class Desk:
    """The files of one scenario under the author's hand.

    Attributes:
        path: the scenario's file; maps and orders of battle lie beside it.
        documents: every file, by its name relative to the scenario's folder.
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
        self.said = ""
        self._done: list[Deed] = []
        self._undone: list[Deed] = []
        self._watchers: list[Callable[[str], None]] = []
        for file in (path, *sorted(path.parent.glob("*/*.yaml"))):
            self.documents[file.relative_to(path.parent).as_posix()] = Document.open(file)
        self._lock = SaveLock.take(path)

    def close(self) -> None:
        """Let others edit it; everything is kept already."""
        self._lock.free()

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
        """Return what the map says."""
        return self.plain(*self.map_place)

    def force_files(self) -> list[str]:
        """Return the orders of battle that lie beside the scenario."""
        named = self.plain(self.scenario, ("forces",))
        return (
            [name for name in named if isinstance(name, str) and name in self.documents]
            if isinstance(named, list)
            else []
        )

    def watch(self, watcher: Callable[[str], None]) -> Callable[[], None]:
        """Have `watcher` told the file that has changed, after each change; return what ends that."""
        self._watchers.append(watcher)

        def end() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return end

    # -- changes -----------------------------------------------------------------------------------

    def change_map(self, words: str, steps: Sequence[Step]) -> bool:
        """Do steps on the map; return whether anything has changed."""
        file, inside = self.map_place
        return self.change(words, file, [replace(s, path=(*inside, *s.path)) for s in steps])

    def change(self, words: str, file: str, steps: Sequence[Step]) -> bool:
        """Do steps on a file, all of them or none; return whether anything has changed."""
        self.said = ""
        try:
            back = carry_out(self.documents[file], steps)
        except ScenarioError as wrong:
            self.said = str(wrong)
            return False
        if not steps:
            return False
        self._done.append(Deed(words, file, tuple(back)))
        self._undone.clear()
        self._keep(file)
        return True

    def undo(self) -> str:
        """Take the last change back; return what it was, "" if there is none."""
        return self._turn(self._done, self._undone)

    def redo(self) -> str:
        """Do again what was taken back last; return what it was, "" if there is nothing."""
        return self._turn(self._undone, self._done)

    def _turn(self, source: list[Deed], target: list[Deed]) -> str:
        if not source:
            return ""
        deed = source.pop()
        document = self.documents[deed.file]
        back = [document.apply(edit) for edit in deed.back]
        target.append(replace(deed, back=tuple(reversed(back))))
        self._keep(deed.file)
        return deed.words

    @property
    def to_undo(self) -> str:
        """What would be taken back, "" for nothing."""
        return self._done[-1].words if self._done else ""

    @property
    def to_redo(self) -> str:
        """What would be done again, "" for nothing."""
        return self._undone[-1].words if self._undone else ""

    def _keep(self, file: str) -> None:
        try:
            self.documents[file].save()
        except ScenarioError as wrong:
            self.said = str(wrong)
        for watcher in tuple(self._watchers):
            watcher(file)
