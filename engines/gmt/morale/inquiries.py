"""[10] Named questions about morale: how near a group is to Collapse."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.field.arguments import AnyUnit
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.morale.morale import groups, losses
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def collapse_text(setup: Setup, state: State, group: str) -> Text:
    """[10.52] Say how many of a group's units are lost and when it Collapses."""
    lost, total, limit = losses(setup, state, group)
    if group in state.collapsed:
        return text("In Collapse")
    if not total:
        return text("Artillery and militia do not count for Collapse")
    return text("{lost} of {total} lost, Collapse at {limit}", lost=lost, total=total, limit=limit)


def collapse(
    setup: Setup, state: State, seat: str | None, group: str = "", unit: AnyUnit | None = None
) -> Answer:
    """[10.52] How near an Activation Group (or that of a unit) is to Collapse."""
    name = group or (setup.types[unit.id].group if unit else "")
    known = groups(setup, state)
    if name not in known:
        raise NoAnswer(f"there is no Activation Group {name!r}; known are {', '.join(known)}")
    lost, total, limit = losses(setup, state, name)
    fallen = name in state.collapsed
    words = text(
        "{group}: {note}",
        group=setup.group_name(name),
        note=collapse_text(setup, state, name),
    )
    hexes = tuple(
        dict.fromkeys(
            u.at for u in state.units.values() if on_map(u) and setup.types[u.id].group == name
        )
    )
    value = {"lost": lost, "of": total, "threshold": limit, "collapsed": fallen}
    return Answer(value, ("10.52",), (words,), (Overlay("spaces", "command", hexes),))


INQUIRIES = inquiries(collapse)
