"""The captain's cards: played where they do something, kept where they do not, thrown away where nobody can use them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.opponent.cards import card_worth, discard
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.recollection import as_seen
from grognard.engines.eagle.state import LINE, Attack, State, Unit
from tests.engines.eagle.opponent.test_captain import GAME, loaded

SETUP = loaded("low-hill")
START = GAME.initial(SETUP, "1")
VOLLEY = Attack("foot-2", "0303", "ligne-1", "fire")


def worth(effect: str, on: str, state: State, side: str = "british") -> float:
    """Return what a card is worth to a side on a unit or group."""
    return card_worth(Judge(SETUP, state, side), SETUP.deck.effects[effect], tuple(on.split()))


def standing(**fields: Unit) -> State:
    """Return the position with some units otherwise than at the beginning."""
    named = {unit.id: unit for unit in fields.values()}
    return evolve(START, units={**START.units, **named})


def near() -> State:
    """Return a French battalion before the hill, at which the second British one fires."""
    ligne = evolve(START.units["ligne-1"], at="0303")
    return replace(standing(ligne=ligne), declared=(VOLLEY,))


def test_a_card_for_fire_is_worth_what_it_adds_to_the_shot_that_is_fired() -> None:
    assert worth("well-aimed-fire", "foot-2", near()) > 0.2
    assert worth("rapid-fire", "foot-2", near()) > 0.2
    assert worth("well-aimed-fire", "foot-1", near()) == 0.0


def test_a_shot_of_who_has_died_meanwhile_is_worth_nothing() -> None:
    gone = evolve(START.units["foot-2"], at="eliminated")
    state = evolve(near(), units={**near().units, "foot-2": gone})
    assert worth("smoke", "ligne-1", state, "french") == 0.0


def test_smoke_is_worth_what_the_enemys_shot_does_less() -> None:
    assert worth("smoke", "foot-2", near(), "french") > 0.2
    assert worth("smoke", "foot-1", near(), "french") == 0.0


def test_sharpshooters_want_a_commander() -> None:
    assert worth("sharpshooters", "foot-2", near()) == 0.0
    chief = evolve(START.commanders["ugc-brigade"], at="0303")
    with_him = evolve(near(), commanders={**START.commanders, chief.id: chief})
    assert worth("sharpshooters", "foot-2", with_him) > 0.2


def test_two_battalions_that_can_fight_do_not_join() -> None:
    units = START.units
    weak = standing(a=evolve(units["ligne-2"], figures=2), b=evolve(units["ligne-3"], figures=2))
    assert worth("close-up", "ligne-2", weak, "french") == 0.0
    spent = standing(a=evolve(units["ligne-2"], figures=2), b=evolve(units["ligne-3"], figures=1))
    assert worth("close-up", "ligne-2", spent, "french") > 0.2


def test_a_courier_more_is_worth_something_where_an_order_is_wrong() -> None:
    assert worth("one-more-courier", "foot", START) == 0.0
    groups = {**START.groups, "foot": evolve(START.groups["foot"], order="reserve")}
    assert worth("one-more-courier", "foot", evolve(START, groups=groups)) > 0.2


@pytest.mark.parametrize(("card", "other"), [("25", "3"), ("7", "3")])
def test_without_horse_its_cards_go_first(card: str, other: str) -> None:
    """Thunder of hooves is no use to an army of foot; well-aimed fire and only a scratch are."""
    choices = [{"subset": [card]}, {"subset": [other]}]
    afoot = {uid: unit for uid, unit in START.units.items() if uid != "chasseurs-1"}
    judge = Judge(SETUP, evolve(START, units=afoot), "british")
    # Neither misread orders nor panic hangs on an arm; they are worth less than a figure saved.
    assert discard(judge, None, choices) == {"subset": [card]}  # type: ignore[arg-type]


def test_a_line_that_may_go_forward_is_moved_where_that_is_better() -> None:
    forward = evolve(START.units["ligne-2"], formation=LINE, at="0306")
    assert worth("forced-march", "brigade", standing(a=forward), "french") > 0.1


def test_what_is_remembered_is_stood_as_it_is_seen() -> None:
    """All that a place hangs on is in the view: where units are, how they stand, how many are left."""
    session = Session(GAME, SETUP, "5")
    captains = {seat.id: Captain(seat.id) for seat in SETUP.info.seats}
    looked = 0
    while (ask := session.ask) is not None:
        state = session.table.state
        seen = as_seen(SETUP, START, session.view(ask.seat))
        for uid, unit in state.units.items():
            mine = seen.units[uid]
            assert mine.on_map == unit.on_map
            if unit.on_map:
                shown = ("at", "facing", "formation", "state", "figures")
                assert [getattr(mine, f) for f in shown] == [getattr(unit, f) for f in shown]
        for cid, chief in state.commanders.items():
            assert not chief.on_map or seen.commanders[cid].at == chief.at
        options = list(ask.choices) if ask.choices.finite else None
        choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
        session.choose(ask.seat, choice)
        looked += 1
    assert looked > 100
