"""[combat] What fire, melee and charge have in common: the roll, the card, what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grognard.engines.core.data.text import Text, text, verbatim
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.cards.steps import lapse
from grognard.engines.eagle.deck.deck import Card, Deck
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import arc, commanders_at
from grognard.engines.eagle.field.terrain import hexes_of
from grognard.engines.eagle.orders.alarms import attacked
from grognard.engines.eagle.results.coming import rout_move
from grognard.engines.eagle.results.commanders import hit_commander
from grognard.engines.eagle.results.results import Hit, apply, attack_modifiers
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import Attack, State
from grognard.engines.eagle.tables import number

ATTACKS: dict[str, Text] = {
    "fire": text("{unit} fires at {target}"),
    "melee": text("{unit} attacks {target}"),
    "charge": text("{unit} charges {target}"),
}


@dataclass(frozen=True, slots=True)
class Blow:
    """[combat.simultaneous] A declared attack with what it counts with, taken before any is resolved.

    `roll` is what cards call its die; `sure`: it succeeds by itself (charge.automatic); `routed`: its
    target was routed then.
    """

    attack: Attack
    hit: Hit
    modifiers: tuple[Modifier, ...]
    roll: str
    rule: str
    sure: bool = False
    routed: bool = False


def hit_of(setup: Setup, state: State, attack: Attack) -> Hit:
    """Return what an attack is to whom it hits: by whom, hand to hand or not, from which side."""
    lead = attack.by
    fires = attack.kind == "fire"
    return Hit(
        (lead, *attack.support),
        attack.target,
        attack.at,
        "fire" if fires else "melee",
        arc(setup, state, attack.target, state.units[lead].at),
        light=fires and (state.units[lead].skirmisher or setup.units[lead].rifles),
    )


def resolve(table: Board, blows: Sequence[Blow]) -> Procedure[None]:
    """[combat.simultaneous] Resolve attacks one after the other; none changes what another counts."""
    for blow in blows:
        yield from strike(table, blow)
        more = cards.again(table.setup, table.state, blow.attack.kind, blow.attack.by)
        lapse(table, "roll")
        target = table.state.units[blow.attack.target]
        if more is not None and target.at == blow.attack.at:
            second = replace(blow, modifiers=(*blow.modifiers, more), routed=target.is_routed)
            yield from strike(table, second)
            lapse(table, "roll")


def strike(table: Board, blow: Blow) -> Procedure[None]:
    """[combat.roll] Resolve one attack, with all that follows for the target and its group."""
    attack = blow.attack
    if blow.routed:
        yield from _drive_on(table, blow)
    else:
        word = "fire" if attack.kind == "fire" else "melee"
        yield from cards.moment(
            table, word, firing=(attack.by,), attacking=(attack.by,), target=(attack.target,)
        )
        total = roll_attack(table, blow)
        _trample(table, attack)
        if blow.sure or total >= number("pass"):
            card = turn_up(table, attack, total)
            yield from _sharpshoot(table, attack)
            yield from apply(table, blow.hit, card.icons(total) if card else ())
    if table.state.units[attack.target].at != attack.at:
        table.update(vacated=(*table.state.vacated, (attack.by, attack.at)))
    yield from attacked(table, attack.target, attack_modifiers(blow.hit))


def _trample(table: Board, attack: Attack) -> None:
    """[scen.structure] Tall corn hides nobody for long: count how often a unit in it has been fired at."""
    said = table.setup.says("rye")
    if said is not None and attack.kind == "fire" and attack.at in hexes_of(said):
        change(table, attack.target, shot_at=table.state.units[attack.target].shot_at + 1)


def _sharpshoot(table: Board, attack: Attack) -> Procedure[None]:
    """[cards.binding] By a card a commander with the target of a fire that succeeds may be hit."""
    most = cards.chance_to_wound(table.setup, table.state, attack.by)
    if not most or not commanders_at(table.state, attack.at):
        return
    roll = table.roll(
        seat=table.setup.seat_of(table.setup.units[attack.by].side),
        rule="cards.event",
        purpose="sharpshooters",
        subject=attack.target,
        sides=number("die"),
        first=1,
        result=lambda total: "hit" if total <= most else "no effect",
        says=text("A shot at the commander"),
    )
    if roll.result == "hit":
        yield from hit_commander(table, attack.at)


def _drive_on(table: Board, blow: Blow) -> Procedure[None]:
    """[combat.routed_target] [result.rout.attacked] No die: a routed target runs two hexes more."""
    uid = blow.attack.target
    words = text("{unit} is attacked and runs on.", unit=table.setup.units[uid].name)
    rules = ("combat.routed_target", "result.rout.attacked")
    table.log("result", words, *rules, pieces=(uid,), where=(blow.attack.at,))
    yield from rout_move(table, uid, number("rout_first"))


def roll_attack(table: Board, blow: Blow) -> int:
    """[combat.roll] The die with all that counts; 11 or more succeeds."""
    units, attack = table.setup.units, blow.attack
    more = cards.added(
        table.setup,
        table.state,
        blow.roll,
        (attack.by,),
        caused_by=(attack.by,),
        target=attack.target,
    )
    roll = table.roll(
        seat=table.setup.seat_of(units[attack.by].side),
        rule=blow.rule,
        purpose=attack.kind,
        subject=f"{attack.by}>{attack.target}",
        sides=number("die"),
        first=1,
        modifiers=(*blow.modifiers, *more),
        target=None if blow.sure else number("pass"),
        upward=True,
        result=lambda total: "hit" if blow.sure or total >= number("pass") else "no effect",
        read_in=("combat_bands", ""),
        says=ATTACKS[attack.kind].fill(
            unit=units[attack.by].name, target=units[attack.target].name
        ),
    )
    return roll.total


def _card_and_row(deck: Deck, card: str, total: int) -> Text:
    """[combat.table] Name a card with the row of its combat table that was hit."""
    least = deck.cards[card].row(total)
    if not least:
        return text("card {number}", number=verbatim(card))
    return text("card {number}, its row {least}+", number=verbatim(card), least=least)


def turn_up(table: Board, attack: Attack, total: int) -> Card | None:
    """[combat.table] The top card is turned up, read and discarded; None where hands hold all."""
    if not table.state.deck:
        cards.reshuffle(table)
    if not table.state.deck:
        return None
    drawn = table.draw(
        seat=table.setup.seat_of(table.setup.units[attack.by].side),
        rule="combat.table",
        purpose="combat_card",
        subject=f"{attack.by}>{attack.target}",
        pool=table.state.deck,
        says=text("The combat card"),
        named=lambda card: _card_and_row(table.setup.deck, card, total),
        blind=True,
    )
    left = tuple(card for card in table.state.deck if card != drawn)
    table.update(deck=left, discards=(*table.state.discards, drawn))
    return table.setup.deck.cards[drawn]
