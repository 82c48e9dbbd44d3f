"""What the table tells of a fight: arrows of what is declared, dice, odds in one line, cards by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from grognard.app.finding import load_scenario
from grognard.app.headless.selfplay import make_bots
from grognard.app.table.panels.words import gist_of, roll_html
from grognard.engines.core.data.text import verbatim
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Subset
from grognard.engines.eagle.deck.deck import shipped_deck
from grognard.engines.eagle.melee.inquiries import melee_odds
from grognard.engines.eagle.setup import Setup


def asked(kind: str, fits: Callable[[Session], bool] = lambda _: True) -> Session:
    """A game of two captains at its first question of a kind that fits."""
    for seed in map(str, range(4, 12)):
        game, setup = load_scenario("eagle/low-hill", {})
        session = Session(game, setup, seed)
        bots = make_bots("captain", [seat.id for seat in setup.info.seats], seed, game)
        while session.ask is not None and not (session.ask.kind == kind and fits(session)):
            play(session, bots, limit=1)
        if session.ask is not None:
            return session
    pytest.fail(f"nobody was asked for {kind}")


def attack(session: Session) -> dict[str, Any]:
    """The first attack on offer."""
    assert session.ask is not None
    choice = next(c for c in session.ask.choices if c != PASS)
    assert isinstance(choice, dict)
    return choice


def goes_on(session: Session) -> bool:
    """Whether another attack may be declared after the first on offer."""
    assert session.ask is not None
    future = session.fork()
    future.choose(session.ask.seat, attack(session))
    return future.ask is not None and future.ask.kind == session.ask.kind


def test_a_line_is_told_beforehand_that_it_disorders_itself_by_attacking() -> None:
    """[melee.line_disorder] Only the attacker pays for that, and nobody is told of it but by the odds."""
    session = asked("melee")
    assert session.ask is not None
    setup, choice = cast("Setup", session.setup), attack(session)
    state, lead = session.table.state, choice["pieces"][0]
    name = setup.units[lead].name

    def told(**changed: str) -> str:
        unit = replace(state.units[lead], **changed)  # type: ignore[arg-type]
        stood = replace(state, units={**state.units, lead: unit})
        return gist_of(melee_odds(setup, stood, session.ask.seat if session.ask else None, choice))

    assert f"disordered by the attack: {name}" in told(formation="line", state="good")
    assert "by attacking" not in told(formation="column", state="good")
    assert "by attacking" not in told(formation="line", state="disordered")


def test_who_keeps_his_formation_has_forgotten_nobody() -> None:
    """[action.first] Who changes it neither moves nor fires: most keep it, and no warning is due."""
    ask = asked("formation").ask
    assert ask is not None
    assert ask.could_act()
    assert ask.costly
    assert "recovers" not in str(ask.prompt)


def test_who_has_a_disordered_unit_is_told_that_it_may_recover_here() -> None:
    """[formchange.disordered] Nothing else in the prompt leads there."""
    ask = asked("formation", _is_shaken).ask
    assert ask is not None
    assert "recovers from disorder" in str(ask.prompt)
    assert "formchange.disordered" in ask.rules
    assert not ask.costly


def _is_shaken(session: Session) -> bool:
    ask, state = session.ask, session.table.state
    return ask is not None and any(
        state.units[str(c)].is_disordered for c in ask.choices if str(c) in state.units
    )


def test_an_attack_stands_as_an_arrow_from_its_declaration_on() -> None:
    session = asked("melee", goes_on)
    assert session.ask is not None
    choice = attack(session)
    assert [one for one in session.view(None).standing if one.kind == "arrows"] == []
    session.choose(session.ask.seat, choice)
    (arrow,) = (one for one in session.view(None).standing if one.kind == "arrows")
    assert arrow.spaces[-1] == choice["at"]


def test_objectives_are_marked_by_who_holds_them() -> None:
    found = {}
    for name in ("maida", "road-to-namur"):
        game, setup = load_scenario(f"eagle/{name}", {})
        marks = Session(game, setup, "1").view(None).standing
        found[name] = {one.style: one.spaces for one in marks}
    assert found["maida"] == {"held_french": ("0411",), "held_british": ("0806",)}
    assert found["road-to-namur"]["held_nobody"] == ("1508",)


def test_a_die_that_must_be_high_says_so() -> None:
    session = asked("melee")
    rolls = [e.roll for e in session.table.entries if e.roll and e.roll.target is not None]
    assert {roll.upward for roll in rolls} == {True}
    assert "(needs 11 or more)" in roll_html(rolls[0], verbatim)


def test_the_odds_of_an_attack_are_one_whole() -> None:
    session = asked("melee")
    assert session.ask is not None
    choice = next(c for c in session.ask.choices if c != PASS)
    answer = melee_odds(cast("Setup", session.setup), session.table.state, session.ask.seat, choice)
    assert sum(share for _, share in answer.shares) == pytest.approx(1)


def test_cards_to_discard_are_named_by_what_is_on_them() -> None:
    session = asked("discard")
    assert session.ask is not None
    choices = session.ask.choices
    assert isinstance(choices, Subset)
    assert choices.called is not None
    assert all(str(choices.called(card))[len(card) :].startswith(": ") for card in choices.items)


def test_the_combat_card_tells_the_row_that_was_hit() -> None:
    session = asked("melee")
    drawn = [e.roll for e in session.table.entries if e.roll and e.roll.purpose == "combat_card"]
    assert drawn
    assert all(", its row " in str(roll.drawn) for roll in drawn)
    assert [shipped_deck().cards["29"].row(total) for total in (10, 11, 14, 40)] == [0, 11, 13, 23]
