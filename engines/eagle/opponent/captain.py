"""The computer player: one answer for each kind of question the game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import number_of, word_of, words_of
from grognard.engines.core.think.script import Answer, Scripted
from grognard.engines.eagle.charge.modifiers import blow_of
from grognard.engines.eagle.field.position import enemy_zoc, unit_at
from grognard.engines.eagle.fire.declaring import attack_of
from grognard.engines.eagle.manoeuvre.movement import exits
from grognard.engines.eagle.manoeuvre.movement import options as ways_of
from grognard.engines.eagle.melee.melee import costs
from grognard.engines.eagle.opponent import cards, formations, orders
from grognard.engines.eagle.opponent.judge import FAR, Judge
from grognard.engines.eagle.opponent.recollection import as_seen
from grognard.engines.eagle.opponent.strike import (
    charges_of,
    fire_sum,
    harm,
    melee_sum,
    offence,
    weights,
)
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import Attack, Unit


def _plain(options: list[Choice], kind: str) -> Choice:
    """What needs no thought: finish set-up, do what is always good, decline what is not understood."""
    if "done" in options:
        return "done"
    if kind in EAGER:
        return next(option for option in options if option != PASS)
    return PASS if PASS in options else options[0]


EAGER = ("rally", "artillery", "shelter", "exit", "mass_charge", "event", "reaction")
"""Questions whose first answer that is no "pass" is taken where nothing can be imagined: a card that is kept is seldom better."""


# -- formations and moves ----------------------------------------------------------------------


def next_mover(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Who may leave the field; the unit in front that gains by a move; a commander who has been left behind."""
    named = [word_of(one) for one in options if one != PASS]
    units = sorted(
        (uid for uid in named if uid in judge.state.units),
        key=lambda uid: (judge.nearest(judge.state.units[uid].at)[0], uid),
    )
    for uid in units:
        if exits(judge.setup, judge.state, uid):
            return uid
        if _gain(judge, judge.state.units[uid]) > 0:
            return uid
    for cid in named:
        if cid in judge.state.commanders and _is_left_behind(judge, cid):
            return cid
    return PASS


def _gain(judge: Judge, unit: Unit) -> float:
    """Return what a unit gains by the best of its moves; where it could fire, beyond what the fire does."""
    card, weigh = judge.setup.units[unit.id], weights()
    if unit.is_disordered or card.rifles:
        return 0.0
    if card.is_artillery and judge.nearest(unit.at)[0] <= weigh["gun_range"] and judge.shoots(unit):
        return 0.0
    ways, turns = ways_of(judge.setup, judge.state, unit.id)
    poses = [(at, facing) for at, way in ways.items() for facing in way.facings]
    poses += [(unit.at, facing) for facing in turns]
    best = max((judge.place(unit, at, facing) for at, facing in poses), default=-FAR)
    gain = best - judge.place(unit, unit.at, unit.facing) - weigh["gain"]
    return gain - (weigh["volley"] * judge.volley(unit) if judge.shoots(unit) else 0.0)


def _is_left_behind(judge: Judge, cid: str) -> bool:
    at = judge.state.commanders[cid].at
    uid = unit_at(judge.setup, judge.state, at)
    return uid is None or judge.setup.units[uid].side != judge.side


def move(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """To the best place in reach, facing as it is best there."""
    unit = judge.state.units[ask.subject[0]]
    return max(
        options, key=lambda one: judge.place(unit, word_of(one, "at"), number_of(one, "facing"))
    )


# -- attacks -----------------------------------------------------------------------------------


def fire(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best shot first; who has nobody else to fire at supports it."""
    found = [one for one in options if one != PASS]
    alone = _best_alone(found, lambda one: _shot(judge, one))

    def worth(one: Choice) -> float:
        others = words_of(one, "pieces")[1:]
        return _shot(judge, one) - sum(
            alone.elsewhere(other, word_of(one, "at")) for other in others
        )

    return max(found or [PASS], key=lambda one: worth(one) if one != PASS else 0.0)


def _shot(judge: Judge, choice: Choice) -> float:
    attack = attack_of(judge.setup, judge.state, choice, "fire")
    return harm(judge.setup.deck, fire_sum(judge.setup, judge.state, attack)) + _finish(
        judge, attack
    )


def melee(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best blow first, with as much support as pays; a line, or horse before a square, thinks twice, for it is disordered by it."""
    if judge.meeting and judge.is_bled:
        return PASS
    found = [one for one in options if one != PASS]
    alone = _best_alone(found, lambda one: _blow(judge, one))

    def worth(one: Choice) -> float:
        others = words_of(one, "pieces")[1:]
        return _blow(judge, one) - sum(
            alone.elsewhere(other, word_of(one, "at")) for other in others
        )

    best = max(found or [PASS], key=lambda one: worth(one) if one != PASS else 0.0)
    return best if best != PASS and worth(best) > 0 else PASS


def _blow(judge: Judge, choice: Choice) -> float:
    """Return what a melee is worth, less what it costs those who make it."""
    attack = attack_of(judge.setup, judge.state, choice, "melee")
    if judge.state.units[attack.target].is_routed:
        return weights()["chase"]
    paid = costs(judge.setup, judge.state, [attack])
    shaken = sum(judge.state.units[uid].is_good for uid, _ in paid)
    change = melee_sum(judge.setup, judge.state, attack)
    cost = weights()["line_cost_meeting" if judge.meeting else "line_cost"] * shaken
    return harm(judge.setup.deck, change) + _finish(judge, attack) - cost


def _finish(judge: Judge, attack: Attack) -> float:
    """A little more for whom little is missing: between equal targets the weaker one."""
    foe = judge.state.units[attack.target]
    return 0.05 * (4 - foe.figures) + (0.1 if foe.is_disordered else 0.0)


class _best_alone:  # noqa: N801 - read as a function
    """What each unit could do by itself, so that support is weighed against it."""

    def __init__(self, choices: list[Choice], worth: Callable[[Choice], float]) -> None:
        self._found: dict[str, dict[str, float]] = {}
        for one in choices:
            pieces = words_of(one, "pieces")
            if len(pieces) == 1:
                self._found.setdefault(pieces[0], {})[word_of(one, "at")] = worth(one)

    def elsewhere(self, uid: str, at: str) -> float:
        """Return the best that a unit could do against another hex."""
        found = self._found.get(uid, {})
        return max((worth for other, worth in found.items() if other != at), default=0.0)


def charge(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Cavalry charges whom it can reach, where that is worth a blow."""
    for one in options:
        if one == PASS:
            continue
        unit = judge.state.units[word_of(one)]
        if next(charges_of(judge.setup, judge.state, unit), None) is None:
            continue
        if offence(judge.setup, judge.state, unit) >= weights()["charge_worth"]:
            return one
    return PASS


def charge_move(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Forward, where the enemy will be in front; who has him there already stays."""
    moves = [one for one in options if one != PASS]

    def worth(one: Choice) -> float:
        unit = judge.state.units[word_of(one, "piece")]
        here = judge.place(unit, unit.at, unit.facing)
        return judge.place(unit, word_of(one, "at"), unit.facing) - here

    best = max(moves, key=worth)
    return best if worth(best) > 0 else PASS


def charge_target(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whom it hits hardest; no squares, nor others against whom there is little hope."""

    def hope(one: Choice) -> int:
        attack = attack_of(judge.setup, judge.state, one, "charge")
        blow = blow_of(judge.setup, judge.state, attack)
        return sum(modifier.value for modifier in blow.modifiers)

    best = max((one for one in options if one != PASS), key=hope)
    return best if hope(best) >= weights()["hope"] else PASS


def square(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whoever the charge can reach tries; for the others a square would be a hindrance."""
    grid, reach = judge.setup.map.grid, weights()["charge"]
    chargers = [judge.state.units[uid] for uid in judge.state.charging.units]
    for one in options:
        if one == PASS:
            continue
        at = judge.state.units[word_of(one)].at
        if any(foe.on_map and grid.distance(foe.at, at) <= reach for foe in chargers):
            return one
    return PASS


def escort(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """The commander of the group goes along with his men; the CC has his own way."""
    return {"subset": [cid for cid in ask.subject[1:] if judge.state.commanders[cid].group]}


def advance(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Into the hex the enemy has left, if that is where one wants to go."""
    poses = [one for one in options if one != PASS]
    best = move(judge, ask, poses)
    if PASS not in options:
        return best
    unit = judge.state.units[ask.subject[0]]
    gain = judge.place(unit, word_of(best, "at"), number_of(best, "facing"))
    return best if gain > judge.place(unit, unit.at, unit.facing) else PASS


# -- ways back ---------------------------------------------------------------------------------


def give_ground(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[result.push_back.zoc] [result.rout.zoc_loss] Not into the enemy's ZOC, where a figure is lost; then to the best place."""
    unit = judge.state.units[ask.subject[0]]
    watched = enemy_zoc(judge.setup, judge.state, judge.side)

    def worth(one: Choice) -> tuple[bool, float]:
        at = word_of(one)
        good = judge.nearest(at)[0] if unit.is_routed else judge.place(unit, at, unit.facing)
        return at not in watched, good

    return max(options, key=worth)


def flee(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[move.displace_commander] A commander who is driven off goes to his men, else to others, else away from the enemy."""
    cid = ask.subject[0]
    gid = judge.state.commanders[cid].group

    def worth(one: Choice) -> tuple[bool, bool, int]:
        at = word_of(one)
        uid = unit_at(judge.setup, judge.state, at)
        men = uid is not None and judge.setup.units[uid].group == gid
        return men, uid is not None, judge.nearest(at)[0]

    return max(options, key=worth)


ANSWERS: Mapping[str, Answer[Judge]] = {
    "first_order": orders.first_order,
    "courier": orders.courier,
    "cc_order": orders.first,
    "execute_order": orders.first,
    "rally_order": orders.first,
    "cc_move": orders.commander,
    "ugc_move": orders.commander,
    "event": cards.play,
    "reaction": cards.play,
    "discard": cards.discard,
    "card_move": cards.card_move,
    "movement": next_mover,
    "move": move,
    "formation": formations.next_change,
    "change": formations.change,
    "recall": formations.recall,
    "fire": fire,
    "melee": melee,
    "charge": charge,
    "charge_move": charge_move,
    "charge_target": charge_target,
    "square": square,
    "escort": escort,
    "advance_fire": advance,
    "advance_melee": advance,
    "second_wave": advance,
    "push_back": give_ground,
    "rout": give_ground,
    "flight": flee,
}

AFTERWARDS: Mapping[str, Answer[Judge]] = {
    kind: ANSWERS[kind]
    for kind in (
        "advance_fire",
        "advance_melee",
        "second_wave",
        "card_move",
        "push_back",
        "rout",
        "flight",
    )
}
"""What is asked when the enemy has already answered, and hangs on where everybody stands alone."""


class Captain(Scripted[Judge]):
    """Attacks where it has to, fires and closes with the enemy, keeps its commanders with their men.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Commands its army: attacks where it has to, fires and closes with the enemy, keeps its commanders with their men."
    )
    looks = Judge
    answers: ClassVar[Mapping[str, Answer[Any]]] = ANSWERS

    def plain(self, ask: Ask, options: list[Choice]) -> Choice:
        """Return what needs no thought."""
        return _plain(options, ask.kind)

    def blind(self, eyes: Eyes, listed: list[Choice]) -> Choice:
        """Go on in the middle of an action by the world that was imagined last, as the table has changed since."""
        ask, policy = eyes.ask, AFTERWARDS.get(eyes.ask.kind)
        if policy is None or self.known is None:
            return self.plain(ask, listed)
        setup = cast("Setup", self.known.setup)
        seen = as_seen(setup, self.known.table.state, eyes.view())
        side = next(seat.side for seat in setup.info.seats if seat.id == ask.seat)
        return policy(Judge(setup, seen, side), ask, listed)
