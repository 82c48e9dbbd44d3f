"""[9.1] [9.23] The declared attacks of a Shock phase: who is in them and what is left of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Any

from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import enemy_of, fighters, side_at, unburdened
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State

CHARGE, CAVALRY, INFANTRY = "charge", "cavalry", "infantry"
GROUPS = (CHARGE, CAVALRY, INFANTRY)
"""[9.23] The groups that never add their strengths, in order of resolution."""
LIVE = ("declared", "committed")


def remember(table: Board, **changes: Any) -> None:
    """Replace fields of the Battle."""
    table.update(battle=replace(table.state.battle, **changes))


def answered(state: State, word: str) -> bool:
    """Whether a question of this phase has been put already."""
    return word in state.battle.answered


def answer(table: Board, word: str) -> None:
    """Remember that a question of this phase has been put."""
    remember(table, answered=(*table.state.battle.answered, word))


def attack_of(state: State, aid: str) -> Attack:
    """Return an attack by its id."""
    return next(attack for attack in state.battle.attacks if attack.id == aid)


def put(table: Board, aid: str, **changes: Any) -> Attack:
    """Replace fields of an attack and return it."""
    changed = replace(attack_of(table.state, aid), **changes)
    attacks = tuple(changed if a.id == aid else a for a in table.state.battle.attacks)
    remember(table, attacks=attacks)
    return changed


def add(table: Board, **fields: Any) -> Attack:
    """Enter a new attack under the next free id."""
    attack = Attack(id=f"a{len(table.state.battle.attacks) + 1}", **fields)
    remember(table, attacks=(*table.state.battle.attacks, attack))
    return attack


def drop(table: Board, aid: str, status: str, words: Text, rule: str) -> None:
    """End an attack without Shock and say why."""
    attack = put(table, aid, status=status)
    seat = table.setup.seat_of(attack.side)
    table.log("result", words, rule, seat=seat, pieces=attack.units, where=(attack.at,))


def live(state: State, statuses: tuple[str, ...] = LIVE) -> tuple[Attack, ...]:
    """Return the attacks in one of some statuses, oldest first."""
    return tuple(attack for attack in state.battle.attacks if attack.status in statuses)


def against(state: State, hex_id: str, statuses: tuple[str, ...] = LIVE) -> tuple[Attack, ...]:
    """Return the attacks on a hex."""
    return tuple(attack for attack in live(state, statuses) if hex_id in attack.targets)


def attacking(state: State, hex_id: str) -> tuple[str, ...]:
    """Return the units whose attacks on a hex still stand."""
    attacks = against(state, hex_id)
    return tuple(dict.fromkeys(uid for attack in attacks for uid in attack.units))


def group_of(setup: Setup, attack: Attack) -> str:
    """[9.23] Return the group an attack belongs to."""
    if attack.charge:
        return CHARGE
    return CAVALRY if setup.types[attack.units[0]].arm == "cavalry" else INFANTRY


def present(setup: Setup, state: State, attack: Attack) -> tuple[str, ...]:
    """[9.24] [9.45] Return the units of an attack that can still carry it out, from the top.

    Chargers go on though Reaction Fire has Disordered them, or the one on top of them; nobody else does.
    """
    units, shot = state.units, state.battle.no_bonus
    able = fighters if attack.charge else unburdened
    there = able(setup, state, attack.at)
    mine = [uid for uid in attack.units if uid in there and not units[uid].square]
    return tuple(takewhile(lambda uid: not units[uid].disordered or uid in shot, mine))


def strong(setup: Setup, uids: Iterable[str]) -> bool:
    """[9.83] Whether a heavy cavalry unit is among some units."""
    return any(setup.types[uid].is_heavy for uid in uids)


def occupied_targets(setup: Setup, state: State, attack: Attack) -> tuple[str, ...]:
    """Return the targets of an attack that still hold enemies."""
    foe = enemy_of(attack.side)
    return tuple(target for target in attack.targets if side_at(setup, state, target) == foe)


def target_hexes(attacks: Iterable[Attack]) -> tuple[str, ...]:
    """Return the hexes some attacks are aimed at, each once, in order."""
    return tuple(dict.fromkeys(target for attack in attacks for target in attack.targets))


def widen(table: Board) -> None:
    """[9.22.all] Whoever left an enemy in front to another attack that came to nothing takes it."""
    for attack in live(table.state):
        for hex_id in attack.spared:
            taken = hex_id in attack.targets or against(table.state, hex_id)
            if not taken and side_at(table.setup, table.state, hex_id) == enemy_of(attack.side):
                attack = put(  # noqa: PLW2901 - the attack as it is now
                    table,
                    attack.id,
                    targets=(*attack.targets, hex_id),
                    widened=(*attack.widened, hex_id),
                )
                table.log(
                    "note",
                    text("They must attack {hex} as well.", hex=table.setup.map.place(hex_id)),
                    "9.22.all",
                    pieces=attack.units,
                    where=(hex_id,),
                )


def why_not_side(setup: Setup, state: State, hex_id: str, side: str) -> Refusal | None:
    """Refuse a hex that does not hold units of a side."""
    if side_at(setup, state, hex_id) == side:
        return None
    return Refusal(
        "9.1", text("No unit of this side stands in {hex}.", hex=setup.map.place(hex_id)), (hex_id,)
    )


def names(setup: Setup, uids: Iterable[str]) -> Text:
    """Return the names of some units as an enumeration."""
    return all_of(setup.types[uid].name for uid in uids)


def defenders(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """Return the infantry and cavalry defending a hex."""
    return fighters(setup, state, hex_id)
