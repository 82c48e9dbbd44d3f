"""[6.93] Succession: who takes an army when its commander falls."""

from __future__ import annotations

from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ABSENT, ELIMINATED, FRENCH, OFF_MAP, Side, State
from grognard.engines.core.data.text import text

WHOLE = ("french", "russian")
"""The armies that are a whole side: their commander outranks all others."""


def replace(table: Board, uid: str) -> None:
    """[6.93.succession] Fill every command an eliminated HQ leaves, and those that this empties."""
    vacant = [army for army, hq in table.state.commands.items() if hq == uid]
    while vacant:
        army = vacant.pop(0)
        heir = _heir(table.setup, table.state, army)
        commands = dict(table.state.commands)
        if not heir:
            commands.pop(army, None)
            table.update(commands=commands)
            continue
        # Who rises to the command of a whole side leaves his army to another (6.93.russian).
        vacant += [other for other, hq in commands.items() if hq == heir and other not in vacant]
        commands = {other: "" if hq == heir else hq for other, hq in commands.items()}
        commands[army] = heir
        table.update(commands={other: hq for other, hq in commands.items() if hq})
        _log(table, army, heir)


def _heir(setup: Setup, state: State, army: str) -> str:
    """[6.93.russian] [6.93.french] Return the most senior general left for a command, "" for none.

    Platov, who has no rank, never commands. A commander of one army does not take another, but he
    takes a whole side.
    """
    side: Side = army if army in WHOLE else "russian"
    busy = {hq for other, hq in state.commands.items() if army not in WHOLE or other in WHOLE}
    able = [
        kind
        for kind in setup.types.values()
        if kind.is_hq
        and kind.side == side
        and kind.rank
        and kind.id not in busy
        and state.blocks[kind.id].at not in (ELIMINATED, OFF_MAP, ABSENT)
    ]
    return min(able, key=lambda kind: kind.rank).id if able else ""


def _log(table: Board, army: str, heir: str) -> None:
    """[6.93.succession] The new commander is his owner's secret, as the loss was (8.2.hidden)."""
    setup = table.setup
    kind = setup.types[heir]
    seat = setup.seat_of(kind.side)
    rule = "6.93.french" if kind.side == FRENCH else "6.93.russian"
    name = setup.corps_names.get(army, army)
    words = text("{hq} takes command: {army}.", hq=kind.name, army=name)
    table.log(
        "result", words, "6.93.succession", rule, seat=seat, pieces=(heir,), visible_to=(seat,)
    )
