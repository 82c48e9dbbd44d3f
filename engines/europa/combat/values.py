"""[11.2-11.7] The values of a combat, as modifiers of the two dice, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.europa.cards.asked import added, marked
from grognard.engines.europa.field.position import commanders_at, good_at, units_at
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.field.terrain import ROUGH
from grognard.engines.europa.ranks.abilities import charge, presence
from grognard.engines.europa.ranks.command import commands, in_combat
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import Battle, State
from grognard.engines.europa.tables import named_row, row

Found = list[Modifier]


def total(found: Iterable[Modifier]) -> int:
    """[11.2.order] Modifiers add up."""
    return sum(one.value for one in found)


def divisor(setup: Setup, state: State, side: str, hex_id: str) -> int:
    """[11.2.halve] [11.2.took-part] Return what the value of a stack is divided by: 1, 2 or 4.

    All combat units of the hex are looked at, whoever of them attacks.
    """
    units = units_at(setup, state, side, hex_id)
    battles = min(max((unit.battles for unit in units), default=0), 2)
    column = "forced_march" if any(unit.forced for unit in units) else "fresh"
    return int(row("value_division", str(battles))[column])


def _divided(value: int, by: int) -> Found:
    """[11.2.halve] [1.2] Return what dividing takes from a value; fractions are dropped."""
    if by == 1 or value <= 0:
        return []
    words = text("halved") if by == 2 else text("quartered")
    return [Modifier(value // by - value, words, "11.2.halve")]


def _force(setup: Setup, uids: Sequence[str], rule: str, more: tuple[Modifier, ...]) -> Found:
    """[11.3] [11.6] [16.4.0] Return the CF of units, what Commanders add to it, the bonus for types."""
    words = counted("{n} unit", "{n} units", n=len(uids))
    found = [Modifier(len(uids), words, rule), *more]
    types = len({setup.units[uid].arm for uid in uids})
    if types > 1:
        bonus = int(row("type_bonus", str(types))["bonus"])
        found.append(
            Modifier(bonus, counted("{n} type of units", "{n} types of units", n=types), rule)
        )
    return found


def ground(setup: Setup, state: State, battle: Battle, start: str, *, guns: bool) -> Found:
    """[11.4] [11.5.support] Return what river, fortress and ground take from those who come from a hex."""
    setup_map, target = setup.map, battle.target
    column = "attack" if start == battle.start else "support"
    words: list[str] = []
    crosses = setup_map.is_river(start, target)
    if crosses and not (column == "attack" and marked(state, "river_attack", battle.attacker)):
        words.append("river")
    city = setup_map.cities.get(target)
    if city is not None and city.fortified:
        words.append("fort_guns" if guns else "fort")
    if city is None and setup_map.at(target) in ROUGH:
        words.append("rough")
    rule = "rule" if column == "attack" else "support_rule"
    lines = [(word, row("attack_modifiers", word)) for word in words]
    return [
        Modifier(int(line[column]), named_row("attack_modifiers", word), str(line[rule]))
        for word, line in lines
        if int(line[column])
    ]


def leading(setup: Setup, state: State, side: str, hex_id: str) -> tuple[str, ...]:
    """Return the Commanders of a side in a hex."""
    return tuple(c.id for c in commanders_at(setup, state, side, hex_id))


def _commander(
    setup: Setup, state: State, uids: tuple[str, ...], cids: tuple[str, ...], rule: str
) -> Found:
    """[11.5.cr] [11.7.cr] [16.2.combat] Return what the Commander adds."""
    cid, worth = in_combat(setup, state, uids, cids)
    if not worth:
        return []
    by = rule
    if setup.option("ranks"):
        leads = any(commands(setup, cid, uid) for uid in uids)
        by = "16.2.combat" if leads else "16.2.exceptions"
    words = text("{commander} leads", commander=named("unit", setup.chiefs[cid].name))
    return [Modifier(worth, words, by)]


def attack_value(setup: Setup, state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[11.3] [11.4] [11.5.cr] Return what counts for the attack, without its supporting stacks."""
    side, start = battle.attacker, battle.start
    cids = leading(setup, state, side, start)
    more = (*charge(setup, battle.units, cids), *presence(setup, battle.units, cids))
    found = _force(setup, battle.units, "11.3", more)
    found += _divided(total(found), divisor(setup, state, side, start))
    guns = any(setup.units[uid].is_artillery for uid in battle.units)
    found += ground(setup, state, battle, start, guns=guns)
    found += _commander(setup, state, battle.units, cids, "11.5.cr")
    return tuple(found)


def attack_support(setup: Setup, state: State, battle: Battle, hex_id: str) -> tuple[Modifier, ...]:
    """[11.5.support] Return what a stack that supports the attack adds or takes."""
    found = _support(setup, state, battle.attacker, hex_id, "11.5.support")
    guns = any(
        setup.units[unit.id].is_artillery for unit in good_at(setup, state, battle.attacker, hex_id)
    )
    found += ground(setup, state, battle, hex_id, guns=guns)
    return (*found, *_with_commander(setup, state, battle.attacker, hex_id, "11.5.support"))


def _support(setup: Setup, state: State, side: str, hex_id: str, rule: str) -> Found:
    count = len(good_at(setup, state, side, hex_id))
    words = text("support from {hex}", hex=called(setup, hex_id))
    return [Modifier(count, words, rule), *_divided(count, divisor(setup, state, side, hex_id))]


def _with_commander(setup: Setup, state: State, side: str, hex_id: str, rule: str) -> Found:
    if not commanders_at(setup, state, side, hex_id):
        return []
    line = row("attack_modifiers", "commander")
    return [Modifier(int(line["support"]), named_row("attack_modifiers", "commander"), rule)]


def all_attack(setup: Setup, state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[11.5.fav] Return everything that is added to the attacker's die."""
    found = attack_value(setup, state, battle)
    for hex_id in battle.support:
        found += attack_support(setup, state, battle, hex_id)
    return found


def is_helpless(setup: Setup, state: State, battle: Battle) -> bool:
    """[11.18] Whether every unit of the stack that is attacked is disrupted."""
    return not good_at(setup, state, enemy_of(battle.attacker), battle.target)


def defence_value(setup: Setup, state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[11.6] [11.7.cr] Return what counts for the defence, without its supporting stacks."""
    side, target = enemy_of(battle.attacker), battle.target
    uids = tuple(unit.id for unit in good_at(setup, state, side, target))
    cids = leading(setup, state, side, target)
    found = _force(setup, uids, "11.6", presence(setup, uids, cids))
    found += _divided(total(found), divisor(setup, state, side, target))
    found += _commander(setup, state, uids, cids, "11.7.cr")
    return (*found, *added(state, "stand", side))


def defence_support(
    setup: Setup, state: State, battle: Battle, hex_id: str
) -> tuple[Modifier, ...]:
    """[11.7.support] Return what a stack that supports the defence adds."""
    side = enemy_of(battle.attacker)
    found = _support(setup, state, side, hex_id, "11.7.support")
    return (*found, *_with_commander(setup, state, side, hex_id, "11.7.support"))


def all_defence(setup: Setup, state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[11.7.fdv] [11.18] Return everything that is added to the defender's die: nothing where all are disrupted."""
    if is_helpless(setup, state, battle):
        return ()
    found = defence_value(setup, state, battle)
    for hex_id in battle.defence:
        found += defence_support(setup, state, battle, hex_id)
    return found


def strength(
    setup: Setup, state: State, side: str, uids: Sequence[str], support: Sequence[str]
) -> int:
    """[11.14] [11.15] Return how many units in good order a side has in the combat, support included."""
    good = sum(not state.units[uid].disrupted for uid in uids)
    return good + sum(len(good_at(setup, state, side, hex_id)) for hex_id in support)


def named_hexes(setup: Setup, hexes: Iterable[str]) -> list[Text]:
    """Return what hexes are called."""
    return [called(setup, hex_id) for hex_id in hexes]
