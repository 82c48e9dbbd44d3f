"""A battle on a map of one's own: begun, drawn, set up, played and sent, every gesture with mouse and keys."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.editor.bundle import pack
from grognard.app.editor.window.editors import played_on, turn_of
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.session import Session
from tests.app.editor.window.battles import BATTLES, Battle, as_shipped, begin, tell
from tests.app.editor.window.hand import Hand

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ELSEWHERE = """
import sys
from pathlib import Path
from grognard.app.editor.bundle import unpack
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import registry
game = registry[sys.argv[1]]
sent = game.load(unpack(Path(sys.argv[2]), registry.games()), {})
print(state_hash(game, game.initial(sent, "1")))
"""
"""What the friend's process does with a bundle."""


def tried(hand: Hand, qtbot: QtBot, turns: int) -> tuple[Session, int]:
    """Play it from the editor: F5, and the computer plays both sides."""
    hand.faultless()
    with qtbot.waitSignal(hand.window.play_wanted) as asked:
        QTest.keyClick(hand.window, Qt.Key.Key_F5)
    session: Session = asked.args[0]
    first = turn_of(session)
    return played_on(session, turns), first


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.game)
def test_made_in_the_window_and_played(
    battle: Battle, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    hand = begin(battle)
    qtbot.addWidget(hand.window)
    assert hand.faults()
    if battle.game == "gmt":
        assert [words[:9] for words in hand.faults()] == ["French ha", "Russian h", "French: t"]
    hand.window._pause.setInterval(400)  # the hand is quicker than a person's: read less often
    BATTLES[battle](hand, small=True)
    session, first = tried(hand, qtbot, 1)
    assert session.verdict is not None or turn_of(session) == first + 1
    hand.window.close()


@pytest.mark.soak
@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.game)
def test_whole_it_is_the_shipped_one(
    battle: Battle, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played to its end; the same at the friend's; and what is shipped was made in this way."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    hand = begin(battle)
    qtbot.addWidget(hand.window)
    BATTLES[battle](hand, small=False)
    tell(hand, battle)
    assert tried(hand, qtbot, 99)[0].verdict is not None
    hand.window.close()
    game, path = hand.window.game, hand.window.desk.path
    pack(path, tmp_path / "sent.battle")
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "there"))
    told = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, battle.game, str(tmp_path / "sent.battle")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert told == state_hash(game, game.initial(game.load(path, {}), "1"))
    for name, made in as_shipped(path.parent, battle).items():
        shipped = files("grognard.scenarios").joinpath(battle.game, name).read_text("utf-8")
        assert words(made) == words(shipped)
        pairs = zip(numbers(made), numbers(shipped), strict=True)
        assert all(abs(a - b) <= 0.2 for a, b in pairs)  # as near as a pixel comes


NUMBER = re.compile(r"-?\d+\.?\d*")


def words(text: str) -> str:
    """Return a file without its numbers and quotes, on one line."""
    return " ".join(NUMBER.sub("#", text).replace('"', "").split())


def numbers(text: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(text)]
