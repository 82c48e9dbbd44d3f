"""[10.2.test] [11.8] Exact chances of an attack: of its test, of each call for support, of what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.combat.orders import supporters
from grognard.engines.europa.combat.trials import adds
from grognard.engines.europa.combat.values import (
    attack_support,
    attack_value,
    defence_support,
    defence_value,
    is_helpless,
    total,
)
from grognard.engines.europa.field.position import units_at
from grognard.engines.europa.hidden.dealing import deal
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import Battle, State
from grognard.engines.europa.tables import number

DEALS = 24
"""So many deals tell what may stand under hidden counters: enough for a mean to some 5 %."""
Spread = Mapping[int, Fraction]
"""The chance of each number."""
ENDS = ("routs", "wins", "ties", "loses")
"""What an attack comes to: wins by 3 or more, by 1 or 2, ties, loses."""


def faces() -> range:
    """[1.1.dice] Return the faces of a die."""
    return range(1, number("die") + 1)


def ahead(setup: Setup, state: State, battle: Battle, committed: int) -> tuple[Fraction, Fraction]:
    """[10.2.test] [10.2.abort] Return the chances that an attack goes ahead and that it is aborted."""
    change = total(adds(setup, state, battle.attacker, battle.start, committed))
    good = sum(f + change >= number("test") and f != number("aborts") for f in faces())
    return Fraction(good, number("die")), Fraction(1, number("die"))


def comes(setup: Setup, state: State, side: str, hex_id: str, committed: int) -> Fraction:
    """[10.4] [10.6] Return the chance that a stack that is called on comes."""
    change = total(adds(setup, state, side, hex_id, committed))
    return Fraction(sum(f + change >= number("test") for f in faces()), number("die"))


def planned(setup: Setup, state: State, pieces: Sequence[str], target: str) -> Battle:
    """[10.1] Return the combat that an order would begin."""
    first = pieces[0]
    side = setup.units[first].side
    defenders = tuple(unit.id for unit in units_at(setup, state, enemy_of(side), target))
    return Battle(side, state.units[first].at, target, tuple(pieces), defenders)


def calls(setup: Setup, state: State, battle: Battle, side: str) -> tuple[str, ...]:
    """[10.3] [10.5] Return the hexes that a side may call on."""
    start = battle.start if side == battle.attacker else ""
    return supporters(setup, state, side, battle.target, start)


def with_calls(base: int, offers: Sequence[tuple[int, Fraction]]) -> Spread:
    """Return the chance of each sum, where each offer is added with its chance."""
    found: dict[int, Fraction] = {base: Fraction(1)}
    for worth, chance in offers:
        after: dict[int, Fraction] = {}
        for value, share in found.items():
            for sum_, part in ((value + worth, chance), (value, 1 - chance)):
                after[sum_] = after.get(sum_, Fraction(0)) + share * part
        found = {value: share for value, share in after.items() if share}
    return found


def attack_spread(
    setup: Setup, state: State, battle: Battle, called: Sequence[str], committed: int
) -> Spread:
    """[11.5.fav] Return the chances of the attack before its die, with these stacks called on."""
    side = battle.attacker
    offers = [
        (total(attack_support(setup, state, battle, at)), comes(setup, state, side, at, committed))
        for at in called
    ]
    sure = sum(total(attack_support(setup, state, battle, at)) for at in battle.support)
    return with_calls(total(attack_value(setup, state, battle)) + sure, offers)


def defence_spread(
    setup: Setup, state: State, battle: Battle, called: Sequence[str], committed: int
) -> Spread:
    """[11.7.fdv] [11.18] Return the chances of the defence before its die, with these stacks called on."""
    if is_helpless(setup, state, battle):
        return {0: Fraction(1)}
    side = enemy_of(battle.attacker)
    offers = [
        (total(defence_support(setup, state, battle, at)), comes(setup, state, side, at, committed))
        for at in called
    ]
    return with_calls(total(defence_value(setup, state, battle)), offers)


def ends(attack: Spread, defence: Spread) -> dict[str, Fraction]:
    """[11.8] [11.12.a] Return the chance of each end of a combat."""
    found = dict.fromkeys(ENDS, Fraction(0))
    each = Fraction(1, number("die") ** 2)
    dice = Counter(a - b for a in faces() for b in faces())
    for fav, one in attack.items():
        for fdv, other in defence.items():
            for dies, ways in dice.items():
                found[end_of(fav - fdv + dies)] += one * other * ways * each
    return found


def end_of(difference: int) -> str:
    """[11.8] [11.12.a] Return the end that a difference of the final values makes."""
    if difference >= number("must_retreat"):
        return "routs"
    if difference > 0:
        return "wins"
    return "ties" if difference == 0 else "loses"


def outcome(
    setup: Setup, state: State, battle: Battle, called: Sequence[str], answered: Sequence[str]
) -> dict[str, Fraction]:
    """[11.8] Return the chance of each end, if the attacker and then the defender call on these stacks.

    The CC are those of the combat as it stands.
    """
    attack = attack_spread(setup, state, battle, called, battle.committed)
    return ends(attack, defence_spread(setup, state, battle, answered, battle.guarded))


def under_cover(setup: Setup, state: State, battle: Battle) -> list[dict[str, Fraction]]:
    """[15.1] Return the chances of an attack in each of some deals of the stacks that its side does not see into.

    What is dealt hangs on what that side knows alone, and so do these; none where nothing could be dealt.
    """
    rng = Random(battle.target)
    dealt = [deal(setup, state, battle.attacker, rng) for _ in range(DEALS)]
    return [
        outcome(setup, world, _met(setup, world, battle), (), ())
        for world in dealt
        if world is not state
    ]


def _met(setup: Setup, state: State, battle: Battle) -> Battle:
    """Return an attack as it meets those who stand there in a position."""
    return evolve(planned(setup, state, battle.units, battle.target), committed=battle.committed)


def mean_of(found: Sequence[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Return the mean chance of each end."""
    return {end: sum((one[end] for one in found), Fraction(0)) / len(found) for end in ENDS}


def hoped(setup: Setup, state: State, battle: Battle, committed: int) -> Fraction:
    """[10.2.test] [11.8] Return the chance of a victory with all support called and none of the enemy's."""
    chance, _ = ahead(setup, state, battle, committed)
    plan = evolve(battle, committed=committed)
    found = outcome(setup, state, plan, calls(setup, state, battle, battle.attacker), ())
    return chance * (found["routs"] + found["wins"])
