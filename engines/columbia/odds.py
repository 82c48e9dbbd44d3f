"""[6.5] [5.3] What a choice may bring: exact chances of one fire, a bombardment, one round.

What is not open is never looked at: under bombardment only the hits are known, and where blocks
hide the fight is asked of many deals (`resample`). Every answer says which of the two it is.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from engines.columbia.bombardment import firepower, modifiers
from engines.columbia.chances import LEFT, Man, Standing, struck, throws
from engines.columbia.fighters import (
    attacks,
    battle_of,
    defender_of,
    double_defense,
    fighters,
    in_square,
    pursued,
)
from engines.columbia.firing import fire_of, targets, why_not_fire
from engines.columbia.position import strength
from engines.columbia.retreat import retreats
from engines.columbia.setup import Setup
from engines.columbia.state import Battle, State
from engines.columbia.tables import number
from engines.core.explain import Modifier
from engines.core.game import NoAnswer
from engines.core.text import Text, text
from engines.core.views import Answer

FIRES = ("fire", "bayonet")


def percent(chance: Fraction | float) -> str:
    """Write a chance as a percentage."""
    return f"{float(chance) * 100:.0f}%"


def explain(
    changes: tuple[Modifier, ...],
) -> tuple[list[dict[str, object]], list[Text], list[str]]:
    """Return modifiers as data, as lines and the rules they come from."""
    rows: list[dict[str, object]] = []
    lines = []
    for modifier in changes:
        rows.append(
            {"value": modifier.value, "rule": modifier.rule, "reason": str(modifier.reason)}
        )
        lines.append(
            text(
                "{n} {why} ({rule})",
                n=f"{modifier.value:+d}",
                why=modifier.reason,
                rule=modifier.rule,
            )
        )
    return rows, lines, [modifier.rule for modifier in changes]


# -- the fight as the chances see it -------------------------------------------------------------


def line_up(setup: Setup, state: State) -> tuple[list[Man], Standing]:
    """[6.4.idle] Return the blocks that fight in this round, defenders first, and how they stand."""
    battle = battle_of(state)
    men, standing = [], []
    for side in (defender_of(battle), battle.attacker):
        doubled = double_defense(setup, state, side)
        for uid in fighters(setup, state, side):
            men.append(_man(setup, state, battle, uid, doubled=doubled))
            standing.append((state.blocks[uid].step, battle.half.count(uid)))
    return men, tuple(standing)


def _man(setup: Setup, state: State, battle: Battle, uid: str, *, doubled: bool) -> Man:
    kind = setup.types[uid]
    plain = Man(
        uid,
        attacks(setup, battle, uid),
        kind.ladder,
        squared=in_square(battle, uid),
        doubled=doubled,
    )
    if pursued(battle) and plain.attacks:
        return replace(plain, leaves="retreats" if retreats(setup, state, uid) else "lost")
    aim = best_aim(setup, state, uid)
    if aim is None:
        return plain
    fire = fire_of(setup, state, uid, aim)
    change = fire.dice - kind.ladder[state.blocks[uid].step]
    return replace(plain, need=fire.firepower, change=change, aim=aim)


def best_aim(setup: Setup, state: State, uid: str) -> str | None:
    """[6.62.target] Return the target that promises most hits, None where it cannot fire."""
    able = [
        aim for aim in targets(setup, state, uid) if why_not_fire(setup, state, uid, aim) is None
    ]
    if len(able) <= 1:
        return able[0] if able else None
    fires = [fire_of(setup, state, uid, aim) for aim in able]
    # Of equal promises the later is taken: the units in the open.
    best = max(range(len(able)), key=lambda n: (fires[n].dice * fires[n].firepower, n))
    return able[best]


# -- one fire --------------------------------------------------------------------------------------


def fire_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:  # noqa: ARG001
    """[6.5.roll] Give the exact chances of one battle turn's fire: hits, and whom they reach.

    Among equal strongest blocks the one with most steps left is taken to be hit.
    """
    battle = battle_of(state)
    uid, what = str(choice["piece"]), choice["do"]
    aim = choice.get("target", "")
    if uid not in fighters(setup, state, setup.types[uid].side) or what not in FIRES:
        raise NoAnswer("choice must be a fire of a block in the battle")
    fire = fire_of(setup, state, uid, aim, bayonet=what == "bayonet")
    own = number("bayonet_own_hit") if fire.bayonet else 0
    table = throws(fire.dice, max(0, fire.firepower), own)
    men, standing = line_up(setup, state)
    rows = []
    lines = [
        text(
            "{n} dice, hits at {firepower} or less (6.5.roll)",
            n=fire.dice,
            firepower=fire.firepower,
        )
    ]
    modifiers, words, rules = explain(fire.modifiers)
    lines += words
    for count, row in enumerate(table):
        chance = sum(row, Fraction(0))
        after = struck(men, standing, not attacks(setup, battle, uid), count, aim)
        rows.append({"hits": count, "chance": str(chance), "losses": _losses(men, standing, after)})
        lines.append(text("{chance}: {hits}", chance=percent(chance), hits=_hits(count)))
        if count:
            lines[-1] = text(
                "{chance}: {hits}: {who}",
                chance=percent(chance),
                hits=_hits(count),
                who=_who(setup, men, standing, after),
            )
    value: dict[str, object] = {
        "exact": True,
        "dice": fire.dice,
        "firepower": fire.firepower,
        "modifiers": modifiers,
        "rows": rows,
        "expected": str(_expected(table)),
    }
    if own:
        alone = _columns(table)
        value["own"] = [str(chance) for chance in alone]
        lines += [
            text("{chance}: {hits} on itself (6.52.effect)", chance=percent(chance), hits=_hits(n))
            for n, chance in enumerate(alone)
            if n and chance
        ]
        rules.append("6.52.effect")
    return Answer(value, tuple(dict.fromkeys(("6.5.roll", "6.5.strongest", *rules))), tuple(lines))


def _hits(count: int) -> Text:
    return text("1 hit") if count == 1 else text("{n} hits", n=count)


def _expected(table: tuple[tuple[Fraction, ...], ...]) -> Fraction:
    return sum((count * sum(row, Fraction(0)) for count, row in enumerate(table)), Fraction(0))


def _losses(men: list[Man], before: Standing, after: Standing) -> list[dict[str, object]]:
    """Return how the blocks that were hit stand afterwards: strength (None eliminated), half-hit."""
    return [
        {
            "block": man.uid,
            "strength": None if new[0] == LEFT else man.ladder[new[0]],
            "half_hit": bool(new[1]),
        }
        for man, old, new in zip(men, before, after, strict=True)
        if old != new
    ]


def _who(setup: Setup, men: list[Man], before: Standing, after: Standing) -> Text:
    names = []
    for man, old, new in zip(men, before, after, strict=True):
        if old == new:
            continue
        name = setup.types[man.uid].name
        if new[0] == LEFT:
            names.append(f"{name} eliminated")
        elif new[1] and old[0] == new[0]:
            names.append(f"{name} half-hit")
        else:
            names.append(f"{name} {man.ladder[old[0]]}-{man.ladder[new[0]]}")
    return text("{blocks}", blocks=", ".join(names) or "-")


def bombard_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:  # noqa: ARG001
    """[5.3.hits] [5.3.contested] Give the exact chances of a bombardment.

    Hits on hidden enemies are counted, not placed; those on own blocks are placed as in `fire_odds`.
    """
    uid, to = str(choice["piece"]), str(choice["at"])
    kind, block = setup.types[uid], state.blocks[uid]
    if not kind.is_artillery or to not in setup.ground.near.get(block.at, ()):
        raise NoAnswer("choice must be a battery and an area next to it")
    here = state.areas.get(to, ())
    friends = tuple(uid for uid in here if setup.types[uid].side == kind.side)
    dice, need = strength(kind, block), max(0, firepower(setup, uid, block.at, to))
    table = throws(dice, need, number("bombard_own_hit") if friends else 0)
    changes = modifiers(setup, block.at, to)
    lines = [text("{n} dice, hits at {firepower} or less (5.3.target)", n=dice, firepower=need)]
    told, words, rules = explain(changes)
    lines += words
    rows = []
    for count, row in enumerate(table):
        chance = sum(row, Fraction(0))
        rows.append({"hits": count, "chance": str(chance)})
        lines.append(text("{chance}: {hits}", chance=percent(chance), hits=_hits(count)))
    value: dict[str, object] = {
        "exact": True,
        "dice": dice,
        "firepower": need,
        "modifiers": told,
        "rows": rows,
        "expected": str(_expected(table)),
        "targets": len(here) - len(friends),
    }
    if friends:
        value["own"], more = _own_losses(setup, state, friends, table)
        lines += more
        rules.append("5.3.contested")
    return Answer(value, tuple(dict.fromkeys(("5.3.target", "5.3.hits", *rules))), tuple(lines))


def _own_losses(
    setup: Setup, state: State, friends: tuple[str, ...], table: tuple[tuple[Fraction, ...], ...]
) -> tuple[list[dict[str, object]], list[Text]]:
    """[5.3.contested] Return what the sixes of a bombardment do to own blocks, as data and lines."""
    men = [Man(uid, True, setup.types[uid].ladder) for uid in friends]
    start = tuple((state.blocks[uid].step, 0) for uid in friends)
    rows: list[dict[str, object]] = []
    lines = []
    for n, chance in enumerate(_columns(table)):
        after = struck(men, start, True, n, "")
        rows.append({"hits": n, "chance": str(chance), "losses": _losses(men, start, after)})
        if n and chance:
            lines.append(
                text(
                    "{chance}: {hits} on own blocks (5.3.contested): {who}",
                    chance=percent(chance),
                    hits=_hits(n),
                    who=_who(setup, men, start, after),
                )
            )
    return rows, lines


def _columns(table: tuple[tuple[Fraction, ...], ...]) -> list[Fraction]:
    return [sum((row[n] for row in table), Fraction(0)) for n in range(len(table[0]))]
