"""[16.4] Special abilities of Commanders."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.europa.ranks.command import commands, seniors
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.tables import number, row


def ability(setup: Setup, cids: tuple[str, ...], word: str) -> str:
    """[16.4.0] Return the most senior of these Commanders who has an ability, "" where it does not work."""
    if not setup.option("abilities"):
        return ""
    able = row("commander_abilities", word)["who"]
    return next((cid for cid in seniors(setup, cids) if cid in able), "")


def _modifier(setup: Setup, word: str, cid: str, value: int) -> Modifier:
    rule = str(row("commander_abilities", word)["rule"])
    return Modifier(
        value, text("{commander} with them", commander=named("unit", setup.chiefs[cid].name)), rule
    )


def _worth(word: str) -> int:
    return int(row("commander_abilities", word)["value"])


def charge(setup: Setup, uids: tuple[str, ...], cids: tuple[str, ...]) -> tuple[Modifier, ...]:
    """[16.4.3] [16.4.7] Each cavalry unit that attacks with Platov, Murat or Grouchy has 1 CF more."""
    horse = sum(setup.units[uid].is_cavalry for uid in uids)
    for word in ("charge", "charge_french"):
        if horse and (cid := ability(setup, cids, word)):
            return (_modifier(setup, word, cid, horse * _worth(word)),)
    return ()


def presence(setup: Setup, uids: tuple[str, ...], cids: tuple[str, ...]) -> tuple[Modifier, ...]:
    """[16.4.5] Each unit in good order that Napoleon commands has 1 CF more, at most 3 in all."""
    cid = ability(setup, cids, "presence")
    if not cid:
        return ()
    led = sum(commands(setup, cid, uid) for uid in uids)
    worth = min(number("napoleon_cf"), led * _worth("presence"))
    return (_modifier(setup, "presence", cid, worth),) if worth else ()


def march(
    setup: Setup, uids: tuple[str, ...], leaders: tuple[str, ...], starters: tuple[str, ...]
) -> tuple[Modifier, ...]:
    """[14.5] [16.2.march] [16.4.4] [16.4.6] What Commanders add to an attrition roll.

    `leaders` go all the way with the units, `starters` were in their hex when they set out.
    """
    found: list[Modifier] = []
    if not setup.option("abilities") and "napoleon" in leaders:
        found.append(_table_row("napoleon"))
    if setup.option("ranks") and any(
        cid != "murat" and all(commands(setup, cid, uid) for uid in uids) for cid in leaders
    ):
        found.append(_table_row("command"))
    if ability(setup, leaders, "march"):
        found.append(_table_row("leader"))
    top = seniors(setup, starters)
    if top == ("murat",) and ability(setup, starters, "haste"):
        found.append(_table_row("murat"))
    return tuple(found)


def _table_row(word: str) -> Modifier:
    found = row("march_attrition_modifiers", word)
    return Modifier(int(found["value"]), named("term", str(found["name"])), str(found["rule"]))


def hesitates(setup: Setup, cids: tuple[str, ...]) -> str:
    """[16.4.2] [16.4.0] Return Constantine where units with him must roll before they march, else "".

    Beside a Commander of his rank the owner decides whose ability works, and nobody wants this one.
    """
    found = ability(setup, cids, "hesitation")
    return found if seniors(setup, cids) == (found,) else ""
