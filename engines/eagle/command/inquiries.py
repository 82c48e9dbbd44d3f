"""[cmd] [command] How far commanders command, and who is out of command."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.text import all_of, text
from grognard.engines.core.play.firstdie import die_odds
from grognard.engines.core.play.inquiries import Named, inquiries
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.command.executing import is_automatic, roll_order
from grognard.engines.eagle.command.in_command import chain as links_of
from grognard.engines.eagle.field.arguments import Officer, Side
from grognard.engines.eagle.field.distance import reached
from grognard.engines.eagle.field.position import command as ability_of
from grognard.engines.eagle.field.position import group_units
from grognard.engines.eagle.field.roaming import roam
from grognard.engines.eagle.field.rollwords import RESULTS
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import number

OWN_GROUP = Named(
    "group of yours",
    lambda setup, _state, seat: [
        gid for gid, group in setup.groups.items() if group.side == setup.side_of(seat)
    ],
)


def command(setup: Setup, state: State, seat: str | None, unit: Officer) -> Answer:
    """[cmd.ability_cc] [zoc.distance] The hexes within the radius of a commander, and where he may go."""
    side = setup.chiefs[unit.id].side
    radius = ability_of(setup, state, unit.id, "ability")
    hexes = sorted(reached(setup, state, side, unit.at, radius))
    moves = sorted(roam(setup, state, unit.id, number("ugc_move")))
    words = text(
        "{name}: radius {n}, {hexes} hexes",
        name=setup.chiefs[unit.id].name,
        n=radius,
        hexes=len(hexes),
    )
    rule = "cmd.ability_ugc" if unit.group else "cmd.ability_cc"
    return Answer(
        {"radius": radius, "hexes": hexes, "moves": moves},
        (rule, "zoc.distance", "cmd.grouping_bonus"),
        (words,),
        (Overlay("spaces", "command", tuple(hexes)),),
    )


def chain(setup: Setup, state: State, seat: str | None, side: Side = "") -> Answer:
    """[command.in_command] Who was found out of command, and the links of the chain as the units stand now."""
    whole = side or setup.side_of(seat) or SIDES[0]
    lost, links = [], []
    for gid, group in setup.groups.items():
        if group.side != whole:
            continue
        lost += [unit.id for unit in group_units(setup, state, gid) if unit.ooc]
        for uid, leads in links_of(setup, state, gid).items():
            if state.units[uid].at != leads:
                links += [state.units[uid].at, leads]
    words = text("Every unit is in command.")
    if lost:
        names = all_of([setup.units[uid].name for uid in lost])
        words = text("Out of command: {units}", units=names)
    overlays = (
        Overlay("links", "command", tuple(links)),
        Overlay("pieces", "danger", tuple(lost)),
    )
    return Answer({"out": lost, "side": whole}, ("command.in_command",), (words,), overlays)


def courier_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[command.execute.test] The chance that a group takes up the order a courier brings, as things are now."""
    gid = fields_of(choice).get("group", choice)
    if choice == PASS:
        return Answer({}, ())
    group = OWN_GROUP(setup, state, seat, gid)
    if is_automatic(setup, state, group):
        words = text("It needs no test.")
        sure = (RESULTS["changed"], 1.0)
        return Answer({"exact": True}, ("command.execute.auto",), (words,), shares=(sure,))
    return die_odds(setup, state, lambda table: roll_order(table, group), RESULTS)


INQUIRIES = inquiries(courier_odds, command, chain)
