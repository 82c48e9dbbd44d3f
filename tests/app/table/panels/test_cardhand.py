"""The hand of cards: held below the board, laid open under the mouse, played by a click, secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.panels.cardhand import HIT, card_html
from grognard.engines.core.play.bots import Eyes, RandomBot
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.choices import fields_of
from grognard.engines.eagle.cards.views import card_view

SEED = "1"


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation, settings.curtain = "off", False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings)
    made.resize(1280, 720)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def played_to(kind: str, luck: str = "3", *, playable: bool = False) -> Session:
    """Play the teaching battle at random until a question of a kind is asked, or to its end."""
    game = registry["eagle"]
    info = next(info for info in game.scenarios() if info.id == "low-hill")
    session = Session(game, game.load(Path(info.path), {}), SEED)
    player = RandomBot(luck)
    while session.ask is not None:
        ask = session.ask
        if ask.kind == kind and (not playable or any(one != PASS for one in ask.choices)):
            break
        session.choose(ask.seat, player.decide(Eyes(session, ask.seat, ask), list(ask.choices)))
    return session


def seated(window: Window, session: Session) -> None:
    game = session.game
    players = {seat.id: "person" for seat in session.setup.info.seats}
    window.start_game(game, session.setup.info, players, {}, SEED)
    assert window.table is not None
    model = window.table.model
    for row in session.choices:
        model.session.replay(row)
    model._settle()
    QApplication.processEvents()


def test_a_card_is_discarded_by_a_click(window: Window, qtbot: QtBot) -> None:
    session = played_to("discard")
    seated(window, session)
    assert window.table is not None
    ask, cards, model = session.ask, window.table.cards, window.table.model
    assert ask is not None
    hand = session.table.state.hands[ask.seat]
    assert cards.isVisible()
    assert {card.id for card in cards.cards if card.id} == set(hand) == set(cards.lit)
    chosen = sorted(hand, key=int)[: len(next(iter(ask.choices))["subset"])]
    for card in chosen:
        qtbot.mouseClick(cards, Qt.MouseButton.LeftButton, pos=cards.box_of(card).center())
    assert set(cards.picked) == set(chosen)
    window.table.finish()
    discarded = [row.choice for row in model.session.choices if row.kind == "discard"]
    assert discarded[-1] == {"subset": chosen}
    assert not set(chosen) & set(model.session.table.state.hands[ask.seat])


def test_the_mouse_lays_a_card_open_and_says_why_it_lies_idle(window: Window, qtbot: QtBot) -> None:
    seated(window, played_to("event"))
    assert window.table is not None
    cards = window.table.cards
    idle = next(card for card in cards.cards if card.id and card.id not in cards.lit)
    qtbot.mouseMove(cards, cards.box_of(idle.id).center())
    qtbot.waitUntil(cards.face.isVisible)
    words = cards.face.text()
    for when, name, what in idle.halves:
        assert {str(when) in words, str(name) in words, str(what) in words} == {True}
    assert all(str(least) in words for least, _ in idle.rows)
    ask = window.table.model.session.ask
    assert ask is not None
    waits = {
        str(why.message) for one, why in ask.choices.refused() if fields_of(one)["card"] == idle.id
    }
    assert waits
    assert [why for why in waits if why in words]
    before = len(window.table.model.session.choices)
    qtbot.mouseClick(cards, Qt.MouseButton.LeftButton, pos=cards.box_of(idle.id).center())
    assert len(window.table.model.session.choices) == before


def test_the_whole_table_of_a_fights_card_lies_open_with_the_row_that_was_hit(
    window: Window,
) -> None:
    session = played_to("event")
    seated(window, session)
    assert window.table is not None
    cards, one = window.table.cards, card_view(session.setup, "1", "", 17)
    assert len(one.rows) > one.hit >= 0
    for hit in (one.hit, -1):
        cards.show_hand((), replace(one, hit=hit), (), (), lambda _card: "")
        picture = cards.grab().toImage()
        box = cards.box_of(one.id)
        marked = [
            (x, y)
            for x in range(box.left() + 8, box.right() - 8, 4)
            for y in range(box.top() + 24, box.bottom() - 4, 2)
            if picture.pixelColor(x, y) == QColor(HIT)
        ]
        assert bool(marked) == (hit >= 0)


def test_the_enemys_cards_are_backs(window: Window) -> None:
    session = played_to("discard")
    ask = session.ask
    assert ask is not None
    other = next(seat for seat in ("french", "british") if seat != ask.seat)
    shown = session.view(ask.seat).cards
    backs = [card for card in shown if card.owner == other]
    assert len(backs) == len(session.table.state.hands[other]) > 0
    assert {(card.id, card.halves, card.rows) for card in backs} == {("", (), ())}
    assert not [card for card in session.view(None).cards if card.id]


def test_the_card_of_a_fight_lies_open_with_its_row() -> None:
    fights = []
    for luck in range(1, 9):
        session = played_to("", str(luck))
        game, setup = session.game, session.setup
        drawn = [entry for entry in session.table.entries if entry.roll and entry.roll.drawn]
        fights += [(one.roll, card) for one in drawn if (card := game.turned_up(setup, one))]
        if fights:
            break
    assert {card.hit >= 0 for _, card in fights} == {True}
    (roll, card), *_ = fights
    least, icons = card.rows[card.hit]
    assert roll is not None
    assert f"its row {least}" in str(roll.drawn)
    assert f"<b>{least}</b>" in card_html(card)
    assert card_html(card).count("background-color") == 1
    assert str(icons) in card_html(card)


def test_a_card_that_is_played_lies_face_up_before_both_with_what_it_does(window: Window) -> None:
    session = played_to("event", playable=True)
    seated(window, session)
    assert window.table is not None
    model, cards = window.table.model, window.table.cards
    ask = model.session.ask
    assert ask is not None
    choice = next(one for one in ask.choices if isinstance(one, dict))
    words = str(ask.choices.label(choice))
    model.choose(choice)
    QApplication.processEvents()
    shown = cards.turned
    assert shown is not None
    assert (shown.id, shown.owner) == (choice["card"], session.setup.side_of(ask.seat))
    ((_, name, what),) = shown.halves
    assert str(name) in words
    log = [str(entry.text) for _, entry in model.log()]
    assert any(str(what) in line for line in log)
    picture = cards.grab().toImage()
    box = cards.box_of(shown.id)
    assert picture.pixelColor(box.center().x(), box.top() + 8) == cards._colour(shown)
    other = next(seat.id for seat in session.setup.info.seats if seat.id != ask.seat)
    seen = [entry.seen_by(other) for entry in model.session.table.entries if entry.card]
    assert [entry.card for entry in seen if entry is not None] == [shown.id]


def test_kept_cards_of_a_campaign_lie_in_the_hand_and_answer_to_a_click(
    window: Window, qtbot: QtBot
) -> None:
    game = registry["europa"]
    info = next(info for info in game.scenarios() if info.id == "advanced-1812")
    session = Session(game, game.load(Path(info.path), {}), SEED)
    player = RandomBot("2")
    while session.ask is not None and session.ask.kind != "event":
        seat = session.ask.seat
        session.choose(
            seat, player.decide(Eyes(session, seat, session.ask), list(session.ask.choices))
        )
    seated(window, session)
    assert window.table is not None
    assert session.ask is not None
    page, asked = window.table, list(session.ask.choices)
    cards = page.cards
    assert cards.isVisible()
    assert {card.id for card in cards.cards if card.id} == set(asked) == set(cards.lit)
    qtbot.mouseClick(cards, Qt.MouseButton.LeftButton, pos=cards.box_of(asked[0]).center())
    assert page.model.gesture is not None
    assert page.model.gesture.chosen() == asked[0]
    assert page.model.choose(asked[0])
    assert page.model.session.table.state.played[session.ask.seat] == asked[0]
    assert cards.turned is not None
    assert cards.turned.id
