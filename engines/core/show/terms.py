"""What the ids that a window shows are called, where they mean the same in all games.

A game adds its own (`Game.terms`): states and values of pieces, kinds of ground, sides, values of
options, fields of a form.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.data.text import Text, text

TERMS: Mapping[str, Text] = {
    "yes": text("yes"),
    "no": text("no"),
    "none": text("none"),
    "moved": text("moved"),
    "fired": text("fired"),
    "charge": text("charging"),
    "disordered": text("disordered"),
    "square": text("square"),
    "routed": text("routed"),
    "reserve": text("in reserve"),
    "strength": text("strength"),
    "morale": text("morale"),
    "seat": text("seat"),
    "side": text("side"),
    "at": text("place"),
    "facing": text("facing"),
    "piece": text("piece"),
}
ITS = " adjective"
"""After the id of a side: what is said of its pieces."""
