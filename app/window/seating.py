"""The table of the window: laid for a fresh game, a saved one or a guided one, and left again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QInputDialog, QStackedWidget

from grognard.app.memory import give_back, keep_apart, mix_again
from grognard.app.settings import Settings
from grognard.app.window.faults import Faults
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AWAY, PERSON
from grognard.engines.core.post.envelope import is_sealed
from grognard.engines.core.proof.guide import OPTIONS, Guide, load_guide

if TYPE_CHECKING:
    from grognard.app.post.keeper import PostKeeper
    from grognard.app.table.model.model import TableModel
    from grognard.app.table.model.outside import Keeping
    from grognard.app.table.page import TablePage
    from grognard.engines.core.data.problems import Problem
    from grognard.engines.core.keep.saves import SaveFile
    from grognard.engines.core.play.session import Session
    from grognard.engines.core.play.setups import ScenarioInfo


def _known(session: Session, players: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return who plays each seat, a person where the player is not known here; and who was not."""
    from grognard.app.table.computer import QUIET
    from grognard.engines.core.play.bots import players_of

    kinds = {PERSON, AWAY, QUIET, *players_of(session.game)}
    seats = {seat.id for seat in session.setup.info.seats}
    unknown = {s: kind for s, kind in players.items() if kind not in kinds and s in seats}
    return {**players, **dict.fromkeys(unknown, PERSON)}, unknown


class Seating(QObject):
    """Who sits down at the table of a window, and at which game.

    Attributes:
        table: the table page, None while no game is open.
        looked_at: tells the game of the battle that is chosen in the library, None where none is.

    Signals:
        laid(object): the page of a table that is about to begin.
        cleared(): there is no table any more.
        left(): the player goes back to the library.
        titled(str): what the title of the window is now.
        not_kept(str): the running game can no longer be kept where it was; carries why.
        save_wanted(): the running game is to be kept under a name.
        open_wanted(str): a file that came by post is to be opened.
        invite_wanted(object, object, object, object): the far side is to be invited to a battle: its game,
            what is said of it, who plays its seats, its options.
    """

    laid = Signal(object)
    cleared = Signal()
    left = Signal()
    titled = Signal(str)
    not_kept = Signal(str)
    save_wanted = Signal()
    open_wanted = Signal(str)
    invite_wanted = Signal(object, object, object, object)

    def __init__(
        self,
        pages: QStackedWidget,
        games: Mapping[str, AnyGame],
        settings: Settings,
        faults: Faults,
        try_out: Callable[[Session, str], object],
    ) -> None:
        super().__init__(pages)
        self.pages, self.games, self.settings = pages, games, settings
        self.faults, self.try_out = faults, try_out
        self.table: TablePage | None = None
        self.looked_at: Callable[[], AnyGame | None] = lambda: None

    # -- sitting down --------------------------------------------------------------------------

    def start(
        self,
        game: AnyGame,
        info: ScenarioInfo,
        players: Mapping[str, str],
        options: Mapping[str, str],
        seed: str = "",
    ) -> None:
        """Open the table on a fresh game."""
        from grognard.engines.core.play.session import Session

        try:
            setup = game.load(Path(info.path) if info.path else info.id, dict(options))
            session = Session(game, setup, seed or token_hex(8))
        except ScenarioError as wrong:
            self.faults.tell(tr("The scenario cannot be played"), str(wrong))
            return
        self.seat(session, players)

    def seat(  # noqa: PLR0913 - what a table is laid with
        self,
        session: Session,
        players: Mapping[str, str],
        save: SaveFile | None = None,
        pins: Mapping[str, str] | None = None,
        only_look: str = "",
        came_from: Mapping[str, str] | None = None,
    ) -> None:
        """Lay the table for a game, kept in `save` or, if it is a fresh one, among the autosaves."""
        from grognard.app.keeping import Keeper
        from grognard.engines.core.keep.saves import SaveError

        known, unknown = _known(session, players)
        trouble = ""
        keeper = Keeper(save, named=save is not None, pins=pins)
        if save is None and not only_look:
            try:
                keeper = Keeper.autosave(session, known, pins, came_from)
            except SaveError as wrong:
                trouble = str(wrong)
        keeper.sign()
        self._lay(session, known, keeper, only_look)
        if unknown:
            self._tell_unknown(session, unknown)
        if trouble:
            QTimer.singleShot(0, self, lambda: self.not_kept.emit(trouble))

    def seat_by_post(self, keeper: PostKeeper, players: Mapping[str, str]) -> None:
        """Lay the table for a game by post, and show what came of it since one decided last."""
        session = keeper.post.session
        if session is None:
            return
        self._lay(session, players, keeper, "")
        if self.table is not None:
            self.table.posting.show_news()

    def _lay(
        self, session: Session, players: Mapping[str, str], keeper: Keeping, only_look: str
    ) -> None:
        """Lay the table, for whoever plays and wherever the game is kept."""
        from grognard.app.table.model.changes import Kept, NotKept
        from grognard.app.table.model.model import TableModel

        self.clear()
        model = TableModel(session, players, self.settings, keeper, only_look)
        model.watch(Kept, lambda _change: self._entitle(session, model.only_look))
        model.watch(NotKept, lambda change: self.not_kept.emit(change.words))
        self.table = table = self._page(model)
        self.laid.emit(table)
        self._entitle(session, only_look)
        model.start()
        keep_apart()
        if model.covered is None:  # else the curtain has the keyboard
            table.board.setFocus()

    def again(self, players: Mapping[str, str]) -> None:
        """Play the battle of the table once more, with other dice, by these players of its seats."""
        from grognard.engines.core.play.session import Session

        if self.table is not None:
            played = self.table.model.session
            if AWAY in players.values():
                setup = played.setup
                self.invite_wanted.emit(played.game, setup.info, players, setup.options)
                return
            self.seat(Session(played.game, played.setup, token_hex(8)), players)

    def branch(self, session: Session) -> None:
        """Play on from a moment of the game on the table as another game; that one stays as it is.

        Of a game that goes on, a person whose seat knows what the one who branches does not gives way to
        a computer player.
        """
        from grognard.engines.core.keep.pins import hash_pin
        from grognard.engines.core.play.bots import commander_of

        if self.table is None:
            return
        model = self.table.model
        path = model.keeper.path
        came_from = {"game": path.name if path is not None else "", "at": str(len(session.choices))}
        players, pins = dict(model.players), model.keeper.pins
        others = [seat for seat in model.humans if seat != model.viewer]
        if others and model.session.verdict is None and model.hides():
            # Nobody may lift the curtain of another in a copy of a game that goes on.
            players |= dict.fromkeys(others, commander_of(model.game))
            pins |= {seat: pins.get(seat) or hash_pin(token_hex(16)) for seat in others}
        self.seat(session, players, pins=pins, came_from=came_from)

    def _tell_unknown(self, session: Session, unknown: Mapping[str, str]) -> None:
        names = {seat.id: spell("seat", seat.name) for seat in session.setup.info.seats}
        lines = [
            tr("{seat} was played by {player}.", seat=verbatim(names[seat]), player=verbatim(kind))
            for seat, kind in unknown.items()
        ]
        self.faults.tell(
            tr("A computer player of this game is not known here"),
            "\n".join(lines)
            + "\n\n"
            + tr("You play in its place; Play > Who plays which seat gives the seat to another."),
        )

    def _page(self, model: TableModel) -> TablePage:
        from grognard.app.table.page import TablePage

        table = TablePage(model, self.settings)
        table.message.connect(self.faults.say)
        table.leave_wanted.connect(self.leave)
        table.again_wanted.connect(self.again)
        table.branch_wanted.connect(self.branch)
        table.save_wanted.connect(self.save_wanted)
        table.open_wanted.connect(self.open_wanted)
        table.try_wanted.connect(self.try_out)
        table.restore_layout(self.settings.layout(table.layout_name))
        self.pages.addWidget(table)
        self.pages.setCurrentWidget(table)
        return table

    def _entitle(self, session: Session, only_look: str) -> None:
        title = spell("term", session.setup.info.title)
        shown = tr("{title} (view only)", title=verbatim(title)) if only_look else title
        game = spell("term", session.game.title)
        self.titled.emit(f"{shown} - {game} - Grognard")

    # -- learning a game -----------------------------------------------------------------------

    def choose_guide(self) -> None:
        """Ask which game is to be learnt, and begin its guided first game."""
        names = {spell("term", game.title): game.id for game in self.games.values()}
        looked_at = self.looked_at()
        here = self.table.model.game.id if self.table is not None else ""
        here = here or (looked_at.id if looked_at is not None else "")
        first = [*names.values()].index(here) if here in names.values() else 0
        title, words = tr("A guided first game"), tr("Which game?")
        chosen, taken = QInputDialog.getItem(self.pages, title, words, [*names], first, False)
        if taken and not self.begin_guide(names[chosen]):
            self.faults.say(tr("{game} has no guide yet.", game=verbatim(chosen)))

    def begin_guide(self, name: str) -> bool:
        """Open the practice scenario of a game with its guide; return whether it has one."""
        from grognard.app.table.computer import QUIET

        game = self.games[name]
        guide, problems = self._guide(game)
        if problems:
            self.faults.tell(tr("The guide cannot be used"), "\n".join(map(str, problems)))
        if guide is None:
            return bool(problems)
        info = next(one for one in game.scenarios() if one.id == guide.scenario)
        players = {s.id: PERSON if s.id == guide.seat else QUIET for s in info.seats}
        self.start(game, info, players, OPTIONS, guide.seed)
        if self.table is not None:
            self.table.lead(guide)
        return True

    def lead_on(self, name: str) -> None:
        """Go on with the guide of a game that lies on the table again."""
        guide, _ = self._guide(self.games[name])
        if guide is not None and self.table is not None:
            self.table.lead(guide).follow()

    def _guide(self, game: AnyGame) -> tuple[Guide | None, list[Problem]]:
        """Return the guide of a game in the language that is spoken, and what is wrong with it."""
        from grognard.app.rulebook.shelf import shelf

        book = shelf(game.id).book
        guide, problems = load_guide(game, book.rules if book is not None else {})
        return guide.said(partial(spell, "rule")) if guide is not None else None, problems

    # -- leaving -------------------------------------------------------------------------------

    def clear(self) -> None:
        """Leave the running game; its save is closed properly."""
        table, self.table = self.table, None
        if table is None:
            return
        self.settings.keep_layout(table.layout_name, table.layout_state())
        path = table.model.keeper.path
        table.close_game()
        if path is not None and not is_sealed(path):
            self.settings.remember(path)
        self.pages.removeWidget(table)
        self.cleared.emit()
        table.deleteLater()
        mix_again()
        QTimer.singleShot(0, self, give_back)  # when nothing of it is left

    def leave(self) -> None:
        """Go back to the library."""
        self.clear()
        self.left.emit()
        self.titled.emit("Grognard")
