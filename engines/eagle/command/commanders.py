"""[cmd.replacement.draw] [cmd.cc.elimination] What follows the loss of a commander."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Verdict
from grognard.engines.eagle.command.chiefs import called
from grognard.engines.eagle.field.effects import change_commander
from grognard.engines.eagle.field.position import group_units, unit_at
from grognard.engines.eagle.field.telling import is_interrupt
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import ELIMINATED, State

CC, UGC = "cc", "ugc"


def commander_dies(table: Board, *lost: str) -> Procedure[None]:
    """[cmd.cc.elimination] [cmd.replacement.draw] Commanders are lost in their hex; others take their place.

    Who are lost together are all dead before anybody succeeds them: no dead man becomes CC.
    """
    setup, before = table.setup, table.state.commanders
    for cid in lost:
        rank = UGC if before[cid].group else CC
        table.update(fallen=(*table.state.fallen, f"{rank} {setup.chiefs[cid].side}"))
        words = text("{leader} is lost.", leader=called(setup, table.state, cid))
        table.log("loss", words, "turn.victory", pieces=(cid,))
        change_commander(table, cid, at=ELIMINATED)
    ccs = [cid for cid in lost if not before[cid].group]
    ugcs = [cid for cid in lost if before[cid].group]
    for cid in ccs:
        _lose_the_battle(table, setup.chiefs[cid].side)
    # Without another UGC it is a replacement who becomes CC, as soon as he is there.
    heirless = [cid for cid in ccs if not heirs_of(setup, table.state, setup.chiefs[cid].side)]
    for cid in ccs:
        if cid not in heirless:
            yield from _succeed(table, cid)
    for cid in ugcs:
        yield from _replace(table, cid, before[cid].group, before[cid].at)
    for cid in heirless:
        yield from _succeed(table, cid)


def _lose_the_battle(table: Board, side: str) -> None:
    """[cmd.cc.loss_defeat] In some scenarios an army that loses its CC has lost at once."""
    said = table.setup.says("cc_loss_defeat")
    if said is not None and side in said["side"]:
        reason = text("The army has lost its Commander-in-Chief.")
        winner = table.setup.seat_of(enemy_of(side))
        table.end(Verdict(winner, "victory", reason, "cmd.cc.loss_defeat"))


def heirs_of(setup: Setup, state: State, side: str) -> list[str]:
    """[cmd.cc.elimination] Return the UGCs of an army of whom one becomes the CC."""
    found = state.commanders.values()
    return [c.id for c in found if c.on_map and c.group and setup.chiefs[c.id].side == side]


def _succeed(table: Board, cid: str) -> Procedure[None]:
    """[cmd.cc.elimination] One of the UGCs becomes the CC; a replacement takes over his group."""
    setup, side = table.setup, table.setup.chiefs[cid].side
    heirs = heirs_of(setup, table.state, side)
    if not heirs:
        return
    options = [(other, called(setup, table.state, other)) for other in heirs]
    heir = word_of(
        (
            yield Ask(
                setup.seat_of(side),
                "successor",
                text("Who becomes Commander-in-Chief?"),
                ("cmd.cc.elimination",),
                Listed(options),
                form="piece",
                subject=tuple(heirs),
                interrupt=is_interrupt(table, side),
            )
        )
    )
    gid, at = table.state.commanders[heir].group, table.state.commanders[heir].at
    change_commander(table, heir, group="")
    words = text("{leader} takes command.", leader=called(setup, table.state, heir))
    table.log("result", words, "cmd.cc.elimination", pieces=(heir,), where=(at,))
    # The piece of the CC who fell serves for whoever takes over the group.
    yield from _replace(table, cid, gid, at)


def _replace(table: Board, cid: str, gid: str, at: str) -> Procedure[None]:
    """[cmd.replacement.draw] [cmd.replacement.placement] A replacement is drawn and placed with the group."""
    setup = table.setup
    units = [u.id for u in group_units(setup, table.state, gid) if not setup.units[u.id].rifles]
    if not units:
        return
    card = _draw(table, cid)
    here = unit_at(setup, table.state, at)
    uid = here if here in units else (yield from _place(table, gid, units))
    hex_id = table.state.units[uid].at
    fields = {"at": hex_id, "group": gid, "card": card, "wounded": False, "moved": 0, "rallies": 0}
    change_commander(table, cid, **fields)
    words = text(
        "{leader} takes over {group}.",
        leader=called(setup, table.state, cid),
        group=named("unit", setup.groups[gid].name),
    )
    table.log("result", words, "cmd.replacement.placement", pieces=(cid,), where=(hex_id,))


def _draw(table: Board, cid: str) -> str:
    """[cmd.replacement.draw] [cmd.replacement.exhaustion] Draw a card that is not in play."""
    setup, side = table.setup, table.setup.chiefs[cid].side
    rule = "cmd.replacement.draw"
    pool = table.state.replacements[side]
    if not pool:
        rule, pool = "cmd.replacement.exhaustion", spare_cards(setup, table.state, side)
    card = table.draw(
        seat=setup.seat_of(side),
        rule=rule,
        purpose="replacement",
        subject=cid,
        pool=pool,
        says=text("A replacement is drawn."),
        named=lambda card: named("unit", setup.cards[card].name),
    )
    left = tuple(other for other in pool if other != card)
    table.update(replacements={**table.state.replacements, side: left})
    return card


def spare_cards(setup: Setup, state: State, side: str) -> tuple[str, ...]:
    """[cmd.replacement.exhaustion] Return the cards of an army, but for CCs, that nobody alive has."""
    used = {c.card for c in state.commanders.values() if c.on_map}
    ranks = (UGC, "replacement")
    return tuple(
        card.id
        for card in setup.cards.values()
        if card.side == side and card.rank in ranks and card.id not in used
    )


def _place(table: Board, gid: str, units: list[str]) -> Procedure[str]:
    """[cmd.replacement.placement] The owner says with which unit of the group he appears."""
    if len(units) == 1:
        return units[0]
    setup, side = table.setup, table.setup.groups[gid].side
    options = [(uid, named("unit", setup.units[uid].name)) for uid in units]
    return word_of(
        (
            yield Ask(
                setup.seat_of(side),
                "replacement",
                text("With which unit does the replacement appear?"),
                ("cmd.replacement.placement",),
                Listed(options),
                form="piece",
                subject=tuple(units),
                interrupt=is_interrupt(table, side),
            )
        )
    )
