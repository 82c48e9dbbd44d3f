"""[command.ccmove.hexes] CC movement, and who of the two players goes first."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.command.chiefs import called, cc_of, precedence
from grognard.engines.eagle.field.effects import change_commander
from grognard.engines.eagle.field.roaming import why_not_roam
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import Commander, State
from grognard.engines.eagle.tables import number

SEQUENCE, RULE = "command.ccmove.sequence", "command.ccmove.hexes"
FIRST, SECOND = "first", "second"
ASKED = {
    "cc_order": text("Does your Commander-in-Chief move first or second?"),
    "execute_order": text("Do you reveal a courier first or second?"),
    "rally_order": text("Do you rally first or second?"),
}


def who_is_first(table: Board, kind: str, rule: str) -> Procedure[str]:
    """[command.ccmove.sequence] The player whose CC has the higher Command Ability says who is first."""
    setup = table.setup
    side = precedence(setup, table.state)[0]
    choice = yield Ask(
        setup.seat_of(side),
        kind,
        ASKED[kind],
        tuple(dict.fromkeys((rule, SEQUENCE))),
        Listed([(FIRST, text("First")), (SECOND, text("Second"))]),
        resting=True,
    )
    first = side if choice == FIRST else enemy_of(side)
    table.update(first=first)
    return first


def move_ccs(table: Board) -> Procedure[None]:
    """[command.ccmove.sequence] One CC after the other moves, as the player with precedence has said."""
    able = [side for side in precedence(table.setup, table.state) if _cc(table, side) is not None]
    first = table.state.first
    if not first and len(able) > 1:
        first = yield from who_is_first(table, "cc_order", SEQUENCE)
    first = first or (able[0] if able else "")
    for side in (first, enemy_of(first)) if first else ():
        if f"moved {side}" not in table.state.done:
            table.update(deciding=side)
            yield from _move(table, side)
            table.update(done=(*table.state.done, f"moved {side}"), deciding="")


def _cc(table: Board, side: str) -> Commander | None:
    return cc_of(table.setup, table.state, side)


def _move(table: Board, side: str) -> Procedure[None]:
    """[command.ccmove.hexes] The CC goes up to two hexes, or stays."""
    cc, setup = _cc(table, side), table.setup
    if cc is None:
        return
    ways = cc_ways(setup, table.state, cc.id)
    if not ways:
        return
    options: list[Choice | tuple[Choice, Text]] = [
        (hex_id, text("To {hex}", hex=hex_id)) for hex_id in ways
    ]
    choice = yield Ask(
        setup.seat_of(side),
        "cc_move",
        text("Where does {leader} move?", leader=called(setup, table.state, cc.id)),
        (RULE, "command.ccmove.timing", "cmd.cc.move", "cmd.no_facing"),
        Listed(
            [*options, (PASS, text("He stays"))],
            refusals=lambda: _closed(setup, table.state, cc),
            elsewhere=lambda at, _: _why_not_reached(cc, at),
        ),
        form="place",
        subject=(cc.id,),
        where=(cc.at,),
        resting=True,
    )
    if choice == PASS:
        return
    hex_id = word_of(choice)
    change_commander(table, cc.id, at=hex_id, moved=len(ways[hex_id]))
    words = text("{leader} moves to {hex}.", leader=called(setup, table.state, cc.id), hex=hex_id)
    table.log("move", words, RULE, pieces=(cc.id,), where=(hex_id,), path=(cc.at, *ways[hex_id]))


def cc_ways(setup: Setup, state: State, cid: str) -> dict[str, tuple[str, ...]]:
    """[command.ccmove.hexes] Return the hexes that a CC can reach, each with the way to it."""
    at, found = state.commanders[cid].at, dict[str, tuple[str, ...]]()
    edge: dict[str, tuple[str, ...]] = {at: ()}
    for _ in range(number("cc_move")):
        reached: dict[str, tuple[str, ...]] = {}
        for here, way in edge.items():
            for hex_id in setup.map.grid.adjacent(here):
                known = hex_id == at or hex_id in found or hex_id in reached
                if not known and why_not_roam(setup, state, cid, hex_id) is None:
                    reached[hex_id] = (*way, hex_id)
        found |= reached
        edge = reached
    return found


def _why_not_reached(cc: Commander, at: str) -> Refusal:
    """[cmd.cc.move] Refuse what lies out of a CC's reach, and where he is."""
    words = counted("He goes {n} hex at most.", "He goes {n} hexes at most.", n=number("cc_move"))
    if at == cc.at:
        words = text("He is there: he stays if you decline.")
    return Refusal("cmd.cc.move", words, (at,))


def _closed(setup: Setup, state: State, cc: Commander) -> list[tuple[Choice, Refusal]]:
    """Say of the hexes near a CC why he does not go there."""
    near = setup.map.grid.within(cc.at, number("cc_move"))
    reasons = ((hex_id, why_not_roam(setup, state, cc.id, hex_id)) for hex_id in near)
    far = text("He would have to pass an enemy.")
    ways = cc_ways(setup, state, cc.id)
    return [
        (hex_id, why or Refusal(RULE, far, (hex_id,)))
        for hex_id, why in reasons
        if hex_id not in ways and hex_id != cc.at
    ]
