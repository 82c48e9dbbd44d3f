"""An attack is one drag from who attacks to whom; it stays on the board as an arrow until it is resolved."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.prompt.choicelist import ChoiceList
from grognard.engines.core.play.bots import play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, pull, setup, window
from tests.contract.scattered import FORD
from tests.engines.eagle.test_table import asked as between_captains

__all__ = ["window"]
PLAIN = Qt.KeyboardModifier.NoModifier


def dragged(mouse: Mouse, choice: dict[str, Any], piece: str, to: str) -> None:
    mouse.canvas.centre_on(piece)
    QApplication.processEvents()
    pull(mouse, mouse.pixel(piece), mouse.pixel(to), PLAIN)


def two_attacks() -> Session:
    """Two attacks may be declared: the first stands on the board while the second is asked about."""
    game = registry["gmt"]
    ford = game.load(FORD, {})
    edits = {
        "phase": "shock.declare",
        "active": "french",
        "turn": "3",
        "only": "yes",
        "commands": ["compans", "russian-main"],
        "place": [
            {"unit": "dufour", "at": "0605", "facing": "0"},
            {"unit": "van-dedem", "at": "0405", "facing": "0"},
            {"unit": "vuich-a", "at": "0604", "facing": "2"},
            {"unit": "vuich-b", "at": "0404", "facing": "2"},
        ],
    }
    arranged, state = game.arrange(ford, game.initial(ford, "1"), edits)
    return Session(game, arranged, "1", state=state)


def test_a_shock_is_declared_by_one_drag(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, two_attacks(), qtbot)
    choices = [c for c in mouse.session.ask.choices if c != "pass" and "charge" not in c]
    choice = choices[0]
    piece = mouse.session.table.state.stacks[choice["by"]][0]
    dragged(mouse, choice, piece, choice["targets"][0])
    model = mouse.page.model
    if (
        not mouse.session.table.state.battle.attacks
    ):  # there were several ways: the plainest is marked
        assert model.gesture.chosen() is not None
        qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    attack = mouse.session.table.state.battle.attacks[0]
    assert attack.origin == choice["by"]
    assert choice["targets"][0] in attack.targets
    arrows = [o for o in mouse.canvas.overlays if o.kind == "arrows"]
    assert [arrow.spaces[0] for arrow in arrows][:1] == [choice["by"]]


def test_a_look_at_the_attacker_declares_nothing(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("gmt", "shevardino", "declare_shock"), qtbot)
    choice = next(c for c in mouse.session.ask.choices if c != "pass")
    piece = mouse.session.table.state.stacks[choice["by"]][0]
    count = len(mouse.session.choices)
    mouse.click(piece)
    mouse.click(choice["targets"][0])
    assert len(mouse.session.choices) == count


def charges_of(session: Session) -> list[dict[str, Any]]:
    ask = session.ask
    if ask is None or ask.kind != "declare_shock":
        return []
    return [c for c in ask.choices if isinstance(c, dict) and "charge" in c]


def able_to_charge(seed: str) -> Session:
    """A game of captains in which somebody may charge."""
    session = Session(registry["gmt"], setup("gmt", "charge"), seed)
    captains = {
        s.id: players_of(registry["gmt"])["captain"](s.id) for s in session.setup.info.seats
    }
    while session.ask is not None and not charges_of(session):
        play(session, captains, limit=1)
    return session


@pytest.mark.parametrize("seed", ["3", "5"])
def test_a_charge_is_declared_by_one_drag(window: Window, qtbot: QtBot, seed: str) -> None:
    session = able_to_charge(seed)
    charges = charges_of(session)
    mouse = Mouse(window, session, qtbot)
    choice = charges[0]
    piece = session.table.state.stacks[choice["by"]][0]
    dragged(mouse, choice, piece, choice["targets"][0])
    if not session.table.state.battle.attacks:
        qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert session.table.state.battle.attacks[0].origin == choice["by"]


def test_a_charge_is_noted_by_one_drag_on_a_table(window: Window, qtbot: QtBot) -> None:
    session = asked("risorgimento", "first-brigade", "charge_note")
    mouse = Mouse(window, session, qtbot)
    choice = next(c for c in session.ask.choices if c != "pass")
    one, other = choice["pieces"][0], choice["at"]
    mouse.canvas.fit_pieces()
    QApplication.processEvents()
    start, end = mouse.pixel(one), mouse.pixel(other)
    assert isinstance(start, QPoint)
    pull(mouse, start, end, PLAIN)
    assert session.choices[-1].choice == choice
    assert (one, other) in session.table.state.notes


def test_an_attack_that_names_its_pieces_is_drawn_before_it_is_declared(
    window: Window, qtbot: QtBot
) -> None:
    mouse = Mouse(window, between_captains("melee"), qtbot)
    choice = next(c for c in mouse.session.ask.choices if c != "pass")
    lead = choice["pieces"][0]
    mouse.click(lead)
    mouse.click(choice["at"])
    home = mouse.session.table.state.units[lead].at
    assert mouse.canvas.marks.path == (home, choice["at"])


def test_who_goes_back_still_has_what_was_marked(window: Window, qtbot: QtBot) -> None:
    """The button names a choice: whoever was warned and takes it does not decline instead."""
    mouse = Mouse(window, asked("gmt", "shevardino", "declare_shock"), qtbot)
    page, model = mouse.page, mouse.page.model
    window.settings.warns = True
    page.prompt.findChildren(ChoiceList)[0].setCurrentRow(0)
    marked = model.listed
    assert marked is not None
    page.closing.decline()
    assert page.prompt.caution.isVisible()
    assert model.listed == marked
    page.prompt.done.click()
    assert mouse.session.choices[-1].choice == marked
