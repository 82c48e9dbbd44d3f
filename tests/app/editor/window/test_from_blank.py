"""A battle on a map of one's own: drawn, set up, played, balanced, sent and opened at a friend's, by mouse and keys.

Nobody types an id: what was typed is read off the events, and none of it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.sharing import played
from grognard.app.editor.sharing.received import ReceivedPage
from grognard.app.editor.window.editors import played_on, turn_of
from grognard.app.lab.balancedialog import BalanceDialog
from grognard.app.lab.crew import Here
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.editor.window.battles import BATTLES, Battle, begin, tell
from tests.app.editor.window.counted import Counted
from tests.app.editor.window.hand import LEFT, NONE, Hand, choose, click, number, settle, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def counted() -> Iterator[Counted]:
    watching = Counted()
    yield watching
    watching.end()


def tried(hand: Hand, qtbot: QtBot, turns: int) -> tuple[Session, int]:
    """Play it from the editor: F5, and the computer plays both sides."""
    hand.faultless()
    with qtbot.waitSignal(hand.window.play_wanted) as asked:
        QTest.keyClick(hand.window, Qt.Key.Key_F5)
    session: Session = asked.args[0]
    first = turn_of(session)
    return played_on(session, turns), first


def from_menu(hand: Hand, name: str) -> None:
    """Click a line of the first menu of the window."""
    bar = hand.window.menuBar()
    scenario = bar.actions()[0]
    click(bar, bar.actionGeometry(scenario).center())
    menu = scenario.menu()
    assert isinstance(menu, QMenu)
    click(menu, menu.actionGeometry(hand.window.acts[name]).center())


def balanced(hand: Hand, qtbot: QtBot) -> None:
    """Have a computer player play it once in the dialog of the quick balance."""
    with qtbot.waitSignal(hand.window.balance_wanted) as asked:
        from_menu(hand, "balance")
    folder = hand.window.desk.path.parent
    dialog = BalanceDialog(hand.window.game, asked.args[0], hand.window, Here(), folder)
    dialog.show()
    choose(dialog.player, "random")
    number(dialog.games, 1)
    with qtbot.waitSignal(dialog.over):
        click(dialog.go)
    assert "1 game" in dialog.words.text()
    click(dialog.leave)
    assert played.kept(folder) is not None


def sent(hand: Hand, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the bundle by the menu; the name of the file is given to the system's own dialog."""
    monkeypatch.setattr("grognard.app.editor.window.outward.ask_name", lambda *_args: target)
    from_menu(hand, "bundle")
    until(target.exists)


def dropped_on(window: Window, path: Path) -> ReceivedPage:
    """Drop a file on the library; return the page that it brings."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at, copies = window.rect().center(), Qt.DropAction.CopyAction
    QApplication.sendEvent(window, QDragEnterEvent(at, copies, data, LEFT, NONE))
    QApplication.sendEvent(window, QDropEvent(QPointF(at), copies, data, LEFT, NONE))
    settle()
    until(lambda: any(page.isVisible() for page in window.findChildren(ReceivedPage)))
    return next(page for page in window.findChildren(ReceivedPage) if page.isVisible())


def opened_elsewhere(path: Path, qtbot: QtBot) -> Path:
    """Take a bundle in where it has never been: dropped, looked at, taken; return its file there."""
    games = registry.games()
    assert list(shelf.own(games)) == []
    friend = Window(Settings(), games)
    friend.resize(1280, 720)
    friend.show()
    qtbot.addWidget(friend)
    click(dropped_on(friend, path).add)
    (mine,) = shelf.own(games)
    until(lambda: friend.library.info is not None and friend.library.info.path == mine.path)
    friend.close()
    return Path(mine.path)


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.game)
def test_from_blank_to_a_friend_and_no_id_typed(
    battle: Battle,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "here"))
    hand = begin(battle)
    qtbot.addWidget(hand.window)
    assert hand.faults()
    if battle.game == "gmt":
        assert [words[:9] for words in hand.faults()] == ["French ha", "Russian h", "French: t"]
    hand.window._pause.setInterval(400)  # the hand is quicker than a person's: read less often
    BATTLES[battle](hand, small=True)
    session, first = tried(hand, qtbot, 1)
    assert session.verdict is not None or turn_of(session) == first + 1
    assert battle.title in counted.typed, "the events were seen"
    assert not counted.ids(hand.window)
    balanced(hand, qtbot)
    sent(hand, tmp_path / "sent.battle", monkeypatch)
    game, path = hand.window.game, hand.window.desk.path
    mine = state_hash(game, game.initial(game.load(path, {}), "1"))
    hand.window.close()
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "there"))
    there = opened_elsewhere(tmp_path / "sent.battle", qtbot)
    assert state_hash(game, game.initial(game.load(there, {}), "1")) == mine


@pytest.mark.soak
@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.game)
def test_whole_it_is_played_to_its_end(
    battle: Battle,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    hand = begin(battle)
    qtbot.addWidget(hand.window)
    BATTLES[battle](hand, small=False)
    tell(hand, battle)
    assert tried(hand, qtbot, 99)[0].verdict is not None
    assert not counted.ids(hand.window)
    hand.window.close()
