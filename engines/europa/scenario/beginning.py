"""[14.1.russian] [14.1.french] The position before the first question."""

from __future__ import annotations

from grognard.engines.core.play.placement import Placement
from grognard.engines.europa.setup import SIDES, Setup
from grognard.engines.europa.state import WAITING, Commander, State, Unit
from grognard.engines.europa.tables import number, row


def initial_state(setup: Setup) -> State:
    """[14.1.order] Return the position before the first question. Nothing in it is left to chance."""
    said = setup.says("decisive")
    return State(
        units={uid: _unit(setup, uid) for uid in setup.units},
        commanders={cid: Commander(cid, first_hex(setup.starts.get(cid))) for cid in setup.chiefs},
        turn=0,
        phase="setup.russian",
        depots={at: row["side"] for row in setup.special.get("depots", ()) for at in row["at"]},
        cc_base={side: int(row("base_commands", side)["value"]) for side in SIDES},
        decisive=said["points"] if said else number("decisive_start"),
    )


def first_hex(place: Placement | None) -> str:
    """Return where a piece stands before its owner chooses."""
    if place is None:
        return WAITING
    return (*place.first, *place.spaces, WAITING)[0]


def _unit(setup: Setup, uid: str) -> Unit:
    place = setup.starts.get(uid)
    disrupted = place is not None and "disrupted" in place.state
    return Unit(uid, first_hex(place), disrupted)
