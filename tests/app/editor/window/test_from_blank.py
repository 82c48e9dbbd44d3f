"""A battle on a map of one's own, made with the mouse on counters and on a measured table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor import shelf
from app.editor.bundle import pack, unpack
from app.editor.maps.blank import Numbering
from app.editor.window.desk import Desk
from app.editor.window.editors import played_on, turn_of
from app.editor.window.window import EditorWindow
from engines.core.keep.saves import state_hash
from engines.core.play.game import registry

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

SIZES = {"eagle": shelf.Size(12, 10), "risorgimento": shelf.Size(120, 90)}


def spots(window: EditorWindow, sides: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Return where each piece is to stand: the first side in the west, the second in the east."""
    grid, found = window.map_page.grid, {}
    counts = [0, 0]
    order = list(dict.fromkeys(sides.values()))
    for piece, side in sides.items():
        rank = order.index(side)
        n, counts[rank] = counts[rank], counts[rank] + 1
        if grid is None:
            found[piece] = (20.0 + 80 * rank + 14 * (n // 6), -8.0 - 14 * (n % 6))
        else:
            column = 2 + 8 * rank - (n // 8 if rank else -(n // 8))
            found[piece] = grid.centre(f"{column:02d}{2 + n % 8:02d}")
    return found


@pytest.mark.parametrize("turns", [1, pytest.param(99, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("game_id", "like"), [("eagle", "low-hill"), ("risorgimento", "first-brigade")]
)
def test_made_played_and_sent(
    game_id: str,
    like: str,
    turns: int,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    game = registry[game_id]
    info = next(info for info in game.scenarios() if info.id == like)
    path = shelf.blank(game, info, "Made here", SIZES[game_id], Numbering())
    window = EditorWindow(Desk(game, path))
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(lambda: window.preview.board is not None)
    window.tabs.setCurrentIndex(1)
    pieces = list(window.setup_page.preview.pieces)
    sides = {p: str(i * 2 // len(pieces)) for i, p in enumerate(pieces)}
    for piece, at in spots(window, sides).items():
        window.setup_page.pick(piece)
        there = window.canvas.camera.to_screen(QPointF(*at)).toPoint()
        QTest.mouseClick(window.canvas, LEFT, NONE, there)
    qtbot.waitUntil(lambda: window.faults.problems == (), timeout=10_000)
    with qtbot.waitSignal(window.play_wanted) as asked:
        QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.faults.problems == ()
    session = played_on(asked.args[0], turns)
    assert session.verdict is not None or turn_of(session) == 1 + turns
    pack(path, tmp_path / "sent.battle")
    sent = game.load(unpack(tmp_path / "sent.battle", registry.games()), {})
    mine = game.load(path, {})
    assert len({state_hash(game, game.initial(setup, "1")) for setup in (sent, mine)}) == 1
    window.close()
