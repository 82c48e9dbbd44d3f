"""What a card is worth to the computer player at its moment, in figures, and which cards it keeps in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.eagle.cards.targets import affected
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.deck.deck import EVENT, REACTION, Effect
from grognard.engines.eagle.field.position import commanders_at, front, is_cadre
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.orders import wanted
from grognard.engines.eagle.opponent.strike import (
    charge_sum,
    charges_of,
    fire_sum,
    harm,
    melee_sum,
    offence,
    weights,
)
from grognard.engines.eagle.setup import enemy_of
from grognard.engines.eagle.state import LINE, Attack, Unit

Line = Mapping[str, Any]
On = tuple[str, ...]


@cache
def _set_values() -> dict[str, float]:
    """Return what those verbs are worth whose worth does not hang on the position."""
    raw = read_data("grognard.engines.eagle.opponent", "weights.yaml", "cards")
    return {name: float(value) for name, value in raw.items()}


def play(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[cards.event] [cards.reaction] The card that does most now; none where all would be wasted."""
    deck = judge.setup.deck

    def worth(one: Choice) -> float:
        effect = deck.half(word_of(one, "card"), ask.kind)
        return card_worth(judge, effect, tuple(words_of(one, "on")))

    best = max((one for one in options if one != PASS), key=worth, default=PASS)
    return best if best != PASS and worth(best) >= weights()["card"] else PASS


def discard(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """[cards.discard] What serves this army least goes."""
    return min(options, key=lambda one: sum(_kept_for(judge, c) for c in words_of(one, "subset")))


def _kept_for(judge: Judge, card: str) -> float:
    """Return what a card promises, by the better of its halves; nothing to whom it cannot serve."""
    halves = (judge.setup.deck.half(card, half) for half in (EVENT, REACTION))
    return max(_promise(judge, effect) for effect in halves)


def _promise(judge: Judge, effect: Effect) -> float:
    if effect.nation not in ("", judge.side):
        return 0.0
    owner = judge.side if effect.on["side"] == "own" else enemy_of(judge.side)
    arms = effect.on.get("arm")
    here = {judge.setup.units[u.id].arm for u in judge.state.units.values() if u.on_map}
    mine = {
        judge.setup.units[u.id].arm
        for u in judge.state.units.values()
        if u.on_map and judge.setup.units[u.id].side == owner
    }
    if arms is not None and not mine & {*arms}:
        return 0.0
    if any(line.get("to") == "square" for line in effect.does) and "cavalry" not in here:
        return 0.0
    return sum(_set_values()[line["do"]] for line in effect.does)


def card_worth(judge: Judge, effect: Effect, on: On) -> float:
    """[cards.binding] Return what an effect does for its player at this moment, verb by verb."""
    return sum(_WORTH.get(line["do"], _set)(judge, effect, line, on) for line in effect.does)


def _set(_judge: Judge, _effect: Effect, line: Line, _on: On) -> float:
    return _set_values()[line["do"]]


# -- attacks -----------------------------------------------------------------------------------


def _sum(judge: Judge, attack: Attack) -> int:
    sums = {"fire": fire_sum, "melee": melee_sum, "charge": charge_sum}
    return sums[attack.kind](judge.setup, judge.state, attack)


def _attack(judge: Judge, on: On) -> Attack | None:
    """Return the declared attack that a card is about: one that its unit makes, else the worst made at it.

    An attack whose attacker or target has died meanwhile is none.
    """
    units = judge.state.units
    stand = [
        one for one in judge.state.declared if units[one.by].on_map and units[one.target].on_map
    ]
    made = [one for one in stand if one.by in on]
    suffered = [one for one in stand if one.target in on]
    found = made or suffered
    return max(found, key=lambda one: _sum(judge, one), default=None)


def _more(judge: Judge, attack: Attack, more: int) -> float:
    """Return by how much an attack does more, or less, with this on its die."""
    before = _sum(judge, attack)
    change = harm(judge.setup.deck, before + more) - harm(judge.setup.deck, before)
    return change if judge.setup.units[attack.by].side == judge.side else -change


def _add(judge: Judge, effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] A modifier of an attack counts as it changes it; of a test it is a set value."""
    attack, by, to = _attack(judge, on), int(line["by"]), line["to"]
    if to in ("fire", "melee", "charge", "attack"):
        if attack is None:
            return 0.0
        return _more(judge, attack, by) if to in (attack.kind, "attack") else 0.0
    if to == "square":
        return _square(judge, by, on)
    if to == "morale" and effect.on["what"] == "group":
        return _set_values()["add"] * _engaged(judge, on)
    return _set_values()["add"]


def _square(judge: Judge, by: int, on: On) -> float:
    """[charge.square] Against a charge at infantry that is no square yet; the test of others hangs on nothing."""
    if by > 0:
        return _set_values()["square"]
    units = (judge.state.units[uid] for uid in on if uid in judge.state.units)
    hit = any(
        judge.setup.units[foe.id].is_infantry and foe.is_good
        for unit in units
        for at in charges_of(judge.setup, judge.state, unit)
        for foe in judge.foes
        if foe.at == at
    )
    return _set_values()["square"] if hit else 0.0


def _engaged(judge: Judge, on: On) -> int:
    """Return how many units of a group stand beside an enemy: those who will be tested."""
    units = affected(judge.setup, judge.state, on)
    mine = (judge.state.units[uid] for uid in units if uid in judge.state.units)
    return sum(judge.nearest(unit.at)[0] <= 1 for unit in mine if unit.on_map)


def _again(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] A second shot, while its target stays."""
    attack = _attack(judge, on)
    if attack is None:
        return 0.0
    return harm(judge.setup.deck, _sum(judge, attack) + int(line["by"]))


def _strike(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] An attack out of sequence, at whom it hits hardest."""
    unit, by = judge.state.units[on[0]], int(line.get("by", 0))
    grid = judge.setup.map.grid
    near = [foe for foe in judge.foes if grid.distance(foe.at, unit.at) == 1]
    found = [
        harm(judge.setup.deck, _sum(judge, Attack(unit.id, foe.at, foe.id, line["how"])) + by)
        for foe in near
    ]
    return max(found, default=0.0)


def _wound(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] A commander with the target."""
    attack = _attack(judge, on)
    if attack is None or not commanders_at(judge.state, attack.at):
        return 0.0
    return _set_values()["wound"] * int(line["chance"])


# -- marches -----------------------------------------------------------------------------------


def _move(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] What the units gain by one hex more, all together."""
    keeps, total = "keep" in line, 0.0
    for uid in affected(judge.setup, judge.state, on):
        unit = judge.state.units.get(uid)
        if unit is not None and unit.on_map and (keeps or unit.formation != LINE):
            total += max(0.0, max(_steps(judge, unit), default=0.0) - weights()["gain"])
    return _set_values()["move"] * total


def _steps(judge: Judge, unit: Unit) -> Iterator[float]:
    """Give what a unit would gain in each hex before it that it may enter."""
    here = judge.place(unit, unit.at, unit.facing) + judge.volley(unit)
    for at in front(judge.setup, unit):
        if why_not_enter(judge.setup, judge.state, unit.id, unit.at, at) is None:
            yield judge.place(unit, at, unit.facing) - here


def card_move(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[cards.binding] The hex more that a card gives, where it is a better place."""
    unit = judge.state.units[ask.subject[0]]
    best = max((word_of(one) for one in options if one != PASS), key=_place_of(judge, unit))
    here = judge.place(unit, unit.at, unit.facing)
    return best if _place_of(judge, unit)(best) > here or PASS not in options else PASS


def _place_of(judge: Judge, unit: Unit) -> Callable[[str], float]:
    return lambda at: judge.place(unit, at, unit.facing)


def _recover(judge: Judge, _effect: Effect, _line: Line, on: On) -> float:
    units = (judge.state.units[uid] for uid in on)
    return _set_values()["recover"] * sum(unit.is_disordered for unit in units)


def _merge(judge: Judge, _effect: Effect, _line: Line, on: On) -> float:
    """[stack.no_merge] Two that are weak make one that fights; of two that can fight it makes one less."""
    unit = judge.state.units[on[0]]
    group = judge.setup.groups[judge.setup.units[unit.id].group].units
    grid, most = judge.setup.map.grid, weights()["merged"]
    weak = [
        one
        for uid in group
        if uid != unit.id
        and (one := judge.state.units[uid]).on_map
        and grid.distance(one.at, unit.at) == 1
        and one.figures < judge.setup.units[uid].figures
        and one.figures + unit.figures <= most
    ]
    if unit.figures == judge.setup.units[unit.id].figures or not weak:
        return 0.0
    spent = is_cadre(judge.setup, unit) or any(is_cadre(judge.setup, one) for one in weak)
    return _set_values()["merge"] if spent else 0.0


def _allow(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] A gun that moves and fires all the same; a second line that comes up behind the first."""
    unit = judge.state.units[on[0]]
    if line["action"] == "fire_moved":
        return offence(judge.setup, judge.state, unit)
    return _set_values()["allow"] if judge.goes_forward(judge.setup.units[unit.id].group) else 0.0


# -- command -----------------------------------------------------------------------------------


def _couriers(judge: Judge, _effect: Effect, _line: Line, on: On) -> float:
    """[command.dispatch] A courier more, to a group whose order is not the one wanted."""
    late = any(wanted(judge, gid) != judge.state.groups[gid].order for gid in on)
    return _set_values()["couriers"] if late else 0.0


def _exchange(judge: Judge, _effect: Effect, _line: Line, on: On) -> float:
    """[command.counter] Counters change hands where the group that is nearer to the enemy acts sooner by it."""
    one, other = (judge.state.groups[gid] for gid in on)
    total = 0.0
    for group, given in ((one, other.counter), (other, one.counter)):
        sooner = initiative(group.counter, group.order) - initiative(given, group.order)
        total += sooner / max(1.0, judge.gap(group.id))
    return _set_values()["exchange"] * total


def _pass(judge: Judge, _effect: Effect, line: Line, on: On) -> float:
    """[cards.binding] A test that is passed: of a unit that had run, all its figures; an order that is wanted."""
    if line["test"] == "rally":
        return sum(_set_values()["rally"] * judge.state.units[uid].figures for uid in on)
    if line["test"] == "order":
        sent = (judge.state.groups[gid] for gid in on if gid in judge.state.groups)
        late = any(group.courier == wanted(judge, group.id) != group.order for group in sent)
        return _set_values()["couriers"] if late else 0.0
    return _set_values()["pass"]


def _ignore(_judge: Judge, _effect: Effect, line: Line, _on: On) -> float:
    return weights()[line["icon"]]


_WORTH: Mapping[str, Callable[[Judge, Effect, Line, On], float]] = {
    "add": _add,
    "pass": _pass,
    "move": _move,
    "attack": _strike,
    "again": _again,
    "recover": _recover,
    "ignore": _ignore,
    "allow": _allow,
    "couriers": _couriers,
    "exchange": _exchange,
    "merge": _merge,
    "wound": _wound,
}
"""What each verb is worth; of the others it is a set value (`cards` in weights.yaml)."""
