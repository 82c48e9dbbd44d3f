"""What the ids that are shown are called."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.terms import ASKED, ITS

TERMS: Mapping[str, Text] = {
    "disrupted": text("disrupted"),
    "forced_march": text("has forced its march"),
    "moved": text("has moved"),
    "french" + ITS: text("French"),
    "russian" + ITS: text("Russian"),
    "veteran": text("Veteran"),
    "line": text("Line"),
    "conscript": text("Conscript"),
    "infantry": text("infantry"),
    "cavalry": text("cavalry"),
    "artillery": text("artillery"),
    "french": text("French"),
    "russian": text("Russian"),
    "austrian": text("Austrian"),
    "bavarian": text("Bavarian"),
    "italian": text("Italian"),
    "polish": text("Polish"),
    "prussian": text("Prussian"),
    "saxon": text("Saxon"),
    "swiss": text("Swiss"),
    "westphalian": text("Westphalian"),
    "swedish": text("Swedish"),
    "eliminated": text("eliminated"),
    "off_map": text("out of the game"),
    "waiting": text("still to come"),
    "occupancy": text("Occupancy Factor"),
    "forage": text("has to forage"),
    "on_depot": text("on a Depot"),
    "with_trains": text("with Supply Train counters"),
    "town": text("city"),
    "castle": text("fortified city"),
    "rough": text("rough ground"),
    "mountain": text("mountains"),
    "warsaw": text("Duchy of Warsaw"),
    "prussia": text("Prussia"),
    "austria": text("Austria"),
    "chain" + ASKED: text("Which Depots are linked?"),
}
