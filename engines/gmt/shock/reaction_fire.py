"""[8.6] Artillery Reaction Fire against those who Shock or Charge its hex."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.charge import charge
from grognard.engines.gmt.field.position import fighters, frontal, guns
from grognard.engines.gmt.fire.gunnery import why_not_fire
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State

COMMITTED = ("committed",)


def reaction_fire(table: Board) -> Procedure[None]:
    """[8.6] [9.22.all] Each gun attacked may fire once; chargers it Disorders may try to Recall (9.82).

    Fire that breaks up an attack may have others take on its targets: their guns are asked as well.
    """
    while True:
        book.widen(table)
        attacked = book.target_hexes(book.live(table.state, COMMITTED))
        gun = next((g for target in attacked if (g := _next_gun(table, target))), None)
        if gun is None:
            return
        yield from _ask_gun(table, gun)


def fire_from(table: Board, target: str) -> Procedure[None]:
    """[8.6] Let the guns of one hex that is attacked fire at an attacker."""
    while (gun := _next_gun(table, target)) is not None:
        yield from _ask_gun(table, gun)


def _next_gun(table: Board, target: str) -> str | None:
    """[8.6] Return the next gun of a hex with an attacker in front that it has not been asked about.

    Fire that was held is not spent: a later attack on the hex has the gun asked again.
    """
    state = table.state
    for uid in guns(table.setup, state, target):
        for attack in firing_at(table.setup, state, uid):
            if not book.answered(state, _word(uid, attack)):
                return uid
    return None


def _word(uid: str, attack: Attack) -> str:
    """What is remembered of a gun that was asked whether it fires at an attack."""
    return f"reaction {uid} {attack.id}"


def firing_at(setup: Setup, state: State, uid: str) -> tuple[Attack, ...]:
    """[8.6] Return the attacks on its hex at which a gun may make Reaction Fire."""
    hexes = reaction_targets(setup, state, uid)
    return tuple(a for a in book.against(state, state.units[uid].at, COMMITTED) if a.at in hexes)


def reaction_targets(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[8.6] Return the hexes of attackers at which a gun may make Reaction Fire."""
    unit = state.units[uid]
    if unit.disordered or uid in state.battle.reacted:
        return ()
    front = frontal(setup, unit)
    hexes = [a.at for a in book.against(state, unit.at, COMMITTED) if a.at in front]
    clear = [h for h in hexes if why_not_fire(setup, state, uid, h) is None]
    return tuple(dict.fromkeys(clear))


def _ask_gun(table: Board, uid: str) -> Procedure[None]:
    side, target = table.setup.types[uid].side, table.state.units[uid].at
    sources = reaction_targets(table.setup, table.state, uid)
    asked = firing_at(table.setup, table.state, uid)
    options: list[tuple[Choice, Text]] = [
        ({"by": uid, "at": h}, text("Fire at {hex}", hex=table.setup.map.place(h))) for h in sources
    ]
    horse = any(
        table.setup.types[u].arm == "cavalry" for h in sources for u in table.state.stacks[h]
    )
    choice = yield Ask(
        table.setup.seat_of(side),
        "reaction_fire",
        text("{unit} may fire at an attacker.", unit=table.setup.types[uid].name),
        ("8.6", "8.6.top", *(("9.31.fire",) if horse else ())),
        Listed([*options, (PASS, text("Hold fire"))]),
        form="target",
        resting=table.state.phase == "shock.reaction",
        interrupt=side != table.state.active,
        subject=(uid,),
        where=(target, *sources),
        reaction=Reaction(
            text("Reaction Fire"), tuple(u for h in sources for u in table.state.stacks[h])
        ),
        odds="fire_odds",
    )
    for attack in asked:
        book.answer(table, _word(uid, attack))
    if choice != PASS:
        yield from resolve_reaction_fire(table, uid, word_of(choice, "at"))


def resolve_reaction_fire(table: Board, uid: str, at: str) -> Procedure[None]:
    """[8.6] [8.6.top] [8.6.cancel] Fire, then see whose attack it has stopped."""
    from grognard.engines.gmt.fire.fire import resolve_fire

    struck = [a.id for a in book.live(table.state, COMMITTED) if a.at == at]
    book.remember(table, reacted=(*table.state.battle.reacted, uid))
    top_only = only_top(table.setup, table.state, at)
    hit = yield from resolve_fire(table, (uid,), at, purpose="reaction_fire", top_only=top_only)
    for aid in struck:
        yield from after_fire(table, aid, hit)


def only_top(setup: Setup, state: State, at: str) -> bool:
    """[8.6.top] Whether infantry alone attacks from a hex: the fire strikes its top unit."""
    attacks = [a for a in book.live(state, COMMITTED) if a.at == at]
    return all(book.group_of(setup, a) == book.INFANTRY for a in attacks)


def struck_by(setup: Setup, state: State, at: str) -> tuple[str, ...]:
    """[8.6.top] Return the units that Reaction Fire at a hex strikes."""
    if only_top(setup, state, at):
        return fighters(setup, state, at)[:1]
    return state.stacks[at]


def after_fire(table: Board, aid: str, hit: tuple[str, ...]) -> Procedure[None]:
    """[8.6.cancel] Disordered, a Shock is lost; a Charge goes on without bonus or is Recalled."""
    attack = book.attack_of(table.state, aid)
    shaken = tuple(uid for uid in attack.units if uid in hit)
    if not _stands(table.state, attack):
        book.drop(table, aid, "cancelled", text("The attackers are gone."), "8.6.cancel")
    elif not attack.charge and (shaken or not book.present(table.setup, table.state, attack)):
        words = text("Reaction Fire breaks up the Shock.")
        book.drop(table, aid, "cancelled", words, "8.6.cancel")
    elif shaken:
        book.remember(table, no_bonus=(*table.state.battle.no_bonus, *shaken))
        yield from charge.recall(table, aid, "fire")


def _stands(state: State, attack: Attack) -> bool:
    return any(state.units[uid].at == attack.at for uid in attack.units)
