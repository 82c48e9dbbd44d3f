"""[result.commander.wounded] Commanders hit: wounds, deaths, the test of those who saw it."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.command.chiefs import called
from grognard.engines.eagle.command.commanders import commander_dies
from grognard.engines.eagle.field.effects import change_commander
from grognard.engines.eagle.field.position import command, commanders_at, unit_at
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import fail
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.tables import modifier

DEATH = "result.commander.death_test"


def hit_commander(table: Board, hex_id: str) -> Procedure[None]:
    """[result.commander.wounded] A commander in the hex is wounded, killed if he was, one at random."""
    there = commanders_at(table.state, hex_id)
    if not there:
        return
    cid = there[0] if len(there) == 1 else _one_of(table, there, hex_id)
    chief = table.state.commanders[cid]
    if chief.wounded:
        yield from kill(table, cid)
        return
    change_commander(table, cid, wounded=True)
    words = text("{leader} is wounded.", leader=called(table.setup, table.state, cid))
    table.log("result", words, "result.commander.wounded", pieces=(cid,), where=(hex_id,))


def _one_of(table: Board, there: tuple[str, ...], hex_id: str) -> str:
    """[result.commander.wounded] One of several in a hex, at random."""
    chiefs = table.setup.chiefs
    return table.draw(
        seat=table.setup.seat_of(chiefs[there[0]].side),
        rule="result.commander.wounded",
        purpose="commander_hit",
        subject=hex_id,
        pool=there,
        says=text("Which commander at {hex} is hit?", hex=hex_id),
        named=lambda cid: called(table.setup, table.state, cid),
    )


def kill(table: Board, cid: str) -> Procedure[None]:
    """[result.commander.death_test] He dies, his unit tests, and then a replacement comes."""
    setup, at = table.setup, table.state.commanders[cid].at
    worth = command(setup, table.state, cid, "morale")
    words = text("{leader} is killed.", leader=called(setup, table.state, cid))
    table.log("loss", words, "result.commander.wounded", pieces=(cid,), where=(at,))
    uid = unit_at(setup, table.state, at)
    steady = True
    if uid is not None and not table.state.units[uid].is_routed:
        less = modifier("morale_modifiers", "commander_killed", -worth)
        steady = yield from morale_test(table, uid, Cause(DEATH, "death", (less,), without=(cid,)))
    yield from commander_dies(table, cid)
    if uid is not None and not steady:
        yield from fail(table, uid, DEATH)
