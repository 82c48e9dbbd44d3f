"""Where a game by post is kept while it is played: sealed, and an ordinary game once it is over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.app.settings import autosave_folder
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.autosaves import note_played, prepare
from grognard.engines.core.keep.saveformat import SUFFIX, SaveError, save_error
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.post.correspondence import Correspondence


class PostKeeper:
    """Keeps a game by post in its sealed copy.

    Attributes:
        post: one's own side of the game.
        folder: where the files for the other side are written.
    """

    named = False

    def __init__(self, post: Correspondence, folder: Path) -> None:
        self.post, self.folder = post, folder
        self._remark = ""

    @property
    def path(self) -> Path | None:
        """Where the sealed copy lies."""
        return self.post.path

    @property
    def pins(self) -> dict[str, str]:
        """The PIN was given before the table was laid."""
        return {}

    def keep_pin(self, seat: str, hashed: str) -> None:
        """The PIN is the one with which the game is sealed."""

    @property
    def remark(self) -> str:
        """What was noted at the end."""
        return self._remark

    def keep_remark(self, words: str) -> None:
        """Keep notes as long as the table is laid."""
        self._remark = words

    def seat(self, players: Mapping[str, str]) -> None:
        """Nobody changes seats in a game by post."""

    def let_go(self, session: Session) -> None:
        """Play on in memory: the copy can no longer be written."""
        session.on_row = None

    def move(self, path: Path, session: Session, players: Mapping[str, str]) -> None:
        """Nothing is written that could be read.

        Raises:
            SaveError: always.
        """
        raise save_error(
            path,
            tr("a game by post stays sealed until it is over"),
            tr("then it is kept among your games"),
        )

    def send(self) -> Path:
        """Write the file for the other side; return where it lies.

        Raises:
            SaveError: it cannot be written.
        """
        return self.post.send(self.folder)

    def finish(self, session: Session) -> None:
        """Keep a game that is over as an ordinary one: nothing in it is hidden any more."""
        info, head = session.setup.info, self.post.head
        path = autosave_folder() / f"{info.id}-by-post-{head.id[:6]}{SUFFIX}"
        if session.verdict is None or path.exists():
            return
        try:
            prepare(autosave_folder())
            save = SaveFile.save_as(path, session, dict.fromkeys(head.seats, PERSON))
        except SaveError:
            return  # the sealed copy has it all
        save.close()
        self.post.follow()
        note_played(path)

    def close(self, session: Session) -> None:
        """Let the copy be opened again."""
        self.post.close()
