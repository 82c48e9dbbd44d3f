"""[11.19] [8.9] [14.7.napoleon] What becomes of Commanders who are left alone."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Verdict
from grognard.engines.europa.field.effects import change_commander, note_loss
from grognard.engines.europa.field.position import stacks
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import ELIMINATED, State
from grognard.engines.europa.tables import number

NAPOLEON = "napoleon"


def fate(table: Board, cids: Sequence[str], *rules: str) -> Procedure[None]:
    """[11.19] Roll for each Commander; he falls on a 1, else joins a friendly stack nearby."""
    for cid in cids:
        yield from _one(table, cid, *rules)


def _one(table: Board, cid: str, *rules: str) -> Procedure[None]:
    setup, chief = table.setup, table.setup.chiefs[cid]
    roll = table.roll(
        seat=setup.seat_of(chief.side),
        rule="11.19",
        purpose="fate",
        subject=cid,
        sides=number("die"),
        first=1,
        says=text("The fate of {name}", name=named("unit", chief.name)),
        target=number("killed") + 1,
        upward=True,
        judge=lambda die, _total: "killed" if die <= number("killed") else "escaped",
    )
    places = refuges(setup, table.state, cid)
    if roll.natural <= number("killed") or not places:
        fall(table, cid, *rules)
        return
    at = places[0]
    if len(places) > 1:
        answer = yield Ask(
            setup.seat_of(chief.side),
            "escape",
            text("{name} escapes: where to?", name=named("unit", chief.name)),
            ("11.19",),
            Listed([(hex_id, text("{place}", place=called(setup, hex_id))) for hex_id in places]),
            form="place",
            subject=(cid,),
            where=tuple(places),
            interrupt=True,
        )
        at = word_of(answer)
    change_commander(table, cid, at=at)
    words = text("{name} escapes to {place}.", name=chief.name, place=called(setup, at))
    table.log("move", words, "11.19", *rules, pieces=(cid,), where=(at,))


def refuges(setup: Setup, state: State, cid: str) -> list[str]:
    """[11.19] Return the friendly stacks near enough, whatever stands between; not the hex he loses."""
    at, side = state.commanders[cid].at, setup.chiefs[cid].side
    return sorted(
        other
        for other in stacks(setup, state, side)
        if 0 < setup.map.grid.distance(at, other) <= number("escape")
    )


def fall(table: Board, cid: str, *rules: str) -> None:
    """[11.19] [14.7.napoleon] A Commander is lost; with Napoleon the game is."""
    setup, chief = table.setup, table.setup.chiefs[cid]
    at = table.state.commanders[cid].at
    change_commander(table, cid, at=ELIMINATED)
    note_loss(table, cid)
    words = text("{name} is lost.", name=named("unit", chief.name))
    table.log("loss", words, "11.19", *rules, pieces=(cid,), where=(at,))
    if cid == NAPOLEON:
        reason = text("Napoleon is lost, and the campaign with him.")
        table.end(Verdict(setup.seat_of("russian"), "victory", reason, "14.7.napoleon"))
