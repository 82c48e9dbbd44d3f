"""[cards.binding] What cards do to units that march: one more hex, good order again, two units joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import PASS, Ask, Elsewhere, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards.playing import Playing
from grognard.engines.eagle.cards.targets import affected
from grognard.engines.eagle.field.effects import change, change_commander
from grognard.engines.eagle.field.position import (
    commanders_with,
    enemies_next_to,
    front,
    rear,
    rifles_of,
)
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.manoeuvre.reach import Mover
from grognard.engines.eagle.results.coming import advance
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import ELIMINATED, GOOD, LINE, SQUARE, UNLIMBERED, State


def move(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A unit, or each of a group, may go one hex more; a line that does so stays in line."""
    keeps, contact = "keep" in line, line.get("contact") != "no"
    for uid in affected(table.setup, table.state, playing.on):
        if uid not in table.state.units:
            continue
        hexes = [*_hexes(table.setup, table.state, uid, contact=contact, keeps=keeps)]
        if not hexes:
            continue
        setup = table.setup
        choice = yield Ask(
            setup.seat_of(setup.units[uid].side),
            "card_move",
            text("{unit} may go one hex.", unit=setup.units[uid].name),
            (playing.rule,),
            Listed(
                [PASS, *((at, text("To {hex}", hex=at)) for at in hexes)],
                elsewhere=_ahead_of(table, uid, playing.rule, keeps=keeps),
            ),
            form="place",
            subject=(uid,),
            where=tuple(hexes),
        )
        if choice != PASS:
            words = text("{unit} goes to {hex}.", unit=setup.units[uid].name, hex=word_of(choice))
            rules = ("move.basic", playing.rule)
            yield from advance(table, uid, word_of(choice), None, words, *rules)
            if keeps:
                change(table, uid, acted="move")


def _hexes(setup: Setup, state: State, uid: str, *, contact: bool, keeps: bool) -> Iterator[str]:
    """Give the hexes in the direction of its order that a unit may go to."""
    unit, card = state.units[uid], setup.units[uid]
    if not unit.on_map or unit.is_routed or card.rifles or unit.formation in (SQUARE, UNLIMBERED):
        return
    if unit.formation == LINE and not keeps:
        return
    order, mover = state.groups[card.group].order, Mover(setup, state, unit)
    ahead = {"reserve": (), "defend": rear(setup, unit)}.get(order, front(setup, unit))
    for at in ahead:
        if keeps and not is_open(setup, at):
            continue
        if not contact and any(True for _ in enemies_next_to(setup, state, card.side, at)):
            continue
        if _why_not_step(mover, at) is None:
            yield at


def _why_not_step(mover: Mover, at: str) -> Refusal | None:
    """[move.basic] Refuse a step as to any movement: ground, units, ZOC, the order, what is faced then."""
    unit = mover.unit
    why = mover.why_not_step(unit.at, at)
    if why is None and mover.order == "defend" and mover.is_nearer_enemy(unit.at, at):
        words = text("With a Defend order a unit does not move nearer to the enemy.")
        return Refusal("move.direction.rear", words, (at,))
    return why or mover.why_not_face(at, unit.facing)


def _ahead_of(table: Board, uid: str, rule: str, *, keeps: bool) -> Elsewhere:
    """Return what tells why a card does not move a unit to a hex."""
    return lambda at, _: _why_not_ahead(table, uid, at, rule, keeps=keeps)


def _why_not_ahead(table: Board, uid: str, at: str, rule: str, *, keeps: bool) -> Refusal:
    """[move.basic] Return why a card does not move a unit to a hex."""
    setup, state = table.setup, table.state
    unit, card = state.units[uid], setup.units[uid]
    order = state.groups[card.group].order
    if order == "defend" and at not in rear(setup, unit):
        words = text("With a Defend order the card moves a unit one hex back.")
        return Refusal(rule, words, (at,))
    if order != "defend" and at not in front(setup, unit):
        return Refusal(rule, text("The card moves a unit one hex to its front."), (at,))
    why = _why_not_step(Mover(setup, state, unit), at)
    if why is not None:
        return why
    if keeps and not is_open(setup, at):
        return Refusal(rule, text("A line keeps its formation in open terrain only."), (at,))
    return Refusal(rule, text("The card moves nobody next to an enemy."), (at,))


def recover(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A disordered unit is in good order again."""
    acts = line.get("acts") == "yes"
    for uid in playing.on:
        if table.state.units[uid].is_disordered:
            change(table, uid, state=GOOD, **({} if acts else {"acted": "formation"}))
            words = text("{unit} is in good order again.", unit=table.setup.units[uid].name)
            log_of(table, "result", words, uid, playing.rule)
    yield from ()


def merge(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """[stack.no_merge] Two weakened units of a group that stand next to each other join in one hex."""
    (uid,) = playing.on
    setup, most = table.setup, int(line["most"])
    others = [*_partners(setup, table.state, uid, most)]
    if not others:
        return
    other = others[0]
    if len(others) > 1:
        names = [(one, named("unit", setup.units[one].name)) for one in others]
        seat = setup.seat_of(setup.units[uid].side)
        prompt = text("Which unit joins {unit}?", unit=setup.units[uid].name)
        rules = (playing.rule, "stack.no_merge")
        other = word_of((yield Ask(seat, "merge", prompt, rules, Listed(names), form="piece")))
    joined, one = table.state.units[other], table.state.units[uid]
    for cid in commanders_with(setup, table.state, other):
        change_commander(table, cid, at=one.at)
    for figure in rifles_of(setup, table.state, other):
        change(table, figure, at=one.at, parent=uid)
    troops = dict(one.troops)
    for kind, n in joined.troops:
        troops[kind] = troops.get(kind, 0) + n
    change(table, other, at=ELIMINATED, figures=0, skirmisher=False)
    change(table, uid, figures=one.figures + joined.figures, troops=tuple(sorted(troops.items())))
    names_of = setup.units[other].name, setup.units[uid].name
    words = text("{one} joins {unit}.", one=named("unit", names_of[0]), unit=names_of[1])
    log_of(table, "result", words, uid, playing.rule, "stack.no_merge")


def _partners(setup: Setup, state: State, uid: str, most: int) -> Iterator[str]:
    unit, card = state.units[uid], setup.units[uid]
    for other in setup.groups[card.group].units:
        one = state.units[other]
        if other == uid or not one.on_map or one.is_routed or setup.units[other].rifles:
            continue
        near = setup.map.grid.distance(unit.at, one.at) == 1
        weak = one.figures < setup.units[other].figures and unit.figures < card.figures
        crowded = rifles_of(setup, state, uid) and rifles_of(setup, state, other)
        room = min(most, card.figures)
        if near and weak and not crowded and unit.figures + one.figures <= room:
            yield other
