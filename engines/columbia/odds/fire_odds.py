"""[6.5] [5.3] What a choice may bring: exact chances of one fire, a bombardment, one round.

What is not open is never looked at: under bombardment only the hits are known, and where blocks
hide the fight is asked of many deals (`resample`). Every answer says which of the two it is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.engines.columbia.battle.fighters import battle_of, fighters
from grognard.engines.columbia.battle.firing import fire_of
from grognard.engines.columbia.bombardment.bombardment import firepower, modifiers
from grognard.engines.columbia.field.position import enemy_of, strength
from grognard.engines.columbia.odds.chances import throws
from grognard.engines.columbia.odds.outcomes import after_hits
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import ELIMINATED, Hits, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, all_of, counted, percent, text
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.show.explain import Modifier
from grognard.engines.core.show.views import Answer

FIRES = ("fire", "bayonet")


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
    rows = []
    lines = [
        counted(
            "{n} die, hits at {firepower} or less",
            "{n} dice, hits at {firepower} or less",
            n=fire.dice,
            firepower=fire.firepower,
        )
    ]
    modifiers, words, rules = explain(fire.modifiers)
    lines += words
    for count, row in enumerate(table):
        chance = sum(row, Fraction(0))
        given = Hits(enemy_of(setup.types[uid].side), count, battle.at, "6.5.strongest", aim)
        after = after_hits(setup, state, given)
        rows.append({"hits": count, "chance": str(chance), "losses": _losses(setup, state, after)})
        lines.append(text("{chance}: {hits}", chance=percent(chance), hits=_hits(count)))
        if count:
            lines[-1] = text(
                "{chance}: {hits}: {who}",
                chance=percent(chance),
                hits=_hits(count),
                who=_who(setup, state, after),
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
            text("{chance}: {hits} on itself", chance=percent(chance), hits=_hits(n))
            for n, chance in enumerate(alone)
            if n and chance
        ]
        rules.append("6.52.effect")
    cited = tuple(dict.fromkeys(("6.5.roll", "6.5.strongest", *rules)))
    return Answer(value, cited, tuple(lines), shares=_shares(table))


def _shares(table: tuple[tuple[Fraction, ...], ...]) -> tuple[tuple[Text, float], ...]:
    return tuple((_hits(n), float(sum(row, Fraction(0)))) for n, row in enumerate(table))


def _hits(count: int) -> Text:
    return counted("{n} hit", "{n} hits", n=count)


def _expected(table: tuple[tuple[Fraction, ...], ...]) -> Fraction:
    return sum((count * sum(row, Fraction(0)) for count, row in enumerate(table)), Fraction(0))


def _struck(before: State, after: State) -> list[str]:
    """Return the blocks that stand otherwise after hits than before, in their listed order."""
    here = before.battle.at if before.battle else ""
    half = [state.battle.half if state.battle else () for state in (before, after)]
    found = []
    for uid, block in before.blocks.items():
        new = after.blocks[uid]
        if (block.at, block.step) != (new.at, new.step) or (
            block.at == here and half[0].count(uid) != half[1].count(uid)
        ):
            found.append(uid)
    return found


def _losses(setup: Setup, before: State, after: State) -> list[dict[str, object]]:
    """Return how the blocks that were hit stand afterwards: strength (None eliminated), half-hit."""
    rows: list[dict[str, object]] = []
    for uid in _struck(before, after):
        block = after.blocks[uid]
        gone = block.at == ELIMINATED
        rows.append(
            {
                "block": uid,
                "strength": None if gone else strength(setup.types[uid], block),
                "half_hit": after.battle is not None and uid in after.battle.half,
            }
        )
    return rows


def _who(setup: Setup, before: State, after: State) -> Text:
    names: list[Text] = []
    for uid in _struck(before, after):
        kind, old, new = setup.types[uid], before.blocks[uid], after.blocks[uid]
        if new.at == ELIMINATED:
            names.append(text("{block} eliminated", block=kind.name))
        elif old.step == new.step:
            names.append(text("{block} half-hit", block=kind.name))
        else:
            now, then = strength(kind, new), strength(kind, old)
            names.append(text("{block} {then}-{now}", block=kind.name, then=then, now=now))
    return all_of(names)


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
    lines = [
        counted(
            "{n} die, hits at {firepower} or less",
            "{n} dice, hits at {firepower} or less",
            n=dice,
            firepower=need,
        )
    ]
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
        value["own"], more = _own_losses(setup, state, kind.side, to, table)
        lines += more
        rules.append("5.3.contested")
    cited = tuple(dict.fromkeys(("5.3.target", "5.3.hits", *rules)))
    return Answer(value, cited, tuple(lines), shares=_shares(table))


def _own_losses(
    setup: Setup, state: State, side: Side, to: str, table: tuple[tuple[Fraction, ...], ...]
) -> tuple[list[dict[str, object]], list[Text]]:
    """[5.3.contested] Return what the sixes of a bombardment do to own blocks, as data and lines."""
    rows: list[dict[str, object]] = []
    lines = []
    for n, chance in enumerate(_columns(table)):
        after = after_hits(setup, state, Hits(side, n, to, "5.3.contested"))
        rows.append({"hits": n, "chance": str(chance), "losses": _losses(setup, state, after)})
        if n and chance:
            lines.append(
                text(
                    "{chance}: {hits} on own blocks: {who}",
                    chance=percent(chance),
                    hits=_hits(n),
                    who=_who(setup, state, after),
                )
            )
    return rows, lines


def _columns(table: tuple[tuple[Fraction, ...], ...]) -> list[Fraction]:
    return [sum((row[n] for row in table), Fraction(0)) for n in range(len(table[0]))]
