"""[setup.forces] [setup.pools] The position before the first question."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.play.placement import Placement
from grognard.engines.eagle.command.pool import counters
from grognard.engines.eagle.field.position import enemyward
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import (
    CAVALRY,
    COLUMN,
    DISORDERED,
    GOOD,
    LIMBERED,
    OPEN_ORDER,
    WAITING,
    Commander,
    Group,
    State,
    Unit,
)

FORMATION = {"infantry": COLUMN, "cavalry": CAVALRY, "artillery": LIMBERED}
"""What a unit begins in where a scenario does not say."""
KINDS_COUNT = ("composition", "skirmishers", "grenadiers")
"""The options for which it matters what kinds of figures a unit has left, each by itself."""


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """Return the position before the first question. Nothing in it is left to chance."""
    units = {uid: _unit(setup, uid) for uid in setup.units}
    return State(
        units=units,
        commanders={
            cid: Commander(cid, _post(setup, cid), chief.card, chief.group)
            for cid, chief in setup.chiefs.items()
        },
        groups={gid: Group(gid, group.order) for gid, group in setup.groups.items()},
        turn=0,
        phase="setup.french" if _is_shared_out(setup) else "turn",
        counters=tuple(sorted(counters(), key=int)),
        deck=tuple(sorted(setup.deck.cards)),
        hands=dict.fromkeys(SIDES, ()),
        replacements={side: tuple(_replacements(setup, side)) for side in SIDES},
        holders={goal.id: goal.holder for goal in setup.objectives},
    )


def _is_shared_out(setup: Setup) -> bool:
    """Whether an army has a choice of hexes to begin in."""
    return any(place.way == "among" for place in setup.starts.values())


def first_hex(setup: Setup, place: Placement | None) -> str:
    """Return where a piece stands before its owner chooses; it shares the hex of what it is attached to."""
    if place is None:
        return WAITING
    if place.way == "attached":
        return first_hex(setup, setup.starts.get(place.places[0]))
    return (*place.first, *place.spaces, WAITING)[0]


def _post(setup: Setup, cid: str) -> str:
    return first_hex(setup, setup.starts.get(cid))


def _unit(setup: Setup, uid: str) -> Unit:
    place = setup.starts.get(uid)
    return standing(setup, uid, place, first_hex(setup, place))


def standing(setup: Setup, uid: str, place: Placement | None, at: str) -> Unit:
    """Return a unit as a line of the set-up or an arrival puts it into a hex."""
    card = setup.units[uid]
    states = place.state if place else ()
    return Unit(
        uid,
        at,
        _facing(setup, uid, place),
        _formation(setup, uid, place, at),
        DISORDERED if "disordered" in states else GOOD,
        card.figures,
        ooc="out_of_command" in states,
        skirmisher="detached" in states and setup.uses("skirmishers"),
        troops=card.troops if any(map(setup.uses, KINDS_COUNT)) else (),
        parent=_parent(setup, uid, place),
    )


def _facing(setup: Setup, uid: str, place: Placement | None) -> int:
    """[form.facing] As the set-up says, or towards the enemy."""
    if place is None or place.facing is None:
        return enemyward(setup, setup.units[uid].side)
    return place.facing


def _formation(setup: Setup, uid: str, place: Placement | None, at: str) -> str:
    card = setup.units[uid]
    if card.rifles:
        return ""
    if card.is_infantry and at in setup.map.grid and not is_open(setup, at):
        return OPEN_ORDER
    return (place.formation if place else "") or FORMATION[card.arm]


def _parent(setup: Setup, uid: str, place: Placement | None) -> str:
    """[opt.rifles.figure] Return the unit whose hex Rifles share."""
    card = setup.units[uid]
    if not card.rifles or card.alone or place is None or place.way != "attached":
        return ""
    return place.places[0]


def _replacements(setup: Setup, side: str) -> list[str]:
    """[cmd.replacement.draw] Return the replacement cards of an army that are not in play."""
    used: Mapping[str, str] = {chief.card: cid for cid, chief in setup.chiefs.items()}
    return sorted(
        card.id
        for card in setup.cards.values()
        if card.side == side and card.rank == "replacement" and card.id not in used
    )
