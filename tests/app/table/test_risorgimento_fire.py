"""Fire and charges at the table: secrets behind the curtain, blocked lines, what decided stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.show.views import Overlay
from grognard.engines.risorgimento.charge.charges import Notes
from tests.app.table.bases import LEFT, Player, begun, placed, window

FIRER = placed("84e-1", 10, 35, 0, formation="line")
MATE = placed("84e-2", 13, 35, 0, formation="line")
TARGET = placed("ir39-1", 16, 35, 180, formation="line")
MOST = 12


@pytest.fixture
def made(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with window(qapp, tmp_path, monkeypatch) as shown:
        yield shown


def test_a_blocked_line_shows_both_lines_and_the_obstacle(made: Window, qtbot: QtBot) -> None:
    player = Player(made, begun(FIRER, MATE, TARGET, phase="F", initiative="allied"), qtbot)
    player.sit()
    player.look_at((14, 34))
    choices = player.session.ask.choices
    assert choices.why_not({"pieces": ["84e-1"], "at": "ir39-1"}).rule == "F.1.obstacles"
    made.commands["los"].trigger()
    player.click("84e-1")
    player.click("ir39-1")
    overlays = player.page.overlays
    answer = overlays.answers["los"]
    assert answer.value["clear"] is False
    assert "84e-2" in answer.value["where"]
    kinds = {(o.kind, o.style) for o in overlays.drawn()}
    assert {("area", "los_blocked"), ("line", "los_blocked"), ("pieces", "danger")} <= kinds
    assert next(o.spaces for o in overlays.drawn() if o.style == "danger") == ("84e-2",)


def test_what_decided_a_fire_stays_until_it_is_dismissed(made: Window, qtbot: QtBot) -> None:
    session = begun(FIRER, MATE, TARGET, premeasure="no", phase="F", only="no")
    player = Player(made, session, qtbot)
    player.sit()
    player.look_at((14, 34))
    player.click("84e-1")
    player.click("ir39-1")
    player.page.finish()  # the odds are told first
    assert player.session.choices[-1].choice == {"pieces": ["84e-1"], "at": "ir39-1"}
    player.page.model.choose("pass")
    assert player.page.curtain.isVisible()  # what the enemy orders is secret
    player.sit()
    player.page.model.choose("pass")
    player.sit()
    assert player.session.table.shortfalls[0].rule == "F.1.obstacles"
    drawn = player.page.overlays.drawn()
    assert any(o.kind == "pieces" and "84e-2" in o.spaces for o in drawn)
    player.page.since.hide()
    made.commands["deselect"].trigger()
    assert not player.page.overlays.decided


def beside_the_places(player: Player) -> list[Overlay]:
    """What is drawn besides the rings about the places that count, which are always there."""
    return [one for one in player.page.overlays.drawn() if not one.style.startswith("held_")]


def test_a_line_of_fire_is_drawn_for_the_target_pointed_at(made: Window, qtbot: QtBot) -> None:
    player = Player(made, begun(FIRER, MATE, TARGET, premeasure="no", phase="F", only="no"), qtbot)
    player.sit()
    player.look_at((14, 34))
    for one in ("84e-1", "ir39-1"):  # of one end nothing can be said
        player.page.hands.hover(one, "")
        assert not beside_the_places(player)
    player.click("84e-1")
    player.page.hands.hover("", "")
    player.page.hands.hover("ir39-1", "")
    drawn = player.page.overlays.drawn()
    assert {"los_blocked", "danger"} <= {overlay.style for overlay in drawn}
    assert "The line of fire is blocked." in player.page.overlays.aimed_words()
    assert "blocked" in [words for o in drawn for _, words in o.labels]
    player.page.hands.hover("", "")
    assert not beside_the_places(player)


def test_a_target_that_is_not_listed_is_clicked(made: Window, qtbot: QtBot) -> None:
    """The list holds who stands ahead; without measuring any enemy may be fired at."""
    session = begun(FIRER, TARGET, placed("hussars", 17, 28, 180), premeasure="no", phase="F")
    player = Player(made, session, qtbot)
    player.sit()
    player.look_at((14, 32))
    aside = {"pieces": ["84e-1"], "at": "hussars"}
    assert aside not in player.gesture().all
    player.click("84e-1")
    player.click("hussars")
    assert player.gesture().chosen() == aside
    player.press("I/84e Ligne at Haller Hussars")
    assert player.session.choices[-1].choice == aside


def test_an_order_of_fire_does_not_tell_the_range(made: Window, qtbot: QtBot) -> None:
    place = [
        placed(uid, x, y, heading, formation="line")
        for uid, x, y, heading in (
            ("84e-1", 10, 20, 0),
            ("84e-2", 10, 26, 0),
            ("ir39-1", 44, 20, 180),
        )
    ]
    player = Player(made, begun(*place, premeasure="no", phase="F"), qtbot)
    player.sit()
    player.look_at((27, 20))
    player.click("84e-1")
    player.click("ir39-1")
    player.page.finish()
    styles = {overlay.style for overlay in player.page.overlays.drawn()}
    assert "los_clear" in styles
    assert "los_blocked" not in styles
    for _ in player.session.setup.sides:
        player.page.model.choose("pass")
        player.sit()
    assert player.session.table.shortfalls[0].rule == "geo.range"
    assert "los_blocked" in {overlay.style for overlay in player.page.overlays.drawn()}


def test_a_charge_that_is_noted_draws_no_line_of_fire(made: Window, qtbot: QtBot) -> None:
    session = begun(
        placed("novara", 10, 35, 0),
        placed("ir39-1", 23, 35, 180, formation="line"),
        phase="C.notes",
    )
    player = Player(made, session, qtbot)
    player.sit()
    assert player.session.ask.kind == "charge_note"
    player.page.hands.hover("ir39-1", "")
    assert not beside_the_places(player)


def test_a_click_on_the_enemy_alone_notes_no_charge(made: Window, qtbot: QtBot) -> None:
    session = begun(
        placed("novara", 10, 35, 0),
        placed("ir39-1", 23, 35, 180, formation="line"),
        phase="C.notes",
    )
    player = Player(made, session, qtbot)
    player.sit()
    player.look_at((17, 35))
    player.click("ir39-1")
    assert player.kinds() == []
    player.press("Novara Light Horse charges I/IR 39 Dom Miguel")  # the button that Done has become
    assert player.kinds() == ["charge_note"]


def test_who_cannot_charge_or_be_charged_is_told_under_the_mouse(
    made: Window, qtbot: QtBot
) -> None:
    ridge = placed("novara", 10, 6, 0), placed("ir39-1", 36, 6, 180, formation="line")
    made.settings.passes = False  # nothing can be noted, but one may ask why
    player = Player(made, begun(*ridge, phase="C.notes"), qtbot)  # vines lie between them
    player.sit()
    assert player.gesture().refusal(["ir39-1"]).rule.startswith("D.2")
    tired = (
        placed("novara", 10, 35, 0, state=["d1"]),
        placed("ir39-1", 23, 35, 180, formation="line"),
    )
    session = begun(*tired, placed("hussars", 40, 30, 180), phase="C.notes")  # now they are asked
    refused = Notes(session.setup, session.table.state, "allied").refused()
    assert [(choice["at"], why.rule) for choice, why in refused] == [("novara", "B.1.restrictions")]


def test_the_target_meant_has_one_button(made: Window, qtbot: QtBot) -> None:
    beside = placed("84e-2", 10, 30, 0, formation="line")
    ahead = placed("ir39-1", 20, 35, 180, formation="line")
    player = Player(made, begun(FIRER, beside, ahead, premeasure="no", phase="F"), qtbot)
    player.sit()
    player.look_at((14, 34))
    player.click("84e-1")
    player.click("ir39-1")
    texts = [
        b.text().replace("\n", " ")
        for b in player.page.prompt.findChildren(QPushButton)
        if b.isVisible()
    ]
    assert texts.count("I/84e Ligne at I/IR 39 Dom Miguel") == 1
    assert [words for words in texts if " and " in words], texts


def test_an_overlay_of_the_menu_is_that_of_the_piece_clicked(made: Window, qtbot: QtBot) -> None:
    player = Player(made, begun(FIRER, TARGET, phase="F"), qtbot)
    player.sit()
    player.page.hands.menu.switch("arc", True, "ir39-1")
    assert player.page.overlays.about == {"piece": "ir39-1"}
    assert player.page.overlays.answers["arc"].overlays


def test_without_measuring_the_menu_offers_no_measures(made: Window, qtbot: QtBot) -> None:
    measured = Player(made, begun(FIRER, TARGET, phase="F"), qtbot)
    assert {"zoc", "reach", "command"} <= set(measured.page.overlays.names())
    player = Player(made, begun(FIRER, TARGET, premeasure="no", phase="F"), qtbot)
    player.sit()
    assert set(player.page.overlays.names()) == {"command", "chain", "arc", "sectors"}
    said: list[str] = []
    player.page.message.connect(said.append)
    made.commands["zoc"].trigger()
    assert said == ["Nothing is measured at this table before a move is ordered, zones included."]


def decline(player: Player, *kinds: str) -> None:
    """Pass what is asked until one of some kinds is asked; sit down whenever the curtain falls."""
    for _ in range(MOST):
        ask = player.session.ask
        assert ask is not None
        if ask.kind in kinds:
            break
        player.sit()
        player.page.model.choose("pass" if "pass" in ask.choices else next(iter(ask.choices)))
    player.sit()


def test_a_charge_is_noted_in_secret_and_meets_a_square(made: Window, qtbot: QtBot) -> None:
    session = begun(
        placed("novara", 10, 35, 0),
        placed("ir39-1", 23, 35, 180, formation="line"),
        phase="C.notes",
        seed="3",
        only="no",
    )
    player = Player(made, session, qtbot)
    player.sit()
    player.look_at((17, 35))
    player.click("novara")
    player.click("ir39-1")
    player.page.finish()  # the odds are told first
    assert player.kinds() == ["charge_note"]
    assert player.page.curtain.isVisible()  # now the Austrians write theirs
    assert not any("charge" in piece.badges for piece in session.view("austrian").pieces)
    decline(player, "react_square")
    assert session.ask is not None
    assert session.ask.seat == "austrian"
    form = next(choice for choice in session.ask.choices if choice != "pass")
    player.press(str(session.ask.choices.label(form)))
    shown = {piece.id: piece.badges for piece in player.page.model.view.pieces}
    assert shown["ir39-1"][0] == "square"  # the test of this seed is passed
    decline(player, "charge_path")
    player.look_at((17, 35))
    before = player.base("novara").centre
    player.drag(before, (23, 35), drop=False)
    assert player.gesture().why_not() is None
    assert player.sketch().sweeps
    player.qtbot.mouseRelease(player.canvas, LEFT)
    player.press("Carry it out")
    assert "charge_path" in player.kinds()
    decline(player, "bonus", "unit")  # the square may fire on the way, then they fight
    assert any(
        str(entry.text) == "Novara Light Horse charges into I/IR 39 Dom Miguel."
        for _, entry in session.history()
    )
    assert any(
        entry.roll is not None and entry.roll.purpose == "melee" for _, entry in session.history()
    )


def test_what_the_picked_unit_cannot_hit_is_named_in_the_list(made: Window, qtbot: QtBot) -> None:
    far = placed("ir39-1", 52, 35, 180, formation="line")
    near = placed("jager-3", 18, 35, 180, formation="line")
    for measured, told in (("yes", True), ("no", False)):
        session = begun(
            placed("84e-1", 10, 35, 0, formation="line"), far, near, premeasure=measured, phase="F"
        )
        player = Player(made, session, qtbot)
        player.sit()
        player.look_at((14, 34))
        player.click("84e-1")
        body = player.page.prompt.body
        dead = [w.text().replace("\n", " ") for w in body.widgets() if not w.isEnabled()]
        assert any("out of range" in words for words in dead) == told
