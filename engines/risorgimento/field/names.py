"""What sides, formations, markers, fates and orders are called."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text

SIDE_NAMES = {"allied": named("side", "Allies"), "austrian": named("side", "Austrians")}
"""Who does things in the log and the tracks."""
FORMATION_NAMES = {
    "march_column": text("march column"),
    "attack_column": text("attack column"),
    "line": text("line"),
    "open_order": text("open order"),
    "square": text("square"),
    "limbered": text("limbered"),
    "in_battery": text("in battery"),
}
MARKER_NAMES = {
    "blue": text("blue"),
    "brown": text("brown"),
    "yellow": text("yellow"),
    "green": text("green"),
}
FATES = {
    "dead": text("dead"),
    "grave": text("gravely wounded"),
    "light": text("lightly wounded"),
    "prisoner": text("taken prisoner"),
    "replaced": text("replaced"),
}
ATTITUDE_NAMES = {
    "attack": text("attack {place}"),
    "hold": text("hold"),
    "march": text("march to {place}"),
    "delay": text("delay"),
}
"""What is written in an order (A.2.umpire)."""
