"""[9.5] [9.6] Resolving Shocks in the attacker's order: the die, its result, what follows."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.explain import LogEntry, Modifier, Roll
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.charge import charge
from grognard.engines.gmt.charge.countercharge import counter_by
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.position import enemy_of, fighters, guns, on_map
from grognard.engines.gmt.retreat.retreat import retreat_units
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock import advance
from grognard.engines.gmt.shock.shock_modifiers import (
    fighting,
    shock_modifiers,
    terrain_choices,
    watched_rear,
)
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import look_up, number

COMMITTED = ("committed",)


@dataclass(slots=True)
class Outcome:
    """What one Shock did: the total against each target, which of them it beat, who went back."""

    totals: dict[str, int] = field(default_factory=dict)
    losing: tuple[str, ...] = ()
    """Targets whose defenders are Disordered by it (9.61)."""
    fled: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gunners: tuple[str, ...] = ()
    """Targets that held only artillery (9.25)."""


def resolve_all(table: Board) -> Procedure[None]:
    """[9.1] [9.23] Resolve the Shocks one after the other, in the order the attacker likes."""
    while True:
        prune(table)
        ready = ready_fights(table.setup, table.state)
        if not ready:
            return
        fight = ready[0]
        if len(ready) > 1:
            fight = yield from _choose(table, ready)
        yield from resolve(table, fight)


def _choose(table: Board, ready: list[tuple[str, ...]]) -> Procedure[tuple[str, ...]]:
    options: list[tuple[str, Text]] = []
    for fight in ready:
        attack = book.attack_of(table.state, fight[0])
        words = text(
            "{units} against {hex}",
            units=book.names(table.setup, attack.units),
            hex=all_of(map(table.setup.map.place, attack.targets)),
        )
        options.append((fight[0], words))
    choice = yield Ask(
        table.setup.seat_of(table.state.active),
        "shock_order",
        text("Which Shock is resolved next?"),
        ("9.1", "9.23"),
        Listed(options, about=lambda choice: _who(table, str(choice))),
        resting=True,
    )
    return next(fight for fight in ready if choice in fight)


def _who(table: Board, attack: str) -> tuple[str, ...]:
    """Return those who attack and what they attack, for whoever looks which attack is meant."""
    found = book.attack_of(table.state, attack)
    return (*found.units, *found.targets)


def prune(table: Board) -> None:
    """[9.23] [9.24] Take out attacks that have nobody left to attack, or to attack with."""
    for attack in book.live(table.state, COMMITTED):
        targets = book.occupied_targets(table.setup, table.state, attack)
        if not book.present(table.setup, table.state, attack):
            words = text("The attackers can no longer Shock.")
            book.drop(table, attack.id, "cancelled", words, "9.24")
        elif not targets:
            book.drop(table, attack.id, "vacated", text("No unit is left to attack."), "9.23")
        elif targets != attack.targets:
            book.put(table, attack.id, targets=targets)


def ready_fights(setup: Setup, state: State) -> list[tuple[str, ...]]:
    """[9.23] Return the Shocks that may be resolved now: Charge, then cavalry, then infantry."""
    pending = book.live(state, COMMITTED)
    return [ids for ids in joined(setup, pending) if not earlier(setup, pending, ids)]


def earlier(setup: Setup, pending: tuple[Attack, ...], ids: tuple[str, ...]) -> list[Attack]:
    """[9.23] Return the attacks on the same hexes that are resolved before a Shock."""
    rank = {attack.id: book.GROUPS.index(book.group_of(setup, attack)) for attack in pending}
    targets = set(book.target_hexes(attack for attack in pending if attack.id in ids))
    return [a for a in pending if rank[a.id] < rank[ids[0]] and targets & set(a.targets)]


def joined(setup: Setup, pending: tuple[Attack, ...]) -> list[tuple[str, ...]]:
    """[9.22.all] [9.51] Join the attacks of one group that share a target into one Shock."""
    fights: list[list[Attack]] = []
    for attack in pending:
        group = book.group_of(setup, attack)
        linked = [
            fight
            for fight in fights
            if book.group_of(setup, fight[0]) == group
            and any(set(attack.targets) & set(other.targets) for other in fight)
        ]
        merged = [other for fight in linked for other in fight] + [attack]
        fights = [fight for fight in fights if fight not in linked] + [merged]
    return [tuple(a.id for a in sorted(fight, key=pending.index)) for fight in fights]


def resolve(table: Board, ids: tuple[str, ...]) -> Procedure[None]:
    """[9.5] [9.6] [9.7] Resolve one Shock with everything that follows from it, be it another Shock."""
    table.handed = resolve
    outcome = Outcome()
    shoot_gunners(table, ids, outcome)
    fight = _fight(table.state, ids)
    targets = tuple(t for t in book.target_hexes(fight) if fighters_at(table, t))
    if targets:
        over = {}
        for target in targets:
            over[target] = yield from _terrain(table, ids, target)
        _roll(table, ids, targets, over, outcome)
    _spend(table, ids)
    yield from _apply(table, ids, outcome)
    for target, total in outcome.totals.items():
        if total < number("counter_shock_below"):
            yield from advance.counter_shock(table, target, ids)
    beaten = (*outcome.losing, *outcome.gunners)
    yield from advance.advances(table, ids, outcome.totals, outcome.fled, beaten)
    charge.disorder_chargers(table, ids)


def _fight(state: State, ids: tuple[str, ...]) -> list[Attack]:
    return [book.attack_of(state, aid) for aid in ids]


def fighters_at(table: Board, hex_id: str) -> tuple[str, ...]:
    """Return the infantry and cavalry that defend a hex."""
    return fighters(table.setup, table.state, hex_id)


def shoot_gunners(table: Board, ids: tuple[str, ...], outcome: Outcome) -> None:
    """[9.25] Artillery attacked while alone is eliminated."""
    for target in book.target_hexes(_fight(table.state, ids)):
        if not fighters_at(table, target):
            outcome.gunners += (target,)
            for uid in table.state.stacks.get(target, ()):
                effects.eliminate(table, uid, "9.25")


def _terrain(table: Board, ids: tuple[str, ...], target: str) -> Procedure[str]:
    """[9.53] Attacked from several hexes: the defender picks if one helps him, else the attacker."""
    fight = _fight(table.state, ids)
    options = terrain_choices(table.setup, table.state, fight, target)
    if len(set(options.values())) == 1:
        return next(iter(options))
    side = fight[0].side
    chooser = enemy_of(side) if min(options.values()) < 0 else side
    # Nothing but the die hangs on it: there is one answer that nobody would not give.
    best = (min if chooser != side else max)(options, key=lambda h: options[h])
    labels = [
        (h, text("From {hex}: {drm}", hex=table.setup.map.place(h), drm=f"{value:+d}"))
        for h, value in options.items()
    ]
    choice = yield Ask(
        table.setup.seat_of(chooser),
        "terrain_drm",
        text("Which terrain counts against {hex}?", hex=table.setup.map.place(target)),
        ("9.53", "tec.shock"),
        Listed(labels),
        form="place",
        interrupt=chooser != table.state.active,
        where=(target, *options),
        odds="terrain_odds",
        idle=lambda: best,
        weighs={"attacks": list(ids), "at": target},
    )
    return str(choice)


def result_name(total: int) -> str:
    """[9.61] Name the row of the Shock Resolution Table that a total hits."""
    row = look_up("shock_results", total)
    if "may_counter_shock" in row["defender"]:
        return "attacker_repulsed"
    if row["attacker"] and "breakthrough" in row["attacker"]:
        return "breakthrough"
    return "attacker_disordered" if row["attacker"] else "defender_disordered"


def _roll(
    table: Board,
    ids: tuple[str, ...],
    targets: tuple[str, ...],
    over: dict[str, str],
    outcome: Outcome,
) -> None:
    """[9.22.drm] One die for the Shock, with the modifiers of each hex attacked."""
    setup, state = table.setup, table.state
    fight = _fight(state, ids)
    natural = -1
    for target in targets:
        _note_watched(table, fight, target)
        modifiers = shock_modifiers(setup, state, fight, target, targets, over[target])
        if natural < 0:
            roll = _first_roll(table, fight, target, modifiers)
            natural = roll.natural
        else:
            roll = _same_die(table, fight, target, modifiers, natural)
        outcome.totals[target] = roll.total


def _note_watched(table: Board, fight: list[Attack], target: str) -> None:
    """[9.54.valid] Say which attack from the rear brings nothing, another enemy facing it."""
    for at in watched_rear(table.setup, table.state, fight, target):
        words = text(
            "Another enemy faces {hex}: no bonus for the rear.", hex=table.setup.map.place(at)
        )
        table.log("note", words, "9.54.valid", where=(at, target))


def _first_roll(
    table: Board, fight: list[Attack], target: str, modifiers: tuple[Modifier, ...]
) -> Roll:
    return table.roll(
        seat=table.setup.seat_of(fight[0].side),
        rule="9.61",
        purpose="shock",
        subject=fight[0].id + ">" + target,
        sides=number("die_sides"),
        modifiers=modifiers,
        result=result_name,
        read_in=("shock_results", ""),
        says=_says(table, fight, target),
    )


def _says(table: Board, fight: list[Attack], target: str) -> Text:
    units = fighting(table.setup, table.state, fight)
    names = book.names(table.setup, units)
    return counted(
        "{units} Shocks {hex}",
        "{units} Shock {hex}",
        n=len(units),
        units=names,
        hex=table.setup.map.place(target),
    )


def _same_die(
    table: Board, fight: list[Attack], target: str, modifiers: tuple[Modifier, ...], natural: int
) -> Roll:
    """[9.22.drm] Read the die already cast against another hex."""
    total = natural + sum(m.value for m in modifiers)
    seat = table.setup.seat_of(fight[0].side)
    roll = Roll(
        seat,
        "9.22.drm",
        "shock",
        fight[0].id + ">" + target,
        number("die_sides"),
        natural,
        modifiers,
        total,
        result_name(total),
    )
    words = _says(table, fight, target)
    table.entries.append(LogEntry("roll", words, ("9.22.drm",), seat, where=(target,), roll=roll))
    return roll


def _spend(table: Board, ids: tuple[str, ...]) -> None:
    """Mark the attacks resolved; cavalry that has charged infantry back is Disordered later."""
    for aid in ids:
        attack = book.put(table, aid, status="resolved")
        met = counter_by(table.setup, table.state, attack)
        battle = table.state.battle
        book.remember(
            table, chargers=(*battle.chargers, *(u for u in met if u not in battle.chargers))
        )


# -- results (9.6) ------------------------------------------------------------------------------


def _apply(table: Board, ids: tuple[str, ...], outcome: Outcome) -> Procedure[None]:
    """[9.61] [9.62] First all Disorder, then the Retreat Checks and retreats."""
    fight = _fight(table.state, ids)
    rows = {t: look_up("shock_results", total) for t, total in outcome.totals.items()}
    losing = tuple(t for t, row in rows.items() if "automatic_disorder" in row["defender"])
    outcome.losing = losing
    shaken = [t for t, row in rows.items() if "automatic_disorder" in row["attacker"]]
    bodies: list[tuple[str, tuple[str, ...], tuple[str, ...], bool]] = []
    for target in losing:
        causes = tuple(attack.at for attack in fight if target in attack.targets)
        sure = "retreat" in rows[target]["defender"]
        bodies.append((target, table.state.stacks[target], causes, sure))
    for attack in fight:
        causes = tuple(t for t in shaken if t in attack.targets)
        if causes:
            bodies.append((attack.at, _attacking_body(table, attack), causes, False))
    for _, units, _, _ in bodies:
        for uid in units:
            effects.disorder(table, uid, "9.61")
    for at, units, causes, sure in bodies:
        going = _going(table, at, units, sure=sure)
        yield from retreat_units(table, going, causes, "9.62")
        outcome.fled[at] = tuple(u for u in units if u in going and on_map(table.state.units[u]))


def _attacking_body(table: Board, attack: Attack) -> tuple[str, ...]:
    """[9.25] The attackers of a stack, with the guns that stand with them."""
    units = tuple(u for u in attack.units if table.state.units[u].at == attack.at)
    if attack.charge or not units:
        return units
    return units + guns(table.setup, table.state, attack.at)


def _going(table: Board, at: str, units: tuple[str, ...], *, sure: bool) -> tuple[str, ...]:
    """[9.62.check] [9.25] Return who must retreat; guns only when nobody else stays."""
    here = [uid for uid in units if table.state.units[uid].at == at]
    cannons = tuple(uid for uid in here if table.setup.types[uid].is_artillery)
    others = [uid for uid in here if uid not in cannons]
    names = ("holds", "retreats")
    going = tuple(
        uid
        for uid in others
        if sure
        or not effects.cohesion_check(table, uid, "9.62.check", "retreat_check", names=names)
    )
    staying = [uid for uid in fighters_at(table, at) if uid not in going]
    return going if staying else going + cannons
