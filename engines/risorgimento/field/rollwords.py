"""What comes of a die of Risorgimento, in words; loss points and the cells of table 7 are their own."""

from __future__ import annotations

from engines.core.data.text import counting, text

LEVELS = {
    "draw": text("Nobody wins"),
    "defeat": text("The enemy army is defeated"),
    "points": text("Victory by points"),
    "objectives": text("Victory by the places held"),
}
"""How a game was won."""
RESULTS = {
    "passed": text("passed"),
    "failed": text("failed"),
    "breaks": text("breaks"),
    "stands": text("stands"),
    "blown": text("blown"),
    "hit": text("hit"),
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
TALLIES = {"D.3.result": _LOSSES, "F.2.result": _LOSSES}
"""How the losses of a fire are counted."""
