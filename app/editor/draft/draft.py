"""A scenario that is being edited: its files, the strokes done to them, and the way back.

    draft = Draft.open(folder)
    draft.do("Paint woods", {"maps/field.yaml": [Step(("terrain", "woods"), "set", ["0101"])]})
    draft.undo()
    draft.close()

A stroke changes all its files or none, and is on the disk before the next one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from app.editor.draft.journal import Entry, Journal, Kind, Row, brought_back, digest, entries
from app.editor.maps.steps import Step
from engines.core.data.problems import Problem
from engines.core.data.yamlio import Plain
from engines.core.keep.savelock import SaveLock
from engines.core.play.game import AnyGame, ScenarioError, registry
from engines.core.play.setups import AnySetup
from engines.core.scenario.document import Change, Document, Edit

SCENARIO = "scenario.yaml"
ABOUT = "draft.json"
OFTEN = 40
"""After how many strokes the files are written of themselves."""
MOST_FILES = 100
_NAME = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\.yaml", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stroke:
    """What was just done, undone or done again, and in which files."""

    title: str
    files: tuple[str, ...]
    kind: Kind = "do"


@dataclass(frozen=True, slots=True)
class _Done:
    """A stroke with the edit of each file that takes it back, or does it again."""

    title: str
    edits: Mapping[str, Edit]


class Draft:
    """One scenario of the player's own, open for editing.

    Attributes:
        title: what it is called on the shelf.
        base: the shipped scenario that it was copied from, "" if none.
        recovered: how many strokes were brought back after a crash.
        lost: files that were changed by another program, so that strokes could not be brought back.
    """

    def __init__(self, folder: Path, lock: SaveLock) -> None:
        self.folder = folder
        self._lock = lock
        about = read_about(folder)
        self.title, self.base = about.get("title", folder.name), about.get("base", "")
        self._documents = {name: Document.open(folder / name) for name in files_of(folder)}
        self._undo: list[_Done] = []
        self._redo: list[_Done] = []
        self._watchers: list[Callable[[Stroke], object]] = []
        self.recovered, self.lost = self._recover()
        self._journal = Journal(folder)
        self._since = 0

    @classmethod
    def open(cls, folder: Path) -> Draft:
        """Open a draft for editing; what a crash has left is brought back.

        Raises:
            Held: somebody else edits it.
            ScenarioError: its files cannot be read.
            OSError: the folder cannot be written.
        """
        lock = SaveLock.take(folder / SCENARIO)
        try:
            return cls(folder, lock)
        except BaseException:
            lock.free()
            raise

    # -- what there is ---------------------------------------------------------------------------

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files, the scenario's first."""
        return tuple(self._documents)

    def document(self, name: str) -> Document:
        """Return a file, to be read; it is changed by `do` alone."""
        return self._documents[name]

    @property
    def scenario(self) -> dict[str, Plain]:
        """The scenario as plain data."""
        plain = self._documents[SCENARIO].plain()
        return plain if isinstance(plain, dict) else {}

    @property
    def game(self) -> AnyGame:
        """The game that it is of.

        Raises:
            ScenarioError: it names none that is installed.
        """
        return game_of(self.snapshot())

    @property
    def forces(self) -> tuple[str, ...]:
        """The files of its orders of battle."""
        named = self.scenario.get("forces")
        names = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
        return tuple(name for name in names if name in self._documents)

    @property
    def map_at(self) -> tuple[str, tuple[str | int, ...]]:
        """The file that says the map, and where in it; of joined boards what lies on them."""
        scenario = self.scenario
        named = scenario.get("map")
        if isinstance(named, str) and named in self._documents:
            return named, ()
        return SCENARIO, ("ground",) if "boards" in scenario else ("board",)

    def on_map(self, steps: Iterable[Step]) -> dict[str, list[Step]]:
        """Return steps on the map as steps on the file that says it."""
        file, above = self.map_at
        return {file: [Step((*above, *step.path), step.op, step.value) for step in steps]}

    def snapshot(self) -> dict[str, str]:
        """Return the texts as they are now, for another thread."""
        return {name: document.text for name, document in self._documents.items()}

    def setup(self, options: Mapping[str, str] | None = None) -> AnySetup:
        """Return what would be played now.

        Raises:
            ScenarioError: with everything that is wrong.
        """
        return setup_of(self.snapshot(), options or {})

    # -- strokes ---------------------------------------------------------------------------------

    @property
    def undoable(self) -> str:
        """The stroke that `undo` takes back, "" if there is none."""
        return self._undo[-1].title if self._undo else ""

    @property
    def redoable(self) -> str:
        """The stroke that `redo` does again, "" if there is none."""
        return self._redo[-1].title if self._redo else ""

    def do(self, title: str, steps: Mapping[str, Sequence[Step]]) -> Stroke | None:
        """Do one stroke; None if nothing comes of it.

        Raises:
            ScenarioError: it cannot be done, and nothing has changed.
        """
        was, back = self.snapshot(), dict[str, Edit]()
        try:
            for file, own in steps.items():
                if own:
                    changes = [(step.op, step.path, step.value) for step in own]
                    back[file] = self._documents[file].together(changes)
        except ScenarioError:
            self._apply(back)
            raise
        back = {file: edit for file, edit in back.items() if edit.before != edit.after}
        if not back:
            return None
        self._undo.append(_Done(title, back))
        self._redo.clear()
        return self._noted(title, "do", {f: edit.inverse() for f, edit in back.items()}, was)

    def undo(self) -> Stroke | None:
        """Take the last stroke back."""
        return self._back(self._undo, self._redo, "undo")

    def redo(self) -> Stroke | None:
        """Do again what was taken back last."""
        return self._back(self._redo, self._undo, "redo")

    def watch(self, watcher: Callable[[Stroke], object]) -> Callable[[], None]:
        """Have `watcher` called after each stroke; return what ends that."""
        self._watchers.append(watcher)

        def end() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return end

    def _back(self, origin: list[_Done], other: list[_Done], kind: Kind) -> Stroke | None:
        if not origin:
            return None
        was, done = self.snapshot(), origin[-1]
        other.append(_Done(done.title, self._apply(done.edits)))
        origin.pop()
        return self._noted(done.title, kind, done.edits, was)

    def _apply(self, edits: Mapping[str, Edit]) -> dict[str, Edit]:
        return {file: self._documents[file].apply(edit) for file, edit in edits.items()}

    def _noted(
        self, title: str, kind: Kind, edits: Mapping[str, Edit], was: Mapping[str, str]
    ) -> Stroke:
        rows = {file: self._row(file, edit, was[file]) for file, edit in edits.items()}
        self._journal.note(Entry(title, kind, rows))
        self._since += 1
        if self._since >= OFTEN:
            self.save()
        stroke = Stroke(title, tuple(edits), kind)
        for watcher in tuple(self._watchers):
            watcher(stroke)
        return stroke

    def _row(self, file: str, edit: Edit, was: str) -> Row:
        now = digest(self._documents[file].text)
        path = list(edit.change.path)
        return Row(edit.start, edit.before, edit.after, path, digest(was), now)

    # -- keeping ---------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the files that have changed; the journal begins anew.

        Raises:
            ScenarioError: one cannot be written, or another program has changed it.
        """
        for document in self._documents.values():
            if document.changed:
                document.save()
        self._journal.clear()
        self._since = 0

    def close(self) -> None:
        """Save and let go.

        Raises:
            ScenarioError: a file cannot be written; the draft stays open.
        """
        self.save()
        self._journal.close()
        self._lock.free()

    def _recover(self) -> tuple[int, tuple[str, ...]]:
        """Do the strokes of the journal that the files do not say."""
        left, lost, texts = list(entries(self.folder)), list[str](), dict[str, str]()
        for file, document in self._documents.items():
            rows = [entry.rows[file] for entry in left if file in entry.rows]
            text = brought_back(document.text, rows) if rows else document.text
            if text is None:
                lost.append(file)
            else:
                texts[file] = text
        if lost:
            journal = Journal(self.folder).path
            journal.replace(journal.with_suffix(".lost"))
            return 0, tuple(lost)
        for file, text in texts.items():
            document = self._documents[file]
            if text != document.text:
                document.apply(Edit(Change("set", ()), 0, document.text, text))
        for entry in left:
            self._remember(entry)
        return len(left), ()

    def _remember(self, entry: Entry) -> None:
        """Put a stroke of the journal where undo and redo find it."""
        back = _Done(entry.title, {file: row.edit.inverse() for file, row in entry.rows.items()})
        if entry.kind == "undo":
            if self._undo:
                self._undo.pop()
            self._redo.append(back)
            return
        if entry.kind == "redo" and self._redo:
            self._redo.pop()
        elif entry.kind == "do":
            self._redo.clear()
        self._undo.append(back)


def files_of(folder: Path) -> list[str]:
    """Return the names of the files of a draft, the scenario's first."""
    found = {SCENARIO: None}
    for path in sorted(folder.rglob("*.yaml"))[:MOST_FILES]:
        name = path.relative_to(folder).as_posix()
        if _NAME.fullmatch(name) and path.is_file() and not path.is_symlink():
            found[name] = None
    return list(found)


def read_about(folder: Path) -> dict[str, str]:
    """Return what a draft says of itself: title, game, base."""
    try:
        data = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): v for k, v in data.items() if isinstance(v, str)} if type(data) is dict else {}


def game_of(texts: Mapping[str, str]) -> AnyGame:
    """Return the game that a scenario is of.

    Raises:
        ScenarioError: it names none that is installed.
    """
    plain = Document(texts[SCENARIO], SCENARIO).plain()
    named = plain.get("game") if isinstance(plain, dict) else None
    games = registry.games()
    if not isinstance(named, str) or named not in games:
        mend = f"write game: {' or '.join(games)}"
        raise ScenarioError([Problem(SCENARIO, 1, 1, "the file names no installed game", mend)])
    return games[named]


def setup_of(texts: Mapping[str, str], options: Mapping[str, str]) -> AnySetup:
    """Load texts, which are on no disk yet, as a game does; problems name their files.

    Raises:
        ScenarioError: with everything that is wrong.
    """
    game = game_of(texts)
    with TemporaryDirectory(prefix="grognard-") as made:
        folder = Path(made).resolve()
        for name, text in texts.items():
            path = folder / PurePosixPath(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="")
        try:
            setup: AnySetup = game.load(folder / SCENARIO, options)
        except ScenarioError as wrong:
            raise ScenarioError([_within(folder, p) for p in wrong.problems]) from wrong
    return setup


def _within(folder: Path, problem: Problem) -> Problem:
    file = problem.file
    if Path(file).is_absolute() and Path(file).is_relative_to(folder):
        file = Path(file).relative_to(folder).as_posix()
    return Problem(file, problem.line, problem.column, problem.message, problem.mend)
