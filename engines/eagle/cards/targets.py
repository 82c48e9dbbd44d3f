"""[cards.one_per_target] [cards.ooc] On whom a card may be played at a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.deck.deck import Effect
from grognard.engines.eagle.field.distance import within
from grognard.engines.eagle.field.position import command, commanders_with, zoc_of
from grognard.engines.eagle.field.terrain import cover
from grognard.engines.eagle.setup import Setup, enemy_of
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import named_row

Subjects = Mapping[str, Sequence[str]]
"""Who has what to do with a moment: {part: units or groups}."""
DECLARED = "event"


def targets(
    setup: Setup, state: State, effect: Effect, side: str, subjects: Subjects
) -> Iterator[tuple[str, ...]]:
    """Give what an effect may be played on: a unit, a group, two groups, a commander, the event."""
    owner = side if effect.on["side"] == "own" else enemy_of(side)
    match effect.on["what"]:
        case "event":
            yield (DECLARED,)
        case "unit":
            for uid in _units(setup, state, effect.on, subjects):
                if setup.units[uid].side == owner and _fits(setup, state, uid, effect.on, subjects):
                    yield (uid,)
        case "commander":
            for uid in _units(setup, state, effect.on, subjects):
                if setup.units[uid].side == owner:
                    yield from ((cid,) for cid in commanders_with(setup, state, uid))
        case "group":
            yield from ((gid,) for gid in _groups(setup, effect.on, subjects, owner))
        case "groups":
            able = [gid for gid in _groups(setup, {}, {}, owner) if state.groups[gid].counter]
            yield from combinations(able, 2)


def _units(setup: Setup, state: State, on: Mapping[str, Any], subjects: Subjects) -> Iterator[str]:
    """Give the units that have the part in the moment that the card wants; without one, all."""
    found = subjects.get(on["part"], ()) if "part" in on else tuple(state.units)
    return (uid for uid in found if uid in setup.units and state.units[uid].on_map)


def _groups(setup: Setup, on: Mapping[str, Any], subjects: Subjects, owner: str) -> Iterator[str]:
    found = subjects.get(on["part"], ()) if "part" in on else tuple(setup.groups)
    groups = (one if one in setup.groups else setup.units[one].group for one in found)
    return (gid for gid in dict.fromkeys(groups) if setup.groups[gid].side == owner)


def _fits(setup: Setup, state: State, uid: str, on: Mapping[str, Any], subjects: Subjects) -> bool:
    """Whether a unit is what the card wants: arm, formation, order, state, and where it stands."""
    unit, card = state.units[uid], setup.units[uid]
    asked = {
        "arm": card.arm,
        "formation": unit.formation,
        "order": state.groups[card.group].order,
        "state": unit.state,
    }
    if any(word in on and is_so not in on[word] for word, is_so in asked.items()):
        return False
    if "within" in on and not _is_near(setup, state, uid, on["within"]["of"]):
        return False
    if "zoc" in on and not any(
        state.units[other].at in zoc_of(setup, unit) for other in subjects.get(on["zoc"], ())
    ):
        return False
    return "on_high" not in on or _is_high(setup, state, uid, subjects.get("firing", ()))


def _is_near(setup: Setup, state: State, uid: str, whom: str) -> bool:
    """Whether a unit is within the radius of a commander of its side: the CC, a UGC or any."""
    side, at = setup.units[uid].side, state.units[uid].at
    ranks = {"cc": (False,), "ugc": (True,)}.get(whom, (False, True))
    return any(
        within(setup, state, side, chief.at, at, command(setup, state, chief.id, "ability"))
        for chief in state.commanders.values()
        if chief.on_map and setup.chiefs[chief.id].side == side and bool(chief.group) in ranks
    )


def _is_high(setup: Setup, state: State, uid: str, firing: Sequence[str]) -> bool:
    """Whether a unit stands behind a crest that fire at it climbs."""
    uphill, at = named_row("fire_modifiers", "uphill"), state.units[uid].at
    return any(
        one.reason == uphill
        for firer in firing
        for one in cover(setup, state, state.units[firer].at, at, "fire")
    )


def affected(setup: Setup, state: State, on: Sequence[str]) -> tuple[str, ...]:
    """Return the units or groups that a card on something works on: of a group all units in command."""
    found: list[str] = []
    for one in on:
        if one in setup.groups:
            units = (uid for uid in setup.groups[one].units if not state.units[uid].ooc)
            found += [one, *units]
        elif one in setup.chiefs:
            at = state.commanders[one].at
            found += [uid for uid, unit in state.units.items() if unit.at == at]
        else:
            found.append(one)
    return tuple(found)


def why_not_on(setup: Setup, state: State, side: str, on: Sequence[str]) -> Refusal | None:
    """[cards.one_per_target] [cards.ooc] Return what keeps a card from a target, or None."""
    for one in on:
        units = setup.groups[one].units if one in setup.groups else (one,)
        if {one, *units} & {*state.played}:
            words = text("A card has been played on it in this phase.")
            return Refusal("cards.one_per_target", words, (one,))
        own = [uid for uid in units if uid in setup.units and setup.units[uid].side == side]
        if own and all(state.units[uid].ooc for uid in own):
            words = text("It is out of command.")
            return Refusal("cards.ooc", words, (one,))
    return None
