"""What comes of a die of Risorgimento, in words; loss points are counted."""

from __future__ import annotations

from grognard.engines.core.data.text import counting, named, text

LEVELS = {
    "draw": text("Nobody wins"),
    "defeat": text("The enemy army is defeated"),
    "points": text("Victory by points"),
    "objectives": text("Victory by the places held"),
}
"""How a game was won."""
RESULTS = {
    "-": text("no effect"),
    "M+1": text("a morale test at +1"),
    "M+2": text("a morale test at +2"),
    "passed": text("passed"),
    "failed": text("failed"),
    "breaks": text("breaks"),
    "stands": text("stands"),
    "blown": text("blown"),
    "hit": named("term", "hit"),
    "unharmed": text("unharmed"),
    "dead": text("dead"),
    "grave": text("gravely wounded"),
    "light": text("lightly wounded"),
    "taken": text("taken prisoner"),
    "escapes": text("escapes"),
    "controlled": text("in hand"),
    "pursuit": text("pursues"),
}
_LOSSES = counting("{n} loss point", "{n} loss points")
TALLIES = {"D.3.result": _LOSSES, "F.2.result": _LOSSES, "G.3.roll": _LOSSES}
"""How the losses of a fire and of a melee are counted."""
