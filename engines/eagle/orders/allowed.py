"""[order] What the order of a group, and being out of command, keep a unit from."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import named_row, row

KEPT = ("fire", "formation", "recall")
"""[command.ooc.keeps] What a unit out of command still does."""
COLUMN = {"recall": "formation"}
"""Actions that the table of orders has under another name: recall stands in for a formation change."""
RULES = {
    "attack": "order.attack.allowed",
    "maneuver": "order.maneuver.forbidden",
    "defend": "order.defend.forbidden",
    "reserve": "order.reserve.allowed",
}


def why_not(setup: Setup, state: State, uid: str, what: str) -> Refusal | None:
    """[order] [command.ooc.limits] Return what keeps a unit from an action, None where nothing does.

    `what`: fire, melee, charge, formation, recall, move, advance_fire or advance_melee. In which
    direction a unit moves, and at whom Reserve fires, is looked at where it moves and fires.
    """
    name = setup.units[uid].name
    if state.units[uid].ooc and what not in KEPT:
        words = text("{unit} is out of command.", unit=name)
        return Refusal("command.ooc.limits", words, (uid,))
    order = state.groups[setup.units[uid].group].order
    if row("orders", order)[COLUMN.get(what, what)] != "no":
        return None
    words = text(
        "The order of {unit}, {order}, does not allow it.",
        unit=name,
        order=named_row("orders", order),
    )
    return Refusal(RULES[order], words, (uid,))
