"""A game by post at the table: what came of it is shown, and what is to be sent is told."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import SignalInstance

from grognard.app.post.expected import expected
from grognard.app.post.keeper import PostKeeper
from grognard.app.post.showing import show_file
from grognard.app.table.conduct.replaying import Replaying
from grognard.app.table.furniture import Furniture
from grognard.app.table.model.changes import Awaited
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.keep.saves import SaveError


class Posting:
    """Writes the file for the far side when the turn passes to it."""

    def __init__(
        self,
        laid: Furniture,
        replaying: Replaying,
        say: Callable[[str], object],
        open_wanted: SignalInstance,
    ) -> None:
        self.laid, self.model, self.replaying, self.say = laid, laid.model, replaying, say
        self._open_wanted = open_wanted
        self._sent: Path | None = None
        self._came: Path | None = None
        laid.sending.wanted.connect(self._act)
        self.model.watch(Awaited, lambda _change: self._hand_over())

    @property
    def keeper(self) -> PostKeeper | None:
        """Where the game is kept, if it is played by post."""
        kept = self.model.keeper
        return kept if isinstance(kept, PostKeeper) else None

    def show_news(self) -> None:
        """Play what came since one decided last, as the replay does."""
        last, _ = self.model.since()
        over = self.model.session.verdict is not None
        if last >= len(self.model.session.choices) or over:
            return
        self.replaying.show_news(last)

    def _hand_over(self) -> None:
        """Write the file once the far side is to decide, or the game is over."""
        keeper, ask = self.keeper, self.model.session.ask
        if keeper is None or self.model.past is not None:
            return
        if ask is not None and ask.seat in self.model.humans:
            self.laid.sending.hide()
            return
        if keeper.post.told_the_end:
            return  # the other side knows already how it ended
        try:
            self._sent = keeper.send()
        except SaveError as wrong:
            self.say(str(wrong))
            return
        self._came = None
        self._lay(keeper)

    def _lay(self, keeper: PostKeeper) -> None:
        """Tell which file is to be sent, and how many such a turn may take."""
        seat = verbatim(self.model.seat_name(keeper.post.far))
        path = self._sent
        if path is None:
            return
        words = [
            tr("Send this file to the {seat} player:", seat=seat),
            f"<b>{escape(path.name)}</b>",
            escape(tr("It lies in {folder}.", folder=verbatim(str(path.parent)))),
        ]
        words += [escape(expected(self.model.session))] if self.model.session.ask else []
        title = tr("The {seat} player is to decide", seat=seat)
        if self.model.session.ask is None:
            title = tr("The game is over: the {seat} player is to see it, too", seat=seat)
        self.laid.sending.button.setText(tr("Show the file"))
        html = "".join(f'<p style="margin:2px 0 6px 0">{one}</p>' for one in words)
        self.laid.sending.lay(title, html, self.laid.canvas)

    def offer(self, path: Path) -> None:
        """A newer file of this game has come: offer to go on with it."""
        self._came = path
        self.laid.sending.button.setText(tr("Go on"))
        words = escape(tr("A newer file of this game has come: {name}", name=verbatim(path.name)))
        self.laid.sending.lay(tr("By post"), f"<p>{words}</p>", self.laid.canvas)

    def _act(self) -> None:
        """Show the file that is to be sent, or open the one that came."""
        if self._came is not None:
            self._open_wanted.emit(str(self._came))
        elif self._sent is not None:
            show_file(self._sent, self.laid)
