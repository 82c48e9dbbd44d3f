"""[cards.binding] What cards do in combat: an attack out of turn, a further advance, figures lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.cards.playing import Playing
from grognard.engines.eagle.field.position import front
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.fire.combat import strike
from grognard.engines.eagle.fire.steps import blow_of as fire_blow
from grognard.engines.eagle.fire.steps import spend_shot
from grognard.engines.eagle.melee.melee import blow_of as melee_blow
from grognard.engines.eagle.results.coming import advance, disorder
from grognard.engines.eagle.results.losses import lose_figure
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import Attack


def attack(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A unit attacks at once, by fire or hand to hand, whoever has this part in the moment."""
    (uid,) = playing.on
    target = next(iter(playing.subjects.get(line["on"], ())), "")
    if not target or not table.state.units[target].on_map:
        return
    how = line["how"]
    made = Attack(uid, table.state.units[target].at, target, how)
    blow = (fire_blow if how == "fire" else melee_blow)(table.setup, table.state, made)
    worth = int(line.get("by", 0))
    if worth:
        more = Modifier(worth, playing.effect.called, playing.rule)
        blow = replace(blow, modifiers=(*blow.modifiers, more))
    yield from strike(table, blow)
    if how == "fire":
        spend_shot(table, uid)


def compel(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A unit must go on a hex to its front, if it can, and is disordered."""
    (uid,) = playing.on
    setup, unit = table.setup, table.state.units[uid]
    hexes = [
        at
        for at in front(setup, unit)
        if why_not_enter(setup, table.state, uid, unit.at, at) is None
    ]
    if hexes:
        name = setup.units[uid].name
        at = hexes[0]
        if len(hexes) > 1:
            at = word_of(
                (
                    yield Ask(
                        setup.seat_of(setup.units[uid].side),
                        "carried_away",
                        text("{unit} is carried away: where does it ride?", unit=name),
                        (playing.rule,),
                        Listed([(at, text("To {hex}", hex=at)) for at in hexes]),
                        form="place",
                        subject=(uid,),
                        where=tuple(hexes),
                    )
                )
            )
        words = text("{unit} goes on to {hex}.", unit=name, hex=at)
        yield from advance(table, uid, at, None, words, playing.rule)
    if line.get("state") == "disordered":
        yield from disorder(table, uid, playing.rule, twice=False)


def lose(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A unit loses figures: the one played on, or whoever has the part that is named."""
    units = playing.subjects.get(line["from"], ()) if "from" in line else playing.on
    for uid in units:
        for _ in range(int(line["figures"])):
            yield from lose_figure(table, uid, playing.rule)
