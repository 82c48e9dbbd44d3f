"""[G.3] The dice of a melee: strength, column, modifiers, result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import shapely

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Modifier, Roll
from grognard.engines.risorgimento.army.units import ATTACK, OPEN, SQUARE
from grognard.engines.risorgimento.command.succession import attached_to, bonus
from grognard.engines.risorgimento.field.effects import burdens, penalties
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.field.support import attacks, exposed
from grognard.engines.risorgimento.ground.ground import level_at, patches_under
from grognard.engines.risorgimento.map.tabletop import Patch
from grognard.engines.risorgimento.melee.melee_table import melee_column, melee_result
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Melee, State
from grognard.engines.risorgimento.tables import number, rows

COVER = ("village", "walled")
OBSTACLES = ("ditch", "bank")
EXPOSED = ("rear", "flank")
"""Rows of tables 6 and 7 for a unit that is attacked besides its front, the worse first."""
UPHILL = "uphill"
"""The row of tables 6 and 7 for a unit that stands above its enemy."""
FURIA = ("french", "bersaglieri", "grenadiers")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a melee: the unit in frontal contact, its enemy and both sides' supporters.

    `rows` of table 7 as they were fixed when the melees of the phase began, None where they were not.
    """

    unit: str
    enemy: str
    helpers: tuple[str, ...]
    foes: tuple[str, ...]
    rows: tuple[str, ...] | None = None


def sides_of(melee: Melee) -> tuple[Side, Side]:
    """Return the attacker's and the defender's side of a melee."""
    mine = tuple(uid for uid, principal in melee.supporters if principal == melee.attacker)
    theirs = tuple(uid for uid, principal in melee.supporters if principal == melee.defender)
    one, other = (
        tuple(row for uid, row in melee.rows if uid == unit and row) if melee.rows else None
        for unit in (melee.attacker, melee.defender)
    )
    return (
        Side(melee.attacker, melee.defender, mine, theirs, one),
        Side(melee.defender, melee.attacker, theirs, mine, other),
    )


def part_in(melee: Melee) -> set[str]:
    """Return who takes part in a melee."""
    return {melee.attacker, melee.defender, *(uid for uid, _ in melee.supporters)}


def fixed(setup: Setup, state: State, melee: Melee) -> Melee:
    """[G.3.order] Fix the modifiers of table 7 of both sides: later melees of the phase change none."""
    found: list[tuple[str, str]] = []
    for side in sides_of(evolve(melee, rows=())):
        weighs = burdens(setup, state, side.unit, "melee_modifiers")
        rows_of = [*row_names(setup, state, side), *(row for row, n, _ in weighs for _ in range(n))]
        found += [(side.unit, row) for row in (*rows_of, "")]
    return evolve(melee, rows=tuple(found))


def strength(setup: Setup, melee: Melee, side: Side, state: State) -> int:
    """[G.3.column] [G.1.strength] [E.4.square] [G.7.alone] Return the effective SP, rounded down once.

    The frontal unit counts full, supporters half, a square a quarter; guns count times their
    multiplier, in full beside the friend they are engaged with (G.7.adjacent).
    """
    halves = dict(melee.halves)
    points = 0.0
    for uid in (side.unit, *side.helpers):
        kind, unit = setup.types[uid], state.units[uid]
        worth = halves.get(uid, unit.halves) / number("halves_a_point") * kind.multiplier
        if unit.formation == SQUARE:
            worth /= 4
        points += worth if uid == side.unit or kind.arm == "artillery" else worth / 2
    return int(points)


def modifiers(setup: Setup, state: State, side: Side) -> list[Modifier]:
    """[G.3.roll] [dice.penalty] Return the modifiers of table 7 for one side's frontal unit."""
    names = Counter(row_names(setup, state, side))
    found = [_row(name, times) for name, times in names.items()]
    if side.rows is None:
        found += penalties(setup, state, side.unit, "melee_modifiers")
    gift = bonus(state, side.unit)
    if gift:
        leader = setup.posts[attached_to(state, side.unit)].name
        found.append(Modifier(gift, text("{name} attached", name=leader), "dice.commander_bonus"))
    return found


def row_names(setup: Setup, state: State, side: Side) -> list[str]:
    """[G.3.roll] [G.3.order] Return the rows of table 7 that count for a side's frontal unit."""
    if side.rows is not None:
        return list(side.rows)
    names = [*_of_arms(setup, state, side), *_of_place(setup, state, side)]
    where = attacked_from(setup, state, side)
    names += [where] if where else []
    unit, kind = state.units[side.unit], setup.types[side.unit]
    attacking = attacks(unit, state.units[side.enemy])
    if attacking and unit.formation == ATTACK:
        names.append("attack_column")
    if kind.guard or "zouaves" in kind.quality:
        names.append("elite")
    if any(word in kind.quality for word in FURIA[1:]) or (attacking and kind.army == FURIA[0]):
        names.append("furia")
    return names


def attacked_from(setup: Setup, state: State, side: Side) -> str:
    """[G.2.flank] [G.2.rear] Return where a side's frontal unit is attacked besides its front, "" nowhere."""
    if side.rows is not None:
        return next((where for where in EXPOSED if where in side.rows), "")
    return exposed(setup, state, side.unit, (side.enemy, *side.foes))


def _row(name: str, times: int) -> Modifier:
    row = rows("melee_modifiers")[name]
    return Modifier(int(row["value"]) * times, named("term", row["name"]), row["rule"])


def _of_arms(setup: Setup, state: State, side: Side) -> list[str]:
    """What the arms and formations of the two units call for."""
    unit, kind = state.units[side.unit], setup.types[side.unit]
    enemy, foe = state.units[side.enemy], setup.types[side.enemy]
    names = []
    if kind.arm == "artillery" and not side.helpers:
        names.append("guns_alone")
    if kind.arm == "cavalry":
        if charge_bonus(state, side.unit):
            names.append("charge_light" if kind.weight == "light" else "charge_heavy")
        if enemy.formation == SQUARE:
            names.append("cavalry_at_square")
    in_open = not any(p.terrain in COVER for p in _under(setup, state, side.unit))
    if kind.arm == "infantry" and foe.arm == "cavalry":
        if unit.formation == SQUARE:
            names.append("square_at_cavalry")
        elif in_open:
            names.append("open_at_cavalry")
    if unit.formation == OPEN and in_open and enemy.formation != OPEN and foe.arm == "infantry":
        names.append("open_at_formed")
    return names


def stands_above(setup: Setup, state: State, side: Side) -> bool:
    """[G.3.roll] [morale.test] Whether a side's frontal unit stands above its enemy, or did as rows were fixed."""
    if side.rows is not None:
        return UPHILL in side.rows
    units = (state.units[uid] for uid in (side.unit, side.enemy))
    one, other = (unit.pose for unit in units)
    if one is None or other is None:
        return False
    return level_at(setup.table, one.centre) > level_at(setup.table, other.centre)


def charge_bonus(state: State, uid: str) -> bool:
    """[E.1.bonus] Whether cavalry came in by a straight last quarter of the charge that is fought now."""
    return any(
        charge.unit == uid and charge.straight and charge.status == "contact"
        for charge in state.charges
    )


def _of_place(setup: Setup, state: State, side: Side) -> list[str]:
    """What the ground calls for: height, villages, bridges, banks."""
    own, foe = base(setup, state.units[side.unit]), base(setup, state.units[side.enemy])
    names = [UPHILL] if stands_above(setup, state, side) else []
    if not attacks(state.units[side.unit], state.units[side.enemy]):
        return names
    if state.units[side.enemy].sector or any(
        p.terrain in COVER for p in _under(setup, state, side.enemy)
    ):
        names.append("attacks_village")
    over = {p.terrain for p in patches_under(setup.table, _between(own.centre, foe.centre))}
    if over & {"bridge", "ford"}:
        names.append("attacks_bridge")
    elif over & set(OBSTACLES):
        names.append("attacks_bank")
    return names


def _between(a: tuple[float, float], b: tuple[float, float]) -> shapely.LineString:
    return shapely.LineString((a, b))


def _under(setup: Setup, state: State, uid: str) -> list[Patch]:
    return patches_under(setup.table, base(setup, state.units[uid]).eroded)


def roll(table: Board, melee: Melee, side: Side) -> Roll:
    """[G.3.roll] [G.3.result] Roll for one side; the result strikes the enemy."""
    setup = table.setup
    state = table.state
    column = melee_column(strength(setup, melee, side, state))
    kind = setup.types[side.unit]

    def read(total: int) -> str:
        return melee_result(column, max(0, min(number("die"), total)))

    return table.roll(
        seat=setup.seat_of(kind.side),
        rule="G.3.roll",
        purpose="melee",
        subject=side.unit,
        sides=number("die"),
        first=1,
        modifiers=modifiers(setup, state, side),
        result=read,
        read_in=("melee", column),
        says=text(
            "{unit} against {enemy}, strength {n}",
            unit=kind.name,
            enemy=setup.types[side.enemy].name,
            n=strength(setup, melee, side, state),
        ),
    )
