"""What the Cohesion Checks of Triumph & Glory are called, and what comes of a die."""

from __future__ import annotations

from grognard.engines.core.data.text import text

PURPOSES = {
    "disorder_check": text("Cohesion Check under fire"),
    "misguided_friendly_fire": text("Cohesion Check under friendly fire"),
    "avoid_charge": text("Retreat Before Shock"),
    "commitment": text("Commitment"),
    "counter_charge": text("Counter-Charge"),
    "form_square": text("forming Square"),
    "recall": text("Recall"),
    "retreat_check": text("Cohesion Check of the defeated"),
    "retreat_through": text("Cohesion Check of those retreated through"),
    "rally": text("Rally"),
    "recovery": text("Recovery"),
}
RESULTS = {
    "none": text("no effect"),
    "disorder_check": text("Cohesion Check"),
    "disorder": text("Disordered"),
    "disorder_and_retreat": text("Disordered and driven back"),
    "misguided": text("among friends"),
    "attacker_repulsed": text("attacker repulsed"),
    "attacker_disordered": text("attacker Disordered"),
    "defender_disordered": text("defender Disordered"),
    "breakthrough": text("Breakthrough"),
    "burning": text("burns on"),
    "rubble": text("rubble"),
    "enter": text("comes in"),
    "may_recall": text("may be recalled"),
    "committed": text("committed"),
    "counter_charge": text("counter-charges"),
    "square": text("forms Square"),
    "holds": text("holds"),
    "retreats": text("retreats"),
    "recovers": text("recovers"),
    "eliminated": text("eliminated"),
    "passed": text("passed"),
    "failed": text("failed"),
    "rallied": text("rallied"),
    "still disordered": text("still Disordered"),
    "recalled": text("recalled"),
    "steady": text("steady"),
    "disordered": text("Disordered"),
    "new orders": text("new Orders"),
    "delayed": text("delayed"),
    "under orders": text("Under Orders"),
}
