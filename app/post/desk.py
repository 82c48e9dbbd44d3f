"""The desk of the games by post: invitations, answers, what came in, and what is to be sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from grognard.app.post.keeper import PostKeeper
from grognard.app.post.mailbox import Copy, Mailbox
from grognard.app.post.pins import asked, new_pin
from grognard.app.post.showing import show_file
from grognard.app.settings import post_folder
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.keep.saveformat import SaveError
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AWAY, PERSON

if TYPE_CHECKING:
    from grognard.engines.core.play.setups import ScenarioInfo
    from grognard.engines.core.post.correspondence import Correspondence
    from grognard.engines.core.post.envelope import Envelope, Head

Letter = TypeVar("Letter")
LOOKS = 5000
"""So many milliseconds lie between two looks into the folders of the games by post."""


class PostDesk(QObject):
    """What a window does with games by post.

    Signals:
        opening(object): the own copy at this path is about to be opened: whoever has it on the table leaves.
        ready(object, object): a PostKeeper and the players of a game that is to be laid on the table.
        arrived(object, object): a newer file of a game has come: its Copy and where the file lies.
        changed(): there are other games by post than before.
    """

    opening = Signal(object)
    ready = Signal(object, object)
    arrived = Signal(object, object)
    changed = Signal()

    def __init__(
        self, over: QWidget, games: Mapping[str, AnyGame], tell: Callable[[str, str], object]
    ) -> None:
        super().__init__(over)
        self.over, self.games, self.tell = over, games, tell
        self.box = Mailbox(post_folder())
        self._told: set[tuple[Path, int]] = set()
        self._looks = QTimer(self, interval=LOOKS)
        self._looks.timeout.connect(self.look)
        self._looks.start()

    # -- what came -----------------------------------------------------------------------------

    def look(self) -> None:
        """Look whether newer files have come."""
        for copy in self.box.copies():
            path = self.box.newer(copy)
            head = self.box.head(path) if path is not None else None
            if head is None or (copy.path, head.number) in self._told:
                continue
            self._told.add((copy.path, head.number))
            self.arrived.emit(copy, path)

    # -- beginning -----------------------------------------------------------------------------

    def begin(
        self,
        game: AnyGame,
        info: ScenarioInfo,
        players: Mapping[str, str],
        options: Mapping[str, str],
    ) -> None:
        """Invite the far side to a battle."""
        from grognard.engines.core.post.correspondence import invite

        own = [seat for seat, kind in players.items() if kind == PERSON]
        if len(own) != 1 or len(players) != 2:
            words = tr("One seat is yours and the other far away: seat a person at one of them.")
            self.tell(tr("A game by post is for two"), words)
            return
        try:
            setup = game.load(Path(info.path) if info.path else info.id, dict(options))
        except ScenarioError as wrong:
            self.tell(tr("The scenario cannot be played"), str(wrong))
            return
        names = {seat.id: spell("seat", seat.name) for seat in info.seats}
        pin = new_pin(self.over, names[own[0]])
        folder = self._ask_folder() if pin else None
        if folder is None:
            return
        post = self._done(lambda: invite(self.box.folder, game, setup, own[0], pin))
        if post is not None:
            self._send_first(post, folder)

    def _answer(self, letter: Envelope) -> None:
        """Take an invitation."""
        from grognard.engines.core.post.correspondence import answer

        head = letter.head
        pin = new_pin(self.over, _seat(head, head.to)) if self._wants(head) else ""
        folder = self._ask_folder(letter.path.parent) if pin else None
        if folder is None:
            return
        post = self._done(lambda: answer(letter, self.box.folder, pin, self.games))
        if post is not None:
            self._send_first(post, folder)

    def _wants(self, head: Head) -> bool:
        """Tell what one is invited to; return whether that is wanted."""
        battle, seat = spell("term", head.title), _seat(head, head.to)
        words = tr(
            "You are invited to {battle}, as the {seat} player. Your answer goes back as a file.",
            battle=verbatim(battle),
            seat=verbatim(seat),
        )
        kinds = QMessageBox.StandardButton
        title = tr("An invitation by post")
        return QMessageBox.question(self.over, title, words) == kinds.Yes

    def _send_first(self, post: Correspondence, folder: Path) -> None:
        """Write an invitation or an answer, and tell where it lies."""
        try:
            self.box.put_folder(post.path, folder)
            path = post.send(folder)
        except SaveError as wrong:
            self._tell(wrong)
            return
        finally:
            post.close()
            self.changed.emit()
        self.tell_sent(post.head, path)

    def tell_sent(self, head: Head, path: Path) -> None:
        """Tell which file is to be sent to whom."""
        box = QMessageBox(self.over)
        box.setWindowTitle(tr("Play by post"))
        seat = verbatim(_seat(head, head.to))
        box.setText(tr("Send this file to the {seat} player.", seat=seat))
        box.setInformativeText(
            f"{path}\n\n" + tr("Open the file that comes back: the game goes on from there.")
        )
        show = box.addButton(tr("Show the file"), QMessageBox.ButtonRole.ActionRole)
        box.addButton(QMessageBox.StandardButton.Ok)
        box.exec()
        if box.clickedButton() is show:
            show_file(path, self.over)

    def _ask_folder(self, first: Path | None = None) -> Path | None:
        """Ask where the files for the other side are to lie."""
        title = tr("The folder for files to the other side (a shared folder will do)")
        found = QFileDialog.getExistingDirectory(self.over, title, str(first or Path.home()))
        return Path(found) if found else None

    # -- opening -------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a file that came in, or one's own copy of a game."""
        from grognard.engines.core.post.envelope import INVITATION, read

        letter = self._done(lambda: read(path))
        if letter is None:
            return
        copy = next((one for one in self.box.copies() if one.path == path.absolute()), None)
        if copy is not None:
            self._open_copy(copy)
        elif letter.head.kind == INVITATION:
            self._answer(letter)
        else:
            self._receive(letter)

    def _open_copy(self, copy: Copy) -> None:
        """Go on with a game: with the newest file that has come, or where it stands."""
        from grognard.engines.core.post.correspondence import opened_copy

        path = self.box.newer(copy)
        if path is not None:
            self.open(path)
            return
        self.opening.emit(copy.path)
        post = self._behind_pin(
            copy.head, copy.seat, lambda pin: opened_copy(copy.path, pin, self.games)
        )
        if post is None:
            return
        if post.session is None:
            folder = self.box.folder_of(post.path) or Path.home()
            self._send_first(post, folder)
            return
        self._lay(post)

    def _receive(self, letter: Envelope) -> None:
        """Take a file that came in; where it is not taken, go on where the game stands."""
        from grognard.engines.core.post.correspondence import copy_of, received

        head = letter.head
        self.opening.emit(copy_of(self.box.folder, head.id, head.to))
        post = self._behind_pin(
            head, head.to, lambda pin: received(letter, self.box.folder, pin, self.games)
        )
        if post is not None:
            if self.box.folder_of(post.path) is None:
                self.box.put_folder(post.path, letter.path.parent)
            self._lay(post)

    def _behind_pin(
        self, head: Head, seat: str, act: Callable[[str], Correspondence]
    ) -> Correspondence | None:
        """Do something with the PIN of a seat, which is asked for until it fits."""
        from grognard.engines.core.post.keys import WrongPin

        battle, name = verbatim(spell("term", head.title)), verbatim(_seat(head, seat))
        words = tr("{battle}: the PIN of the {seat} player", battle=battle, seat=name)
        while pin := asked(self.over, words):
            try:
                return act(pin)
            except WrongPin:
                words = tr("That is not the PIN of the {seat} player.", seat=name)
            except (SaveError, ScenarioError) as wrong:
                self._tell(wrong)
                return None
        return None

    def _lay(self, post: Correspondence) -> None:
        folder = self.box.folder_of(post.path) or post.path.parent
        players = {post.seat: PERSON, post.far: AWAY}
        self.ready.emit(PostKeeper(post, folder), players)
        self.changed.emit()

    def _done(self, act: Callable[[], Letter]) -> Letter | None:
        try:
            return act()
        except (SaveError, ScenarioError) as wrong:
            self._tell(wrong)
            return None

    def _tell(self, wrong: Exception) -> None:
        self.tell(tr("The file by post was not taken"), str(wrong))


def _seat(head: Head, seat: str) -> str:
    return spell("seat", head.seats.get(seat, seat))
