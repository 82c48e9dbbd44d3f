"""What the ids that a window shows are called, where they mean the same in all games.

A game adds its own (`Game.terms`): states and values of pieces, kinds of ground, sides, values of
options, fields of a form.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, text

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
ASKED = " asked"
"""After the name of an inquiry: what it is called in a game where the common words do not fit."""
INQUIRIES: Mapping[str, Text] = {
    "adjacent": text("Which hexes are next to it?"),
    "allowance": text("How far may it move?"),
    "arc": text("What is its field of fire?"),
    "area": text("What is this area?"),
    "army_supply": text("Who will go without supply?"),
    "battle_odds": text("How would a battle go here?"),
    "bombard": text("What can it bombard?"),
    "borders": text("What keeps units from crossing?"),
    "campaign": text("How did the campaign go?"),
    "chain": text("Who commands whom?"),
    "charge_reach": text("Where can it charge?"),
    "collapse": text("How near is collapse?"),
    "command": text("How far do orders reach?"),
    "commands": text("Which commands are there?"),
    "fire_ranges": text("How far can it fire?"),
    "front": text("Where is its front?"),
    "ground": text("What is the ground here?"),
    "limits": text("What are the limits here?"),
    "los": text("What can be seen?"),
    "objective": text("What is this place worth?"),
    "odds": text("What are the odds?"),
    "pinned": text("Who is pinned here?"),
    "points_of_supply": text("What can supply be spent on?"),
    "pool": text("What is left in the pool?"),
    "reach": text("Where can it move?"),
    "retreats": text("Where can it retreat?"),
    "score": text("How does the score stand?"),
    "sectors": text("What sectors does the village have?"),
    "stacking": text("How many may stand here?"),
    "supply": text("Is it in supply?"),
    "trains": text("Which Supply Trains are left?"),
    "victory": text("Who is winning?"),
    "zoc": text("What does it control?"),
}
"""What the inquiries of the games ask, in words; that of another game has its name in the catalogue."""
