"""The curtain with blank blocks: nothing of a hidden block is in any panel of the other player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from grognard.engines.columbia.field.fog_of_war import sees
from grognard.engines.columbia.field.position import on_map
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import ASIDE, Verdict
from grognard.engines.core.show.views import Answer
from tests.app.table.blocks import GAME, LEFT, Hand, begun, scenario, window

AUTO = "auto"


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    with window(qapp, tmp_path, monkeypatch) as made:
        yield Hand(made, begun("shevardino", "12"), qtbot)


def decide(hand: Hand, rng: Random) -> Any:
    """Set up at once, activate and move at random, attack when one can."""
    ask = hand.session.ask
    if ask.kind == "set_up":
        return AUTO if ask.choices.why_not(AUTO) is None else "done"
    listed = list(ask.choices)
    bold = [c for c in listed if "attack" in str(ask.choices.label(c))]
    return rng.choice(bold or [c for c in listed if c != "pass"] or listed)


def hidden(hand: Hand, seat: str) -> list[str]:
    """The blocks whose face a seat does not see."""
    setup, state = hand.session.setup, hand.session.table.state
    return [uid for uid in state.blocks if not sees(setup, state, seat, uid)]


def shown(hand: Hand) -> str:
    """Every word the page shows or would show under the mouse."""
    page = hand.page
    words = [
        page.prompt.title.text(),
        page.prompt.details.text(),
        page.prompt.reason.text(),
        page.inspector.toPlainText(),
        page.log.toPlainText(),
        page.battle.title.text(),
        page.battle.cloth.accessibleDescription(),
        page.hands.tips.words,
        QToolTip.text(),
    ]
    gesture = hand.gesture()
    if gesture is not None:
        words += [gesture.label(choice) for choice in gesture.listed()[:80]]
        words += [str(why.message) for why in gesture.refusals.values()]
    for cell in page.battle.cloth.plan.cells if page.battle.isVisible() else ():
        words.append(page.battle.cloth.words_at(cell.box.center()))
    for overlay in hand.canvas.overlays:
        words += [*overlay.spaces, *(text for _, text in overlay.labels)]
    return "\n".join(words)


def drawn(hand: Hand) -> set[str]:
    """The ids of all blocks in the canvas, the minimap, the roster, the tray and the board."""
    page = hand.page
    found = {item.piece.id for item in hand.canvas._placed} | {
        p.id for p in hand.canvas.view.pieces
    }
    found |= {cell.piece.id for cell in page.battle.cloth.plan.cells if page.battle.isVisible()}
    found |= {piece.id for piece in page.tray.pieces.pieces if page.tray.isVisible()}
    return found


def check(hand: Hand) -> None:
    """Look at everything as the one who sits at the table, at blank blocks above all."""
    page, seat = hand.page, hand.page.model.viewer
    setup, state = hand.session.setup, hand.session.table.state
    secret = hidden(hand, seat)
    assert not drawn(hand) & set(secret)
    blanks = [p for p in hand.canvas.view.pieces if p.hidden]
    for blank in blanks[:3]:
        assert (blank.name, blank.values, blank.steps, blank.facts) == ("", (), None, ())
        page.hands.hover(blank.id, blank.at or "")
        page.model.inspect(blank.id)
        page.overlays.point(blank.id, blank.at or "")
        # What the log told when it was open for all to see is no secret.
        told = shown(hand).replace(page.log.toPlainText(), "")
        for uid in secret:
            assert uid not in told.split()
        under = page.hands.tips.words
        names = {setup.types[uid].name for uid in secret if on_map(state.blocks[uid])}
        own = {
            setup.types[u].name for u in state.blocks if setup.types[u].side == setup.side_of(seat)
        }
        assert not any(name in under for name in names - own)


def test_no_panel_shows_a_hidden_block(hand: Hand) -> None:
    rng = Random("curtain")
    seats: list[str] = []
    for number in range(110):
        if hand.session.ask is None:
            break
        if hand.page.curtain.isVisible():
            covered(hand)
            hand.lift()
            seats.append(hand.page.model.viewer)
        if number % 6 == 0 or hand.session.table.state.battle is not None:
            check(hand)
        hand.page.model.choose(decide(hand, rng))
    assert {"french", "russian"} <= set(seats)
    assert "battle_turn" in hand.kinds()


def test_an_open_question_turns_nobodys_blocks_up(hand: Hand) -> None:
    """No curtain falls for it, so both players look: they see what both may know."""
    rng = Random("open")
    asked: set[str] = set()
    for _ in range(120):
        hand.sit()
        ask = hand.session.ask
        if ask is None:
            break
        if not ask.secret and hand.page.model.viewer != ask.seat:
            asked.add(ask.seat)
            assert hand.page.model.viewer is None
            assert not drawn(hand) & _secret(hand)
            assert hand.gesture() is not None
            log = hand.page.model.log()
            told = [line.seen_by(None) for _, line in hand.session.history()]
            assert [line for _, line in log] == [
                line for line in told if line is not None and line.kind != ASIDE
            ]
        hand.page.model.choose(decide(hand, rng))
    assert asked == {"french", "russian"}


def test_a_game_that_is_opened_shows_nobodys_blocks(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """The first seat decides, but who has opened the file is not known."""
    with window(qapp, tmp_path, monkeypatch) as made:
        session = begun("shevardino", "12")
        first = session.setup.info.seats[0].id
        while session.ask.seat != first or session.ask.kind == "attach":
            session.choose(session.ask.seat, "auto" if "auto" in session.ask.choices else "done")
        hand = Hand(made, session, qtbot)
        covered(hand)
        assert not drawn(hand) & _secret(hand)
        hand.lift()
        assert hand.page.model.viewer == first


def covered(hand: Hand) -> None:
    """Nothing of the table is in sight behind the curtain."""
    page = hand.page
    for widget in (page.split, page.bottom, page.tray, page.battle, page.since, page.minimap):
        assert not widget.isVisible()
    assert not hand.canvas.shown
    assert all(p.hidden or p.id not in _secret(hand) for p in hand.canvas.view.pieces)
    assert page.inspector.toPlainText() == page.log.toPlainText() == ""
    assert page.hands.tips.words == ""
    assert not page.overlays.answers


def _secret(hand: Hand) -> set[str]:
    setup, state = hand.session.setup, hand.session.table.state
    return {uid for uid in state.blocks if not sees(setup, state, None, uid)}


def test_odds_asked_before_the_curtain_do_not_come_after_it(hand: Hand) -> None:
    hand.lift()
    page = hand.page
    told: list[Any] = []
    answer = Answer({"exact": True}, (), (text("never shown"),))
    page.odds.work.start(lambda: answer, told.append)
    hand.qtbot.waitUntil(lambda: bool(told))
    told.clear()
    page.odds.work.start(lambda: answer, told.append)
    page.prompt.quiet()
    page.odds.work.finish()
    QApplication.processEvents()
    assert told == []


def test_the_picture_of_a_scenario_shows_no_face() -> None:
    """What the library draws is what everybody sees."""
    setup = scenario("borodino")
    view = GAME.view(setup, GAME.initial(setup, "picture"), None)
    assert all(piece.hidden for piece in view.pieces)


def test_after_the_game_one_looks_with_the_eyes_of_either_side(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[8.2.hidden] What was hidden is no secret once the points are counted, in the replay neither."""
    rng = Random("eyes")
    for _ in range(12):
        hand.sit()
        hand.page.model.choose(decide(hand, rng))
    hand.sit()
    model, eyes = hand.page.model, hand.page.prompt.eyes
    assert not eyes.isVisible()
    over = Verdict("russian", "victory", text("It is over."), "8.1.winner")
    monkeypatch.setattr(hand.session, "verdict", over)
    hand.page.following.refresh()
    for _ in range(2):
        assert eyes.isVisible()
        seat = model.other_eyes()
        assert seat != model.viewer
        hand.qtbot.mouseClick(eyes, LEFT)
        assert model.viewer == seat
        unseen = {piece.side for piece in model.view.pieces if piece.hidden}
        assert unseen == {"french", "russian"} - {seat}
    model.show_past(len(hand.session.choices) - 1)
    assert eyes.isVisible()
