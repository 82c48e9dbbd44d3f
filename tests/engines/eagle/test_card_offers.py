"""[cards.timing] What is said of a card before it is played: the moment, why it waits, when it would be wasted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.eagle.cards.offers import MOMENTS, WAITS, Chance
from grognard.engines.eagle.deck.deck import EVENT, REACTION
from grognard.engines.eagle.turn.verbs import VERBS
from tests.contract.positions import case_paths
from tests.contract.test_contract import load


class _Watched(CaseRun):
    """A case that notes its questions for cards, with the hand of who is asked."""

    met: list[tuple[Ask, tuple[str, ...]]]

    def _choose(self, seat: str, choice: Choice) -> None:
        session: Session = self.session
        ask = session.ask
        if ask is not None and ask.kind in (EVENT, REACTION):
            side = session.setup.side_of(ask.seat)
            self.met.append((ask, session.table.state.hands.get(side, ())))
        super()._choose(seat, choice)


def met() -> Iterator[tuple[Ask, tuple[str, ...]]]:
    """Give every question for a card in the cases about cards."""
    for path in case_paths("eagle"):
        if "cards" in str(path.parent):
            case = read_case(path)
            values = next(iter(case.variants()))
            run = _Watched(case, *load_setup(case, values), values)
            run.met = []
            run.play()
            yield from run.met


def test_the_moment_is_named_and_every_card_of_the_hand_is_offered_or_refused() -> None:
    count = 0
    for ask, hand in met():
        assert str(ask.prompt) != "Play a card?"
        offered = {choice["card"] for choice in ask.choices if choice != PASS}
        refused = {choice["card"]: why for choice, why in ask.choices.refused()}  # type: ignore[index]
        assert {*hand} <= offered | refused.keys(), (str(ask.prompt), hand)
        for choice, why in ask.choices.refused():
            assert str(why.message)
            assert "{" not in str(ask.choices.label(choice))
        count += 1
    assert count > 20


def test_every_moment_of_the_deck_has_its_words() -> None:
    setup: Any = load("eagle")[1][0]
    moments = {effect.moment for effect in setup.deck.effects.values()}
    assert moments <= MOMENTS.keys()
    assert moments <= WAITS.keys()


def chance(half: str, state: Any, setup: Any, **subjects: Any) -> Chance:
    return Chance(setup, state, VERBS, "french", half, subjects)


def bearing(setup: Any, effect: str) -> str:
    """Return a card that bears an effect."""
    return min(setup.deck.bearers[effect])


@pytest.fixture
def begun() -> tuple[Any, Any]:
    setup: Any = next(one for one in load("eagle")[1] if one.info.id == "low-hill")
    return setup, registry["eagle"].initial(setup, "1")


def test_one_more_courier_is_wasted_on_a_group_that_has_one(begun: tuple[Any, Any]) -> None:
    setup, state = begun
    gid = next(gid for gid, group in setup.groups.items() if group.side == "french")
    choice = {"card": bearing(setup, "one-more-courier"), "on": [gid]}
    assert chance(EVENT, state, setup).why_vain(choice) is None
    sent = replace(state.groups[gid], courier="attack")
    state = replace(state, groups={**state.groups, gid: sent})
    why = chance(EVENT, state, setup).why_vain(choice)
    assert str(why.message) == "That group has a courier already."  # type: ignore[union-attr]


def test_sharpshooters_are_wasted_without_a_commander(begun: tuple[Any, Any]) -> None:
    setup, state = begun
    effect = next(e for e in setup.deck.effects.values() if any(d["do"] == "wound" for d in e.does))
    mine, theirs = (
        next(uid for uid in state.units if setup.units[uid].side == side)
        for side in ("french", "british")
    )
    choice = {"card": bearing(setup, effect.id), "on": [mine]}
    at = {cid: replace(one, at="0101") for cid, one in state.commanders.items()}
    units = {**state.units, theirs: replace(state.units[theirs], at="0102")}
    alone = replace(state, commanders=at, units=units)
    why = chance(effect.half, alone, setup, target=(theirs,)).why_vain(choice)
    assert str(why.message) == "No commander is with the target."  # type: ignore[union-attr]
