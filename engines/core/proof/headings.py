"""What the columns of tables are called where they are read: the same word means the same in all games."""

from __future__ import annotations

HEADINGS = {
    "adds": "adds to the die",
    "am": "Activation Marker",
    "around": "within hexes",
    "artillery": "artillery",
    "blocks": "blocks sight",
    "blocks_los": "blocks the line of sight",
    "bonus_high": "bonus, high",
    "bonus_low": "bonus, low",
    "cf": "combat factor",
    "class": "class",
    "cr": "Commander Rating",
    "code": "letters",
    "command_drm": "to the command roll",
    "commitment_drm": "to the commitment roll",
    "cancels_clear": "cancels the bonus of clear ground",
    "clear_bonus": "bonus of clear ground",
    "disordered_ok": "when Disordered",
    "disorder_roll": "rolls for Disorder",
    "drm": "to the die",
    "five": "turn, from 5 September",
    "seven": "turn, from 7 September",
    "from_hex": "from hex",
    "hexes": "hexes",
    "id": "name",
    "initiative_high": "initiative, high",
    "initiative_low": "initiative, low",
    "later_drm": "to later rolls",
    "least": "from",
    "ma": "movement",
    "max": "to",
    "max_hexes": "hexes at most",
    "maneuver": "with a Manoeuvre order",
    "min": "from",
    "mix": "grounds",
    "most": "to",
    "natural_1": "on a natural 1",
    "oc": "Overall Commander",
    "of": "occupancy factor",
    "open_to_light": "open to light troops",
    "orders_range": "range of orders",
    "orders_rating": "number of orders",
    "set": "set-up",
    "steps": "steps lost",
    "test_value": "to the test",
    "ugc": "group commanders",
    "vd": "discipline",
    "vm": "morale",
    "vp": "victory points",
}
"""By the column of the file; what is not in it is called by its own words."""


def heading(column: str) -> str:
    """Return what stands over a column."""
    if column[:1] == "c" and column[1:].isdigit():
        return f"from {column[1:]}"
    return HEADINGS.get(column, column.replace("_", " "))
