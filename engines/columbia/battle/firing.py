"""[6.5] Firing in a battle: dice, firepower and what changes it, targeting (6.62), the bayonet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from grognard.engines.columbia.battle import flank
from grognard.engines.columbia.battle.fighters import (
    attacks,
    battle_of,
    fighters,
    in_square,
    joins,
    pursued,
    reserves,
    square_sheltering,
)
from grognard.engines.columbia.field.position import enemy_of, strength
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import BlockType, Hits, State
from grognard.engines.columbia.tables import TABLES, TERRAIN_EFFECTS, number
from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.show.explain import DETAIL, Modifier, Refusal

SQUARE, OPEN = "square", "open"
HIT, MISS, OWN_HIT, BOTH = "hit", "miss", "own hit", "hit, own hit"


@dataclass(frozen=True, slots=True)
class Fire:
    """[6.5.roll] One block's fire: how many dice, and the number each must not exceed.

    `base` is the printed firepower number, `modifiers` what changes it; a modifier of 0 marks a
    die less. `target` is whom it fires at: "", "square" or "open" (6.62.target).
    """

    block: str
    dice: int
    letter: str
    base: int
    modifiers: tuple[Modifier, ...]
    target: str = ""
    bayonet: bool = False

    @property
    def firepower(self) -> int:
        """[4.13.hit] The number a die must not exceed."""
        return self.base + sum(modifier.value for modifier in self.modifiers)


@cache
def square_row(unit: str) -> tuple[int, int, int]:
    """[6.63.cavalry] Return (firepower, 0 for none; change of number; change of dice) of a row."""
    row = TABLES.by("square_effects", "unit")[unit]
    fixed = int(row["firepower"][1:]) if row["firepower"] else 0
    return fixed, int(row["number"]), int(row["dice"])


@cache
def pursuit_bonus(unit: str) -> int:
    """[6.73.bonus] Return what round 4 adds to the firepower of a defender."""
    return TABLES.value("pursuit", unit, key="unit")


def targets(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[6.62.target] Return the targets a block must choose between: square and open, or ("",).

    Infantry does not target (6.62.infantry). Empty where there is no enemy to fire at.
    """
    battle = battle_of(state)
    kind = setup.types[uid]
    enemies = fighters(setup, state, enemy_of(kind.side))
    if not enemies:
        return ()
    if kind.is_infantry:
        return ("",)
    squares = sum(in_square(battle, enemy) for enemy in enemies)
    return (SQUARE, OPEN) if 0 < squares < len(enemies) else ("",)


def at_square(setup: Setup, state: State, uid: str, target: str) -> bool:
    """[6.63.cavalry] Whether a fire that targets is aimed at units in square."""
    kind = setup.types[uid]
    if kind.is_infantry or target:
        return target == SQUARE
    battle = battle_of(state)
    enemies = fighters(setup, state, enemy_of(kind.side))
    return bool(enemies) and all(in_square(battle, enemy) for enemy in enemies)


def fire_of(
    setup: Setup, state: State, uid: str, target: str = "", *, bayonet: bool = False
) -> Fire:
    """[6.5.roll] Work out the fire of a block in this round."""
    battle, kind = battle_of(state), setup.types[uid]
    squared = at_square(setup, state, uid, target)
    limits = tuple(_ceilings(setup, state, uid, squared=squared))
    modifiers = [*limits, *_penalties(setup, state, uid)]
    if not limits:
        modifiers += _bonuses(setup, state, uid, squared=squared, bayonet=bayonet)
    sheltered = bool(square_sheltering(battle, uid))
    dice = strength(kind, state.blocks[uid]) + _dice_change(setup, state, uid, squared=squared)
    shown = "C" if sheltered else kind.letter
    return Fire(uid, max(dice, 0), shown, kind.number, tuple(modifiers), target, bayonet)


def _dice_change(setup: Setup, state: State, uid: str, *, squared: bool) -> int:
    """[6.63.cavalry] [6.63.infantry] Return the dice lost to squares by Cossacks and militia."""
    kind = setup.types[uid]
    if kind.is_cossack and squared:
        return square_row("cossacks_at_square")[2]
    if kind.is_militia and uid in battle_of(state).squares:
        return square_row("militia_in_square")[2]
    return 0


def _ceilings(setup: Setup, state: State, uid: str, *, squared: bool) -> Iterator[Modifier]:
    """[6.63.sheltered] [6.63.cavalry] Give what sets a firepower: no bonus raises it again."""
    kind = setup.types[uid]
    if square_sheltering(battle_of(state), uid):
        fixed = square_row("sheltered")[0]
        yield Modifier(fixed - kind.number, text("Sheltered by a square"), "6.63.sheltered")
        if kind.is_cossack and squared:
            yield Modifier(0, text("Cossacks against a square: one die fewer"), "6.63.cavalry")
    elif kind.is_cossack and squared:
        yield Modifier(0, text("Cossacks against a square: one die fewer"), "6.63.cavalry")
    elif squared and (kind.is_cavalry or kind.is_hq):
        fixed = square_row("cavalry_at_square")[0]
        yield Modifier(fixed - kind.number, text("Against a square"), "6.63.cavalry")


def _penalties(setup: Setup, state: State, uid: str) -> Iterator[Modifier]:
    """[3.2.woods] [3.2.swamp] [3.2.village] [6.63.infantry] Give what lowers a firepower."""
    battle, kind = battle_of(state), setup.types[uid]
    area = setup.ground.areas[battle.at]
    change = terrain_change(area.terrain, kind)
    if change:
        name = named("term", TERRAIN_EFFECTS[area.terrain]["name"])
        yield Modifier(change, name, f"3.2.{area.terrain}")
    if area.village and attacks(setup, battle, uid):
        came = joins(state, battle.at, uid)
        if battle.round - came < number("attacker_village_rounds"):
            rule = "3.2.village" if came == 1 else "6.4.firstround"
            change = int(TERRAIN_EFFECTS["village"]["attackers"])
            yield Modifier(change, text("Attacking a village, first round"), rule)
    if uid in battle.squares:
        row = square_row("militia_in_square" if kind.is_militia else "infantry_in_square")
        words = text("In square: one die fewer") if kind.is_militia else text("In square")
        yield Modifier(row[1], words, "6.63.infantry")


def terrain_change(terrain: str, kind: BlockType) -> int:
    """[3.2.woods] [3.2.swamp] Return what the ground of the battle changes in a firepower."""
    row = TERRAIN_EFFECTS[terrain]
    if kind.is_cavalry and not kind.is_cossack:
        return int(row["cavalry"])
    if kind.is_artillery and row["artillery"] != "no_fire":
        return int(row["artillery"])
    return 0


def _bonuses(
    setup: Setup, state: State, uid: str, *, squared: bool, bayonet: bool
) -> Iterator[Modifier]:
    """[6.63.artillery] [6.73.bonus] [flank.bonus] [6.52.effect] Give what raises a firepower."""
    battle, kind = battle_of(state), setup.types[uid]
    if kind.is_artillery and squared:
        change = square_row("artillery_at_square")[1]
        yield Modifier(change, text("Against a square"), "6.63.artillery")
    if kind.is_cavalry and pursued(battle) and not attacks(setup, battle, uid):
        change = pursuit_bonus("cossack" if kind.is_cossack else "cavalry")
        yield Modifier(change, text("Pursuit"), "6.73.bonus")
    surprise = flank.bonus_of(state, uid)
    if surprise is not None:
        yield surprise
    if bayonet:
        yield Modifier(number("bayonet_bonus"), text("Bayonet charge"), "6.52.effect")


def why_not_fire(setup: Setup, state: State, uid: str, target: str = "") -> Refusal | None:
    """[6.5.roll] [6.62.target] Return what keeps a block from firing at a target."""
    battle, kind = battle_of(state), setup.types[uid]
    if pursued(battle) and attacks(setup, battle, uid):
        words = text("In this round attackers do not fire: they must retreat.")
        return Refusal("6.73.order", words, (uid,))
    offered = targets(setup, state, uid)
    if not offered:
        rule = "6.4.idle" if reserves(setup, state, enemy_of(kind.side)) else "6.5.roll"
        return Refusal(rule, text("There is no enemy in the battle to fire at."), (battle.at,))
    if target not in offered:
        return _why_not_target(kind, offered)
    if kind.is_artillery and _no_fire(setup, battle.at):
        return Refusal("3.2.swamp", text("Artillery may not fire in swamp."), (uid, battle.at))
    return _why_no_dice(setup, state, fire_of(setup, state, uid, target))


def _why_not_target(kind: BlockType, offered: tuple[str, ...]) -> Refusal:
    if kind.is_infantry:
        words = text("Infantry does not choose a target: its hits go to the strongest enemy.")
        return Refusal("6.62.infantry", words, (kind.id,))
    if offered == ("",):
        words = text("There is nothing to choose: either all the enemy are in square or none is.")
        return Refusal("6.62.target", words, (kind.id,))
    words = text("It must fire either at the units in square or at the others.")
    return Refusal("6.62.target", words, (kind.id,))


def _no_fire(setup: Setup, at: str) -> bool:
    return TERRAIN_EFFECTS[setup.ground.areas[at].terrain]["artillery"] == "no_fire"


def _why_no_dice(setup: Setup, state: State, fire: Fire) -> Refusal | None:
    """[4.13.zero] [4.21.zero] Refuse a fire without dice or without firepower."""
    uid = fire.block
    kind = setup.types[uid]
    if kind.is_hq and strength(kind, state.blocks[uid]) == 0:
        return Refusal("4.21.zero", text("An HQ at strength 0 rolls no dice."), (uid,))
    if fire.dice <= 0:
        return Refusal("4.13.zero", text("Its strength for this fire is 0."), (uid,))
    if fire.firepower <= 0:
        return Refusal("4.13.zero", text("Its firepower is lowered to 0."), (uid,))
    return None


def why_not_bayonet(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[6.52.declare] Return what keeps a block from charging with the bayonet."""
    if not setup.types[uid].is_infantry:
        words = text("Only infantry charges with the bayonet.")
        return Refusal("6.52.declare", words, (uid,))
    if uid in battle_of(state).squares:
        words = text("Infantry in square does not charge with the bayonet.")
        return Refusal("6.52.declare", words, (uid,))
    why = why_not_fire(setup, state, uid)
    if why is not None and why.rule != "4.13.zero":
        return why
    return _why_no_dice(setup, state, fire_of(setup, state, uid, bayonet=True))


def shoot(table: Board, fire: Fire) -> None:
    """[6.5.roll] [4.11] Roll the dice of a fire and note the hits that must be given out."""
    setup = table.setup
    kind = setup.types[fire.block]
    results = [_die(table, fire) for _ in range(fire.dice)]
    hits = sum(result in {HIT, BOTH} for result in results)
    own = sum(result in {OWN_HIT, BOTH} for result in results)
    battle = battle_of(table.state)
    enemy = enemy_of(kind.side)
    given = []
    if hits:
        given.append(Hits(enemy, hits, battle.at, "6.5.strongest", fire.target))
    if own:
        given.append(Hits(kind.side, own, battle.at, "6.52.effect", fire.block))
    words = counted(
        "{block}: {n} of {dice} dice hits.",
        "{block}: {n} of {dice} dice hit.",
        block=kind.name,
        n=hits,
        dice=fire.dice,
    )
    rules = ["4.11", "4.13.hit"]
    if fire.target:
        rules.append("6.62.target")
    if kind.is_hq:
        rules.append("4.21.unit")
    if kind.is_artillery and kind.weight == "heavy":
        rules.append("4.24.battle")
    table.log(
        DETAIL if fire.dice else "result",
        words,
        *rules,
        seat=setup.seat_of(kind.side),
        pieces=(fire.block,),
        where=(battle.at,),
    )
    table.update(hits=(*table.state.hits, *given))


def _die(table: Board, fire: Fire) -> str:
    """[4.13.hit] [6.52.effect] Roll one die of a fire and return what it does."""
    setup = table.setup
    need, backfire = fire.firepower, number("bayonet_own_hit") if fire.bayonet else None

    def judge(natural: int, _total: int) -> str:
        if natural == backfire:
            return BOTH if natural <= need else OWN_HIT
        return HIT if natural <= need else MISS

    return table.roll(
        seat=setup.seat_of(setup.types[fire.block].side),
        rule="6.5.roll",
        purpose="fire",
        subject=fire.block,
        sides=number("dice_sides"),
        first=1,
        base=fire.base,
        modifiers=fire.modifiers,
        judge=judge,
        says=text("{block} fires", block=setup.types[fire.block].name),
    ).result


def describe(fire: Fire) -> tuple[Text, ...]:
    """Say before it is fired how many dice a fire has, what they need and why."""
    words = text(
        "{dice} dice, hits at {firepower} or less", dice=fire.dice, firepower=fire.firepower
    )
    lines = tuple(
        text("{value} {reason}", value=f"{modifier.value:+d}", reason=modifier.reason)
        for modifier in fire.modifiers
    )
    return (words, *lines)
