"""[16.1.timing] What the cards in force change: asked by the rules that they change.

An effect in force is an `InForce`: the card's id, the word of what it does, who played it, what it is
played on, how much. Words: trains, forage, confusion, forced_march, halt, longer, attrition, frost,
march_spared, rally, silence, river_attack, river_retreat, rivers_closed, stand, pursue, raids,
raids_off, raids_cities, raids_near, bridge_down, hasten, swedes, jerome, depart.
"""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.europa.cards.deck import deck
from grognard.engines.europa.setup import Board
from grognard.engines.europa.state import InForce, State

RULE = "16.1.timing"


def in_force(state: State, word: str, side: str = "", on: str = "") -> tuple[InForce, ...]:
    """[16.1.timing] Return the effects of a kind that hold, for a side and on a piece or hex where given."""
    return tuple(
        effect
        for effect in state.effects
        if effect.word == word and (not side or effect.side == side) and (not on or on in effect.on)
    )


def marked(state: State, word: str, side: str = "", on: str = "") -> bool:
    """[16.1.timing] Whether an effect of a kind holds."""
    return bool(in_force(state, word, side, on))


def added(state: State, word: str, side: str = "", on: str = "") -> tuple[Modifier, ...]:
    """[16.1.timing] Return what the effects of a kind add to a roll or a number."""
    return tuple(
        Modifier(
            effect.by, text("Card: {card}", card=named("term", deck()[effect.card].name)), RULE
        )
        for effect in in_force(state, word, side, on)
        if effect.by
    )


def use_up(table: Board, word: str, side: str = "", on: str = "") -> None:
    """[16.1.timing] What a card allows once has been done: one effect of the kind is over."""
    done = next((e for e in in_force(table.state, word, side, on) if e.until == "once"), None)
    if done is not None:
        left = list(table.state.effects)
        left.remove(done)
        table.update(effects=tuple(left))
        words = text(
            "The card {card} has taken effect.", card=named("term", deck()[done.card].name)
        )
        table.log("note", words, RULE)


def silenced(state: State, cid: str) -> bool:
    """[16.1.timing] Whether a card makes a Commander count CR 0."""
    return marked(state, "silence", on=cid)
