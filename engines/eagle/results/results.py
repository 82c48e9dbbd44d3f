"""[result.icons] The icons of a combat card, applied to the target in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engines.core.data.text import all_of, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import disorder, fail, push_back
from grognard.engines.eagle.results.commanders import hit_commander
from grognard.engines.eagle.results.losses import lose_figure
from grognard.engines.eagle.results.special import break_square, open_gate
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.tables import modifier, named_row

FIGURE, RED, PUSH_BACK, DISORDER = "figure", "red", "push_back", "disorder"
TESTS = ("tm_2", "tm_4")


@dataclass(frozen=True, slots=True)
class Hit:
    """[result.icons] An attack that succeeds: whom it hits, where he stood, from which side.

    `by` are the units that made it, the one that attacks first; `arc` is front, flank or rear;
    `light`: skirmishers or Rifles fired (opt.skirm.fire); `routed`: the target had routed before.
    """

    by: tuple[str, ...]
    target: str
    at: str
    kind: str
    arc: str
    light: bool = False


def apply(table: Board, hit: Hit, icons: Sequence[str]) -> Procedure[None]:
    """[result.icons] Figures, commander, push back, disorder, morale test, in this order."""
    uid = hit.target
    _log_icons(table, uid, icons)
    yield from cards.moment(table, "result", target=(uid,), attacking=hit.by, icons=icons)
    struck_out = {
        icon: cards.marked(table.setup, table.state, "ignore", icon, uid) for icon in icons
    }
    left = Counter(icons) - Counter(struck_out)
    if hit.kind == "melee":
        open_gate(table, hit.by[0], hit.at, icons)
    routed = table.state.units[uid].is_routed
    for _ in range(left[FIGURE]):
        yield from lose_figure(table, uid, "result.icons", by_fire=hit.kind == "fire")
    if left[RED] and table.state.units[uid].on_map:
        # Where the unit is now: an alarm may have put it to flight before this attack counted.
        yield from hit_commander(table, table.state.units[uid].at)
    if left[PUSH_BACK] and table.state.units[uid].on_map:
        # Also who has just routed, as his commander fell: only a morale test is skipped for him.
        yield from push_back(table, uid)
    if left[DISORDER] and _stands(table, uid):
        yield from disorder(table, uid, "result.icons")
    for icon in TESTS:
        if left[icon] and _stands(table, uid) and not routed:
            yield from _test(table, hit, icon)
    yield from break_square(table, uid, left)


def _stands(table: Board, uid: str) -> bool:
    """[result.icons] Whether more can befall the unit: it is there, and has not just routed."""
    unit = table.state.units[uid]
    return unit.on_map and not unit.is_routed


def _log_icons(table: Board, uid: str, icons: Sequence[str]) -> None:
    names = all_of((named_row("combat_results", icon) for icon in icons), "term")
    words = text("{unit}: {icons}.", unit=table.setup.units[uid].name, icons=names)
    log_of(table, "result", words, uid, "result.icons")


def _test(table: Board, hit: Hit, icon: str) -> Procedure[None]:
    """[result.morale_test] The target tests as the icon says, and is disordered or routs."""
    cause = Cause("result.morale_test", "result", caused_modifiers(hit, icon), hit.by)
    if not (yield from morale_test(table, hit.target, cause)):
        yield from fail(table, hit.target, "result.morale_test")


def caused_modifiers(hit: Hit, icon: str) -> tuple[Modifier, ...]:
    """[morale.mod.result] [morale.mod.flank] [opt.skirm.fire] What the attack adds to the test."""
    return (modifier("morale_modifiers", icon), *attack_modifiers(hit))


def attack_modifiers(hit: Hit) -> tuple[Modifier, ...]:
    """[morale.mod.flank] [opt.skirm.fire] What an attack adds to every test of its target that it causes."""
    found = []
    if hit.arc != "front":
        found.append(modifier("morale_modifiers", "flank"))
    if hit.light:
        found.append(modifier("morale_modifiers", "skirmishers"))
    return tuple(found)
