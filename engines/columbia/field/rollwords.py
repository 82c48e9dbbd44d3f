"""What comes of a die of Columbia's Borodino, in words."""

from __future__ import annotations

from grognard.engines.core.data.text import counting, text

RESULTS = {
    "hit": text("hit"),
    "own hit": text("own hit"),
    "hit, own hit": text("hit and own hit"),
    "miss": text("miss"),
    "loses a step": text("loses a step"),
    "no loss": text("no loss"),
    "unharmed": text("unharmed"),
    "burnt": text("burnt"),
    "stands": text("stands"),
}
TALLIES = {
    "hit": counting("{n} hit", "{n} hits"),
    "own hit": counting("{n} own hit", "{n} own hits"),
    "hit, own hit": counting("{n} hit and own hit", "{n} hits and own hits"),
}
"""How the hits of a fire are counted."""
